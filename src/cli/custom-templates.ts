/** Loads the custom templates that the settings name, and runs `codegen template new` and `codegen template check`. */

import { DiagnosticError } from '../diagnostics/index.ts';
import { buildModel, policiesOf } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import type { Settings } from '../settings/index.ts';
import { isTemplateName, type Target } from '../targets/index.ts';
import { loadTemplateScaffold, optionsOf } from '../templates/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import { type Io, printJson } from './io.ts';
import type { TemplateCheckOptions, TemplateNewOptions } from './options.ts';
import { targetOf } from './outputs.ts';
import { report } from './report.ts';

/** A custom template with the path by which the settings name it. */
export interface CustomTemplate {
  readonly path: string;
  readonly target: Target;
}

/**
 * Loads the custom templates of the settings with their options, each once. Templates that are not trusted are omitted.
 *
 * @throws DiagnosticError if a template is invalid
 */
export async function customTemplates(settings: Settings | undefined): Promise<readonly CustomTemplate[]> {
  const byFile = new Map<string, CustomTemplate>();
  for (const output of settings?.outputs ?? []) {
    const { template: path } = output;
    if (isTemplateName(path) || byFile.has(path)) continue;
    try {
      byFile.set(path, { path, target: await targetOf(output, settings as Settings) });
    } catch (error) {
      // Generation reports templates that are not trusted.
      if (error instanceof DiagnosticError && error.diagnostics.some(({ code }) => code === 'settings-not-trusted')) continue;
      throw error;
    }
  }
  return [...byFile.values()];
}

/** Runs `codegen template new`. */
export async function newTemplate(io: Io, name: string, { kind }: TemplateNewOptions): Promise<number> {
  const { newTemplate } = await loadTemplateScaffold();
  for (const file of newTemplate(name, kind)) if (io.level !== 'quiet') io.stdout.write(`created ${file}\n`);
  return 0;
}

/** Runs `codegen template check`. */
export async function checkTemplate(io: Io, at: string, options: TemplateCheckOptions): Promise<number> {
  const { checkTemplate, specimen } = await loadTemplateScaffold();
  const ontology = await loadOntology('shop.ttl', { texts: { 'shop.ttl': specimen }, onlyTexts: true });
  const { model } = await buildModel(ontology, policiesOf());
  const { diagnostics, ...checked } = await checkTemplate(at, model, optionsOf(options.option));
  if (options.json) {
    printJson(io, { ...checked, diagnostics: diagnostics.map(diagnosticData) });
    return report(io, diagnostics);
  }
  const { name, files, answers, unmarked, ignored } = checked;
  io.stdout.write(`${name} generates ${files.length} ${files.length === 1 ? 'file' : 'files'} from the test model\n`);
  for (const [heading, status] of [
    ['enforces', 'enforced'],
    ['enforces in part', 'approximated'],
    ['does not enforce', 'dropped'],
    ['answers by the case', 'mixed'],
  ] as const) {
    const kinds = Object.entries(answers).flatMap(([kind, answer]) => (answer === status ? [kind] : []));
    if (kinds.length > 0) io.stdout.write(`${heading}: ${kinds.join(', ')}\n`);
  }
  for (const [what, members] of Object.entries(ignored)) io.stdout.write(`never reads (${what}): ${members.join(', ')}\n`);
  const missing = Object.entries(unmarked).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  if (missing.length > 0) io.stdout.write(`not marked, so that explain does not find them: ${missing.join(', ')}\n`);
  return report(io, diagnostics);
}
