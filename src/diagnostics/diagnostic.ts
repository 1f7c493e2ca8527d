import { type Code, catalogue, type Fix, type Params, type Severity } from './catalogue.ts';
import { bounded } from './quoted.ts';
import { withoutSecrets } from './secrets.ts';

/** A position in a text file. Lines and columns count from 1; a file without known lines has neither. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  /** In UTF-16 units, as editors count. */
  readonly column?: number;
}

export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  /** The source line at `place`, shown under the message. */
  readonly source?: string;
  readonly help?: string;
  /** What may mend it, the likeliest first. */
  readonly fixes?: readonly Fix[];
  /** Exit status if this ends the program. */
  readonly exit: 1 | 2;
  /** What it has in common with others, so that people can be told of all of them at once. */
  readonly alike?: Alike;
}

/** The same is said of other names. */
export interface Alike {
  /** What is said. */
  readonly key: string;
  readonly name: string;
  /** What is told in place of those of several names. */
  readonly all: (names: readonly string[]) => Diagnostic;
}

/** Up to so many warnings that are alike are told one by one. */
const FEW = 3;

/** Diagnostics as people are told of them: warnings that are alike, and more than a few, are one, at the place of the first. */
export function together(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, string[]>();
  for (const { severity, alike } of diagnostics) {
    if (!alike || severity === 'error') continue;
    const known = groups.get(alike.key);
    if (known) known.push(alike.name);
    else groups.set(alike.key, [alike.name]);
  }
  const told = new Set<string>();
  return diagnostics.flatMap((d) => {
    const names = d.severity === 'error' || !d.alike ? [] : (groups.get(d.alike.key) ?? []);
    if (!d.alike || names.length <= FEW) return d;
    if (told.has(d.alike.key)) return [];
    told.add(d.alike.key);
    return d.alike.all(names);
  });
}

/** Makes a diagnostic of a code declared in the catalogue. */
export function diagnostic<C extends Code>(code: C, params: Params<C>, place?: Place, source?: string): Diagnostic {
  // TypeScript cannot relate `Params<C>` to the entry of `C`; the signature above does.
  const entry = catalogue[code] as unknown as {
    severity: Severity;
    message: (p: Params<C>) => string;
    help?: (p: Params<C>) => string;
    fixes?: (p: Params<C>) => readonly Fix[];
    exit?: 2;
  };
  const help = bounded(withoutSecrets(entry.help?.(params) ?? ''));
  const fixes = entry.fixes?.(params) ?? [];
  return {
    code,
    severity: entry.severity,
    message: bounded(withoutSecrets(entry.message(params))),
    ...(place && { place }),
    ...(source !== undefined && { source: withoutSecrets(source) }),
    ...(help && { help }),
    ...(fixes.length > 0 && { fixes }),
    exit: entry.exit ?? 1,
  };
}

/**
 * The same of a code that has a remedy, with words that are made when somebody reads them: of thousands of warnings people are
 * told the first few, and how many more there are.
 */
export function lateDiagnostic<C extends Code>(code: C, params: () => Params<C>, place?: Place): Diagnostic {
  let made: Diagnostic | undefined;
  const whole = (): Diagnostic => {
    made ??= diagnostic(code, params(), place);
    return made;
  };
  const { severity, exit = 1 } = catalogue[code] as { readonly severity: Severity; readonly exit?: 2 };
  return {
    code,
    severity,
    get message() {
      return whole().message;
    },
    ...(place && { place }),
    get help() {
      return whole().help ?? '';
    },
    get fixes() {
      return whole().fixes ?? [];
    },
    exit,
  };
}

/**
 * Ends the work at hand with a message for the user. Whatever else is thrown is a fault of this program.
 */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('\n'));
    this.name = 'DiagnosticError';
    this.diagnostics = diagnostics;
  }
}

/** Throws a {@link DiagnosticError} of the given code. */
export function fail<C extends Code>(code: C, params: Params<C>, place?: Place, source?: string): never {
  throw new DiagnosticError(diagnostic(code, params, place, source));
}
