/** Spelling notes: a layer accepts another spelling of a value and writes the canonical one. Targets declare a note per kind. */

import { type EnforcingName, enforcingNames, loadTarget, type Spellings } from '../../src/targets/index.ts';
import type { Deviation } from './deviations.ts';

/** The notes that targets declare. */
export const spellings: ReadonlyMap<EnforcingName, Spellings> = new Map(
  await Promise.all(enforcingNames.map(async (name) => [name, (await loadTarget(name)).spellings ?? {}] as const)),
);

/** Returns whether a layer read another spelling, for which it has a note, and wrote the same value in canonical form. */
export function isSpelling({ layer, does, document, because }: Deviation): boolean {
  if (does !== 'normalizes' || spellings.get(layer)?.[document.kind] === undefined) return false;
  return isSame(document.kind, JSON.parse(document.text), JSON.parse(because));
}

/** Returns whether two JSON values are equal. The written one may have further members with supplied values. */
function isSame(kind: string, read: unknown, written: unknown): boolean {
  if (Object.is(read, written)) return true;
  // A value may be read as the only key of an object, and an object as the list of its members.
  if (kind === 'enumeration' && typeof written === 'string') return JSON.stringify(read) === JSON.stringify({ [written]: null });
  if (kind === 'object' && Array.isArray(read)) return JSON.stringify(read) === JSON.stringify(Object.values(written as object));
  if (Array.isArray(read)) {
    return Array.isArray(written) && read.length === written.length && read.every((one, i) => isSame(kind, one, written[i]));
  }
  if (typeof read === 'object' && read !== null) {
    const other = written as Readonly<Record<string, unknown>> | null;
    return typeof other === 'object' && Object.entries(read).every(([key, value]) => isSame(kind, value, other?.[key]));
  }
  if (read === null || typeof written === 'object') return false;
  const meaningOf = values[kind] ?? numberOf;
  const value = meaningOf(read);
  return value !== undefined && Object.is(value, meaningOf(written));
}

const TRUE = new Set(['true', '1', 'yes', 'y', 'on', 't']);
const FALSE = new Set(['false', '0', 'no', 'n', 'off', 'f']);

/** Functions that parse JSON values by kind, more leniently than any layer does. */
const values: Readonly<Record<string, (value: unknown) => unknown>> = {
  boolean: (value) => {
    const text = textOf(value).toLowerCase();
    return TRUE.has(text) || (FALSE.has(text) ? false : undefined);
  },
  uuid: (value) => uuidOf(value),
  reference: (value) => uuidOf(value),
  dateTime: (value) => instantOf(value),
  date: (value) => {
    const [, year, month = '', day = ''] = /^\s*\+?(\d{1,6})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})/.exec(textOf(value)) ?? [];
    return year === undefined ? dayOf(numberOf(value)) : dateOf(year, month, day);
  },
  time: (value) => {
    const [, hour, minute = '', second = '00', fraction = ''] =
      /^(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2})(?:[.,](\d+))?)?$/.exec(textOf(value)) ?? [];
    return hour === undefined
      ? undefined
      : `${two(hour)}:${two(minute)}:${two(second)}.${fraction.slice(0, 6).replace(/0+$/, '')}`;
  },
};

const textOf = (value: unknown): string => String(value).trim();

/** Parses a number, also with digits of other scripts and with `_`; undefined for booleans and other texts. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return undefined;
  const text = textOf(value)
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) as number)))
    .replace(/_/g, '');
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number === 0 ? 0 : number;
}

/** Returns the value of a digit. The digits of a script have consecutive code points. */
function digitOf(code: number): number {
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - digit - 1))) digit++;
  return digit;
}

const uuidOf = (value: unknown): string =>
  textOf(value)
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/[{}-]/g, '');

const two = (digits: string): string => digits.padStart(2, '0');
const dateOf = (year: string, month: string, day: string): string =>
  `${year.replace(/^0+(?=\d{4})/, '').padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Returns milliseconds since 1970. Numbers are seconds, or milliseconds if seconds would be after the year 2603. */
function instantOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return Math.trunc(Math.abs(number) > 2e10 ? number : number * 1000);
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', fraction = '', offset = ''] =
    /^\s*\+?(\d{1,6})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})\s*[Tt_]?\s*(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2})(?:[.,](\d+))?)?\s*([Zz]|UTC|[+\u2212-].*)?$/.exec(
      textOf(value),
    ) ?? [];
  const zone = offset
    .toUpperCase()
    .replace('UTC', 'Z')
    .replace('\u2212', '-')
    .replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const instant = Date.parse(
    `${dateOf(year, month, day)}T${two(hour)}:${two(minute)}:${two(second)}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`,
  );
  return Number.isNaN(instant) ? undefined : instant;
}

const dayOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(instantOf(seconds) as number).toISOString().slice(0, 10);
