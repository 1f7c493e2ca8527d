import { type FieldType, memberOf, type ScalarType } from '../../model/index.ts';
import { isTextual, rustKind } from './kinds.ts';
import { typeName, variantOf } from './names.ts';
import type { Scope } from './scope.ts';
import { scalarType, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/** Returns an expression for a value in a comparison, where Rust cannot infer its type from elsewhere. */
export function comparand(type: FieldType, value: string, scope: Scope, validation: Validation): string {
  if (type.kind !== 'scalar') return ownedValue(type, value, scope, validation);
  const { code, parsed, converted } = rustKind(type.scalar).literal(value);
  if (converted) return ownedValue(type, value, scope, validation);
  return parsed ? `${validation.call('literal', scope)}::<${scalarType(type.scalar, scope)}>(${code})` : code;
}

/** Returns an expression for a value where Rust knows its type, such as the initial value of a field. */
export function ownedValue(type: FieldType, value: string, scope: Scope, validation: Validation): string {
  switch (type.kind) {
    case 'scalar': {
      const { code, parsed, converted } = rustKind(type.scalar).literal(value);
      if (converted) return `${scalarType(type.scalar, scope)}::from(${code})`;
      if (parsed) return `${validation.call('literal', scope)}(${code})`;
      return isTextual(type.scalar) ? `${code}.into()` : code;
    }
    case 'enumeration':
      return variant(type, value, scope);
    case 'union': {
      const scalar = (memberOf(type.union, value) ?? (type.union.members.at(-1) as ScalarType)).scalar;
      const name = unionVariants(type.union).find(({ members }) => members.some((m) => m.scalar === scalar))?.name;
      const inner = ownedValue({ kind: 'scalar', scalar }, value, scope, validation);
      return `${scope.model(typeName(type.union))}::${name}(${inner})`;
    }
    case 'id':
    case 'reference':
      throw new Error('Nothing but an instance has the id of an instance.');
    default:
      return type satisfies never;
  }
}

/** Returns the path of an enumeration value's variant. */
export function variant(type: FieldType & { kind: 'enumeration' }, value: string, scope: Scope): string {
  const { enumeration } = type;
  return `${scope.model(typeName(enumeration))}::${variantOf(enumeration, value)}`;
}
