// What the validators ask of values: code without descriptions, so that an answer costs as little as it can. What can be
// long is measured before anything else is asked of it.

/** A value of a field as it is written in code. */
export type Plain = string | number | boolean;

/** What stands for a value where values are compared: equal for equal ones, and in their order. */
export type Key = string | number | bigint | boolean;

/** The members of an object that should be of that type, of which nothing is known yet. */
export type Fields<T> = { readonly [Name in keyof T]?: unknown };

// Objects

/**
 * The object itself if all that can be read from it is its own or every object's; else its own members. Undefined for what
 * is no object.
 */
export function fieldsOf(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return value;
  return Object.assign(Object.create(null) as object, value);
}

/** The value of a member whose name every object has something for: what an object inherits is none of it. */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Whether an object has no other members than those. */
export function onlyOf(object: object, names: { has(name: string): boolean }): boolean {
  for (const name in object) {
    if (!names.has(name) && Object.hasOwn(object, name)) return false;
  }
  return true;
}

/** Whether there is no value. */
export function none(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a list has no values. */
export function empty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Whether a value is a list of so many values, all of which pass a test. */
export function listOf(
  value: unknown,
  passes: (item: unknown) => boolean,
  least: number = 0,
  most: number = Number.POSITIVE_INFINITY,
): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) return false;
  for (let i = 0; i < value.length; i++) {
    if (!passes(value[i])) return false;
  }
  return true;
}

/** How many values a field has. */
export function count(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return none(value) ? 0 : 1;
}

/** Whether some fields have so many values in all. */
export function counted(least: number, most: number, ...values: readonly unknown[]): boolean {
  let all = 0;
  for (const value of values) all += count(value);
  return all >= least && all <= most;
}

