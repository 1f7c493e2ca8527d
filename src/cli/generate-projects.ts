/** Runs `codegen generate <projects>`: generates the outputs of several settings files, one after the other. */

import type { Settings } from '../settings/index.ts';
import { type Outcome, processEach } from './batch.ts';
import { formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { firePostGenerate, generateOutputs, isDryRun, jsonSummary, reportGeneration, requireSettings } from './generate-all.ts';
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
 * @param projects settings files, or folders that contain one
 * @returns the greatest exit status
 * @throws DiagnosticError if an argument is invalid; nothing is generated then
 */
export async function generateSeveral(io: Io, options: GenerateAllOptions, projects: readonly string[]): Promise<number> {
  requireSettings(options);
  const format = formatOf(options);
  // Printed instead of the totals of a project.
  const onFailed = (file: string) => {
    if (io.level !== 'quiet') io.stdout.write(`${file}: nothing was written\n`);
  };
  const processInput = async (config: string, before: readonly Project[]): Promise<Project> => {
    const projectOptions = { ...options, config };
    const otherSettings = before.map(({ settings }) => settings);
    const generated = await generateOutputs(projectOptions, otherSettings);
    const { settings, built, allDiagnostics: reported } = generated;
    const status = isDocumentFormat(format) ? statusOf(reported) : reportGeneration(io, generated, projectOptions, config);
    if (!isDocumentFormat(format) && generated.diagnostics.some(isError)) onFailed(config);
    return { status, settings, reported, silenced: built.silenced, data: jsonSummary(generated) };
  };
  const { outputs, status: all } = await processEach(io, projectsOf(projects, options), {
    ...{ format, listKey: 'projects', nameKey: 'settings' },
    ...{ processInput, onFailed },
  });
  if (isDryRun(options) || options.noHooks) return all;
  let status = all;
  for (const project of outputs) {
    if (project.status !== 0) continue;
    status = Math.max(status, await firePostGenerate(io, project.settings, isDocumentFormat(format)));
  }
  return status;
}
