import type { Field, FieldType, ScalarKind, ScalarType, Union } from '../../model/index.ts';
import { pascalCase } from '../text/index.ts';
import { typeName } from './names.ts';
import type { Imported, Scope } from './scope.ts';

/** What a scalar is in Rust: a type of the prelude or the language, or one that is imported. */
type RustType =
  | { readonly primitive: string }
  | { readonly std: 'String' }
  | { readonly from: 'chrono' | 'rust_decimal'; readonly name: Imported; readonly argument?: Imported };

const string: RustType = { std: 'String' };

/**
 * The types of scalars, chosen so that serde's own forms are the wire format: chrono writes RFC 3339
 * and ISO 8601, rust_decimal a string.
 *
 * Durations and parts of a date stay text in their XSD form, because neither std nor chrono has a type
 * that holds all of them (`P1M` is no number of seconds, `--02-29` is no date). IRIs stay text because
 * they may be relative and hold any script, which `url::Url` refuses or rewrites. Base64 and hexadecimal
 * stay text because serde writes bytes as a list of numbers.
 */
const scalarTypes: Readonly<Record<ScalarKind, RustType>> = {
  string,
  iri: string,
  boolean: { primitive: 'bool' },
  int8: { primitive: 'i8' },
  int16: { primitive: 'i16' },
  int32: { primitive: 'i32' },
  int64: { primitive: 'i64' },
  int64Text: string,
  uint8: { primitive: 'u8' },
  uint16: { primitive: 'u16' },
  uint32: { primitive: 'u32' },
  uint64: { primitive: 'u64' },
  uint64Text: string,
  // JSON has no NaN and no infinity: serde_json writes them as null, which it then refuses to read.
  float32: { primitive: 'f32' },
  float64: { primitive: 'f64' },
  decimal: { from: 'rust_decimal', name: 'Decimal' },
  dateTime: { from: 'chrono', name: 'DateTime', argument: 'Utc' },
  date: { from: 'chrono', name: 'NaiveDate' },
  time: { from: 'chrono', name: 'NaiveTime' },
  duration: string,
  base64: string,
  hex: string,
  gYear: string,
  gYearMonth: string,
  gMonthDay: string,
  gDay: string,
  gMonth: string,
};

/** The type of one scalar value. */
export function scalarType(scalar: ScalarKind, scope: Scope): string {
  const rust = scalarTypes[scalar];
  if ('primitive' in rust) return rust.primitive;
  if ('std' in rust) return scope.std(rust.std);
  const name = scope.use(rust.from, rust.name);
  return rust.argument === undefined ? name : `${name}<${scope.use(rust.from, rust.argument)}>`;
}

/** The type of one value of a field. */
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

/** The type of a field, its cardinality included. */
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

/** Whether a scalar is held as the text that it is in JSON. */
export function isTextual(scalar: ScalarKind): boolean {
  return 'std' in scalarTypes[scalar];
}

/** Whether a field holds one text, so that a constructor takes anything that turns into it. */
export function isText({ type, cardinality }: Field): boolean {
  return type.kind === 'scalar' && cardinality === 'one' && isTextual(type.scalar);
}

/** Whether values are copied where they are used, rather than borrowed. */
export function isCopied(type: FieldType): boolean {
  return type.kind === 'scalar' ? !isTextual(type.scalar) : type.kind !== 'union';
}

/** A variant of a union's enum, and the members that it stands for. */
export interface UnionVariant {
  readonly name: string;
  readonly members: readonly [ScalarType, ...ScalarType[]];
}

/**
 * The variants of a union, in the order in which they are tried. Members that are held as text share the last one:
 * any text can be read as each of them.
 */
export function unionVariants({ members }: Union): readonly UnionVariant[] {
  const [firstText, ...texts] = members.filter(({ scalar }) => isTextual(scalar));
  const typed = members.filter(({ scalar }) => !isTextual(scalar));
  return [
    ...typed.map((member): UnionVariant => ({ name: pascalCase(member.scalar), members: [member] })),
    ...(firstText === undefined ? [] : [{ name: 'Text', members: [firstText, ...texts] } as const]),
  ];
}

/** The least and the greatest value of an integer kind. */
export function integerRange(scalar: ScalarKind): readonly [bigint, bigint] | undefined {
  const [, unsigned, width] = /^(u?)int(\d+)$/.exec(scalar) ?? [];
  if (width === undefined) return undefined;
  const bits = BigInt(width);
  return unsigned ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
}
