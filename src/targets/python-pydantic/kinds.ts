/** The Python type of each kind of values, the check of its lexical form, and its literals: `Decimal`, `Decimal("1.5")`. */

import { type Kind, kindOf, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { microsecondPrecision, unrestrictedCharacters } from '../core/index.ts';
import type { Difference, Spellings } from '../target.ts';
import { type Bracketed, call, type Expression } from './expressions.ts';
import { valueLiteral } from './literals.ts';
import type { Preamble } from './preamble.ts';

/** An argument of `Field` that narrows a type. */
export interface FieldArgument {
  readonly name: string;
  readonly value: Expression;
}

/** What checks the lexical form of values in JSON. */
export type FormCheck =
  /** The type itself. */
  | { readonly by: 'type' }
  /** A string type of the shared module, with the pattern of the kind and further validators: `Duration`. */
  | { readonly by: 'pattern'; readonly name: string; readonly rule?: Rule };

/** Validators of a string type in addition to its pattern. */
export interface Rule {
  readonly expressions: readonly string[];
  /** Names imported from Pydantic. */
  readonly imports?: readonly string[];
}

/** How values are compared. */
export type Equality =
  /** By `Literal`. */
  | 'literal'
  /** By `==`, of the values or of the results of `key`. */
  | 'value';

export interface PythonKind {
  readonly type: (preamble: Preamble) => string;
  /** The type as a member of a union, if the normal type would accept values of other members. */
  readonly strictType?: (preamble: Preamble) => string;
  readonly form: FormCheck;
  /** The minimum and maximum, unless the type implies them. */
  readonly range?: readonly [least: string, greatest: string];
  readonly constraints?: readonly FieldArgument[];
  /** Returns the literal of a value in canonical form. */
  readonly literal: (value: string, preamble: Preamble) => Expression;
  readonly equality: Equality;
  /** Returns the function whose results are compared, unless values are compared directly. */
  readonly key?: (preamble: Preamble) => string;
  readonly differs?: { readonly how: string; readonly difference: Difference };
}

const fromPydantic =
  (name: string): PythonKind['type'] =>
  (preamble) =>
    preamble.importName('pydantic', name);

const byType = { by: 'type' } as const;

/** Pydantic 2, Conversion Table: booleans are integers in Python. */
export const laxScalars: Difference = {
  id: 'booleans-as-numbers',
  what: '`true` and `false` are accepted as the numbers 1 and 0; numbers of a page may exceed 2^53',
  why: 'a bool is an int in Python, and Pydantic converts between them unless a field is strict; a strict field would reject the strings of queries and forms',
};

/** `datetime.timezone` has offsets below 24 hours; a time on the first or last day may be in another year in UTC. */
export const standardTypes: Difference = {
  id: 'python-types',
  what: 'offsets may exceed 14 hours, and a date-time may be before the year 1 or after 9999 in UTC; a decimal may have 28 digits after the point',
  why: 'these are the ranges of the types of the standard library, which keep the offset',
};

const booleanDifference = { how: '`true` and `false` are accepted as 1 and 0', difference: laxScalars };

const characterDifference = { how: 'accepts U+0000 in a string', difference: unrestrictedCharacters };

/** Python's datetime and time count microseconds. */
export const truncatedFractions = {
  how: 'fractions of a second are truncated after six digits',
  difference: microsecondPrecision,
};

/** Formats the bounds of integer types as powers of two: `-(2**31)`, `2**31 - 1`; returns other numerals as they are. */
function asPowerOfTwo(numeral: string): string {
  const value = BigInt(numeral);
  const size = value < 0n ? -value : value;
  const bits = size.toString(2).length;
  if (size < 2n ** 7n - 1n) return numeral;
  if (size === 2n ** BigInt(bits) - 1n) return value < 0n ? `-(2**${bits}) + 1` : `2**${bits} - 1`;
  if (size === 2n ** BigInt(bits - 1)) return value < 0n ? `-(2**${bits - 1})` : `2**${bits - 1}`;
  return numeral;
}

function requireRange({ range }: Kind): readonly [string, string] {
  if (range === undefined) throw new Error('The kind has no range.');
  return [range.minimum, range.maximum];
}

const integerKind = (kind: ScalarKind): PythonKind => {
  const [least, greatest] = requireRange(kindOf(kind)).map(asPowerOfTwo) as [string, string];
  return {
    type: () => 'int',
    strictType: fromPydantic('StrictInt'),
    form: byType,
    range: [least, greatest],
    literal: (value) => value,
    equality: 'literal',
    differs: booleanDifference,
  };
};

/** Returns the nearest double in Python's shortest form. */
export function floatLiteral(numeral: string): string {
  return String(Number(numeral)).replace('e+', 'e');
}

const floatingPointLiteral = (value: string): string => {
  const literal = floatLiteral(value);
  return /^-?\d+$/.test(literal) ? `${literal}.0` : literal;
};

/** Returns a kind of values that are strings in Python, too. They match the pattern of the kind. */
const stringKind = (name: string, { rule, ...properties }: Partial<PythonKind> & { readonly rule?: Rule } = {}): PythonKind => ({
  type: (preamble) => preamble.importFromBase(name),
  form: { by: 'pattern', name, ...(rule && { rule }) },
  literal: valueLiteral,
  equality: 'literal',
  ...properties,
});

/** Database rows contain values of a type that JSON lacks; a validator converts them. */
const storedValueRule = (reader: string): Rule => ({
  expressions: [`BeforeValidator(${reader})`],
  imports: ['BeforeValidator'],
});

/** Returns a kind of integers that are strings in JSON. */
const integerStringKind = (name: string, kind: ScalarKind): PythonKind => {
  const [least, greatest] = requireRange(kindOf(kind)).map(asPowerOfTwo);
  return stringKind(name, {
    rule: { expressions: [`bounded(int, ge=${least}, le=${greatest})`] },
    key: () => 'int',
  });
};

type TimeType = 'datetime' | 'date' | 'time';

/** Returns the kind of a type in `datetime`. It is printed as `dt.date`, because fields are often called `date` or `time`. */
const timeKind = (name: TimeType): PythonKind => ({
  type: (preamble) => `${preamble.importModule('datetime', 'dt')}.${name}`,
  form: byType,
  literal: (value, preamble) => timeLiteral(name, value, preamble),
  equality: 'value',
  ...(name !== 'date' && { differs: truncatedFractions }),
});

/** The form of bounds and values (RFC 3339). */
const DATE_TIME = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?Z?$/;

/** `dt.datetime(2024, 1, 31, 12, 0, tzinfo=dt.UTC)` */
function timeLiteral(name: TimeType, value: string, preamble: Preamble): Bracketed {
  const [year, month, day, hour, minute, second = '0', fraction = ''] = DATE_TIME.exec(value)?.slice(1) ?? [];
  const microsecond = fraction.padEnd(6, '0').slice(0, 6);
  const clock = [hour, minute, second, microsecond].map(Number);
  while (clock.length > 2 && clock.at(-1) === 0) clock.pop();
  const dt = preamble.importModule('datetime', 'dt');
  const args = { date: [year, month, day].map(Number), time: clock, datetime: [year, month, day].map(Number).concat(clock) };
  const zone = name === 'datetime' ? [`tzinfo=${dt}.UTC`] : [];
  return call(`${dt}.${name}`, ...args[name].map(String), ...zone);
}

const fromBase =
  (name: string) =>
  (preamble: Preamble): string =>
    preamble.importFromBase(name);

export const pythonKinds: Readonly<Record<ScalarKind, PythonKind>> = {
  string: { type: () => 'str', form: byType, literal: valueLiteral, equality: 'literal', differs: characterDifference },
  iri: stringKind('Iri', { differs: characterDifference }),
  boolean: {
    type: () => 'bool',
    strictType: fromPydantic('StrictBool'),
    form: byType,
    literal: (value) => (value === 'true' ? 'True' : 'False'),
    equality: 'literal',
  },
  int8: integerKind('int8'),
  int16: integerKind('int16'),
  int32: integerKind('int32'),
  int64: integerKind('int64'),
  int64Text: integerStringKind('Long', 'int64Text'),
  uint8: integerKind('uint8'),
  uint16: integerKind('uint16'),
  uint32: integerKind('uint32'),
  uint64: integerKind('uint64'),
  uint64Text: integerStringKind('UnsignedLong', 'uint64Text'),
  // The bounds exclude infinities and NaN, too, which JSON does not have.
  float32: {
    type: () => 'float',
    strictType: fromPydantic('StrictFloat'),
    form: byType,
    range: requireRange(kindOf('float32')).map(floatLiteral) as [string, string],
    literal: floatingPointLiteral,
    equality: 'value',
    key: fromBase('single'),
    differs: booleanDifference,
  },
  float64: {
    type: () => 'float',
    strictType: fromPydantic('StrictFloat'),
    form: byType,
    constraints: [{ name: 'allow_inf_nan', value: 'False' }],
    literal: floatingPointLiteral,
    equality: 'value',
    differs: booleanDifference,
  },
  decimal: {
    type: fromBase('ExactDecimal'),
    form: byType,
    literal: (value, preamble) => call(preamble.importName('decimal', 'Decimal'), value.includes('.') ? `"${value}"` : value),
    equality: 'value',
    differs: { how: 'may have 28 digits after the point', difference: standardTypes },
  },
  dateTime: { ...timeKind('datetime'), type: fromPydantic('AwareDatetime') },
  date: timeKind('date'),
  time: { ...timeKind('time'), type: fromBase('LocalTime') },
  // A timedelta has no years and months.
  duration: stringKind('Duration', { equality: 'value', key: fromBase('span'), rule: storedValueRule('to_duration') }),
  base64: stringKind('Base64', { rule: storedValueRule('to_base64') }),
  hex: stringKind('Hex', { equality: 'value', key: () => 'str.upper', rule: storedValueRule('to_hex') }),
  gYear: stringKind('Year'),
  gYearMonth: stringKind('YearMonth'),
  gMonthDay: stringKind('MonthDay', {
    rule: { expressions: ['AfterValidator(check_day)'], imports: ['AfterValidator'] },
  }),
  gDay: stringKind('Day'),
  gMonth: stringKind('Month'),
};

const wholeNumbers = 'strings (`"5"`, `"1_000"`), `5.0`, and `-0`';
const instants = 'Unix timestamps, a space or a small letter in place of `T` and `Z`, `+0200`, a comma before the fraction';
const uuids = 'without hyphens, in braces, with `urn:uuid:`';

/** Other spellings that Pydantic reads (https://docs.pydantic.dev/latest/concepts/conversion_table/). */
export const spellings: Spellings = {
  boolean: 'strings (`"true"`, `"yes"`, `"on"`, `"1"`) and the numbers 0 and 1',
  ...Object.fromEntries(scalarKinds.filter((kind) => /^u?int\d+$/.test(kind)).map((kind) => [kind, wholeNumbers])),
  float32: 'strings (`"1.5"`)',
  float64: 'strings (`"1.5"`)',
  decimal: 'integers, `+`, leading zeros, `.5`, `5.`, blanks around the number, `_` between digits, digits of other scripts',
  dateTime: instants,
  date: 'a date with the time 00:00, Unix timestamps of midnight',
  time: 'without seconds, a comma before the fraction',
  uuid: uuids,
  reference: uuids,
};
