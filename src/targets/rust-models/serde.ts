/** Prints the serde attributes of structs and members. */

import type { FieldType, Member, ScalarKind } from '../../model/index.ts';
import { rustKind } from './kinds.ts';
import { attribute } from './layout.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { scalarType } from './types.ts';
import type { Validation } from './validation.ts';

/** Returns the conversion of serde_with for a kind of numbers that are strings in JSON; undefined for others. */
export function scalarConversion(scalar: ScalarKind, scope: Scope, validation: Validation): string | undefined {
  const { conversion } = rustKind(scalar);
  return conversion === 'ExactDecimal' ? validation.call(conversion, scope) : conversion;
}

/** Returns whether numbers of a type are strings in JSON, which the crate serde_with converts. */
export function isConverted(type: FieldType): boolean {
  return type.kind === 'scalar' && rustKind(type.scalar).conversion !== undefined;
}

/** Returns the attribute that serde_with needs above the derives of a struct. */
export function structConversion(members: readonly RustMember[]): readonly string[] {
  return members.some(({ field }) => isConverted(field.type)) ? ['#[serde_with::serde_as]'] : [];
}

/** Returns whether a type is `Eq`. Floats are not. */
export function isEq(type: FieldType): boolean {
  const scalars =
    type.kind === 'scalar' ? [type.scalar] : type.kind === 'union' ? type.union.members.map((one) => one.scalar) : [];
  return scalars.every((scalar) => {
    const rust = rustKind(scalar).type;
    return !('primitive' in rust) || !rust.primitive.startsWith('f');
  });
}

const optionalDerives: ReadonlySet<string> = new Set(['Copy', 'Default', 'Eq']);

/** Returns the derive attribute: the traits of all structs, the given ones, and those of the option `derives`. */
export function deriveList(more: readonly string[], scope: Scope, { derives }: RunContext): readonly string[] {
  const serde = ['Serialize', 'Deserialize'] as const;
  const derivable = ['Debug', 'Clone', 'Copy', 'Default', 'PartialEq', 'Eq'].filter(
    (name) => !optionalDerives.has(name) || more.includes(name),
  );
  const others = more.filter((name) => !optionalDerives.has(name));
  return derives.attributeLines([...derivable, ...serde.map((name) => scope.use('serde', name)), ...others]);
}

/**
 * Returns the serde attributes of a member.
 *
 * @param absent what an absent member means in JSON; undefined for members of records
 * @param isDefault whether the whole struct has `#[serde(default)]`
 */
export function memberAttributes(
  member: RustMember,
  absent: Member['absent'] | undefined,
  isDefault: boolean,
  scope: Scope,
  run: RunContext,
): string[] {
  const { field, spelling, isWrapped } = member;
  const isOptional = field.cardinality === 'optional';
  const words: string[] = [];
  if (spelling.isRenamed) words.push(`rename = ${stringLiteral(field.name)}`);
  const converted = field.type.kind === 'scalar' ? scalarConversion(field.type.scalar, scope, run.validation) : undefined;
  if (!isDefault && absent !== 'refused' && needsDefault(member, absent)) words.push('default');
  if (isWrapped && converted === undefined) words.push(`deserialize_with = "${run.validation.call('present', scope)}"`);
  if (isWrapped || isOptional) words.push(`skip_serializing_if = "${scope.std('Option')}::is_none"`);
  return [
    ...(converted ? attribute('serde_as', [`as = "${memberConversion(converted, member, scope, run)}"`], '    ') : []),
    ...attributes(words),
    ...jsonStringAttributes(member, scope, run),
  ];
}

/** Returns whether serde rejects an absent member unless it has `default`. A plain `Option` may be absent without it. */
function needsDefault({ field, isWrapped }: RustMember, absent: Member['absent'] | undefined): boolean {
  const isConvertedOption = field.cardinality === 'optional' && isConverted(field.type);
  return isConvertedOption || (absent !== undefined && (isWrapped || field.cardinality === 'many'));
}

/** Returns one attribute, or two if rustfmt would break it. */
function attributes(words: readonly string[]): string[] {
  const [first, ...others] = words;
  if (first === undefined) return [];
  const isShort = words.join(', ').length <= 70;
  const groups = isShort || others.length === 0 ? [words] : [words.slice(0, -1), words.slice(-1)];
  return groups.flatMap((group) => attribute('serde', group, '    '));
}

function memberConversion(one: string, { field, isWrapped }: RustMember, scope: Scope, { validation }: RunContext): string {
  const { cardinality } = field;
  const of = cardinality === 'one' ? one : `${scope.std(cardinality === 'many' ? 'Vec' : 'Option')}<${one}>`;
  return isWrapped ? `${validation.call('Present', scope)}<${of}>` : of;
}

function jsonStringAttributes(member: RustMember, scope: Scope, { derives }: RunContext): readonly string[] {
  const { type } = member.field;
  if (type.kind !== 'scalar') return [];
  const { scalar } = type;
  return derives.jsonStringAttributes(scalar, () => {
    const own = member.type.replace(scalarType(scalar, scope), scope.std('String'));
    return member.isWrapped ? `${scope.std('Option')}<${own}>` : own;
  });
}
