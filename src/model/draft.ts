import type { Choice, DomainClass, Field, Key, Relation, Total } from './types.ts';

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

/** Whether `cls` is `other` or one of its subclasses. */
export function isA(cls: ClassDraft, other: ClassDraft): boolean {
  return cls === other || cls.ancestors.includes(other);
}

export function areRelated(a: ClassDraft, b: ClassDraft): boolean {
  return isA(a, b) || isA(b, a);
}
