/** The Rust types of fields: `Option<DateTime<Utc>>`. */

import type { Field, FieldType, ScalarKind, ScalarType, Union } from '../../model/index.ts';
import { pascalCase } from '../text/index.ts';
import { isTextual, rustKind } from './kinds.ts';
import { typeName } from './names.ts';
import type { Scope } from './scope.ts';

/** Returns the type of one scalar value. */
export function scalarType(scalar: ScalarKind, scope: Scope): string {
  const rust = rustKind(scalar).type;
  if ('primitive' in rust) return rust.primitive;
  if ('std' in rust) return scope.std(rust.std);
  const name = scope.use(rust.from, rust.name);
  return rust.argument === undefined ? name : `${name}<${scope.use(rust.from, rust.argument)}>`;
}

/** Returns the type of one value of a field. */
export function valueType(type: FieldType, scope: Scope): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return scope.use('uuid', 'Uuid');
    case 'scalar':
      return scalarType(type.scalar, scope);
    case 'enumeration':
      return scope.model(typeName(type.enumeration));
    case 'union':
      return scope.model(typeName(type.union));
    default:
      return type satisfies never;
  }
}

/** Returns the type of a field, including its cardinality. */
export function fieldType(field: Field, scope: Scope): string {
  const value = valueType(field.type, scope);
  switch (field.cardinality) {
    case 'one':
      return value;
    case 'optional':
      return `${scope.std('Option')}<${value}>`;
    case 'many':
      return `${scope.std('Vec')}<${value}>`;
    default:
      return field.cardinality satisfies never;
  }
}

/** Returns whether a field is one string, so that a constructor accepts anything that converts to `String`. */
export function isText({ type, cardinality }: Field): boolean {
  return type.kind === 'scalar' && cardinality === 'one' && isTextual(type.scalar);
}

/** Returns whether values are copied when used, instead of borrowed. */
export function implementsCopy(type: FieldType): boolean {
  return type.kind === 'scalar' ? !isTextual(type.scalar) : type.kind !== 'union';
}

/** A variant of a union's enum, with the members that it represents. */
export interface UnionVariant {
  readonly name: string;
  readonly members: readonly [ScalarType, ...ScalarType[]];
}

/**
 * Returns the variants of a union in the order in which they are tried. Members that are stored as strings share the last one:
 * any string can be read as each of them.
 */
export function unionVariants({ members }: Union): readonly UnionVariant[] {
  const [firstText, ...texts] = members.filter(({ scalar }) => isTextual(scalar));
  const typed = members.filter(({ scalar }) => !isTextual(scalar));
  return [
    ...typed.map((member): UnionVariant => ({ name: pascalCase(member.scalar), members: [member] })),
    ...(firstText === undefined ? [] : [{ name: 'Text', members: [firstText, ...texts] } as const]),
  ];
}
