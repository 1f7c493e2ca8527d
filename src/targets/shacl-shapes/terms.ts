/** Turtle terms for values of the model, which are strings, and statements of SHACL for paths and patterns. */

import type { FieldType, Pattern, ScalarType } from '../../model/index.ts';
import {
  individualOf,
  isOfResources,
  type Node,
  type PropertyPath,
  rdfDatatype,
  type Statement,
  type Terms,
} from '../shared/rdf/index.ts';

export const SH = 'http://www.w3.org/ns/shacl#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';

/** Returns the term of a value. In a union, it is a string if the union has strings, otherwise of the first member's type. */
export function valueTerm(type: FieldType, value: string, terms: Terms): string {
  switch (type.kind) {
    case 'scalar':
      return scalarTerm(type, value, terms);
    case 'enumeration': {
      const individual = individualOf(type.enumeration, value);
      return individual === undefined ? terms.literal(value) : terms.iri(individual);
    }
    case 'id':
    case 'reference':
      return terms.iri(`urn:uuid:${value}`);
    case 'union':
      return scalarTerm(
        type.union.members.find(({ scalar }) => scalar === 'string') ?? (type.union.members[0] as ScalarType),
        value,
        terms,
      );
    default:
      return type satisfies never;
  }
}

/** Returns a canonical value in Turtle: an IRI for kinds whose values are resources, otherwise a literal. */
export function scalarTerm(type: ScalarType, value: string, terms: Terms): string {
  if (isOfResources(type)) return terms.iri(value);
  const datatype = rdfDatatype(type);
  return terms.literal(value, datatype === `${XSD}string` ? undefined : datatype);
}

/** Returns a blank node for a shape. */
export const shape = (...statements: readonly Statement[]): Node => ({ statements });

/** Returns the path of a property shape (SHACL 1.0, section 2.3.1). */
export function pathNode({ iri, inverse }: PropertyPath, terms: Terms): Node {
  const property = terms.iri(iri);
  return inverse ? shape(['sh:inversePath', property]) : property;
}

/** Prints a pattern. SHACL has XPath patterns (SHACL 1.0, section 4.4.3). A pattern of XML Schema matches the whole value. */
export function patternStatements({ source, flags, syntax }: Pattern, terms: Terms): readonly Statement[] {
  const xpath = syntax === 'xpath' ? source : `^(${escapeAnchors(source)})$`;
  return [['sh:pattern', terms.literal(xpath)], ...(flags === '' ? [] : [['sh:flags', terms.literal(flags)] as const])];
}

/** Escapes `^` and `$` outside of brackets: they are ordinary characters in XML Schema, and anchors in XPath. */
function escapeAnchors(source: string): string {
  let depth = 0;
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const c = source.charAt(i);
    if (c === '\\') {
      text += c + source.charAt(++i);
      continue;
    }
    if (c === '[') depth++;
    else if (c === ']') depth--;
    text += depth === 0 && (c === '^' || c === '$') ? `\\${c}` : c;
  }
  return text;
}
