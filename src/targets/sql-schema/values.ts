/** Values of the model, and what is said of them, in PostgreSQL's spelling. */

import { jsonText, kindOf, memberOf, type ScalarKind, type ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { literal } from './identifiers.ts';
import { sqlKind } from './kinds.ts';
import { arrayType, type ValueType } from './types.ts';

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

/** A value of a kind in SQL. What is finer than a microsecond would be rounded up, beyond the end of a range. */
export function scalarValue(scalar: ScalarKind, value: string): string {
  const stored = kindOf(scalar).space === 'moment' ? value.replace(/(\.\d{6})\d+/, '$1') : value;
  return sqlKind(scalar).literal(stored);
}

/** A list of values, with its type. */
export function arrayValue(type: ValueType, values: readonly string[]): string {
  return `ARRAY[${values.map((value) => sqlValue(type, value)).join(', ')}]::${arrayType(type)}`;
}

/** The regular expressions that PostgreSQL can search for. */
export function patternsOf({ patterns = [] }: ScalarType): string[] {
  return patterns.flatMap((pattern) => {
    const translation = translatePattern(pattern, 'postgresql');
    return translation.ok ? [translation.source] : [];
  });
}
