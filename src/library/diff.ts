import { type Comparison, compareModels } from '../diff/index.ts';
import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';
import { isLoaded, isModel, isTexts, reject } from './argument-checks.ts';
import type { LoadedModel } from './model.ts';

export interface DiffOptions {
  /** Old IRIs with their new IRIs; an IRI that ends in `#` or `/` renames a whole namespace. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * Compares two models, and describes the effects of each change on users of the generated code.
 *
 * @throws CodegenError if an argument does not have its declared type
 */
export function diff(before: DomainModel | LoadedModel, after: DomainModel | LoadedModel, options: DiffOptions = {}): Comparison {
  checkOptions(options);
  // The longest match wins.
  const renamed = Object.entries(options.renamed ?? {}).sort(([a], [b]) => b.length - a.length);
  return compareModels(modelOf('diff: before', before), modelOf('diff: after', after), (iri) => {
    for (const [old, now] of renamed) {
      if (iri === old) return now;
      if (/[#/]$/.test(old) && iri.startsWith(old)) return now + iri.slice(old.length);
    }
    return iri;
  });
}

/** Rejects unknown options, which would be ignored otherwise. */
function checkOptions(options: DiffOptions): void {
  const help = 'docs/how-to/library.md has the functions';
  if (typeof options !== 'object' || options === null) reject('diff: options', 'an object', options, help);
  const { renamed, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) reject('diff: options', `{ renamed }, and has ${other}`, options, help);
  if (renamed !== undefined && !isTexts(renamed)) reject('diff: options.renamed', 'an object of strings', renamed, help);
}

/**
 * Returns a model as JSON, with names instead of object references, as docs/reference/model.md describes.
 *
 * @throws CodegenError if the argument is not a model
 */
export function modelJson(model: DomainModel | LoadedModel): Readonly<Record<string, unknown>> {
  const checked = modelOf('modelJson: model', model);
  return toJson(checked, tablesJson(checked));
}

/** @param where the name of the function and the parameter, for messages */
function modelOf(where: string, given: DomainModel | LoadedModel): DomainModel {
  if (isModel(given)) return given;
  if (isLoaded(given)) return given.model;
  return reject(where, 'a model, or what loadModel gives', given, 'loadModel gives one');
}
