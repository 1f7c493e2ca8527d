/** Prefixes of widely used vocabularies. */

import { DC, DCTERMS, OWL, RDF, RDFS, SHACL, SKOS, XSD } from './vocabulary.build-time.ts';

/** Commonly used prefixes, for messages and queries. */
export const wellKnownPrefixes: ReadonlyMap<string, string> = new Map([
  ['rdf', RDF],
  ['rdfs', RDFS],
  ['owl', OWL],
  ['xsd', XSD],
  ['sh', SHACL],
  ['skos', SKOS],
  ['dcterms', DCTERMS],
  ['dc', DC],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['org', 'http://www.w3.org/ns/org#'],
  ['schema', 'http://schema.org/'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
]);

/** Returns an IRI with its well-known prefix; undefined if it is in none of their namespaces. */
export function withWellKnownPrefix(iri: string): string | undefined {
  for (const [prefix, namespace] of wellKnownPrefixes) {
    if (iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`;
  }
  return undefined;
}
