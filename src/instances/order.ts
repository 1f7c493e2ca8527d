/**
 * Keeps the values of compared fields in order (`DomainClass.comparisons`): if `start` must be less than `end` and has the value
 * 5, the type of `end` gets the minimum 6.
 */

import {
  allComparisons,
  type Bound,
  type DomainClass,
  type Field,
  isInteger,
  narrowerBound,
  type ScalarKind,
} from '../model/index.ts';
import { adjacentNumeral } from './numbers.ts';

/**
 * Narrows the type of a field, so that its value is in order with those of other fields.
 *
 * @param knownOf returns the canonical value of another field; undefined if it has none yet
 */
type FieldOrder = (field: Field, knownOf: (field: Field) => string | undefined) => Field;

/** Returns the order of the fields of a class. */
export function fieldOrderOf(cls: DomainClass): FieldOrder {
  const comparisons = allComparisons(cls);
  if (comparisons.length === 0) return (field) => field;
  return (field, knownOf) => {
    if (field.type.kind !== 'scalar') return field;
    let { type } = field;
    for (const { lesser, greater, orEqual } of comparisons) {
      const side = lesser.name === field.name ? 'maximum' : greater.name === field.name ? 'minimum' : undefined;
      if (side === undefined) continue;
      const { name } = side === 'maximum' ? greater : lesser;
      const compared = cls.allFields.find((one) => one.name === name) as Field;
      const bound = boundBy(compared, knownOf(compared), side);
      if (!bound) continue;
      const exact = exactBound(type.scalar, side, { ...bound, inclusive: bound.inclusive && orEqual });
      type = { ...type, [side]: narrowerBound(type.scalar, side, type[side], exact) };
    }
    return type === field.type ? field : { ...field, type };
  };
}

/** Returns the bound that another field sets: its value, or else the bound of its own values. */
function boundBy({ type, constant }: Field, value: string | undefined, side: 'minimum' | 'maximum'): Bound | undefined {
  const only = value ?? constant;
  if (only !== undefined) return { value: only, inclusive: true };
  return type.kind === 'scalar' ? type[side] : undefined;
}

/** Returns a bound that is inclusive for integers. */
function exactBound(scalar: ScalarKind, side: 'minimum' | 'maximum', bound: Bound): Bound {
  if (bound.inclusive || !isInteger(scalar)) return bound;
  return { value: adjacentNumeral(scalar, bound.value, side === 'minimum' ? 'above' : 'below'), inclusive: true };
}
