/** Converts literals to the canonical form of the model, and compares values: `"+1.50"^^xsd:decimal` becomes `1.5`. */

import { quoteValue } from '../../diagnostics/index.ts';
import { type Literal, sh, withWellKnownPrefix, XSD } from '../../ontology/index.ts';
import type { Bound, ScalarType } from '../types.ts';
import { datatypeMapping, includesEveryLiteral, type Mapping } from './datatypes.ts';
import { collapseWhiteSpace, type Space } from './kind.ts';
import { isInteger, isNumeric, isOrdered, kindOf, type ScalarKind } from './kinds.ts';
import { canonicalDecimal } from './numbers.ts';
import { MAX_DIGITS } from './rules.ts';

/** A value in canonical form, or the reason why the literal is invalid. */
export type Value = { readonly value: string } | { readonly why: string };

/** A term of a list of values: a literal, or the IRI of a resource. */
type Term = Literal | string;

/** Converts a literal, or the IRI of a resource, to a value of a type. Does not check the facets of the type. */
export function parseValue(term: Term, type: Pick<ScalarType, 'scalar' | 'datatype' | 'otherDatatypes'>): Value {
  const { scalar, otherDatatypes = [] } = type;
  if (typeof term === 'string') return parseIri(term, type);
  const quoted = quoteValue(term.value);
  const text = ownValue(term);
  if (text === undefined) return { why: `${quoted} is not a value of ${shortName(term.datatype)}${limitNote(term)}` };
  if (!isNumeric(scalar) && otherDatatypes.some((other) => other === term.datatype || includesEveryLiteral(other)))
    return { value: term.value };
  const mapping = datatypeMapping(term.datatype);
  if (mapping && !isComparable(mapping.scalar, type)) return { why: spaceConflict(term, type) };
  const value = kindOf(scalar).read(text);
  if (value !== undefined) return { value };
  if (mapping === undefined || !isNumeric(scalar)) return { why: `${quoted} is not a value of ${datatypeName(type)}` };
  return { why: numberFault(quoted, text, type) };
}

/** Returns why a number is not a value of a numeric type. */
function numberFault(quoted: string, text: string, type: Pick<ScalarType, 'scalar' | 'datatype'>): string {
  const { scalar } = type;
  if (isInteger(scalar) && text.includes('.')) return `${quoted} is not an integer`;
  if (scalar === 'decimal' && canonicalDecimal(text) !== undefined) return `${quoted} has more than ${MAX_DIGITS} digits`;
  const { range } = kindOf(scalar);
  return `${quoted} is not between ${range?.minimum} and ${range?.maximum}, as values of ${datatypeName(type)} are here`;
}

/** Returns why a literal of another value space is not a value of a type. */
function spaceConflict({ value, datatype }: Literal, type: Pick<ScalarType, 'scalar' | 'datatype'>): string {
  const { scalar } = type;
  const quoted = quoteValue(value);
  if (scalar === 'iri' && !type.datatype?.startsWith(XSD)) return `${quoted} is not the IRI of a resource`;
  const isOfType = type.datatype !== undefined && kindOf(scalar).read(value) !== undefined;
  const hint = isOfType ? `: write ${quoted}^^${datatypeName(type)}` : '';
  return `${quoted} is a value of ${shortName(datatype)}, not of ${datatypeName(type)}${hint}`;
}

function parseIri(term: string, type: Pick<ScalarType, 'scalar' | 'datatype' | 'otherDatatypes'>): Value {
  if (type.otherDatatypes?.includes(sh.IRI) && !term.startsWith('_:')) return { value: term };
  const isIri = type.scalar === 'iri';
  if (isIri && term.startsWith('_:')) return { why: 'a resource without a name has no IRI that could be held' };
  const value = isIri ? kindOf('iri').read(term) : undefined;
  return value === undefined ? { why: `an IRI is not a value of ${datatypeName(type)}` } : { value };
}

