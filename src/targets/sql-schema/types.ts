/** Column types: `VARCHAR(80)`, `TEXT[]`. */

import { type Field, type FieldType, usualLengths } from '../../model/index.ts';
import { sqlKind } from './kinds.ts';

/** Types of values that are neither an id nor a reference. */
export type ValueType = Exclude<FieldType, { readonly kind: 'id' | 'reference' }>;

/** Returns the type of a column for one value or a list of values. */
export function columnType(field: Field, type: ValueType): string {
  if (field.cardinality === 'many') return arrayType(type);
  const length = columnLength(field, type);
  return length === undefined ? elementType(type) : `VARCHAR(${length})`;
}

/** Returns the length for VARCHAR, only for fields in the specification's table of usual lengths. Other texts are TEXT. */
export function columnLength({ name, cardinality, refines }: Field, type: ValueType): number | undefined {
  const isText = type.kind === 'scalar' && type.scalar === 'string' && type.values === undefined;
  // A narrowed field uses the column of the class that declares the field.
  return isText && cardinality !== 'many' && !refines && usualLengths.has(name) ? type.maxLength : undefined;
}

/** Returns the type of arrays of values, for casts: `TEXT[]`. */
export function arrayType(type: ValueType): string {
  return `${elementType(type)}[]`;
}

function elementType(type: ValueType): string {
  switch (type.kind) {
    case 'scalar':
      return sqlKind(type.scalar).type;
    case 'enumeration':
      return 'TEXT';
    case 'union':
      // JSONB distinguishes the number 5 from the text "5".
      return 'JSONB';
    default:
      return type satisfies never;
  }
}
