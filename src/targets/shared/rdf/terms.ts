/** Finds the RDF property of a field, the datatype of its values, and the individual of a value of an enumeration. */

import { type Enumeration, enumerationValue, type Field, kindOf, type ScalarType } from '../../../model/index.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const LANG_STRING = `${RDF}langString`;

/** The property that states the value of a field. */
export interface PropertyPath {
  readonly iri: string;
  /** Whether the property leads from the value to the instance: `comments` of a post, if the ontology declares only `onPost`. */
  readonly inverse: boolean;
}

/** Returns the property of a field; undefined for the id, which is the subject, and the discriminator, which is its type. */
export function propertyOf(field: Field): PropertyPath | undefined {
  if (field.iri === undefined) return undefined;
  return { iri: field.iri, inverse: isInverse(field) };
}

function isInverse(field: Field): boolean {
  if (field.type.kind !== 'reference') return false;
  let base = field;
  while (base.refines) base = base.refines;
  const forward = base.owner.relations.find((relation) => relation.field === base && relation.holder === 'source');
  return forward !== undefined && !forward.declared;
}

/** Datatypes that no literal has: each is a union of several. */
const ABSTRACT: ReadonlySet<string> = new Set(['anyType', 'anySimpleType', 'anyAtomicType'].map((name) => XSD + name));

/** Datatypes of RDF with texts as values (RDF 1.1 Concepts and Abstract Syntax, section 5). */
const RDF_DATATYPES: ReadonlySet<string> = new Set([LANG_STRING, ...['HTML', 'XMLLiteral', 'JSON'].map((name) => RDF + name)]);

/** Returns the datatype of literals: the one in the ontology, or the XML Schema datatype of the kind. */
export function rdfDatatype({ scalar, datatype, unmapped, literalDatatype }: ScalarType): string {
  if (literalDatatype !== undefined) return literalDatatype;
  if (datatype === undefined || ABSTRACT.has(datatype)) return XSD + kindOf(scalar).xsd;
  return unmapped || datatype.startsWith(XSD) || RDF_DATATYPES.has(datatype) ? datatype : XSD + kindOf(scalar).xsd;
}

/** Checks whether values are IRIs of resources, not literals. */
export function isOfResources({ scalar, datatype }: ScalarType): boolean {
  return scalar === 'iri' && datatype?.includes('anyURI') !== true;
}

/** Checks whether literals have a language tag. */
export function isOfPlainText({ datatype }: ScalarType): boolean {
  return datatype === LANG_STRING;
}

/** Returns the IRI of the individual for a value of an enumeration; undefined for values that are strings. */
export function individualOf(enumeration: Enumeration, value: string): string | undefined {
  return enumerationValue(enumeration, value)?.iri;
}
