/** Rust expressions for values of the model, such as defaults: the `xsd:date` 2024-05-17 becomes `literal("2024-05-17")`. */

import { type FieldType, memberOfUnion, type ScalarType } from '../../model/index.ts';
import type { HelperCode } from './helper-code.ts';
import { isTextual, rustKind } from './kinds.ts';
import { typeName, variantOf } from './names.ts';
import type { Scope } from './scope.ts';
import { scalarType, unionVariants } from './types.ts';

/** Returns an expression for a value in a comparison, where Rust cannot infer its type from elsewhere. */
export function comparand(type: FieldType, value: string, scope: Scope, helpers: HelperCode): string {
  if (type.kind !== 'scalar') return ownedValue(type, value, scope, helpers);
  const { code, parsed, converted } = rustKind(type.scalar).literal(value);
  if (converted) return ownedValue(type, value, scope, helpers);
  return parsed ? `${helpers.use('literal', scope)}::<${scalarType(type.scalar, scope)}>(${code})` : code;
}

/** Returns an expression for a value where Rust knows its type, such as the initial value of a field. */
export function ownedValue(type: FieldType, value: string, scope: Scope, helpers: HelperCode): string {
  switch (type.kind) {
    case 'scalar': {
      const { code, parsed, converted } = rustKind(type.scalar).literal(value);
      if (converted) return `${scalarType(type.scalar, scope)}::from(${code})`;
      if (parsed) return `${helpers.use('literal', scope)}(${code})`;
      return isTextual(type.scalar) ? `${code}.into()` : code;
    }
    case 'enumeration':
      return `${scope.model(typeName(type.enumeration))}::${variantOf(type.enumeration, value)}`;
    case 'union': {
      const scalar = (memberOfUnion(type.union, value) ?? (type.union.members.at(-1) as ScalarType)).scalar;
      const name = unionVariants(type.union).find(({ members }) => members.some((m) => m.scalar === scalar))?.name;
      const inner = ownedValue({ kind: 'scalar', scalar }, value, scope, helpers);
      return `${scope.model(typeName(type.union))}::${name}(${inner})`;
    }
    case 'id':
    case 'reference':
      throw new Error('Nothing but an instance has the id of an instance.');
    default:
      return type satisfies never;
  }
}
