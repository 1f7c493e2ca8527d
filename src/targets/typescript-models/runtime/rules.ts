// The rules and the kinds of values of the runtime, as in schema.ts.

import { type Check, literal, memberOf, rule, type Schema, schema } from './schema.ts';

// --- atLeast
export function atLeast<T extends string | number>(bound: T, keyOf?: (value: T) => Key): Check {
  return bounded('minimum', 'at least', bound, true, (order) => order >= 0, keyOf);
}

// --- moreThan
export function moreThan<T extends string | number>(bound: T, keyOf?: (value: T) => Key): Check {
  return bounded('minimum', 'more than', bound, false, (order) => order > 0, keyOf);
}

// --- atMost
export function atMost<T extends string | number>(bound: T, keyOf?: (value: T) => Key): Check {
  return bounded('maximum', 'at most', bound, true, (order) => order <= 0, keyOf);
}

// --- lessThan
export function lessThan<T extends string | number>(bound: T, keyOf?: (value: T) => Key): Check {
  return bounded('maximum', 'less than', bound, false, (order) => order < 0, keyOf);
}

// --- Key
/** The key for comparisons of values whose strings have another order. */
type Key = string | number | bigint;

// --- bounded
function bounded<T extends string | number>(
  code: 'minimum' | 'maximum',
  relation: string,
  bound: T,
  inclusive: boolean,
  holds: (order: number) => boolean,
  keyOf: (value: T) => Key = (value) => value,
): Check {
  const limit = keyOf(bound);
  const accepts = (value: T): boolean => {
    const key = keyOf(value);
    return holds(key === limit ? 0 : key > limit ? 1 : -1);
  };
  return rule(accepts, code, { bound, inclusive }, `must be ${relation} ${String(bound)}`);
}

// --- minLength
/** Requires a minimum length in Unicode code points. */
export function minLength(length: number): Check {
  const accepts = (value: string): boolean =>
    value.length >= 2 * length || Array.from(value).length >= length;
  const message = `must be at least ${counted(length, 'character')} long`;
  return rule(accepts, 'min-length', { length }, message);
}

// --- maxLength
/** Requires a maximum length in Unicode code points. */
export function maxLength(length: number): Check {
  const accepts = (value: string): boolean =>
    value.length <= length || (value.length <= 2 * length && Array.from(value).length <= length);
  const message = `must be at most ${counted(length, 'character')} long`;
  return rule(accepts, 'max-length', { length }, message);
}

// --- counted
function counted(length: number, noun: string): string {
  return `${String(length)} ${noun}${length === 1 ? '' : 's'}`;
}

// --- pattern
export function pattern(expression: RegExp): Check {
  const { source } = expression;
  const accepts = (value: string): boolean => expression.test(value);
  return rule(accepts, 'pattern', { pattern: source }, `must match ${String(expression)}`);
}

// --- minItems
export function minItems(length: number): Check {
  const accepts = (values: readonly unknown[]): boolean => values.length >= length;
  return rule(accepts, 'min-items', { length }, `must have at least ${counted(length, 'value')}`);
}

// --- maxItems
export function maxItems(length: number): Check {
  const accepts = (values: readonly unknown[]): boolean => values.length <= length;
  return rule(accepts, 'max-items', { length }, `must have at most ${counted(length, 'value')}`);
}

// --- contains
/** Requires a list to contain a value, in any of its lexical forms. */
export function contains(
  value: string | number | boolean,
  spellings: Schema<unknown> = literal(value),
): Check {
  const accepts = (values: readonly unknown[]): boolean => values.some(spellings.is);
  return rule(accepts, 'contains', { value }, `must contain ${JSON.stringify(value)}`);
}

// --- notItself
/** Rejects references of an object to itself. */
export function notItself(field: string): Check {
  const reject = rule(() => false, 'irreflexive', {}, 'must not be the id of the object itself');
  return (value, path, issues) => {
    const id = sameId(memberOf(value, 'id'));
    const isItself = (other: unknown): boolean => id !== undefined && sameId(other) === id;
    const ids = memberOf(value, field);
    if (!Array.isArray(ids)) return !isItself(ids) || reject(ids, [...path, field], issues);
    const found = ids.flatMap((item: unknown, index) => (isItself(item) ? [index] : []));
    if (issues) for (const index of found) reject(id, [...path, field, index], issues);
    return found.length === 0;
  };
}

