/**
 * Decisions and their log. A decision is a value with its origin: the ontology states it, the user chose it by a policy or for
 * one element, or codegen assumes it. The value of a decision that is not stated can only be read by recording the decision, so
 * no assumption is missing from the report.
 */

import type { Place } from '../../diagnostics/index.ts';
import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies, PolicyName } from '../policies.ts';
import type { Assumption, AssumptionKind, Cardinality, Constraint } from '../types.ts';
import { required, single, type Wording } from './texts.ts';

/** The class or member that a decision is about. The member may be set after the decision. */
export interface Subject {
  class: ClassDraft;
  member?:
    | { readonly name: string; readonly iri?: string; readonly place?: Place; readonly cardinality?: Cardinality }
    | undefined;
}

/** The kinds of constraints that consist only of a class and a field. */
type MemberConstraintKind = 'required' | 'single' | 'deletion';

/** The shared empty list of decisions without constraints; never modified. */
const NO_CONSTRAINTS: Constraint[] = [];

/**
 * One decision: `Post.title` has at least one value, because the ontology does not state the number. Constraints are added as
 * they become known, and texts are composed on demand, because most fields have one or two decisions.
 */
export class Decision<T = unknown> implements Assumption {
  /** Most decisions lead to one constraint on their own field: only its kind is stored, until the constraints are read. */
  #constraints: Constraint[] | MemberConstraintKind = NO_CONSTRAINTS;
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
   * Creates a decision by a policy that counts as recorded.
   *
   * @param kind the kind of constraint that it leads to on its own field
   */
  static recorded<T>(policies: Policies, value: T, wording: Wording, subject: Subject, kind?: MemberConstraintKind): Decision<T> {
    const decision = Decision.byPolicy(policies, value, wording, subject);
    decision.#state = 'recorded';
    if (kind) decision.#constraints = kind;
    return decision;
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
    if (this.#state !== 'recorded') return;
    // Most decisions have one constraint, and a growing array reserves memory for many.
    this.constraints = this.constraints.length === 0 ? [constraint] : [...this.constraints, constraint];
  }

  /** Adds a constraint on the decision's own field to a recorded decision. */
  addOwnConstraint(kind: MemberConstraintKind): void {
    if (this.#state !== 'recorded') return;
    if (this.#constraints === NO_CONSTRAINTS) this.#constraints = kind;
    else this.addConstraint(this.#memberConstraint(kind));
  }

  get constraints(): Constraint[] {
    if (typeof this.#constraints === 'string') this.#constraints = [this.#memberConstraint(this.#constraints)];
    return this.#constraints;
  }

  set constraints(constraints: Constraint[]) {
    this.#constraints = constraints;
  }

  #memberConstraint(kind: MemberConstraintKind): Constraint {
    const { class: cls, member } = this.subject;
    return { kind, class: cls, field: member as FieldDraft };
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

/**
 * The two assumptions that a property has at least one and at most one value in a class, because nothing is stated, as for most
 * properties. The decisions are created on demand.
 */
export class OneValueAssumptions {
  readonly #policies: Policies;
  readonly #subject: Subject;
  #isRecorded = false;
  #hasOwnConstraints = false;
  #minimum: Decision<number> | undefined;
  #maximum: Decision<number> | undefined;

  constructor(policies: Policies, subject: Subject) {
    this.#policies = policies;
    this.#subject = subject;
  }

  get subject(): Subject {
    return this.#subject;
  }

  /** Whether one of the decisions was created: it may then have constraints on other fields. */
  get hasDecisions(): boolean {
    return this.#minimum !== undefined || this.#maximum !== undefined;
  }

  /** The kinds of the decisions that were not withdrawn. */
  get remaining(): readonly Pick<Assumption, 'kind'>[] {
    if (!this.hasDecisions) return ONE_VALUE_WORDINGS;
    return [this.minimum, this.maximum].filter((decision) => !decision.isWithdrawn);
  }

  record(log: AssumptionLog): void {
    this.#isRecorded = true;
    log.add(this, this.#policies.chosen.has(required.policy));
  }

  /** Adds the constraints that the field has one value. Call it after `record`. */
  addOwnConstraint(): void {
    this.#hasOwnConstraints = true;
    this.#minimum?.addOwnConstraint('required');
    this.#maximum?.addOwnConstraint('single');
  }

  get minimum(): Decision<number> {
    this.#minimum ??= this.#decision(required, 'required');
    return this.#minimum;
  }

  get maximum(): Decision<number> {
    this.#maximum ??= this.#decision(single, 'single');
    return this.#maximum;
  }

  #decision(wording: Wording, own: MemberConstraintKind): Decision<number> {
    if (!this.#isRecorded) return Decision.byPolicy(this.#policies, 1, wording, this.#subject);
    return Decision.recorded(this.#policies, 1, wording, this.#subject, this.#hasOwnConstraints ? own : undefined);
  }
}

const ONE_VALUE_WORDINGS = [required, single];

/** Returns whether the caller wants the decisions about a subject. */
type IsWanted = (subject: Subject) => boolean;

const wantAll: IsWanted = () => true;

/**
 * Fields that share a decision by a policy. The decisions are created on demand; until then only the fields are kept in memory.
 */
export class SharedDecision {
  readonly #policies: Policies;
  readonly #wordingsOf: (field: FieldDraft) => readonly Wording[];
  #fields: FieldDraft[] = [];
  readonly #created: Decision[] = [];

  /** @param wordingsOf returns the texts of the decisions about a field; their kinds are also the kinds of the constraints */
  constructor(policies: Policies, wordingsOf: (field: FieldDraft) => readonly Wording[]) {
    this.#policies = policies;
    this.#wordingsOf = wordingsOf;
  }

  /** Records the decisions about a field in its owner. Call it when the type and the number of values are final. */
  add(field: FieldDraft): void {
    this.#fields.push(field);
  }

  /** Creates the decisions about wanted fields, and returns all decisions created so far. */
  decisions(isWanted: IsWanted): readonly Decision[] {
    const others: FieldDraft[] = [];
    for (const field of this.#fields) {
      const subject = { class: field.owner as ClassDraft, member: field };
      if (!isWanted(subject)) {
        others.push(field);
        continue;
      }
      for (const wording of this.#wordingsOf(field)) {
        this.#created.push(Decision.recorded(this.#policies, undefined, wording, subject, wording.kind as MemberConstraintKind));
      }
    }
    this.#fields = others;
    return this.#created;
  }

  /** Calls a function for each decision about fields of the classes that was not withdrawn. */
  forEachRemaining(classes: ReadonlySet<object>, onDecision: (assumption: Pick<Assumption, 'kind'>) => void): void {
    let owner: object | undefined;
    let isWanted = false;
    for (const field of this.#fields) {
      // Most fields follow a field of the same class.
      if (field.owner !== owner) {
        owner = field.owner;
        isWanted = classes.has(owner);
      }
      if (isWanted) for (const wording of this.#wordingsOf(field)) onDecision(wording);
    }
    for (const decision of this.#created) if (!decision.isWithdrawn && classes.has(decision.subject.class)) onDecision(decision);
  }
}

type Recorded = Decision | OneValueAssumptions | SharedDecision;

/** The record of all assumptions, and of all decisions by policies and settings of the user. */
export class AssumptionLog {
  readonly #policies: Policies;
  readonly #assumed: Recorded[] = [];
  readonly #chosen: Recorded[] = [];
  /** Value fields (no references) with exactly one value, because nothing is stated, as for most fields. */
  readonly oneValued: SharedDecision;

  constructor(policies: Policies) {
    this.#policies = policies;
    this.oneValued = this.addSharedDecision(required.policy, () => ONE_VALUE_WORDINGS);
  }

  add(decision: Recorded, isChosen: boolean): void {
    (isChosen ? this.#chosen : this.#assumed).push(decision);
  }

  /** Adds a group of fields that share a decision by a policy, after everything recorded so far. */
  addSharedDecision(policy: PolicyName, wordingsOf: (field: FieldDraft) => readonly Wording[]): SharedDecision {
    const sharedDecision = new SharedDecision(this.#policies, wordingsOf);
    this.add(sharedDecision, this.#policies.chosen.has(policy));
    return sharedDecision;
  }

  /** The user's decisions about single elements that were withdrawn. */
  get overruled(): readonly Decision[] {
    return expandDecisions(this.#chosen).filter((decision) => decision.at !== undefined && decision.isWithdrawn);
  }

  /** All recorded decisions that were not withdrawn, in no particular order. */
  get decisions(): Iterable<Decision> {
    return [...expandDecisions(this.#assumed), ...expandDecisions(this.#chosen)].filter((decision) => !decision.isWithdrawn);
  }

  /** Counts the assumptions about classes by kind. */
  countAssumptions(classes: readonly ClassDraft[]): ReadonlyMap<AssumptionKind, number> {
    const wanted = new Set<object>(classes);
    const countByKind = new Map<AssumptionKind, number>();
    const count = ({ kind }: Pick<Assumption, 'kind'>): void => {
      countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
    };
    for (const each of this.#assumed) {
      if (each instanceof SharedDecision) each.forEachRemaining(wanted, count);
      else if (!wanted.has(each.subject.class)) continue;
      else if (each instanceof OneValueAssumptions) each.remaining.forEach(count);
      else if (!each.isWithdrawn) count(each);
    }
    return countByKind;
  }

  /**
   * Returns the decisions in the order of the classes and of their members.
   *
   * @param isWanted filters decisions that do not exist yet; these have no constraints except on their own field
   */
  finish(classes: readonly ClassDraft[], isWanted = wantAll): { readonly assumptions: Decision[]; readonly chosen: Decision[] } {
    const sorted = (decisions: Iterable<Decision>) => {
      const byClass = new Map<ClassDraft, Decision[]>();
      for (const decision of decisions) {
        if (decision.isWithdrawn) continue;
        pushTo(byClass, decision.subject.class, decision);
      }
      return classes.flatMap((cls) => sortDecisions(cls, byClass.get(cls) ?? []));
    };
    return {
      assumptions: sorted(expandDecisions(this.#assumed, isWanted)),
      chosen: sorted(expandDecisions(this.#chosen, isWanted)),
    };
  }
}

function expandDecisions(recorded: readonly Recorded[], isWanted = wantAll): Decision[] {
  const expanded: Decision[] = [];
  for (const each of recorded) {
    if (each instanceof SharedDecision) for (const decision of each.decisions(isWanted)) expanded.push(decision);
    else if (!(each instanceof OneValueAssumptions)) expanded.push(each);
    else if (each.hasDecisions || isWanted(each.subject)) expanded.push(each.minimum, each.maximum);
  }
  return expanded;
}

/** Sorts decisions: first those about the class, then those about its members in order. */
function sortDecisions(cls: ClassDraft, decisions: Decision[]): Decision[] {
  if (decisions.length < 2) return decisions;
  const members: object[] = [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.totals];
  const indexOf = members.length > MAX_LINEAR_SEARCH ? indexesOf(members) : (member: object) => members.indexOf(member);
  const rankOf = ({ subject: { member } }: Decision) => {
    if (!member) return -1;
    const at = indexOf(member);
    return at < 0 ? members.length : at;
  };
  const ranks = decisions.map(rankOf);
  // Most lists are sorted already.
  if (ranks.every((rank, i) => i === 0 || rank >= (ranks[i - 1] as number))) return decisions;
  return decisions
    .map((decision, i) => ({ decision, rank: ranks[i] as number }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ decision }) => decision);
}

/** Up to this length, a linear search is faster than a map. */
const MAX_LINEAR_SEARCH = 32;

function indexesOf(members: readonly object[]): (member: object) => number {
  const known = new Map(members.map((member, i) => [member, i]));
  return (member) => known.get(member) ?? -1;
}
