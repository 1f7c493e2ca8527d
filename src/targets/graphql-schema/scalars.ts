/** GraphQL types of single values. */

import type { DomainModel, ScalarKind } from '../../model/index.ts';

/**
 * The GraphQL type of each kind of value (October 2021, section 3.5). `Int` is a signed 32-bit number,
 * so wider integers have scalars of their own. Parts of dates are plain text: no scalar in use names them.
 */
export const SCALAR_TYPES: Record<ScalarKind, string> = {
  string: 'String',
  iri: 'URI',
  boolean: 'Boolean',
  int8: 'Int',
  int16: 'Int',
  int32: 'Int',
  int64: 'Long',
  int64Text: 'LongText',
  uint8: 'Int',
  uint16: 'Int',
  uint32: 'Long',
  uint64: 'UnsignedLong',
  uint64Text: 'UnsignedLongText',
  float32: 'Float',
  float64: 'Float',
  decimal: 'Decimal',
  dateTime: 'DateTime',
  date: 'Date',
  time: 'LocalTime',
  duration: 'Duration',
  base64: 'Base64',
  hex: 'Hex',
  gYear: 'String',
  gYearMonth: 'String',
  gMonthDay: 'String',
  gDay: 'String',
  gMonth: 'String',
};

export interface CustomScalar {
  readonly name: string;
  readonly doc: string;
  /** Where the format is specified. */
  readonly url?: string;
}

const XSD = 'https://www.w3.org/TR/xmlschema11-2/';
const RFC = 'https://www.rfc-editor.org/rfc/';

/** The scalars of {@link SCALAR_TYPES} that GraphQL does not have, in the order in which they are declared. */
const CUSTOM_SCALARS: readonly CustomScalar[] = [
  { name: 'DateTime', doc: 'An instant with its offset from UTC: `2024-05-17T08:30:00Z`.', url: `${RFC}rfc3339` },
  { name: 'Date', doc: 'A calendar date, the `full-date` of RFC 3339: `2024-05-17`.', url: `${RFC}rfc3339` },
  { name: 'LocalTime', doc: 'A time of day, the `partial-time` of RFC 3339: `08:30:00`.', url: `${RFC}rfc3339` },
  { name: 'Duration', doc: 'A length of time: `P1Y2M3DT4H5M6S`.', url: `${XSD}#duration` },
  {
    name: 'Decimal',
    doc: 'An exact decimal number, written as a string so that no digit is lost: `"12.50"`.',
    url: `${XSD}#decimal`,
  },
  { name: 'Long', doc: 'A signed 64-bit integer, written as a number.' },
  { name: 'UnsignedLong', doc: 'An unsigned 64-bit integer, written as a number.' },
  { name: 'LongText', doc: 'A signed 64-bit integer, written as a string so that no digit is lost: `"9007199254740993"`.' },
  {
    name: 'UnsignedLongText',
    doc: 'An unsigned 64-bit integer, written as a string so that no digit is lost: `"9007199254740993"`.',
  },
  { name: 'URI', doc: 'An IRI reference, absolute or relative: `https://example.org/about`.', url: `${RFC}rfc3987` },
  { name: 'Base64', doc: 'Bytes in the base64 encoding of RFC 4648, section 4: `aGVsbG8=`.', url: `${RFC}rfc4648` },
  { name: 'Hex', doc: 'Bytes as pairs of hexadecimal digits: `68656C6C6F`.', url: `${XSD}#hexBinary` },
];

/** The custom scalars that fields of the model have. */
export function usedScalars(model: DomainModel): readonly CustomScalar[] {
  const used = new Set<string>();
  for (const cls of model.classes) {
    for (const { type } of cls.fields) {
      if (type.kind === 'scalar') used.add(SCALAR_TYPES[type.scalar]);
    }
  }
  return CUSTOM_SCALARS.filter((scalar) => used.has(scalar.name));
}
