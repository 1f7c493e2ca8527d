import type { Place } from '../../diagnostics/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Assumption, AssumptionKind, Cardinality, Constraint } from '../types.ts';
import type { Wording } from './words.ts';

/** What a decision is about: a class, or a member of it, which may be found only after the decision. */
export interface Subject {
  class: ClassDraft;
  member?:
    | { readonly name: string; readonly iri?: string; readonly place?: Place; readonly cardinality?: Cardinality }
    | undefined;
}

/**
 * An assumption while the model is being built: what it comes to is added as it is found out. What is said of it is
 * composed when somebody asks, for most fields have one or two.
 */
export class AssumptionDraft implements Assumption {
  constraints: Constraint[];
  /** It was taken back. */
  isWithdrawn = false;
  readonly #words: Wording;
  readonly #subject: Subject;

  constructor(words: Wording, subject: Subject, constraints: Constraint[]) {
    this.#words = words;
    this.#subject = subject;
    this.constraints = constraints;
  }

  get kind(): AssumptionKind {
    return this.#words.kind;
  }

  get policy(): Assumption['policy'] {
    return this.#words.policy;
  }

  /** What it is about. */
  get subject(): Subject {
    return this.#subject;
  }

  get element(): string {
    const { class: cls, member } = this.#subject;
    return member ? `${cls.name}.${member.name}` : cls.name;
  }

  get iri(): string | undefined {
    const { class: cls, member } = this.#subject;
    return member ? member.iri : cls.iri;
  }

  get place(): Place | undefined {
    const { class: cls, member } = this.#subject;
    return member ? member.place : cls.place;
  }

  get decided(): string {
    const { decided } = this.#words;
    return typeof decided === 'string' ? decided : decided();
  }

  get because(): string {
    return this.#words.because;
  }

  get otherwise(): string {
    return this.#words.otherwise;
  }
}

/**
 * A value and where it comes from: it is stated, the user chose it by a policy, or it is guessed. The value of what is
 * not stated cannot be had without recording it.
 */
export class Decision<T> {
  readonly #value: T;
  readonly #words: Wording | undefined;
  readonly #subject: Subject | undefined;
  readonly #isChosen: boolean;
  #draft: AssumptionDraft | undefined;

  private constructor(value: T, words?: Wording, subject?: Subject, isChosen = false) {
    this.#value = value;
    this.#words = words;
    this.#subject = subject;
    this.#isChosen = isChosen;
  }

  /** The ontology says so by the standard's own meaning, or it is what is so where nobody says anything: it forbids nothing. */
  static stated<T>(value: T): Decision<T> {
    return new Decision(value);
  }

  /**
   * The tool says so, because a target needs an answer; no guess if the user set the policy.
   *
   * @param words what is said of it in either case
   */
  static by<T>(policies: Policies, value: T, words: Wording, subject: Subject): Decision<T> {
    return new Decision(value, words, subject, policies.chosen.has(words.policy));
  }

  /** Whether it is guessed. */
  get isAssumed(): boolean {
    return this.#words !== undefined && !this.#isChosen;
  }

  /** Whether the ontology says so. */
  get isStated(): boolean {
    return this.#words === undefined;
  }

  /** The value; a guess or a choice is recorded, once, with what it comes to. */
  take(log: AssumptionLog, ...constraints: Constraint[]): T {
    if (this.#words && this.#subject && !this.#draft) {
      this.#draft = new AssumptionDraft(this.#words, this.#subject, constraints);
      log.add(this.#draft, this.#isChosen);
    } else {
      this.comesTo(...constraints);
    }
    return this.#value;
  }

  /** Adds what a decision that was taken comes to. */
  comesTo(...constraints: Constraint[]): void {
    const draft = this.#draft;
    if (!draft) return;
    // Most come to one, and an array that grows takes room for many.
    draft.constraints = draft.constraints.length === 0 ? constraints : [...draft.constraints, ...constraints];
  }

  /** Takes a decision back that another one overrules, or a part of what it came to. */
  withdraw(log: AssumptionLog, kind?: Constraint['kind']): void {
    const draft = this.#draft;
    if (!draft) return;
    if (kind !== undefined) {
      draft.constraints = draft.constraints.filter((constraint) => constraint.kind !== kind);
      return;
    }
    log.remove(draft);
    this.#draft = undefined;
  }
}

/** All that was assumed and all that policies decided. */
export class AssumptionLog {
  readonly #all: AssumptionDraft[] = [];
  readonly #chosen: AssumptionDraft[] = [];

  add(draft: AssumptionDraft, isChosen: boolean): void {
    (isChosen ? this.#chosen : this.#all).push(draft);
  }

  remove(draft: AssumptionDraft): void {
    draft.isWithdrawn = true;
  }

  /** All that is recorded, in no order that matters. */
  get drafts(): Iterable<AssumptionDraft> {
    return [...this.#all, ...this.#chosen].filter((draft) => !draft.isWithdrawn);
  }

  /** In the order of the classes and of their members. */
  finish(classes: readonly ClassDraft[]): { readonly assumptions: AssumptionDraft[]; readonly chosen: AssumptionDraft[] } {
    const sorted = (drafts: Iterable<AssumptionDraft>) => {
      const byClass = new Map<ClassDraft, AssumptionDraft[]>();
      for (const draft of drafts) {
        if (draft.isWithdrawn) continue;
        const known = byClass.get(draft.subject.class);
        if (known) known.push(draft);
        else byClass.set(draft.subject.class, [draft]);
      }
      return classes.flatMap((cls) => inOrder(cls, byClass.get(cls) ?? []));
    };
    return { assumptions: sorted(this.#all), chosen: sorted(this.#chosen) };
  }
}

/** What is decided of a class comes first, then what is decided of its members. */
function inOrder(cls: ClassDraft, drafts: AssumptionDraft[]): AssumptionDraft[] {
  if (drafts.length < 2) return drafts;
  const members: object[] = [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.totals];
  const rank = new Map(members.map((member, i) => [member, i]));
  const rankOf = ({ subject }: AssumptionDraft) => (subject.member ? (rank.get(subject.member) ?? rank.size) : -1);
  return drafts.sort((a, b) => rankOf(a) - rankOf(b));
}
