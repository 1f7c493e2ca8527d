import type { Place } from '../../diagnostics/index.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies, PolicyName } from '../policies.ts';
import type { Assumption, AssumptionKind, Cardinality, Constraint } from '../types.ts';
import { required, single, type Wording } from './words.ts';

/** What a decision is about: a class, or a member of it, which may be found only after the decision. */
export interface Subject {
  class: ClassDraft;
  member?:
    | { readonly name: string; readonly iri?: string; readonly place?: Place; readonly cardinality?: Cardinality }
    | undefined;
}

/** What is decided of a field that says no more than that. */
type OfMember = 'required' | 'single' | 'deletion';

/** What decisions that come to nothing have in common; never added to. */
const NOTHING: Constraint[] = [];

/**
 * A value and where it comes from: it is stated, the user chose it by a policy or for one element, or it is guessed. The value of what is
 * not stated cannot be had without recording it. It is recorded as the assumption that it is: what that comes to is added
 * as it is found out, and what is said of it composed when somebody asks, for most fields have one or two.
 */
export class Decision<T = unknown> implements Assumption {
  /** What it comes to; most come to one thing of what they are about, which is made of it when somebody asks. */
  #comesTo: Constraint[] | OfMember = NOTHING;
  readonly #value: T;
  readonly #words: Wording | undefined;
  readonly #subject: Subject | undefined;
  readonly #isChosen: boolean;
  /** Where the user decided it of this element, if so. */
  readonly at: Place | undefined;
  #state: 'open' | 'taken' | 'withdrawn' = 'open';

  private constructor(value: T, words: Wording | undefined, subject: Subject | undefined, isChosen: boolean, at?: Place) {
    this.#value = value;
    this.#words = words;
    this.#subject = subject;
    this.#isChosen = isChosen;
    this.at = at;
  }

  /** The ontology says so by the standard's own meaning, or it is what is so where nobody says anything: it forbids nothing. */
  static stated<T>(value: T): Decision<T> {
    return new Decision(value, undefined, undefined, false);
  }

  /**
   * The tool says so, because a target needs an answer; no guess if the user set the policy.
   *
   * @param words what is said of it in either case
   */
  static by<T>(policies: Policies, value: T, words: Wording, subject: Subject): Decision<T> {
    return new Decision(value, words, subject, policies.chosen.has(words.policy));
  }

  /**
   * The same, recorded already with what it comes to.
   *
   * @param own what it comes to of what it is about
   */
  static recorded<T>(policies: Policies, value: T, words: Wording, subject: Subject, own?: OfMember): Decision<T> {
    const decision = Decision.by(policies, value, words, subject);
    decision.#state = 'taken';
    if (own) decision.#comesTo = own;
    return decision;
  }

  /**
   * The user says so of this very element: as firm as what is stated.
   *
   * @param words what is said of it
   * @param at where
   */
  static chosen<T>(value: T, words: Wording, subject: Subject, at: Place): Decision<T> {
    return new Decision(value, words, subject, true, at);
  }

  /** Whether it is guessed. */
  get isAssumed(): boolean {
    return this.#words !== undefined && !this.#isChosen;
  }

  /** Whether the ontology says so, or the user says it of this very element. */
  get isStated(): boolean {
    return this.#words === undefined || this.at !== undefined;
  }

