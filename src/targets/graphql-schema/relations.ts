/** Which relations are fields of a class. */

import type { DomainClass, Relation } from '../../model/index.ts';

/**
 * The most ways back that a class hands on. No property names them, and GraphQL has every type below repeat them: in
 * schema.org those of four classes would be half of all fields.
 */
const MOST_WAYS_BACK = 40;

/** The ways back to a class from what refers to it that no property names, where they are too many to be fields. */
export function leftOut(cls: DomainClass): readonly Relation[] {
  if (cls.children.length === 0) return [];
  const back = cls.relations.filter(({ declared }) => !declared);
  return back.length > MOST_WAYS_BACK ? back : [];
}

/** The same in words; nothing where nothing is left out. */
export function leftOutInWords(cls: DomainClass): string | undefined {
  const { length } = leftOut(cls);
  return length === 0 ? undefined : `the ${length} ways back from what refers to it, which no property names`;
}

const known = new WeakMap<DomainClass, readonly Relation[]>();

/** The relations of a class that are fields of its types. */
export function shownRelations(cls: DomainClass): readonly Relation[] {
  // Most classes are in no hierarchy.
  if (cls.children.length === 0 && cls.ancestors.length === 0) return cls.allRelations;
  let relations = known.get(cls);
  if (!relations) {
    const missing = new Set([...cls.ancestors, cls].flatMap(leftOut));
    relations = missing.size === 0 ? cls.allRelations : cls.allRelations.filter((relation) => !missing.has(relation));
    known.set(cls, relations);
  }
  return relations;
}
