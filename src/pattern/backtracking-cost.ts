import type { Node } from './ast.ts';
import { type Automaton, automatonOf } from './automaton.ts';
import { countSteps, TooLarge } from './budget.ts';

/**
 * Growth of the steps of a backtracking matcher with the length of the worst text. `unknown` if the expression is too large to
 * analyse.
 */
export type Effort = 'linear' | 'polynomial' | 'exponential' | 'unknown';

/** Limit of positions in an expression that a matcher may have to try for each position of a text, to count as linear. */
const MOST_PLACES = 1000;

/** Limit of steps of the analysis itself. */
const MOST_STEPS = 1_000_000;

/** Limit of path counts that the analysis visits. */
const MOST_COUNTS = 1500;

/**
 * Returns the matching cost of an expression. If a text has no match, a backtracking matcher tries every path through the
 * expression that reads a prefix of the remaining text; so its steps grow with the ambiguity of the automaton (Weber and Seidl
 * 1991, "On the degree of ambiguity of finite automata"; Weideman et al. 2016, "Analyzing matching time behavior of backtracking
 * regular expression matchers by using ambiguity of NFA"). The automaton includes that a search starts at each position of the
 * text.
 */
export function effortOf(tree: Node): Effort {
  if (countPaths(tree) <= MOST_WAYS[isAnchored(tree) ? 'once' : 'anywhere']) return 'linear';
  const loose = analyzeEffort(tree, false);
  if (loose === 'linear') return loose;
  const exact = analyzeEffort(tree, true);
  return exact === 'unknown' ? loose : exact;
}

/** Numbers of paths below which no analysis is needed, for an anchored expression and for an unanchored one. */
const MOST_WAYS = { once: 100_000, anywhere: 1000 } as const;

/** Returns the number of paths through an expression, for any text. */
function countPaths(node: Node): number {
  switch (node.kind) {
    case 'sequence':
      return node.items.reduce((product, item) => product * countPaths(item), 1);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + countPaths(branch), 0);
    case 'group':
      return countPaths(node.body);
    case 'repeat': {
      const [paths, { min, max }] = [countPaths(node.body), node];
      if (paths <= 1) return max - min + 1;
      // The geometric series: the sum of paths ** times for times from min to max.
      return Math.round((paths ** (max + 1) - paths ** min) / (paths - 1));
    }
    default:
      return 1;
  }
}

/** Returns true if an expression matches only from the beginning of the text. */
function isAnchored(node: Node): boolean {
  if (node.kind === 'sequence') return node.items[0] !== undefined && isAnchored(node.items[0]);
  if (node.kind === 'choice') return node.branches.every(isAnchored);
  return node.kind === 'group' ? isAnchored(node.body) : node.kind === 'anchor' && node.anchor === 'start';
}

function analyzeEffort(tree: Node, counted: boolean): Effort {
  try {
    return new Analysis(automatonOf(tree, counted)).effort();
  } catch (error) {
    if (error instanceof TooLarge) return 'unknown';
    throw error;
  }
}

/** A state, or a tuple of two or three states that read the same letters, encoded as one number. */
type Place = number;

