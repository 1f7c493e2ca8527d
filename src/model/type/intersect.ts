/**
 * Intersects the types that several statements give the values of a property: `rdfs:range xsd:unsignedByte` and `sh:datatype
 * xsd:integer` together allow integers from 0 to 255, which are literals of `xsd:integer`.
 */

import { type Node, XSD } from '../../ontology/index.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { areDerivedNumbers, intersectNumbers } from '../kinds/derived-numbers.ts';
import { intersectTypes, type Rejection } from '../kinds/facets.ts';
import { isNumeric, kindOf } from '../kinds/kinds.ts';
import { isBuiltIn } from '../read/resources.ts';
import type { EnumerationValue } from '../types.ts';
import type { ParsedRange, ValueType } from './range.ts';

const TOO_NARROW: Rejection = { why: 'the field is inherited, and keeps the kind of values that it has in the superclass' };

/** Returns the values of both types, else the later one, or for an inherited field undefined or the reason for a rejection. */
export function intersectValueTypes(current: ValueType, value: ValueType, inherited: boolean): ValueType | Rejection | undefined {
  const replacement = () => (!inherited ? value : excludes(current, value) ? undefined : TOO_NARROW);
  if (current.kind === 'enumeration' && value.kind === 'enumeration')
    return intersectEnumerations(current, value) ?? replacement();
  // The values of an enumeration are strings, so a string type adds nothing.
  if (current.kind === 'enumeration' && value.kind === 'scalar' && value.scalar === 'string') return current;
  if (current.kind === 'scalar' && value.kind === 'scalar') {
    if (current.scalar === value.scalar) return intersectTypes(current, value);
    if (!inherited && areDerivedNumbers(current, value)) return intersectNumbers(current, value);
    return replacement();
  }
  if (current.kind === 'union' && value.kind === 'union' && current.union === value.union) return current;
  return replacement();
}

type EnumerationType = ValueType & { readonly kind: 'enumeration' };

/** Returns an enumeration with the common values of two enumerations; undefined if they share no value. */
function intersectEnumerations(current: EnumerationType, value: EnumerationType): EnumerationType | undefined {
  if (current.enumeration === value.enumeration) return current;
  const values = valuesOf(current);
  const only = commonValues(values, valuesOf(value));
  if (only.length === values.length) return current;
  return only.length > 0 ? { ...current, only } : undefined;
}

function valuesOf({ enumeration, only }: EnumerationType): readonly EnumerationValue[] {
  return only ?? enumeration.values;
}

/** Returns the values that both lists contain, compared by their form in the data. */
function commonValues(values: readonly EnumerationValue[], others: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const known = new Set(others.map(({ iri, value }) => iri ?? value));
  return values.filter(({ iri, value }) => known.has(iri ?? value));
}

/** Returns whether two types have no value in common. */
export function excludes(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'enumeration' && b.kind === 'enumeration') return commonValues(valuesOf(a), valuesOf(b)).length === 0;
  const others = primitivesOf(b);
  return !primitivesOf(a).some((one) => one === ANY || others.includes(ANY) || others.includes(one));
}

/**
 * Returns the primitive types of a type: their values are disjoint (XML Schema 1.1 part 2, 2.2.1). Strings and IRIs count as
 * one, because many vocabularies do not distinguish them; numbers of other vocabularies than XML Schema count as any type.
 */
function primitivesOf(type: ValueType): string[] {
  if (type.kind === 'enumeration') return ['text'];
  const scalars = type.kind === 'union' ? type.union.members : [type];
  return scalars.map(({ scalar, datatype }) => {
    const mapping = datatype === undefined ? undefined : datatypeMapping(datatype);
    const { space } = kindOf(scalar);
    if (space === 'text') return datatype === undefined || (mapping && !mapping.isAny) ? space : ANY;
    if (isNumeric(scalar) && mapping && !datatype?.startsWith(XSD)) return ANY;
    return space === 'integer' ? 'decimal' : scalar;
  });
}

const ANY = 'any';

/**
 * Returns the datatypes that `sh:datatype` states, with the datatype of their literals. SHACL compares datatypes as IRIs (SHACL,
 * 4.1.2); in OWL, literals of a defined datatype have the one that it is based on (OWL 2 Structural Specification, 9.4).
 */
export function withLiteralDatatypes(parsed: ParsedRange, nodes: readonly Node[]): ParsedRange {
  const values = parsed.values.map((value) => {
    const { datatype } = value.kind === 'scalar' ? value : {};
    if (datatype === undefined || !nodes.includes(datatype)) return value;
    if (datatype.startsWith(XSD) || isBuiltIn(datatype)) return value;
    return { ...value, literalDatatype: datatype };
  });
  return { ...parsed, values };
}

/** Returns a type whose literals have the datatype that `sh:datatype` states: SHACL compares it as an IRI. */
export function asLiteralsOf(shape: ValueType, type: ValueType): ValueType {
  if (shape.kind !== 'scalar' || type.kind !== 'scalar') return type;
  const { datatype: _d, literalDatatype: _l, otherDatatypes: _o, unmapped: _u, ...facets } = type;
  const { datatype, literalDatatype, otherDatatypes, unmapped } = shape;
  return {
    ...facets,
    ...(datatype !== undefined && { datatype }),
    ...(literalDatatype !== undefined && { literalDatatype }),
    ...(otherDatatypes !== undefined && { otherDatatypes }),
    ...(unmapped !== undefined && { unmapped }),
  };
}
