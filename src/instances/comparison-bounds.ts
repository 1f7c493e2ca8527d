/**
 * Generates values that satisfy comparisons of fields (`DomainClass.comparisons`): if `start` must be less than `end` and has the
 * value 5, the type of `end` gets the minimum 6.
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
 * Returns the field with bounds that follow from the values of compared fields.
 *
 * @param getValue returns the canonical value of another field; undefined if it has none yet
 */
type NarrowField = (field: Field, getValue: (field: Field) => string | undefined) => Field;

/** Returns a function that adds the bounds from comparisons of a class to its fields. */
export function comparisonNarrower(cls: DomainClass): NarrowField {
  const comparisons = allComparisons(cls);
  if (comparisons.length === 0) return (field) => field;
  return (field, getValue) => {
    if (field.type.kind !== 'scalar') return field;
    let { type } = field;
    for (const { lesser, greater, orEqual } of comparisons) {
      const side = lesser.name === field.name ? 'maximum' : greater.name === field.name ? 'minimum' : undefined;
      if (side === undefined) continue;
      const { name } = side === 'maximum' ? greater : lesser;
      const compared = cls.allFields.find((other) => other.name === name) as Field;
      const bound = boundFrom(compared, getValue(compared), side);
      if (!bound) continue;
      const inclusive = inclusiveIntegerBound(type.scalar, side, { ...bound, inclusive: bound.inclusive && orEqual });
      type = { ...type, [side]: narrowerBound(type.scalar, side, type[side], inclusive) };
    }
    return type === field.type ? field : { ...field, type };
  };
}

/** Returns the bound that follows from the compared field: its value if known, else the bound of its type. */
function boundFrom({ type, constant }: Field, value: string | undefined, side: 'minimum' | 'maximum'): Bound | undefined {
  const fixedValue = value ?? constant;
  if (fixedValue !== undefined) return { value: fixedValue, inclusive: true };
  return type.kind === 'scalar' ? type[side] : undefined;
}

/** Converts an exclusive bound of an integer to an inclusive one: > 5 becomes >= 6. */
function inclusiveIntegerBound(scalar: ScalarKind, side: 'minimum' | 'maximum', bound: Bound): Bound {
  if (bound.inclusive || !isInteger(scalar)) return bound;
  return { value: adjacentNumeral(scalar, bound.value, side === 'minimum' ? 'above' : 'below'), inclusive: true };
}
