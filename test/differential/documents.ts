/** Documents: JSON texts that layers read as instances of a class. Each one tests one field and is otherwise complete. */

import type { Instance } from '../../src/instances/index.ts';
import type { Cardinality, Demand, DomainClass, DomainModel, Field, Role, Variant } from '../../src/model/index.ts';
import { ID } from './difficult-values.ts';

/** A form of a document that is not a record: a page of a list, or an instance of a class or one of its subclasses. */
export type Form = 'page' | 'any';

/** Returns whether a discriminator distinguishes instances of a class from those of its subclasses. */
export function hasDiscriminator({ children, allFields }: DomainClass): boolean {
  return children.length > 0 && allFields.some(({ discriminator }) => discriminator);
}

/** A JSON text that layers read as a variant of a class or as another form. */
export interface Document {
  readonly variant: Variant;
  /** The form of the document, if it is not a variant of its class. */
  readonly form?: Form;
  /** The kind of the tested field's values, such as `decimal` or `reference`; `object` if no field is tested. */
  readonly kind: string;
  /** The facet of the tested field, for example `minInclusive`. */
  readonly facet?: string;
  readonly cardinality: Cardinality;
  /** The topic of the tested value, as in `difficult-values.ts`. */
  readonly about: string;
  /** The tested value, as in the text. */
  readonly sample: string;
  readonly text: string;
  /** The instances that must be stored before it, because it refers to them. */
  readonly others?: readonly Instance[];
  /** The constraint that it violates together with `others`. Layers that do not store `others` cannot detect the violation. */
  readonly clashes?: Demand;
}

/** The input of a layer: a model, and documents for its classes. */
export interface Corpus {
  readonly slug: string;
  readonly model: DomainModel;
  /** Turtle with shapes that are equivalent to the model, if there are any. */
  readonly shapes?: string;
  readonly documents: readonly Document[];
}

/** The members of an object, as JSON text. */
export type Entries = Readonly<Record<string, string>>;

export const objectOf = (entries: Entries): string =>
  `{${Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`;

export const omitEntry = (entries: Entries, name: string): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));

/** Returns the members of a document that is valid if `plain` is valid in each of its fields. */
export function completeEntries(cls: DomainClass, plain: string): Entries {
  const value = ({ type, cardinality, minItems = 1 }: Field) =>
    type.kind === 'id' ? `"${ID}"` : cardinality === 'many' ? `[${Array(minItems).fill(plain).join(',')}]` : plain;
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
}

/** The roles in which documents are read. */
export const roles = ['entity', 'create', 'update'] as const satisfies readonly Role[];

/** Returns the members of a variant; none for an update, because an update contains only the tested field. */
export function membersOf({ role, members }: Variant, entries: Entries): Entries {
  if (role === 'update') return {};
  const names = new Set(members.map(({ field }) => field.name));
  return Object.fromEntries(Object.entries(entries).filter(([name]) => names.has(name)));
}

export function classNamed(model: DomainModel, name: string): DomainClass {
  const found = model.classes.find((cls) => cls.name === name);
  if (!found) throw new Error(`there is no class ${name}, but ${model.classes.map((cls) => cls.name).join(', ')}`);
  return found;
}
