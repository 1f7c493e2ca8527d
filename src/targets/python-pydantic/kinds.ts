/** What each kind of values is in Python: its type, how its form is checked, and how its values are written in code. */

import { type Kind, kindOf, type ScalarKind } from '../../model/index.ts';
import { belowMicrosecond, parsedBeforeSeen } from '../core/index.ts';
import type { Difference } from '../target.ts';
import { type Bracketed, call, type Expression } from './expressions.ts';
import { valueLiteral } from './literals.ts';
import type { Helper, Preamble } from './preamble.ts';

/** An argument of `Field` that narrows a type. */
export interface Constraint {
  readonly name: string;
  readonly value: Expression;
}

/** How the form that values have in JSON is checked. */
export type Form =
  /** The type takes nothing else, or the arguments that stand beside it see to it. */
  | { readonly by: 'type' }
  /** The type is one of the base module: texts that match the kind's expression, and keep to what it does not say. */
  | { readonly by: 'pattern'; readonly name: string; readonly rule?: Rule }
  /** By itself, Pydantic takes more; the base module's models let it see only instances, and texts of the form. */
  | { readonly by: 'reader'; readonly core: string; readonly module: string; readonly class: string; readonly rule?: Rule };

/** A piece of the base module, and expressions that use it. */
export interface Rule {
  readonly piece: 'dayOfMonth' | 'bounded' | 'datetime' | 'date' | 'time' | 'decimal' | 'storedBytes' | 'storedDuration';
  readonly expressions: readonly string[];
  /** What they need of Pydantic. */
  readonly imports?: readonly string[];
}

/** How values are told to be the same. */
export type Equality =
  /** `Literal` may say them. */
  | 'literal'
  /** `==` says it, or that of what `key` makes of them. */
  | 'value';

export interface PythonKind {
  readonly type: (preamble: Preamble) => string;
  readonly form: Form;
  /** The least and the greatest value, where the type does not see to them. */
  readonly range?: readonly [least: string, greatest: string];
  readonly constraints?: readonly Constraint[];
  /** A value in canonical form as an expression. */
  readonly literal: (value: string, preamble: Preamble) => Expression;
  readonly equality: Equality;
  /** The function that makes of a value what is compared, where the value itself is not. */
  readonly key?: (preamble: Preamble) => string;
  readonly differs?: { readonly how: string; readonly difference: Difference };
}

const from =
  (module: string, name: string): PythonKind['type'] =>
  (preamble) =>
    preamble.from(module, name);

const byType = { by: 'type' } as const;

/** Python's parser of JSON makes 0 of it. */
const minusZero = { how: '`-0` is taken for a whole number', difference: parsedBeforeSeen };

/** Python's datetime and time count microseconds. */
export const cutOff = { how: 'digits of seconds after the sixth are cut off', difference: belowMicrosecond };

/** `-(2**31)`, `2**31 - 1`: numbers of bits as people know them. */
function powers(numeral: string): string {
  const value = BigInt(numeral);
  const size = value < 0n ? -value : value;
  const bits = size.toString(2).length;
  if (size < 2n ** 7n - 1n) return numeral;
  if (size === 2n ** BigInt(bits) - 1n) return value < 0n ? `-(2**${bits}) + 1` : `2**${bits} - 1`;
  if (size === 2n ** BigInt(bits - 1)) return value < 0n ? `-(2**${bits - 1})` : `2**${bits - 1}`;
  return numeral;
}

function rangeOf({ range }: Kind): readonly [string, string] {
  if (range === undefined) throw new Error('The kind has no range.');
  return [range.least, range.greatest];
}

const integer = (kind: ScalarKind): PythonKind => {
  const [least, greatest] = rangeOf(kindOf(kind));
  return {
    type: from('pydantic', 'StrictInt'),
    form: byType,
    range: [powers(least), powers(greatest)],
    literal: (value) => value,
    equality: 'literal',
    differs: minusZero,
  };
};

/** The nearest number of 64 bits, in Python's shortest form. */
export function floatLiteral(numeral: string): string {
  return String(Number(numeral)).replace('e+', 'e');
}

const floatValue = (value: string): string => {
  const literal = floatLiteral(value);
  return /^-?\d+$/.test(literal) ? `${literal}.0` : literal;
};

/** Texts that match the kind's own expression; what is written is what is held. */
const texts = (name: string, more: Partial<PythonKind> & { readonly rule?: Rule } = {}): PythonKind => {
  const { rule, ...others } = more;
  return {
    type: (preamble) => preamble.textType(name),
    form: { by: 'pattern', name, ...(rule && { rule }) },
    literal: valueLiteral,
    equality: 'literal',
    ...others,
  };
};

/** What rows of a database have another type for, which JSON has no values of. */
const stored = (piece: Rule['piece'], reader: string): Rule => ({
  piece,
  expressions: [`BeforeValidator(${reader})`],
  imports: ['BeforeValidator'],
});

