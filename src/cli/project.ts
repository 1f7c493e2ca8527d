import { existsSync } from 'node:fs';
import { type Diagnostic, diagnostic, type Silenced } from '../diagnostics/index.ts';
import { createIriMapping } from '../diff/index.ts';
import { findProject, readHooks } from '../hooks/index.ts';
import { chosenPolicies, type DomainModel } from '../model/index.ts';
import { applyPlan, changes, interruptedRuns, recoverOutput, stepsByKind } from '../output/index.ts';
import { type PlannedProject, planProject, resolveTarget } from '../project/index.ts';
import { findSettings } from '../settings/index.ts';
import { assumedData, printModelSummary, strictErrors, strictKinds } from './assumptions.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { countSteps, dryRunRemark, fileCounts, planLines } from './file-lines.ts';
import { endBySignal, fire } from './fire.ts';
import { type Io, printJson, writeLines } from './io.ts';
import { fetchSources, loadCommand, modelIn, readSubject, type Subject, subjectOf } from './ontology.ts';
import type { ProjectOptions } from './options.ts';
import { isError, report } from './report.ts';
import { printSlice } from './slice.ts';

/** Runs `codegen project gen`. */
export async function generateProject(io: Io, target: string, options: ProjectOptions): Promise<number> {
  const cwd = process.cwd();
  const root = resolveTarget(target, cwd);
  const kinds = await strictKinds(options);
  const subject = await subjectOf(options.graph, options, {
    from: existsSync(root) ? root : cwd,
    isProject: true,
  });
  const fetched = await fetchSources(subject);
  const ontology = await readSubject({ ...subject, sources: fetched });
  const built = await modelIn(ontology, subject);
  const { model, silenced } = built;
  const isDry = options.dryRun || options.check;
  const recovered = isDry ? interruptedRuns(target) : recoverOutput(target);
  const project = planProject({
    target,
    root,
    graph: subject.file,
    model,
    sources: { imports: ontology.imports, named: fetched },
    renamed: createIriMapping(ontology, ontology, []),
    force: options.force || options.check,
    service: options.service ?? subject.settings?.declared.service,
  });
  const assumed = strictErrors(model, kinds);
  const planned: PlannedProject =
    assumed.length === 0 ? project : { ...project, plan: { root: target, steps: [], diagnostics: assumed } };
  const diagnostics = [...recovered, ...built.diagnostics, ...planned.plan.diagnostics];
  if (!diagnostics.some(isError) && !isDry) applyPlan(planned.plan);
  const status = reportResult(io, target, options, { planned, model, diagnostics, silenced, subject });
  const isDone = status === 0 && !options.dryRun && !options.check;
  return isDone && !options.noHooks ? afterGenerate(io, root, options) : status;
}

/** Returns whether the plan changes existing files, which a run without `--force` does not do. */
function needsForce(plan: PlannedProject['plan']): boolean {
  return changes(plan).some(({ kind }) => kind !== 'create');
}

/** Prints the result and the diagnostics. Returns the exit status. */
function reportResult(
  io: Io,
  target: string,
  options: ProjectOptions,
  {
    planned,
    model,
    diagnostics,
    silenced,
    subject,
  }: {
    readonly planned: PlannedProject;
    readonly model: DomainModel;
    readonly diagnostics: readonly Diagnostic[];
    readonly silenced: readonly Silenced[];
    readonly subject: Subject;
  },
): number {
  const { plan } = planned;
  // In the working directory, a command may not find the settings of the project, so the message names them.
  const isFound = subject.settings === undefined || findSettings('.') === subject.settings.file;
  const config = options.config ?? (isFound ? undefined : subject.settings?.file);
  const shownOptions = { ...options, config };
  const stale = options.check ? changes(plan).length : 0;
  const all = stale > 0 ? [...diagnostics, diagnostic('output-stale', { count: stale, force: needsForce(plan) })] : diagnostics;
  const format = formatOf(options);
  if (format === 'json') printJson(io, summary(planned, target, subject.file, model, all));
  const visible = options.quiet && !isDocumentFormat(format) ? all.filter(isError) : all;
  const status = report(io, visible, { more: `${loadCommand(subject.file, shownOptions)} lists all`, format, silenced });
  if (options.quiet || isDocumentFormat(format)) return status;
  if (!diagnostics.some(isError)) writeLines(io, lines(io, planned, options));
  printSlice(io, model, subject.file, shownOptions);
  printModelSummary(io, model, subject.file, shownOptions);
  return status;
}

/**
 * Fires `post-generate`. The hooks are those of the generated project if it has any, or else those of the project in the working
 * directory.
 */
async function afterGenerate(io: Io, root: string, options: ProjectOptions): Promise<number> {
  const cwd = readHooks(findProject(root)).length > 0 ? root : process.cwd();
  const silent = { write: () => true };
  const { fired, status } = await fire(
    options.quiet ? { ...io, stdout: silent } : io,
    { event: 'post-generate', cwd, outputDir: root },
    { toStderr: isDocumentFormat(formatOf(options)), quiet: options.quiet },
  );
  if (fired.interruptedBy) endBySignal(fired.interruptedBy);
  return status;
}

/** Returns the document that `--json` prints. Paths are relative to the target. */
function summary(
  { name, plan }: PlannedProject,
  target: string,
  graph: string,
  model: DomainModel,
  diagnostics: readonly Diagnostic[],
) {
  return {
    project: name,
    target,
    graph,
    ...stepsByKind(plan),
    policies: chosenPolicies(model.policies),
    ...(model.slice && { slice: model.slice }),
    assumed: assumedData(model),
    diagnostics: diagnostics.map(diagnosticData),
  };
}

function* lines(io: Io, { name, plan }: PlannedProject, options: ProjectOptions): Iterable<string> {
  yield* planLines(io, [plan]);
  yield `${name}: ${fileCounts(countSteps([plan]))}${dryRunRemark(options, changes(plan).length > 0)}`;
}
