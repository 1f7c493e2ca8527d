/** Maps datatypes to kinds: `xsd:nonNegativeInteger` to `uint32`, `xsd:token` to `string` with a pattern. */

import { OWL, RDF, RDFS, SCHEMA, XSD } from '../../ontology/index.ts';
import type { Pattern } from '../../pattern/index.ts';
import type { Policies } from '../policies.ts';
import type { ScalarKind } from './kinds.ts';

/** The kind of the values of a datatype, and its facets. */
export interface Mapping {
  readonly scalar: ScalarKind;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A pattern of its lexical forms, in XSD syntax, for the whole string. */
  readonly pattern?: string;
  /** The datatype has no bit width, although fields with it have one. */
  readonly isUnbounded?: true;
  /** Literals of other datatypes are also values; their lexical forms are kept. */
  readonly isAny?: true;
}

// Lexical forms of datatypes that derive from xsd:string (XML Schema 1.1 part 2, section 3.4).
// Documents and messages show these patterns, so they contain escapes instead of line breaks and tabs.
const NORMALIZED = '[^\\t\\n\\r]*';
const TOKEN = '([^\\t\\n\\r ]+( [^\\t\\n\\r ]+)*)?';
const LANGUAGE = '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*';
const NMTOKEN = '\\c+';
const NAME = '\\i\\c*';
const NCNAME = '[\\i-[:]][\\c-[:]]*';
const QNAME = `(${NCNAME}:)?${NCNAME}`;
// Durations with years and months alone, and without these (sections 3.4.26 and 3.4.27). Here, any duration of length zero is
// written PT0S.
const YEAR_MONTH = '[^DT]*(T0S)?';
const DAY_TIME = '[^YM]*(T.*)?';

/** What the patterns of durations mean: documents show these words instead. */
const durationWords: ReadonlyMap<string, string> = new Map([
  [YEAR_MONTH, 'only years and months'],
  [DAY_TIME, 'no years or months'],
]);

/** Returns the meaning of the pattern of a datatype of durations; undefined for other patterns. */
export const durationPatternInWords = ({ source, syntax }: Pattern): string | undefined =>
  syntax === 'xsd' ? durationWords.get(source) : undefined;

const listed = (item: string): string => `${item}( ${item})*`;

/**
 * XML Schema 1.1 Part 2 datatypes. `xsd:integer` and datatypes derived from it without a bit width have 32 bits
 * by default; the policy `integers` changes that.
 */
const xsd: Readonly<Record<string, Mapping>> = {
  anyType: { scalar: 'string', isAny: true },
  anySimpleType: { scalar: 'string', isAny: true },
  anyAtomicType: { scalar: 'string', isAny: true },
  string: { scalar: 'string' },
  normalizedString: { scalar: 'string', pattern: NORMALIZED },
  token: { scalar: 'string', pattern: TOKEN },
  language: { scalar: 'string', pattern: LANGUAGE },
  Name: { scalar: 'string', pattern: NAME },
  NCName: { scalar: 'string', pattern: NCNAME },
  NMTOKEN: { scalar: 'string', pattern: NMTOKEN },
  NMTOKENS: { scalar: 'string', pattern: listed(NMTOKEN) },
  ENTITY: { scalar: 'string', pattern: NCNAME },
  ENTITIES: { scalar: 'string', pattern: listed(NCNAME) },
  ID: { scalar: 'string', pattern: NCNAME },
  IDREF: { scalar: 'string', pattern: NCNAME },
  IDREFS: { scalar: 'string', pattern: listed(NCNAME) },
  QName: { scalar: 'string', pattern: QNAME },
  NOTATION: { scalar: 'string', pattern: QNAME },
  anyURI: { scalar: 'iri' },
  boolean: { scalar: 'boolean' },
  decimal: { scalar: 'decimal' },
  integer: { scalar: 'int32', isUnbounded: true },
  nonPositiveInteger: { scalar: 'int32', maximum: 0, isUnbounded: true },
  negativeInteger: { scalar: 'int32', maximum: -1, isUnbounded: true },
  nonNegativeInteger: { scalar: 'uint32', isUnbounded: true },
  positiveInteger: { scalar: 'uint32', minimum: 1, isUnbounded: true },
  long: { scalar: 'int64' },
  int: { scalar: 'int32' },
  short: { scalar: 'int16' },
  byte: { scalar: 'int8' },
  unsignedLong: { scalar: 'uint64' },
  unsignedInt: { scalar: 'uint32' },
  unsignedShort: { scalar: 'uint16' },
  unsignedByte: { scalar: 'uint8' },
  float: { scalar: 'float32' },
  double: { scalar: 'float64' },
  dateTime: { scalar: 'dateTime' },
  dateTimeStamp: { scalar: 'dateTime' },
  date: { scalar: 'date' },
  time: { scalar: 'time' },
  duration: { scalar: 'duration' },
  dayTimeDuration: { scalar: 'duration', pattern: DAY_TIME },
  yearMonthDuration: { scalar: 'duration', pattern: YEAR_MONTH },
  gYear: { scalar: 'gYear' },
  gYearMonth: { scalar: 'gYearMonth' },
  gMonthDay: { scalar: 'gMonthDay' },
  gDay: { scalar: 'gDay' },
  gMonth: { scalar: 'gMonth' },
  hexBinary: { scalar: 'hex' },
  base64Binary: { scalar: 'base64' },
};

