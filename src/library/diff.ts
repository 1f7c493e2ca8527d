import { type Comparison, compareModels } from '../diff/index.ts';
import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import type { LoadedModel } from './model.ts';

export interface DiffOptions {
  /** IRIs of the old model that are other ones in the new; one that ends in `#` or `/` renames all below it. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** What is different between two models, and what it means to those who use what is generated. */
export function diff(before: DomainModel | LoadedModel, after: DomainModel | LoadedModel, options: DiffOptions = {}): Comparison {
  // The longest one counts.
  const renamed = Object.entries(options.renamed ?? {}).sort(([a], [b]) => b.length - a.length);
  return compareModels(modelOf(before), modelOf(after), (iri) => {
    for (const [old, now] of renamed) {
      if (iri === old) return now;
      if (/[#/]$/.test(old) && iri.startsWith(old)) return now + iri.slice(old.length);
    }
    return iri;
  });
}

/** A model as JSON, with names instead of objects: docs/model.md describes it. */
export function modelJson(model: DomainModel | LoadedModel): Readonly<Record<string, unknown>> {
  return toJson(modelOf(model));
}

function modelOf(given: DomainModel | LoadedModel): DomainModel {
  return 'model' in given ? given.model : given;
}
