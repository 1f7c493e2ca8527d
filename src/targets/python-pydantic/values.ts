/** Values of the model as Python expressions. */

import { type Enumeration, type FieldType, memberOf as memberOfUnion } from '../../model/index.ts';
import { call, type Expression } from './expressions.ts';
import { pythonKindOf } from './kinds.ts';
import { valueLiteral } from './literals.ts';
import { className, memberName, moduleName } from './names.ts';
import type { Preamble } from './preamble.ts';

/** Returns the expression of a field's value, which is given in its form in the model. */
export function fieldValue(type: FieldType, value: string, preamble: Preamble): Expression {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return call(preamble.from('uuid', 'UUID'), valueLiteral(value));
    case 'scalar':
      return pythonKindOf(type.scalar).literal(value, preamble);
    case 'enumeration':
      return memberOf(type.enumeration, value, preamble);
    case 'union': {
      const member = memberOfUnion(type.union, value);
      return member === undefined ? valueLiteral(value) : pythonKindOf(member.scalar).literal(value, preamble);
    }
    default:
      return type satisfies never;
  }
}

/** Returns the member of an enumeration for a value. */
export function memberOf(enumeration: Enumeration, value: string, preamble: Preamble): string {
  const name = enumeration.values.find((v) => v.value === value)?.name ?? '';
  return `${namedType(enumeration, preamble)}.${memberName(name)}`;
}

/** Imports an enumeration or a union and returns its local name. */
export function namedType(type: { readonly name: string; readonly slug: string }, preamble: Preamble): string {
  return preamble.fromPackage(moduleName(type.slug), className(type.name));
}
