/** Loads the templates that the settings name, and runs `codegen template new` and `codegen template check`. */

import path from 'node:path';
import { DiagnosticError } from '../diagnostics/index.ts';
import { buildModel, policiesOf } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import type { Output, Settings } from '../settings/index.ts';
import { isTemplateName, loadTarget, type Target, templateNames } from '../targets/index.ts';
import { loadTemplateScaffold, optionsOf } from '../templates/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import { type Io, printJson } from './io.ts';
import type { TemplateCheckOptions, TemplateNewOptions } from './options.ts';
import { targetOf } from './outputs.ts';
import { report } from './report.ts';

/** A template with the name or path by which the settings name it. */
export interface ConfiguredTemplate {
  readonly path: string;
  readonly target: Target;
}

/**
 * Loads the templates of the settings with their options, each once. Templates that are not trusted are omitted.
 *
 * @param file if an output contains this file, its options precede those of other outputs of the same template
 * @throws DiagnosticError if a template is invalid
 */
async function configuredTemplates(settings: Settings | undefined, file?: string): Promise<readonly ConfiguredTemplate[]> {
  const contains = ({ folder }: Output) => file !== undefined && path.resolve(file).startsWith(path.resolve(folder) + path.sep);
  const outputs = settings?.outputs ?? [];
  const byPath = new Map<string, ConfiguredTemplate>();
  for (const output of [...outputs.filter(contains), ...outputs]) {
    if (byPath.has(output.template)) continue;
    try {
      byPath.set(output.template, { path: output.template, target: await targetOf(output, settings as Settings) });
    } catch (error) {
      // Generation reports templates that are not trusted.
      if (error instanceof DiagnosticError && error.diagnostics.some(({ code }) => code === 'settings-not-trusted')) continue;
      throw error;
    }
  }
  return [...byPath.values()];
}

/** Loads the custom templates of the settings, as {@link configuredTemplates} does. */
export async function customTemplates(settings: Settings | undefined): Promise<readonly ConfiguredTemplate[]> {
  return (await configuredTemplates(settings)).filter(({ path }) => !isTemplateName(path));
}

/** Loads all built-in templates, with their options in the settings, and then the custom ones; see {@link configuredTemplates}. */
export async function allTemplates(settings: Settings | undefined, file?: string): Promise<readonly Target[]> {
  const configured = (await configuredTemplates(settings, file)).map(({ target }) => target);
  const builtIn = templateNames.map((name) => configured.find((target) => target.name === name) ?? loadTarget(name));
  return [...(await Promise.all(builtIn)), ...configured.filter(({ name }) => !isTemplateName(name))];
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
