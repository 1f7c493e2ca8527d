/**
 * The mutable forms of classes, fields and relations while the model is built. The steps in build.ts add their members; the
 * finished drafts are the model, so the types of types.ts describe them.
 */

import type { Place } from '../diagnostics/index.ts';
import type {
  Cardinality,
  Choice,
  Comparison,
  DomainClass,
  Field,
  FieldType,
  Key,
  ReferenceField,
  Relation,
  Total,
} from './types.ts';
import { repeatsName } from './words/text.ts';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

export type ClassDraft = Draft<
  Omit<
    DomainClass,
    | 'parents'
    | 'bases'
    | 'ancestors'
    | 'children'
    | 'fields'
    | 'allFields'
    | 'refinements'
    | 'keys'
    | 'choices'
    | 'totals'
    | 'comparisons'
    | 'relations'
    | 'allRelations'
  >
> & {
  parents: ClassDraft[];
  bases: readonly ClassDraft[];
  ancestors: ClassDraft[];
  children: ClassDraft[];
  /** All subclasses, direct and indirect. */
  descendants: ClassDraft[];
  fields: FieldDraft[];
  allFields: FieldDraft[];
  refinements: FieldDraft[];
  keys: Key[];
  choices: Choice[];
  totals: Total[];
  comparisons: Comparison[];
  relations: RelationDraft[];
  allRelations: RelationDraft[];
};

export type FieldDraft = Draft<Field>;
export type RelationDraft = Draft<Relation>;

/*
 * Only this file creates classes, fields and relations. It writes out the members that many objects of a kind have, even if their
 * value is undefined: objects of one shape take the least memory, and engines optimize code that reads them for that shape.
 * Members that few objects have are added to those only. The types mark such members as optional, which makes no difference to
 * readers.
 */

/** The description and the origin of an element. Most members take them from their property. */
export interface About {
  readonly label: string | undefined;
  readonly doc: string | undefined;
  readonly deprecated: boolean;
  readonly iri: string | undefined;
  readonly place: Place | undefined;
}

/** The description of members without a property. */
export const NO_DESCRIPTION: About = { label: undefined, doc: undefined, deprecated: false, iri: undefined, place: undefined };

/** Returns the documentation of a member; none if it only repeats the name. */
export function docBeyondName(doc: string | undefined, name: string): string | undefined {
  return doc === undefined || repeatsName(doc, name) ? undefined : doc;
}

/** Creates a field without constraints; later steps add them. */
export function newField(
  name: string,
  type: FieldType,
  cardinality: Cardinality,
  unique: boolean,
  owner: DomainClass,
  { label, doc, deprecated, iri, place }: About,
): FieldDraft {
  const field = {
    name,
    type,
    cardinality,
    unique,
    owner,
    deprecated,
    iri,
    place,
    generated: undefined,
    onDelete: undefined,
    label,
    doc: docBeyondName(doc, name),
  };
  return field as object as FieldDraft;
}

export function removeGenerated(field: FieldDraft): void {
  Object.assign(field, { generated: undefined });
  delete field.managed;
}

export function newRelation(
  name: string,
  source: DomainClass,
  target: DomainClass,
  field: FieldDraft,
  holder: 'source' | 'target',
  many: boolean,
  declared: boolean,
  { label, doc, deprecated, iri, place }: About,
): RelationDraft {
  const relation = {
    name,
    source,
    target,
    field: field as ReferenceField,
    holder,
    many,
    required: isRequired(many, holder, field),
    declared,
    deprecated,
    iri,
    place,
    inverse: undefined,
    label,
    doc: docBeyondName(doc, name),
  };
  return relation as object as RelationDraft;
}

/** Returns whether every source instance has a related instance. */
export function isRequired(many: boolean, holder: 'source' | 'target', field: Field): boolean {
  return !many && holder === 'source' && field.cardinality === 'one';
}

/** Creates a class without a name, superclasses and subclasses; later steps add these. */
export function newClass(
  iri: string,
  place: Place,
  { label, doc, deprecated }: Pick<ClassDraft, 'label' | 'doc' | 'deprecated'>,
): ClassDraft {
  const cls = {
    name: '',
    slug: '',
    plural: '',
    iri,
    place,
    deprecated,
    parents: [],
    bases: [],
    ancestors: [],
    children: [],
    descendants: [],
    fields: [],
    allFields: [],
    refinements: [],
    keys: [],
    choices: [],
    totals: [],
    comparisons: [],
    closed: false,
    relations: [],
    allRelations: [],
    relationsBases: [],
    relationsName: undefined,
    label,
    doc,
  };
  return cls as object as ClassDraft;
}

/** Returns whether `cls` is `other` or one of its subclasses. */
export function isA(cls: ClassDraft, other: ClassDraft): boolean {
  return cls === other || cls.ancestors.includes(other);
}

/** Returns the classes that are not subclasses of others in the list. */
export function withoutSubclasses(classes: readonly ClassDraft[]): ClassDraft[] {
  if (classes.length < 2) return [...classes];
  const all = new Set(classes);
  return classes.filter((cls) => !cls.ancestors.some((ancestor) => all.has(ancestor)));
}

/** Sorts classes so that superclasses come first: a subclass has more ancestors than any of its superclasses. */
export function superclassesFirst<T extends { readonly ancestors: readonly unknown[] }>(classes: Iterable<T>): T[] {
  return [...classes].sort((a, b) => a.ancestors.length - b.ancestors.length);
}

/** Returns whether two classes are the same, or one is a subclass of the other. */
export function areRelated(a: ClassDraft, b: ClassDraft): boolean {
  return isA(a, b) || isA(b, a);
}
