/** Which members of a class its own schemas list, and which they take over from other schemas by `allOf`. */

import type { DomainClass, Field, Relation } from '../../../model/index.ts';
import type { Dialect } from './dialect.ts';

export interface Layout {
  /** Superclasses whose schemas are extended. */
  readonly bases: readonly DomainClass[];
  /** What the schema lists itself, in the form that it has in the class. */
  readonly fields: readonly Field[];
  /** The classes whose choices and totals the schema lists itself. */
  readonly owners: readonly DomainClass[];
}

/**
 * Divides the members of a class. The schema of a superclass that cannot be extended is not referred to; its members are
 * repeated, and so are those of its own superclasses that cannot.
 */
export function layout(cls: DomainClass, isExtendable: (superclass: DomainClass) => boolean): Layout {
  // As most classes are, so that nothing has to be divided.
  if (cls.parents.length === 0 && cls.refinements.length === 0) return { bases: [], fields: cls.fields, owners: [cls] };
  const bases = new Set<DomainClass>();
  const listed = new Set<DomainClass>();
  const visit = (superclass: DomainClass) => {
    if (isExtendable(superclass)) bases.add(superclass);
    else list(superclass);
  };
  const list = (member: DomainClass) => {
    member.parents.forEach(visit);
    listed.add(member);
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

/** All members of a class in its own schemas. */
export function flatLayout(cls: DomainClass): Layout {
  return layout(cls, () => false);
}

/** Whether the schemas of a class may extend others: one that is closed has to know what those name. */
export function mayExtend(cls: DomainClass, { hasUnevaluated }: Dialect): boolean {
  return hasUnevaluated || !cls.closed;
}

/** The schema of an instance: that of a closed class allows nothing to be added to it. */
export function instanceLayout(cls: DomainClass, dialect: Dialect): Layout {
  return mayExtend(cls, dialect) ? layout(cls, (superclass) => !superclass.closed) : flatLayout(cls);
}

/** The relations that the schema with related objects lists, beyond those of the same schemas of `bases`. */
export function ownRelations(cls: DomainClass, bases: readonly DomainClass[]): readonly Relation[] {
  if (bases.length === 0) return cls.allRelations.filter(({ declared }) => declared);
  const inherited = new Set(bases.flatMap(({ allRelations }) => allRelations));
  return cls.allRelations.filter((relation) => relation.declared && !inherited.has(relation));
}
