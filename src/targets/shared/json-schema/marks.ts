/** The marks of fields in schemas: `Post.title` of type `string`. */

import type { DomainClass, Field, FieldType } from '../../../model/index.ts';
import type { Mark } from '../../target.ts';
import { schemaKinds } from './kinds.ts';

/** Returns the mark of the declaration of a field. */
export function fieldMark(cls: DomainClass, field: Field): Mark {
  return { element: { kind: 'field', class: cls, field }, name: `${cls.name}.${field.name}`, type: typeInWords(field) };
}

/** Describes the type of a field: `array of string (uuid)`. */
function typeInWords({ type, cardinality, absent }: Field): string {
  if (absent) return cardinality === 'many' ? 'empty array' : 'null';
  const value = valueTypeInWords(type);
  switch (cardinality) {
    case 'one':
      return value;
    case 'optional':
      return `${value} or null`;
    case 'many':
      return `array of ${value}`;
    default:
      return cardinality satisfies never;
  }
}

function valueTypeInWords(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'string (uuid)';
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.name;
    case 'scalar': {
      const { type: name, format, contentEncoding } = schemaKinds[type.scalar].keywords;
      const detail = format ?? contentEncoding;
      return detail === undefined ? `${name}` : `${name} (${detail})`;
    }
    default:
      return type satisfies never;
  }
}
