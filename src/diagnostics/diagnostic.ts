import { type Code, catalogue, type Fix, type Params, type Severity } from './catalogue.ts';
import { truncateMessage } from './quoting.ts';
import { redactSecrets } from './secrets.ts';

/** A source location. Lines and columns start at 1; both are absent if the lines of the file are unknown. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  /** In UTF-16 units, as in editors. */
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
  /** Changes that may solve the problem, the most likely first. */
  readonly fixes?: readonly Fix[];
  /** Exit status, if this diagnostic ends the program. */
  readonly exit: 1 | 2;
  /** Marks similar diagnostics, which can be reported as one. */
  readonly alike?: DiagnosticGroup;
}

/** Groups diagnostics that differ only in a name. */
export interface DiagnosticGroup {
  /** Equal for all diagnostics of the group. */
  readonly key: string;
  readonly name: string;
  /** Returns the diagnostic that replaces those for several names. */
  readonly all: (names: readonly string[]) => Diagnostic;
}

/** Up to this number, similar warnings are reported separately. */
const MAX_SEPARATE = 3;

/** Merges many similar warnings into one, at the location of the first. */
export function mergeSimilar(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, string[]>();
  for (const { severity, alike } of diagnostics) {
    if (!alike || severity === 'error') continue;
    const known = groups.get(alike.key);
    if (known) known.push(alike.name);
    else groups.set(alike.key, [alike.name]);
  }
  const seenKeys = new Set<string>();
  return diagnostics.flatMap((d) => {
    const names = d.severity === 'error' || !d.alike ? [] : (groups.get(d.alike.key) ?? []);
    if (!d.alike || names.length <= MAX_SEPARATE) return d;
    if (seenKeys.has(d.alike.key)) return [];
    seenKeys.add(d.alike.key);
    return d.alike.all(names);
  });
}

/** Creates a diagnostic with a code of the catalogue. */
export function diagnostic<C extends Code>(code: C, params: Params<C>, place?: Place, source?: string): Diagnostic {
  // TypeScript cannot relate `Params<C>` to the catalogue's entry of `C`; the signature above ensures it.
  const entry = catalogue[code] as unknown as {
    severity: Severity;
    message: (p: Params<C>) => string;
    help?: (p: Params<C>) => string;
    fixes?: (p: Params<C>) => readonly Fix[];
    exit?: 2;
  };
  const help = truncateMessage(redactSecrets(entry.help?.(params) ?? ''));
  const fixes = entry.fixes?.(params) ?? [];
  return {
    code,
    severity: entry.severity,
    message: truncateMessage(redactSecrets(entry.message(params))),
    ...(place && { place }),
    ...(source !== undefined && { source: redactSecrets(source) }),
    ...(help && { help }),
    ...(fixes.length > 0 && { fixes }),
    exit: entry.exit ?? 1,
  };
}

/**
 * Creates a diagnostic for a code with a remedy, whose texts are computed on first use: of thousands of warnings, the user
 * sees only the first few and the number of the others.
 */
export function lazyDiagnostic<C extends Code>(code: C, params: () => Params<C>, place?: Place): Diagnostic {
  let created: Diagnostic | undefined;
  const create = (): Diagnostic => {
    created ??= diagnostic(code, params(), place);
    return created;
  };
  const { severity, exit = 1 } = catalogue[code] as { readonly severity: Severity; readonly exit?: 2 };
  return {
    code,
    severity,
    get message() {
      return create().message;
    },
    ...(place && { place }),
    get help() {
      return create().help ?? '';
    },
    get fixes() {
      return create().fixes ?? [];
    },
    exit,
  };
}

/**
 * Ends the current work with messages for the user. Any other exception is a bug of this program.
 */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('\n'));
    this.name = 'DiagnosticError';
    this.diagnostics = diagnostics;
  }
}

/** Returns an error that is a {@link DiagnosticError}, and throws any other one. For `promise.catch(asDiagnosticError)`. */
export function asDiagnosticError(error: unknown): DiagnosticError {
  if (error instanceof DiagnosticError) return error;
  throw error;
}

/** Throws a {@link DiagnosticError} of the given code. */
export function fail<C extends Code>(code: C, params: Params<C>, place?: Place, source?: string): never {
  throw new DiagnosticError(diagnostic(code, params, place, source));
}
