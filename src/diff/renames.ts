/** Which IRIs of an old ontology are other ones in a new ontology: what either of them says, and what the user does. */

import { DCTERMS, type Ontology, owl, SCHEMA } from '../ontology/index.ts';

/** A rename that the user states. An IRI that ends in `#`, `/` or `:` stands for all that begin with it. */
export interface Renamed {
  readonly old: string;
  readonly new: string;
}

/** From the old term to the one that replaces it. */
const forward = [
  `${DCTERMS}isReplacedBy`,
  'http://purl.obolibrary.org/obo/IAO_0100001',
  ...SCHEMA.map((namespace) => `${namespace}supersededBy`),
];
/** From the new term to the one that it replaces. */
const backward = [`${DCTERMS}replaces`, 'http://www.w3.org/ns/prov#wasRevisionOf'];
/** Either way. */
const both = [owl.equivalentClass, owl.equivalentProperty];

/**
 * Where the IRIs of an old ontology went. A term that the new one still declares did not go anywhere.
 *
 * @param stated by the user, which counts before what the ontologies say
 */
export function renamesBetween(old: Ontology, now: Ontology, stated: readonly Renamed[]): (iri: string) => string {
  const isDeclared = (iri: string) => now.types(iri).length > 0;
  const said = new Map<string, string>();
  const note = (from: string, to: string) => {
    if (from !== to && !said.has(from) && isDeclared(to) && !isDeclared(from)) said.set(from, to);
  };
  for (const ontology of [now, old]) {
    for (const subject of ontology.subjects()) {
      for (const predicate of forward) for (const object of ontology.nodes(subject, predicate)) note(subject, object);
      for (const predicate of backward) for (const object of ontology.nodes(subject, predicate)) note(object, subject);
      for (const predicate of both) {
        for (const object of ontology.nodes(subject, predicate)) {
          note(subject, object);
          note(object, subject);
        }
      }
    }
  }
  const exact = new Map(stated.map((each) => [each.old, each.new]));
  // The longest namespace is the nearest.
  const namespaces = stated.filter(({ old: iri }) => /[#/:]$/.test(iri)).sort((a, b) => b.old.length - a.old.length);
  return (iri) => {
    const given = exact.get(iri);
    if (given !== undefined) return given;
    const within = namespaces.find((each) => iri.startsWith(each.old));
    if (within && !isDeclared(iri)) return within.new + iri.slice(within.old.length);
    return said.get(iri) ?? iri;
  };
}
