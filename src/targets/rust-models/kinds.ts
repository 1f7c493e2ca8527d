import { kindOf, type ScalarKind } from '../../model/index.ts';
import type { Difference } from '../target.ts';
import type { Imported } from './scope.ts';
import { floatLiteral, stringLiteral } from './tokens.ts';

/** What a scalar is in Rust: a type of the prelude or the language, or one that is imported. */
export type RustType =
  | { readonly primitive: string }
  | { readonly std: 'String' }
  | { readonly from: 'chrono' | 'rust_decimal'; readonly name: Imported; readonly argument?: Imported };

/** How the value of a scalar is written, and whether it is known to the compiler or parsed when the program runs. */
export interface Literal {
  readonly code: string;
  readonly parsed: boolean;
}

/** What Rust knows of a kind of values. */
export interface RustKind {
  readonly type: RustType;
  /** The least and the greatest value of a type of whole numbers. */
  readonly holds?: { readonly least: string; readonly greatest: string };
  /** Whether values are written as texts, though they are numbers. */
  readonly writesText?: true;
  /** What a value of the type has to be beyond it, if the type holds more than the kind. */
  readonly check?: KindCheck;
  /** For kinds that are held as text. */
  readonly form?: Form;
  /** A value in canonical form. */
  readonly literal: (canonical: string) => Literal;
  /** Whether two texts are of one value, where they need not be equal: an expression of two `&str`. */
  readonly same?: { readonly calls?: string; readonly print: (a: string, b: string) => string };
  /** Where JSON is judged or written otherwise than by the other layers. */
  readonly differs?: Difference;
}

/** How a value is seen to be of a kind. */
interface KindCheck {
  /** For texts of a form: the method of `Violations` that notes it, of a piece `Violations::…`. All else is known by the type. */
  readonly form?: string;
  /** The form itself: `IRI_FORM`. */
  readonly constant?: string;
}

/** What tells by an expression whether a text is a value of a kind. */
interface Form {
  /** The function of the helpers that the expression calls, if it calls one. */
  readonly calls?: string;
  readonly holds: (text: string) => string;
  /** For messages. */
  readonly noun: string;
}

const string: RustType = { std: 'String' };

const quoted = (value: string): Literal => ({ code: stringLiteral(value), parsed: false });
const plain = (value: string): Literal => ({ code: value, parsed: false });
const parsed = (value: string): Literal => ({ code: stringLiteral(value), parsed: true });

/** A whole number of a type that holds the kind and no more. */
const integer = (primitive: string, scalar: ScalarKind): RustKind => {
  const { range } = kindOf(scalar);
  return { type: { primitive }, ...(range && { holds: range }), literal: plain };
};

/** A kind that is held as text. */
const textual = (method: string, noun: string, form: Partial<Form> = {}): RustKind => ({
  type: string,
  check: { form: method, constant: `${method.toUpperCase()}_FORM` },
  form: { calls: `is_${method}`, holds: (text) => `is_${method}(${text})`, noun, ...form },
  literal: quoted,
});

const chrono = (name: Imported, argument?: Imported): RustKind => ({
  type: { from: 'chrono', name, ...(argument && { argument }) },
  check: {},
  literal: parsed,
});

export const lastDigit: Difference = {
  id: 'last-digit-of-float',
  what: 'a number is read as one beside the nearest, and written with another last digit',
  why: 'serde_json parses numbers so, unless its feature `float_roundtrip` is asked for, which is the application’s to choose',
};

/**
 * The kinds of values in Rust. Types are chosen so that serde's own forms are the wire format: chrono writes RFC 3339 and
 * ISO 8601, rust_decimal a string.
 *
 * Durations and parts of a date stay text in their XSD form, because neither std nor chrono has a type that holds all of
 * them (`P1M` is no number of seconds, `--02-29` is no date). IRIs stay text because they may be relative and hold any
 * script, which `url::Url` refuses or rewrites. Base64 and hexadecimal stay text because serde writes bytes as a list of
 * numbers.
 */
export const kindsInRust = {
  string: {
    ...textual('text', 'a text'),
    check: {},
    form: { holds: (text) => `!${text}.contains('\\0')`, noun: 'a text' },
  },
  iri: textual('iri', 'an IRI'),
  boolean: { type: { primitive: 'bool' }, literal: plain },
  int8: integer('i8', 'int8'),
  int16: integer('i16', 'int16'),
  int32: integer('i32', 'int32'),
  int64: { ...integer('i64', 'int64Text'), check: {} },
  int64Text: { ...integer('i64', 'int64Text'), writesText: true },
  uint8: integer('u8', 'uint8'),
  uint16: integer('u16', 'uint16'),
  uint32: integer('u32', 'uint32'),
  uint64: { ...integer('u64', 'uint64Text'), check: {} },
  uint64Text: { ...integer('u64', 'uint64Text'), writesText: true },
  // JSON has no NaN and no infinity: serde_json writes them as null, which it then refuses to read.
  float32: {
    type: { primitive: 'f32' },
    check: {},
    literal: (value) => plain(floatLiteral('float32', value) ?? value),
  },
  float64: {
    type: { primitive: 'f64' },
    check: {},
    literal: (value) => plain(floatLiteral('float64', value) ?? value),
    differs: lastDigit,
  },
  decimal: {
    type: { from: 'rust_decimal', name: 'Decimal' },
    check: {},
    literal: parsed,
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
} satisfies Readonly<Record<ScalarKind, RustKind>>;

/** The row of a kind. */
export function rustKind(scalar: ScalarKind): RustKind {
  return kindsInRust[scalar];
}

/** Whether a scalar is held as the text that it is in JSON. */
export function isTextual(scalar: ScalarKind): boolean {
  return 'std' in rustKind(scalar).type;
}

/** The helpers that read and write the values of each kind. */
const valuePieces = Object.fromEntries(
  Object.entries<RustKind>(kindsInRust).map(([scalar, { type }]) => [scalar, `Value for ${nameOf(type)}`]),
) as Readonly<Record<ScalarKind, string>>;

function nameOf(type: RustType): string {
  return 'primitive' in type ? type.primitive : 'std' in type ? type.std : type.name;
}

/** The helper that reads and writes the values of a kind. */
export function valuePiece(scalar: ScalarKind): string {
  return valuePieces[scalar];
}
