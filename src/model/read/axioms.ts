/**
 * The log of all axioms: each statement of OWL, RDFS or SHACL that constrains data, with the constraints of the model that it
 * leads to, or the reason why it leads to none. For example, `:title sh:maxLength 200` leads to `{ kind: 'max-length', class:
 * Post, field: title }`. `codegen report` and `explain` print the log.
 */

import { countStep, type Place } from '../../diagnostics/index.ts';
import {
  isBlank,
  type Literal,
  type Node,
  type Ontology,
  owl,
  rdf,
  type Statement,
  sh,
  withWellKnownPrefix,
  XSD,
} from '../../ontology/index.ts';
import type { FieldDraft } from '../draft.ts';
import type { BoundLimit, Rejection } from '../kinds/facets.ts';
import type { Axiom, Constraint } from '../types.ts';

export type Term = Node | Literal;

/** An axiom while the model is being built. */
export class AxiomDraft implements Axiom {
  readonly construct: string;
  constraints: Constraint[] = [];
  shortfall?: string;
  /** True if the axiom needs no constraint: `sh:minCount 0`, `sh:deactivated true`. */
  needsNoConstraint = false;
  /** What is wrong with a stated value, if anything, and its source location; `isLimited` for a bound that is used in part. */
  fault?: { readonly why: string; readonly place: Place; readonly instead?: string; readonly isLimited?: true };
  readonly #ontology: Ontology;
  readonly #subject: Node;
  readonly stated: Statement;
  readonly #property: Node | undefined;

  constructor(ontology: Ontology, construct: string, subject: Node, stated: Statement, property: Node | undefined) {
    this.construct = withWellKnownPrefix(construct) ?? construct;
    this.#ontology = ontology;
    this.#subject = subject;
    this.stated = stated;
    this.#property = property;
  }

