/** How each kind of value looks in JSON Schema. */

import { kindOf, type ScalarKind } from '../../../model/index.ts';
import { anyText, parsedBeforeSeen } from '../../core/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';
import type { Difference } from '../../target.ts';
import { translatePattern } from '../../text/index.ts';
import { jsonNumber } from './values.ts';

/** JSON Schema 2020-12, Validation, section 6: bounds are those of numbers, `enum` and `const` compare what stands in the schema. */
export const schemaComparisons: Difference = {
  id: 'schema-comparisons',
  what: 'values that are texts have no bounds, and are among listed ones only in the same spelling; single precision is not rounded; an instance may refer to itself where it must not',
  why: 'JSON Schema compares a value with one that stands in the schema, texts character by character and numbers as they stand; it has no order of texts, and does not compare two members of an object',
};

const parsed = { how: 'takes `1.0`, `1e2` and `-0` for whole numbers', difference: parsedBeforeSeen };
const unordered = { how: 'takes texts beyond a bound: moments and decimals', difference: schemaComparisons };
const anything = { how: 'takes U+0000 and halves of surrogate pairs in a text', difference: anyText };

type Differs = { readonly how: string; readonly difference: Difference };

export interface SchemaKind {
  /** Keywords beside the form and the range of the kind. */
  readonly keywords: TreeMap;
  /** Where a pattern cannot say it all. */
  readonly differs?: Differs;
}

// The formats are those of JSON Schema 2020-12 (Validation, section 7.3) and of OpenAPI 3.1 (section 4.4). A format is
// checked by some validators only, and takes more than the kind does (`t` for `T`, a 60th second): the pattern stands beside
// it. The calendar is what only the formats know. `decimal` of the OpenAPI format registry would say no more than the
// pattern, and OpenAPI Generator makes a floating point number of it in Go, which reads no text.

const integer = (format: 'int32' | 'int64'): SchemaKind => ({
  keywords: { type: 'integer', format },
  differs: parsed,
});
const number = (format: 'float' | 'double'): SchemaKind => ({ keywords: { type: 'number', format } });
const text = (keywords: TreeMap = {}, differs?: Differs): SchemaKind => ({
  keywords: { type: 'string', ...keywords },
  ...(differs && { differs }),
});

export const kindsInSchema = {
  string: text({}, anything),
  iri: text({ format: 'iri-reference' }, anything),
  boolean: { keywords: { type: 'boolean' } },
  int8: integer('int32'),
  int16: integer('int32'),
  int32: integer('int32'),
  int64: integer('int64'),
  int64Text: text({}, unordered),
  uint8: integer('int32'),
  uint16: integer('int32'),
  uint32: integer('int64'),
  uint64: integer('int64'),
  uint64Text: text({}, unordered),
  float32: number('float'),
  float64: number('double'),
  decimal: text(),
  dateTime: text({ format: 'date-time' }, unordered),
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
} satisfies Record<ScalarKind, SchemaKind>;

/** The row of a kind. */
export function schemaKind(scalar: ScalarKind): SchemaKind {
  return kindsInSchema[scalar];
}

/** The expressions that every text of a kind matches. They use nothing that RE2 or Rust's regex lack. */
export function formsOf(scalar: ScalarKind): readonly string[] {
  const known = forms.get(scalar) ?? readForms(scalar);
  forms.set(scalar, known);
  return known;
}

const forms = new Map<ScalarKind, readonly string[]>();

function readForms(scalar: ScalarKind): readonly string[] {
  const { form, rules } = kindOf(scalar);
  const translation = form && translatePattern(form, 'ecmascript');
  return [
    ...(translation?.ok ? [translation.source] : []),
    ...(rules.includes('digits') ? ['^-?([0-9]\\.?){1,28}$'] : []),
    // Days that no month has; of those with a year, the formats know.
    ...(scalar === 'gMonthDay' ? ['^--((0[13-9]|1[0-2])-(0[1-9]|[12][0-9]|30)|02-[0-2][0-9]|(0[13578]|1[02])-31)'] : []),
  ];
}

/** The least and the greatest number of a kind, as keywords. */
export function rangeOf(scalar: ScalarKind): TreeMap {
  const { json, range } = kindOf(scalar);
  // Those of a double are what a number can be.
  if (!range || scalar === 'float64' || (json !== 'integer' && json !== 'number')) return {};
  return { minimum: jsonNumber(scalar, range.least), maximum: jsonNumber(scalar, range.greatest) };
}
