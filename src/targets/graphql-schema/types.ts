/** The types and notes of fields, for all types of a class. */

import type { Cardinality, DomainClass, Field } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { graphqlKind } from './kinds.ts';
import type { Names } from './names.ts';

/** Returns the note on constraints of a class or field that the schema does not enforce. */
export type Notes = (element: DomainClass | Field) => string | undefined;

/** Returns the mark for the lines of a field in a class. */
export function fieldMark(cls: DomainClass, f: Field): Mark {
  return { element: { kind: 'field', class: cls, field: f } };
}

/** Checks whether a class declares or narrows a field. Other fields are inherited and documented in a superclass. */
export function isOwn(cls: DomainClass, f: Field): boolean {
  return f.owner === cls || cls.refinements.includes(f);
}

/** Returns the documentation of a field in a class unless a superclass has the same text: narrowed fields often repeat it. */
export function ownDoc(cls: DomainClass, f: Field): string | undefined {
  if (f.owner === cls) return f.doc;
  if (f.doc === undefined || !cls.refinements.includes(f)) return undefined;
  const isRepeated = cls.ancestors.some(({ allFields }) => allFields.find(({ name }) => name === f.name)?.doc === f.doc);
  return isRepeated ? undefined : f.doc;
}

/** Returns the name of the type of a single value, without `!` and list brackets. */
export function valueType(f: Field, names: Names): string {
  switch (f.type.kind) {
    case 'id':
    case 'reference':
      return 'ID';
    case 'scalar':
      return names.scalar(graphqlKind(f.type.scalar).type);
    case 'enumeration':
      return names.valueType(f.type.enumeration);
    case 'union':
      return names.valueType(f.type.union);
    default:
      return f.type satisfies never;
  }
}

/** Returns the type of a field in output types. */
export function fieldType(f: Field, names: Names): string {
  return withCardinality(valueType(f, names), f.cardinality);
}

/** Adds `!` and list brackets to the type of a value. Lists and their values are never null. */
export function withCardinality(value: string, cardinality: Cardinality): string {
  switch (cardinality) {
    case 'one':
      return `${value}!`;
    case 'optional':
      return value;
    case 'many':
      return `[${value}!]!`;
    default:
      return cardinality satisfies never;
  }
}
