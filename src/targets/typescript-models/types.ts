/** Prints the model's types and values in TypeScript: `string`, `'draft' | 'published' | null`, `number[]`. */

import {
  type Enumeration,
  type Field,
  type FieldType,
  memberOfUnion,
  type ScalarKind,
  type ScalarType,
  type Union,
} from '../../model/index.ts';
import { hasManySpellings, typeOf, typeScriptKinds } from './kinds.ts';
import type { UnionText } from './layout.ts';
import { numberLiteral, stringLiteral } from './literals.ts';

/** A type that other modules import by its name. */
export type Named = Enumeration | Union;

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
      const member = memberOfUnion(type.union, constant);
      return member ? scalarMembers({ ...member, values: [constant] }) : ['string'];
    }
    default:
      return type satisfies never;
  }
}

/** Returns the types of a scalar's values: one type, or a literal type for each allowed value. */
export function scalarMembers(type: ScalarType): readonly string[] {
  if (type.values === undefined || hasManySpellings(type.scalar)) return [typeOf(type.scalar)];
  return [...new Set(type.values.map((value) => literalOf(type, value)))];
}

/** Returns the types of a union's values, without literal types whose base type is a member. */
export function unionMembers({ members }: Union): readonly string[] {
  const baseOf = ({ scalar }: ScalarType) => typeOf(scalar);
  const bases = new Set(members.filter((member) => scalarMembers(member)[0] === baseOf(member)).map(baseOf));
  return [...new Set(members.flatMap((member) => (bases.has(baseOf(member)) ? [baseOf(member)] : scalarMembers(member))))];
}

/** Returns the named type that a field's type refers to, if any. */
export function namedType({ type, constant, absent }: Field): Named | undefined {
  if (constant !== undefined || absent) return undefined;
  if (type.kind === 'union') return type.union;
  return type.kind === 'enumeration' && type.only === undefined ? type.enumeration : undefined;
}

/**
 * Returns whether two forms of a field allow different numbers of enumeration values. Discriminators may have hundreds of
 * values, and this comparison avoids printing them.
 */
export function haveDifferentValueCounts(field: Field, other: Field): boolean {
  const [count, otherCount] = [valueCount(field), valueCount(other)];
  return count !== undefined && otherCount !== undefined && count !== otherCount;
}

/** Returns how many enumeration values a field allows; undefined for fields of other types. */
function valueCount({ type, constant, absent }: Field): number | undefined {
  if (type.kind !== 'enumeration' || absent) return undefined;
  if (constant !== undefined) return 1;
  // Without a list, all values are allowed.
  return type.only?.length ?? Number.POSITIVE_INFINITY;
}

/** Returns a value, which is a string in the model, as a literal of its type. */
export function literalOf(type: FieldType, value: string): string {
  if (type.kind === 'scalar') return scalarLiteral(type.scalar, value);
  const member = type.kind === 'union' ? memberOfUnion(type.union, value) : undefined;
  return member ? scalarLiteral(member.scalar, value) : stringLiteral(value);
}

/** Returns a canonical value as a literal of TypeScript: a string, a number or a boolean. */
export function scalarLiteral(scalar: ScalarKind, value: string): string {
  const type = typeOf(scalar);
  if (type === 'string') return stringLiteral(value);
  return type === 'number' ? numberLiteral(value) : value;
}

/** Returns the format of a field's value, if its type does not show it. */
export function formatNote({ type, constant, absent }: Field): string | undefined {
  if (type.kind !== 'scalar' || absent) return undefined;
  return constant === undefined || hasManySpellings(type.scalar) ? typeScriptKinds[type.scalar].notation : undefined;
}
