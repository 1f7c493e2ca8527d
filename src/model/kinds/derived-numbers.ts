/**
 * Intersects types of numbers whose datatypes derive from `xsd:decimal` (XML Schema 1.1 part 2, sections 3.4.13 to 3.4.25):
 * `xsd:unsignedByte` and an `xsd:integer` of at most 100 become `uint8` with the maximum 100.
 */

import { XSD } from '../../ontology/index.ts';
import type { ScalarType } from '../types.ts';
import { datatypeMapping } from './datatypes.ts';
import { intersectTypes } from './facets.ts';
import { isInteger, kindOf, type ScalarKind } from './kinds.ts';
import { boundOf, compareValues, integerRange } from './values.ts';

/** Returns whether two types have datatypes that derive from `xsd:decimal`. */
export function areDerivedNumbers(...types: readonly ScalarType[]): boolean {
  return types.every(({ scalar, datatype }) => {
    const isForeign = datatype !== undefined && !datatype.startsWith(XSD) && datatypeMapping(datatype) !== undefined;
    return !isForeign && ['integer', 'decimal'].includes(kindOf(scalar).space);
  });
}

/** Returns the type of the values that both types have, of the narrower kind, else of `b`; undefined if they share none. */
export function intersectNumbers(a: ScalarType, b: ScalarType): ScalarType | undefined {
  const [main, other] = isNarrower(a, b) ? [a, b] : [b, a];
  return intersectTypes(main, convert(other, main.scalar));
}

function isNarrower(a: ScalarType, b: ScalarType): boolean {
  if (!isInteger(a.scalar) || !isInteger(b.scalar)) return isInteger(a.scalar);
  const [inner, outer] = [statedRange(a), statedRange(b)];
  const isAbove = outer.minimum === undefined || (inner.minimum !== undefined && inner.minimum >= outer.minimum);
  const isBelow = outer.maximum === undefined || (inner.maximum !== undefined && inner.maximum <= outer.maximum);
  return isAbove && isBelow;
}

/** Returns the range of an integer datatype, without the limits that only its kind has: `xsd:integer` has none. */
function statedRange({ scalar, datatype }: ScalarType): { readonly minimum?: bigint; readonly maximum?: bigint } {
  const range = integerRange(scalar);
  if (!range) return {};
  const mapping = datatype === undefined ? undefined : datatypeMapping(datatype);
  // A datatype that the ontology defines may derive from xsd:integer, which has a kind of 32 or 64 bits.
  const isLimited = mapping ? !mapping.isUnbounded : range.maximum < MAX_INT32;
  if (isLimited) return range;
  return range.minimum === 0n ? { minimum: 0n } : {};
}

const MAX_INT32 = 2n ** 31n - 1n;

/** Returns a type of another kind with the bounds and values of a type, as far as they exclude values of that kind. */
function convert(type: ScalarType, scalar: ScalarKind): ScalarType {
  const { values } = type;
  const range = statedRange(type);
  let converted: ScalarType = { kind: 'scalar', scalar };
  for (const side of ['minimum', 'maximum'] as const) {
    const limit = range[side] === undefined ? undefined : { value: String(range[side]), inclusive: true };
    const stated = type[side] ?? limit;
    if (!stated) continue;
    const literal = { value: stated.value, datatype: `${XSD}decimal`, language: '' };
    const bound = boundOf(literal, converted, side, stated.inclusive);
    if (!('why' in bound) && excludesValues(scalar, side, bound.value)) converted = { ...converted, [side]: bound };
  }
  if (!values) return converted;
  return { ...converted, values: values.filter((value) => kindOf(scalar).read(value) !== undefined) };
}

function excludesValues(scalar: ScalarKind, side: 'minimum' | 'maximum', value: string): boolean {
  const limit = kindOf(scalar).range?.[side];
  if (limit === undefined) return true;
  const order = compareValues(scalar, value, limit);
  return side === 'minimum' ? order > 0 : order < 0;
}
