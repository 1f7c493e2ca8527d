/** `generate <projects>`: the outputs of several settings files, one after the other. */

import { type Diagnostic, DiagnosticError } from '../diagnostics/index.ts';
import type { Settings } from '../settings/index.ts';
import { diagnosticData, formatOf, isDocument } from './diagnostics-format.ts';
import { afterGenerate, type Generated, generated, isDry, summary, tell } from './generate-all.ts';
import type { Io } from './io.ts';
import { printJson } from './json.ts';
import { projectsOf } from './named-settings.ts';
import type { GenerateAllOptions } from './options.ts';
import { isError, report, statusOf } from './report.ts';

/** What is kept of a settings file until all are generated. */
interface Outcome extends Pick<Generated, 'told'>, Pick<Generated['built'], 'silenced'> {
  readonly status: number;
  /** Undefined if they could not be read, or what they name. */
  readonly settings: Settings | undefined;
  readonly data: unknown;
}

/**
 * Generates from each settings file by itself, all or nothing; what is wrong with one is told and stops none of the others.
 * The hooks run when all are generated, as those of one may need what another one wrote.
 *
 * @param named settings files, and folders with one
 * @returns the greatest exit status
 * @throws DiagnosticError if the arguments are wrong: nothing is generated then
 */
export async function generateSeveral(io: Io, options: GenerateAllOptions, named: readonly string[]): Promise<number> {
  const format = formatOf(options);
  const outcomes: Outcome[] = [];
  for (const config of projectsOf(named, options)) {
    const beside = outcomes.flatMap(({ settings }) => settings ?? []);
    outcomes.push(await outcomeOf(io, { ...options, config }, config, beside));
  }
  let status = Math.max(...outcomes.map((outcome) => outcome.status));
  if (format === 'json') printJson(io, { projects: outcomes.map(({ data }) => data) });
  if (isDocument(format)) {
    const told = outcomes.flatMap((outcome) => outcome.told);
    report(io, told, { format, silenced: outcomes.flatMap(({ silenced }) => silenced) });
  }
  if (isDry(options) || options.noHooks) return status;
  for (const outcome of outcomes) {
    if (outcome.status !== 0 || !outcome.settings) continue;
    status = Math.max(status, await afterGenerate(io, outcome.settings, isDocument(format)));
  }
  return status;
}

/** Generates from one of them; people are told at once what came of it. */
async function outcomeOf(io: Io, options: GenerateAllOptions, file: string, beside: readonly Settings[]): Promise<Outcome> {
  const isForPeople = !isDocument(formatOf(options));
  try {
    const made = await generated(options, beside);
    const status = isForPeople ? tell(io, made, options, file) : statusOf(made.told);
    if (isForPeople && made.found.some(isError)) tellFailed(io, file);
    return { status, settings: made.settings, told: made.told, silenced: made.built.silenced, data: summary(made) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const told: readonly Diagnostic[] = error.diagnostics;
    if (isForPeople) {
      report(io, told, { format: formatOf(options) });
      tellFailed(io, file);
    }
    return {
      status: statusOf(told),
      settings: undefined,
      told,
      silenced: [],
      data: { settings: file, diagnostics: told.map(diagnosticData) },
    };
  }
}

/** Says beside the numbers of the others that there are none. */
function tellFailed(io: Io, file: string): void {
  if (io.level !== 'quiet') io.stdout.write(`${file}: nothing was written\n`);
}
