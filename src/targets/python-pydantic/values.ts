/** Converts values of the model, which are strings, to Python expressions: `UUID("…")`, `Status.OPEN`, `18`. */

import { type Enumeration, enumerationValue, type FieldType, memberOfUnion } from '../../model/index.ts';
import { call, type Expression } from './expressions.ts';
import { pythonKinds } from './kinds.ts';
import { valueLiteral } from './literals.ts';
import { className, memberName, moduleName } from './names.ts';
import type { Preamble } from './preamble.ts';

export function fieldValue(type: FieldType, value: string, preamble: Preamble): Expression {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return call(preamble.importName('uuid', 'UUID'), valueLiteral(value));
    case 'scalar':
      return pythonKinds[type.scalar].literal(value, preamble);
    case 'enumeration':
      return memberOf(type.enumeration, value, preamble);
    case 'union': {
      const member = memberOfUnion(type.union, value);
      return member === undefined ? valueLiteral(value) : pythonKinds[member.scalar].literal(value, preamble);
    }
    default:
      return type satisfies never;
  }
}

/** Returns the member of an enumeration for a value. */
export function memberOf(enumeration: Enumeration, value: string, preamble: Preamble): string {
  const name = enumerationValue(enumeration, value)?.name ?? '';
  return `${namedType(enumeration, preamble)}.${memberName(name)}`;
}

/** Imports an enumeration or a union and returns its local name. */
export function namedType(type: { readonly name: string; readonly slug: string }, preamble: Preamble): string {
  return preamble.importFromPackage(moduleName(type.slug), className(type.name));
}
