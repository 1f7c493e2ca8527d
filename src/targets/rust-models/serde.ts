/** The attributes by which serde reads and writes members as the other layers do. */

import type { Field, FieldType, Member } from '../../model/index.ts';
import type { Held } from './holding.ts';
import { rustKind } from './kinds.ts';
import { attribute } from './layout.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { scalarType } from './types.ts';

/** Whether JSON has texts for the numbers of a type, so that the crate serde_with has to convert them. */
export function isConverted(type: FieldType): boolean {
  return type.kind === 'scalar' && rustKind(type.scalar).writesText === true;
}

/** The attribute that a struct with converted members needs above its derives. */
export function structConversion(held: readonly Held[]): readonly string[] {
  return held.some(({ field }) => isConverted(field.type)) ? ['#[serde_with::serde_as]'] : [];
}

/** Whether every value of a type is equal to itself, which floats are not. */
export function isEq(type: FieldType): boolean {
  const scalars =
    type.kind === 'scalar' ? [type.scalar] : type.kind === 'union' ? type.union.members.map((one) => one.scalar) : [];
  return scalars.every((scalar) => {
    const rust = rustKind(scalar).type;
    return !('primitive' in rust) || !rust.primitive.startsWith('f');
  });
}

/** Whether values of a member can be copied bit by bit. */
export function isCopy({ type, cardinality }: Field): boolean {
  if (cardinality === 'many' || type.kind === 'union') return false;
  return type.kind !== 'scalar' || !('std' in rustKind(type.scalar).type);
}

const optionalDerives: ReadonlySet<string> = new Set(['Copy', 'Default', 'Eq']);

/** The attribute that derives what all types have, some of what fits, and what users ask for. */
export function deriveList(more: readonly string[], scope: Scope, { derives }: Run): readonly string[] {
  const serde = ['Serialize', 'Deserialize'] as const;
  const own = ['Debug', 'Clone', 'Copy', 'Default', 'PartialEq', 'Eq'].filter(
    (name) => !optionalDerives.has(name) || more.includes(name),
  );
  return derives.attribute([...own, ...serde.map((name) => scope.use('serde', name))]);
}

/**
 * The attributes of a member.
 *
 * @param absent what it means that JSON lacks the member; undefined for the member of an instance
 * @param isDefault whether the whole struct has `#[serde(default)]`
 */
export function memberAttributes(
  held: Held,
  absent: Member['absent'] | undefined,
  isDefault: boolean,
  scope: Scope,
  run: Run,
): string[] {
  const { field, spelling, isWrapped } = held;
  const { type, cardinality, name } = field;
  const isOptional = cardinality === 'optional';
  const words: string[] = [];
  if (spelling.isRenamed) words.push(`rename = ${stringLiteral(name)}`);
  const converted = isConverted(type);
  const mayBeAbsent = absent !== undefined && absent !== 'refused';
  if (mayBeAbsent && !isDefault && (isWrapped || cardinality === 'many' || (isOptional && converted))) words.push('default');
  if (absent === undefined && isOptional && converted) words.push('default');
  if (isWrapped && !converted) words.push(`deserialize_with = "${run.validation.call('present', scope)}"`);
  if (isWrapped || isOptional) words.push(`skip_serializing_if = "${scope.std('Option')}::is_none"`);
  return [
    ...(converted ? attribute('serde_as', [`as = ${stringLiteral(conversion(held, scope, run))}`], '    ') : []),
    ...attributes(words),
    ...texts(held, scope, run),
  ];
}

/** One attribute, or two where rustfmt would break it. */
function attributes(words: readonly string[]): string[] {
  const [first, ...others] = words;
  if (first === undefined) return [];
  const isShort = words.join(', ').length <= 70;
  const groups = isShort || others.length === 0 ? [words] : [words.slice(0, -1), words.slice(-1)];
  return groups.flatMap((group) => attribute('serde', group, '    '));
}

function conversion({ field, isWrapped }: Held, scope: Scope, { validation }: Run): string {
  const one = 'serde_with::DisplayFromStr';
  const of = field.cardinality === 'many' ? `Vec<${one}>` : field.cardinality === 'optional' ? `Option<${one}>` : one;
  return isWrapped ? `${validation.call('Present', scope)}<${of}>` : of;
}

function texts(held: Held, scope: Scope, { derives }: Run): readonly string[] {
  const { type } = held.field;
  if (type.kind !== 'scalar') return [];
  const { scalar } = type;
  return derives.texts(scalar, () => {
    const own = held.type.replace(scalarType(scalar, scope), scope.std('String'));
    return held.isWrapped ? `${scope.std('Option')}<${own}>` : own;
  });
}
