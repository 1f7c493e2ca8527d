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
  readonly kind: AssumptionKind;
  readonly policy: Assumption['policy'];
  constraints: Constraint[];
  readonly #words: Wording;
  readonly #subject: Subject;

  constructor(words: Wording, subject: Subject, constraints: readonly Constraint[]) {
    this.kind = words.kind;
    this.policy = words.policy;
    this.#words = words;
    this.#subject = subject;
    this.constraints = [...constraints];
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
  readonly #guess: { readonly words: Wording; readonly subject: Subject; readonly isChosen: boolean } | undefined;
  #draft: AssumptionDraft | undefined;

  private constructor(value: T, guess?: { words: Wording; subject: Subject; isChosen: boolean }) {
    this.#value = value;
    this.#guess = guess;
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
    return new Decision(value, { words, subject, isChosen: policies.chosen.has(words.policy) });
  }

  /** Whether it is guessed. */
  get isAssumed(): boolean {
    return this.#guess !== undefined && !this.#guess.isChosen;
  }

  /** Whether the ontology says so. */
  get isStated(): boolean {
    return this.#guess === undefined;
  }

  /** The value; a guess or a choice is recorded, once, with what it comes to. */
  take(log: AssumptionLog, ...constraints: Constraint[]): T {
    if (this.#guess && !this.#draft) {
      this.#draft = new AssumptionDraft(this.#guess.words, this.#guess.subject, constraints);
      log.add(this.#draft, this.#guess.isChosen);
    } else {
      this.comesTo(...constraints);
    }
    return this.#value;
  }

  /** Adds what a decision that was taken comes to. */
  comesTo(...constraints: Constraint[]): void {
    this.#draft?.constraints.push(...constraints);
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
  readonly #all = new Set<AssumptionDraft>();
  readonly #chosen = new Set<AssumptionDraft>();

  add(draft: AssumptionDraft, isChosen: boolean): void {
    (isChosen ? this.#chosen : this.#all).add(draft);
  }

  remove(draft: AssumptionDraft): void {
    this.#all.delete(draft);
    this.#chosen.delete(draft);
  }

  /** All that is recorded, in no order that matters. */
  get drafts(): Iterable<AssumptionDraft> {
    return [...this.#all, ...this.#chosen];
  }

  /** In the order of the classes and of their members. */
  finish(classes: readonly ClassDraft[]): { readonly assumptions: AssumptionDraft[]; readonly chosen: AssumptionDraft[] } {
    const rank = new Map<object, number>();
    for (const cls of classes) {
      rank.set(cls, rank.size);
      for (const member of [...cls.fields, ...cls.refinements, ...cls.choices, ...cls.relations]) rank.set(member, rank.size);
    }
    const rankOf = ({ subject }: AssumptionDraft) => rank.get(subject.member ?? subject.class) ?? rank.get(subject.class) ?? 0;
    const sorted = (drafts: Iterable<AssumptionDraft>) => {
      const ranked = [...drafts].map((draft, i) => ({ draft, i, rank: rankOf(draft) }));
      return ranked.sort((a, b) => a.rank - b.rank || a.i - b.i).map(({ draft }) => draft);
    };
    return { assumptions: sorted(this.#all), chosen: sorted(this.#chosen) };
  }
}
