/** How Rust represents each kind of values: `xsd:date` as `chrono::NaiveDate`, `xsd:duration` as a checked `String`. */

import { kindOf, type ScalarKind } from '../../model/index.ts';
import { unrestrictedCharacters } from '../core/index.ts';
import type { Difference, Spellings } from '../target.ts';
import type { Imported } from './scope.ts';
import { floatLiteral, stringLiteral } from './tokens.ts';

/** The Rust type of a scalar: a type of the prelude or the language, or an imported one. */
type RustType =
  | { readonly primitive: string }
  | { readonly std: 'String' }
  | { readonly from: 'chrono' | 'rust_decimal'; readonly name: Imported; readonly argument?: Imported };

/** The code of a scalar value. */
interface Literal {
  readonly code: string;
  /** Whether `code` is a string that the program parses at run time. */
  readonly parsed: boolean;
  /** Whether `code` is an integer that the program converts with `from`. */
  readonly converted?: true;
}

/** Representation of a kind of values in Rust. */
interface RustKind {
  readonly type: RustType;
  /** The minimum and maximum value of an integer type. */
  readonly range?: { readonly minimum: string; readonly maximum: string };
  /** The conversion of serde_with, if the values are numbers that are strings in JSON. */
  readonly conversion?: 'ExactDecimal' | 'serde_with::DisplayFromStr';
  /** The check of values, if the type accepts more values than the kind. */
  readonly check?: KindCheck;
  /** For kinds that are stored as strings. */
  readonly stringTest?: StringTest;
  /** Returns the literal of a value in canonical form. */
  readonly literal: (canonical: string) => Literal;
  /** For kinds in which different strings may be equal values: prints a comparison of two `&str`. */
  readonly same?: { readonly calls?: string; readonly print: (a: string, b: string) => string };
  /** How this layer reads or writes JSON differently from other layers. */
  readonly differs?: Difference;
}

/** The check of a kind: the name of a constant of type `Format`, or of a method of `Violations`. */
type KindCheck = { readonly format: string; readonly method?: never } | { readonly format?: never; readonly method: string };

/** An expression that tests whether a string is a value of a kind. */
interface StringTest {
  /** The helper function that the expression calls, if any. */
  readonly calls?: string;
  readonly holds: (text: string) => string;
  /** Name of a value in messages. */
  readonly noun: string;
}

const string: RustType = { std: 'String' };

const quoted = (value: string): Literal => ({ code: stringLiteral(value), parsed: false });
const code = (value: string): Literal => ({ code: value, parsed: false });
const parsed = (value: string): Literal => ({ code: stringLiteral(value), parsed: true });

/** Returns an integer kind whose type has exactly the same range. */
const integer = (primitive: string, scalar: ScalarKind): RustKind => {
  const { range } = kindOf(scalar);
  return { type: { primitive }, ...(range && { range }), literal: code };
};

/** Returns a kind that is stored as a string. */
const textual = (name: string, noun: string, test: Partial<StringTest> = {}): RustKind => ({
  type: string,
  check: { format: name.toUpperCase() },
  stringTest: { calls: `is_${name}`, holds: (text) => `is_${name}(${text})`, noun, ...test },
  literal: quoted,
});

const chrono = (name: Imported, argument?: Imported): RustKind => ({
  type: { from: 'chrono', name, ...(argument && { argument }) },
  literal: parsed,
  differs: rustTypes,
});

/** https://docs.rs/chrono, https://docs.rs/rust_decimal */
export const rustTypes: Difference = {
  id: 'rust-types',
  what: 'dates outside the years 1 to 9999, leap seconds and page counts above 2^53 are accepted',
  why: 'the types of the crate chrono and of integers store them, and a check of each value costs more than it helps',
};

const uuidSpellings = 'without hyphens, in braces, with `urn:uuid:`';
const integerSpellings = '`+`, leading zeros';
const dateSpellings = 'without leading zeros, with blanks between the parts';

