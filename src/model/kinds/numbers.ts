/** Kinds whose values are numbers or booleans. */

import { collapseWhiteSpace, type Kind, stringPattern } from './kind.ts';
import { MAX_DIGITS } from './rules.ts';

/** Returns a number in plain decimal notation: no exponent, no `+`, no redundant zeros. Returns undefined for other texts. */
export function canonicalDecimal(lexical: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(lexical);
  if (!match) return undefined;
  const [, sign, before = '', after = '', exponent = '0'] = match;
  if (before === '' && after === '') return undefined;
  const digits = before + after;
  const point = before.length + Number(exponent);
  const integer = (point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+(?=\d)/, '');
  const fraction = withoutZerosAtEnd(point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point));
  const value = fraction === '' ? integer : `${integer}.${fraction}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** Removes trailing zeros. A regular expression would take quadratic time for thousands of zeros in a row. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}

/** Compares plain numerals exactly. */
export function compareNumerals(a: string, b: string): number {
  const decimals = (n: string) => (n.includes('.') ? n.length - n.indexOf('.') - 1 : 0);
  const precision = Math.max(decimals(a), decimals(b));
  const unit = (n: string) => BigInt(n.replace('.', '') + '0'.repeat(precision - decimals(n)));
  const [x, y] = [unit(a), unit(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A whole number within a range: XSD 1.1 part 2, section 3.4.13 and those after it. */
const integer = (xsd: string, minimum: bigint, maximum: bigint) =>
  ({
    json: 'integer',
    space: 'integer',
    xsd,
    rules: [],
    range: { minimum: String(minimum), maximum: String(maximum) },
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      if (!/^[+-]?\d+$/.test(text)) return undefined;
      const value = canonicalDecimal(text) as string;
      // No range has so many digits.
      if (value.length > 20) return undefined;
      return BigInt(value) >= minimum && BigInt(value) <= maximum ? value : undefined;
    },
    order: compareNumerals,
    spellings: 'one',
    hasStringFacets: false,
    examples: ['42', minimum === 0n ? '0' : '-1', '7', String(minimum), String(maximum)],
  }) satisfies Kind;

const signed = (xsd: string, bits: bigint) => integer(xsd, -(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
const unsigned = (xsd: string, bits: bigint) => integer(xsd, 0n, 2n ** bits - 1n);

/** The greatest integer that every JSON parser reads exactly: RFC 8259, section 6. */
const MAX_SAFE_INTEGER = 2n ** 53n - 1n;

/** An integer that is a string in JSON. */
const integerText = (form: string, { xsd, range, read, order }: ReturnType<typeof integer>) =>
  ({
    json: 'string',
    space: 'integer',
    xsd,
    form: stringPattern(form),
    rules: [],
    range,
    read,
    order,
    spellings: 'one',
    hasStringFacets: false,
    examples: ['42', '9007199254740993', '7', range.minimum, range.maximum],
  }) satisfies Kind;

/**
 * For 32 bits, the limit is the text that serde and JavaScript write for the greatest float; its exact value is slightly less.
 */
const GREATEST_FLOAT = { float32: 3.4028235e38, float64: Number.MAX_VALUE };

/** Functions that return the fewest digits that identify a number of their kind. */
const shortest = {
  float32: (value: number) => {
    const rounded = Math.fround(value);
    for (let precision = 1; precision < 9; precision++) {
      const text = rounded.toPrecision(precision);
      if (Math.fround(Number(text)) === rounded) return text;
    }
    return rounded.toPrecision(9);
  },
  float64: String,
};

/** An IEEE 754 number (XSD 1.1 part 2, sections 3.3.4 and 3.3.5), except infinities and NaN, which JSON cannot represent. */
const float = (kind: 'float32' | 'float64', xsd: string) => {
  const maximum = canonicalDecimal(String(GREATEST_FLOAT[kind])) as string;
  return {
    json: 'number',
    space: 'float',
    xsd,
    rules: [],
    range: { minimum: `-${maximum}`, maximum },
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) return undefined;
      const value = Number(text);
      return Math.abs(value) > GREATEST_FLOAT[kind] ? undefined : canonicalDecimal(shortest[kind](value));
    },
    order: compareNumerals,
    spellings: 'one',
    hasStringFacets: false,
    examples: ['1.5', '-0.25', '42', '0', `-${maximum}`, maximum],
  } satisfies Kind;
};

export const numbers = {
  /** XSD 1.1 part 2, section 3.3.2. */
  boolean: {
    json: 'boolean',
    space: 'boolean',
    xsd: 'boolean',
    rules: [],
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      return text === 'true' || text === '1' ? 'true' : text === 'false' || text === '0' ? 'false' : undefined;
    },
    spellings: 'one',
    hasStringFacets: false,
    examples: ['true', 'false', 'true'],
  },
  int8: signed('byte', 8n),
  int16: signed('short', 16n),
  int32: signed('integer', 32n),
  /** A 64-bit integer that is a number in JSON: only integers that every JSON parser reads exactly. */
  int64: integer('long', -MAX_SAFE_INTEGER, MAX_SAFE_INTEGER),
  /** A 64-bit integer that is a string in JSON: the whole range. */
  int64Text: integerText('0|-?[1-9][0-9]{0,18}', signed('long', 64n)),
  uint8: unsigned('unsignedByte', 8n),
  uint16: unsigned('unsignedShort', 16n),
  uint32: unsigned('unsignedInt', 32n),
  /** As `int64`. */
  uint64: integer('unsignedLong', 0n, MAX_SAFE_INTEGER),
  /** As `int64Text`. */
  uint64Text: integerText('0|[1-9][0-9]{0,19}', unsigned('unsignedLong', 64n)),
  float32: float('float32', 'float'),
  float64: float('float64', 'double'),
  /**
   * An exact number (XSD 1.1 part 2, section 3.3.3), a string in JSON so that no parser rounds it: digits on both sides of
   * a point or no point, no exponent, no `+`, no leading zeros. Trailing zeros are allowed, but not canonical.
   */
  decimal: {
    json: 'string',
    space: 'decimal',
    xsd: 'decimal',
    form: stringPattern('-?(0|[1-9][0-9]*)(\\.[0-9]+)?'),
    rules: ['digits'],
    range: { minimum: `-${'9'.repeat(MAX_DIGITS)}`, maximum: '9'.repeat(MAX_DIGITS) },
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      if (/[eE]/.test(text)) return undefined;
      const value = canonicalDecimal(text);
      return value === undefined || value.replace(/[-.]/g, '').length > MAX_DIGITS ? undefined : value;
    },
    order: compareNumerals,
    spellings: 'many',
    hasStringFacets: false,
    examples: ['19.99', '-0.5', '42', '0', '9'.repeat(MAX_DIGITS), `0.${'0'.repeat(MAX_DIGITS - 2)}1`],
  },
} satisfies Readonly<Record<string, Kind>>;
