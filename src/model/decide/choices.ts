/** What a user decides of single elements of an ontology: plain data, as settings have it. */

import type { Place } from '../../diagnostics/index.ts';
import type { OnDelete } from '../types.ts';

/** What may be decided of an element. What is absent is not decided. */
export interface ElementChoice {
  /** What it is called in every layer: a class `BlogPost`, a property `head_line`. */
  readonly name?: string | undefined;
  /** It is left out. */
  readonly skip?: boolean | undefined;
  /** There is at least one value; there may be none. */
  readonly required?: boolean | undefined;
  /** There may be several values; there is at most one. */
  readonly many?: boolean | undefined;
  /** What deleting the instance that is referred to does. */
  readonly deletion?: OnDelete | undefined;
  /** What a new record has without being given it. */
  readonly generated?: 'none' | 'now' | 'on-change' | 'zero' | undefined;
  /** Clients never write it. */
  readonly serverAssigned?: boolean | undefined;
  /** Whether an API has paths and root queries for a class. */
  readonly resource?: boolean | undefined;
  /** Whether a class has no instances but those of its subclasses. */
  readonly abstract?: boolean | undefined;
  /** Whether the individuals that the ontology has of a class are all there are. */
  readonly listed?: boolean | undefined;
  /** The classes that may have a property, in addition to those of the ontology: `[ex:Post]`; empty if no class has it. */
  readonly domain?: readonly string[] | undefined;
}

export type ChoiceName = keyof ElementChoice;

/** An element with what is decided of it. */
export interface DecidedElement {
  /** `ex:title`, `<http://…>`, or of a property in one class: `ex:Post/ex:title`. */
  readonly element: string;
  readonly choice: ElementChoice;
  /** Why what the ontology states does not hold where the choice says less. */
  readonly despite?: string | undefined;
  /** Where it is written; of a member of it, if one is named. */
  readonly place: (member?: string) => Place;
}

export type Decisions = readonly DecidedElement[];

/** What is said of each choice, as a clause. */
export const saying: { readonly [K in ChoiceName]-?: (value: NonNullable<ElementChoice[K]>) => string } = {
  name: (name) => `is called ${name}`,
  skip: () => 'is left out',
  required: (is) => (is ? 'has at least one value' : 'need not have a value'),
  many: (is) => (is ? 'has any number of values' : 'has at most one value'),
  deletion: (how) => deletions[how],
  generated: (what) => supplied[what],
  serverAssigned: (is) => (is ? 'is written by the server alone' : 'may be written by clients'),
  resource: (is) => (is ? 'is a resource of the API' : 'is no resource of the API'),
  abstract: (is) => (is ? 'has no instances but those of its subclasses' : 'may have instances of its own'),
  listed: (is) => (is ? 'has no instances but the individuals that the ontology has of it' : 'may have other instances'),
  domain: (classes) => (classes.length > 0 ? `belongs to ${classes.join(', ')}` : 'belongs to no class'),
};

const deletions = {
  cascade: 'goes when what it refers to is deleted',
  'set-null': 'loses its value when what it refers to is deleted',
  restrict: 'keeps what it refers to from being deleted',
} as const satisfies Readonly<Record<OnDelete, string>>;

const supplied = {
  none: 'is given whenever a record is made',
  now: 'is the current time in a new record',
  'on-change': 'is the time of the last change of the record',
  zero: 'is 0 in a new record',
} as const;