  get iri(): string | undefined {
    return isBlank(this.#subject) ? undefined : this.#subject;
  }

  get place(): Place {
    return this.#ontology.placeOf(this.stated);
  }

  get statement(): string {
    const { predicate, object } = this.stated;
    const show = (term: Term) => showTerm(this.#ontology, term);
    // A blank node has no name to show.
    if (isBlank(this.#subject)) return `${this.construct} ${show(object)}`;
    const about = this.#property === undefined ? show(this.#subject) : `${show(this.#subject)} ${show(this.#property)}`;
    return `${about} ${predicate === rdf.type ? 'a' : this.construct} ${show(object)}`;
  }

  addShortfall(why: string): void {
    this.shortfall ??= why;
  }

  /**
   * Records why the axiom has no effect, or less than it states. If the stated value is wrong, the user gets a warning.
   *
   * @param head the stated list, if one of its members is wrong
   */
  reject({ why, isFault, nth, instead }: Rejection, head?: Node): void {
    this.addShortfall(why);
    if (!isFault) return;
    const member = head === undefined || nth === undefined ? undefined : this.#ontology.members(head)[nth];
    this.fault ??= { why, place: this.#ontology.placeOf(member ?? this.stated), ...(instead !== undefined && { instead }) };
  }

  /** Records that the stated bound is beyond the values of its type. The limit of the type is stricter, so it enforces the axiom. */
  limit(limited: BoundLimit): void {
    this.fault ??= { ...limited, place: this.place, isLimited: true };
  }

  add(constraint: Constraint): void {
    this.constraints.push(constraint);
  }
}

/** A property of which the ontology states only one class that has it, and its range. */
export interface PlainProperty {
  readonly iri: Node;
}

export class AxiomLog {
  readonly #all: AxiomDraft[] = [];
  /** The indexes of the axioms of plain properties, whose only constraints are a field and its type. */
  readonly #plain = new Set<number>();
  readonly #ontology: Ontology;

  constructor(ontology: Ontology) {
    this.#ontology = ontology;
  }

  /**
   * Logs an axiom that is one statement, at the source location of its object.
   *
   * @param construct an IRI, or its usual short form
   * @param subject the resource that it is about
   * @param property the property that a restriction or a shape of the subject is about
   */
  add(construct: string, subject: Node, statement: Statement, property?: Node): AxiomDraft {
    const axiom = new AxiomDraft(this.#ontology, construct, subject, statement, property);
    this.#all.push(axiom);
    countStep();
    return axiom;
  }

  /** Logs an axiom about a plain property. @returns its index */
  addPlain({ iri }: PlainProperty, statement: Statement): number {
    this.add(statement.predicate, iri, statement);
    const at = this.#all.length - 1;
    this.#plain.add(at);
    return at;
  }

  /** Records the field that a plain property became: it is the constraint of the axioms of its domain and its range. */
  recordField(field: FieldDraft, domainAt: number, rangeAt: number): void {
    this.#all[domainAt]?.add({ kind: 'member', class: field.owner, field });
    this.#all[rangeAt]?.add({ kind: 'type', class: field.owner, field });
  }

  /** Returns the axiom of a property that turned out not to be plain. */
  expand(at: number): AxiomDraft {
    this.#plain.delete(at);
    return this.#all[at] as AxiomDraft;
  }

  /** All axioms except those of plain properties. */
  get informative(): readonly AxiomDraft[] {
    return this.#all.filter((_, i) => !this.#plain.has(i));
  }

  /**
   * Returns all axioms by source location or, for the order `iri`, as they were read. Each has a constraint, or the reason
   * why it has none.
   */
  finish(order: 'source' | 'iri' = 'source'): AxiomDraft[] {
    for (const axiom of this.#all) {
      if (hasLanguage(this.#ontology, axiom.stated)) axiom.addShortfall('language tags are not checked');
      if (axiom.constraints.length === 0 && !axiom.needsNoConstraint) axiom.addShortfall('nothing that is generated has it');
    }
    return this.#inOrder([...this.#all], order);
  }

  #inOrder(all: AxiomDraft[], order: 'source' | 'iri'): AxiomDraft[] {
    if (order === 'iri') return all;
    const files = new Map(this.#ontology.files.map((file, i) => [file, i]));
    const main = this.#ontology.file;
    const rank = ({ file = main }: Statement) => files.get(file) ?? files.size;
    // The sort is stable: equal axioms keep their order.
    return all.sort(({ stated: a }, { stated: b }) => {
      const byFile = a.file === b.file ? 0 : rank(a) - rank(b);
      return byFile || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
    });
  }
}

const MAX_MEMBERS = 5;

/** Returns a term in the form of Turtle, including class expressions and lists, on one line. */
export function showTerm(ontology: Ontology, term: Term, depth = 0): string {
  if (typeof term !== 'string') return showLiteral(ontology, term);
  if (term === rdf.nil) return '()';
  if (!isBlank(term)) return ontology.show(term);
  if (depth > 3) return '[…]';
  if (ontology.node(term, rdf.rest) !== undefined) {
    const members = ontology.terms(term);
    const shown = members.slice(0, MAX_MEMBERS).map((member) => showTerm(ontology, member, depth + 1));
    return `(${[...shown, ...(members.length > MAX_MEMBERS ? ['…'] : [])].join(' ')})`;
  }
  const parts = ontology
    .statements(term)
    .filter((s) => s.predicate !== rdf.type)
    .map((s) => `${ontology.show(s.predicate)} ${showTerm(ontology, s.object, depth + 1)}`);
  return `[${parts.length > MAX_MEMBERS ? [...parts.slice(0, MAX_MEMBERS), '…'].join(' ; ') : parts.join(' ; ')}]`;
}

/** Returns the reason for rejecting a statement that contradicts another axiom, if that axiom has precedence. */
export function contradictionRejection(axiom: AxiomDraft): Rejection {
  return { why: `it contradicts ${axiom.statement}, which is used instead`, isFault: true };
}

/** Cuts the text of a long literal, such as a pattern, for messages. */
export const cutText = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Literals that Turtle writes without quotes. */
const bare: ReadonlyMap<string, RegExp> = new Map([
  [`${XSD}integer`, /^[+-]?\d+$/],
  [`${XSD}decimal`, /^[+-]?\d*\.\d+$/],
  [`${XSD}boolean`, /^(true|false)$/],
]);

function showLiteral(ontology: Ontology, { value, datatype, language }: Literal): string {
  if (bare.get(datatype)?.test(value)) return value;
  const text = JSON.stringify(cutText(value));
  if (language !== '') return `${text}@${language}`;
  return datatype === `${XSD}string` ? text : `${text}^^${ontology.show(datatype)}`;
}

const VALUE_PREDICATES: ReadonlySet<string> = new Set([owl.hasValue, owl.oneOf, sh.hasValue, sh.in]);

/** Returns whether a statement about values has a literal with a language tag. */
function hasLanguage(ontology: Ontology, { predicate, object }: Statement): boolean {
  if (!VALUE_PREDICATES.has(predicate)) return false;
  const terms = typeof object === 'string' ? ontology.terms(object) : [object];
  return terms.some((term) => typeof term !== 'string' && term.language !== '');
}
