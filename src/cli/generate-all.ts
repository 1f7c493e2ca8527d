/** Runs `codegen generate`: generates all outputs that one `codegen.yaml` lists. */

import path from 'node:path';
import { type Diagnostic, diagnostic, fail } from '../diagnostics/index.ts';
import { chosenPolicies, type DomainModel } from '../model/index.ts';
import { applyPlans, changes, interruptedRuns, type Plan, planOutput, recoverOutput, stepsByKind } from '../output/index.ts';
import {
  findSettings,
  findSkippedSettings,
  folderOverlapErrors,
  loadFirstSettings,
  type Output,
  type Settings,
} from '../settings/index.ts';
import { plannedFiles } from '../templates/index.ts';
import { assumedData, printModelSummary, strictErrors, strictKinds } from './assumptions.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { countSteps, dryRunRemark, fileCounts, planLines } from './file-lines.ts';
import { endBySignal, fire } from './fire.ts';
import { type Io, printJson, writeLines } from './io.ts';
import { type BuiltModel, loadCommand, modelFor } from './ontology.ts';
import type { GenerateAllOptions } from './options.ts';
import { targetOf } from './outputs.ts';
import { isError, report } from './report.ts';
import { requireTrustedWrites } from './settings-trust.ts';
import { printSlice } from './slice.ts';

/** @throws DiagnosticError if `--no-config` is given, because only the settings list what to generate */
export function requireSettings({ noConfig }: GenerateAllOptions): void {
  if (!noConfig) return;
  fail('usage', {
    message: 'codegen generate needs a settings file, which --no-config excludes',
    help: 'remove --no-config, or run codegen template generate-rdf --ontology <path> --template <name> --output-dir <folder>',
  });
}

/** Runs `codegen generate` without `--watch` and for one settings file. */
export async function generateAll(io: Io, options: GenerateAllOptions): Promise<number> {
  requireSettings(options);
  const format = formatOf(options);
  const generated = await generateOutputs(options);
  if (format === 'json') printJson(io, jsonSummary(generated));
  const status = reportGeneration(io, generated, options);
  return status !== 0 || isDryRun(options) || options.noHooks
    ? status
    : firePostGenerate(io, generated.settings, isDocumentFormat(format));
}

export function isDryRun({ dryRun, check }: Pick<GenerateAllOptions, 'dryRun' | 'check'>): boolean {
  return dryRun || check;
}

export interface GenerationResult extends PlannedOutputs {
  /** The diagnostics of the plans, and the error of `--check` if files are not up to date. */
  readonly allDiagnostics: readonly Diagnostic[];
}

/**
 * Plans all outputs of a settings file, and writes them if there is no error.
 *
 * @param otherSettings the settings of earlier projects in the same run; undefined if only one project is generated
 * @throws DiagnosticError if the settings or the ontology are missing or invalid
 */
export async function generateOutputs(
  options: GenerateAllOptions,
  otherSettings?: readonly Settings[],
): Promise<GenerationResult> {
  const planned = await planAll(options);
  const generated = otherSettings ? await addFolderClashes(planned, otherSettings) : planned;
  const { plans, diagnostics, settings } = generated;
  const stale = plans.reduce((sum, plan) => sum + changes(plan).length, 0);
  const settingsName = otherSettings && settings.file;
  const allDiagnostics =
    options.check && stale > 0
      ? [...diagnostics, diagnostic('output-stale', { count: stale, settings: settingsName })]
      : diagnostics;
  if (!isDryRun(options)) applyUnlessErrors(generated);
  return { ...generated, allDiagnostics };
}

/** Adds an error for each output whose folder overlaps with an output of other settings. */
export async function addFolderClashes(planned: PlannedOutputs, otherSettings: readonly Settings[]): Promise<PlannedOutputs> {
  const clashes = await folderOverlapErrors(planned.settings, otherSettings);
  return clashes.length > 0 ? { ...planned, diagnostics: [...planned.diagnostics, ...clashes] } : planned;
}

/**
 * Reports the result of a generation in the requested format.
 *
 * @param settingsName the settings file, if there are several
 * @returns the exit status
 */
export function reportGeneration(
  io: Io,
  { built, plans, diagnostics, allDiagnostics }: GenerationResult,
  options: GenerateAllOptions,
  settingsName?: string,
): 0 | 1 | 2 {
  const format = formatOf(options);
  const { subject, model, silenced } = built;
  const status = report(io, allDiagnostics, { more: `${loadCommand(subject.file, options)} lists all`, format, silenced });
  if (isDocumentFormat(format)) return status;
  if (!diagnostics.some(isError) && io.level !== 'quiet') writeLines(io, resultLines(io, plans, options, settingsName));
  printSlice(io, model, subject.file, options);
  printModelSummary(io, model, subject.file, options);
  return status;
}

