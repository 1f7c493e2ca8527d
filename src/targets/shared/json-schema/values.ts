/** Values of the model, which it holds as text, in JSON. */

import { type FieldType, isJsonNumber, kindOf, memberOf, type ScalarKind } from '../../../model/index.ts';

export type JsonScalar = string | number | bigint | boolean;

/** Whether values of a type are equal only if their texts are. */
export function hasOneSpelling(type: FieldType): boolean {
  const kinds = type.kind === 'union' ? type.union.members : type.kind === 'scalar' ? [type] : [];
  return kinds.every(({ scalar }) => kindOf(scalar).spellings === 'one');
}

/** Whether values are integers in JSON. */
export function isInteger(scalar: ScalarKind): boolean {
  return kindOf(scalar).json === 'integer';
}

/** Whether values of a kind are numbers in JSON; decimals are texts. */
export { isJsonNumber as isNumber };

/** A value as JSON holds it: a number, a boolean or a text. */
export function jsonValue(type: FieldType, value: string): JsonScalar {
  switch (type.kind) {
    case 'id':
    case 'reference':
    case 'enumeration':
      return value;
    case 'union': {
      const member = memberOf(type.union, value);
      return member === undefined ? value : jsonValue(member, value);
    }
    case 'scalar':
      if (type.scalar === 'boolean') return value === 'true';
      return isJsonNumber(type.scalar) ? jsonNumber(type.scalar, value) : value;
    default:
      return type satisfies never;
  }
}

/** A numeral as a number; an integer that a number would round stays exact. */
export function jsonNumber(scalar: ScalarKind, numeral: string): number | bigint {
  const number = Number(numeral);
  return isInteger(scalar) && !Number.isSafeInteger(number) ? BigInt(numeral) : number;
}
