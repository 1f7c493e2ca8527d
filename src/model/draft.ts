import type { Place } from '../diagnostics/index.ts';
import type { Cardinality, Choice, DomainClass, Field, FieldType, Key, ReferenceField, Relation, Total } from './types.ts';

/** The model while it is being built. */
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
  relations: RelationDraft[];
  allRelations: RelationDraft[];
};

export type FieldDraft = Draft<Field>;
export type RelationDraft = Draft<Relation>;

/*
 * Classes, fields and relations are made here alone, each with what many of its kind have written out, whether it has a value
 * or none: objects of one form take the least room, and what reads them is compiled for that form. What few have is added to
 * those few. The types say of such a member that it may not be there, which to who reads it is the same. Texts come last, so that
 * who watches what is read of them can take them off (`watchTexts` in `targets/core`).
 */

/** What something says of itself. Most members of classes are of a property, and say what that does. */
export interface About {
  readonly label: string | undefined;
  readonly doc: string | undefined;
  readonly deprecated: boolean;
  readonly iri: string | undefined;
  readonly place: Place | undefined;
}

/** Of what no property is. */
export const NOTHING_SAID: About = { label: undefined, doc: undefined, deprecated: false, iri: undefined, place: undefined };

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
    doc,
  };
  return field as object as FieldDraft;
}

/** Takes back that a value is supplied. */
export function supplyNothing(field: FieldDraft): void {
  Object.assign(field, { generated: undefined });
  delete field.managed;
}

/** A relation between two classes, and where it is stored. Whether it is required follows from its field. */
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
    doc,
  };
  return relation as object as RelationDraft;
}

/** Whether a relation leads to an instance from every other. */
export function isRequired(many: boolean, holder: 'source' | 'target', field: Field): boolean {
  return !many && holder === 'source' && field.cardinality === 'one';
}

/** A class that is read, without a name and without a place among others as yet. */
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

/** Whether `cls` is `other` or one of its subclasses. */
export function isA(cls: ClassDraft, other: ClassDraft): boolean {
  return cls === other || cls.ancestors.includes(other);
}

export function areRelated(a: ClassDraft, b: ClassDraft): boolean {
  return isA(a, b) || isA(b, a);
}
