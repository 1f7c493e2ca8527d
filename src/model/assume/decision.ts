/**
 * Decisions and their log. A decision is a value with its origin: the ontology states it, the user chose it by a policy or for
 * one element, or codegen assumes it. The value of a decision that is not stated can only be read by recording the decision, so
 * no assumption is missing from the report.
 */

import type { Place } from '../../diagnostics/index.ts';
import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Assumption, AssumptionKind, Cardinality, Constraint } from '../types.ts';
import type { Wording } from './texts.ts';

/** The class or member that a decision is about. The member may be set after the decision. */
export interface Subject {
  class: ClassDraft;
  member?:
    | { readonly name: string; readonly iri?: string; readonly place?: Place; readonly cardinality?: Cardinality }
    | undefined;
}

/**
 * One decision: `Post.title` has at least one value, because the ontology does not state the number. Constraints are added as
 * they become known.
 */
export class Decision<T = unknown> implements Assumption {
  constraints: Constraint[] = [];
  readonly #value: T;
  readonly #wording: Wording | undefined;
  readonly #subject: Subject | undefined;
  readonly #isChosen: boolean;
  /** The source location of the user's decision for this element, if any. */
  readonly at: Place | undefined;
  #state: 'open' | 'recorded' | 'withdrawn' = 'open';

  private constructor(value: T, wording: Wording | undefined, subject: Subject | undefined, isChosen: boolean, at?: Place) {
    this.#value = value;
    this.#wording = wording;
    this.#subject = subject;
    this.#isChosen = isChosen;
    this.at = at;
  }

  /** Creates a decision without a record: the ontology states the value, or the value forbids nothing. */
  static stated<T>(value: T): Decision<T> {
    return new Decision(value, undefined, undefined, false);
  }

  /**
   * Creates a decision by a policy: an assumption, or a choice of the user if the user set the policy.
   *
   * @param wording the texts in both cases
   */
  static byPolicy<T>(policies: Policies, value: T, wording: Wording, subject: Subject): Decision<T> {
    return new Decision(value, wording, subject, policies.chosen.has(wording.policy));
  }

  /**
   * Creates a decision of the user for one element. It counts as stated.
   *
   * @param wording the texts of the decision
   * @param at the source location of the decision
   */
  static byUser<T>(value: T, wording: Wording, subject: Subject, at: Place): Decision<T> {
    return new Decision(value, wording, subject, true, at);
  }

  get isAssumed(): boolean {
    return this.#wording !== undefined && !this.#isChosen;
  }

  /** Whether the ontology states it, or the user decided it for this element. */
  get isStated(): boolean {
    return this.#wording === undefined || this.at !== undefined;
  }

  /** Returns the value. Records an assumption or a choice once, with its constraint. */
  record(log: AssumptionLog, constraint?: Constraint): T {
    if (this.#wording && this.#state === 'open') {
      this.#state = 'recorded';
      log.add(this, this.#isChosen);
    }
    if (constraint) this.addConstraint(constraint);
    return this.#value;
  }

  /** Adds a constraint to a recorded decision. */
  addConstraint(constraint: Constraint): void {
    if (this.#state === 'recorded') this.constraints.push(constraint);
  }

  /** Withdraws a recorded decision that another one overrules, or only its constraints of one kind. */
  withdraw(kind?: Constraint['kind']): void {
    if (this.#state !== 'recorded') return;
    if (kind === undefined) this.#state = 'withdrawn';
    else this.constraints = this.constraints.filter((constraint) => constraint.kind !== kind);
  }

  get isWithdrawn(): boolean {
    return this.#state === 'withdrawn';
  }

  get kind(): AssumptionKind {
    return this.#assumption.wording.kind;
  }

  get policy(): Assumption['policy'] {
    return this.#assumption.wording.policy;
  }

  get subject(): Subject {
    return this.#assumption.subject;
  }

  get element(): string {
    const { class: cls, member } = this.subject;
    return member ? `${cls.name}.${member.name}` : cls.name;
  }

  get iri(): string | undefined {
    const { class: cls, member } = this.subject;
    return member ? member.iri : cls.iri;
  }

  get place(): Place | undefined {
    const { class: cls, member } = this.subject;
    return member ? member.place : cls.place;
  }

  get decided(): string {
    const { decided } = this.#assumption.wording;
    return typeof decided === 'string' ? decided : decided();
  }

  get because(): string {
    return this.at === undefined ? this.#assumption.wording.because : 'it is decided for this element';
  }

  get otherwise(): string {
    return this.#assumption.wording.otherwise;
  }

  get #assumption(): { readonly wording: Wording; readonly subject: Subject } {
    if (!this.#wording || !this.#subject) throw new Error('stated facts are not assumptions');
    return { wording: this.#wording, subject: this.#subject };
  }
}

/** The record of all assumptions, and of all decisions by policies and settings of the user. */
export class AssumptionLog {
  readonly #assumed: Decision[] = [];
  readonly #chosen: Decision[] = [];

  add(decision: Decision, isChosen: boolean): void {
    (isChosen ? this.#chosen : this.#assumed).push(decision);
  }

  /** The user's decisions about single elements that were withdrawn. */
  get overruled(): readonly Decision[] {
    return this.#chosen.filter((decision) => decision.at !== undefined && decision.isWithdrawn);
  }

  /** All recorded decisions that were not withdrawn, in no particular order. */
  get decisions(): Iterable<Decision> {
    return [...this.#assumed, ...this.#chosen].filter((decision) => !decision.isWithdrawn);
  }

  /** Returns the decisions in the order of the classes and of their members. */
  finish(classes: readonly ClassDraft[]): { readonly assumptions: Decision[]; readonly chosen: Decision[] } {
    const sorted = (decisions: Iterable<Decision>) => {
      const byClass = new Map<ClassDraft, Decision[]>();
      for (const decision of decisions) {
        if (decision.isWithdrawn) continue;
        pushTo(byClass, decision.subject.class, decision);
      }
      return classes.flatMap((cls) => sortDecisions(cls, byClass.get(cls) ?? []));
    };
    return { assumptions: sorted(this.#assumed), chosen: sorted(this.#chosen) };
  }
}

/** Sorts decisions: first those about the class, then those about its members in order. */
function sortDecisions(cls: ClassDraft, decisions: Decision[]): Decision[] {
  const members: object[] = [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.totals];
  const rankByMember = new Map(members.map((member, i) => [member, i]));
  const rankOf = ({ subject: { member } }: Decision) => (member ? (rankByMember.get(member) ?? members.length) : -1);
  return decisions.sort((a, b) => rankOf(a) - rankOf(b));
}
