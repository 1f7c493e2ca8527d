/**
 * Divides the members of a class into those that its schema lists and those that it takes from other schemas with `allOf`. If
 * `Student` is a subclass of `Person`, its schema is `{ allOf: [{ $ref: Person }, { properties: { school: … } }] }`.
 */

import type { DomainClass, Field, Relation } from '../../../model/index.ts';
import type { Dialect } from './dialect.ts';

export interface Layout {
  /** The superclasses whose schemas the schema extends. */
  readonly bases: readonly DomainClass[];
  /** The fields that the schema lists itself, as narrowed in the class. */
  readonly fields: readonly Field[];
  /** The classes whose choices and totals the schema lists itself. */
  readonly owners: readonly DomainClass[];
}

/**
 * Divides the members of a class. If the schema of a superclass cannot be extended, its members are repeated, and the same
 * applies to its superclasses.
 */
export function divideMembers(cls: DomainClass, isExtendable: (superclass: DomainClass) => boolean): Layout {
  const bases = new Set<DomainClass>();
  const listed = new Set<DomainClass>();
  const visit = (superclass: DomainClass) => {
    if (isExtendable(superclass)) bases.add(superclass);
    else list(superclass);
  };
  const list = (one: DomainClass) => {
    if (listed.has(one)) return;
    one.parents.forEach(visit);
    listed.add(one);
  };
  list(cls);
  const refined = new Set([...listed].flatMap(({ refinements }) => refinements.map(({ name }) => name)));
  const isPlain = listed.size === 1 && refined.size === 0;
  return {
    bases: [...bases],
    fields: isPlain ? cls.fields : cls.allFields.filter(({ owner, name }) => listed.has(owner) || refined.has(name)),
    owners: [...listed],
  };
}

/** Returns a layout that lists all members and extends no schema. */
export function flatLayout(cls: DomainClass): Layout {
  return divideMembers(cls, () => false);
}

/** Checks whether the schemas of a class may extend others: a closed schema must know the members of those. */
export function mayExtend(cls: DomainClass, { hasUnevaluated }: Dialect): boolean {
  return hasUnevaluated || !cls.closed;
}

/** Returns the layout of the schema of an instance: schemas of closed superclasses cannot be extended. */
export function instanceLayout(cls: DomainClass, dialect: Dialect): Layout {
  return mayExtend(cls, dialect) ? divideMembers(cls, (superclass) => !superclass.closed) : flatLayout(cls);
}

/** Returns the relations that the schema with related objects lists, without those of `bases`. */
export function ownRelations(cls: DomainClass, bases: readonly DomainClass[]): readonly Relation[] {
  if (bases.length === 0) return cls.allRelations.filter(({ declared }) => declared);
  const inherited = new Set(bases.flatMap(({ allRelations }) => allRelations));
  return cls.allRelations.filter((relation) => relation.declared && !inherited.has(relation));
}
