/** What fields say about their columns. */

import type { Field } from '../../model/index.ts';
import type { Column } from './plan.ts';
import { columnType } from './types.ts';
import { arrayValue, sqlValue } from './values.ts';

/** What a field alone says about its column, but for the conditions that its values keep to. */
export function columnParts(field: Field): Pick<Column, 'type' | 'notNull' | 'primaryKey' | 'default'> {
  const { type } = field;
  const notNull = field.cardinality !== 'optional';
  switch (type.kind) {
    case 'id':
      return { type: 'UUID', notNull, primaryKey: true, default: 'gen_random_uuid()' };
    case 'reference':
      return { type: 'UUID', notNull, primaryKey: false };
    case 'scalar':
    case 'enumeration':
    case 'union': {
      const value = defaultValue(field);
      return { type: columnType(field, type), notNull, primaryKey: false, ...(value !== undefined && { default: value }) };
    }
    default:
      return type satisfies never;
  }
}

/** The type of the column, or of the list of identities, that holds a field: `TEXT[]`. */
export function sqlTypeOf(field: Field): string {
  return field.type.kind === 'reference' && field.cardinality === 'many' ? 'UUID[]' : columnParts(field).type;
}

function defaultValue(field: Field): string | undefined {
  const { type, generated, contains = [] } = field;
  if (field.cardinality === 'many') {
    if (contains.length < (field.minItems ?? 0)) return undefined;
    return contains.length === 0 || type.kind === 'id' || type.kind === 'reference' ? "'{}'" : arrayValue(type, contains);
  }
  const stated = field.constant ?? field.default;
  if (stated !== undefined && type.kind !== 'id' && type.kind !== 'reference') return sqlValue(type, stated);
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

/** A column that holds the identity of another row, or that which a row shares with others. */
export function keyColumn(name: string, primaryKey: boolean): Column {
  return { name, type: 'UUID', notNull: true, primaryKey };
}

/** The specification's one index for sorting. */
export function isPublicationTime(field: Field): boolean {
  return (
    field.name === 'published_at' &&
    field.cardinality !== 'many' &&
    field.type.kind === 'scalar' &&
    (field.type.scalar === 'dateTime' || field.type.scalar === 'date')
  );
}
