/** How TypeScript spells the model's types and their values. */

import {
  type Enumeration,
  type Field,
  type FieldType,
  memberOf,
  type ScalarKind,
  type ScalarType,
  type Union,
} from '../../model/index.ts';
import { hasManySpellings, kindsInTypeScript, typeOf } from './kinds.ts';
import type { UnionText } from './layout.ts';
import { numberLiteral, stringLiteral } from './literals.ts';

/** A type that other modules import by its name. */
export type Named = Enumeration | Union;

/** The type of a field's value: `string`, `'draft' | 'published' | null`, `number[]`. */
export function valueType(field: Field): UnionText {
  const { absent } = field;
  switch (field.cardinality) {
    case 'one':
      return { union: memberTypes(field) };
    case 'optional':
      return { union: absent ? ['null'] : [...memberTypes(field), 'null'] };
    case 'many':
      return { union: absent ? ['never'] : memberTypes(field), list: true };
    default:
      return field.cardinality satisfies never;
  }
}

function memberTypes({ type, constant }: Field): readonly string[] {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return [constant === undefined ? 'string' : stringLiteral(constant)];
    case 'scalar':
      return scalarMembers(constant === undefined ? type : { ...type, values: [constant] });
    case 'enumeration':
      if (constant !== undefined) return [stringLiteral(constant)];
      return type.only?.map(({ value }) => stringLiteral(value)) ?? [type.enumeration.name];
    case 'union': {
      if (constant === undefined) return [type.union.name];
      const member = memberOf(type.union, constant);
      return member ? scalarMembers({ ...member, values: [constant] }) : ['string'];
    }
    default:
      return type satisfies never;
  }
}

/** The types of a scalar's values: one, or a literal for each of the only values. */
export function scalarMembers(type: ScalarType): readonly string[] {
  if (type.values === undefined || hasManySpellings(type.scalar)) return [typeOf(type.scalar)];
  return [...new Set(type.values.map((value) => literalOf(type, value)))];
}

/** The types of a union's values. A literal is left out where its own type is a member. */
export function unionMembers({ members }: Union): readonly string[] {
  const baseOf = ({ scalar }: ScalarType) => typeOf(scalar);
  const bases = new Set(members.filter((member) => scalarMembers(member)[0] === baseOf(member)).map(baseOf));
  return [...new Set(members.flatMap((member) => (bases.has(baseOf(member)) ? [baseOf(member)] : scalarMembers(member))))];
}

/** The named type that a field's type mentions. */
export function namedType({ type, constant, absent }: Field): Named | undefined {
  if (constant !== undefined || absent) return undefined;
  if (type.kind === 'union') return type.union;
  return type.kind === 'enumeration' && type.only === undefined ? type.enumeration : undefined;
}

/**
 * Whether two forms of a field are told apart by how many values of an enumeration each allows: of the field that tells the
 * class these may be hundreds, and nobody who compares the forms needs to print them.
 */
export function allowOtherValues(field: Field, other: Field): boolean {
  const [count, otherCount] = [valueCount(field), valueCount(other)];
  return count !== undefined && otherCount !== undefined && count !== otherCount;
}

/** How many values of an enumeration a field is said to allow; undefined of any other. */
function valueCount({ type, constant, absent }: Field): number | undefined {
  if (type.kind !== 'enumeration' || absent) return undefined;
  if (constant !== undefined) return 1;
  // Where all are allowed, none is named.
  return type.only?.length ?? Number.POSITIVE_INFINITY;
}

/** A value of a type, written in the model as text, as a literal. */
export function literalOf(type: FieldType, value: string): string {
  if (type.kind === 'scalar') return scalarLiteral(type.scalar, value);
  const member = type.kind === 'union' ? memberOf(type.union, value) : undefined;
  return member ? scalarLiteral(member.scalar, value) : stringLiteral(value);
}

export function scalarLiteral(scalar: ScalarKind, value: string): string {
  const type = typeOf(scalar);
  if (type === 'string') return stringLiteral(value);
  return type === 'number' ? numberLiteral(value) : value;
}

/** How the text of a field's value is written, if its type does not say it. */
export function notation({ type, constant, absent }: Field): string | undefined {
  if (type.kind !== 'scalar' || absent) return undefined;
  return constant === undefined || hasManySpellings(type.scalar) ? kindsInTypeScript[type.scalar].notation : undefined;
}
