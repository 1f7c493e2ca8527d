import { suggest } from '../diagnostics/index.ts';
import { localName, type Node } from './ontology.ts';
import { isStandardTerm, standardNamespace, standardNamespaces, standardTerms } from './terms.ts';
import { OWL, RDF, SHACL, XSD } from './vocabulary.made.ts';
import { wellKnownPrefixes } from './well-known.ts';

/** Names from other languages, databases and OWL's functional syntax, in lower case, with the standard term for each. */
const termsByForeignName: ReadonlyMap<string, string> = new Map([
  ...[
    'string text str char varchar uuid guid enum',
    'decimal number numeric money',
    'boolean bool',
    'byte int8',
    'short int16 smallint',
    'int int32',
    'long int64 bigint',
    'unsignedInt uint uint32',
    'unsignedLong uint64',
    'float float32 real',
    'double float64',
    'dateTime date-time datetime timestamp timestamptz instant',
    'anyURI uri url iri',
    'base64Binary binary bytes blob bytea',
    'gYear year',
  ].flatMap((names) => {
    const [name, ...others] = names.split(' ');
    return others.map((other) => [`${XSD}${other}`, `${XSD}${name}`] as const);
  }),
  [`${XSD}json`, `${RDF}JSON`],
  [`${OWL}dataproperty`, `${OWL}DatatypeProperty`],
  // Keywords of other schema languages that correspond to SHACL parameters.
  ...[
    'minCount required minItems minOccurs',
    'maxCount maxItems maxOccurs',
    'in enum oneOf',
    'datatype type',
    'minInclusive minimum',
    'maxInclusive maximum',
    'defaultValue default',
    'pattern regex',
    'closed additionalProperties',
  ].flatMap((names) => {
    const [name, ...others] = names.split(' ');
    return others.map((other) => [SHACL + other.toLowerCase(), `${SHACL}${name}`] as const);
  }),
]);

/** A prefixed name of a standard that was written in `<…>`, where it is not expanded. */
const IN_BRACKETS = /^(owl|rdfs?|sh|xsd):(.+)$/;

/** Returns whether an IRI is in a namespace of RDF, RDFS, OWL, XML Schema or SHACL, but not a term of that standard. */
export function isUndefinedTerm(iri: Node): boolean {
  if (!iri.startsWith('http://www.w3.org/')) return IN_BRACKETS.test(iri);
  return standardNamespace(iri) !== undefined && !isStandardTerm(iri);
}

/**
 * Suggests a term for an IRI that is not one: the equivalent of a name from another language, the same name in another
 * standard namespace, or a similar name.
 */
export async function suggestTerm(iri: Node): Promise<Node | undefined> {
  const [, prefix = '', local = ''] = IN_BRACKETS.exec(iri) ?? [];
  if (prefix !== '') {
    const expanded = wellKnownPrefixes.get(prefix) + local;
    return isUndefinedTerm(expanded) ? suggestTerm(expanded) : expanded;
  }
  const namespace = standardNamespace(iri) as string;
  const name = localName(iri);
  const known = termsByForeignName.get(namespace + name.toLowerCase());
  if (known !== undefined) return known;
  const sameIgnoringCase = standardTerms(namespace).find((term) => term.toLowerCase() === name.toLowerCase());
  if (sameIgnoringCase !== undefined) return namespace + sameIgnoringCase;
  // Do not suggest SHACL terms for mistakes in other vocabularies.
  const other = standardNamespaces.find((namespace) => namespace !== SHACL && standardTerms(namespace).includes(name));
  if (other !== undefined) return other + name;
  const similar = await suggest(name, standardTerms(namespace));
  return similar === undefined ? undefined : namespace + similar;
}
