import type { Policies, PolicyName } from '../policies.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Assumption, Constraint } from '../types.ts';

/** An assumption while the model is being built: what it comes to is added as it is found out. */
export interface AssumptionDraft extends Assumption {
  constraints: Constraint[];
}

/** What is said of a guess. Composed only where one is made. */
export type Guess = Omit<Assumption, 'constraints'>;

/**
 * A value and where it comes from: it is stated, the user chose it by a policy, or it is guessed. The value of what is
 * not stated cannot be had without recording it.
 */
export class Decision<T> {
  readonly #value: T;
  readonly #axioms: readonly AxiomDraft[];
  readonly #words: (() => Guess) | undefined;
  readonly #isChosen: boolean;

  private constructor(value: T, axioms: readonly AxiomDraft[], words?: () => Guess, isChosen = false) {
    this.#value = value;
    this.#axioms = axioms;
    this.#words = words;
    this.#isChosen = isChosen;
  }

  /** The ontology says so by the standard's own meaning. */
  static stated<T>(value: T, axioms: readonly AxiomDraft[] = []): Decision<T> {
    return new Decision(value, axioms);
  }

  /**
   * The tool says so, because a target needs an answer; no guess if the user set the policy.
   *
   * @param words what is said of it in either case, so they fit any value that the policy may give
   */
  static by<T>(policies: Policies, policy: PolicyName, value: T, words: () => Omit<Guess, 'policy'>): Decision<T> {
    return new Decision(value, [], () => ({ ...words(), policy }), policies.chosen.has(policy));
  }

  /** Whether it is guessed. */
  get isAssumed(): boolean {
    return this.#words !== undefined && !this.#isChosen;
  }

  /** The axioms behind it. */
  get axioms(): readonly AxiomDraft[] {
    return this.#axioms;
  }

  /** The value; a guess or a choice is recorded, with what it comes to. */
  take(log: AssumptionLog, ...constraints: Constraint[]): T {
    if (this.#words && this.#isChosen) log.choose(this.#words(), constraints);
    else if (this.#words) log.add(this.#words(), constraints);
    return this.#value;
  }
}

/** All that was assumed and all that policies decided, in the order in which it was. */
export class AssumptionLog {
  readonly all: AssumptionDraft[] = [];
  readonly chosen: AssumptionDraft[] = [];

  add(guess: Guess, constraints: readonly Constraint[]): AssumptionDraft {
    const draft: AssumptionDraft = { ...guess, constraints: [...constraints] };
    this.all.push(draft);
    return draft;
  }

  /** Records what follows from a policy that the user set. */
  choose(words: Guess, constraints: readonly Constraint[]): AssumptionDraft {
    const draft: AssumptionDraft = { ...words, constraints: [...constraints] };
    this.chosen.push(draft);
    return draft;
  }
}
