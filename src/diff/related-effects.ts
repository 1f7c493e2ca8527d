/** Determines effects on clients that request instances with their related objects. */

import type { DomainClass, Field, Relation } from '../model/index.ts';
import type { Matching } from './types.ts';

/** Returns whether objects with relations always contain this relation, so that clients reject an object without it. */
export const isGuaranteed = ({ many, required }: Relation): boolean => many || required;

/** Yields the declared relations that a field stores, each with its class: the one with the field, or the referenced one. */
function* relationsByField(field: Field, cls: DomainClass): Iterable<readonly [DomainClass, Relation]> {
  const ends = field.type.kind === 'reference' ? [cls, field.type.target] : [];
  for (const end of new Set(ends))
    for (const relation of end.allRelations) if (relation.declared && relation.field === field) yield [end, relation];
}

/** Returns why clients at either end of a removed reference miss related objects; undefined if none do. */
export function missingObjectsReason(old: Field, cls: DomainClass, matching: Pick<Matching, 'newClass'>): string | undefined {
  for (const [end, relation] of relationsByField(old, cls)) {
    if (matching.newClass(end)) return `responses can no longer include ${relation.name}`;
  }
  return undefined;
}

/** Returns whether objects with relations contain the object that a field refers to. */
export function isEmbedded(field: Field, cls: DomainClass): boolean {
  return cls.allRelations.some((relation) => relation.declared && relation.field === field && relation.holder === 'source');
}
