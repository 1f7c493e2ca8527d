/** The Python types of the kinds of scalars. */

import type { ScalarKind } from '../../model/index.ts';
import type { Expression } from './expressions.ts';
import { lineWidth } from './literals.ts';
import type { Preamble } from './preamble.ts';

/** An argument of `Field` that narrows a type. */
export interface Constraint {
  readonly name: string;
  readonly value: Expression;
}

export interface ScalarSpelling {
  /** The name of the type; what it needs goes into the preamble. */
  readonly name: (preamble: Preamble) => string;
  /** The least and the greatest value, as Python expressions. */
  readonly bounds?: readonly [string, string];
  readonly constraints?: readonly Constraint[];
}

const from =
  (module: string, name: string): ScalarSpelling['name'] =>
  (preamble) =>
    preamble.from(module, name);

/** Through the module, because `date` and `time` are usual names of fields. */
const fromDatetime =
  (name: string): ScalarSpelling['name'] =>
  (preamble) =>
    `${preamble.module('datetime', 'dt')}.${name}`;

const text: ScalarSpelling = { name: () => 'str' };

const strictInt = from('pydantic', 'StrictInt');
const signed = (bits: number): ScalarSpelling => ({ name: strictInt, bounds: [`-(2**${bits - 1})`, `2**${bits - 1} - 1`] });
const unsigned = (bits: number): ScalarSpelling => ({ name: strictInt, bounds: ['0', `2**${bits} - 1`] });

/** Text of a certain form. Pydantic's patterns are those of Rust's regex crate, without look-around. */
const lexical = (name: string, ...args: readonly string[]): ScalarSpelling => ({
  name: (preamble) => {
    const annotated = preamble.from('typing', 'Annotated');
    const field = preamble.from('pydantic', 'Field');
    const line = `${name} = ${annotated}[str, ${field}(${args.join(', ')})]`;
    const lines = [
      `${name} = ${annotated}[`,
      '    str,',
      `    ${field}(`,
      ...args.map((arg) => `        ${arg},`),
      '    ),',
      ']',
    ];
    return preamble.define(name, line.length <= lineWidth ? [line] : lines);
  },
});

/** Whether a kind is one of whole numbers. */
export function isInteger(kind: ScalarKind): boolean {
  return /^u?int\d+$/.test(kind);
}

/** Whether a bound says more than the Python type does by itself. */
export function isNarrower(kind: ScalarKind, side: 'minimum' | 'maximum', value: string): boolean {
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(kind) ?? [];
  if (bits === undefined) {
    if (kind !== 'float32') return true;
    return side === 'minimum' ? Number(value) > -greatestFloat32 : Number(value) < greatestFloat32;
  }
  const size = 2n ** BigInt(bits);
  const least = sign === 'u' ? 0n : -size / 2n;
  return side === 'minimum' ? BigInt(value) > least : BigInt(value) < least + size - 1n;
}

const greatestFloat32 = 3.4028235e38;

const year = '-?([1-9][0-9]{3,}|0[0-9]{3})';
const month = '(0[1-9]|1[0-2])';
const day = '(0[1-9]|[12][0-9]|3[01])';
/** Parts of a date may have an offset in XSD. */
const offset = '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?';

/**
 * Numbers and booleans are strict: other readers of the same JSON refuse `"5"` and `1` where they
 * want a number and a boolean. Types whose JSON is a string cannot be, because strict mode would
 * refuse that string wherever JSON is parsed beforehand, as web frameworks do.
 */
export const scalars: Record<ScalarKind, ScalarSpelling> = {
  string: text,
  iri: text,
  boolean: { name: from('pydantic', 'StrictBool') },
  int8: signed(8),
  int16: signed(16),
  int32: signed(32),
  int64: signed(64),
  uint8: unsigned(8),
  uint16: unsigned(16),
  uint32: unsigned(32),
  uint64: unsigned(64),
  // Bounds keep infinities and NaN out too, which JSON cannot say.
  float32: { name: from('pydantic', 'StrictFloat'), bounds: ['-3.4028235e38', '3.4028235e38'] },
  float64: { name: from('pydantic', 'StrictFloat'), constraints: [{ name: 'allow_inf_nan', value: 'False' }] },
  decimal: {
    name: (preamble) =>
      preamble.define('_PlainDecimal', [
        '# Written without an exponent, which xsd:decimal does not have.',
        `_PlainDecimal = ${preamble.from('typing', 'Annotated')}[`,
        `    ${preamble.from('decimal', 'Decimal')},`,
        `    ${preamble.from('pydantic', 'PlainSerializer')}(lambda n: f"{n:f}", return_type=str, when_used="json"),`,
        ']',
      ]),
  },
  dateTime: { name: from('pydantic', 'AwareDatetime') },
  date: { name: fromDatetime('date') },
  time: {
    name: (preamble) => {
      const annotated = preamble.from('typing', 'Annotated');
      const predicate = preamble.from('annotated_types', 'Predicate');
      const type = `${annotated}[${fromDatetime('time')(preamble)}, ${predicate}(lambda time: time.tzinfo is None)]`;
      return preamble.define('_LocalTime', [`_LocalTime = ${type}`]);
    },
  },
  // A timedelta has no years and months.
  duration: lexical(
    '_Duration',
    'min_length=3',
    `pattern=(
            r"^-?P([0-9]+(Y([0-9]+M)?([0-9]+D)?|M([0-9]+D)?|D))?"
            r"(T[0-9]+(H([0-9]+M)?([0-9]+([.][0-9]+)?S)?"
            r"|M([0-9]+([.][0-9]+)?S)?|([.][0-9]+)?S))?$"
        )`,
  ),
  int64Text: lexical('_Long', 'pattern=r"^(0|-?[1-9][0-9]{0,18})$"'),
  uint64Text: lexical('_UnsignedLong', 'pattern=r"^(0|[1-9][0-9]{0,19})$"'),
  base64: lexical('_Base64', 'pattern=r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"'),
  hex: lexical('_Hex', 'pattern=r"^([0-9A-Fa-f]{2})*$"'),
  gYear: lexical('_Year', `pattern=r"^${year}${offset}$"`),
  gYearMonth: lexical('_YearMonth', `pattern=r"^${year}-${month}${offset}$"`),
  gMonthDay: lexical('_MonthDay', `pattern=r"^--${month}-${day}${offset}$"`),
  gDay: lexical('_Day', `pattern=r"^---${day}${offset}$"`),
  gMonth: lexical('_Month', `pattern=r"^--${month}${offset}$"`),
};
