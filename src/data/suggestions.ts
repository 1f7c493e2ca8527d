/** Suggests how to keep a value: which values an enumeration has, or for a number that is too large for its field `add --policy integers=64 to allow it`. */

import { type FieldType, widerTypeHint } from '../model/index.ts';
import type { Loss } from './individual.ts';

/** The maximum number of values of an enumeration that a message lists. */
const MAX_VALUES = 10;

/** Returns the values of an enumeration, the first ones if there are many. */
export function valueNames({ enumeration }: Extract<FieldType, { kind: 'enumeration' }>): string {
  const names = enumeration.values.map(({ value }) => value);
  return names.length > MAX_VALUES ? `${names.slice(0, MAX_VALUES).join(', ')}, …` : names.join(', ');
}

/**
 * Returns how to keep a value, as a clause: a number that is too large for its field, or one that an enumeration does not have.
 * Returns undefined for other losses.
 *
 * @param show returns an IRI as messages show it
 */
export function remedyOf({ kind, about, triple }: Loss, show: (iri: string) => string): string | undefined {
  const type = about?.field?.type;
  if (kind === 'value' && type?.kind === 'enumeration') {
    return `the values of ${type.enumeration.name} are ${valueNames(type)}; correct the value, or add it to the enumeration`;
  }
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
