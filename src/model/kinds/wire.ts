/** Values of an ontology in the form that the model keeps them in. */

import type { Bound, ScalarKind } from '../types.ts';
import { isIntegerKind } from './datatypes.ts';

/**
 * A number in plain decimal notation: no exponent, no sign but `-`, no zeros that say nothing. Undefined if it is none.
 */
export function numeral(lexical: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(lexical.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const after = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const integer = before.replace(/^0+(?=\d)/, '');
  const decimals = after.replace(/0+$/, '');
  const value = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** Both numerals as whole numbers of the same unit. */
function scaled(a: string, b: string): [bigint, bigint] {
  const decimals = (n: string) => (n.includes('.') ? n.length - n.indexOf('.') - 1 : 0);
  const most = Math.max(decimals(a), decimals(b));
  const whole = (n: string) => BigInt(n.replace('.', '') + '0'.repeat(most - decimals(n)));
  return [whole(a), whole(b)];
}

function compareNumerals(a: string, b: string): number {
  const [x, y] = scaled(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Whether values of a kind are numbers. */
export function isNumeric(kind: ScalarKind): boolean {
  return isIntegerKind(kind) || kind === 'decimal' || kind === 'float32' || kind === 'float64';
}

/** Whether values of a kind have an order that all targets know. */
export function isOrdered(kind: ScalarKind): boolean {
  return isNumeric(kind) || kind === 'dateTime' || kind === 'date' || kind === 'time';
}

/** Less than, equal to or greater than 0, as `a` is less than, equal to or greater than `b`. */
export function compareValues(kind: ScalarKind, a: string, b: string): number {
  if (isNumeric(kind)) return compareNumerals(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What integer kinds hold. */
export function integerRange(kind: ScalarKind): { least: bigint; greatest: bigint } | undefined {
  const match = /^(u?)int(\d+)$/.exec(kind);
  if (!match) return undefined;
  const bits = BigInt(match[2] as string);
  return match[1] === 'u'
    ? { least: 0n, greatest: 2n ** bits - 1n }
    : { least: -(2n ** (bits - 1n)), greatest: 2n ** (bits - 1n) - 1n };
}

/**
 * The value that a text stands for in a kind, as a `Bound` holds it. Undefined if it stands for none. A dateTime
 * without an offset is taken to be in UTC; offsets of dates and times are left out.
 */
export function wireValue(lexical: string, kind: ScalarKind): string | undefined {
  const text = lexical.trim();
  if (isIntegerKind(kind)) {
    const value = numeral(text);
    const range = integerRange(kind);
    if (value === undefined || value.includes('.') || !range) return undefined;
    const n = BigInt(value);
    return n >= range.least && n <= range.greatest ? value : undefined;
  }
  switch (kind) {
    case 'boolean':
      return text === 'true' || text === '1' ? 'true' : text === 'false' || text === '0' ? 'false' : undefined;
    case 'decimal':
    case 'float32':
    case 'float64':
      return numeral(text);
    case 'dateTime':
      return instant(text);
    case 'date': {
      const match = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(text);
      return match && isDate(match[1] as string) ? match[1] : undefined;
    }
    case 'time': {
      const match = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text);
      return match?.[1];
    }
    case 'string':
    case 'iri':
      return lexical;
    default:
      return text === '' ? undefined : text;
  }
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function instant(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return undefined;
  const [, date = '', time = '', fraction = '', offset = 'Z'] = match;
  const at = new Date(`${date}T${time}${offset}`);
  if (!isDate(date) || Number.isNaN(at.getTime())) return undefined;
  return `${at.toISOString().slice(0, 19)}${fraction.replace(/\.?0+$/, '')}Z`;
}

/**
 * A bound in the form of the model; for integer kinds the nearest whole number that is allowed, so that it is
 * inclusive.
 */
export function boundOf(lexical: string, kind: ScalarKind, side: 'minimum' | 'maximum', inclusive: boolean): Bound | undefined {
  if (!isIntegerKind(kind)) {
    const value = wireValue(lexical, kind);
    return value === undefined ? undefined : { value, inclusive };
  }
  const value = numeral(lexical);
  if (value === undefined) return undefined;
  const negative = value.startsWith('-');
  const towardsZero = BigInt(value.replace(/\..*$/, '').replace(/^-?$/, '0'));
  const isWhole = !value.includes('.');
  const floor = isWhole || !negative ? towardsZero : towardsZero - 1n;
  if (side === 'minimum') return { value: String(isWhole && inclusive ? floor : floor + 1n), inclusive: true };
  return { value: String(isWhole && !inclusive ? floor - 1n : floor), inclusive: true };
}

/** The narrower of two bounds of one side. */
export function narrower(kind: ScalarKind, side: 'minimum' | 'maximum', a: Bound | undefined, b: Bound): Bound {
  if (!a) return b;
  const order = compareValues(kind, a.value, b.value) * (side === 'minimum' ? 1 : -1);
  if (order !== 0) return order > 0 ? a : b;
  return { value: a.value, inclusive: a.inclusive && b.inclusive };
}

/** Whether a value keeps to bounds. */
export function isWithin(
  kind: ScalarKind,
  value: string,
  { minimum, maximum }: { readonly minimum?: Bound; readonly maximum?: Bound },
): boolean {
  if (!isOrdered(kind)) return true;
  const least = minimum && compareValues(kind, value, minimum.value);
  const most = maximum && compareValues(kind, value, maximum.value);
  if (least !== undefined && minimum && (minimum.inclusive ? least < 0 : least <= 0)) return false;
  return !(most !== undefined && maximum && (maximum.inclusive ? most > 0 : most >= 0));
}
