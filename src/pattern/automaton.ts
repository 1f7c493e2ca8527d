import { Alphabet, setsOf } from './alphabet.ts';
import type { Characters, Node } from './ast.ts';
import { countSteps, TooLarge } from './budget.ts';
import { GUARDS, guardedPosition, guardsOf, type PathCounts, type Positions, positionOf, positionsOf } from './positions.ts';

/** A transition that reads a letter. `paths` counts parallel paths between the same two states. */
export interface Move {
  readonly to: number;
  readonly paths: number;
}

/**
 * The automaton of a backtracking search: a state is a position of the search in the expression. State 0 is the start of the
 * text; waiting for a match to begin is a state, too.
 */
export interface Automaton {
  readonly alphabet: Alphabet;
  /** By state and letter. */
  readonly moves: readonly (readonly (readonly Move[])[])[];
  /** Whether a match is complete, by state and by the next letter; the last index is the end of the text. */
  readonly matches: readonly (readonly boolean[])[];
}

/** Limit of transitions. */
const MOST_MOVES = 300_000;

/** What precedes a position in the text. */
type Before = 'start' | 'lineFeed' | 'other';

/**
 * Returns the automaton of the search for an expression.
 *
 * @param counted whether quantifiers are counted exactly, see `positionsOf`
 * @throws TooLarge
 */
export function automatonOf(tree: Node, counted: boolean): Automaton {
  const alphabet = new Alphabet(setsOf(tree));
  const positions = positionsOf(tree, counted);
  return new Builder(alphabet, positions).automaton();
}

/** The position of a search whose match has not begun. */
const OUTSIDE = -1;

interface State {
  readonly position: number;
  readonly before: Before;
}

class Builder {
  readonly #alphabet: Alphabet;
  readonly #positions: Positions;
  readonly #reads: readonly ReadonlySet<number>[];
  readonly #hasLines: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #states: State[] = [];
  #count = 0;

  constructor(alphabet: Alphabet, positions: Positions) {
    this.#alphabet = alphabet;
    this.#positions = positions;
    this.#reads = lettersRead(alphabet, positions.sets);
    const lines = GUARDS.lineStart | GUARDS.lineEnd;
    this.#hasLines = [positions.first, positions.last, positions.empty, ...positions.next].some((pathCounts) =>
      [...pathCounts.keys()].some((key) => (guardsOf(key) & lines) !== 0),
    );
  }

  automaton(): Automaton {
    const { size } = this.#alphabet;
    const moves: Move[][][] = [];
    const matches: boolean[][] = [];
    this.#state(OUTSIDE, 'start');
    // The loop adds states to the list that it visits.
    for (let i = 0; i < this.#states.length; i++) {
      const { position, before } = this.#states[i] as State;
      moves.push(Array.from({ length: size }, (_, letter) => this.#moves(position, before, letter)));
      const ends = position === OUTSIDE ? [...this.#positions.empty.keys()] : endsAt(this.#positions.last, position);
      matches.push(
        Array.from({ length: size + 1 }, (_, letter) => ends.some((guards) => hold(guards, before, letter, this.#alphabet))),
      );
    }
    return { alphabet: this.#alphabet, moves, matches };
  }

  #moves(position: number, before: Before, letter: number): Move[] {
    const nextContext = this.#hasLines && letter === this.#alphabet.lineFeed ? 'lineFeed' : 'other';
    const targets = new Map<number, number>();
    if (position === OUTSIDE) targets.set(this.#state(OUTSIDE, nextContext), 1);
    const pathCounts = position === OUTSIDE ? this.#positions.first : (this.#positions.next[position] as PathCounts);
    countSteps(1 + pathCounts.size);
    for (const [key, count] of pathCounts) {
      const to = positionOf(key);
      if (!this.#reads[to]?.has(letter) || !hold(guardsOf(key), before, letter, this.#alphabet)) continue;
      const state = this.#state(to, nextContext);
      targets.set(state, (targets.get(state) ?? 0) + count);
    }
    this.#count += targets.size;
    if (this.#count > MOST_MOVES) throw new TooLarge();
    return [...targets].map(([to, count]) => ({ to, paths: count }));
  }

  #state(position: number, before: Before): number {
    const key = `${position} ${before}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#states.length);
    return this.#states.push({ position, before }) - 1;
  }
}

/** Returns the letters that each position reads. Caches equal sets. */
function lettersRead(alphabet: Alphabet, sets: readonly Characters[]): readonly ReadonlySet<number>[] {
  const known = new Map<Characters, ReadonlySet<number>>();
  return sets.map((set) => {
    const letters = known.get(set) ?? new Set(alphabet.lettersOf(set));
    known.set(set, letters);
    return letters;
  });
}

/** Returns the sets of anchors that must hold for an expression to end after a position, one for each path. */
function endsAt(last: PathCounts, position: number): readonly number[] {
  return Array.from({ length: 16 }, (_, guards) => guards).filter((guards) => last.has(guardedPosition(position, guards)));
}

/** Returns true if anchors hold between the preceding context and the next letter. */
function hold(guards: number, before: Before, letter: number, { size, lineFeed }: Alphabet): boolean {
  if (guards === 0) return true;
  const atEnd = letter === size;
  if (guards & GUARDS.start && before !== 'start') return false;
  if (guards & GUARDS.end && !atEnd) return false;
  if (guards & GUARDS.lineStart && before !== 'start' && (before !== 'lineFeed' || atEnd)) return false;
  return !(guards & GUARDS.lineEnd) || letter === lineFeed || (atEnd && before !== 'lineFeed');
}
