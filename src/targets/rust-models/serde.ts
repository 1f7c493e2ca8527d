/** Prints the serde attributes of structs and members. */

import type { DomainClass, FieldType, Member, ScalarKind } from '../../model/index.ts';
import type { HelperCode } from './helper-code.ts';
import { rustKind } from './kinds.ts';
import { attribute } from './layout.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { scalarType } from './types.ts';

/** Returns the conversion of serde_with for a kind of numbers that are strings in JSON; undefined for other kinds. */
export function scalarConversion(scalar: ScalarKind, scope: Scope, helpers: HelperCode): string | undefined {
  const { conversion } = rustKind(scalar);
  return conversion === 'ExactDecimal' ? helpers.use(conversion, scope) : conversion;
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

const known = new WeakMap<DomainClass, boolean>();

/** Returns whether all fields of a class are `Eq`. Cached, because the classes that refer to a class ask for all its subclasses. */
export function hasEqFields(cls: DomainClass): boolean {
  const isKnown = known.get(cls) ?? cls.allFields.every(({ type }) => isEq(type));
  known.set(cls, isKnown);
  return isKnown;
}

const optionalDerives: ReadonlySet<string> = new Set(['Copy', 'Default', 'Eq']);

/** Returns the derive attribute: the traits of all structs, the given ones, and those of the option `derives`. */
export function deriveList(traits: readonly string[], scope: Scope, { derives }: RunContext): readonly string[] {
  const serde = ['Serialize', 'Deserialize'] as const;
  const derivable = ['Debug', 'Clone', 'Copy', 'Default', 'PartialEq', 'Eq'].filter(
    (name) => !optionalDerives.has(name) || traits.includes(name),
  );
  const others = traits.filter((name) => !optionalDerives.has(name));
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
  const args: string[] = [];
  if (spelling.isRenamed) args.push(`rename = ${stringLiteral(field.name)}`);
  const converted = field.type.kind === 'scalar' ? scalarConversion(field.type.scalar, scope, run.helpers) : undefined;
  if (!isDefault && absent !== 'refused' && needsDefault(member, absent)) args.push('default');
  if (isWrapped && converted === undefined) args.push(`deserialize_with = "${run.helpers.use('present', scope)}"`);
  if (isWrapped || isOptional) args.push(`skip_serializing_if = "${scope.std('Option')}::is_none"`);
  return [
    ...(converted ? attribute('serde_as', [`as = "${memberConversion(converted, member, scope, run)}"`]) : []),
    ...serdeAttributes(args),
    ...jsonStringAttributes(member, scope, run),
  ];
}

/** Returns whether serde rejects an absent member unless it has `default`. A plain `Option` may be absent without it. */
function needsDefault({ field, isWrapped }: RustMember, absent: Member['absent'] | undefined): boolean {
  const isConvertedOption = field.cardinality === 'optional' && isConverted(field.type);
  return isConvertedOption || (absent !== undefined && (isWrapped || field.cardinality === 'many'));
}

/** Returns the serde attribute of a member with these arguments; two attributes if rustfmt would break it. */
function serdeAttributes(args: readonly string[]): string[] {
  if (args.length === 0) return [];
  if (args.length === 1 || args.join(', ').length <= 70) return attribute('serde', args);
  return [...attribute('serde', args.slice(0, -1)), ...attribute('serde', args.slice(-1))];
}

/** Returns the conversion of a member with its cardinality: `Present<Option<ExactDecimal>>`. */
function memberConversion(
  valueConversion: string,
  { field, isWrapped }: RustMember,
  scope: Scope,
  { helpers }: RunContext,
): string {
  const { cardinality } = field;
  const container = cardinality === 'many' ? 'Vec' : 'Option';
  const conversion = cardinality === 'one' ? valueConversion : `${scope.std(container)}<${valueConversion}>`;
  return isWrapped ? `${helpers.use('Present', scope)}<${conversion}>` : conversion;
}

/** Returns the attributes for derived macros that describe JSON, such as `schemars(with = "Option<String>")`. */
function jsonStringAttributes(member: RustMember, scope: Scope, { derives }: RunContext): readonly string[] {
  const { type } = member.field;
  if (type.kind !== 'scalar') return [];
  const { scalar } = type;
  return derives.jsonStringAttributes(scalar, () => {
    const jsonType = member.type.replace(scalarType(scalar, scope), scope.std('String'));
    return member.isWrapped ? `${scope.std('Option')}<${jsonType}>` : jsonType;
  });
}