/** Returns a note for a literal that its XML Schema datatype allows, but codegen does not; else an empty string. */
function limitNote({ value, datatype }: Literal): string {
  const space = kindOf(datatypeMapping(datatype)?.scalar ?? 'string').space;
  if (space === 'moment' && /^[\t\n\r ]*(-\d{4}|-?\d{5}|0000)/.test(value)) return ' here, where years are from 0001 to 9999';
  return space === 'float' && /^[\t\n\r ]*([+-]?INF|NaN)[\t\n\r ]*$/.test(value) ? ' that JSON can represent' : '';
}

/** Lexical forms of numbers, by value space. */
const numerals: Readonly<Partial<Record<Space, RegExp>>> = {
  integer: /^[+-]?\d+$/,
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  float: /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/,
};

/** The time zone offset that xsd:dateTimeStamp requires (XSD 1.1 part 2, section 3.4.28). */
const OFFSET = /(?:Z|[+-]\d\d:\d\d)[\t\n\r ]*$/;

/** Returns the value of a literal of its own datatype, as a text for all kinds of its space; undefined if it is ill-typed. */
function ownValue({ value, datatype }: Literal): string | undefined {
  const mapping = datatypeMapping(datatype);
  // For a datatype that the ontology defines, the value space is not known here.
  if (mapping === undefined) return value;
  const kind = kindOf(mapping.scalar);
  if (datatype === `${XSD}dateTimeStamp` && !OFFSET.test(value)) return undefined;
  const form = numerals[kind.space];
  if (form === undefined) return kind.read(value);
  const text = collapseWhiteSpace(value);
  const number = form.test(text) ? canonicalDecimal(text) : undefined;
  return number !== undefined && isWithinDatatype(number, mapping) ? number : undefined;
}

/** Returns whether a number is within the bounds of a datatype. The bounds of its kind only count if it has a bit width. */
function isWithinDatatype(number: string, { scalar, minimum, maximum, isUnbounded }: Mapping): boolean {
  const { range, order, space } = kindOf(scalar);
  const compare = order as (a: string, b: string) => number;
  if (minimum !== undefined && compare(number, String(minimum)) < 0) return false;
  if (maximum !== undefined && compare(number, String(maximum)) > 0) return false;
  if (space !== 'integer' || range === undefined) return true;
  if (isUnbounded) return range.minimum !== '0' || !number.startsWith('-');
  return compare(number, range.minimum) >= 0 && compare(number, range.maximum) <= 0;
}

/** Returns whether literals of a kind may be values of a type: all numbers if it is numeric, all literals if it accepts any. */
function isComparable(literalKind: ScalarKind, { scalar, datatype }: Pick<ScalarType, 'scalar' | 'datatype'>): boolean {
  if (literalKind === scalar || (isNumeric(literalKind) && isNumeric(scalar))) return true;
  if (kindOf(scalar).space !== 'text') return false;
  return kindOf(literalKind).space === 'text' || datatype === undefined || datatypeMapping(datatype)?.isAny === true;
}

/** Returns the datatype of a type, or else that of its kind, with its usual prefix. */
export function datatypeName({ scalar, datatype }: Pick<ScalarType, 'scalar' | 'datatype'>): string {
  return shortName(datatype ?? XSD + kindOf(scalar).xsd);
}

/** Returns a datatype with its usual prefix, or its whole IRI. */
function shortName(iri: string): string {
  return withWellKnownPrefix(iri) ?? `<${iri}>`;
}

/** Returns a number less than, equal to or greater than 0, as `a` is less than, equal to or greater than `b`. */
export function compareValues(kind: ScalarKind, a: string, b: string): number {
  return kindOf(kind).order?.(a, b) ?? (a < b ? -1 : a > b ? 1 : 0);
}

/** Returns the range of an integer kind; undefined for other kinds. */
export function integerRange(kind: ScalarKind): { readonly minimum: bigint; readonly maximum: bigint } | undefined {
  const { range } = kindOf(kind);
  return range && isInteger(kind) ? { minimum: BigInt(range.minimum), maximum: BigInt(range.maximum) } : undefined;
}

