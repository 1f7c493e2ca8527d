import type { DomainClass, Field, FieldType } from '../../model/index.ts';
import type { Element, Spelling } from '../target.ts';
import { instanceLayout } from './layout.ts';
import { scalars } from './types.ts';
import { scalarText } from './yaml.ts';

/** Where the document declares a class, a field or an enumeration. A field is where the class takes it over from. */
export function spelling(element: Element): Spelling | undefined {
  const path = 'openapi.yaml';
  const key = (name: string) => `${scalarText(name)}:`;
  switch (element.kind) {
    case 'class':
      return { path, name: element.class.name, declaration: key(element.class.name), scope: 'schemas:' };
    case 'enumeration':
      return {
        path,
        name: element.enumeration.name,
        type: 'string',
        declaration: key(element.enumeration.name),
        scope: 'schemas:',
      };
    case 'field': {
      const { class: cls, field } = element;
      const declaring = declaringClass(cls, field);
      return {
        path,
        name: `${cls.name}.${field.name}`,
        type: fieldType(field),
        declaration: key(field.name),
        scope: key(declaring.name),
      };
    }
    default:
      return element satisfies never;
  }
}

/** The class whose schema lists a field of a class in the form that it has there. */
function declaringClass(cls: DomainClass, field: Field): DomainClass {
  return [cls, ...cls.ancestors].find((candidate) => instanceLayout(candidate).fields.includes(field)) ?? field.owner;
}

function fieldType({ type, cardinality, absent }: Field): string {
  if (absent) return cardinality === 'many' ? 'empty array' : 'null';
  const value = valueType(type);
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

function valueType(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'string (uuid)';
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.name;
    case 'scalar': {
      const { type: name, format, contentEncoding } = scalars[type.scalar].schema;
      const detail = format ?? contentEncoding;
      return detail === undefined ? `${name}` : `${name} (${detail})`;
    }
    default:
      return type satisfies never;
  }
}
