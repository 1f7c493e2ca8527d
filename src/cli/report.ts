/** Prints diagnostics, and returns the exit status that follows from them. */

import { type Diagnostic, formatDiagnostic, mergeGroups, type Paint, type Silenced } from '../diagnostics/index.ts';
import {
  type DiagnosticsFormat,
  diagnosticData,
  githubNotice,
  isDocumentFormat,
  toGithub,
  toSarif,
} from './diagnostics-format.ts';
import { createPaint, type Io, printJson } from './io.ts';

/** The number of warnings of each kind to show if another command lists all. */
const SHOWN_PER_CODE = 3;

/** If there are more warnings, the number of each kind follows. */
const MANY_WARNINGS = 50;

export interface DiagnosticReportOptions {
  /** States where all warnings are listed. If present, similar ones are merged and only the first of each kind shown. */
  readonly more?: string | undefined;
  /** Whether to show all warnings of each kind nevertheless. */
  readonly isWhole?: boolean;
  readonly format?: DiagnosticsFormat;
  /** Warnings that the settings silence. SARIF contains them with the reason. */
  readonly silenced?: readonly Silenced[];
}

/**
 * Prints diagnostics: as text on standard error, as workflow commands for GitHub or as SARIF on standard output. With JSON (which
 * the caller prints) and SARIF, standard error receives only the errors. All errors are printed. With `more`, similar warnings
 * are merged, the first ones of each kind are printed, and a line states how many are left and where they are listed. Help that
 * several warnings share is printed once. Without `more`, many warnings end with the number of each kind.
 *
 * @returns the exit status: 0 if there was no error
 */
export function report(io: Io, diagnostics: readonly Diagnostic[], options: DiagnosticReportOptions = {}): 0 | 1 | 2 {
  const { format = 'text', silenced = [] } = options;
  const status = statusOf(diagnostics);
  const paint = createPaint(io.stderr, io.env);
  if (isDocumentFormat(format)) {
    if (format === 'sarif') io.stdout.write(toSarif([...diagnostics, ...silenced], status, io.env));
    printDiagnostics(io, diagnostics.filter(isError), format, paint);
    return status;
  }
  const printed = io.level === 'quiet' ? diagnostics.filter(isError) : diagnostics;
  const more = io.level === 'verbose' ? undefined : options.more;
  // GitHub shows each warning at its line, so they are not merged.
  const merged = more === undefined || format !== 'text' ? printed : mergeGroups(printed);
  const listed = more === undefined || options.isWhole ? merged : firstOfEachCode(merged);
  printDiagnostics(io, listed, format, paint);
  if (more !== undefined) printOmitted(io, format, { printed, merged, listed }, more, paint);
  else if (format === 'text' && merged.length > MANY_WARNINGS) printCounts(io, merged, paint);
  return status;
}

function printCounts(io: Io, diagnostics: readonly Diagnostic[], paint: Paint): void {
  for (const [code, count] of countByCode(diagnostics)) {
    io.stderr.write(`${paint('yellow', 'warning')}: ${count} of ${paint('dim', `[${code}]`)}\n`);
  }
}

/** Prints diagnostics one after the other. Help that several warnings share is printed once. */
function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[], format: DiagnosticsFormat, paint: Paint): void {
  const remedies = new Set<string>();
  for (const d of diagnostics) {
    if (format === 'github') io.stdout.write(`${toGithub(d, io.env)}\n`);
    else io.stderr.write(`${formatDiagnostic(!isError(d) && remedies.has(remedyOf(d)) ? omitHelp(d) : d, paint)}\n`);
    remedies.add(remedyOf(d));
  }
}

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** Returns the exit status of a command with these diagnostics: that of the first error, or 0. */
export function statusOf(diagnostics: readonly Diagnostic[]): 0 | 1 | 2 {
  return diagnostics.find(isError)?.exit ?? 0;
}

/**
 * Reports why a command failed.
 *
 * @param isBegun whether something was already printed, so that a document can no longer be printed
 * @returns the exit status
 */
export function reportFailure(io: Io, diagnostics: readonly Diagnostic[], format: DiagnosticsFormat, isBegun: boolean): 1 | 2 {
  if (isBegun && isDocumentFormat(format)) return report(io, diagnostics) || 1;
  if (format === 'json') printJson(io, { diagnostics: diagnostics.map(diagnosticData) });
  return report(io, diagnostics, { format }) || 1;
}

function remedyOf({ code, help }: Diagnostic): string {
  return `${code} ${help}`;
}

/** An earlier diagnostic has already shown the help. */
function omitHelp({ help: _, ...d }: Diagnostic): Diagnostic {
  return d;
}

/** The diagnostics of one report. */
interface Selected {
  /** One for each problem. */
  readonly printed: readonly Diagnostic[];
  /** Similar ones merged. */
  readonly merged: readonly Diagnostic[];
  /** The merged ones that are shown. */
  readonly listed: readonly Diagnostic[];
}

/** Prints how many warnings are shown, and where all are listed. Prints nothing if each one is shown. */
function printOmitted(io: Io, format: DiagnosticsFormat, selected: Selected, more: string, paint: Paint): void {
  const { printed, merged, listed } = selected;
  if (listed.length === printed.length) return;
  const isShown = new Set(listed);
  const kinds = [...countByCode(merged.filter((d) => !isShown.has(d)))];
  const textOf = (code: (text: string) => string) => {
    if (kinds.length === 0) return `similar warnings are merged; ${more}`;
    const [shown, all] = [listed, printed].map(countWarnings);
    const omitted = kinds.map(([name, count]) => `${count} of ${code(`[${name}]`)}`).join(', ');
    return `${shown} of ${all} warnings are shown (not shown: ${omitted}); ${more}`;
  };
  if (format === 'github') io.stdout.write(`${githubNotice(textOf((text) => text))}\n`);
  else io.stderr.write(`${textOf((text) => paint('dim', text))}\n`);
}

/** Counts warnings. A merged one counts as those that it stands for. */
function countWarnings(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, d) => (isError(d) ? sum : sum + (d.mergedCount ?? 1)), 0);
}

/** Counts warnings by code, the largest number first. A merged one counts as those that it stands for. */
function countByCode(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const d of diagnostics) if (!isError(d)) counts.set(d.code, (counts.get(d.code) ?? 0) + (d.mergedCount ?? 1));
  return new Map([...counts].sort((a, b) => b[1] - a[1]));
}

/**
 * Returns the errors and some warnings of each kind: those that stand for most, then the first ones. A single further one is
 * kept: a line about it would be as long.
 */
function firstOfEachCode(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const shown = new Set<Diagnostic>();
  for (const code of new Set(diagnostics.map((d) => d.code))) {
    const all = diagnostics.filter((d) => d.code === code);
    // No other command lists diagnostics about files.
    const isWhole = code.startsWith('output-') || all.length === SHOWN_PER_CODE + 1;
    const largestFirst = all.toSorted((a, b) => (b.mergedCount ?? 1) - (a.mergedCount ?? 1));
    for (const d of isWhole ? all : largestFirst.slice(0, SHOWN_PER_CODE)) shown.add(d);
  }
  return diagnostics.filter((d) => isError(d) || shown.has(d));
}
