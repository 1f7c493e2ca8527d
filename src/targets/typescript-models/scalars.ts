import type { ScalarKind } from '../../model/index.ts';

interface Scalar {
  readonly type: 'string' | 'number' | 'boolean';
  /** How the value is spelt, where the type does not show it; it becomes part of comments. */
  readonly notation?: string;
  /** Whether one value has several spellings in JSON, so that no literal type holds them all. */
  readonly manySpellings?: true;
}

/** What each kind of value is in TypeScript: the type that `JSON.parse` gives for its wire form. */
export const scalars: Readonly<Record<ScalarKind, Scalar>> = {
  string: { type: 'string' },
  iri: { type: 'string' },
  boolean: { type: 'boolean' },
  int8: { type: 'number' },
  int16: { type: 'number' },
  int32: { type: 'number' },
  int64: { type: 'number' },
  int64Text: { type: 'string', notation: 'integer of 64 bits: `9007199254740993`' },
  uint8: { type: 'number' },
  uint16: { type: 'number' },
  uint32: { type: 'number' },
  uint64: { type: 'number' },
  uint64Text: { type: 'string', notation: 'integer of 64 bits that is not negative: `9007199254740993`' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  decimal: { type: 'string', notation: 'decimal number: `12.50`', manySpellings: true },
  dateTime: { type: 'string', notation: 'ISO 8601: `2024-05-17T08:30:00Z`', manySpellings: true },
  date: { type: 'string', notation: 'ISO 8601: `2024-05-17`' },
  time: { type: 'string', notation: 'ISO 8601: `08:30:00`', manySpellings: true },
  duration: { type: 'string', notation: 'ISO 8601: `P1DT12H`' },
  base64: { type: 'string', notation: 'Base64' },
  hex: { type: 'string', notation: 'hexadecimal', manySpellings: true },
  gYear: { type: 'string', notation: 'year: `2024`' },
  gYearMonth: { type: 'string', notation: 'year and month: `2024-05`' },
  gMonthDay: { type: 'string', notation: 'month and day: `--05-17`' },
  gDay: { type: 'string', notation: 'day of the month: `---17`' },
  gMonth: { type: 'string', notation: 'month: `--05`' },
};
