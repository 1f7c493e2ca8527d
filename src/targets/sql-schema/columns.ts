/** Plans the columns of fields: name, type, default and nullability. */

import type { Field } from '../../model/index.ts';
import type { Column } from './plan.ts';
import { columnType } from './types.ts';
import { arrayValue, sqlValue } from './values.ts';

/** Returns the column of a field in the table of its class; lists of references have a join table instead. */
export function columnOf(name: string, field: Field, details: Pick<Column, 'unique' | 'check' | 'comment'>): Column {
  const isId = field.type.kind === 'id';
  return {
    name,
    type: typeOf(field),
    notNull: field.cardinality !== 'optional',
    primaryKey: isId,
    default: isId ? 'gen_random_uuid()' : defaultValue(field),
    field,
    ...details,
  };
}

function typeOf(field: Field): string {
  const { type } = field;
  return type.kind === 'id' || type.kind === 'reference' ? 'UUID' : columnType(field, type);
}

/** Returns the SQL type of a field, for example `TEXT[]`; a list of references, stored in a join table, is `UUID[]`. */
export function sqlTypeOf(field: Field): string {
  return field.type.kind === 'reference' && field.cardinality === 'many' ? 'UUID[]' : typeOf(field);
}

function defaultValue(field: Field): string | undefined {
  const { type, generated, contains = [] } = field;
  if (type.kind === 'reference') return undefined;
  if (field.cardinality === 'many') {
    if (contains.length < (field.minItems ?? 0)) return undefined;
    return contains.length === 0 || type.kind === 'id' ? "'{}'" : arrayValue(type, contains);
  }
  const stated = field.constant ?? field.default;
  if (stated !== undefined && type.kind !== 'id') return sqlValue(type, stated);
  switch (generated) {
    case undefined:
      return undefined;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'now':
      return 'now()';
    case 'zero':
      return '0';
    default:
      return generated satisfies never;
  }
}

/** Returns a column that stores the id of another row, or an id that a row shares with rows of other tables. */
export function keyColumn(name: string): Column {
  return { name, type: 'UUID', notNull: true, primaryKey: false };
}

/** Returns whether the column of a field gets an index for sorting. The specification requires it for `published_at` only. */
export function isPublicationTime(field: Field): boolean {
  return (
    field.name === 'published_at' &&
    field.cardinality !== 'many' &&
    field.type.kind === 'scalar' &&
    (field.type.scalar === 'dateTime' || field.type.scalar === 'date')
  );
}
