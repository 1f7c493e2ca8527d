/** What is between reading data and writing them. */

import type { DomainClass, Field } from '../model/index.ts';
import type { Position } from '../ontology/index.ts';
import type { Term } from './terms.ts';

/** A value of a field, and where it stands. */
export interface Held {
  /** The text of the JSON. */
  readonly json: string;
  /** The term that it is in RDF: an individual's IRI for a reference. */
  readonly term: Term;
  readonly at?: Position | undefined;
  /** For a reference: what is wrong with where it leads. */
  readonly dangling?: true;
}

/** An instance of a class. An individual of several classes, none below another, is an instance of each. */
export interface Individual {
  /** By which individuals are in the order of the data. */
  readonly order: number;
  readonly iri: string;
  readonly id: string;
  readonly class: DomainClass;
  /** The IRIs of all its types that are told with it, that of its class first. */
  readonly types: readonly string[];
  /** By the names of its fields; those without a value may be absent. The identity and the discriminator are not among them. */
  readonly values: ReadonlyMap<string, readonly Held[]>;
  readonly at?: Position | undefined;
}

/** What of a statement is not in the JSON, or is another one when it comes back. */
export type LossKind =
  /** The field does not hold such a value. */
  | 'value'
  /** The field holds one value only. */
  | 'several'
  /** The value comes back without its language, or with another one. */
  | 'language'
  | 'datatype'
  /** The same value comes back in another spelling. */
  | 'spelling'
  /** The other direction of the relation comes back. */
  | 'direction'
  /** What is referred to is no individual of the data. */
  | 'unresolved'
  /** What is referred to is of another class. */
  | 'other-class'
  /** No class of the individual has the property. */
  | 'property'
  /** The class has no such member of a record. */
  | 'member'
  /** The key stands in the record once more. */
  | 'twice'
  /** The subject is of no class of the model. */
  | 'no-class'
  /** The subject has no type. */
  | 'untyped'
  /** The subject belongs to the ontology. */
  | 'schema';

export interface Triple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: Term;
}

export interface Loss {
  readonly kind: LossKind;
  readonly triple: Triple;
  /** What comes back in its place; without it, nothing does. */
  readonly becomes?: Triple;
  /** The field, the class, or the member of a record that it is about. */
  readonly about?: { readonly class: DomainClass; readonly field?: Field; readonly member?: string };
  /** The type of the subject that is no class of the model. */
  readonly type?: string | undefined;
  /** More about the reason, as a clause. */
  readonly why?: string;
  readonly at?: Position | undefined;
}
