/** The function `diff` of the library API. */

import { type Comparison, compareModels } from '../diff/index.ts';
import type { DomainModel } from '../model/index.ts';
import { type LoadedModel, modelOf } from './model.ts';

export interface DiffOptions {
  /** Old IRIs with their new IRIs; an IRI that ends in `#` or `/` renames a whole namespace. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Compares two models, and describes the effects of each change on users of the generated code. */
export function diff(before: DomainModel | LoadedModel, after: DomainModel | LoadedModel, options: DiffOptions = {}): Comparison {
  // The longest matching namespace applies.
  const renames = Object.entries(options.renamed ?? {}).sort(([a], [b]) => b.length - a.length);
  return compareModels(modelOf(before), modelOf(after), (iri) => {
    for (const [oldIri, newIri] of renames) {
      if (iri === oldIri) return newIri;
      if (/[#/]$/.test(oldIri) && iri.startsWith(oldIri)) return newIri + iri.slice(oldIri.length);
    }
    return iri;
  });
}
