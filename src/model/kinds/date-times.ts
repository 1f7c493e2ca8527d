/**
 * Kinds whose values are times, parts of dates, and lengths of time: XSD 1.1 part 2, sections 3.3.6 to 3.3.14. The canonical form
 * of the dateTime `2024-05-17T10:30:00.50+02:00` is `2024-05-17T08:30:00.5Z`.
 */

import { collapseWhiteSpace, type Kind, stringPattern } from './kind.ts';
import { withoutZerosAtEnd } from './numbers.ts';
import { isValidDay } from './rules.ts';

/** Four digits, not all zero: for other years, PostgreSQL, Python and JSON Schema do not agree. */
const YEAR = '(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12][0-9]|3[01])';
const DATE = `${YEAR}-${MONTH}-${DAY}`;
/** No leap seconds, as in XSD; at most the nine digits that chrono writes. */
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?';
/** Section 3.3.7.2, timezoneFrag: at most 14 hours. */
const OFFSET = '(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)';
/** The optional offset of parts of dates. UTC is only written as `Z`, so that each value has one text. */
const DATE_PART_OFFSET = '(Z|[+-](0[1-9]|1[0-3]):[0-5][0-9]|[+-]00:(0[1-9]|[1-5][0-9])|[+-]14:00)?';

/** Returns an offset from UTC in minutes. */
function minutesOf(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return offset.startsWith('-') ? -minutes : minutes;
}

const isYear = (year: string): boolean => /^\d{4}$/.test(year) && year !== '0000';

const LEXICAL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const LEXICAL_TIME = new RegExp(`^(?:${TIME.replace('{1,9}', '+')}|24:00:00(?:\\.0+)?)$`);
const LEXICAL_OFFSET = new RegExp(`^${OFFSET}$`);

/** Splits a lexical form into the text before the offset, and the offset, if there is one. */
function splitOffset(lexical: string): readonly [string, string | undefined] | undefined {
  const [, text = '', offset] = /^(.*?)(Z|[+-]\d\d:\d\d)?$/.exec(collapseWhiteSpace(lexical)) ?? [];
  return offset === undefined || LEXICAL_OFFSET.test(offset) ? [text, offset] : undefined;
}

function isDate(text: string): boolean {
  const [, year = '', month, day] = LEXICAL_DATE.exec(text) ?? [];
  return isYear(year) && isValidDay(Number(year), Number(month), Number(day));
}

/** Returns the point and the digits after it, without trailing zeros; undefined if there are more than nine digits. */
function fractionOf(text: string): string | undefined {
  const digits = withoutZerosAtEnd(text.split('.')[1] ?? '');
  if (digits.length > 9) return undefined;
  return digits === '' ? '' : `.${digits}`;
}

/** Returns the instant in UTC. A literal without an offset is assumed to be in UTC. */
function readDateTime(lexical: string): string | undefined {
  const [text = '', offset = 'Z'] = splitOffset(lexical) ?? [];
  const [date = '', time = '', ...others] = text.split('T');
  if (others.length > 0 || !isDate(date) || !LEXICAL_TIME.test(time)) return undefined;
  const fraction = fractionOf(time);
  // 24:00:00 is the first instant of the next day (section 3.3.7.2).
  const [hours, minutes, seconds] = [time.slice(0, 2), time.slice(3, 5), time.slice(6, 8)].map(Number) as [
    number,
    number,
    number,
  ];
  const at = Date.parse(`${date}T00:00:00Z`) + ((hours * 60 + minutes - minutesOf(offset)) * 60 + seconds) * 1000;
  const utc = new Date(at).toISOString();
  return fraction !== undefined && isYear(utc.slice(0, -20)) ? `${utc.slice(0, 19)}${fraction}Z` : undefined;
}

/** Returns the day. An offset is dropped, because fields have none. */
function readDate(lexical: string): string | undefined {
  const [text = ''] = splitOffset(lexical) ?? [];
  return isDate(text) ? text : undefined;
}

