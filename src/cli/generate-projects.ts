/** Runs `codegen generate <projects>`: generates the outputs of several settings files, one after the other. */

import type { Settings } from '../settings/index.ts';
import { type Outcome, ofEach } from './batch.ts';
import { formatOf, isDocument } from './diagnostics-format.ts';
import { afterGenerate, generated, isDry, needSettings, summary, tell } from './generate-all.ts';
import type { Io } from './io.ts';
import { projectsOf } from './named-settings.ts';
import type { GenerateAllOptions } from './options.ts';
import { isError, statusOf } from './report.ts';

interface Project extends Outcome {
  readonly settings: Settings;
}

/**
 * Generates each settings file separately, completely or not at all. An error in one is reported and does not stop the others.
 * Hooks run after all are generated, because the hooks of one project may need the output of another.
 *
 * @param named settings files, or folders that contain one
 * @returns the greatest exit status
 * @throws DiagnosticError if an argument is invalid; nothing is generated then
 */
export async function generateSeveral(io: Io, options: GenerateAllOptions, named: readonly string[]): Promise<number> {
  needSettings(options);
  const format = formatOf(options);
  // Printed instead of the totals of a project.
  const onFailed = (file: string) => {
    if (io.level !== 'quiet') io.stdout.write(`${file}: nothing was written\n`);
  };
  const take = async (config: string, before: readonly Project[]): Promise<Project> => {
    const given = { ...options, config };
    const beside = before.map(({ settings }) => settings);
    const made = await generated(given, beside);
    const { settings, built, told } = made;
    const status = isDocument(format) ? statusOf(told) : tell(io, made, given, config);
    if (!isDocument(format) && made.found.some(isError)) onFailed(config);
    return { status, settings, told, silenced: built.silenced, data: summary(made) };
  };
  const { taken, status: all } = await ofEach(io, projectsOf(named, options), {
    ...{ format, list: 'projects', name: 'settings' },
    ...{ take, onFailed },
  });
  if (isDry(options) || options.noHooks) return all;
  let status = all;
  for (const project of taken) {
    if (project.status !== 0) continue;
    status = Math.max(status, await afterGenerate(io, project.settings, isDocument(format)));
  }
  return status;
}