/** The planned outputs of one model. */
export interface PlannedOutputs {
  readonly settings: Settings;
  readonly built: BuiltModel;
  readonly outputs: readonly Output[];
  /** One for each output; none if `--strict` rejects an assumption. */
  readonly plans: readonly Plan[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the settings and the ontology, and plans all outputs.
 *
 * @param isRepeated whether the process generates repeatedly
 * @throws DiagnosticError if there are no settings, or the settings or the ontology are invalid
 */
export async function planAll(options: GenerateAllOptions, isRepeated = false): Promise<PlannedOutputs> {
  const config =
    options.config ??
    findSettings('.') ??
    fail('no-settings', {
      nestedSettings: (await loadFirstSettings()).findNestedSettings('.'),
      graphqlSettings: findSkippedSettings('.'),
    });
  const withConfig = { ...options, config };
  const built = await modelFor(undefined, withConfig, {
    isRepeated,
    templates: ({ settings }) => settings?.outputs.length ?? 0,
  });
  const { subject, model, diagnostics } = built;
  const settings = subject.settings as Settings;
  const { outputs } = settings;
  if (outputs.length === 0) {
    const place = settings.place([]);
    fail('settings-missing', { key: 'outputs', where: 'the settings' }, place, settings.lineAt(place));
  }
  requireTrustedWrites(settings);
  const assumed = strictErrors(model, await strictKinds(options));
  const isDry = isDryRun(options) || assumed.length > 0;
  const interrupted = outputs.flatMap(({ folder }) => (isDry ? interruptedRuns(folder) : recoverOutput(folder)));
  const plans = assumed.length > 0 ? [] : await plansOf(outputs, settings, model);
  const allDiagnostics = [...diagnostics, ...assumed, ...interrupted, ...plans.flatMap((plan) => plan.diagnostics)];
  return { settings, built, outputs, plans, diagnostics: allDiagnostics };
}

async function plansOf(outputs: readonly Output[], settings: Settings, model: DomainModel): Promise<readonly Plan[]> {
  const targets = await Promise.all(outputs.map((output) => targetOf(output, settings)));
  const files = targets.map((target) => plannedFiles(target, model));
  return outputs.map(({ folder }, i) => planOutput(folder, files[i] ?? []));
}

/** Writes all plans, unless there is an error. */
export function applyUnlessErrors({ plans, diagnostics: found }: PlannedOutputs): void {
  if (!found.some(isError)) applyPlans(plans);
}

/** Fires `post-generate` once for all outputs, with the folder of the settings as output folder. */
export async function firePostGenerate(io: Io, settings: Settings, toStderr: boolean): Promise<number> {
  const cwd = path.resolve(settings.folder);
  const { fired, status } = await fire(io, { event: 'post-generate', cwd, outputDir: cwd }, { toStderr });
  if (fired.interruptedBy) endBySignal(fired.interruptedBy);
  return status;
}

/** Returns the document that `--json` prints. Paths of files are relative to the folder of their output. */
export function jsonSummary({ settings, built, outputs, plans, allDiagnostics }: GenerationResult) {
  return {
    settings: settings.file,
    ontology: built.subject.file,
    outputs: plans.map((plan, i) => {
      const { kept: _, ...steps } = stepsByKind(plan);
      return { template: outputs[i]?.template, folder: plan.root, ...steps };
    }),
    policies: chosenPolicies(built.model.policies),
    assumed: assumedData(built.model),
    diagnostics: allDiagnostics.map(diagnosticData),
  };
}

/** Counts files by kind of change: `2 files updated, 40 unchanged`. */
export function summarizeChanges(plans: readonly Plan[]): string {
  return fileCounts(countSteps(plans)) || 'nothing to generate';
}

/** @param settingsName the settings file, if there are several */
function* resultLines(
  io: Io,
  plans: readonly Plan[],
  options: Pick<GenerateAllOptions, 'dryRun' | 'check'>,
  settingsName?: string,
): Iterable<string> {
  yield* planLines(io, plans);
  yield `${settingsName === undefined ? '' : `${settingsName}: `}${summarizeChanges(plans)}${dryRunRemark(
    options,
    plans.some((plan) => changes(plan).length > 0),
  )}`;
}
