/** Documents: JSON texts to be read as instances of a class, complete but for one field. */

import type { Instance } from '../../src/instances/index.ts';
import type { Cardinality, Demand, DomainClass, DomainModel, Field, Role, Variant } from '../../src/model/index.ts';
import { ID } from './horrors.ts';

/** What is made of a class that is no record of it: a page of a list, or an instance of it or of a class below it. */
export type Form = 'page' | 'any';

/** Whether the instances of a class may be of classes below it, as their discriminator says. */
export function isToldApart({ children, allFields }: DomainClass): boolean {
  return children.length > 0 && allFields.some(({ discriminator }) => discriminator);
}

/** A JSON text to be read as an instance of a class, as what creates one, or as what changes one. */
export interface Document {
  readonly variant: Variant;
  /** What is read, if it is no record. */
  readonly form?: Form;
  /** What the field that is tried holds: a kind of values, `reference`, …; `object` where no field is tried. */
  readonly kind: string;
  /** What is asked of its values beyond their kind: `minInclusive`. */
  readonly facet?: string;
  readonly cardinality: Cardinality;
  /** What its value is about, as in `horrors.ts`. */
  readonly about: string;
  /** The value that is tried, as it stands in the text. */
  readonly sample: string;
  readonly text: string;
  /** What has to be stored before it: all that it refers to. */
  readonly others?: readonly Instance[];
  /** What it breaks together with the others; where they are not, nobody sees it. */
  readonly clashes?: Demand;
}

/** What a layer is given: a model, and documents for its classes. */
export interface Corpus {
  readonly slug: string;
  readonly model: DomainModel;
  /** Shapes that say the same as the model, as Turtle, if they say all of it. */
  readonly shapes?: string;
  readonly documents: readonly Document[];
}

/** The members of an object, as JSON text. */
export type Entries = Readonly<Record<string, string>>;

export const objectOf = (entries: Entries): string =>
  `{${Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`;

export const without = (entries: Entries, name: string): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));

/** A document that nobody objects to, if nobody objects to a value in any of its fields. */
export function complete(cls: DomainClass, plain: string): Entries {
  const value = ({ type, cardinality, minItems = 1 }: Field) =>
    type.kind === 'id' ? `"${ID}"` : cardinality === 'many' ? `[${Array(minItems).fill(plain).join(',')}]` : plain;
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
}

/** The roles in which documents are read. */
export const roles = ['entity', 'create', 'update'] as const satisfies readonly Role[];

/** The members that a variant has, of which a change speaks of none but the one that is tried. */
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
