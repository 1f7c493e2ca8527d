/** What this target asks of a model. */

import {
  type Choice,
  type DomainClass,
  type DomainModel,
  disjointIn,
  type Field,
  isReference,
  type Key,
  type ReferenceField,
  type Total,
} from '../../model/index.ts';

/** The field as the class that has its column declares it: what a subclass narrows is stored where it was. */
export function declared(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}

/** Whether all fields of a key, a choice or a total are columns of the class's own table. */
export function isOwn(cls: DomainClass, { fields }: Key | Choice | Total): boolean {
  return fields.every(
    (field) => cls.fields.includes(field) && !(field.type.kind === 'reference' && field.cardinality === 'many'),
  );
}

/** What the constraint of a choice is called behind the name of its table. */
export function constraintOf({ name }: Choice): string {
  return name.endsWith('_choice') ? name : `${name}_choice`;
}

/** Where two classes that exclude each other would meet. */
export type Meeting =
  /** In a row of their nearest common superclass. */
  | { readonly kind: 'superclass'; readonly class: DomainClass }
  /** In instances of a common subclass, which the ontology has nevertheless. */
  | { readonly kind: 'subclass'; readonly class: DomainClass }
  | { readonly kind: 'nowhere' };

export function meetingOf(cls: DomainClass, other: DomainClass): Meeting {
  const below = descendants(cls);
  const subclass = [...descendants(other)].find((c) => below.has(c));
  if (subclass) return { kind: 'subclass', class: subclass };
  const superclass = cls.ancestors.find((c) => other.ancestors.includes(c));
  return superclass ? { kind: 'superclass', class: superclass } : { kind: 'nowhere' };
}

/** A class and its subclasses. */
export function descendants(cls: DomainClass): ReadonlySet<DomainClass> {
  const found = new Set([cls]);
  // What is added while a set is iterated is visited, too.
  for (const c of found) for (const child of c.children) found.add(child);
  return found;
}

/** Classes that exclude each other although they share rows, by either of the two. */
export function disjointClasses(model: DomainModel): ReadonlyMap<DomainClass, ReadonlySet<DomainClass>> {
  const found = new Map<DomainClass, Set<DomainClass>>();
  const add = (cls: DomainClass, other: DomainClass): void => {
    const others = found.get(cls);
    if (others) others.add(other);
    else found.set(cls, new Set([other]));
  };
  for (const { class: cls, other } of disjointIn(model)) {
    if (meetingOf(cls, other).kind !== 'superclass') continue;
    add(cls, other);
    add(other, cls);
  }
  return found;
}

/** Whether a field is stored in a table of its own. */
export function isListOfReferences(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality === 'many';
}
