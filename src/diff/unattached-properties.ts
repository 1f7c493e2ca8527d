/** Reports added and removed properties that belong to no class: no code is generated for them, but the version changes. */

import type { DomainModel } from '../model/index.ts';
import { isBlank, type Ontology, owl, rdf, rdfs, SCHEMA } from '../ontology/index.ts';
import { effectsOf } from './effects.ts';
import type { Change } from './types.ts';

const propertyTypes: ReadonlySet<string> = new Set([rdf.Property, owl.ObjectProperty, owl.DatatypeProperty]);

/** An ontology and the model that was built from it. */
export interface Source {
  readonly ontology: Ontology;
  readonly model: DomainModel;
}

/** The heading of these changes. */
const GROUP = 'In no class';

/**
 * Returns changes for properties that only one of two ontologies declares, if no class of its model has a field for them.
 *
 * @param renamed returns the IRI in the new ontology for one of the old
 */
export function unattachedPropertyChanges(old: Source, now: Source, renamed: (iri: string) => string): readonly Change[] {
  const before = new Set(declaredProperties(old.ontology).map(renamed));
  const after = new Set(declaredProperties(now.ontology));
  const added = unattachedProperties(now).filter((iri) => !before.has(iri));
  const removed = unattachedProperties(old).filter((iri) => !after.has(renamed(iri)));
  return [
    ...added.map((iri) => changeOf('property-added', iri, now.ontology)),
    ...removed.map((iri) => changeOf('property-removed', iri, old.ontology)),
  ];
}

function declaredProperties(ontology: Ontology): readonly string[] {
  return ontology.typed.filter((node) => !isBlank(node) && ontology.types(node).some((type) => propertyTypes.has(type)));
}

/** Returns the properties that no class has: they have no field, no domain and no inverse. */
function unattachedProperties({ ontology, model }: Source): readonly string[] {
  const used = new Set(model.classes.flatMap(({ fields }) => fields.flatMap(({ iri }) => iri ?? [])));
  const attachingProperties: readonly string[] = [
    rdfs.domain,
    owl.inverseOf,
    ...SCHEMA.map((namespace) => `${namespace}domainIncludes`),
  ];
  return declaredProperties(ontology).filter(
    (iri) => !used.has(iri) && attachingProperties.every((each) => ontology.nodes(iri, each).length === 0),
  );
}

function changeOf(kind: 'property-added' | 'property-removed', iri: string, ontology: Ontology): Change {
  const element = ontology.show(iri);
  const isNew = kind === 'property-added';
  return {
    kind,
    element,
    group: GROUP,
    iri,
    says: `${element}: property ${isNew ? 'added' : 'removed'}; it belongs to no class`,
    ...(isNew ? { newPlace: ontology.place(iri) } : { oldPlace: ontology.place(iri) }),
    level: 'safe',
    effects: effectsOf('no code is generated for it', {}),
  };
}
