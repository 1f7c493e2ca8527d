/** What each kind of values is in TypeScript: the type that `JSON.parse` gives, and how the validators look at it. */

import { identity, type Kind, kindOf, kinds, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { parsedBeforeSeen } from '../core/index.ts';
import type { Difference } from '../target.ts';
import { type Lines, separated, translatePattern } from '../text/index.ts';
import { type CallText, callLines } from './layout.ts';
import { numberLiteral, regExpLiteral, stringLiteral } from './literals.ts';

/** What a kind is here, beyond what it is everywhere. */
interface Row {
  /** How the value is spelt, where the type does not show it; it becomes part of comments. */
  readonly notation?: string;
  /** What a value has to be, as messages put it. */
  readonly wanted: string;
  /** The kind of the validators, made by a function of their shared module, to which its name and `wanted` are given first. */
  readonly check: (kind: Kind) => { readonly by: string; readonly args: readonly CallText[] };
  readonly differs?: { readonly how: string; readonly difference: Difference };
}

const iso = 'ISO 8601';

/** The form of a kind, as an expression of JavaScript. */
function form({ form }: Kind): string {
  const translation = form && translatePattern(form, 'ecmascript');
  if (!translation?.ok) throw new Error(`No expression in JavaScript for ${form?.source}`);
  return regExpLiteral(translation.source);
}

/** Texts of which the module has a test of its own. */
const tested = (test: string) => () => ({ by: 'text', args: [test] });

/** Texts whose form repeats itself every so many characters. */
const repeating =
  (period: number, ...keyOf: readonly string[]) =>
  (kind: Kind) => ({
    by: 'repeating',
    args: [form(kind), String(period), ...keyOf],
  });

/** Texts of a form; of which something more may be asked, and which may have several spellings. */
const formed =
  (...keyAndRule: readonly string[]) =>
  (kind: Kind) => ({ by: 'formed', args: [form(kind), ...keyAndRule] });

const integer = (wanted: string): Row => ({
  wanted,
  check: ({ range }) => ({
    by: 'integer',
    args: [numberLiteral(range?.least ?? ''), numberLiteral(range?.greatest ?? '')],
  }),
  differs: { how: '`1.0`, `1e2` and `-0` are taken for whole numbers', difference: parsedBeforeSeen },
});

const integerText = (wanted: string): Row => ({
  wanted: `an ${wanted} as a text`,
  notation: `${wanted}: \`9007199254740993\``,
  check: (kind) => ({ by: 'integerText', args: [form(kind), `${kind.range?.least}n`, `${kind.range?.greatest}n`] }),
});

const real = (wanted: string, ...keyOf: readonly string[]): Row => ({
  wanted,
  check: ({ range }) => ({ by: 'real', args: [numberLiteral(range?.greatest ?? ''), ...keyOf] }),
});

/** A text that is written like its example. */
const like = (kind: Kind, wanted: string, notation: string, ...keyAndRule: readonly string[]): Row => ({
  wanted: `${wanted}, such as ${kind.examples[0]}`,
  notation: `${notation}: \`${kind.examples[0]}\``,
  check: formed(...keyAndRule),
});

const rows = {
  string: { wanted: 'a text', check: tested('isUnicode') },
  iri: { wanted: 'an IRI', check: tested('isIri') },
  boolean: { wanted: 'true or false', check: () => ({ by: 'plain', args: ['isBoolean'] }) },
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
  float32: real('a number of 32 bits', 'Math.fround'),
  float64: real('a number'),
  decimal: {
    wanted: 'a decimal number as a text',
    notation: 'decimal number: `12.50`',
    check: formed('unitsOf', 'hasFewDigits'),
  },
  dateTime: like(kinds.dateTime, 'a date and time with an offset', iso, 'instantOf', 'isInstant'),
  date: like(kinds.date, 'a date', iso, 'undefined', 'isOfCalendar'),
  time: like(kinds.time, 'a time of day', iso, 'momentOf'),
  duration: like(kinds.duration, 'a duration', iso, 'amountOf'),
  base64: { wanted: 'bytes in Base64', notation: 'Base64', check: repeating(4) },
  hex: { wanted: 'bytes in hexadecimal', notation: 'hexadecimal', check: repeating(2, 'inLowerCase') },
  gYear: like(kinds.gYear, 'a year', 'year'),
  gYearMonth: like(kinds.gYearMonth, 'a year and month', 'year and month'),
  gMonthDay: like(kinds.gMonthDay, 'a month and day', 'month and day', 'undefined', 'isOfCalendar'),
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

/** The kinds of the validators, each a constant called as in the model; `uuid` is what identities are. */
export function kindDeclarations(): Lines {
  const uuid: Row = { wanted: 'a UUID', check: formed('inLowerCase') };
  return separated([
    declaration('uuid', identity, uuid),
    ...scalarKinds.map((scalar) => declaration(scalar, kindOf(scalar), kindsInTypeScript[scalar])),
  ]);
}

function declaration(name: string, kind: Kind, { wanted, check }: Row): Lines {
  const { by, args } = check(kind);
  const call = { call: by, args: [stringLiteral(name), stringLiteral(wanted), ...args] };
  return callLines(`export const ${name}: Kind = /* @__PURE__ */ `, call, ';');
}
