/** Tests whether a JSON string or number is a value of a kind: `"2023-02-29"` violates the rule `calendar` of dates. */

import { createMatcher } from '../../pattern/index.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { FormRule, Kind } from './kind.ts';

/** The greatest number of digits of a decimal. */
export const MAX_DIGITS = 28;

/** The number of days of each month; of February in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a month has a day; without a year, whether it has the day in some year. */
export function isValidDay(year: number | undefined, month: number, day: number): boolean {
  if (year !== undefined && month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (DAYS[month - 1] ?? 0);
}

/** Returns whether PostgreSQL can store a string, and UTF-8 can write it: the rule `text`. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** The test of each rule, for strings that have the form. */
const rules = {
  text: isStorable,
  calendar: (text) => {
    const [, year, month, day] = /^(?:(\d{4})|-)-(\d\d)-(\d\d)/.exec(text) ?? [];
    return isValidDay(year === undefined ? undefined : Number(year), Number(month), Number(day));
  },
  digits: (text) => text.replace(/[^0-9]/g, '').length <= MAX_DIGITS,
} satisfies Readonly<Record<FormRule, (text: string) => boolean>>;

/** Cached tests, by the source of the form. */
const formTests = new Map<string, (text: string) => boolean>();

function hasForm({ form }: Kind, text: string): boolean {
  if (form === undefined) return true;
  const test = getOrCreate(formTests, form.source, () => {
    const created = createMatcher([form]);
    if (created === undefined) throw new Error(`The form ${form.source} is not a regular expression of XML Schema.`);
    return created;
  });
  return test(text);
}

/**
 * Returns whether the content of a JSON string is a value of a kind: it has the form, satisfies the rules, and is in the
 * range. For kinds that are numbers or booleans in JSON, the text is the JSON itself.
 */
export function isLexicalForm(kind: Kind, text: string): boolean {
  // -0 is excluded: serde reads it as a floating-point number.
  if (kind.json === 'integer' && !/^(0|-?[1-9][0-9]*)$/.test(text)) return false;
  if (kind.json === 'number' && !/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text)) return false;
  if (kind.json === 'boolean' && text !== 'true' && text !== 'false') return false;
  // `read` also checks the range.
  return hasForm(kind, text) && kind.rules.every((rule) => rules[rule](text)) && kind.read(text) !== undefined;
}
