/**
 * Adds a discriminator to each class hierarchy: the field `kind`, whose value names the most specific class of an instance. For
 * `Media` with the subclasses `Film` and `Book`, it is an enumeration `MediaKind` of these three values.
 */

import { type ClassDraft, type FieldDraft, NO_DESCRIPTION, newField, superclassesFirst } from '../draft.ts';
import type { DomainClass, Enumeration, EnumerationValue } from '../types.ts';
import type { Context } from './context.ts';

/** The candidates for the name of the field; it gets the first one that no other member of the hierarchy has. */
const NAMES = ['kind', 'type', 'class_name'] as const;

/**
 * Adds discriminators if an instance has one most specific class. All classes that are connected by superclasses or subclasses
 * share the name and the values, because a class may have several roots. Runs after inheritance, so that the members from the
 * ontology keep their names.
 */
export function addDiscriminators(context: Context): void {
  if (context.policies.subclasses !== 'one') return;
  for (const hierarchy of hierarchies(context.classes)) addDiscriminator(context, hierarchy);
}

/** Returns the classes of each connected hierarchy of two or more classes, in order of declaration. */
function hierarchies(classes: readonly ClassDraft[]): ClassDraft[][] {
  const groups: ClassDraft[][] = [];
  const visited = new Set<ClassDraft>();
  for (const cls of classes) {
    if (visited.has(cls) || cls.parents.length + cls.children.length === 0) continue;
    visited.add(cls);
    const connected = [cls];
    // The array grows during the loop.
    for (const each of connected) {
      for (const next of [...each.parents, ...each.children]) {
        if (visited.has(next)) continue;
        visited.add(next);
        connected.push(next);
      }
    }
    if (connected.length > 1) groups.push(connected);
  }
  if (groups.length === 0) return groups;
  const rank = new Map(classes.map((cls, i) => [cls, i]));
  return groups.map((connected) => connected.sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number)));
}

function addDiscriminator({ names, types }: Context, hierarchy: readonly ClassDraft[]): void {
  const roots = hierarchy.filter(({ parents }) => parents.length === 0);
  const [root] = roots;
  if (!root) return;
  const name = names.claimDiscriminator(roots, NAMES);
  const concrete = hierarchy.filter((cls) => !cls.abstract);
  const values = new Map(concrete.map((cls): [ClassDraft, EnumerationValue] => [cls, classValue(cls)]));
  const enumeration: Enumeration = {
    ...types.claim([`${root.name}Kind`, `${root.name}Class`, `${root.name}KindValue`]),
    doc: kindsDoc(roots),
    values: [...values.values()],
    deprecated: false,
    ...(root.place && { place: root.place }),
  };
  types.enumerations.push(enumeration);
  const rank = new Map(hierarchy.map((cls, i) => [cls, i]));
  const fieldOf = new Map<ClassDraft, FieldDraft>();
  for (const cls of superclassesFirst(hierarchy)) {
    // The fields of all superclasses have the same name and owner, so it narrows that of the first.
    const [parent] = cls.parents;
    const inherited = parent && (fieldOf.get(parent) as FieldDraft);
    const allowedClasses = [cls, ...cls.descendants]
      .filter((each) => !each.abstract)
      .sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
    const only =
      allowedClasses.length === concrete.length ? undefined : allowedClasses.map((each) => values.get(each) as EnumerationValue);
    const type = { kind: 'enumeration', enumeration, ...(only && { only }) } as const;
    const description = { ...NO_DESCRIPTION, doc: 'The class of the instance.', place: cls.place };
    const field = newField(name, type, 'one', false, inherited?.owner ?? cls, description);
    if (cls.children.length === 0) field.constant = cls.name;
    else if (!cls.abstract) field.default = cls.name;
    if (inherited) field.refines = inherited;
    field.discriminator = true;
    fieldOf.set(cls, field);
    if (inherited) cls.refinements.unshift(field);
    // It follows `id`.
    else cls.fields.splice(1, 0, field);
    cls.allFields.splice(1, 0, field);
  }
}

export function kindsDoc(roots: readonly { readonly name: string }[]): string {
  return `The classes that an instance of ${roots.map(({ name }) => name).join(' or ')} may be of.`;
}

export function classValue({
  name,
  slug,
  label,
  place,
}: Pick<DomainClass, 'name' | 'slug' | 'label' | 'place'>): EnumerationValue {
  return { value: name, name: slug, ...(label !== undefined && { label }), deprecated: false, ...(place && { place }) };
}
