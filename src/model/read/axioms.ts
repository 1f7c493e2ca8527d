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
import { isDomain } from './resources.ts';

export type Term = Node | Literal;

/** Up to this length, copying an array costs less memory than growing it. */
const FEW = 4;

/** The shared array of axioms without constraints; it is never modified. */
const NONE: Constraint[] = [];

/**
 * An axiom while the model is being built. Rarely used values are computed on access, because there may be hundreds of
 * thousands of axioms.
 */
export class AxiomDraft implements Axiom {
  readonly construct: string;
  constraints: Constraint[] = NONE;
  shortfall?: string;
  /** True if the axiom needs no constraint: `sh:minCount 0`, `sh:deactivated true`. */
  needsNoConstraint = false;
  /** What is wrong with a stated value, if anything, and its source location; `isLimited` for a bound that is used in part. */
  fault?: { readonly why: string; readonly place: Place; readonly instead?: string; readonly isLimited?: true };
  readonly #ontology: Ontology;
  readonly #subject: Node;
  /** By which axioms are sorted without creating a {@link Place} for each. */
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
    return iriOf(this.#subject);
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
    // Most axioms have one constraint, and an array that grows reserves memory for many.
    if (this.constraints.length === 0) this.constraints = [constraint];
    else if (this.constraints.length < FEW) this.constraints = [...this.constraints, constraint];
    else this.constraints.push(constraint);
  }
}

/** A property of which the ontology states only one class that has it, and its range. */
export interface PlainProperty {
  readonly iri: Node;
}

export class AxiomLog {
  /** The axioms. For plain properties, which have most of them, only the statement until an axiom is requested. */
  readonly #all: (AxiomDraft | Statement)[] = [];
  /**
   * By the same index: the plain property of a statement, or the field that replaced it, which frees the memory of the
   * property.
   */
  readonly #compact: (PlainProperty | FieldDraft | undefined)[] = [];
  /** The indexes of the axioms that do not belong to plain properties, of which there are few. */
  readonly #informative: number[] = [];
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
    this.#informative.push(this.#all.push(axiom) - 1);
    this.#compact.push(undefined);
    countStep();
    return axiom;
  }

  /** Logs an axiom about a plain property. @returns its index */
  addPlain(property: PlainProperty, statement: Statement): number {
    countStep();
    this.#compact.push(property);
    return this.#all.push(statement) - 1;
  }

  /** Records the field that a plain property became: it is the constraint of the axioms of its domain and its range. */
  recordField(field: FieldDraft, domainAt: number, rangeAt: number): void {
    this.#compact[domainAt] = field;
    this.#compact[rangeAt] = field;
  }

  /** Returns the axiom at an index. Creates it if only the statement of a plain property is logged. */
  expand(at: number): AxiomDraft {
    const compact = this.#compact[at];
    if (!compact) return this.#all[at] as AxiomDraft;
    const statement = this.#all[at] as Statement;
    const axiom = new AxiomDraft(this.#ontology, statement.predicate, compact.iri as Node, statement, undefined);
    for (const constraint of constraintsOfPlain(compact, statement)) axiom.add(constraint);
    this.#all[at] = axiom;
    this.#compact[at] = undefined;
    this.#informative.push(at);
    return axiom;
  }

  /** All axioms except those of plain properties, whose only constraints are a field and its type. */
  get informative(): readonly AxiomDraft[] {
    return this.#informative.sort((a, b) => a - b).map((at) => this.#all[at] as AxiomDraft);
  }

  /**
   * Returns all axioms by source location or, for the order `iri`, as they were read. Each has a constraint, or the reason
   * why it has none.
   */
  finish(order: 'source' | 'iri' = 'source'): AxiomDraft[] {
    return this.#finished(
      this.#all.map((_, i) => this.expand(i)),
      order,
    );
  }

  /** Returns the wanted axioms only; no others are created for plain properties. */
  finishSome(isWanted: (axiom: Pick<Axiom, 'iri' | 'constraints'>) => boolean, order: 'source' | 'iri'): AxiomDraft[] {
    const axioms: AxiomDraft[] = [];
    for (const [at, axiom] of this.#all.entries()) {
      const compact = this.#compact[at];
      const statement = compact
        ? { iri: iriOf(compact.iri), constraints: constraintsOfPlain(compact, axiom as Statement) }
        : (axiom as AxiomDraft);
      if (isWanted(statement)) axioms.push(this.expand(at));
    }
    return this.#finished(axioms, order);
  }

  #finished(axioms: AxiomDraft[], order: 'source' | 'iri'): AxiomDraft[] {
    for (const axiom of axioms) {
      if (hasLanguage(this.#ontology, axiom.stated)) axiom.addShortfall('language tags are not checked');
      if (axiom.constraints.length === 0 && !axiom.needsNoConstraint) axiom.addShortfall('nothing that is generated has it');
    }
    return this.#inOrder(axioms, order);
  }

  /** Returns the axioms of {@link informative} in the order of {@link finish}. */
  informativeInOrder(order: 'source' | 'iri'): readonly AxiomDraft[] {
    return this.#inOrder([...this.informative], order);
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

/** Returns the IRI of a node; undefined for a blank node. */
function iriOf(node: Node | undefined): string | undefined {
  return node === undefined || isBlank(node) ? undefined : node;
}

/** Returns the constraints of an axiom about a plain property. */
function constraintsOfPlain(plain: PlainProperty | FieldDraft, { predicate }: Statement): readonly Constraint[] {
  return 'owner' in plain ? [{ kind: isDomain(predicate) ? 'member' : 'type', class: plain.owner, field: plain }] : NONE;
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

const LONGEST = 60;

/** Literals that Turtle writes without quotes. */
const bare: ReadonlyMap<string, RegExp> = new Map([
  [`${XSD}integer`, /^[+-]?\d+$/],
  [`${XSD}decimal`, /^[+-]?\d*\.\d+$/],
  [`${XSD}boolean`, /^(true|false)$/],
]);

function showLiteral(ontology: Ontology, { value, datatype, language }: Literal): string {
  if (bare.get(datatype)?.test(value)) return value;
  const text = JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
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
