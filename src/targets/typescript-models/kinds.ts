/** How TypeScript represents each kind of values: the type that `JSON.parse` returns, and the schema of the validators. */

import { identity, type Kind, kindOf, kinds, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { parserNormalization } from '../core/index.ts';
import type { Difference } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import { type CallText, callLines } from './layout.ts';
import { numberLiteral, regExpLiteral, stringLiteral } from './literals.ts';

/** The library of the schemas: the own runtime or zod. */
export type Validators = 'own' | 'zod';

/** How TypeScript represents a kind of values. */
interface TypeScriptKind {
  /** The format of the value for comments, if the type does not show it. */
  readonly notation?: string;
  /** The expected value, for messages: `a date, such as 2024-01-31`. */
  readonly expected: string;
  /** The function of the runtime that returns the schema, and its arguments after the name and the message. */
  readonly validator: (kind: Kind) => { readonly by: string; readonly args: readonly CallText[] };
  /** The function of the runtime that returns comparable keys, if values cannot be compared directly. */
  readonly key?: string;
  readonly differs?: { readonly how: string; readonly difference: Difference };
}

const iso = 'ISO 8601';

/** Returns the form of a kind as a regular expression literal, without capturing groups, which take more time. */
function formLiteral({ form }: Kind): string {
  const translation = form && translatePattern(form, 'ecmascript');
  if (!translation?.ok) throw new Error(`No expression in JavaScript for ${form?.source}`);
  return regExpLiteral(translation.source.replace(/\((?!\?)/g, '(?:').replaceAll('[+\\-]', '[+-]'));
}

/** Strings that pass a test. */
const testedStrings = (test: string) => ({ by: 'kind', args: [`(value) => typeof value === 'string' && ${test}`] });

/** Strings of a format, with an optional further test. */
const formattedStrings =
  (...rules: readonly CallText[]) =>
  (kind: Kind) => ({ by: 'texts', args: [formLiteral(kind), ...rules] });

/** Strings that repeat a format. */
const repeatedFormat = (period: number) => (kind: Kind) => ({ by: 'repeating', args: [formLiteral(kind), String(period)] });

const integer = ({ range }: { readonly range: NonNullable<Kind['range']> }): TypeScriptKind => ({
  expected: `an integer from ${range.minimum} to ${range.maximum}`,
  validator: ({ range }) => ({
    by: 'integers',
    args: [numberLiteral(range?.minimum ?? ''), numberLiteral(range?.maximum ?? '')],
  }),
  differs: { how: '`1.0`, `1e2` and `-0` are read as integers', difference: parserNormalization },
});

const integerText = (expected: string): TypeScriptKind => ({
  expected: `an ${expected} in a string`,
  notation: `${expected}: \`9007199254740993\``,
  validator: (kind) => formattedStrings({ call: 'isWithin', args: [`${kind.range?.minimum}n`, `${kind.range?.maximum}n`] })(kind),
  key: 'asInteger',
});

const real = (expected: string): TypeScriptKind => ({
  expected,
  validator: ({ range }) => ({ by: 'reals', args: [numberLiteral(range?.maximum ?? '')] }),
});

/** Returns a kind of strings whose messages and comments show an example. */
const formattedKind = (kind: Kind, expected: string, notation: string, rule?: string): TypeScriptKind => ({
  expected: `${expected}, such as ${kind.examples[0]}`,
  notation: `${notation}: \`${kind.examples[0]}\``,
  validator: rule === undefined ? formattedStrings() : formattedStrings(rule),
});

export const typeScriptKinds: Readonly<Record<ScalarKind, TypeScriptKind>> = {
  string: {
    expected: 'a string of Unicode characters without U+0000',
    validator: () => testedStrings('isUnicode(value)'),
  },
  iri: { expected: 'an IRI', validator: () => testedStrings('isIri(value)') },
  boolean: { expected: 'true or false', validator: () => ({ by: 'kind', args: ["(value) => typeof value === 'boolean'"] }) },
  int8: integer(kinds.int8),
  int16: integer(kinds.int16),
  int32: integer(kinds.int32),
  int64: integer(kinds.int64),
  int64Text: integerText('integer of 64 bits'),
  uint8: integer(kinds.uint8),
  uint16: integer(kinds.uint16),
  uint32: integer(kinds.uint32),
  uint64: integer(kinds.uint64),
  uint64Text: integerText('integer of 64 bits that is not negative'),
  float32: { ...real('a number of 32 bits'), key: 'asFloat32' },
  float64: real('a number'),
  decimal: {
    expected: 'a decimal number of at most 28 digits in a string',
    notation: 'decimal number: `12.50`',
    validator: formattedStrings('hasFewDigits'),
    key: 'asDecimal',
  },
  dateTime: { ...formattedKind(kinds.dateTime, 'a date and time with an offset', iso, 'isInstant'), key: 'asInstant' },
  date: formattedKind(kinds.date, 'a date', iso, 'isDay'),
  time: { ...formattedKind(kinds.time, 'a time of day', iso), key: 'asTime' },
  duration: { ...formattedKind(kinds.duration, 'a duration', iso), key: 'asDuration' },
  base64: { expected: 'bytes in Base64', notation: 'Base64', validator: repeatedFormat(4) },
  hex: { expected: 'bytes in hexadecimal', notation: 'hexadecimal', validator: repeatedFormat(2), key: 'inLowerCase' },
  gYear: formattedKind(kinds.gYear, 'a year', 'year'),
  gYearMonth: formattedKind(kinds.gYearMonth, 'a year and month', 'year and month'),
  gMonthDay: formattedKind(kinds.gMonthDay, 'a month and day', 'month and day', 'isMonthDay'),
  gDay: formattedKind(kinds.gDay, 'a day of the month', 'day of the month'),
  gMonth: formattedKind(kinds.gMonth, 'a month', 'month'),
};

/** Returns the TypeScript type of a kind's values. */
export function typeOf(scalar: ScalarKind): 'string' | 'number' | 'boolean' {
  const { json } = kindOf(scalar);
  return json === 'integer' ? 'number' : json;
}

/** Returns whether one value has several lexical forms in JSON, so that a literal type would reject some of them. */
export function hasManySpellings(scalar: ScalarKind): boolean {
  return kindOf(scalar).spellings === 'many';
}

/** Ids and references. */
const uuid: TypeScriptKind = { expected: 'a UUID', validator: formattedStrings(), key: 'inLowerCase' };

const allKinds: readonly (readonly [name: string, kind: Kind, inTypeScript: TypeScriptKind])[] = [
  ['uuid', identity, uuid],
  ...scalarKinds.map((scalar) => [scalar, kindOf(scalar), typeScriptKinds[scalar]] as const),
];

/** Returns the schema of each kind, as a piece of a runtime. */
export const kindPieces = (validators: Validators) =>
  allKinds.map(([name, kind, inTypeScript]) => ({
    names: [name],
    text: () => kindSchema(name, kind, inTypeScript, validators),
  }));

function kindSchema(name: string, kind: Kind, { validator, expected }: TypeScriptKind, validators: Validators): string {
  const { by, args: ownArgs } = validator(kind);
  // The runtime derives the message for integers from the range.
  const args = by === 'integers' ? ownArgs : [stringLiteral(expected), ...ownArgs];
  if (validators === 'zod') {
    return callLines(`export const ${name} = `, { call: by, args }, ';').join('\n');
  }
  const type = kind.json === 'integer' ? 'number' : kind.json;
  const schema = { call: by, args: [stringLiteral(name), ...args] };
  return callLines(`export const ${name}: Schema<${type}> = `, schema, ';').join('\n');
}
