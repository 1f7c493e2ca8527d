/** The function `generate` of the library API: model in, files in memory out. */

import { fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import { type Origin, withHeader } from '../output/index.ts';
import type { OptionValues, Placed, Target } from '../targets/index.ts';
import { applyOptions, loadTemplate, originOf, printedFiles } from '../templates/index.ts';
import { convertErrors } from './error.ts';
import {
  isLoaded,
  isModel,
  type LoadedModel,
  loadCheckedModel,
  type ModelOptions,
  type OntologySource,
  yieldToEvents,
} from './model.ts';

/** The name of a built-in template, the path of the user's own template, or a target from `defineTarget`. */
export type Template = string | Target;

/** A template with its output folder and its options. */
export interface TemplateUse {
  readonly template: Template;
  /** The folder of its files; default: none for a single template, else the template's name. */
  readonly folder?: string;
  readonly options?: OptionValues;
}

export interface GenerateOptions {
  readonly templates: readonly (Template | TemplateUse)[];
  /** Aborts the generation with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A generated file, in memory. */
export interface OutputFile {
  /** Relative path, with `/` as separator. */
  readonly path: string;
  /** The whole text, with the header by which later runs recognize the file. */
  readonly content: string;
  /** The name of the template. */
  readonly template: string;
  /** The part below the header. */
  readonly body: string;
  readonly origin: Origin;
  /** The model elements to which lines of the body belong, outer marks first. */
  readonly marks: Iterable<Placed>;
}

/**
 * Generates the files of a model, in memory.
 *
 * @param from a model, a result of `loadModel`, or an ontology
 * @throws CodegenError if a template does not exist or fails
 */
export function generate(
  from: DomainModel | LoadedModel | OntologySource,
  options: GenerateOptions & Omit<ModelOptions, 'signal'>,
): Promise<readonly OutputFile[]> {
  return convertErrors(async () => {
    return filesFrom(await modelOf(from, options), options, loadTemplate);
  });
}

/**
 * Generates the files of templates for a model.
 *
 * @param load loads a template by its name
 */
export async function filesFrom(
  model: DomainModel,
  { templates, signal }: GenerateOptions,
  load: (name: string) => Promise<Target>,
): Promise<readonly OutputFile[]> {
  const uses = templates.map((each): TemplateUse => (isUse(each) ? each : { template: each }));
  const files: OutputFile[] = [];
  for (const use of uses) {
    await yieldToEvents(signal);
    const { template, options = {} } = use;
    const target = await applyOptions(typeof template === 'string' ? await load(template) : template, options);
    files.push(...filesOf(model, target, use.folder ?? (uses.length > 1 ? target.name : '')));
  }
  const paths = new Set<string>();
  for (const { path } of files) {
    const key = path.toLowerCase();
    if (paths.has(key)) fail('usage', { message: `two files have the name ${key}`, help: 'give each template its own folder' });
    paths.add(key);
  }
  return files;
}

async function modelOf(from: DomainModel | LoadedModel | OntologySource, options: ModelOptions): Promise<DomainModel> {
  if (isModel(from)) return from;
  return (isLoaded(from) ? from : await loadCheckedModel(from, options, loadOntology)).model;
}

const isUse = (given: Template | TemplateUse): given is TemplateUse => typeof given === 'object' && 'template' in given;

function filesOf(model: DomainModel, target: Target, folder: string): OutputFile[] {
  return printedFiles(target, model).map((file) => {
    const { path, content: body, marks = [] } = file;
    const origin = originOf(file, target.name, model);
    const at = folder === '' ? path : `${folder.replace(/(?<!\/)\/+$/, '')}/${path}`;
    return { path: at, content: withHeader({ path: at, content: body }, origin), template: target.name, body, origin, marks };
  });
}