  /** The value; a guess or a choice is recorded, once, with what it comes to. */
  take(log: AssumptionLog, constraint?: Constraint): T {
    if (this.#words && this.#state === 'open') {
      this.#state = 'taken';
      log.add(this, this.#isChosen);
    }
    if (constraint) this.comesTo(constraint);
    return this.#value;
  }

  /** Adds what a decision that was taken comes to. */
  comesTo(constraint: Constraint): void {
    if (this.#state !== 'taken') return;
    // Most come to one, and an array that grows takes room for many.
    this.constraints = this.constraints.length === 0 ? [constraint] : [...this.constraints, constraint];
  }

  /** Adds what a decision that was taken comes to, of the field that it is about. */
  comesToOwn(kind: OfMember): void {
    if (this.#state !== 'taken') return;
    if (this.#comesTo === NOTHING) this.#comesTo = kind;
    else this.comesTo(this.#ofMember(kind));
  }

  get constraints(): Constraint[] {
    if (typeof this.#comesTo === 'string') this.#comesTo = [this.#ofMember(this.#comesTo)];
    return this.#comesTo;
  }

  set constraints(constraints: Constraint[]) {
    this.#comesTo = constraints;
  }

  #ofMember(kind: OfMember): Constraint {
    const { class: cls, member } = this.subject;
    return { kind, class: cls, field: member as FieldDraft };
  }

  /** Takes a decision back that another one overrules, or a part of what it came to. */
  withdraw(kind?: Constraint['kind']): void {
    if (this.#state !== 'taken') return;
    if (kind === undefined) this.#state = 'withdrawn';
    else this.constraints = this.constraints.filter((constraint) => constraint.kind !== kind);
  }

  /** Whether it was taken back. */
  get isWithdrawn(): boolean {
    return this.#state === 'withdrawn';
  }

  get kind(): AssumptionKind {
    return this.#guess.words.kind;
  }

  get policy(): Assumption['policy'] {
    return this.#guess.words.policy;
  }

  /** What it is about. */
  get subject(): Subject {
    return this.#guess.subject;
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
    const { decided } = this.#guess.words;
    return typeof decided === 'string' ? decided : decided();
  }

  get because(): string {
    return this.at === undefined ? this.#guess.words.because : 'it is decided for this element';
  }

  get otherwise(): string {
    return this.#guess.words.otherwise;
  }

  get #guess(): { readonly words: Wording; readonly subject: Subject } {
    if (!this.#words || !this.#subject) throw new Error('what is stated is no assumption');
    return { words: this.#words, subject: this.#subject };
  }
}

/**
 * The two decisions that a property has at least one value in a class, and at most one, where nothing is said of their number:
 * so it is with most. They are made when somebody asks for them.
 */
export class OneValue {
  readonly #policies: Policies;
  readonly #subject: Subject;
  #isTaken = false;
  #isOwn = false;
  #least: Decision<number> | undefined;
  #most: Decision<number> | undefined;

  constructor(policies: Policies, subject: Subject) {
    this.#policies = policies;
    this.#subject = subject;
  }

  /** What they are about. */
  get subject(): Subject {
    return this.#subject;
  }

  /** Whether one of them was made: then it may come to more than that of the field that they are about. */
  get isMade(): boolean {
    return this.#least !== undefined || this.#most !== undefined;
  }

  /** The kinds of those that were not taken back. */
  get holding(): readonly Pick<Assumption, 'kind'>[] {
    if (!this.isMade) return BOTH;
    return [this.least, this.most].filter((decision) => !decision.isWithdrawn);
  }

  /** Records both. */
  take(log: AssumptionLog): void {
    this.#isTaken = true;
    log.add(this, this.#policies.chosen.has(required.policy));
  }

  /** The field that they are about has one value. To be called when they are recorded. */
  comesToOwn(): void {
    this.#isOwn = true;
    this.#least?.comesToOwn('required');
    this.#most?.comesToOwn('single');
  }

  get least(): Decision<number> {
    this.#least ??= this.#made(required, 'required');
    return this.#least;
  }

  get most(): Decision<number> {
    this.#most ??= this.#made(single, 'single');
    return this.#most;
  }

  #made(words: Wording, own: OfMember): Decision<number> {
    if (!this.#isTaken) return Decision.by(this.#policies, 1, words, this.#subject);
    return Decision.recorded(this.#policies, 1, words, this.#subject, this.#isOwn ? own : undefined);
  }
}

const BOTH = [required, single];

/** Whether somebody wants to know what is decided about something. */
type IsWanted = (subject: Subject) => boolean;

const all: IsWanted = () => true;

/**
 * Fields of which the same is decided by a policy as of many others. Their decisions are made when somebody asks for them:
 * until then a field is all that is kept of one.
 */
export class Alike {
  readonly #policies: Policies;
  readonly #words: (field: FieldDraft) => readonly Wording[];
  #fields: FieldDraft[] = [];
  readonly #made: Decision[] = [];

  /** @param words what is decided of each, the kinds of which say what that comes to, too */
  constructor(policies: Policies, words: (field: FieldDraft) => readonly Wording[]) {
    this.#policies = policies;
    this.#words = words;
  }

  /** Records what is decided of a field of the class that declares it, when its type and its number of values are settled. */
  add(field: FieldDraft): void {
    this.#fields.push(field);
  }

  /** Those that were made already, and those on fields that somebody wants. */
  decisions(isWanted: IsWanted): readonly Decision[] {
    const others: FieldDraft[] = [];
    for (const field of this.#fields) {
      const subject = { class: field.owner as ClassDraft, member: field };
      if (!isWanted(subject)) {
        others.push(field);
        continue;
      }
      for (const words of this.#words(field)) {
        this.#made.push(Decision.recorded(this.#policies, undefined, words, subject, words.kind as OfMember));
      }
    }
    this.#fields = others;
    return this.#made;
  }

  /** Tells of what is decided of fields of some classes, and was not taken back. */
  tell(classes: ReadonlySet<object>, told: (said: Pick<Assumption, 'kind'>) => void): void {
    let owner: object | undefined;
    let isAmong = false;
    for (const field of this.#fields) {
      // Most fields follow others of their class.
      if (field.owner !== owner) {
        owner = field.owner;
        isAmong = classes.has(owner);
      }
      if (isAmong) for (const words of this.#words(field)) told(words);
    }
    for (const decision of this.#made) if (!decision.isWithdrawn && classes.has(decision.subject.class)) told(decision);
  }
}

type Recorded = Decision | OneValue | Alike;

/** All that was assumed and all that policies decided. */
export class AssumptionLog {
  readonly #policies: Policies;
  readonly #all: Recorded[] = [];
  readonly #chosen: Recorded[] = [];
  /** The fields of values that have one each, because nothing is said of their number: so it is with most. */
  readonly oneValued: Alike;

  constructor(policies: Policies) {
    this.#policies = policies;
    this.oneValued = this.alike(required.policy, () => BOTH);
  }

  add(decision: Recorded, isChosen: boolean): void {
    (isChosen ? this.#chosen : this.#all).push(decision);
  }

  /** Makes room for fields of which the same is decided by a policy, after all that is recorded already. */
  alike(policy: PolicyName, words: (field: FieldDraft) => readonly Wording[]): Alike {
    const alike = new Alike(this.#policies, words);
    this.add(alike, this.#policies.chosen.has(policy));
    return alike;
  }

  /** What was decided of single elements, and does not hold all the same. */
  get overruled(): readonly Decision[] {
    return singles(this.#chosen).filter((decision) => decision.at !== undefined && decision.isWithdrawn);
  }

  /** All that is recorded, in no order that matters. */
  get decisions(): Iterable<Decision> {
    return [...singles(this.#all), ...singles(this.#chosen)].filter((decision) => !decision.isWithdrawn);
  }

  /** How much is assumed of classes. */
  assumed(classes: readonly ClassDraft[]): ReadonlyMap<AssumptionKind, number> {
    const isThere = new Set<object>(classes);
    const counts = new Map<AssumptionKind, number>();
    const count = ({ kind }: Pick<Assumption, 'kind'>): void => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    };
    for (const each of this.#all) {
      if (each instanceof Alike) each.tell(isThere, count);
      else if (!isThere.has(each.subject.class)) continue;
      else if (each instanceof OneValue) each.holding.forEach(count);
      else if (!each.isWithdrawn) count(each);
    }
    return counts;
  }

  /**
   * In the order of the classes and of their members.
   *
   * @param isWanted asked where a decision would be made to be told of, and come to nothing but that of what it is about
   */
  finish(classes: readonly ClassDraft[], isWanted = all): { readonly assumptions: Decision[]; readonly chosen: Decision[] } {
    const sorted = (drafts: Iterable<Decision>) => {
      const byClass = new Map<ClassDraft, Decision[]>();
      for (const draft of drafts) {
        if (draft.isWithdrawn) continue;
        const known = byClass.get(draft.subject.class);
        if (known) known.push(draft);
        else byClass.set(draft.subject.class, [draft]);
      }
      return classes.flatMap((cls) => inOrder(cls, byClass.get(cls) ?? []));
    };
    return { assumptions: sorted(singles(this.#all, isWanted)), chosen: sorted(singles(this.#chosen, isWanted)) };
  }
}

function singles(recorded: readonly Recorded[], isWanted = all): Decision[] {
  const found: Decision[] = [];
  for (const each of recorded) {
    if (each instanceof Alike) for (const decision of each.decisions(isWanted)) found.push(decision);
    else if (!(each instanceof OneValue)) found.push(each);
    else if (each.isMade || isWanted(each.subject)) found.push(each.least, each.most);
  }
  return found;
}

/** What is decided of a class comes first, then what is decided of its members. */
function inOrder(cls: ClassDraft, drafts: Decision[]): Decision[] {
  if (drafts.length < 2) return drafts;
  const members: object[] = [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.totals];
  const indexOf = members.length > FEW ? indexIn(members) : (member: object) => members.indexOf(member);
  const rankOf = ({ subject: { member } }: Decision) => {
    if (!member) return -1;
    const at = indexOf(member);
    return at < 0 ? members.length : at;
  };
  const ranks = drafts.map(rankOf);
  // Most were decided in this order.
  if (ranks.every((rank, i) => i === 0 || rank >= (ranks[i - 1] as number))) return drafts;
  return drafts
    .map((draft, i) => ({ draft, rank: ranks[i] as number }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ draft }) => draft);
}

/** In so few things one is sooner found by looking at each. */
const FEW = 32;

function indexIn(members: readonly object[]): (member: object) => number {
  const known = new Map(members.map((member, i) => [member, i]));
  return (member) => known.get(member) ?? -1;
}
