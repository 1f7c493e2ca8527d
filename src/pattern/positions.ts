import type { Anchor, Characters, Node } from './ast.ts';
import { countSteps, TooLarge } from './budget.ts';

/** Anchors that must hold between two characters, as bits. */
export const GUARDS = { start: 1, end: 2, lineStart: 4, lineEnd: 8 } as const satisfies Record<Anchor, number>;

/** Limits of positions in an automaton, and of transitions between them. */
const MOST_POSITIONS = { counted: 1500, loose: 5000 } as const;
const MOST_WAYS = 200_000;

/** Counts of parallel paths are capped at this number. */
const MANY = 1000;

/** The number of paths to a position, by the position and the anchors that must hold before it. */
export type PathCounts = ReadonlyMap<number, number>;

/**
 * The positions in a regular expression that read characters (Glushkov 1961), and the number of paths that a backtracking matcher
 * has from one to the next. `guardedPosition` makes the keys of paths.
 */
export interface Positions {
  /** The set of characters that each position reads. */
  readonly sets: readonly Characters[];
  readonly first: PathCounts;
  readonly next: readonly PathCounts[];
  readonly last: PathCounts;
  /** Paths through the whole expression that read nothing, by their anchors. */
  readonly empty: PathCounts;
}

/** Returns the key of a position and the anchors that must hold before it, as bits of {@link GUARDS}: one number. */
export const guardedPosition = (position: number, guards: number): number => position * 16 + guards;
/** Returns the position of a key from {@link guardedPosition}. */
export const positionOf = (guarded: number): number => guarded >> 4;
/** Returns the anchors of a key from {@link guardedPosition}, as bits of {@link GUARDS}. */
export const guardsOf = (guarded: number): number => guarded & 15;

interface Part {
  first: Map<number, number>;
  last: Map<number, number>;
  empty: Map<number, number>;
}

/**
 * Returns the positions of an expression. A back-reference is treated like its group, which has at least the paths that the
 * back-reference has.
 *
 * @param counted whether quantifiers are counted exactly; otherwise they are treated like `*` or `+`, which have at least their
 * paths and need no copies
 * @throws TooLarge
 */
export function positionsOf(tree: Node, counted: boolean): Positions {
  const builder = new Builder(counted);
  const { first, last, empty } = builder.part(tree);
  return { sets: builder.sets, next: builder.next, first, last, empty };
}

class Builder {
  readonly sets: Characters[] = [];
  readonly next: Map<number, number>[] = [];
  readonly #counted: boolean;
  readonly #maxPositions: number;
  readonly #groups = new Map<number, Node>();
  #transitionCount = 0;

  constructor(counted: boolean) {
    this.#counted = counted;
    this.#maxPositions = MOST_POSITIONS[counted ? 'counted' : 'loose'];
  }

  part(node: Node): Part {
    switch (node.kind) {
      case 'characters':
        return this.#position(node.set);
      case 'anchor':
        return { ...nothing(), empty: new Map([[GUARDS[node.anchor], 1]]) };
      case 'sequence':
        return node.items.map((item) => () => this.part(item)).reduce((all, item) => this.#sequence(all, item()), nothing());
      case 'choice':
        return node.branches.map((branch) => this.part(branch)).reduce((all, branch) => this.#choice(all, branch), none());
      case 'group':
        if (node.number !== undefined) this.#groups.set(node.number, node.body);
        return this.part(node.body);
      case 'repeat':
        return this.#repeat(node.body, node.min, node.max);
      case 'reference':
        return this.part(this.#groups.get(node.group) as Node);
      default:
        return node satisfies never;
    }
  }

  #position(set: Characters): Part {
    const position = this.sets.push(set) - 1;
    if (position >= this.#maxPositions) throw new TooLarge();
    this.next.push(new Map());
    return {
      first: new Map([[guardedPosition(position, 0), 1]]),
      last: new Map([[guardedPosition(position, 0), 1]]),
      empty: new Map(),
    };
  }

  #sequence(a: Part, b: Part): Part {
    this.#link(a.last, b.first);
    this.#through(a.empty, b.first, a.first);
    this.#through(b.empty, a.last, b.last);
    const empty = new Map<number, number>();
    this.#through(a.empty, b.empty, empty);
    return { first: a.first, last: b.last, empty };
  }

  #choice(a: Part, b: Part): Part {
    for (const side of ['first', 'last', 'empty'] as const) {
      for (const [key, count] of b[side]) this.#add(a[side], key, count);
    }
    return a;
  }

  /** Repetitions beyond the minimum must read something (ECMAScript, RepeatMatcher). */
  #repeat(body: Node, min: number, max: number): Part {
    if (max === 0) return nothing();
    if (!this.#counted && max > 1) return this.#loosely(body, min);
    if (min > this.#maxPositions || (Number.isFinite(max) && max > this.#maxPositions)) throw new TooLarge();
    const endless = !Number.isFinite(max);
    let tail = endless ? this.#loop(body, min > 0) : nothing();
    for (let i = max - min; !endless && i > 0; i--) tail = optional(this.#sequence(this.part(body), tail));
    for (let i = endless ? Math.max(0, min - 1) : min; i > 0; i--) tail = this.#sequence(this.part(body), tail);
    return tail;
  }

  #loosely(body: Node, min: number): Part {
    const loop = this.#loop(body, min > 0);
    // A loop cannot express the choice of which required repetitions are empty.
    if (min > 1 && loop.empty.size > 0) throw new TooLarge();
    return loop;
  }

  #loop(body: Node, once: boolean): Part {
    const part = this.part(body);
    this.#link(part.last, part.first);
    return once ? part : optional(part);
  }

  #link(from: PathCounts, to: PathCounts): void {
    for (const [last, some] of from) {
      const next = this.next[positionOf(last)] as Map<number, number>;
      for (const [first, more] of to)
        this.#add(next, guardedPosition(positionOf(first), guardsOf(first) | guardsOf(last)), some * more);
    }
  }

  /** Adds paths that pass an optional part. */
  #through(empty: PathCounts, pathCounts: PathCounts, to: Map<number, number>): void {
    for (const [guards, some] of empty) {
      for (const [key, more] of pathCounts) this.#add(to, guardedPosition(positionOf(key), guardsOf(key) | guards), some * more);
    }
  }

  #add(pathCounts: Map<number, number>, key: number, count: number): void {
    countSteps(1);
    if (++this.#transitionCount > MOST_WAYS) throw new TooLarge();
    pathCounts.set(key, Math.min(MANY, (pathCounts.get(key) ?? 0) + count));
  }
}

const none = (): Part => ({ first: new Map(), last: new Map(), empty: new Map() });
const nothing = (): Part => ({ ...none(), empty: new Map([[0, 1]]) });
const optional = ({ first, last }: Part): Part => ({ first, last, empty: new Map([[0, 1]]) });
