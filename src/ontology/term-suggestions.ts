/** Suggests standard terms for undefined ones: `xsd:string` for `xsd:text`, `sh:minCount` for `sh:minItems`. */

import { suggest } from '../diagnostics/index.ts';
import { localName, type Node } from './ontology.ts';
import { isStandardTerm, standardNamespace, standardNamespaces, standardTerms } from './terms.ts';
import { OWL, RDF, SHACL, XSD } from './vocabulary.build-time.ts';
import { wellKnownPrefixes } from './well-known.ts';

/** Types of XML Schema, with the names of the same types in programming languages, databases and schema languages. */
const xsdSynonyms = {
  string: ['text', 'str', 'char', 'varchar', 'uuid', 'guid', 'enum'],
  decimal: ['number', 'numeric', 'money'],
  boolean: ['bool'],
  byte: ['int8'],
  short: ['int16', 'smallint'],
  int: ['int32'],
  long: ['int64', 'bigint'],
  unsignedInt: ['uint', 'uint32'],
  unsignedLong: ['uint64'],
  float: ['float32', 'real'],
  double: ['float64'],
  dateTime: ['date-time', 'datetime', 'timestamp', 'timestamptz', 'instant'],
  anyURI: ['uri', 'url', 'iri'],
  base64Binary: ['binary', 'bytes', 'blob', 'bytea'],
  gYear: ['year'],
};

/** Parameters of SHACL, with the keywords of other schema languages. */
const shaclSynonyms = {
  minCount: ['required', 'minItems', 'minOccurs'],
  maxCount: ['maxItems', 'maxOccurs'],
  in: ['enum', 'oneOf'],
  datatype: ['type'],
  minInclusive: ['minimum'],
  maxInclusive: ['maximum'],
  defaultValue: ['default'],
  pattern: ['regex'],
  closed: ['additionalProperties'],
};

/** The key of a foreign name in `termsByForeignIri`: the case of letters is ignored. */
const foreignIri = (namespace: string, name: string): string => namespace + name.toLowerCase();

/** Returns an entry of `termsByForeignIri` for each synonym. */
function synonymEntries(namespace: string, synonyms: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(synonyms).flatMap(([term, names]) =>
    names.map((name) => [foreignIri(namespace, name), namespace + term] as const),
  );
}

/**
 * Standard terms by foreign IRIs. A foreign IRI is a name from another language, a database or OWL's functional syntax in the
 * namespace where users write it by mistake.
 */
const termsByForeignIri: ReadonlyMap<string, string> = new Map([
  ...synonymEntries(XSD, xsdSynonyms),
  ...synonymEntries(SHACL, shaclSynonyms),
  [foreignIri(XSD, 'json'), `${RDF}JSON`],
  [foreignIri(OWL, 'DataProperty'), `${OWL}DatatypeProperty`],
]);

/** A prefixed name of a standard that was written in angle brackets (`<owl:Class>`), where it is an IRI and is not expanded. */
const PREFIXED_NAME_AS_IRI = /^(owl|rdfs?|sh|xsd):(.+)$/;

/**
 * Returns whether an IRI is in a namespace of RDF, RDFS, OWL, XML Schema or SHACL, but not a term of that standard. Also true for
 * a prefixed name in angle brackets.
 */
export function isUndefinedTerm(iri: Node): boolean {
  if (!iri.startsWith('http://www.w3.org/')) return PREFIXED_NAME_AS_IRI.test(iri);
  return standardNamespace(iri) !== undefined && !isStandardTerm(iri);
}

/**
 * Suggests a term for an undefined one: the equivalent of a name from another language, the same name in another standard
 * namespace, or a similar name.
 *
 * @param iri an IRI for which `isUndefinedTerm` is true
 */
export async function suggestTerm(iri: Node): Promise<Node | undefined> {
  const [, prefix = '', local = ''] = PREFIXED_NAME_AS_IRI.exec(iri) ?? [];
  const prefixNamespace = wellKnownPrefixes.get(prefix);
  if (prefixNamespace !== undefined) {
    const expanded = prefixNamespace + local;
    return isUndefinedTerm(expanded) ? suggestTerm(expanded) : expanded;
  }
  const namespace = standardNamespace(iri) as string;
  const name = localName(iri);
  const synonym = termsByForeignIri.get(foreignIri(namespace, name));
  if (synonym !== undefined) return synonym;
  const standardLocalNames = standardTerms(namespace);
  const differentCase = standardLocalNames.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (differentCase !== undefined) return namespace + differentCase;
  // Do not suggest SHACL terms for mistakes in other vocabularies.
  const otherNamespace = standardNamespaces.find((candidate) => candidate !== SHACL && standardTerms(candidate).includes(name));
  if (otherNamespace !== undefined) return otherNamespace + name;
  const similar = await suggest(name, standardLocalNames);
  return similar === undefined ? undefined : namespace + similar;
}
