/** Values and patterns of the model in the syntax of PostgreSQL. */

import { jsonText, kindOf, memberOfUnion, type ScalarKind, type ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { literal } from './identifiers.ts';
import { sqlKind } from './kinds.ts';
import { arrayType, type ValueType } from './types.ts';

/** Returns a value of the model in SQL. A quoted literal gets the type of the column that it is compared with or stored in. */
export function sqlValue(type: ValueType, value: string): string {
  switch (type.kind) {
    case 'scalar':
      return scalarValue(type.scalar, value);
    case 'enumeration':
      return literal(value);
    case 'union': {
      const member = memberOfUnion(type.union, value);
      return literal(member === undefined ? JSON.stringify(value) : jsonText(member.scalar, value));
    }
    default:
      return type satisfies never;
  }
}

/** Returns a scalar in SQL. Truncates times to microseconds: PostgreSQL would round them up, possibly beyond a bound. */
export function scalarValue(scalar: ScalarKind, value: string): string {
  const stored = kindOf(scalar).space === 'moment' ? value.replace(/(\.\d{6})\d+/, '$1') : value;
  return sqlKind(scalar).literal(stored);
}

/** Returns an SQL array with a cast to its type. */
export function arrayValue(type: ValueType, values: readonly string[]): string {
  return `ARRAY[${values.map((value) => sqlValue(type, value)).join(', ')}]::${arrayType(type)}`;
}

/** Returns the patterns of a type that can be translated to regular expressions of PostgreSQL. */
export function patternsOf({ patterns = [] }: ScalarType): string[] {
  return patterns.flatMap((pattern) => {
    const translation = translatePattern(pattern, 'postgresql');
    return translation.ok ? [translation.source] : [];
  });
}
