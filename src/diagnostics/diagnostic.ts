/** Creates errors and warnings for the user: `fail('file-not-found', { file: 'blog.ttl' })` ends the work with such an error. */

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
  /** The diagnostics that can be reported as one with this. */
  readonly group?: DiagnosticGroup;
  /** The number of diagnostics that it stands for, if it merges several. */
  readonly mergedCount?: number;
}

/** Diagnostics that differ only in a name. `Reader.warnEach` creates them. */
export interface DiagnosticGroup {
  /** Equal for all diagnostics of the group. */
  readonly key: string;
  /** The name in this diagnostic. */
  readonly name: string;
  /** Returns the diagnostic that replaces those for several names. */
  readonly merged: (names: readonly string[]) => Diagnostic;
}

/** Up to this number, the warnings of a group are reported separately. */
const MAX_SEPARATE = 3;

/** Merges the warnings of each large group into one, at the location of the first. */
export function mergeGroups(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const namesByKey = new Map<string, string[]>();
  for (const { severity, group } of diagnostics) {
    if (!group || severity === 'error') continue;
    const known = namesByKey.get(group.key);
    if (known) known.push(group.name);
    else namesByKey.set(group.key, [group.name]);
  }
  const mergedKeys = new Set<string>();
  return diagnostics.flatMap((d) => {
    const names = d.severity === 'error' || !d.group ? [] : (namesByKey.get(d.group.key) ?? []);
    if (!d.group || names.length <= MAX_SEPARATE) return d;
    if (mergedKeys.has(d.group.key)) return [];
    mergedKeys.add(d.group.key);
    return { ...d.group.merged(names), mergedCount: names.length };
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
  // Fixes are not redacted, because they are edits of the user's own files: a redacted one would write `…` into them.
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
