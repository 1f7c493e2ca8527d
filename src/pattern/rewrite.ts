import { type Alphabet, childrenOf } from './alphabet.ts';
import type { Characters, Node } from './ast.ts';
import { automatonOf } from './automaton.ts';
import { TooLarge } from './budget.ts';
import { type DeterministicAutomaton, determinize } from './determinization.ts';
import { complement } from './ranges.ts';
import { alternative, END, letters, sequence, sizeOf, star, type Term, type Terms } from './terms.ts';

const START: Node = { kind: 'anchor', anchor: 'start' };

/** An expression without a match. */
const NOTHING: Node = { kind: 'characters', set: { ranges: [], categories: [], negated: false } };

/**
 * Returns an equivalent expression in which each text has only one path, written from the minimal deterministic automaton by
 * state elimination (Brzozowski and McCluskey 1963). Undefined if the result is too long. The tree must not contain
 * back-references.
 */
export function disambiguate(tree: Node): Node | undefined {
  try {
    const automaton = automatonOf(tree, true);
    const deterministic = determinize(automaton);
    if (!deterministic.ends.includes(true)) return NOTHING;
    const terms = expressionOf(deterministic);
    if (terms === undefined) return undefined;
    return { kind: 'sequence', items: [START, ...terms.map((term) => nodeOf(term, automaton.alphabet))] };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** Expressions that label the edges between numbered states. */
class TransitionTable {
  readonly #transitions = new Map<number, Map<number, Terms>>();

  add(from: number, to: number, terms: Terms): void {
    const transitions = this.#transitions.get(from) ?? new Map<number, Terms>();
    const known = transitions.get(to);
    transitions.set(to, known === undefined ? terms : alternative(known, terms));
    this.#transitions.set(from, transitions);
  }

  between(from: number, to: number): Terms | undefined {
    return this.#transitions.get(from)?.get(to);
  }

  /** Returns the edges into a state and out of it, without its loop. */
  edgesOf(state: number): {
    readonly to: readonly (readonly [number, Terms])[];
    readonly from: readonly (readonly [number, Terms])[];
  } {
    const from = [...(this.#transitions.get(state) ?? [])].filter(([other]) => other !== state);
    const to = [...this.#transitions].flatMap(([other, transitions]) => {
      const terms = transitions.get(state);
      return other === state || terms === undefined ? [] : [[other, terms] as const];
    });
    return { to, from };
  }

  remove(state: number): void {
    this.#transitions.delete(state);
    for (const transitions of this.#transitions.values()) transitions.delete(state);
  }
}

/** Additional states before the first state and after the last. */
const [BEFORE, AFTER] = [-1, -2];

/** Limit of states to eliminate. */
const MOST_STATES = 150;

function expressionOf({ next, ends }: DeterministicAutomaton): Terms | undefined {
  // A state that only leads to itself. If it accepts, a match is complete, whatever follows.
  const isStuck = (state: number): boolean => (next[state] ?? []).every((to) => to === state);
  const useful = (state: number): boolean => !isStuck(state) || ends[state] === true;
  const states = [...next.keys()].filter(useful);
  if (states.length > MOST_STATES || states.length === 0) return undefined;
  const transitions = new TransitionTable();
  transitions.add(BEFORE, 0, []);
  for (const state of states) {
    if (isStuck(state)) {
      transitions.add(state, AFTER, []);
      continue;
    }
    const byTarget = new Map<number, number[]>();
    for (const [letter, to] of (next[state] ?? []).entries()) byTarget.set(to, [...(byTarget.get(to) ?? []), letter]);
    for (const [to, read] of byTarget) if (useful(to)) transitions.add(state, to, letters(read));
    if (ends[state]) transitions.add(state, AFTER, END);
  }
  for (const remaining = new Set(states); remaining.size > 0; ) {
    const state = cheapest(remaining, transitions);
    eliminateState(state, transitions);
    remaining.delete(state);
  }
  return transitions.between(BEFORE, AFTER);
}

function eliminateState(state: number, transitions: TransitionTable): void {
  const { to, from } = transitions.edgesOf(state);
  const loop = star(transitions.between(state, state) ?? []);
  transitions.remove(state);
  for (const [before, first] of to) {
    for (const [after, last] of from) transitions.add(before, after, sequence(first, loop, last));
  }
}

/** Returns the state whose elimination adds the least text (Delgado and Morais 2004). */
function cheapest(remaining: ReadonlySet<number>, transitions: TransitionTable): number {
  let best = { state: 0, weight: Number.POSITIVE_INFINITY };
  for (const state of remaining) {
    const { to, from } = transitions.edgesOf(state);
    const sum = (all: typeof to): number => all.reduce((size, [, terms]) => size + sizeOf(terms), 0);
    const loop = sizeOf(transitions.between(state, state) ?? []);
    const weight = sum(to) * (from.length - 1) + sum(from) * (to.length - 1) + loop * (to.length * from.length - 1);
    if (weight < best.weight) best = { state, weight };
  }
  return best.state;
}

function nodeOf({ atom, min, max }: Term, alphabet: Alphabet): Node {
  const node = atomOf(atom, alphabet);
  return min === 1 && max === 1 ? node : { kind: 'repeat', body: node, min, max };
}

function atomOf(atom: Term['atom'], alphabet: Alphabet): Node {
  if (atom.kind === 'end') return { kind: 'anchor', anchor: 'end' };
  if (atom.kind === 'letters') {
    const set = alphabet.setOf(new Set(atom.letters));
    if (set === undefined) throw new TooLarge();
    return { kind: 'characters', set };
  }
  const branches = atom.branches.map((terms): Node => {
    const items = terms.map((term) => nodeOf(term, alphabet));
    return items.length === 1 ? (items[0] as Node) : { kind: 'sequence', items };
  });
  return branches.length === 1 ? (branches[0] as Node) : { kind: 'choice', branches };
}

/**
 * Returns an equivalent expression for a search: repetitions at its ends are reduced to their minimum, because a longer match
 * makes no difference. The tree must not contain back-references.
 */
export function trimRepetitions(tree: Node): Node {
  if (tree.kind === 'choice') return { kind: 'choice', branches: tree.branches.map(trimRepetitions) };
  const items = [...itemsOf(tree)];
  while (isTrimmed(items, 'start')) items.shift();
  while (isTrimmed(items, 'end')) items.pop();
  shorten(items, 'start');
  shorten(items, 'end');
  return { kind: 'sequence', items };
}

/** Reduces repetitions at an end to their minimum. */
function shorten(items: Node[], end: 'start' | 'end'): void {
  const index = end === 'start' ? 0 : -1;
  for (let item = items.at(index); item?.kind === 'repeat' && item.max > item.min; item = items.at(index)) {
    if (hasAnchor(item.body)) return;
    const { body, min } = item;
    const minimal: readonly Node[] = min === 1 ? sequenceItems(body) : [{ kind: 'repeat', body, min, max: min }];
    items.splice(index, 1, ...minimal);
  }
}

/**
 * Returns an expression without the repeated sets of characters at its end. The first path that reaches them completes the match,
 * so they cost no more than the text that they read.
 */
export function removeTail(tree: Node): Node {
  if (tree.kind === 'choice') return { kind: 'choice', branches: tree.branches.map(removeTail) };
  const items = [...itemsOf(tree)];
  const isSet = (node: Node): boolean => node.kind === 'characters' || (node.kind === 'group' && isSet(node.body));
  for (let last = items.at(-1); last?.kind === 'repeat' && isSet(last.body); last = items.at(-1)) {
    items.pop();
    if (last.min === 0) continue;
    items.push({ ...last, max: last.min });
    break;
  }
  return { kind: 'sequence', items };
}

function itemsOf(tree: Node): readonly Node[] {
  if (tree.kind === 'group') return itemsOf(tree.body);
  return tree.kind === 'sequence' ? tree.items.flatMap(sequenceItems) : [tree];
}

/** Returns the items of a node inside a sequence. */
const sequenceItems = (node: Node): readonly Node[] => (node.kind === 'choice' ? [node] : itemsOf(node));

/** Returns true if the item at an end has no effect: it is optional, or it matches any text up to an anchor at that end. */
function isTrimmed(items: Node[], end: 'start' | 'end'): boolean {
  const inward = end === 'start' ? items : items.toReversed();
  const [first, second] = inward;
  if (first?.kind === 'repeat') return first.min === 0 && !hasAnchor(first.body);
  if (first?.kind !== 'anchor' || first.anchor !== end || second?.kind !== 'repeat') return false;
  return !Number.isFinite(second.max) && second.body.kind === 'characters' && isAll(second.body.set);
}

const isAll = ({ ranges, categories, negated, except }: Characters): boolean =>
  categories.length === 0 && except === undefined && (negated ? ranges : complement(ranges)).length === 0;

/** Returns whether an expression contains an anchor at any depth. */
export function hasAnchor(node: Node): boolean {
  return node.kind === 'anchor' || childrenOf(node).some(hasAnchor);
}

/** Returns whether an expression contains a back-reference at any depth. */
export function hasReference(node: Node): boolean {
  return node.kind === 'reference' || childrenOf(node).some(hasReference);
}
