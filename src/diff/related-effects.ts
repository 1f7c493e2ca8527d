/** Determines effects on clients that request instances with their related objects, such as `/posts/{id}/with-author`. */

import { type DomainClass, type Field, isResource, type Relation } from '../model/index.ts';
import { pathsOf } from '../targets/openapi-spec/index.ts';
import type { Matching } from './types.ts';

/** Returns the last segment of the path of an instance with its related objects; undefined if the class has no such path. */
function relatedPath(cls: DomainClass): string | undefined {
  return isResource(cls) ? pathsOf(cls).related?.split('/').at(-1) : undefined;
}

/** Returns why the path for related objects no longer works; undefined if it still works or never existed. */
export function brokenPathReason(old: DomainClass, now: DomainClass): string | undefined {
  const [before, after] = [relatedPath(old), relatedPath(now)];
  if (before === undefined || before === after) return undefined;
  const path = `${pathsOf(old).single}/${before}`;
  return after === undefined ? `${path} no longer exists` : `${path} is now ${pathsOf(now).related}`;
}

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
    const now = matching.newClass(end);
    if (!now) continue;
    const brokenPath = brokenPathReason(end, now);
    if (brokenPath !== undefined) return brokenPath;
    if (isGuaranteed(relation)) return `objects with relations no longer have ${relation.name}`;
  }
  return undefined;
}

/** Returns whether objects with relations contain the object that a field refers to. */
export function isEmbedded(field: Field, cls: DomainClass): boolean {
  return cls.allRelations.some((relation) => relation.declared && relation.field === field && relation.holder === 'source');
}
