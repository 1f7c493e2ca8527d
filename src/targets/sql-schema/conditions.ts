/** What the values of a field keep to, as conditions of PostgreSQL. A condition that is NULL holds. */

import type { Bound, EnumerationValue, Field, ScalarType } from '../../model/index.ts';
import type { Functions } from './functions.ts';
import { identifier, literal } from './identifiers.ts';
import { bounds, columnLength, kindPattern, type ValueType } from './types.ts';
import { arrayValue, between, isNaNHeldGreat, patternsOf, range, sqlValue } from './values.ts';

export interface Condition {
  readonly about: 'type' | 'range' | 'size' | 'length' | 'pattern' | 'values' | 'contains' | 'constant' | 'irreflexive';
  readonly sql: string;
}

/** Whether a condition stands beside its column, without a name of its own: PostgreSQL calls it `<table>_<column>_check`. */
export function isOfColumn({ about }: Condition): boolean {
  return about === 'type' || about === 'range' || about === 'size';
}

/** Where the values of a field are. */
export interface Place {
  /** The column, quoted where it must be, and with its table where others have columns, too. */
  readonly sql: string;
  /** The `id` of the row. */
  readonly id: string;
}

/** The column of a field in the definition of its own table. */
export function ownColumn(name: string): Place {
  return { sql: identifier(name), id: 'id' };
}

/** All that the values of a field keep to, but that there are any. Lists of references are in no column and have none. */
export function conditions(field: Field, column: Place, functions: Functions): Condition[] {
  const { type } = field;
  switch (type.kind) {
    case 'id':
      return [];
    case 'reference':
      return field.irreflexive && field.cardinality !== 'many'
        ? [{ about: 'irreflexive', sql: `${column.sql} <> ${column.id}` }]
        : [];
    case 'scalar':
    case 'enumeration':
    case 'union':
      return field.cardinality === 'many'
        ? listConditions(field, type, column.sql, functions)
        : valueConditions(field, type, column.sql, functions);
    default:
      return type satisfies never;
  }
}

function valueConditions(field: Field, type: ValueType, column: string, functions: Functions): Condition[] {
  const found: Condition[] = [];
  const add = (about: Condition['about'], sql: string | undefined) => sql !== undefined && found.push({ about, sql });
  const among = (values: readonly string[]) => `${column} IN (${values.map((value) => sqlValue(type, value)).join(', ')})`;
  switch (type.kind) {
    case 'scalar': {
      const pattern = kindPattern(type.scalar);
      if (pattern !== undefined) add('type', `${column} ~ ${literal(pattern)}`);
      add('range', range(type, column));
      const most = columnLength(field, type) === undefined ? type.maxLength : undefined;
      add('length', between(`char_length(${column})`, type.minLength || undefined, most));
      for (const source of patternsOf(type)) add('pattern', `${column} ~ ${functions.pattern(source)}`);
      if (type.values) add('values', among(type.values));
      break;
    }
    case 'enumeration':
      add('type', among(valuesOf(type.enumeration.values)));
      if (type.only) add('values', among(valuesOf(type.only)));
      break;
    case 'union':
      add('type', functions.unionCheck(type.union, `ARRAY[${column}]`));
      break;
    default:
      return type satisfies never;
  }
  if (field.constant !== undefined) add('constant', `${column} = ${sqlValue(type, field.constant)}`);
  return found;
}

/**
 * Arrays may hold NULL and have several dimensions, which no other reader of the data expects; `array_position`
 * refuses both.
 */
function listConditions(field: Field, type: ValueType, column: string, functions: Functions): Condition[] {
  const found: Condition[] = [];
  const add = (about: Condition['about'], sql: string | undefined) => sql !== undefined && found.push({ about, sql });
  add('size', between(`cardinality(${column})`, field.minItems || undefined, field.maxItems));
  switch (type.kind) {
    case 'scalar': {
      const { minimum, maximum } = bounds(type);
      const each = (bound: Bound, sign: string) =>
        `${sqlValue(type, bound.value)} ${sign}${bound.inclusive ? '=' : ''} ALL (${column})`;
      add('range', minimum && each(minimum, '<'));
      add('range', maximum && each(maximum, '>'));
      add('range', isNaNHeldGreat(type) ? `'NaN' <> ALL (${column})` : undefined);
      const pattern = kindPattern(type.scalar);
      if (pattern !== undefined) add('type', functions.eachMatches(column, pattern));
      add(
        'length',
        lengthsBetween(type, () => functions.lengths(column)),
      );
      for (const source of patternsOf(type)) add('pattern', functions.eachMatches(column, source));
      if (type.values) add('values', `${column} <@ ${arrayValue(type, type.values)}`);
      break;
    }
    case 'enumeration':
      add('type', `${column} <@ ${arrayValue(type, valuesOf(type.enumeration.values))}`);
      if (type.only) add('values', `${column} <@ ${arrayValue(type, valuesOf(type.only))}`);
      break;
    case 'union':
      add('type', functions.unionCheck(type.union, column));
      break;
    default:
      return type satisfies never;
  }
  add('type', `array_position(${column}, NULL) IS NULL`);
  if (field.contains) add('contains', `${column} @> ${arrayValue(type, field.contains)}`);
  if (field.constant !== undefined) add('constant', `${column} <@ ${arrayValue(type, [field.constant])}`);
  return found;
}

function lengthsBetween({ minLength, maxLength }: ScalarType, lengths: () => string): string | undefined {
  const bounds = [
    ...(minLength ? [`${minLength} <= ALL (${lengths()})`] : []),
    ...(maxLength === undefined ? [] : [`${maxLength} >= ALL (${lengths()})`]),
  ];
  return bounds.length === 0 ? undefined : bounds.join(' AND ');
}

function valuesOf(values: readonly EnumerationValue[]): string[] {
  return values.map(({ value }) => value);
}
