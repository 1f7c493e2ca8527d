/** The keywords of JSON Schema for each kind of value: `int32` is `{ type: 'integer', format: 'int32' }`. */

import { kindOf, type ScalarKind } from '../../../model/index.ts';
import { parserNormalization, unrestrictedCharacters } from '../../core/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';
import type { Difference } from '../../target.ts';
import { translatePattern } from '../../text/index.ts';
import { jsonNumber } from './values.ts';

/** JSON Schema 2020-12, Validation, section 6: bounds apply to numbers; `enum` and `const` compare with fixed values. */
export const schemaComparisons: Difference = {
  id: 'schema-comparisons',
  what: 'values in strings have no bounds, and match listed values only in the same lexical form; single precision is not rounded; a forbidden reference to the instance itself is accepted',
  why: 'JSON Schema compares a value only with constants of the schema: strings character by character, numbers by value; it has no order of strings and does not compare two members of an object',
};

// Values that a validator accepts although the kind excludes them.
const parserDifference = { how: 'accepts `1.0`, `1e2` and `-0` as integers', difference: parserNormalization };
const rangeDifference = {
  how: 'does not check the minimum and maximum of date-times and decimals',
  difference: schemaComparisons,
};
const characterDifference = { how: 'accepts U+0000 and unpaired surrogates in a string', difference: unrestrictedCharacters };

type SchemaDifference = { readonly how: string; readonly difference: Difference };

export interface SchemaKind {
  /** Keywords except patterns and bounds of the kind. */
  readonly keywords: TreeMap;
  /** What a validator accepts although the kind excludes it. */
  readonly differs?: SchemaDifference;
}

// The formats are those of JSON Schema 2020-12 (Validation, section 7.3) and OpenAPI 3.1 (section 4.4). Only some validators
// check formats, and these accept more than the kind does (`t` for `T`, a 60th second), so a pattern is added. Only formats
// check the calendar. The format `decimal` of the OpenAPI registry is not used: OpenAPI Generator makes it a Go float, which
// cannot be read from a string.

const integer = (format: 'int32' | 'int64'): SchemaKind => ({
  keywords: { type: 'integer', format },
  differs: parserDifference,
});
const number = (format: 'float' | 'double'): SchemaKind => ({ keywords: { type: 'number', format } });
const text = (keywords: TreeMap = {}, differs?: SchemaDifference): SchemaKind => ({
  keywords: { type: 'string', ...keywords },
  ...(differs && { differs }),
});

export const schemaKinds: Readonly<Record<ScalarKind, SchemaKind>> = {
  string: text({}, characterDifference),
  iri: text({ format: 'iri-reference' }, characterDifference),
  boolean: { keywords: { type: 'boolean' } },
  int8: integer('int32'),
  int16: integer('int32'),
  int32: integer('int32'),
  int64: integer('int64'),
  int64Text: text({}, rangeDifference),
  uint8: integer('int32'),
  uint16: integer('int32'),
  uint32: integer('int64'),
  uint64: integer('int64'),
  uint64Text: text({}, rangeDifference),
  float32: number('float'),
  float64: number('double'),
  decimal: text(),
  dateTime: text({ format: 'date-time' }, rangeDifference),
  date: text({ format: 'date' }),
  time: text(),
  duration: text(),
  base64: text({ contentEncoding: 'base64' }),
  hex: text({ contentEncoding: 'base16' }),
  gYear: text(),
  gYearMonth: text(),
  gMonthDay: text(),
  gDay: text(),
  gMonth: text(),
};

/** Returns patterns that each string of a kind matches. They use only features that RE2 and Rust's regex support. */
export function patternsOf(scalar: ScalarKind): readonly string[] {
  const cached = patternCache.get(scalar) ?? createPatterns(scalar);
  patternCache.set(scalar, cached);
  return cached;
}

const patternCache = new Map<ScalarKind, readonly string[]>();

function createPatterns(scalar: ScalarKind): readonly string[] {
  const { form, rules } = kindOf(scalar);
  const translation = form && translatePattern(form, 'ecmascript');
  return [
    ...(translation?.ok ? [translation.source] : []),
    ...(rules.includes('digits') ? ['^-?([0-9]\\.?){1,28}$'] : []),
    // Excludes days that no month has; formats check those of dates with a year.
    ...(scalar === 'gMonthDay' ? ['^--((0[13-9]|1[0-2])-(0[1-9]|[12][0-9]|30)|02-[0-2][0-9]|(0[13578]|1[02])-31)'] : []),
  ];
}

/** Returns the minimum and maximum of a kind as keywords. */
export function boundKeywords(scalar: ScalarKind): TreeMap {
  const { json, range } = kindOf(scalar);
  // The range of a double is that of all numbers.
  if (!range || scalar === 'float64' || (json !== 'integer' && json !== 'number')) return {};
  return { minimum: jsonNumber(scalar, range.minimum), maximum: jsonNumber(scalar, range.maximum) };
}