class Analysis {
  readonly #automaton: Automaton;
  readonly #size: number;
  readonly #letters: readonly number[];
  #steps = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#size = automaton.moves.length;
    this.#letters = Array.from({ length: automaton.alphabet.size }, (_, letter) => letter);
  }

  effort(): Effort {
    // If no two paths that read the same text meet again, there are never more paths than states reached by one text.
    const sharing = this.#sharing();
    if (sharing !== undefined) return sharing <= MOST_PLACES ? 'linear' : 'unknown';
    const components = componentsOf([0], (state) => this.#next(state));
    if (this.#isExponential(components)) return 'exponential';
    if (this.#isPolynomial(components)) return 'polynomial';
    return this.#fewWays() ? 'linear' : 'unknown';
  }

  #next(state: number): readonly number[] {
    return this.#letters.flatMap((letter) => this.#moves(state, letter).map(({ to }) => to));
  }

  #moves(state: number, letter: number) {
    return this.#automaton.moves[state]?.[letter] ?? [];
  }

  /** Returns the tuples that several states reach by reading the same letter. The last state is the least significant digit. */
  #together(place: Place, states: number): readonly Place[] {
    const parts = this.#parts(place, states);
    const places: Place[] = [];
    for (const letter of this.#letters) {
      let reached: readonly Place[] = [0];
      for (const part of parts) {
        const moves = this.#moves(part, letter);
        reached = reached.flatMap((before) => moves.map(({ to }) => before * this.#size + to));
        this.#step(reached.length);
      }
      places.push(...reached);
    }
    return places;
  }

  #parts(place: Place, states: number): readonly number[] {
    const parts: number[] = [];
    for (let rest = place; parts.length < states; rest = Math.floor(rest / this.#size)) parts.unshift(rest % this.#size);
    return parts;
  }

  #place(...states: readonly number[]): Place {
    return states.reduce((place, state) => place * this.#size + state, 0);
  }

  #step(count: number): void {
    this.#steps += count;
    countSteps(count);
    if (this.#steps > MOST_STEPS) throw new TooLarge();
  }

  /**
   * Returns how many states one text can reach, at most. Undefined if two paths read the same text from the start to the same
   * state.
   */
  #sharing(): number | undefined {
    if (this.#automaton.moves.some((letters) => letters.some((moves) => moves.some(({ paths }) => paths > 1)))) return undefined;
    const [size, visited] = [this.#size, new Set<Place>([0])];
    const partnerCounts = new Uint32Array(size);
    for (const place of visited) {
      const [a, b] = [Math.floor(place / size), place % size];
      partnerCounts[a] = (partnerCounts[a] as number) + 1;
      for (const letter of this.#letters) {
        const [from, to] = [this.#moves(a, letter), this.#moves(b, letter)];
        this.#step(from.length * to.length);
        for (const first of from) {
          for (const second of to) {
            if (first.to === second.to && a !== b) return undefined;
            visited.add(first.to * size + second.to);
          }
        }
      }
    }
    return partnerCounts.reduce((most, count) => Math.max(most, count), 0);
  }

  /** Returns true if a state has two paths to itself that read the same text (EDA). */
  #isExponential(components: Components): boolean {
    for (const component of components.all) {
      const isWithin = (state: number): boolean => components.byState.get(state) === component;
      const doubled = component.states.some((state) =>
        this.#letters.some((letter) => this.#moves(state, letter).some(({ to, paths }) => paths > 1 && isWithin(to))),
      );
      if (doubled) return true;
      const pairs = componentsOf(
        component.states.map((state) => this.#place(state, state)),
        (pair) => this.#together(pair, 2).filter((next) => this.#parts(next, 2).every(isWithin)),
      );
      for (const { states } of pairs.all) {
        const isSame = (pair: Place): boolean => pair % this.#size === Math.floor(pair / this.#size);
        if (states.some(isSame) && !states.every(isSame)) return true;
      }
    }
    return false;
  }

  /**
   * Returns true if one text leads from a state to itself, from that state to another, and from the other to itself (IDA): a
   * repeated text can then be divided between the two states at any position. To find this, the search adds an edge from each
   * triple (p, q, q) back to (p, p, q), and looks for a cycle (Allauzen, Mohri and Rastogi 2011, "General algorithms for testing
   * the ambiguity of finite automata").
   */
  #isPolynomial(components: Components): boolean {
    const circles = components.all.filter(({ isCircle }) => isCircle);
    for (const from of circles) {
      for (const to of circles) {
        if (from !== to && this.#reaches(components, from, to) && this.#isDivided(components, from, to)) return true;
      }
    }
    return false;
  }

  #isDivided(components: Components, from: Component, to: Component): boolean {
    const size = this.#size;
    const next = (place: Place): readonly Place[] => {
      const [first, second, third] = this.#parts(place, 3) as [number, number, number];
      const successors = this.#together(place, 3).filter((one) => {
        const [a, , c] = this.#parts(one, 3) as [number, number, number];
        return components.byState.get(a) === from && components.byState.get(c) === to;
      });
      return second === third ? [...successors, first * size * size + first * size + third] : successors;
    };
    const starts = from.states.flatMap((p) => to.states.map((q) => this.#place(p, p, q)));
    const triples = componentsOf(starts, next);
    return starts.some((start) => {
      const [p, , q] = this.#parts(start, 3) as [number, number, number];
      const triple = triples.byState.get(start);
      return triple !== undefined && triple === triples.byState.get(this.#place(p, q, q));
    });
  }

  #reaches(components: Components, from: Component, to: Component): boolean {
    const visited = new Set(from.states);
    for (const state of visited) {
      if (components.byState.get(state) === to) return true;
      for (const next of this.#next(state)) visited.add(next);
    }
    return false;
  }

  /** Returns true if no text has more than a few paths. It counts the paths to each state, for all texts. */
  #fewWays(): boolean {
    const start = new Map([[0, 1]]);
    const known = new Map([[countsKey(start), start]]);
    for (const countByLetter of known.values()) {
      for (const letter of this.#letters) {
        const next = new Map<number, number>();
        let total = 0;
        for (const [state, count] of countByLetter) {
          for (const { to, paths } of this.#moves(state, letter)) {
            next.set(to, (next.get(to) ?? 0) + count * paths);
            total += count * paths;
          }
        }
        this.#step(next.size);
        if (total > MOST_PLACES) return false;
        known.set(countsKey(next), next);
        if (known.size > MOST_COUNTS) return false;
      }
    }
    return true;
  }
}

const countsKey = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .sort(([a], [b]) => a - b)
    .map(([state, count]) => `${state}:${count}`)
    .join();

/** A strongly connected component. */
interface Component {
  readonly states: readonly number[];
  /** Whether it contains a cycle. */
  readonly isCircle: boolean;
}

interface Components {
  readonly all: readonly Component[];
  readonly byState: ReadonlyMap<number, Component>;
}

/** Returns the strongly connected components reachable from some places (Tarjan 1972), without recursion. */
function componentsOf(starts: readonly number[], next: (place: number) => readonly number[]): Components {
  const components: Component[] = [];
  const byState = new Map<number, Component>();
  const indexes = new Map<number, number>();
  const lows = new Map<number, number>();
  const open: number[] = [];
  interface Visit {
    readonly place: number;
    readonly next: readonly number[];
    at: number;
  }
  const visits: Visit[] = [];
  const enter = (place: number): void => {
    indexes.set(place, indexes.size);
    lows.set(place, indexes.size - 1);
    open.push(place);
    visits.push({ place, next: next(place), at: 0 });
  };
  const lower = (place: number, low: number): void => {
    lows.set(place, Math.min(lows.get(place) ?? low, low));
  };
  const leave = ({ place, next: following }: Visit): void => {
    visits.pop();
    const low = lows.get(place) as number;
    const caller = visits.at(-1);
    if (caller) lower(caller.place, low);
    if (low !== indexes.get(place)) return;
    const states = open.splice(open.lastIndexOf(place));
    const component = { states, isCircle: states.length > 1 || following.includes(place) };
    components.push(component);
    for (const state of states) byState.set(state, component);
  };
  for (const start of starts) {
    if (!indexes.has(start)) enter(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const to = visit.next[visit.at++];
      if (to === undefined) leave(visit);
      else if (!indexes.has(to)) enter(to);
      else if (!byState.has(to)) lower(visit.place, indexes.get(to) as number);
    }
  }
  return { all: components, byState };
}
