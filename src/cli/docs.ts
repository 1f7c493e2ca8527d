import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, diagnostic, fail, type Place } from '../diagnostics/index.ts';
import { compareModels, createIriMapping } from '../diff/index.ts';
import { chosenPolicies } from '../model/index.ts';
import { isRemote } from '../ontology/index.ts';
import {
  applyPlan,
  changes,
  interruptedRuns,
  type Plan,
  planOutput,
  recoverOutput,
  stepsByKind,
  withHeader,
} from '../output/index.ts';
import { headerLines } from '../report/index.ts';
import { type SiteInput, siteFiles } from '../site/index.ts';
import { enforcingNames, isTemplateName, layerNames } from '../targets/index.ts';
import { originOf } from '../templates/index.ts';
import { allTemplates } from './custom-templates.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { parseRename, rewritePlaces } from './diff.ts';
import { oldOptions, parseSide, readSide, type Side } from './diff-sides.ts';
import type { DocsOptions } from './docs-options.ts';
import { countSteps, fileCounts } from './file-lines.ts';
import { type Io, printJson, printSuccess } from './io.ts';
import { type BuiltModel, loadCommand, modelFor } from './ontology.ts';
import { isError, report } from './report.ts';
import { SITE } from './site-name.ts';
import { printSlice } from './slice.ts';

/** Runs `codegen docs`. */
export async function docs(io: Io, argument: string | undefined, options: DocsOptions): Promise<number> {
  if (options.output === '') fail('usage', { message: '--output is empty', help: 'name a folder; "." is this one' });
  const format = formatOf(options);
  const built = await modelFor(argument, options);
  const { subject, ontology, model, diagnostics } = built;
  const templates = await allTemplates(subject.settings);
  const compared = options.against === undefined ? undefined : await compareOntology(options.against, built, options);
  const files = siteFiles({
    ...{ file: subject.file, ontology, model },
    targets: templates.filter(({ name }) => !isTemplateName(name) || enforcingNames.some((each) => each === name)),
    printed: templates.filter(({ name }) => layerNames.some((each) => each === name)),
    // The header of a file in these languages does not depend on its content.
    header: (file, target) =>
      headerLines(withHeader({ path: file.path, content: '\n' }, originOf(file, target.name, model)), '\n'),
    ...(compared && { changes: compared }),
  });
  const planned = files.map(({ path, content }) => ({ path, content, origin: originOf({}, SITE, model) }));
  const isDry = options.dryRun || options.check;
  const earlier = isDry ? interruptedRuns(options.output) : recoverOutput(options.output);
  const plan = planOutput(options.output, planned);
  const allDiagnostics: Diagnostic[] = [...diagnostics, ...earlier, ...plan.diagnostics];
  const failed = allDiagnostics.some(isError);
  const changed = changes(plan);
  if (options.check && changed.length > 0) allDiagnostics.push(diagnostic('output-stale', { count: changed.length }));
  if (!failed && !isDry) applyPlan(plan);
  if (format === 'json') printJson(io, summary(subject.file, options, plan, built, allDiagnostics));
  const status = report(io, allDiagnostics, { more: `${loadCommand(subject.file, options)} lists all`, format });
  if (isDocumentFormat(format)) return status;
  if (!failed && io.level !== 'quiet') printSuccess(io, summaryLine(plan, options));
  printSlice(io, model, subject.file, options);
  return status;
}

/** Compares the ontology with a Git revision or another file. */
async function compareOntology(
  against: string,
  { subject, model, ontology }: BuiltModel,
  options: DocsOptions,
): Promise<NonNullable<SiteInput['changes']>> {
  const side = existsSync(against) || isRevision(against) ? against : `git:${against}`;
  const old = await readSide(parseSide(side, subject.file), oldOptions(options));
  // Readers of the site do not need paths of this machine, so files are named relative to the ontology.
  const relativeToOntology = (file: string) => path.relative(path.dirname(subject.file), file).split(path.sep).join('/');
  const withDisplayName = (place: Place): Place => ({ ...place, file: relativeToOntology(place.file) });
  const newSide: Side = { name: subject.file, model, ontology, withDisplayName };
  const isFile = !isRevision(side) && !isRemote(side);
  const oldSide: Side = isFile ? { ...old, name: relativeToOntology(old.name), withDisplayName } : old;
  const stated = options.renamed.map((each) => parseRename(each, old, newSide));
  const comparison = compareModels(old.model, model, createIriMapping(old.ontology, ontology, stated));
  return {
    comparison: { ...comparison, changes: comparison.changes.map((each) => rewritePlaces(each, oldSide, newSide)) },
    old: oldSide.name,
  };
}

const isRevision = (side: string): boolean => side.startsWith('git:');

/** Returns the document that `--json` prints. */
function summary(
  ontology: string,
  { output }: DocsOptions,
  plan: Plan,
  { model }: BuiltModel,
  diagnostics: readonly Diagnostic[],
) {
  const { kept: _, ...steps } = stepsByKind(plan);
  return {
    ontology,
    output,
    ...steps,
    policies: chosenPolicies(model.policies),
    ...(model.slice && { slice: model.slice }),
    diagnostics: diagnostics.map(diagnosticData),
  };
}

/** Returns `site/index.html: 24 files created, 2 unchanged`, because a list of all files would be too long. */
function summaryLine(plan: Plan, { output, dryRun }: DocsOptions): string {
  const { created, updated, unchanged, removed } = countSteps([plan]);
  const where = output.endsWith('/') ? `${output}index.html` : `${output}/index.html`;
  const counts = fileCounts({ created, updated, unchanged, removed });
  return `${where}: ${counts}${dryRun ? ' (dry run: nothing was written)' : ''}`;
}