/** Returns the time of day. An offset is dropped, because fields have none. */
function readTime(lexical: string): string | undefined {
  const [text = ''] = splitOffset(lexical) ?? [];
  const fraction = fractionOf(text);
  if (!LEXICAL_TIME.test(text) || fraction === undefined) return undefined;
  return `${text.slice(0, 8).replace(/^24/, '00')}${fraction}`;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Creates the kind of a part of a date, such as gYear: its own form, and an optional offset. */
function datePart(xsd: string, form: string, examples: Kind['examples'], rules: Kind['rules'] = []) {
  const formWithoutOffset = new RegExp(`^${form}$`);
  return {
    json: 'string',
    space: 'moment',
    xsd,
    form: stringPattern(form + DATE_PART_OFFSET),
    rules,
    read: (lexical) => {
      const [text = '', offset = ''] = splitOffset(lexical) ?? [];
      if (!formWithoutOffset.test(text)) return undefined;
      if (rules.includes('calendar') && !isValidDay(undefined, Number(text.slice(2, 4)), Number(text.slice(5)))) return undefined;
      return text + (/^[+-]00:00$/.test(offset) ? 'Z' : offset);
    },
    spellings: 'one',
    hasStringFacets: false,
    examples,
  } satisfies Kind;
}

/** The digits of each number of a duration: with more, PostgreSQL's INTERVAL overflows. */
const COUNT = '[0-9]{1,8}';
const SECONDS = `${COUNT}(\\.[0-9]{1,9})?S`;
const DURATION_TIME = `T(${COUNT}H(${COUNT}M)?(${SECONDS})?|${COUNT}M(${SECONDS})?|${SECONDS})`;
const DURATION_DATE = `(${COUNT}Y(${COUNT}M)?(${COUNT}D)?|${COUNT}M(${COUNT}D)?|${COUNT}D)`;
const MAX_COUNT = 99_999_999n;

const LEXICAL_DURATION = /^(-?)P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d+)?S)?)?$/;

/**
 * Returns the canonical text of a duration: as few parts as possible, in units as great as possible (section E.2), but at most
 * eight digits each. Returns undefined if more are necessary.
 */
function readDuration(lexical: string): string | undefined {
  const match = LEXICAL_DURATION.exec(collapseWhiteSpace(lexical));
  if (!match) return undefined;
  const [years = 0n, months = 0n, days = 0n, hours = 0n, minutes = 0n, seconds = 0n] = match
    .slice(2, 8)
    .map((digits = '0') => BigInt(digits));
  const fraction = fractionOf(match[8] ?? '');
  const date = formatUnits(years * 12n + months, [
    ['Y', 12n],
    ['M', 1n],
  ]);
  const time = formatUnits(((days * 24n + hours) * 60n + minutes) * 60n + seconds, [
    ['D', 86_400n],
    ['H', 3600n],
    ['M', 60n],
    ['S', 1n],
  ]);
  if (date === undefined || time === undefined || fraction === undefined) return undefined;
  const text = date + withFraction(time, fraction);
  return text === '' ? 'PT0S' : `${match[1]}P${text}`;
}

/** Returns days and a time in the form of a duration, with a fraction of a second: `1DT12H0.5S` for `1D12H` and `.5`. */
function withFraction(time: string, fraction: string): string {
  const day = /^\d+D/.exec(time)?.[0] ?? '';
  let clock = time.slice(day.length);
  if (fraction !== '') clock = clock.endsWith('S') ? clock.replace(/S$/, `${fraction}S`) : `${clock}0${fraction}S`;
  return day + (clock && `T${clock}`);
}

/** Writes a number in units, the greatest first, without zeros; undefined if {@link MAX_COUNT} of each are too few. */
function formatUnits(total: bigint, units: readonly (readonly [letter: string, size: bigint])[]): string | undefined {
  let [remaining, text] = [total, ''];
  for (const [letter, size] of units) {
    const count = remaining / size < MAX_COUNT ? remaining / size : MAX_COUNT;
    remaining -= count * size;
    if (count > 0n) text += `${count}${letter}`;
  }
  return remaining === 0n ? text : undefined;
}

