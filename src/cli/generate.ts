import path from 'node:path';
import { type Diagnostic, diagnostic, fail } from '../diagnostics/index.ts';
import { applyPlan, changes, type Plan, type PlannedFile, planOutput } from '../output/index.ts';
import { isTemplateName, loadTarget, type TemplateName, templateNames } from '../targets/index.ts';
import type { Io } from './io.ts';
import { loadCommand, modelOf, readOntology, type SourceOptions } from './ontology.ts';
import { diagnosticData, report } from './report.ts';
import { suggest } from './suggest.ts';

export interface GenerateOptions extends SourceOptions {
  readonly ontology: string;
  readonly template: readonly string[];
  readonly outputDir: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
}

/** `template generate-rdf` */
export async function generate(io: Io, options: GenerateOptions): Promise<number> {
  if (options.outputDir === '') fail('usage', { message: '--output-dir is empty', help: 'name a directory; "." is this one' });
  const names = await chosenTemplates(options.template);
  const { model, diagnostics } = await modelOf(await readOntology(options.ontology, options));
  // One template writes into the directory itself; several have a folder each.
  const inFolders = options.template.length > 1 || options.template.includes('all');
  const files: PlannedFile[] = [];
  for (const name of names) {
    const target = await loadTarget(name);
    const origin = { generator: name, ontology: model.source };
    for (const file of target.generate(model)) {
      files.push({ path: inFolders ? `${name}/${file.path}` : file.path, content: file.content, origin });
    }
  }
  const plan = planOutput(options.outputDir, files);
  const found = [...diagnostics, ...plan.diagnostics];
  if (options.check && changes(plan).length > 0) found.push(diagnostic('output-stale', { count: changes(plan).length }));
  const failed = plan.diagnostics.some((d) => d.severity === 'error');
  if (!failed && !options.dryRun && !options.check) applyPlan(plan);
  if (options.json) {
    io.stdout.write(`${JSON.stringify(summary(options, names, plan, found), undefined, 2)}\n`);
  }
  const status = report(io, found, `${loadCommand(options.ontology, options)} lists them all`);
  if (!options.json && !failed) {
    for (const line of lines(plan, options)) io.stdout.write(`${line}\n`);
  }
  return status;
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
function summary(options: GenerateOptions, names: readonly string[], plan: Plan, diagnostics: readonly Diagnostic[]) {
  return {
    ontology: options.ontology,
    templates: names,
    output_dir: options.outputDir,
    created: paths(plan, 'create'),
    updated: paths(plan, 'replace'),
    unchanged: paths(plan, 'unchanged'),
    removed: paths(plan, 'remove'),
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
