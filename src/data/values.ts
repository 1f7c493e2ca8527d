/** Converts single values between RDF and JSON: `"5"^^xsd:integer` and `5` are one value. */

import { quoteValue } from '../diagnostics/index.ts';
import { type FieldType, isLexicalForm, jsonText, kindOf, memberOfUnion, parseValue, type ScalarType } from '../model/index.ts';
import { isBlank, RDF, XSD } from '../ontology/index.ts';
import { isOfPlainText, isOfResources, rdfDatatype } from '../targets/shared/rdf/index.ts';
import type { Term } from './terms.ts';

export interface Value {
  /** The value as JSON text. */
  readonly json: string;
  /** The value as an RDF term. */
  readonly term: Term;
}

/** A value, or the reason why it is missing, as a clause. */
export type Reading = Value | { readonly reason: string };

type ValueType = Exclude<FieldType, { kind: 'id' | 'reference' }>;

/**
 * Converts a term to a value of a field that is not a reference. Its spelling is kept if JSON may have it.
 *
 * @param language the language of strings that have one in RDF
 */
export function valueOfTerm(type: ValueType, term: Term, language: string): Reading {
  switch (type.kind) {
    case 'scalar':
      return scalarOf(type, term, language);
    case 'enumeration':
      return enumerationValueOfTerm(type, term);
    case 'union':
      return unionValueOfTerm(type, term, language);
    default:
      return type satisfies never;
  }
}

function scalarOf(type: ScalarType, term: Term, language: string): Reading {
  const found = parseValue(term, type);
  if ('why' in found) return { reason: found.why };
  return valueOfText(type, preferredLexicalForm(type, typeof term === 'string' ? term : term.value, found.value), language);
}

/** Returns the original spelling of a value, if all layers read it, else the canonical one. */
function preferredLexicalForm({ scalar }: ScalarType, lexical: string, canonical: string): string {
  return lexical === canonical || isLexicalForm(kindOf(scalar), lexical) ? lexical : canonical;
}

/** Returns the value of a type with a text, which is the one of the JSON. */
function valueOfText(type: ScalarType, text: string, language: string): Value {
  const json = jsonText(type.scalar, text);
  if (isOfPlainText(type)) return { json, term: { value: text, datatype: `${RDF}langString`, language } };
  if (isOfResources(type)) return { json, term: text };
  return { json, term: { value: text, datatype: rdfDatatype(type), language: '' } };
}

function enumerationValueOfTerm({ enumeration }: Extract<FieldType, { kind: 'enumeration' }>, term: Term): Reading {
  const found = enumeration.values.find(({ value, iri }) =>
    typeof term === 'string' ? iri === term : iri === undefined && value === term.value,
  );
  if (found) return enumerationValue(found);
  return { reason: `${describeTerm(term)} is not a value of ${enumeration.name}` };
}

function enumerationValue({ value, iri }: { readonly value: string; readonly iri?: string }): Value {
  return { json: JSON.stringify(value), term: iri ?? { value, datatype: `${XSD}string`, language: '' } };
}

/** Readers of JSON identify the member by the text alone, and so does a conversion back. */
function unionValueOfTerm({ union }: Extract<FieldType, { kind: 'union' }>, term: Term, language: string): Reading {
  const { members } = union;
  const datatype = typeof term === 'string' ? undefined : term.datatype;
  const same = members.filter((member) => rdfDatatype(member) === datatype);
  for (const member of [...same, ...members]) {
    const found = parseValue(term, member);
    if (!('why' in found))
      return unionValue(union, found.value, preferredLexicalForm(member, textOf(term), found.value), language, member);
  }
  const text = textOf(term);
  // JSON-LD processors give every string the datatype `xsd:string`.
  const read = datatype === `${XSD}string` ? members.find((member) => isLexicalForm(kindOf(member.scalar), text)) : undefined;
  if (read) return valueOfText(read, text, language);
  return { reason: `${describeTerm(term)} is a value of none of the datatypes of ${union.name}` };
}

function unionValue(
  union: Extract<FieldType, { kind: 'union' }>['union'],
  canonical: string,
  text: string,
  language: string,
  meant: ScalarType,
): Value {
  const member = memberOfUnion(union, canonical);
  return valueOfText(member ?? meant, member === undefined || member === meant ? text : canonical, language);
}

const textOf = (term: Term): string => (typeof term === 'string' ? term : term.value);

/**
 * Converts JSON to a value; undefined if it is not one of the type.
 *
 * @param jsonType the type in JSON
 * @param text the string itself, or the JSON as it is written
 */
export function valueOfJson(
  type: ValueType,
  jsonType: 'string' | 'number' | 'boolean',
  text: string,
  language: string,
): Value | undefined {
  const reads = ({ scalar }: ScalarType) => {
    const kind = kindOf(scalar);
    return jsonType === (kind.json === 'integer' ? 'number' : kind.json) && isLexicalForm(kind, text);
  };
  switch (type.kind) {
    case 'scalar':
      return reads(type) ? valueOfText(type, text, language) : undefined;
    case 'enumeration': {
      const found = jsonType === 'string' ? type.enumeration.values.find(({ value }) => value === text) : undefined;
      return found && enumerationValue(found);
    }
    case 'union': {
      const member = type.union.members.find(reads);
      return member && valueOfText(member, text, language);
    }
    default:
      return type satisfies never;
  }
}

/** Returns a term as messages show it. */
function describeTerm(term: Term): string {
  if (typeof term === 'string') return isBlank(term) ? 'a node without a name' : `<${term}>`;
  return quoteValue(term.value);
}
