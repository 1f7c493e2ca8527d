/** Processes several inputs of a command line one by one. */

import { type Diagnostic, DiagnosticError, type Silenced } from '../diagnostics/index.ts';
import { type DiagnosticsFormat, diagnosticData, isDocumentFormat } from './diagnostics-format.ts';
import { type Io, printJson } from './io.ts';
import { report, statusOf } from './report.ts';

/** The result of one input. */
export interface Outcome {
  readonly status: number;
  readonly reported: readonly Diagnostic[];
  readonly silenced: readonly Silenced[];
  /** Its part of the JSON document. */
  readonly data: unknown;
}

export interface BatchOptions<O extends Outcome> {
  readonly format: DiagnosticsFormat;
  /** The key of the list in the JSON document. */
  readonly listKey: string;
  /** The key of an input's name in the JSON document. */
  readonly nameKey: string;
  /**
   * Processes an input, and prints the result as text unless the format is a document.
   *
   * @param earlier the results of the inputs before it
   */
  readonly processInput: (name: string, earlier: readonly O[]) => Promise<O>;
  /** Reports, after the errors, that an input has no result. */
  readonly onFailed?: (name: string) => void;
}

/**
 * Processes one input after the other. An error in one is reported and does not stop the others. Text is printed at once; a
 * document is printed when all are done.
 *
 * @returns the results of the inputs that could be processed, and the greatest exit status
 */
export async function processEach<O extends Outcome>(
  io: Io,
  names: readonly string[],
  { format, listKey, nameKey, processInput, onFailed }: BatchOptions<O>,
): Promise<{ readonly outputs: readonly O[]; readonly status: number }> {
  const succeeded: O[] = [];
  const known = new Set<string>();
  // Invalid settings cause the same error for each input.
  const isNew = ({ code, message, place }: Diagnostic) => {
    const key = JSON.stringify([code, message, place]);
    const isKnown = known.has(key);
    known.add(key);
    return !isKnown;
  };
  const outcomes: Outcome[] = [];
  for (const name of names) {
    try {
      const outcome = await processInput(name, succeeded);
      succeeded.push(outcome);
      outcomes.push(outcome);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const reported: readonly Diagnostic[] = error.diagnostics;
      outcomes.push({
        status: statusOf(reported),
        reported,
        silenced: [],
        data: { [nameKey]: name, diagnostics: reported.map(diagnosticData) },
      });
      if (isDocumentFormat(format)) continue;
      report(io, reported.filter(isNew), { format });
      onFailed?.(name);
    }
  }
  if (format === 'json') printJson(io, { [listKey]: outcomes.map(({ data }) => data) });
  if (isDocumentFormat(format)) {
    const reported = outcomes.flatMap((outcome) => outcome.reported);
    report(io, reported, { format, silenced: outcomes.flatMap(({ silenced }) => silenced) });
  }
  return { outputs: succeeded, status: Math.max(...outcomes.map(({ status }) => status)) };
}
