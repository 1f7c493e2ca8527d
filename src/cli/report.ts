import { type Diagnostic, formatDiagnostic, type Paint, type Silenced, together } from '../diagnostics/index.ts';
import { type DiagnosticsFormat, diagnosticData, githubNotice, isDocument, toGithub, toSarif } from './diagnostics-format.ts';
import { type Io, painter } from './io.ts';
import { printJson } from './json.ts';

/** Of one kind of warning, so many are shown where another command lists all. */
const SHOWN = 3;

/** Of more warnings than these, their numbers by kind follow: nobody counts them. */
const MANY = 50;

export interface Telling {
  /** Says where all of them can be seen, if warnings that are alike, and those after the first of each kind, are not. */
  readonly more?: string | undefined;
  /** Whether those after the first of each kind are shown. */
  readonly isWhole?: boolean;
  readonly format?: DiagnosticsFormat;
  /** Warnings that the settings silence: code scanning keeps them, with the reason. */
  readonly silenced?: readonly Silenced[];
}

/**
 * Tells what there is to say: people on standard error, GitHub by commands on standard output, programs by a document
 * there; of a document people are told the errors alone. Errors are all told; warnings of which the same is said are one,
 * of each kind of warning the first ones are told, and a line says how many more there are, and where to see them; a
 * remedy that several warnings share is told once. Where many are shown, it says how many of each.
 *
 * @returns the exit status: 0 if there was no error
 */
export function report(io: Io, all: readonly Diagnostic[], telling: Telling = {}): 0 | 1 | 2 {
  const { format = 'text', silenced = [] } = telling;
  const status = statusOf(all);
  const each = io.level === 'quiet' && !isDocument(format) ? all.filter(isError) : all;
  if (format === 'sarif') io.stdout.write(toSarif([...each, ...silenced], status, io.env));
  const paint = painter(io.stderr, io.env);
  if (isDocument(format)) {
    tellEach(io, each.filter(isError), format, paint);
    return status;
  }
  const more = io.level === 'verbose' ? undefined : telling.more;
  // Each has its line in a pull request.
  const diagnostics = more === undefined || format !== 'text' ? each : together(each);
  const shown = more === undefined || telling.isWhole ? diagnostics : first(diagnostics);
  tellEach(io, shown, format, paint);
  if (more !== undefined) tellOfMore(io, format, numbers(diagnostics, shown), diagnostics.length < each.length, more, paint);
  else if (format === 'text' && diagnostics.length > MANY) {
    for (const [code, count] of byNumber(diagnostics)) {
      io.stderr.write(`${paint('yellow', 'warning')}: ${count} of ${paint('dim', `[${code}]`)}\n`);
    }
  }
  return status;
}

/** Tells one after the other, a remedy that several warnings share once. */
function tellEach(io: Io, shown: readonly Diagnostic[], format: DiagnosticsFormat, paint: Paint): void {
  const remedies = new Set<string>();
  for (const d of shown) {
    if (format === 'github') io.stdout.write(`${toGithub(d, io.env)}\n`);
    else io.stderr.write(`${formatDiagnostic(!isError(d) && remedies.has(remedyOf(d)) ? withoutHelp(d) : d, paint)}\n`);
    remedies.add(remedyOf(d));
  }
}

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** The exit status of a command that found these: that of the first error. */
export function statusOf(diagnostics: readonly Diagnostic[]): 0 | 1 | 2 {
  return diagnostics.find(isError)?.exit ?? 0;
}

/**
 * Tells why a command came to nothing.
 *
 * @param isBegun whether something was printed already, so that a document can follow no more
 * @returns the exit status
 */
export function reportFailure(io: Io, diagnostics: readonly Diagnostic[], format: DiagnosticsFormat, isBegun: boolean): 1 | 2 {
  if (isBegun && isDocument(format)) return report(io, diagnostics) || 1;
  if (format === 'json') printJson(io, { diagnostics: diagnostics.map(diagnosticData) });
  return report(io, diagnostics, { format }) || 1;
}

function remedyOf({ code, help }: Diagnostic): string {
  return `${code} ${help}`;
}

/** What was said of the one before need not be said again. */
function withoutHelp({ help: _, ...d }: Diagnostic): Diagnostic {
  return d;
}

/** Says how many warnings were not shown, or shown as one, and where to see them. */
function tellOfMore(
  io: Io,
  format: DiagnosticsFormat,
  left: ReturnType<typeof numbers>,
  areTogether: boolean,
  more: string,
  paint: Paint,
): void {
  if (left.total === 0 && !areTogether) return;
  const said = (text: string) => (left.total === 0 ? more : `${text}; ${more}`);
  if (format === 'github') io.stdout.write(`${githubNotice(said(left.text()))}\n`);
  else io.stderr.write(`${paint('yellow', 'warning')}: ${said(left.text((code) => paint('dim', code)))}\n`);
}

/** How many warnings are not among those that are shown. */
function numbers(all: readonly Diagnostic[], shown: readonly Diagnostic[]) {
  const isShown = new Set(shown);
  const left = all.filter((d) => !isShown.has(d));
  const total = left.length;
  const kinds = byNumber(left);
  const text = (paint = (code: string) => code) => {
    if (kinds.length === 1) return `${total} more of ${kinds.map(([code]) => paint(`[${code}]`)).join('')}`;
    return `${total} more, ${kinds.map(([code, count]) => `${count} of ${paint(`[${code}]`)}`).join(', ')}`;
  };
  return { total, text };
}

/** The kinds of warnings with their numbers, the greatest first. */
function byNumber(diagnostics: readonly Diagnostic[]): (readonly [code: string, count: number])[] {
  return [...counted(diagnostics)].sort((a, b) => b[1] - a[1]);
}

/** How many warnings there are of each kind. */
function counted(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const d of diagnostics) if (!isError(d)) counts.set(d.code, (counts.get(d.code) ?? 0) + 1);
  return counts;
}

/** The errors, and the first warnings of each kind that another command lists. A line about one more would take the place of that one. */
function first(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = counted(diagnostics);
  const seen = new Map<string, number>();
  return diagnostics.filter((d) => {
    // No other command lists what becomes of files.
    if (isError(d) || d.code.startsWith('output-')) return true;
    const number = (seen.get(d.code) ?? 0) + 1;
    seen.set(d.code, number);
    return number <= SHOWN || counts.get(d.code) === SHOWN + 1;
  });
}
