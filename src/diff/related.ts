/** What becomes of instances that are asked for with their related objects. */

import { type DomainClass, type Field, isResource, type Relation } from '../model/index.ts';
import { pathsOf } from '../targets/openapi-spec/index.ts';
import type { Matching } from './types.ts';

/** Where instances of a class with their related objects are got, behind the path of an instance; nothing if nowhere. */
function relatedPath(cls: DomainClass): string | undefined {
  return isResource(cls) ? pathsOf(cls).related?.split('/').at(-1) : undefined;
}

/** Why an old client does not get them any longer; nothing if they are where they were. */
export function whyAstray(old: DomainClass, now: DomainClass): string | undefined {
  const [before, after] = [relatedPath(old), relatedPath(now)];
  if (before === undefined || before === after) return undefined;
  const path = `${pathsOf(old).single}/${before}`;
  return after === undefined ? `${path} no longer exists` : `${path} is now ${pathsOf(now).related}`;
}

/** Whether an object that holds related ones always has these, so that who reads it refuses one without. */
export const isAlwaysThere = ({ many, required }: Relation): boolean => many || required;

/** The classes that have relations by a field, with these, as far as objects hold them. */
function* heldBy(field: Field, cls: DomainClass): Iterable<readonly [DomainClass, Relation]> {
  const ends = field.type.kind === 'reference' ? [cls, field.type.target] : [];
  for (const end of new Set(ends))
    for (const relation of end.allRelations) if (relation.declared && relation.field === field) yield [end, relation];
}

/** Why who asked for related objects, on either end of a reference that is gone, misses them; nothing if nobody does. */
export function whyMissed(old: Field, cls: DomainClass, matching: Pick<Matching, 'newClass'>): string | undefined {
  for (const [end, relation] of heldBy(old, cls)) {
    const now = matching.newClass(end);
    if (!now) continue;
    const astray = whyAstray(end, now);
    if (astray !== undefined) return astray;
    if (isAlwaysThere(relation)) return `objects with relations no longer have ${relation.name}`;
  }
  return undefined;
}

/** Whether objects hold what a field of a class refers to. */
export function isHeld(field: Field, cls: DomainClass): boolean {
  return cls.allRelations.some((relation) => relation.declared && relation.field === field && relation.holder === 'source');
}
