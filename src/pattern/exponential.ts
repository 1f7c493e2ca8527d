/**
 * Decides whether a backtracking engine needs exponential time for an expression. Expressions such as `^([a-z]+ ?)+$` occur in
 * shapes, and 40 characters of a request stop a server that matches them. Expressions in polynomial time are accepted.
 */

import type { Characters, Node } from './ast.ts';
import { dialects } from './dialects.ts';
import { print, rangesOf } from './print.ts';
import { intersection } from './ranges.ts';

/** Up to this number of paths, the analysis is skipped: a matcher can try all of them at each position. */
const HARMLESS_PATHS = 100_000;

/** Limits of the analysis. A larger expression counts as exponential. */
const MAX_POSITIONS = 400;
const MAX_STEPS = 2_000_000;

/** A body with one path is copied for up to this number of repetitions; otherwise the repetition is treated as a loop. */
const MAX_COPIES = 64;

/**
 * Returns whether some text has a number of paths through the expression that grows exponentially with its length: if a position
 * has two different paths to itself that read the same text (Weber and Seidl 1991, "On the degree of ambiguity of finite
 * automata").
 */
export function isExponential(tree: Node): boolean {
  if (countPaths(tree) <= HARMLESS_PATHS) return false;
  try {
    const automaton = new PositionAutomaton();
    automaton.add(tree);
    return automaton.hasAmbiguousCycle();
  } catch (error) {
    if (error instanceof AnalysisLimitExceeded) return true;
    throw error;
  }
}

class AnalysisLimitExceeded extends Error {}

/** Returns the number of paths through an expression, for any text. */
function countPaths(node: Node): number {
  switch (node.kind) {
    case 'sequence':
      return node.items.reduce((product, item) => product * countPaths(item), 1);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + countPaths(branch), 0);
    case 'group':
    case 'look':
      return countPaths(node.body);
    case 'repeat': {
      const [paths, { min, max }] = [countPaths(node.body), node];
      // The sum of paths ** times for times from min to max.
      return paths <= 1 ? max - min + 1 : (paths ** (max + 1) - paths ** min) / (paths - 1);
    }
    default:
      return 1;
  }
}

/** A part of an expression: the positions at which it begins and ends, and whether it can match the empty text. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

const EMPTY: Part = { first: [], last: [], canBeEmpty: true };

/** Glushkov automaton of an expression (1961): its states are the positions that read a character. */
class PositionAutomaton {
  readonly #charactersAt: Characters[] = [];
  /** For each position, the positions that can follow it; one entry per path. */
  readonly #next: number[][] = [];
  readonly #groups = new Map<number, Node>();
  readonly #overlaps = new Map<string, boolean>();
  #steps = 0;

