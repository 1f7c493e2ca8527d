/** Properties of classes and fields that decide where they are stored. */

import {
  type Choice,
  type DomainClass,
  type DomainModel,
  disjointIn,
  type Field,
  isReference,
  type Key,
  type ReferenceField,
  withDescendants,
} from '../../model/index.ts';

/** Returns the original declaration of a field: a narrowed field is stored in the column of the field that it narrows. */
export function originalField(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}

/** Returns whether all fields of a rule over several fields are columns of the class's own table. */
export function isInOwnTable(cls: DomainClass, { fields }: Pick<Key, 'fields'>): boolean {
  return fields.every((field) => cls.fields.includes(field) && !isListOfReferences(field));
}

/** Returns the name of a choice's constraint, without the prefix of its table. */
export function choiceConstraintName({ name }: Choice): string {
  return name.endsWith('_choice') ? name : `${name}_choice`;
}

/** Where the same instance could belong to two disjoint classes. */
export type CommonRows =
  /** In a row of their nearest common superclass. */
  | { readonly kind: 'superclass'; readonly class: DomainClass }
  /** In instances of a common subclass, which the ontology declares although the classes are disjoint. */
  | { readonly kind: 'subclass'; readonly class: DomainClass }
  | { readonly kind: 'nowhere' };

/** Finds where an instance could belong to two classes. A common subclass takes precedence over a superclass. */
export function commonRowsOf(cls: DomainClass, other: DomainClass): CommonRows {
  const below = new Set(withDescendants(cls));
  const subclass = withDescendants(other).find((c) => below.has(c));
  if (subclass) return { kind: 'subclass', class: subclass };
  const superclass = cls.ancestors.find((c) => other.ancestors.includes(c));
  return superclass ? { kind: 'superclass', class: superclass } : { kind: 'nowhere' };
}

/** Returns, for each class, the disjoint classes with which it shares rows of a superclass. */
export function disjointClasses(model: DomainModel): ReadonlyMap<DomainClass, ReadonlySet<DomainClass>> {
  const disjoint = new Map<DomainClass, Set<DomainClass>>();
  const add = (cls: DomainClass, other: DomainClass): void => {
    const known = disjoint.get(cls);
    if (known) known.add(other);
    else disjoint.set(cls, new Set([other]));
  };
  for (const { class: cls, other } of disjointIn(model)) {
    if (commonRowsOf(cls, other).kind !== 'superclass') continue;
    add(cls, other);
    add(other, cls);
  }
  return disjoint;
}

export function isClass(element: DomainClass | Field): element is DomainClass {
  return 'allFields' in element;
}

/** Returns whether a field is stored in a join table. */
export function isListOfReferences(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality === 'many';
}
