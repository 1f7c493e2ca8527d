/** Suggests how to allow a number that is too large for its field, such as `add --policy integers=64 to allow it`. */

import { widerTypeHint } from '../model/index.ts';
import type { Loss } from './individual.ts';

/**
 * Returns how to allow a number that is too large for its field, as a clause; undefined for other losses.
 *
 * @param show returns an IRI as messages show it
 */
export function remedyOf({ kind, about, triple }: Loss, show: (iri: string) => string): string | undefined {
  const type = about?.field?.type;
  if (kind !== 'value' || type?.kind !== 'scalar' || typeof triple.object === 'string') return undefined;
  const wider = widerTypeHint(triple.object, type);
  if (wider === undefined) return undefined;
  const { datatype, instead, policy } = wider;
  const needed = [
    ...(instead === undefined ? [] : [`--policy ${instead}`]),
    ...(policy === undefined ? [] : [`--policy ${policy}`]),
  ];
  const range =
    datatype === undefined
      ? ''
      : `; or, instead of --policy ${instead}, for this field only: ${show(triple.predicate)} rdfs:range ${show(datatype)}, in addition to the existing range, in a file that imports the ontology if you cannot edit it`;
  return `add ${needed.join(' and ')} to allow it${range}`;
}