  /** Adds the positions of a part of the expression. */
  add(node: Node): Part {
    switch (node.kind) {
      case 'characters': {
        const position = this.#charactersAt.push(node.set) - 1;
        if (position >= MAX_POSITIONS) throw new AnalysisLimitExceeded();
        this.#next.push([]);
        return { first: [position], last: [position], canBeEmpty: false };
      }
      case 'anchor':
        return EMPTY;
      case 'sequence':
        return this.#sequence(node.items);
      case 'choice': {
        const branches = node.branches.map((branch) => this.add(branch));
        return {
          first: branches.flatMap(({ first }) => first),
          last: branches.flatMap(({ last }) => last),
          canBeEmpty: branches.some(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case 'group':
        if (node.number !== undefined) this.#groups.set(node.number, node.body);
        return this.add(node.body);
      case 'look':
        // The engine searches the body on its own: no position follows it.
        this.add(node.body);
        return EMPTY;
      case 'repeat':
        return this.#repeat(node.body, node.min, node.max);
      case 'reference':
        // A back-reference has at most the paths of its group.
        return this.add(this.#groups.get(node.group) as Node);
      default:
        return node satisfies never;
    }
  }

  #sequence(items: readonly Node[]): Part {
    return items.reduce<Part>((before, item) => {
      const after = this.add(item);
      this.#link(before, after);
      return {
        first: before.canBeEmpty ? [...before.first, ...after.first] : before.first,
        last: after.canBeEmpty ? [...before.last, ...after.last] : after.last,
        canBeEmpty: before.canBeEmpty && after.canBeEmpty,
      };
    }, EMPTY);
  }

  #repeat(body: Node, min: number, max: number): Part {
    if (max === 0) return EMPTY;
    if (min === max && countPaths(body) === 1 && min <= MAX_COPIES)
      return this.#sequence(Array.from({ length: min }, () => body));
    const part = this.add(body);
    if (max > 1) this.#link(part, part);
    // Each repetition may match the empty text, and a matcher tries all combinations. A second link makes this ambiguity visible.
    if (part.canBeEmpty && max > 1 && (min > 1 || Number.isFinite(max))) this.#link(part, part);
    return min === 0 ? { ...part, canBeEmpty: true } : part;
  }

  /** Adds the paths from the end of a part to the beginning of the next. */
  #link({ last }: Part, { first }: Part): void {
    this.#countSteps(last.length * first.length);
    for (const position of last) this.#next[position]?.push(...first);
  }

  #countSteps(count: number): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new AnalysisLimitExceeded();
  }

  /** Returns whether a position has two different paths to itself that read the same text. */
  hasAmbiguousCycle(): boolean {
    const reachable = this.#next.map((next) => this.#reachableFrom(next));
    return this.#next.some((next, position) => {
      const leadsBack = (from: number): boolean => reachable[from]?.has(position) === true;
      if (!leadsBack(position)) return false;
      return (
        next.some((to, i) => next.indexOf(to) < i && (to === position || leadsBack(to))) ||
        this.#hasForkedCycle(position, leadsBack)
      );
    });
  }

  /** Returns some positions and those that follow them, directly or not. */
  #reachableFrom(starts: readonly number[]): ReadonlySet<number> {
    const reached = new Set(starts);
    for (const position of reached) for (const to of this.#next[position] ?? []) reached.add(to);
    this.#countSteps(reached.size);
    return reached;
  }

  /** Returns whether two paths from a position read the same text, differ, meet again and lead back to the position. */
  #hasForkedCycle(position: number, leadsBack: (from: number) => boolean): boolean {
    const size = this.#charactersAt.length;
    const pairs = new Set([position * size + position]);
    for (const pair of pairs) {
      const [a, b] = [Math.floor(pair / size), pair % size];
      for (const x of new Set(this.#next[a])) {
        for (const y of new Set(this.#next[b])) {
          this.#countSteps(1);
          if (!this.#shareCharacter(x, y)) continue;
          if (x !== y) pairs.add(x * size + y);
          else if (a !== b && (x === position || leadsBack(x))) return true;
        }
      }
    }
    return false;
  }

  /** Returns whether two positions read a common character. */
  #shareCharacter(x: number, y: number): boolean {
    const [a, b] = [this.#charactersAt[x] as Characters, this.#charactersAt[y] as Characters];
    const key = `${Math.min(x, y)} ${Math.max(x, y)}`;
    const overlaps = this.#overlaps.get(key) ?? haveCommonCharacter(a, b);
    this.#overlaps.set(key, overlaps);
    return overlaps;
  }
}

let everyCharacter: string | undefined;

/** Returns whether two sets have a common character. For Unicode categories, only the first two planes are searched. */
function haveCommonCharacter(a: Characters, b: Characters): boolean {
  const [rangesA, rangesB] = [rangesOf(a), rangesOf(b)];
  if (rangesA !== undefined && rangesB !== undefined) return intersection(rangesA, rangesB).length > 0;
  const sourceOf = (set: Characters): string => print({ kind: 'characters', set }, dialects.ecmascript);
  everyCharacter ??= Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).join('');
  return new RegExp(`(?=${sourceOf(a)})${sourceOf(b)}`, 'u').test(everyCharacter);
}
