/** The function `diff` of the library API. */

import { type Comparison, compareModels } from '../diff/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isTexts, modelOf, reject } from './argument-checks.ts';
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
  // The longest matching namespace applies.
  const renames = Object.entries(options.renamed ?? {}).sort(([a], [b]) => b.length - a.length);
  return compareModels(modelOf('diff: before', before), modelOf('diff: after', after), (iri) => {
    for (const [oldIri, newIri] of renames) {
      if (iri === oldIri) return newIri;
      if (/[#/]$/.test(oldIri) && iri.startsWith(oldIri)) return newIri + iri.slice(oldIri.length);
    }
    return iri;
  });
}

/** Rejects unknown options, which would be ignored otherwise. */
function checkOptions(options: DiffOptions): void {
  const help = 'docs/how-to/library.md has the functions';
  if (typeof options !== 'object' || options === null) reject('diff: options', 'an object', options, help);
  const { renamed, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) reject('diff: options', `{ renamed }, and has ${unknown}`, options, help);
  if (renamed !== undefined && !isTexts(renamed)) reject('diff: options.renamed', 'an object of strings', renamed, help);
}