/**
 * Returns a bound in the form of the model. For integers it is the nearest integer, so it is inclusive; it may be outside the
 * range of the kind, see {@link limitedBound}.
 */
export function boundOf(
  literal: Literal,
  type: Pick<ScalarType, 'scalar' | 'datatype'>,
  side: 'minimum' | 'maximum',
  inclusive: boolean,
): Bound | { readonly why: string } {
  if (!isInteger(type.scalar)) {
    const found = parseValue(literal, type);
    return 'why' in found ? found : { value: found.value, inclusive };
  }
  // A bound of integers may be any number, such as 0.5 or one outside the range of the kind.
  const parsed = parseValue(literal, { ...type, scalar: 'decimal' });
  if ('why' in parsed) return parsed;
  const { value } = parsed;
  const towardsZero = BigInt(value.split('.', 1)[0] as string);
  const isWhole = !value.includes('.');
  const floor = isWhole || !value.startsWith('-') ? towardsZero : towardsZero - 1n;
  if (side === 'minimum') return { value: String(isWhole && inclusive ? floor : floor + 1n), inclusive: true };
  return { value: String(isWhole && !inclusive ? floor - 1n : floor), inclusive: true };
}

/**
 * Returns the limit of an integer kind that replaces a bound, if the bound is beyond it: then the bound excludes no value, and
 * layers that print only the bound would accept values that the kind does not include. Undefined for other bounds.
 */
export function limitedBound(kind: ScalarKind, side: 'minimum' | 'maximum', { value }: Bound): Bound | undefined {
  const { range } = kindOf(kind);
  if (!range || !isInteger(kind)) return undefined;
  const limit = side === 'minimum' ? range.minimum : range.maximum;
  const order = compareValues(kind, value, limit);
  return (side === 'minimum' ? order < 0 : order > 0) ? { value: limit, inclusive: true } : undefined;
}

/** Returns why a bound has no effect on a type without an order. It is a fault if the bound is of another value space. */
export function boundOrderFault(
  type: Pick<ScalarType, 'scalar' | 'datatype'>,
  bound: Literal,
): { readonly why: string; readonly isFault?: true } {
  const boundKind = datatypeMapping(bound.datatype)?.scalar;
  const why = `values of the kind ${type.scalar} are not compared`;
  // Strings have an order in SPARQL, which defines comparisons for SHACL.
  if (boundKind === undefined || kindOf(boundKind).space === kindOf(type.scalar).space) return { why };
  const datatype = shortName(bound.datatype);
  if (type.datatype === undefined)
    return {
      why: `no rdfs:range or sh:datatype states that the values are of ${datatype} or a comparable datatype`,
      isFault: true,
    };
  return { why: `values of ${datatypeName(type)} are not compared with those of ${datatype}`, isFault: true };
}

export function narrowerBound(kind: ScalarKind, side: 'minimum' | 'maximum', a: Bound | undefined, b: Bound): Bound {
  if (!a) return b;
  const order = compareValues(kind, a.value, b.value) * (side === 'minimum' ? 1 : -1);
  if (order !== 0) return order > 0 ? a : b;
  return { value: a.value, inclusive: a.inclusive && b.inclusive };
}

/** Returns whether a value is within bounds; true for kinds without an order. */
export function isWithin(
  kind: ScalarKind,
  value: string,
  { minimum, maximum }: { readonly minimum?: Bound; readonly maximum?: Bound },
): boolean {
  if (!isOrdered(kind)) return true;
  const toMinimum = minimum && compareValues(kind, value, minimum.value);
  const toMaximum = maximum && compareValues(kind, value, maximum.value);
  if (toMinimum !== undefined && minimum && (minimum.inclusive ? toMinimum < 0 : toMinimum <= 0)) return false;
  return !(toMaximum !== undefined && maximum && (maximum.inclusive ? toMaximum > 0 : toMaximum >= 0));
}
