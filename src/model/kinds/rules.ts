import { matcher } from '../../pattern/index.ts';
import type { FormRule, Kind } from './kind.ts';

/** The greatest number of digits of a decimal. */
export const MOST_DIGITS = 28;

/** The days of months; February's in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a month has a day; without a year, whether it ever has. */
export function isDay(year: number | undefined, month: number, day: number): boolean {
  if (year !== undefined && month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (DAYS[month - 1] ?? 0);
}

/** Each rule, for texts that have the form. */
const rules = {
  text: (text) => !/[\0\p{Cs}]/u.test(text),
  calendar: (text) => {
    const [, year, month, day] = /^(?:(\d{4})|-)-(\d\d)-(\d\d)/.exec(text) ?? [];
    return isDay(year === undefined ? undefined : Number(year), Number(month), Number(day));
  },
  digits: (text) => text.replace(/[^0-9]/g, '').length <= MOST_DIGITS,
} satisfies Readonly<Record<FormRule, (text: string) => boolean>>;

/** Tests of forms, each made once. */
const forms = new Map<string, (text: string) => boolean>();

function hasForm({ form }: Kind, text: string): boolean {
  if (form === undefined) return true;
  let test = forms.get(form.source);
  if (test === undefined) {
    test = matcher([form]);
    if (test === undefined) throw new Error(`The form ${form.source} is not one of XML Schema.`);
    forms.set(form.source, test);
  }
  return test(text);
}

/**
 * Whether the text of a JSON string is a value of a kind: it has the form, keeps to the rules, and is within the range.
 * For kinds that are numbers or booleans in JSON, whether the JSON itself is, as it is written.
 */
export function isText(kind: Kind, text: string): boolean {
  // Nobody writes -0, and serde reads it as a number with a point.
  if (kind.json === 'integer' && !/^(0|-?[1-9][0-9]*)$/.test(text)) return false;
  if (kind.json === 'number' && !/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text)) return false;
  if (kind.json === 'boolean' && text !== 'true' && text !== 'false') return false;
  // What is read is in the range.
  return hasForm(kind, text) && kind.rules.every((rule) => rules[rule](text)) && kind.read(text) !== undefined;
}
