/** Reads a Liquid template, a folder with `template.yaml` and `*.liquid` files, and renders its files for a model. */

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { Ledger, printingOf } from '../targets/core/index.ts';
import type { Emission, GeneratedFile, OptionValues, Target } from '../targets/index.ts';
import { completeAnswers } from './answers.ts';
import { type Data, type ModelData, modelData, type ObservableView } from './data.ts';
import { Engine, templateLimits } from './engine.ts';
import { FileCheck } from './files.ts';
import { type FileRule, type Manifest, readManifest, type Subject } from './manifest.ts';
import { Marks } from './marks.ts';
import { MANIFEST } from './names.ts';
import { defaultsOf } from './options.ts';
import { TemplateSource } from './source.ts';
import { readYaml } from './yaml.ts';

/** A Liquid template as a target, and what the check of templates needs. */
export interface LiquidTemplate {
  readonly manifest: Manifest;
  readonly target: Target;
  /** Returns the target with a view that observes which members of the model's data are read. */
  readonly observedTarget: (view: ObservableView) => Target;
}

/**
 * Reads a template from its folder. Reads nothing outside the folder, and follows no links.
 *
 * @throws DiagnosticError with the source location of the error
 */
export async function readLiquid(folder: string): Promise<LiquidTemplate> {
  const file = path.join(folder, MANIFEST);
  const manifest = await readManifest(readYaml(file, readText(file)));
  const engine = new Engine(manifest, sourcesIn(folder));
  const rules = manifest.files.map((rule) => {
    if (!engine.has(rule.template))
      rule.at.fail(`the template has no file ${rule.template}`, 'it is a file of its folder that ends in .liquid');
    return { ...rule, pathOf: engine.expression(rule.path, (reason) => rule.at.fail(`its path cannot be made: ${reason}`)) };
  });
  const observedTarget = (view?: ObservableView): Target => {
    const { name, category, language, description, options } = manifest;
    const emit = (model: DomainModel, values: OptionValues = {}): Emission => {
      // The answers state for each kind of constraint how far the generated files enforce it.
      const ledger = new Ledger(completeAnswers(manifest.answers));
      let files: readonly GeneratedFile[] | undefined;
      const cachedFiles = () => {
        files ??= new Rendering(manifest, engine, rules, modelData(model, view), {
          ...defaultsOf(options),
          ...values,
        }).files();
        return files;
      };
      return {
        achieved: (demand) => ledger.achieved(demand),
        files: cachedFiles,
        printing: () => printingOf(cachedFiles()),
        unprinted: () => [],
      };
    };
    return {
      name,
      category,
      language,
      description,
      enforces: Object.keys(manifest.answers).length > 0,
      differences: [],
      options,
      emit,
      generate: (model, values) => emit(model, values).files(),
    };
  };
  return { manifest, target: observedTarget(), observedTarget };
}

function readText(file: string): string {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) fail('template-invalid', { reason: 'it is not a file, but a link or a device' }, { file });
    if (stat.size > templateLimits.text) fail('template-invalid', { reason: 'the file is too large for a template' }, { file });
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'diagnostics' in error) throw error;
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}

/** Returns the Liquid files below a folder, by their paths in it. Does not follow links. */
function sourcesIn(folder: string): ReadonlyMap<string, TemplateSource> {
  const sources = new Map<string, TemplateSource>();
  const folders = [''];
  // The list grows during the loop.
  for (const subfolder of folders) {
    const entries = readdirSync(path.join(folder, subfolder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(name);
      if (!entry.isFile() || !name.endsWith('.liquid')) continue;
      if (sources.size === templateLimits.files) {
        fail(
          'template-invalid',
          { reason: `there are more than ${templateLimits.files} Liquid files` },
          { file: path.join(folder, name) },
        );
      }
      const file = path.join(folder, name);
      sources.set(name, new TemplateSource(file, readText(file)));
    }
  }
  return sources;
}

interface Rule extends FileRule {
  /** Returns the path of the file for the variables of a rendering. */
  readonly pathOf: (scope: object) => string;
}

/** One run of a template on a model. */
class Rendering {
  readonly #manifest: Manifest;
  readonly #engine: Engine;
  readonly #rules: readonly Rule[];
  readonly #data: ModelData;
  readonly #marks: Marks;
  readonly #globals: Data;
  readonly #check = new FileCheck();
  readonly #deadline = performance.now() + templateLimits.all;

  constructor(manifest: Manifest, engine: Engine, rules: readonly Rule[], data: ModelData, options: OptionValues) {
    this.#manifest = manifest;
    this.#engine = engine;
    this.#rules = rules;
    this.#data = data;
    this.#marks = new Marks(data.elementOf);
    this.#globals = { model: data.model, options: { ...options } };
  }

  files(): readonly GeneratedFile[] {
    return this.#rules.flatMap((rule) =>
      this.#scopesOf(rule.for).flatMap((scope) => this.#renderFile(rule, { ...this.#globals, ...scope }) ?? []),
    );
  }

  /** Returns the variables of each file of a rule: `{ class: … }` for each class. */
  #scopesOf(subject: Subject): readonly Data[] {
    const scopes = (all: ReadonlyMap<string, Data>) => [...all.values()].map((data) => ({ [subject]: data }));
    switch (subject) {
      case 'model':
        return [{}];
      case 'class':
        return scopes(this.#data.classes);
      case 'enumeration':
        return scopes(this.#data.enumerations);
      case 'union':
        return scopes(this.#data.unions);
      default:
        return subject satisfies never;
    }
  }

  #renderFile(rule: Rule, scope: Data): GeneratedFile | undefined {
    const session = { data: this.#data, marks: this.#marks };
    const path = this.#engine.runIn(session, () => rule.pathOf(scope)).trim();
    // A rule leaves out a file by an empty path.
    if (path === '') return undefined;
    this.#marks.clear();
    // In milliseconds: the time for one file, or what is left of the time for all files.
    const limit = Math.max(1, Math.min(templateLimits.file, this.#deadline - performance.now()));
    const rendered = this.#engine.render(rule.template, scope, session, limit);
    const comment = rule.comment ?? this.#manifest.comment;
    const { content, marks } = this.#marks.extract(rendered, comment);
    const file = { path, content: content.endsWith('\n') ? content : `${content}\n`, marks, comment };
    const problem = this.#check.problem(file);
    if (problem !== undefined) rule.at.fail(`it makes a file ${JSON.stringify(path)}: ${problem}`);
    return file;
  }
}