// --- sameId
/** Returns an id in lower case: ids that differ only in case are equal. */
function sameId(id: unknown): string | undefined {
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

// --- count
/** Returns the number of values in several fields. */
function count(value: unknown, fields: readonly string[]): number {
  const values = fields.map((field) => memberOf(value, field) ?? []);
  return values.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 1), 0);
}

// --- listed
/** Returns a list such as `a, b and c`. */
function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join();
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

// --- atMostOneOf
/** Allows a value in at most one of the fields. */
export function atMostOneOf(...fields: readonly string[]): Check {
  const accepts = (value: object): boolean => count(value, fields) <= 1;
  const message = `must have at most one of ${listed(fields)}`;
  return rule(accepts, 'choice', { fields, required: false }, message);
}

// --- exactlyOneOf
/** Requires a value in exactly one of the fields. */
export function exactlyOneOf(...fields: readonly string[]): Check {
  const accepts = (value: object): boolean => count(value, fields) === 1;
  const message = `must have exactly one of ${listed(fields)}`;
  return rule(accepts, 'choice', { fields, required: true }, message);
}

// --- atLeastInAll
/** Requires a minimum number of values in several fields. */
export function atLeastInAll(least: number, ...fields: readonly string[]): Check {
  const accepts = (value: object): boolean => count(value, fields) >= least;
  const message = `must have at least ${String(least)} of ${listed(fields)} in all`;
  return rule(accepts, 'total', { fields, least }, message);
}

// --- atMostInAll
/** Requires a maximum number of values in several fields. */
export function atMostInAll(most: number, ...fields: readonly string[]): Check {
  const accepts = (value: object): boolean => count(value, fields) <= most;
  const message = `must have at most ${String(most)} of ${listed(fields)} in all`;
  return rule(accepts, 'total', { fields, most }, message);
}

// --- inOrder
/** Compares the values of two fields, if both have a valid one. */
export function inOrder<T extends string | number>(
  lesser: string,
  relation: '<' | '<=',
  greater: string,
  { is }: Schema<T>,
  keyOf: (value: T) => Key = (value) => value,
): Check {
  const message = `must be ${relation === '<' ? 'less than' : 'at most'} ${greater}`;
  const reject = rule(() => false, 'comparison', { lesser, relation, greater }, message);
  return (value, path, issues) => {
    const [low, high] = [memberOf(value, lesser), memberOf(value, greater)];
    if (!is(low) || !is(high)) return true;
    const [lowKey, highKey] = [keyOf(low), keyOf(high)];
    if (lowKey < highKey || (relation === '<=' && lowKey === highKey)) return true;
    return reject(low, [...path, lesser], issues);
  };
}

// --- kind
/** Returns a schema for a predicate. */
function kind<T>(type: string, expected: string, accepts: (value: unknown) => boolean): Schema<T> {
  return schema(rule(accepts, 'type', { type }, `must be ${expected}`));
}

// --- isUnicode
/** True if a string contains no U+0000 and no lone surrogates, which PostgreSQL rejects. */
function isUnicode(value: string & { isWellFormed?(): boolean }): boolean {
  return !value.includes('\0') && (value.isWellFormed?.() ?? !/\p{Cs}/u.test(value));
}

