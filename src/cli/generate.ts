import path from 'node:path';
import { type Diagnostic, diagnostic, fail, suggest } from '../diagnostics/index.ts';
import { changedPolicies, chosenPolicies, type DomainModel } from '../model/index.ts';
import { applyPlan, changes, interruptedRuns, type Plan, type PlannedFile, planOutput, recoverOutput } from '../output/index.ts';
import { isTemplateName, loadTarget, type TemplateName, templateNames } from '../targets/index.ts';
import { assumedData, refused, strictKinds, tellAssumed } from './assumed.ts';
import { diagnosticData, formatOf, isDocument } from './diagnostics-format.ts';
import type { Io } from './io.ts';
import { printJson } from './json.ts';
import { loadCommand, modelFor } from './ontology.ts';
import type { GenerateOptions } from './options.ts';
import { isError, report } from './report.ts';

/** `template generate-rdf` */
export async function generate(io: Io, options: GenerateOptions): Promise<number> {
  if (options.outputDir === '') fail('usage', { message: '--output-dir is empty', help: 'name a directory; "." is this one' });
  const format = formatOf(options);
  const names = await chosenTemplates(options.template);
  const kinds = await strictKinds(options);
  const { subject, model, diagnostics } = await modelFor(options.ontology, options);
  const assumed = refused(model, kinds);
  const isDry = options.dryRun || options.check;
  const earlier = assumed.length > 0 || isDry ? interruptedRuns(options.outputDir) : recoverOutput(options.outputDir);
  const plan =
    assumed.length > 0 ? nothing(options.outputDir) : planOutput(options.outputDir, await filesOf(model, names, options));
  const found = [...diagnostics, ...assumed, ...earlier, ...plan.diagnostics];
  const failed = found.some(isError);
  if (options.check && changes(plan).length > 0) found.push(diagnostic('output-stale', { count: changes(plan).length }));
  if (!failed && !isDry) applyPlan(plan);
  if (format === 'json') printJson(io, summary(subject.file, options, names, plan, model, found));
  const status = report(io, found, { more: `${loadCommand(subject.file, options)} lists them all`, format });
  if (isDocument(format)) return status;
  if (!failed) for (const line of lines(plan, options)) io.stdout.write(`${line}\n`);
  tellAssumed(io, model, subject.file, options);
  return status;
}

/** The plan that does nothing. */
function nothing(root: string): Plan {
  return { root, steps: [], diagnostics: [] };
}

async function filesOf(
  model: DomainModel,
  names: readonly TemplateName[],
  { template }: GenerateOptions,
): Promise<readonly PlannedFile[]> {
  // One template writes into the directory itself; several have a folder each.
  const inFolders = template.length > 1 || template.includes('all');
  const files: PlannedFile[] = [];
  for (const name of names) {
    const target = await loadTarget(name);
    const origin = { generator: name, ontology: model.source, policies: changedPolicies(model.policies) };
    for (const file of target.generate(model)) {
      files.push({ path: inFolders ? `${name}/${file.path}` : file.path, content: file.content, origin });
    }
  }
  return files;
}

async function chosenTemplates(given: readonly string[]): Promise<readonly TemplateName[]> {
  const chosen = new Set<TemplateName>();
  for (const name of given) {
    if (name === 'all') for (const each of templateNames) chosen.add(each);
    else if (isTemplateName(name)) chosen.add(name);
    else fail('unknown-template', { name, known: templateNames, suggestion: await suggest(name, [...templateNames, 'all']) });
  }
  return templateNames.filter((name) => chosen.has(name));
}

function paths(plan: Plan, ...kinds: readonly Plan['steps'][number]['kind'][]): string[] {
  return plan.steps.filter((step) => kinds.includes(step.kind)).map((step) => step.path);
}

/** What `--json` prints. */
function summary(
  ontology: string,
  options: GenerateOptions,
  names: readonly string[],
  plan: Plan,
  model: DomainModel,
  diagnostics: readonly Diagnostic[],
) {
  return {
    ontology,
    templates: names,
    output_dir: options.outputDir,
    created: paths(plan, 'create'),
    updated: paths(plan, 'replace'),
    unchanged: paths(plan, 'unchanged'),
    removed: paths(plan, 'remove'),
    policies: chosenPolicies(model.policies),
    assumed: assumedData(model.assumptions),
    diagnostics: diagnostics.map(diagnosticData),
  };
}

function* lines(plan: Plan, options: GenerateOptions): Iterable<string> {
  const verbs = { create: 'created', replace: 'updated', remove: 'removed' } as const;
  const counts = { created: 0, updated: 0, removed: 0, unchanged: 0 };
  for (const step of plan.steps) {
    if (step.kind === 'unchanged') {
      counts.unchanged++;
    } else if (step.kind !== 'keep') {
      counts[verbs[step.kind]]++;
      yield `${verbs[step.kind]} ${path.join(plan.root, step.path)}`;
    }
  }
  const total = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
  yield `${total}${options.dryRun ? ' (dry run: nothing was written)' : ''}`;
}
