/** Values of the model, and what is said of them, in PostgreSQL's spelling. */

import { jsonText, memberOf, type ScalarKind, type ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { literal } from './identifiers.ts';
import { arrayType, bounds, type ValueType } from './types.ts';

/** A value of the model in SQL; a quoted one takes the type of the column that it is compared with or stored in. */
export function sqlValue(type: ValueType, value: string): string {
  switch (type.kind) {
    case 'scalar':
      return scalarValue(type.scalar, value);
    case 'enumeration':
      return literal(value);
    case 'union': {
      const member = memberOf(type.union, value);
      return literal(member === undefined ? JSON.stringify(value) : jsonText(member.scalar, value));
    }
    default:
      return type satisfies never;
  }
}

/** A list of values, with its type. */
export function arrayValue(type: ValueType, values: readonly string[]): string {
  return `ARRAY[${values.map((value) => sqlValue(type, value)).join(', ')}]::${arrayType(type)}`;
}

function scalarValue(scalar: ScalarKind, value: string): string {
  switch (scalar) {
    case 'boolean':
      return value.toUpperCase();
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'int64Text':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'uint64':
    case 'uint64Text':
    case 'float64':
    case 'decimal':
      return value;
    case 'duration':
      // A sign in front is not understood: it goes before each number.
      return literal(value.startsWith('-') ? value.slice(1).replace(/\d+(\.\d+)?/g, '-$&') : value);
    case 'hex':
      return literal(`\\x${value}`);
    case 'base64':
      return `decode(${literal(value)}, 'base64')`;
    // As a numeral it would be compared as a DOUBLE PRECISION, which a REAL rarely equals.
    case 'float32':
    case 'string':
    case 'iri':
    case 'dateTime':
    case 'date':
    case 'time':
    case 'gYear':
    case 'gYearMonth':
    case 'gMonthDay':
    case 'gDay':
    case 'gMonth':
      return literal(value);
    default:
      return scalar satisfies never;
  }
}

/** The regular expressions that PostgreSQL can search for. */
export function patternsOf({ patterns = [] }: ScalarType): string[] {
  return patterns.flatMap((pattern) => {
    const translation = translatePattern(pattern, 'postgresql');
    return translation.ok ? [translation.source] : [];
  });
}

/** The condition that a value is within the bounds of its type, if there are any; `value` has the type of a column. */
export function range(type: ScalarType, value: string): string | undefined {
  const { minimum, maximum } = bounds(type);
  const least = minimum && sqlValue(type, minimum.value);
  const most = maximum && sqlValue(type, maximum.value);
  if (minimum?.inclusive !== false && maximum?.inclusive !== false) {
    const within = between(value, least, most);
    return isNaNHeldGreat(type) ? `${within} AND ${value} <> 'NaN'` : within;
  }
  return [
    minimum && `${value} >${minimum.inclusive ? '=' : ''} ${least}`,
    maximum && `${value} <${maximum.inclusive ? '=' : ''} ${most}`,
    isNaNHeldGreat(type) && `${value} <> 'NaN'`,
  ]
    .filter(Boolean)
    .join(' AND ');
}

/** PostgreSQL holds NaN for greater than all numbers, so that a least value alone would let it pass. */
export function isNaNHeldGreat({ scalar, minimum, maximum }: ScalarType): boolean {
  return minimum !== undefined && maximum === undefined && ['float32', 'float64', 'decimal'].includes(scalar);
}

/** The condition that a value is within bounds that are allowed themselves. */
export function between<T extends string | number>(
  value: string,
  minimum: T | undefined,
  maximum: T | undefined,
): string | undefined {
  if (minimum === undefined) return maximum === undefined ? undefined : `${value} <= ${maximum}`;
  return maximum === undefined ? `${value} >= ${minimum}` : `${value} BETWEEN ${minimum} AND ${maximum}`;
}
