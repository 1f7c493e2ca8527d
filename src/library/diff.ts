import { diagnostic } from '../diagnostics/index.ts';
import { type Comparison, compareModels } from '../diff/index.ts';
import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import { CodegenError } from './error.ts';
import { isLoaded, isModel } from './given.ts';
import type { LoadedModel } from './model.ts';

export interface DiffOptions {
  /** IRIs of the old model that are other ones in the new; one that ends in `#` or `/` renames all below it. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * What is different between two models, and what it means to those who use what is generated.
 *
 * @throws CodegenError if an argument is no model
 */
export function diff(before: DomainModel | LoadedModel, after: DomainModel | LoadedModel, options: DiffOptions = {}): Comparison {
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

/**
 * A model as JSON, with names instead of objects: docs/model.md describes it.
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
  const help = (given as unknown) instanceof Promise ? 'it is a promise: await it first' : 'loadModel gives one';
  throw new CodegenError([diagnostic('usage', { message: `${where} must be a model, or what loadModel gives`, help })]);
}