/** What tells an id from others: one id may be spelt in several ways. */
export function sameId(id: unknown): string | undefined {
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** Whether an id, or each of a list, is another than that of the object that it stands in. */
export function otherThan(id: unknown, value: unknown): boolean {
  const own = sameId(id);
  if (own === undefined) return true;
  return Array.isArray(value) ? !value.some((item) => sameId(item) === own) : sameId(value) !== own;
}

/** Whether a key is that of the object beside it, if there is one, or a list of keys those of the objects beside it. */
export function keyOf(key: unknown, value: unknown): boolean {
  if (!Array.isArray(value)) return !isObject(value) || idOf(value) === sameId(key);
  const ids = new Set(value.map(idOf));
  const keys = new Set(Array.isArray(key) ? key.map(sameId) : [sameId(key)]);
  return ids.size === keys.size && [...keys].every((one) => ids.has(one));
}

/** Whether the object in a member, or each of a list, has the id of the object that it stands in as its key, or among its keys. */
export function keyIn(id: unknown, value: unknown, field: string): boolean {
  const wanted = sameId(id);
  const refers = (one: unknown): boolean => {
    if (!isObject(one)) return true;
    const key = own(one, field);
    return Array.isArray(key)
      ? key.some((each) => sameId(each) === wanted)
      : sameId(key) === wanted;
  };
  return Array.isArray(value) ? value.every(refers) : refers(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function idOf(value: unknown): string | undefined {
  return isObject(value) ? sameId(own(value, 'id')) : undefined;
}

// Texts and numbers

/** Whether a text has at most so many characters: Unicode code points, of one or two units each. */
export function noLonger(value: unknown, length: number): value is string {
  return typeof value === 'string' && (value.length <= length || !exceeds(value, length));
}

/** Whether a text has at least so many characters. */
export function noShorter(value: unknown, length: number): value is string {
  return typeof value === 'string' && (value.length >= 2 * length || exceeds(value, length - 1));
}

function exceeds(value: string, length: number): boolean {
  if (value.length <= length) return false;
  if (value.length > 2 * length) return true;
  let count = 0;
  for (let i = 0; i < value.length; count++) i += (value.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return count > length;
}

/** Whether an expression is found in a text. A text may be longer than the engine's stack is deep: then it is not. */
export function matching(value: string, expression: RegExp): boolean {
  try {
    return expression.test(value);
  } catch {
    return false;
  }
}

/** Whether a text has no U+0000 and no halves of surrogate pairs, which not every store and protocol keeps. */
export function unicode(value: string & { isWellFormed?(): boolean }): boolean {
  return !value.includes('\0') && (value.isWellFormed?.() ?? !/\p{Cs}/u.test(value));
}

/** Whether a text has the characters of an IRI reference (RFC 3987) alone. It is searched for what cannot be in it. */
export function iriCharacters(value: string): boolean {
  return !/[^!#-;=?-[\]_a-z~\u{a0}-\u{10ffff}]|\p{Cs}|%(?![0-9a-f]{2})/iu.test(value);
}

/** Whether a value is a whole number from the least to the greatest. */
export function whole(value: unknown, least: number, greatest: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest;
}

/** Whether a whole number as a text, which has few digits, is one from the least to the greatest. */
export function within(value: string, least: bigint, greatest: bigint): boolean {
  return value.length < 16 || (BigInt(value) >= least && BigInt(value) <= greatest);
}

/** Whether a decimal has at most 28 digits. */
export function fewDigits(value: string): boolean {
  if (value.length <= 28) return true;
  if (value.length > 30) return false;
  return value.length - Number(value.startsWith('-')) - Number(value.includes('.')) <= 28;
}

/**
 * Whether a text has a form that repeats itself every so many characters. It is tested on parts, each with the beginning of
 * the next, because engines do not apply such expressions to texts of any length.
 */
export function repeats(value: string, form: RegExp, period: number): boolean {
  const size = 1000 * period;
  for (let i = 0; i === 0 || i < value.length; i += size) {
    if (!form.test(value.slice(i, i + size + period))) return false;
  }
  return true;
}

const zero = 48;

/** The number that two digits at a place of a text are. */
function twoDigits(value: string, at: number): number {
  return (value.charCodeAt(at) - zero) * 10 + value.charCodeAt(at + 1) - zero;
}

/** Whether the day that a text begins with, with its year or `--`, is one that the month has. */
export function ofCalendar(value: string): boolean {
  const at = value.startsWith('-') ? 2 : 5;
  const day = twoDigits(value, at + 3);
  if (day <= 28) return true;
  const month = twoDigits(value, at);
  if (month !== 2) return day <= 30 || (month !== 4 && month !== 6 && month !== 9 && month !== 11);
  const year = at === 2 ? 0 : Number(value.slice(0, 4));
  return day === 29 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0);
}

/** Whether a date and time is one of the calendar, and in UTC in the years 0001 to 9999. */
export function instant(value: string): boolean {
  if (!ofCalendar(value)) return false;
  if (!value.startsWith('0001-01-01') && !value.startsWith('9999-12-31')) return true;
  const since = seconds(value);
  return since >= 26524800 && since < 315564422400;
}

// What stands for values where they are compared

/** The seconds of a date and time in UTC, without zeros that say nothing. */
export function instantOf(value: string): string {
  const digits = /[.]([0-9]*[1-9])/.exec(value)?.[0] ?? '';
  return String(seconds(value)).padStart(12, '0') + digits;
}

/** The seconds of a date and time since a day long ago, in UTC: nearly what stands for it. */
export function seconds(value: string): number {
  const month = twoDigits(value, 5);
  // Years are counted from March, so that the day that not all have is the last.
  const year = twoDigits(value, 0) * 100 + twoDigits(value, 2) - Number(month < 3);
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const ofYear = Math.floor((((month + 9) % 12) * 153 + 2) / 5) + twoDigits(value, 8);
  const hours = (year * 365 + leaps + ofYear) * 24 + twoDigits(value, 11);
  const minutes = hours * 60 + twoDigits(value, 14) - offsetOf(value);
  return minutes * 60 + twoDigits(value, 17);
}

/** The minutes by which the clocks of a date and time are before UTC. */
function offsetOf(dateTime: string): number {
  const at = dateTime.length - 6;
  const sign = dateTime.charAt(at);
  if (sign !== '+' && sign !== '-') return 0;
  const minutes = twoDigits(dateTime, at + 1) * 60 + twoDigits(dateTime, at + 4);
  return sign === '+' ? minutes : -minutes;
}

/** A text without a character that it ends with, however often. */
function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}

/** A time of day without zeros that say nothing. */
export function momentOf(value: string): string {
  if (!value.includes('.')) return value;
  const digits = withoutEnd(value, '0');
  return digits.endsWith('.') ? digits.slice(0, -1) : digits;
}

/** The months and seconds of a duration. */
export function amountOf(value: string): string {
  const parts =
    /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.](\d+))?S)?)?$/.exec(
      value,
    ) ?? [];
  const [years, months, days, hours, minutes, seconds] = parts
    .slice(1, 7)
    .map((digits: string | undefined) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = withoutEnd(parts[7] ?? '', '0');
  const all = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  const amount = `${String(years * 12 + months)} ${String(all)}.${fraction}`;
  return value.startsWith('-') && amount !== '0 0.' ? `-${amount}` : amount;
}

/** A decimal in units of its 28th digit after the point. */
export function unitsOf(value: string): bigint {
  const [digits = '', fraction = ''] = value.split('.');
  return BigInt(digits + fraction.padEnd(28, '0'));
}

/** A number of 32 bits: what is nearest to a number. */
export function rounded(value: number): number {
  return Math.fround(value);
}

/** A whole number that is written as a text. */
export function numberOf(value: string): bigint {
  return BigInt(value);
}

export function inLowerCase(value: string): string {
  return value.toLowerCase();
}

/** The values of an enumeration, or what stands for some values. */
export function setOf(
  values: readonly unknown[] | Readonly<Record<string, string>>,
): ReadonlySet<unknown> {
  return new Set(Object.values(values));
}

// Kinds of values
