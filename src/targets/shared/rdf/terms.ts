/** Which property a field is, and which terms its values are. */

import { type Enumeration, type Field, kindOf, type ScalarType } from '../../../model/index.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const LANG_STRING = `${RDF}langString`;

/** A property by which an instance says a field. */
export interface PropertyPath {
  readonly iri: string;
  /** It leads from the value to the instance: the key of a relation that the ontology names from the other end. */
  readonly inverse: boolean;
}

/** The property of a field; undefined for what RDF says otherwise: the identity is the subject, the class its type. */
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

/** Datatypes that are none of a literal: each is a set of several. */
const ABSTRACT: ReadonlySet<string> = new Set(['anyType', 'anySimpleType', 'anyAtomicType'].map((name) => XSD + name));

/** The datatype of the literals that values of a type are: that of the ontology, or the one of XML Schema that it is made of. */
export function rdfDatatype({ scalar, datatype }: ScalarType): string {
  if (datatype === LANG_STRING) return LANG_STRING;
  if (datatype?.startsWith(XSD) && !ABSTRACT.has(datatype)) return datatype;
  return XSD + kindOf(scalar).xsd;
}

/** Whether values are resources, named by their IRIs, and no literals. */
export function isOfResources({ scalar, datatype }: ScalarType): boolean {
  return scalar === 'iri' && datatype?.includes('anyURI') !== true;
}

/** Whether literals have a language beside their text. */
export function isOfPlainText({ datatype }: ScalarType): boolean {
  return datatype === LANG_STRING;
}

/** The individual that a value of an enumeration is; undefined for one that is a text. */
export function individualOf({ values }: Enumeration, value: string): string | undefined {
  return values.find((one) => one.value === value)?.iri;
}