// --- isIri
/** True if a string contains only characters of IRI references (RFC 3987). */
function isIri(value: string): boolean {
  return !/[^!#-;=?-[\]_a-z~\u{a0}-\u{10ffff}]|\p{Cs}|%(?![0-9a-f]{2})/iu.test(value);
}

// --- texts
type Test = (value: string) => boolean;

/** Returns a schema for strings of a format. */
function texts(type: string, expected: string, form: RegExp, exists?: Test): Schema<string> {
  const accepts = (value: unknown): boolean =>
    typeof value === 'string' && form.test(value) && (exists === undefined || exists(value));
  return kind(type, expected, accepts);
}

// --- integers
/** Returns a schema for integers of a range. */
function integers(type: string, least: number, greatest: number): Schema<number> {
  const accepts = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest;
  return kind(type, `an integer from ${String(least)} to ${String(greatest)}`, accepts);
}

// --- reals
/** Returns a schema for numbers whose absolute value has a maximum. */
function reals(type: string, expected: string, greatest: number): Schema<number> {
  const accepts = (value: unknown): boolean =>
    typeof value === 'number' && Math.abs(value) <= greatest;
  return kind(type, expected, accepts);
}

// --- isWithin
/** Returns a predicate for integers in strings that are in a range. */
function isWithin(least: bigint, greatest: bigint): (value: string) => boolean {
  return (value) => BigInt(value) >= least && BigInt(value) <= greatest;
}

// --- hasFewDigits
/** True if a decimal has at most 28 digits. */
function hasFewDigits(value: string): boolean {
  if (value.length <= 28) return true;
  if (value.length > 30) return false;
  return value.length - Number(value.startsWith('-')) - Number(value.includes('.')) <= 28;
}

// --- repeating
/** Returns a schema for strings that repeat a format. Matches them in parts, because engines fail on long strings. */
function repeating(type: string, expected: string, form: RegExp, period: number): Schema<string> {
  const size = 1000 * period;
  const accepts = (value: unknown): boolean => {
    if (typeof value !== 'string') return false;
    for (let i = 0; i === 0 || i < value.length; i += size) {
      if (!form.test(value.slice(i, i + size + period))) return false;
    }
    return true;
  };
  return kind(type, expected, accepts);
}

// --- isDay
/** True if the month of a date has its day. */
function isDay(value: string): boolean {
  const day = value.slice(8, 10);
  return day <= '28' || new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
}

// --- isMonthDay
/** True if a month has its day in a leap year, such as `--02-29`. */
function isMonthDay(value: string): boolean {
  return isDay(`2000${value.slice(1)}`);
}

// --- isInstant
/** True if an instant exists and its year in UTC is from 1 to 9999. */
function isInstant(value: string): boolean {
  const year = /^(?:0001-01-01|9999-12-31)/.test(value) ? new Date(value).getUTCFullYear() : 1;
  return isDay(value) && year >= 1 && year <= 9999;
}

// --- asInstant
/** Returns a string that sorts by time: seconds, padded to 12 digits, then the fraction. */
export function asInstant(value: string): string {
  const fraction = /[.]([0-9]*)/.exec(value)?.[1] ?? '';
  const seconds = Date.parse(value.replace(/[.][0-9]*/, '')) / 1000;
  return `${String(seconds + 1e11).padStart(12, '0')}.${withoutZeros(fraction)}`;
}

// --- withoutZeros
/** Removes trailing zeros. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '0') end--;
  return text.slice(0, end);
}

// --- asTime
/** Removes trailing zeros from a time of day. */
export function asTime(value: string): string {
  if (!value.includes('.')) return value;
  const digits = withoutZeros(value);
  return digits.endsWith('.') ? digits.slice(0, -1) : digits;
}

// --- asDuration
/** Returns a key of a duration: its months and seconds. */
export function asDuration(value: string): string {
  const form =
    /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.](\d+))?S)?)?$/;
  const parts = form.exec(value) ?? [];
  const at = (index: number): number => Number(parts[index] ?? 0);
  const seconds = ((at(3) * 24 + at(4)) * 60 + at(5)) * 60 + at(6);
  const amount = `${String(at(1) * 12 + at(2))} ${String(seconds)}.${withoutZeros(parts[7] ?? '')}`;
  return value.startsWith('-') && amount !== '0 0.' ? `-${amount}` : amount;
}

// --- asDecimal
/** Converts a decimal to units of 10^-28. */
export function asDecimal(value: string): bigint {
  const [digits = '', fraction = ''] = value.split('.');
  return BigInt(digits + fraction.padEnd(28, '0'));
}

// --- asFloat32
/** Rounds a number to single precision. */
export function asFloat32(value: number): number {
  return Math.fround(value);
}

// --- asInteger
export function asInteger(value: string): bigint {
  return BigInt(value);
}

// --- inLowerCase
export function inLowerCase(value: string): string {
  return value.toLowerCase();
}

// --- kinds
// The functions that the kinds use.
export const used = [
  ...[texts, integers, reals, isUnicode, isIri, isWithin, hasFewDigits, repeating],
  ...[isInstant, isMonthDay],
];
