import { type Diagnostic, diagnostic, fail } from '../diagnostics/index.ts';
import { chosenPolicies, type DomainModel } from '../model/index.ts';
import { applyPlan, changes, interruptedRuns, type Plan, planOutput, recoverOutput, stepsByKind } from '../output/index.ts';
import { type Target, templateNames } from '../targets/index.ts';
import { applyOptions, isTemplatePath, loadTemplate, optionsOf, plannedFiles } from '../templates/index.ts';
import { assumedData, printModelSummary, strictErrors, strictKinds } from './assumptions.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { countSteps, dryRunRemark, fileCounts, planLines } from './file-lines.ts';
import { type Io, printJson, writeLines } from './io.ts';
import { loadCommand, modelFor } from './ontology.ts';
import type { GenerateOptions } from './options.ts';
import { isError, report } from './report.ts';
import { printSlice } from './slice.ts';

/** Runs `codegen template generate-rdf`. */
export async function generate(io: Io, cliOptions: GenerateOptions): Promise<number> {
  const options = { ...cliOptions, template: [...new Set(cliOptions.template.flatMap(splitNames))] };
  if (options.outputDir === '') fail('usage', { message: '--output-dir is empty', help: 'name a directory; "." is this one' });
  const format = formatOf(options);
  const chosen = await chosenTemplates(options);
  const targets = chosen.map(({ target }) => target);
  const kinds = await strictKinds(options);
  const { subject, model, diagnostics, silenced } = await modelFor(options.ontology, options, {
    templates: () => targets.length,
  });
  const assumed = strictErrors(model, kinds);
  const isDry = options.dryRun || options.check;
  const earlier = assumed.length > 0 || isDry ? interruptedRuns(options.outputDir) : recoverOutput(options.outputDir);
  const files = assumed.length > 0 ? [] : chosen.flatMap(({ target, folder }) => plannedFiles(target, model, folder));
  const plan =
    assumed.length > 0 ? { root: options.outputDir, steps: [], diagnostics: [] } : planOutput(options.outputDir, files);
  const allDiagnostics = [...diagnostics, ...assumed, ...earlier, ...plan.diagnostics];
  const failed = allDiagnostics.some(isError);
  if (options.check && changes(plan).length > 0) allDiagnostics.push(diagnostic('output-stale', { count: changes(plan).length }));
  if (!failed && !isDry) applyPlan(plan);
  if (format === 'json') printJson(io, summary(subject.file, options, targets, plan, model, allDiagnostics));
  const status = report(io, allDiagnostics, { more: `${loadCommand(subject.file, options)} lists all`, format, silenced });
  if (isDocumentFormat(format)) return status;
  if (!failed && io.level !== 'quiet') writeLines(io, resultLines(io, plan, options));
  printSlice(io, model, subject.file, options);
  printModelSummary(io, model, subject.file, options);
  return status;
}

/** Splits `a,b` into two template names, unless it is a path. */
function splitNames(given: string): readonly string[] {
  return given.includes(',') && !isTemplatePath(given) ? given.split(',').filter((name) => name !== '') : [given];
}

/** A template with its options, and the subfolder of the output for its files. */
interface ChosenTemplate {
  readonly target: Target;
  readonly folder: string | undefined;
}

/** Returns the named templates: built-in ones in their fixed order, then custom ones in the order of the command line. */
async function chosenTemplates({ template, option }: GenerateOptions): Promise<readonly ChosenTemplate[]> {
  const requested = template.flatMap((name): readonly string[] => (name === 'all' ? templateNames : [name]));
  const templates = [...new Set(requested)].sort((a, b) => rank(a) - rank(b));
  const options = optionsOf(option);
  const targets: Target[] = [];
  for (const name of templates) {
    const target = await loadTemplate(name, { others: ['all'] });
    if (targets.some((other) => other.name === target.name)) {
      fail('usage', {
        message: `two templates have the name ${target.name}`,
        help: 'generate them one after the other, each into a folder',
      });
    }
    targets.push(target);
  }
  const optionNames = (each: Target) => Object.keys(each.options ?? {});
  // One template writes into the directory itself; several have a folder each.
  const inFolders = template.length > 1 || template.includes('all');
  return Promise.all(
    targets.map(async (target) => {
      // An option that one template does not know may belong to another.
      const foreign = new Set(targets.filter((each) => each !== target).flatMap(optionNames));
      const own = Object.entries(options).filter(([name]) => Object.hasOwn(target.options ?? {}, name) || !foreign.has(name));
      return { target: await applyOptions(target, Object.fromEntries(own)), folder: inFolders ? target.name : undefined };
    }),
  );
}

function rank(name: string): number {
  const at = (templateNames as readonly string[]).indexOf(name);
  return at < 0 ? templateNames.length : at;
}

/** Returns the document that `--json` prints. */
function summary(
  ontology: string,
  options: GenerateOptions,
  targets: readonly Target[],
  plan: Plan,
  model: DomainModel,
  diagnostics: readonly Diagnostic[],
) {
  const { kept: _, ...steps } = stepsByKind(plan);
  return {
    ontology,
    templates: targets.map(({ name }) => name),
    output_dir: options.outputDir,
    ...steps,
    policies: chosenPolicies(model.policies),
    ...(model.slice && { slice: model.slice }),
    assumed: assumedData(model),
    diagnostics: diagnostics.map(diagnosticData),
  };
}

function* resultLines(io: Io, plan: Plan, options: GenerateOptions): Iterable<string> {
  yield* planLines(io, [plan]);
  yield `${fileCounts(countSteps([plan]))}${dryRunRemark(options, changes(plan).length > 0)}`;
}
