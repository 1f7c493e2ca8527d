/** Values of the model, which it holds as text, as terms of Turtle; and the words of SHACL. */

import type { FieldType, Pattern, ScalarType } from '../../model/index.ts';
import { individualOf, isOfResources, type Node, rdfDatatype, type Statement, type Terms } from '../shared/rdf/index.ts';

export const SH = 'http://www.w3.org/ns/shacl#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';

/** A value of a type; of a union it is told by the member that it belongs to. */
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

export function scalarTerm(type: ScalarType, value: string, terms: Terms): string {
  if (isOfResources(type)) return terms.iri(value);
  const datatype = rdfDatatype(type);
  return terms.literal(value, datatype === `${XSD}string` ? undefined : datatype);
}

/** A whole number, which stands in Turtle as it is. */
export const count = (number: number): string => String(number);

/** A shape without a name. */
export const shape = (...says: readonly Statement[]): Node => ({ says });

/** What a regular expression asks. XPath's are SHACL's own (SHACL 1.0, 4.4.3); those of XML Schema match the whole text. */
export function patternStatements({ source, flags, syntax }: Pattern, terms: Terms): readonly Statement[] {
  const text = syntax === 'xpath' ? source : `^(${withoutAnchors(source)})$`;
  return [['sh:pattern', terms.literal(text)], ...(flags === '' ? [] : [['sh:flags', terms.literal(flags)] as const])];
}

/** `^` and `$` are characters like others to XML Schema, and anchors to XPath, but within brackets to neither. */
function withoutAnchors(source: string): string {
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