/** The data types of schema.org, https://schema.org/DataType */
const schema: Readonly<Record<string, Mapping>> = {
  DataType: { scalar: 'string', isAny: true },
  Text: { scalar: 'string' },
  CssSelectorType: { scalar: 'string' },
  PronounceableText: { scalar: 'string' },
  XPathType: { scalar: 'string' },
  URL: { scalar: 'iri' },
  Boolean: { scalar: 'boolean' },
  Number: { scalar: 'decimal' },
  Integer: { scalar: 'int32', isUnbounded: true },
  Float: { scalar: 'float64' },
  Date: { scalar: 'date' },
  DateTime: { scalar: 'dateTime' },
  Time: { scalar: 'time' },
};

const datatypes: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ...Object.entries(xsd).map(([name, mapping]) => [XSD + name, mapping] as const),
  ...SCHEMA.flatMap((ns) => Object.entries(schema).map(([name, mapping]) => [ns + name, mapping] as const)),
  ...['langString', 'PlainLiteral', 'HTML', 'XMLLiteral', 'JSON', 'dirLangString'].map(
    (name) => [RDF + name, { scalar: 'string' }] as const,
  ),
  [`${RDFS}Literal`, { scalar: 'string', isAny: true }],
  [`${OWL}real`, { scalar: 'decimal' }],
  // A rational such as "1/3" has no decimal form.
  [`${OWL}rational`, { scalar: 'string' }],
]);

/** Returns whether literals of every datatype are values of this one. */
export function includesEveryLiteral(datatype: string): boolean {
  return datatypes.get(datatype)?.isAny === true;
}

/** The IRIs of all datatypes that have a mapping. */
export const knownDatatypes: readonly string[] = [...datatypes.keys()];

/** The kinds of 64-bit integers in JSON, by policy. */
const long: Readonly<Record<Policies['long'], Readonly<Partial<Record<ScalarKind, ScalarKind>>>>> = {
  number: {},
  string: { int64: 'int64Text', uint64: 'uint64Text' },
};

/** The kinds of integers without a bit width, by policy. */
const unbounded: Readonly<Record<Policies['integers'], Readonly<Partial<Record<ScalarKind, ScalarKind>>>>> = {
  32: {},
  64: { int32: 'int64', uint32: 'uint64' },
};

/** The policies for the width of integers and their form in JSON. */
export type Widths = Pick<Policies, 'integers' | 'long'>;

const DEFAULT: Widths = { integers: '32', long: 'number' };

/** Returns the mapping of a datatype; undefined if the datatype is unknown. */
export function datatypeMapping(iri: string, { integers, long: inJson }: Widths = DEFAULT): Mapping | undefined {
  const mapping = datatypes.get(iri);
  if (mapping === undefined) return undefined;
  const wide = (mapping.isUnbounded && unbounded[integers][mapping.scalar]) || mapping.scalar;
  const scalar = long[inJson][wide] ?? wide;
  return scalar === mapping.scalar ? mapping : { ...mapping, scalar };
}
