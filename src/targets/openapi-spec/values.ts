/** Values of the model, which it holds as text, in JSON. */

import type { FieldType, ScalarKind, ScalarType, Union } from '../../model/index.ts';

export type JsonScalar = string | number | bigint | boolean;

/** Kinds of which one value has several spellings in JSON, so that comparing texts does not tell all equal ones. */
const MANY_SPELLINGS: ReadonlySet<ScalarKind> = new Set(['decimal', 'dateTime', 'time', 'duration', 'hex']);

/** Whether values of a type are equal only if their texts are. */
export function hasOneSpelling(type: FieldType): boolean {
  if (type.kind === 'union') return !type.union.members.some(({ scalar }) => MANY_SPELLINGS.has(scalar));
  return type.kind !== 'scalar' || !MANY_SPELLINGS.has(type.scalar);
}

export function isInteger(scalar: ScalarKind): boolean {
  return /^u?int\d+$/.test(scalar);
}

/** Whether values of a kind are numbers in JSON; decimals are texts. */
export function isNumber(scalar: ScalarKind): boolean {
  return isInteger(scalar) || scalar === 'float32' || scalar === 'float64';
}

/** A value as JSON holds it: a number, a boolean or a text. */
export function jsonValue(type: FieldType, value: string): JsonScalar {
  switch (type.kind) {
    case 'id':
    case 'reference':
    case 'enumeration':
      return value;
    case 'union':
      return jsonValue(memberOf(type.union, value), value);
    case 'scalar':
      if (type.scalar === 'boolean') return value === 'true';
      return isNumber(type.scalar) ? jsonNumber(type.scalar, value) : value;
    default:
      return type satisfies never;
  }
}

/** A numeral as a number; an integer that a number would round stays exact. */
export function jsonNumber(scalar: ScalarKind, numeral: string): number | bigint {
  const number = Number(numeral);
  return isInteger(scalar) && !Number.isSafeInteger(number) ? BigInt(numeral) : number;
}

/** The first member of a union that a value may be of, by its form. */
function memberOf({ members }: Union, value: string): ScalarType {
  const mayBe = ({ scalar }: ScalarType) => {
    if (scalar === 'boolean') return value === 'true' || value === 'false';
    if (isInteger(scalar)) return /^-?\d+$/.test(value);
    return !isNumber(scalar) || /^-?\d+(\.\d+)?$/.test(value);
  };
  return members.find(mayBe) ?? (members.at(-1) as ScalarType);
}