/** Whole numbers that are texts in JSON. */
const integerTexts = (name: string, kind: ScalarKind): PythonKind => {
  const [least, greatest] = rangeOf(kindOf(kind)).map(powers);
  return texts(name, {
    rule: { piece: 'bounded', expressions: [`Bounded(int, ge=${least}, le=${greatest})`] },
    key: () => 'int',
  });
};

type Moment = 'datetime' | 'date' | 'time';

/** Through the module, because `date` and `time` are usual names of fields. */
const moment = (name: Moment, rule: Rule): PythonKind => ({
  type: (preamble) => `${preamble.module('datetime', 'dt')}.${name}`,
  form: { by: 'reader', core: name, module: 'datetime', class: `dt.${name}`, rule },
  literal: (value, preamble) => momentLiteral(name, value, preamble),
  equality: 'value',
  ...(name !== 'date' && { differs: cutOff }),
});

/** RFC 3339, as bounds and values are written. */
const parts = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?Z?$/;

function momentLiteral(name: Moment, value: string, preamble: Preamble): Bracketed {
  const [year, month, day, hour, minute, second = '0', fraction = ''] = parts.exec(value)?.slice(1) ?? [];
  const microsecond = fraction.padEnd(6, '0').slice(0, 6);
  const clock = [hour, minute, second, microsecond].map(Number);
  while (clock.length > 2 && clock.at(-1) === 0) clock.pop();
  const dt = preamble.module('datetime', 'dt');
  const args = { date: [year, month, day].map(Number), time: clock, datetime: [year, month, day].map(Number).concat(clock) };
  const zone = name === 'datetime' ? [`tzinfo=${dt}.UTC`] : [];
  return call(`${dt}.${name}`, ...args[name].map(String), ...zone);
}

const helper =
  (name: Helper) =>
  (preamble: Preamble): string =>
    preamble.help(name);

export const kindsInPython = {
  // U+0000 is refused by the base module's models, wherever they have texts; halves of surrogate pairs, by Pydantic.
  string: { type: () => 'str', form: byType, literal: valueLiteral, equality: 'literal' },
  iri: texts('Iri'),
  // Numbers and booleans are strict: other readers of the same JSON refuse `"5"` and `1` where they want a number and a boolean.
  boolean: {
    type: from('pydantic', 'StrictBool'),
    form: byType,
    literal: (value) => (value === 'true' ? 'True' : 'False'),
    equality: 'literal',
  },
  int8: integer('int8'),
  int16: integer('int16'),
  int32: integer('int32'),
  int64: integer('int64'),
  int64Text: integerTexts('Long', 'int64Text'),
  uint8: integer('uint8'),
  uint16: integer('uint16'),
  uint32: integer('uint32'),
  uint64: integer('uint64'),
  uint64Text: integerTexts('UnsignedLong', 'uint64Text'),
  // Bounds keep infinities and NaN out, too, which JSON cannot say.
  float32: {
    type: from('pydantic', 'StrictFloat'),
    form: byType,
    range: rangeOf(kindOf('float32')).map(floatLiteral) as [string, string],
    literal: floatValue,
    equality: 'value',
    key: helper('Single'),
  },
  float64: {
    type: from('pydantic', 'StrictFloat'),
    form: byType,
    constraints: [{ name: 'allow_inf_nan', value: 'False' }],
    literal: floatValue,
    equality: 'value',
  },
  decimal: {
    type: from('decimal', 'Decimal'),
    form: {
      by: 'reader',
      core: 'decimal',
      module: 'decimal',
      class: 'Decimal',
      rule: { piece: 'decimal', expressions: ['_decimal', '**_DECIMAL_AS_TEXT'] },
    },
    literal: (value, preamble) => call(preamble.from('decimal', 'Decimal'), value.includes('.') ? `"${value}"` : value),
    equality: 'value',
  },
  dateTime: {
    ...moment('datetime', { piece: 'datetime', expressions: ['_instant'] }),
    type: from('pydantic', 'AwareDatetime'),
  },
  date: moment('date', { piece: 'date', expressions: ['_day'] }),
  time: moment('time', { piece: 'time', expressions: ['_local_time'] }),
  // A timedelta has no years and months.
  duration: texts('Duration', { equality: 'value', key: helper('Span'), rule: stored('storedDuration', '_as_duration') }),
  base64: texts('Base64', { rule: stored('storedBytes', '_as_base64') }),
  hex: texts('Hex', { equality: 'value', key: () => 'str.upper', rule: stored('storedBytes', '_as_hex') }),
  gYear: texts('Year'),
  gYearMonth: texts('YearMonth'),
  gMonthDay: texts('MonthDay', {
    rule: { piece: 'dayOfMonth', expressions: ['AfterValidator(_day_of_month)'], imports: ['AfterValidator'] },
  }),
  gDay: texts('Day'),
  gMonth: texts('Month'),
} satisfies Record<ScalarKind, PythonKind>;

/** The row of a kind. */
export function pythonKindOf(scalar: ScalarKind): PythonKind {
  return kindsInPython[scalar];
}
