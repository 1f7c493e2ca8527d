import { type Comparison, compareModels } from '../diff/index.ts';
import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import { isLoaded, isModel, isTexts, refuse } from './argument-checks.ts';
import type { LoadedModel } from './model.ts';

export interface DiffOptions {
  /** IRIs of the old model that are other ones in the new; one that ends in `#` or `/` renames all below it. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * What is different between two models, and what it means to those who use what is generated.
 *
 * @throws CodegenError if an argument is not what its type says
 */
export function diff(before: DomainModel | LoadedModel, after: DomainModel | LoadedModel, options: DiffOptions = {}): Comparison {
  checkOptions(options);
  // The longest one counts.
  const renamed = Object.entries(options.renamed ?? {}).sort(([a], [b]) => b.length - a.length);
  return compareModels(modelOf('diff: before', before), modelOf('diff: after', after), (iri) => {
    for (const [old, now] of renamed) {
      if (iri === old) return now;
      if (/[#/]$/.test(old) && iri.startsWith(old)) return now + iri.slice(old.length);
    }
    return iri;
  });
}

/** What is no option is told, as it would do nothing. */
function checkOptions(options: DiffOptions): void {
  const help = 'docs/how-to/library.md has the functions';
  if (typeof options !== 'object' || options === null) refuse('diff: options', 'an object', options, help);
  const { renamed, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse('diff: options', `{ renamed }, and has ${other}`, options, help);
  if (renamed !== undefined && !isTexts(renamed)) refuse('diff: options.renamed', 'an object of strings', renamed, help);
}

/**
 * A model as JSON, with names instead of objects: docs/reference/model.md describes it.
 *
 * @throws CodegenError if it is no model
 */
export function modelJson(model: DomainModel | LoadedModel): Readonly<Record<string, unknown>> {
  return toJson(modelOf('modelJson: model', model));
}

/** @param where what it is handed over as */
function modelOf(where: string, given: DomainModel | LoadedModel): DomainModel {
  if (isModel(given)) return given;
  if (isLoaded(given)) return given.model;
  return refuse(where, 'a model, or what loadModel gives', given, 'loadModel gives one');
}
