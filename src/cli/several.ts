/** Several things of one kind that a command line names, each taken by itself. */

import { type Diagnostic, DiagnosticError, type Silenced } from '../diagnostics/index.ts';
import { type DiagnosticsFormat, diagnosticData, isDocument } from './diagnostics-format.ts';
import type { Io } from './io.ts';
import { printJson } from './json.ts';
import { report, statusOf } from './report.ts';

/** What came of one of them. */
export interface Outcome {
  readonly status: number;
  readonly told: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
  /** Its part of the JSON document. */
  readonly data: unknown;
}

/** How each of them is taken. */
export interface Taking<O extends Outcome> {
  readonly format: DiagnosticsFormat;
  /** What the JSON document calls their list. */
  readonly list: string;
  /** What it calls the name of one. */
  readonly name: string;
  /** Does the work, and tells people of it. */
  readonly take: (name: string, before: readonly O[]) => Promise<O>;
  /** Says to people, below the errors, that there is nothing of one. */
  readonly onFailed?: (name: string) => void;
}

/**
 * Takes one after the other; what is wrong with one is told and stops none of the others. People are told at once, and
 * programs when all are done, in one document.
 *
 * @returns what came of those that could be taken, and the greatest exit status
 */
export async function ofEach<O extends Outcome>(
  io: Io,
  names: readonly string[],
  { format, list, name, take, onFailed }: Taking<O>,
): Promise<{ readonly taken: readonly O[]; readonly status: number }> {
  const taken: O[] = [];
  const known = new Set<string>();
  // Settings that are wrong are so for each that they speak of.
  const isNews = ({ code, message, place }: Diagnostic) => {
    const key = JSON.stringify([code, message, place]);
    const isKnown = known.has(key);
    known.add(key);
    return !isKnown;
  };
  const all: Outcome[] = [];
  for (const each of names) {
    try {
      const outcome = await take(each, taken);
      taken.push(outcome);
      all.push(outcome);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const told: readonly Diagnostic[] = error.diagnostics;
      all.push({ status: statusOf(told), told, silenced: [], data: { [name]: each, diagnostics: told.map(diagnosticData) } });
      if (isDocument(format)) continue;
      report(io, told.filter(isNews), { format });
      onFailed?.(each);
    }
  }
  if (format === 'json') printJson(io, { [list]: all.map(({ data }) => data) });
  if (isDocument(format)) {
    const told = all.flatMap((outcome) => outcome.told);
    report(io, told, { format, silenced: all.flatMap(({ silenced }) => silenced) });
  }
  return { taken, status: Math.max(...all.map(({ status }) => status)) };
}