export const moments = {
  /**
   * An instant: RFC 3339 with `T` and `Z` in upper case and a required offset (XSD 1.1 part 2, section 3.3.7,
   * xsd:dateTimeStamp). Its year is from 0001 to 9999 in UTC, too, because layers write UTC. One instant has many texts. All
   * layers read digits below a microsecond; Rust, TypeScript and layers that store strings keep them.
   */
  dateTime: {
    json: 'string',
    space: 'moment',
    xsd: 'dateTime',
    form: stringPattern(`${DATE}T${TIME}${OFFSET}`),
    rules: ['calendar'],
    range: { minimum: '0001-01-01T00:00:00Z', maximum: '9999-12-31T23:59:59.999999999Z' },
    read: readDateTime,
    // Without the Z, because the point of a fraction would sort before it.
    order: (a, b) => compareText(a.slice(0, -1), b.slice(0, -1)),
    spellings: 'many',
    hasStringFacets: false,
    examples: [
      '2024-05-17T08:30:00Z',
      '1999-12-31T23:59:59.5Z',
      '2024-02-29T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
    ],
  },
  /** A day (section 3.3.9), without an offset. */
  date: {
    json: 'string',
    space: 'moment',
    xsd: 'date',
    form: stringPattern(DATE),
    rules: ['calendar'],
    range: { minimum: '0001-01-01', maximum: '9999-12-31' },
    read: readDate,
    order: compareText,
    spellings: 'one',
    hasStringFacets: false,
    examples: ['2024-05-17', '2024-02-29', '1999-12-31', '0001-01-01', '9999-12-31'],
  },
  /** A time of day (section 3.3.8), without an offset and without 24:00:00. */
  time: {
    json: 'string',
    space: 'moment',
    xsd: 'time',
    form: stringPattern(TIME),
    rules: [],
    range: { minimum: '00:00:00', maximum: '23:59:59.999999999' },
    read: readTime,
    order: compareText,
    spellings: 'many',
    hasStringFacets: false,
    examples: ['08:30:00', '17:45:30.25', '12:00:00', '00:00:00', '23:59:59.999999'],
  },
  /**
   * A length of time (section 3.3.6): months and seconds. Months have no fixed number of seconds, so durations have no order.
   * The sign comes first. Each number has at most eight digits, and seconds at most nine after the point.
   */
  duration: {
    json: 'string',
    space: 'duration',
    xsd: 'duration',
    form: stringPattern(`-?P(${DURATION_DATE}(${DURATION_TIME})?|${DURATION_TIME})`),
    rules: [],
    read: readDuration,
    spellings: 'many',
    hasStringFacets: false,
    examples: ['P1DT12H', '-PT0.5S', 'P1Y2M3DT4H5M6S', 'PT0S', 'P99999999Y', 'P1Y6M'],
  },
  /** Section 3.3.11. */
  gYear: datePart('gYear', YEAR, ['2024', '1999', '0001', '9999', '2024Z', '2024-14:00']),
  /** Section 3.3.10. */
  gYearMonth: datePart('gYearMonth', `${YEAR}-${MONTH}`, ['2024-05', '1999-12', '0001-01', '9999-12', '2024-05+02:00']),
  /** Section 3.3.12: a day that exists in some year. */
  gMonthDay: datePart('gMonthDay', `--${MONTH}-${DAY}`, ['--05-17', '--02-29', '--12-31', '--01-01', '--05-17Z'], ['calendar']),
  /** Section 3.3.13. */
  gDay: datePart('gDay', `---${DAY}`, ['---17', '---01', '---31', '---31+14:00']),
  /** Section 3.3.14. */
  gMonth: datePart('gMonth', `--${MONTH}`, ['--05', '--01', '--12', '--12-05:30']),
} satisfies Readonly<Record<string, Kind>>;
