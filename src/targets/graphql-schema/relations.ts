/** Selects the relations that become fields of a class. If there are too many, inverses without a property are left out. */

import type { DomainClass, DomainModel, Relation } from '../../model/index.ts';

/**
 * The most undeclared inverse relations that a class with subclasses may have. No property names them, and all GraphQL types of
 * subclasses repeat them: in schema.org, those of four classes would be half of all fields.
 */
const MAX_INVERSES = 40;

/** Returns the inverse relations of a class that no property names, if they are too many to become fields. */
function omittedInverses(cls: DomainClass): readonly Relation[] {
  if (cls.children.length === 0) return [];
  const undeclared = cls.relations.filter(({ declared }) => !declared);
  return undeclared.length > MAX_INVERSES ? undeclared : [];
}

/** Describes the relations that are left out; undefined if none exist. */
export function describeOmittedInverses(cls: DomainClass): string | undefined {
  const { length } = omittedInverses(cls);
  return length === 0 ? undefined : `the ${length} inverse relations without a property of the ontology`;
}

const relationsByClass = new WeakMap<DomainClass, readonly Relation[]>();

/** Returns the relations of a class that are fields of its types. */
export function shownRelations(cls: DomainClass): readonly Relation[] {
  // Fast path: most classes are in no hierarchy.
  if (cls.children.length === 0 && cls.ancestors.length === 0) return cls.allRelations;
  let relations = relationsByClass.get(cls);
  if (!relations) {
    const omitted = new Set([...cls.ancestors, cls].flatMap(omittedInverses));
    relations = omitted.size === 0 ? cls.allRelations : cls.allRelations.filter((relation) => !omitted.has(relation));
    relationsByClass.set(cls, relations);
  }
  return relations;
}

/**
 * Returns the names of relations that have different targets in a class and its superclasses. They become plain lists
 * instead of connections, because a field has the same connection type in a type and its interfaces.
 */
export function plainListNames(model: DomainModel): ReadonlySet<string> {
  const plainLists = new Set<string>();
  for (const cls of model.classes) {
    const targets = new Map<string, DomainClass>();
    for (const { name, target } of [...cls.ancestors, cls].flatMap(({ relations }) => relations)) {
      if ((targets.get(name) ?? target) !== target) plainLists.add(name);
      targets.set(name, target);
    }
  }
  return plainLists;
}
