import { type Field, type FieldType, usualLengths } from '../../model/index.ts';
import { sqlKind } from './kinds.ts';

/** What a column holds that is no key of a row. */
export type ValueType = Exclude<FieldType, { readonly kind: 'id' | 'reference' }>;

/** The type of a column that holds one value, or a list of values. */
export function columnType(field: Field, type: ValueType): string {
  if (field.cardinality === 'many') return arrayType(type);
  const length = columnLength(field, type);
  return length === undefined ? elementType(type) : `VARCHAR(${length})`;
}

/** The greatest length that the type of a column says: of the texts that the specification's table gives one. All others are TEXT. */
export function columnLength({ name, cardinality, refines }: Field, type: ValueType): number | undefined {
  const isText = type.kind === 'scalar' && type.scalar === 'string' && type.values === undefined;
  // A column belongs to the class that declares the field.
  return isText && cardinality !== 'many' && !refines && usualLengths.has(name) ? type.maxLength : undefined;
}

/** The type of a column that holds a list of values. */
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
      // It keeps the number 5 and the text "5" apart.
      return 'JSONB';
    default:
      return type satisfies never;
  }
}
