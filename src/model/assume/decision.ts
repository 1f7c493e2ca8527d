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
 * A value and where it comes from: it is stated, the user chose it by a policy, or it is guessed. The value of a guess
 * cannot be had without recording it.
 */
export class Decision<T> {
  readonly #value: T;
  readonly #axioms: readonly AxiomDraft[];
  readonly #guess: (() => Guess) | undefined;

  private constructor(value: T, axioms: readonly AxiomDraft[], guess: (() => Guess) | undefined) {
    this.#value = value;
    this.#axioms = axioms;
    this.#guess = guess;
  }

  /** The ontology says so by the standard's own meaning. */
  static stated<T>(value: T, axioms: readonly AxiomDraft[] = []): Decision<T> {
    return new Decision(value, axioms, undefined);
  }

  /** The tool says so, because a target needs an answer; no guess if the user set the policy. */
  static by<T>(policies: Policies, policy: PolicyName, value: T, guess: () => Omit<Guess, 'policy'>): Decision<T> {
    return new Decision(value, [], policies.chosen.has(policy) ? undefined : () => ({ ...guess(), policy }));
  }

  /** Whether it is guessed. */
  get isAssumed(): boolean {
    return this.#guess !== undefined;
  }

  /** The axioms behind it. */
  get axioms(): readonly AxiomDraft[] {
    return this.#axioms;
  }

  /** The value; a guess is recorded, with what it comes to. */
  take(log: AssumptionLog, ...constraints: Constraint[]): T {
    if (this.#guess) log.add(this.#guess(), constraints);
    return this.#value;
  }
}

/** All that was assumed, in the order in which it was. */
export class AssumptionLog {
  readonly all: AssumptionDraft[] = [];

  add(guess: Guess, constraints: readonly Constraint[]): AssumptionDraft {
    const draft: AssumptionDraft = { ...guess, constraints: [...constraints] };
    this.all.push(draft);
    return draft;
  }
}