/** The spellings that the crates accept in addition to the canonical one. */
export const spellings: Spellings = {
  int64Text: integerSpellings,
  uint64Text: integerSpellings,
  dateTime: `${dateSpellings}, a blank or a small letter in place of \`T\` and \`Z\`, \`+0200\`, \`UTC\`, offsets above 14 hours`,
  date: dateSpellings,
  time: `${dateSpellings}, without seconds`,
  uuid: uuidSpellings,
  reference: uuidSpellings,
  enumeration: 'an object whose only member is the value, and null: `{"On": null}`',
  object: 'a list of the members',
};

/**
 * The kinds of values in Rust. The types are those whose serde representation is the wire format: chrono writes RFC 3339 and
 * ISO 8601. rust_decimal rounds what it cannot hold, so that a conversion reads decimals.
 *
 * Durations and parts of a date stay strings in their XSD form, because neither std nor chrono has a type for all of them
 * (`P1M` is not a number of seconds, `--02-29` is not a date). IRIs stay strings because they may be relative and may contain
 * any script, which `url::Url` rejects or rewrites. Base64 and hexadecimal values stay strings because serde writes bytes as a
 * list of numbers.
 */
const kindsInRust: Readonly<Record<ScalarKind, RustKind>> = {
  string: {
    type: string,
    stringTest: { holds: () => 'true', noun: 'a text' },
    literal: quoted,
    differs: unrestrictedCharacters,
  },
  iri: textual('iri', 'an IRI'),
  boolean: { type: { primitive: 'bool' }, literal: code },
  int8: integer('i8', 'int8'),
  int16: integer('i16', 'int16'),
  int32: integer('i32', 'int32'),
  int64: { ...integer('i64', 'int64Text'), check: { method: 'safe_integer' } },
  int64Text: { ...integer('i64', 'int64Text'), conversion: 'serde_with::DisplayFromStr' },
  uint8: integer('u8', 'uint8'),
  uint16: integer('u16', 'uint16'),
  uint32: integer('u32', 'uint32'),
  uint64: { ...integer('u64', 'uint64Text'), check: { method: 'safe_unsigned' } },
  uint64Text: { ...integer('u64', 'uint64Text'), conversion: 'serde_with::DisplayFromStr' },
  float32: {
    type: { primitive: 'f32' },
    check: { method: 'finite' },
    literal: (value) => code(floatLiteral('float32', value) ?? value),
  },
  float64: {
    type: { primitive: 'f64' },
    literal: (value) => code(floatLiteral('float64', value) ?? value),
  },
  decimal: {
    type: { from: 'rust_decimal', name: 'Decimal' },
    conversion: 'ExactDecimal',
    literal: (value) =>
      /^-?\d{1,9}$/.test(value) ? { code: withSeparators(value), parsed: false, converted: true } : parsed(value),
  },
  dateTime: chrono('DateTime', 'Utc'),
  date: chrono('NaiveDate'),
  time: chrono('NaiveTime'),
  duration: {
    ...textual('duration', 'a duration', { calls: 'duration', holds: (text) => `duration(${text}).is_some()` }),
    same: { calls: 'duration', print: (a, b) => `duration(${a}) == duration(${b})` },
  },
  base64: textual('base64', 'Base64'),
  hex: {
    ...textual('hex', 'hexadecimal digits'),
    same: { print: (a, b) => `${b}.eq_ignore_ascii_case(${a})` },
  },
  gYear: textual('g_year', 'a year'),
  gYearMonth: textual('g_year_month', 'a month of a year'),
  gMonthDay: textual('g_month_day', 'a day of a month'),
  gDay: textual('g_day', 'a day'),
  gMonth: textual('g_month', 'a month'),
};

export function rustKind(scalar: ScalarKind): RustKind {
  return kindsInRust[scalar];
}

/** Returns whether a scalar is stored as the same string as in JSON. */
export function isTextual(scalar: ScalarKind): boolean {
  return 'std' in rustKind(scalar).type;
}

/** Separates the thousands of an integer of at most nine digits, as Clippy expects in literals of more than five digits. */
function withSeparators(integer: string): string {
  return integer.replace(/\B(?=(?:\d{3}){1,2}$)/g, '_');
}
