/** What each kind of values is in TypeScript: the type that `JSON.parse` gives, and how the validators look at it. */

import { identity, type Kind, kindOf, kinds, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { parsedBeforeSeen } from '../core/index.ts';
import type { Difference } from '../target.ts';
import { indent, type Lines, separated, translatePattern } from '../text/index.ts';
import { assignment, callLines, conditionLines } from './layout.ts';
import { numberLiteral, regExpLiteral, stringLiteral } from './literals.ts';

/** What a kind is here, beyond what it is everywhere. */
interface Row {
  /** How the value is spelt, where the type does not show it; it becomes part of comments. */
  readonly notation?: string;
  /** What a value has to be, as messages put it. */
  readonly wanted: string;
  /** What is asked of `value`, one after the other. `form` is the constant that holds the kind's form, if that is among it. */
  readonly asks: (kind: Kind, form: string) => readonly string[];
  /** What stands for a value where values are compared: a function of the module of tests, if it is not the value itself. */
  readonly key?: string;
  /** A function of a text that gives a number in the order of the keys, as near as it may be. */
  readonly near?: string;
  readonly differs?: { readonly how: string; readonly difference: Difference };
}

const iso = 'ISO 8601';

/** The form of a kind, as an expression of JavaScript. Engines take less time where nothing is kept of what is found. */
function form({ form }: Kind): string {
  const translation = form && translatePattern(form, 'ecmascript');
  if (!translation?.ok) throw new Error(`No expression in JavaScript for ${form?.source}`);
  return regExpLiteral(translation.source.replace(/\((?!\?)/g, '(?:').replaceAll('[+\\-]', '[+-]'));
}

const IS_TEXT = "typeof value === 'string'";

/** Texts of which the module has a test of its own. */
const tested = (test: string) => () => [IS_TEXT, `${test}(value)`];

/** Texts whose form repeats itself every so many characters. */
const repeating = (period: number) => (_: Kind, form: string) => [IS_TEXT, `repeats(value, ${form}, ${period})`];

/** Texts of a form; of which something more may be asked. */
const formed = (rule?: string) => (_: Kind, form: string) => [
  ...[IS_TEXT, `${form}.test(value)`],
  ...(rule === undefined ? [] : [`${rule}(value)`]),
];

const integer = (wanted: string): Row => ({
  wanted,
  asks: ({ range }) => [`whole(value, ${numberLiteral(range?.least ?? '')}, ${numberLiteral(range?.greatest ?? '')})`],
  differs: { how: '`1.0`, `1e2` and `-0` are taken for whole numbers', difference: parsedBeforeSeen },
});

const integerText = (wanted: string): Row => ({
  wanted: `an ${wanted} as a text`,
  notation: `${wanted}: \`9007199254740993\``,
  asks: ({ range }, form) => [IS_TEXT, `${form}.test(value)`, `within(value, ${range?.least}n, ${range?.greatest}n)`],
  key: 'numberOf',
  near: 'Number',
});

const real = (wanted: string): Row => ({
  wanted,
  asks: ({ range }) => ["typeof value === 'number'", `Math.abs(value) <= ${numberLiteral(range?.greatest ?? '')}`],
});

/** A text that is written like its example. */
const like = (kind: Kind, wanted: string, notation: string, rule?: string): Row => ({
  wanted: `${wanted}, such as ${kind.examples[0]}`,
  notation: `${notation}: \`${kind.examples[0]}\``,
  asks: formed(rule),
});

const rows = {
  string: { wanted: 'a text', asks: tested('unicode') },
  iri: { wanted: 'an IRI', asks: tested('iriCharacters') },
  boolean: { wanted: 'true or false', asks: () => ["typeof value === 'boolean'"] },
  int8: integer('an integer of 8 bits'),
  int16: integer('an integer of 16 bits'),
  int32: integer('an integer of 32 bits'),
  int64: integer(`an integer from ${kinds.int64.range.least} to ${kinds.int64.range.greatest}`),
  int64Text: integerText('integer of 64 bits'),
  uint8: integer('an integer of 8 bits that is not negative'),
  uint16: integer('an integer of 16 bits that is not negative'),
  uint32: integer('an integer of 32 bits that is not negative'),
  uint64: integer(`an integer from 0 to ${kinds.uint64.range.greatest}`),
  uint64Text: integerText('integer of 64 bits that is not negative'),
  float32: { ...real('a number of 32 bits'), key: 'rounded' },
  float64: real('a number'),
  decimal: {
    wanted: 'a decimal number as a text',
    notation: 'decimal number: `12.50`',
    // Its digits are counted before anything looks at them.
    asks: (_: Kind, form: string) => [IS_TEXT, 'fewDigits(value)', `${form}.test(value)`],
    key: 'unitsOf',
    near: 'Number',
  },
  dateTime: {
    ...like(kinds.dateTime, 'a date and time with an offset', iso, 'instant'),
    key: 'instantOf',
    near: 'is.seconds',
  },
  date: like(kinds.date, 'a date', iso, 'ofCalendar'),
  time: { ...like(kinds.time, 'a time of day', iso), key: 'momentOf' },
  duration: { ...like(kinds.duration, 'a duration', iso), key: 'amountOf' },
  base64: { wanted: 'bytes in Base64', notation: 'Base64', asks: repeating(4) },
  hex: { wanted: 'bytes in hexadecimal', notation: 'hexadecimal', asks: repeating(2), key: 'inLowerCase' },
  gYear: like(kinds.gYear, 'a year', 'year'),
  gYearMonth: like(kinds.gYearMonth, 'a year and month', 'year and month'),
  gMonthDay: like(kinds.gMonthDay, 'a month and day', 'month and day', 'ofCalendar'),
  gDay: like(kinds.gDay, 'a day of the month', 'day of the month'),
  gMonth: like(kinds.gMonth, 'a month', 'month'),
} satisfies Readonly<Record<ScalarKind, Row>>;

/** A row for each kind of values. */
export const kindsInTypeScript: Readonly<Record<ScalarKind, Row>> = rows;

/** The type of a kind's values. */
export function typeOf(scalar: ScalarKind): 'string' | 'number' | 'boolean' {
  const { json } = kindOf(scalar);
  return json === 'integer' ? 'number' : json;
}

/** Whether one value has several spellings in JSON, so that no literal type holds them all. */
export function hasManySpellings(scalar: ScalarKind): boolean {
  return kindOf(scalar).spellings === 'many';
}

/** What identities and references are. */
const uuid: Row = { wanted: 'a UUID', asks: formed(), key: 'inLowerCase' };

const allRows: readonly (readonly [name: string, kind: Kind, row: Row])[] = [
  ['uuid', identity, uuid],
  ...scalarKinds.map((scalar) => [scalar, kindOf(scalar), kindsInTypeScript[scalar]] as const),
];

/** The tests of all kinds, each a function called as in the model; `uuid` is what identities are. */
export function kindTests(): Lines {
  return separated(
    allRows.map(([name, kind, { asks }]) => {
      const formName = `${name}Form`;
      const conditions = asks(kind, formName);
      const needsForm = conditions.some((condition) => condition.includes(formName));
      const type = kind.json === 'integer' ? 'number' : kind.json;
      return [
        needsForm && [assignment(`const ${formName} =`, `${form(kind)};`), ''],
        `export function ${name}(value: unknown): value is ${type} {`,
        indent(conditionLines('return ', { all: conditions }, ';', 2)),
        '}',
      ];
    }),
  );
}

/** The same as the validators describe them when they tell what is wrong. */
export function kindDeclarations(): Lines {
  return separated(
    allRows.map(([name, , { wanted, key, near }]) => {
      const compared = key ? [`is.${key}`, ...(near ? [near] : [])] : [];
      const args = [stringLiteral(name), stringLiteral(wanted), `is.${name}`, ...compared];
      return callLines(`export const ${name}: Kind = /* @__PURE__ */ `, { call: 'kind', args }, ';');
    }),
  );
}
