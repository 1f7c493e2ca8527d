import type { Automaton } from './automaton.ts';
import { countSteps, TooLarge } from './budget.ts';

/** A minimal deterministic automaton with start state 0. It decides whether an expression finds a match in a text. */
export interface DeterministicAutomaton {
  /** By state and letter. */
  readonly next: readonly (readonly number[])[];
  /** Whether a match is complete if the text ends in a state. */
  readonly ends: readonly boolean[];
}

/** Limit of states. */
const MOST_STATES = 600;

/**
 * Returns the minimal deterministic automaton that finds the same matches.
 *
 * @throws TooLarge
 */
export function determinize(automaton: Automaton): DeterministicAutomaton {
  return minimize(subsets(automaton));
}

/** The state after a complete match, whatever follows. */
const FOUND = 'found';

/** Builds a deterministic automaton by the subset construction (Rabin and Scott 1959). */
function subsets({ alphabet, moves, matches }: Automaton): DeterministicAutomaton {
  const sets: (readonly number[] | typeof FOUND)[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (set: readonly number[] | typeof FOUND): number => {
    const key = String(set);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (sets.length >= MOST_STATES) throw new TooLarge();
    numbers.set(key, sets.length);
    return sets.push(set) - 1;
  };
  const next: number[][] = [];
  const ends: boolean[] = [];
  numberOf([0]);
  for (let i = 0; i < sets.length; i++) {
    const set = sets[i] as (typeof sets)[number];
    const isFound = (letter: number): boolean => set === FOUND || set.some((state) => matches[state]?.[letter]);
    next.push(
      Array.from({ length: alphabet.size }, (_, letter) => {
        if (set === FOUND || isFound(letter)) return numberOf(FOUND);
        countSteps(4 * (1 + set.length));
        const reached = new Set(set.flatMap((state) => (moves[state]?.[letter] ?? []).map(({ to }) => to)));
        return numberOf([...reached].sort((a, b) => a - b));
      }),
    );
    ends.push(isFound(alphabet.size));
  }
  return { next, ends };
}

/** Minimizes an automaton by joining equivalent states (Moore 1956). */
function minimize({ next, ends }: DeterministicAutomaton): DeterministicAutomaton {
  let classes = ends.map(Number);
  for (let count = new Set(classes).size; ; ) {
    const numbers = new Map<string, number>();
    const finer = classes.map((own, state) => {
      const key = [own, ...(next[state] ?? []).map((to) => classes[to])].join();
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
    classes = finer;
    if (numbers.size === count) break;
    count = numbers.size;
  }
  // Classes are numbered in the order of their first states, so the class of state 0 is 0.
  const firsts = [...new Set(classes)].map((one) => classes.indexOf(one));
  return {
    next: firsts.map((state) => (next[state] ?? []).map((to) => classes[to] as number)),
    ends: firsts.map((state) => ends[state] as boolean),
  };
}
