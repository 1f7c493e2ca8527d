/** What a class's types have in common: the types of fields, and what is noted beside them. */

import type { Cardinality, DomainClass, Field } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { graphqlKind } from './kinds.ts';
import type { Names } from './names.ts';

/** What the descriptions of a class and its fields own up to. */
export type Notes = (element: DomainClass | Field) => string | undefined;

/** What lines about a field of a class are about. */
export function fieldMark(cls: DomainClass, f: Field): Mark {
  return { element: { kind: 'field', class: cls, field: f } };
}

/** Whether a class declares or narrows a field itself; others repeat what a superclass says, and are documented there. */
export function isOwn(cls: DomainClass, f: Field): boolean {
  return f.owner === cls || cls.refinements.includes(f);
}

/** The documentation of a field where it is first said: narrowing a field, or telling classes by it, repeats it. */
export function ownDoc(cls: DomainClass, f: Field): string | undefined {
  if (f.owner === cls) return f.doc;
  if (f.doc === undefined || !cls.refinements.includes(f)) return undefined;
  const isRepeated = cls.ancestors.some(({ allFields }) => allFields.find(({ name }) => name === f.name)?.doc === f.doc);
  return isRepeated ? undefined : f.doc;
}

/** The type of one value. */
export function valueType(f: Field, names: Names): string {
  switch (f.type.kind) {
    case 'id':
    case 'reference':
      return 'ID';
    case 'scalar':
      return names.scalar(graphqlKind(f.type.scalar).type);
    case 'enumeration':
      return names.other(f.type.enumeration);
    case 'union':
      return names.other(f.type.union);
    default:
      return f.type satisfies never;
  }
}

/** The type of a field where it is read. */
export function fieldType(f: Field, names: Names): string {
  return typeOf(valueType(f, names), f.cardinality);
}

export function typeOf(value: string, cardinality: Cardinality): string {
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
