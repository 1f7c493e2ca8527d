/** Converts values of the model, which are strings, to JSON. */

import { type FieldType, isJsonNumber, kindOf, memberOfUnion, type ScalarKind } from '../../../model/index.ts';

type JsonScalar = string | number | bigint | boolean;

/** Checks whether values of a type are equal only if their lexical forms are. */
export function hasOneSpelling(type: FieldType): boolean {
  const kinds = type.kind === 'union' ? type.union.members : type.kind === 'scalar' ? [type] : [];
  return kinds.every(({ scalar }) => kindOf(scalar).spellings === 'one');
}

/** Returns a value as JSON: a number, a boolean or a string. */
export function jsonValue(type: FieldType, value: string): JsonScalar {
  switch (type.kind) {
    case 'id':
    case 'reference':
    case 'enumeration':
      return value;
    case 'union': {
      const member = memberOfUnion(type.union, value);
      return member === undefined ? value : jsonValue(member, value);
    }
    case 'scalar':
      if (type.scalar === 'boolean') return value === 'true';
      return isJsonNumber(type.scalar) ? jsonNumber(type.scalar, value) : value;
    default:
      return type satisfies never;
  }
}

/** Returns a numeral as a number, or as a bigint if the number would be rounded. */
export function jsonNumber(scalar: ScalarKind, numeral: string): number | bigint {
  const number = Number(numeral);
  return kindOf(scalar).json === 'integer' && !Number.isSafeInteger(number) ? BigInt(numeral) : number;
}
