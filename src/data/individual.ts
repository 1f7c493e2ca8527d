/** Individuals as readers return and writers take them, and the losses that readers and writers report. */

import type { DomainClass, Field } from '../model/index.ts';
import type { Position } from '../ontology/index.ts';
import type { Term } from './terms.ts';

/** A value of a field, and its source location. */
export interface FieldValue {
  /** The value as JSON text. */
  readonly json: string;
  /** The value as an RDF term: for a reference, the IRI of the individual. */
  readonly term: Term;
  readonly at?: Position | undefined;
  /** For a reference: no individual with this IRI is of the right class. */
  readonly dangling?: true;
}

/** An instance of a class. An individual of several classes, none of them a superclass of another, is an instance of each. */
export interface Individual {
  /** The position in the order of the data. */
  readonly order: number;
  readonly iri: string;
  readonly id: string;
  readonly class: DomainClass;
  /** The IRIs of the types that this instance states, that of its class first. */
  readonly types: readonly string[];
  /** The values by the names of fields. Fields without a value may be absent; the id and the discriminator are. */
  readonly values: ReadonlyMap<string, readonly FieldValue[]>;
  readonly at?: Position | undefined;
}

/** Why a statement is not in the JSON, or is another one when the JSON is converted back. */
export type LossKind =
  /** The value is not one of the field. */
  | 'value'
  /** The field has only one value. */
  | 'several'
  /** The value returns without its language, or with another one. */
  | 'language'
  | 'datatype'
  /** The same value returns in another spelling. */
  | 'spelling'
  /** The other direction of the relation returns. */
  | 'direction'
  /** The data contain no individual with the referenced IRI. */
  | 'unresolved'
  /** The referenced individual is of another class. */
  | 'other-class'
  /** No class of the individual has the property. */
  | 'property'
  /** The class has no such member of a record. */
  | 'member'
  /** The record has the key twice. */
  | 'twice'
  /** The subject is not of a class of the model. */
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
  /** The statement that returns instead; absent if none does. */
  readonly becomes?: Triple;
  readonly about?: { readonly class: DomainClass; readonly field?: Field; readonly member?: string };
  /** The type of the subject, which is not a class of the model. */
  readonly type?: string | undefined;
  /** More about the reason, as a clause. */
  readonly why?: string;
  readonly at?: Position | undefined;
}
