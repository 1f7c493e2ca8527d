/** GraphQL types of single values. */

import type { DomainModel, ScalarKind } from '../../model/index.ts';
import type { Difference } from '../target.ts';

/** A schema declares scalars and directives but contains no code for them. */
export const serverResponsibility: Difference = {
  id: 'code-of-the-server',
  what: 'every value of a custom scalar is accepted, and constraints beyond the type are not checked',
  why: "a schema names scalars and states `@constraint`; the code that reads and checks them is the server's",
};

/** October 2021, 3.10 and 3.11. */
export const inputCoercion: Difference = {
  id: 'input-coercion',
  what: 'a single value counts as a list of one, an absent list as empty, and unknown members are rejected',
  why: 'that is how GraphQL coerces inputs (October 2021, 3.10 and 3.11)',
};

interface GraphqlKind {
  /** The type's name in the schema. */
  readonly type: string;
  /** True if the type accepts exactly the values of the kind; otherwise it accepts more, and the server must check them. */
  readonly exact?: true;
}

/**
 * The GraphQL type of each kind of value (October 2021, section 3.5). `Int` is a signed 32-bit number, so wider integers have
 * custom scalars. Parts of dates are strings, because no common scalar exists for them.
 */
const kindsInGraphql: Readonly<Record<ScalarKind, GraphqlKind>> = {
  string: { type: 'String' },
  iri: { type: 'URI' },
  boolean: { type: 'Boolean', exact: true },
  int8: { type: 'Int' },
  int16: { type: 'Int' },
  int32: { type: 'Int', exact: true },
  int64: { type: 'Long' },
  int64Text: { type: 'LongText' },
  uint8: { type: 'Int' },
  uint16: { type: 'Int' },
  uint32: { type: 'Long' },
  uint64: { type: 'UnsignedLong' },
  uint64Text: { type: 'UnsignedLongText' },
  float32: { type: 'Float' },
  float64: { type: 'Float', exact: true },
  decimal: { type: 'Decimal' },
  dateTime: { type: 'DateTime' },
  date: { type: 'Date' },
  time: { type: 'LocalTime' },
  duration: { type: 'Duration' },
  base64: { type: 'Base64' },
  hex: { type: 'Hex' },
  gYear: { type: 'String' },
  gYearMonth: { type: 'String' },
  gMonthDay: { type: 'String' },
  gDay: { type: 'String' },
  gMonth: { type: 'String' },
};

export function graphqlKind(scalar: ScalarKind): GraphqlKind {
  return kindsInGraphql[scalar];
}

export interface CustomScalar {
  readonly name: string;
  readonly doc: string;
  /** The specification of the format. */
  readonly url?: string;
}

const XSD = 'https://www.w3.org/TR/xmlschema11-2/';
const RFC = 'https://www.rfc-editor.org/rfc/';

/** The custom scalars of {@link kindsInGraphql}, in the order of their declarations. */
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
  { name: 'Long', doc: 'An integer from -(2^53 - 1) to 2^53 - 1.' },
  { name: 'UnsignedLong', doc: 'An integer from 0 to 2^53 - 1.' },
  { name: 'LongText', doc: 'A signed 64-bit integer, written as a string so that no digit is lost: `"9007199254740993"`.' },
  {
    name: 'UnsignedLongText',
    doc: 'An unsigned 64-bit integer, written as a string so that no digit is lost: `"9007199254740993"`.',
  },
  { name: 'URI', doc: 'An IRI reference, absolute or relative: `https://example.org/about`.', url: `${RFC}rfc3987` },
  { name: 'Base64', doc: 'Bytes in the base64 encoding of RFC 4648, section 4: `aGVsbG8=`.', url: `${RFC}rfc4648` },
  { name: 'Hex', doc: 'Bytes as pairs of hexadecimal digits: `68656C6C6F`.', url: `${XSD}#hexBinary` },
];

/** Returns the custom scalars that fields of the model use. */
export function usedScalars(model: DomainModel): readonly CustomScalar[] {
  const used = new Set<string>();
  for (const cls of model.classes) {
    for (const { type } of cls.fields) {
      if (type.kind === 'scalar') used.add(graphqlKind(type.scalar).type);
    }
  }
  return CUSTOM_SCALARS.filter((scalar) => used.has(scalar.name));
}
