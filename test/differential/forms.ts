/** What values of each kind are in JSON, for the referee: no target's code has a part in it. */

import type { ScalarKind } from '../../src/model/index.ts';
import type { Tree } from './json.ts';

/** What values are told apart by here: scalars, and the identities of instances. */
export type ValueKind = ScalarKind | 'uuid';

interface Form {
  readonly json: 'string' | 'number' | 'boolean';
  /**
   * From the text of a JSON string, or of a numeral, to one text for each value; undefined if it is no value. What
   * layers write is read by it, too, so a numeral that stands as text is read like one that does not.
   */
  readonly value: (text: string) => string | undefined;
}

// Numbers

/** Plain decimal notation, so that equal numbers have equal texts. */
export function plain(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole + fraction === '') return undefined;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const before = (point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+/, '') || '0';
  const after = (point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/0+$/, '');
  const number = after === '' ? before : `${before}.${after}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

const integer = (least: bigint, greatest: bigint): Form => ({
  json: 'number',
  value: (text) => {
    if (!/^(0|-?[1-9]\d{0,30})$/.test(text)) return undefined;
    return BigInt(text) >= least && BigInt(text) <= greatest ? text : undefined;
  },
});

const signed = (bits: number): Form => integer(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n);
const unsigned = (bits: number): Form => integer(0n, 2n ** BigInt(bits) - 1n);
/** What every reader of JSON keeps. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const float = (round: (number: number) => number): Form => ({
  json: 'number',
  value: (text) => {
    const number = round(Number(text));
    return Number.isFinite(number) ? String(number === 0 ? 0 : number) : undefined;
  },
});

// Texts

const isWellFormed = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

const formed = (form: RegExp, value: (text: string) => string | undefined = (text) => text): Form => ({
  json: 'string',
  value: (text) => (form.test(text) ? value(text) : undefined),
});

// Moments

const daysOf = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
};

const isDate = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year > 0 && day > 0 && day <= daysOf(year, month);
};

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?`;
const OFFSET = String.raw`(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)`;
const YEAR = String.raw`(\d{4})`;

const withoutZeros = (time: string): string => time.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function instant(text: string): string | undefined {
  const match = /^(.{10})T(.{8})(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  const [, date = '', time = '', fraction = '', offset = ''] = match ?? [];
  if (!match || !isDate(date)) return undefined;
  const at = new Date(`${date}T${time}${offset}`);
  // An offset may move the first and the last hours out of the years that all layers know.
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999) return undefined;
  return `${at.toISOString().slice(0, 19)}${withoutZeros(fraction)}`;
}

/** A duration is so many months and so many seconds (XML Schema 1.1, 3.3.6). */
function duration(text: string): string {
  const match = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/.exec(text);
  const [, sign, years, months, days, hours, minutes, seconds, fraction = ''] = match ?? [];
  const number = (digits: string | undefined) => BigInt(digits ?? 0);
  const all = number(years) * 12n + number(months);
  const rest = ((number(days) * 24n + number(hours)) * 60n + number(minutes)) * 60n + number(seconds);
  const exact = `${rest}${withoutZeros(`.${fraction}`)}`;
  return `${sign === '-' && !(all === 0n && exact === '0') ? '-' : ''}${all} months ${exact} seconds`;
}

/** IRI references by their characters (RFC 3987, 2.2): `%` only before two digits. */
const IRI =
  /^(?:%[\dA-Fa-f]{2}|[\w.~:/?#[\]@!$&'()*+,;=\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{e1000}-\u{efffd}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}-])*$/u;

export const forms: Readonly<Record<ValueKind, Form>> = {
  uuid: formed(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, (text) => text.toLowerCase()),
  string: { json: 'string', value: (text) => (isWellFormed(text) ? text : undefined) },
  iri: formed(IRI),
  boolean: { json: 'boolean', value: (text) => text },
  int8: signed(8),
  int16: signed(16),
  int32: signed(32),
  int64: integer(-SAFE, SAFE),
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: integer(0n, SAFE),
  int64Text: formed(/^(0|-?[1-9]\d{0,18})$/, (text) => (BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : undefined)),
  uint64Text: formed(/^(0|[1-9]\d{0,19})$/, (text) => (BigInt.asUintN(64, BigInt(text)) === BigInt(text) ? text : undefined)),
  float32: float(Math.fround),
  float64: float((number) => number),
  decimal: formed(/^[+-]?(?=\.?\d)(\d*)(\.\d*)?$/, (text) => (text.replace(/\D/g, '').length <= 28 ? plain(text) : undefined)),
  dateTime: formed(new RegExp(`^${YEAR}-\\d\\d-\\d\\dT${TIME}${OFFSET}$`), instant),
  date: formed(/^\d{4}-\d\d-\d\d$/, (text) => (isDate(text) ? text : undefined)),
  time: formed(new RegExp(`^${TIME}$`), (text) => text.slice(0, 8) + withoutZeros(text.slice(8))),
  duration: formed(/^-?P(?=.)(\d{1,8}Y)?(\d{1,8}M)?(\d{1,8}D)?(T(?=.)(\d{1,8}H)?(\d{1,8}M)?(\d{1,8}(\.\d{1,9})?S)?)?$/, duration),
  base64: formed(/^([\w+/]{4})*([\w+/]{2}==|[\w+/]{3}=)?$/, (text) => {
    const bytes = Buffer.from(text, 'base64');
    return !text.includes('_') && bytes.toString('base64') === text ? bytes.toString('hex') : undefined;
  }),
  hex: formed(/^([\da-f]{2})*$/i, (text) => text.toLowerCase()),
  gYear: formed(new RegExp(`^-?([1-9]\\d{3,}|0\\d{3})${OFFSET}?$`), (text) => (/^-?0+(\D|$)/.test(text) ? undefined : text)),
  gYearMonth: formed(new RegExp(`^-?([1-9]\\d{3,}|0\\d{3})-(0[1-9]|1[0-2])${OFFSET}?$`), (text) =>
    /^-?0+-/.test(text) ? undefined : text,
  ),
  gMonthDay: formed(new RegExp(`^--\\d\\d-\\d\\d${OFFSET}?$`), (text) => (isDate(`2024-${text.slice(2, 7)}`) ? text : undefined)),
  gDay: formed(new RegExp(`^---(0[1-9]|[12]\\d|3[01])${OFFSET}?$`)),
  gMonth: formed(new RegExp(`^--(0[1-9]|1[0-2])${OFFSET}?$`)),
};

/** One text for each value of a kind; undefined if the JSON is none. */
export function valueIn(kind: ValueKind, tree: Tree): string | undefined {
  const { json, value } = forms[kind];
  if (tree.is !== json) return undefined;
  return value(tree.is === 'number' ? tree.source : String(tree.value));
}
