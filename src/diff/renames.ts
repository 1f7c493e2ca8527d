/** Maps the IRIs of an old ontology to those of a new one, as either ontology or the user states. */

import { DCTERMS, type Ontology, owl, SCHEMA } from '../ontology/index.ts';

/** A rename that the user states. A namespace, which ends in `#`, `/` or `:`, stands for all IRIs that begin with it. */
export interface StatedRename {
  readonly old: string;
  readonly new: string;
}

/** From the old term to the one that replaces it. */
const replacedByProperties = [
  `${DCTERMS}isReplacedBy`,
  'http://purl.obolibrary.org/obo/IAO_0100001',
  ...SCHEMA.map((namespace) => `${namespace}supersededBy`),
];
/** From the new term to the one that it replaces. */
const replacesProperties = [`${DCTERMS}replaces`, 'http://www.w3.org/ns/prov#wasRevisionOf'];
/** In either direction. */
const equivalenceProperties = [owl.equivalentClass, owl.equivalentProperty];

/**
 * Returns a function that maps IRIs of the old ontology to those of the new one. A term that the new one declares stays, unless the user renames it.
 *
 * @param stated renames by the user, which override those in the ontologies
 */
export function createIriMapping(old: Ontology, now: Ontology, stated: readonly StatedRename[]): (iri: string) => string {
  const isDeclared = (iri: string) => now.types(iri).length > 0;
  const renamesInOntologies = new Map<string, string>();
  const addRename = (oldIri: string, newIri: string) => {
    if (oldIri !== newIri && !renamesInOntologies.has(oldIri) && isDeclared(newIri) && !isDeclared(oldIri))
      renamesInOntologies.set(oldIri, newIri);
  };
  for (const ontology of [now, old]) {
    for (const subject of ontology.subjects()) {
      for (const predicate of replacedByProperties)
        for (const object of ontology.nodes(subject, predicate)) addRename(subject, object);
      for (const predicate of replacesProperties)
        for (const object of ontology.nodes(subject, predicate)) addRename(object, subject);
      for (const predicate of equivalenceProperties) {
        for (const object of ontology.nodes(subject, predicate)) {
          addRename(subject, object);
          addRename(object, subject);
        }
      }
    }
  }
  const statedByIri = new Map(stated.map((each) => [each.old, each.new]));
  // The longest matching namespace applies.
  const namespaces = stated.filter(({ old: iri }) => /[#/:]$/.test(iri)).sort((a, b) => b.old.length - a.old.length);
  return (iri) => {
    const explicit = statedByIri.get(iri);
    if (explicit !== undefined) return explicit;
    const namespace = namespaces.find((each) => iri.startsWith(each.old));
    if (namespace && !isDeclared(iri)) return namespace.new + iri.slice(namespace.old.length);
    return renamesInOntologies.get(iri) ?? iri;
  };
}
