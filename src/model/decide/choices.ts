/** The user's decisions about single elements of an ontology: plain data, as in the settings. */

import type { Place } from '../../diagnostics/index.ts';

/** What deleting the target of a reference does: delete the referring instance, set the reference to null, or fail. */
export type OnDelete = 'cascade' | 'set-null' | 'restrict';

/** What a user can decide about an element. An absent member is not decided. */
export interface ElementChoice {
  /** The name in every layer: a class `BlogPost`, a property `head_line`. */
  readonly name?: string | undefined;
  /** Whether the element is left out. */
  readonly skip?: boolean | undefined;
  /** Whether there is at least one value. */
  readonly required?: boolean | undefined;
  /** Whether there may be several values. */
  readonly many?: boolean | undefined;
  /** What deleting the target of the reference does. */
  readonly deletion?: OnDelete | undefined;
  /** The generated value of a new record. */
  readonly generated?: 'none' | 'now' | 'on-change' | 'zero' | undefined;
  /** Whether only the server writes it. */
  readonly serverAssigned?: boolean | undefined;
  /** Whether an API has paths and root queries for a class. */
  readonly resource?: boolean | undefined;
  /** Whether a class has no instances but those of its subclasses. */
  readonly abstract?: boolean | undefined;
  /** Whether the individuals of a class in the ontology are a complete list. */
  readonly listed?: boolean | undefined;
  /** The classes that may have a property, in addition to those of the ontology: `[ex:Post]`; empty if no class has it. */
  readonly domain?: readonly string[] | undefined;
}

export type ChoiceName = keyof ElementChoice;

/** An element with the decisions about it. */
export interface DecidedElement {
  /** `ex:title`, `<http://…>`, or for a property in one class: `ex:Post/ex:title`. */
  readonly element: string;
  readonly choice: ElementChoice;
  /** The reason for a choice that allows more than the ontology states. */
  readonly despite?: string | undefined;
  /** Returns the source location of the element or of one of its members. */
  readonly place: (member?: string) => Place;
}

export type Decisions = readonly DecidedElement[];

/** The text of each choice, as a clause. */
export const choiceClauses: { readonly [K in ChoiceName]-?: (value: NonNullable<ElementChoice[K]>) => string } = {
  name: (name) => `has the name ${name}`,
  skip: () => 'is omitted',
  required: (is) => (is ? 'has at least one value' : 'need not have a value'),
  many: (is) => (is ? 'has any number of values' : 'has at most one value'),
  deletion: (how) => deletionClauses[how],
  generated: (what) => generatedClauses[what],
  serverAssigned: (is) => (is ? 'is written only by the server' : 'may be written by clients'),
  resource: (is) => (is ? 'is a resource of the API' : 'is not a resource of the API'),
  abstract: (is) => (is ? 'has only instances of its subclasses' : 'may have direct instances'),
  listed: (is) => (is ? 'has only the instances that the ontology lists' : 'may have other instances'),
  domain: (classes) => (classes.length > 0 ? `belongs to ${classes.join(', ')}` : 'belongs to no class'),
};

/** What deleting the target of a reference does, as a clause about the reference. */
export const deletionClauses = {
  cascade: 'deletes its instance when the referenced instance is deleted',
  'set-null': 'becomes null when the referenced instance is deleted',
  restrict: 'prevents the deletion of the referenced instance',
} as const satisfies Readonly<Record<OnDelete, string>>;

export const listDeletionClause = 'loses the entry when the referenced instance is deleted';

/** Returns what deleting the target of a field does: a list does not delete its instance. */
export const deletionClauseOf = ({ cardinality }: { readonly cardinality: string }, how: OnDelete): string =>
  cardinality === 'many' && how === 'cascade' ? listDeletionClause : deletionClauses[how];

const generatedClauses = {
  none: 'has no generated value',
  now: 'defaults to the current time',
  'on-change': 'is set to the current time at each update',
  zero: 'defaults to 0',
} as const;
