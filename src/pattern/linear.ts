/** Converts a regular expression to the arguments of `LinearPattern`, a search in linear time that generated code contains. */

import type { Characters, Node } from './ast.ts';
import { dialects } from './dialects.ts';
import { print } from './print.ts';
import { LinearPattern } from './runtime/linear-pattern.ts';

/** The constructor arguments of a `LinearPattern`. */
export interface LinearParts {
  /** The pattern and its sets of characters, each as a regular expression of JavaScript. */
  readonly source: string;
  readonly parts: string;
  readonly sets: readonly string[];
}

/** Limit of the NFA states of a search: with more, it is slow. */
const MAX_STATES = 500;

/**
 * Converts a tree to the parts of a linear-time search. Returns undefined if it is too large or contains back-references or
 * look-around, which such a search does not support.
 */
export function linearParts(tree: Node): LinearParts | undefined {
  if (countStates(tree) > MAX_STATES) return undefined;
  const sets = new Map<string, number>();
  const tokens: string[] = [];
  writePostfix(tree, tokens, (set) => {
    const source = print({ kind: 'characters', set }, dialects.ecmascript);
    const number = sets.get(source) ?? sets.size;
    sets.set(source, number);
    return number;
  });
  return { source: print(tree, dialects.ecmascript), parts: tokens.join(' '), sets: [...sets.keys()] };
}

/** Compiles the parts of a linear-time search. */
export function linearPattern({ source, parts, sets }: LinearParts): LinearPattern {
  return new LinearPattern(new RegExp(source, 'u'), parts, ...sets.map((set) => new RegExp(set, 'u')));
}

/** Returns about how many NFA states `LinearPattern` creates for a node; infinite with back-references. */
function countStates(node: Node): number {
  switch (node.kind) {
    case 'characters':
    case 'anchor':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + countStates(item), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + countStates(branch), 1);
    case 'group':
      return countStates(node.body);
    case 'repeat':
      return (countStates(node.body) + 1) * (Number.isFinite(node.max) ? node.max : Math.max(1, node.min + 1));
    case 'look':
    case 'reference':
      return Number.POSITIVE_INFINITY;
    default:
      return node satisfies never;
  }
}

const anchors = { start: '^', end: '$', lineStart: 'm^', lineEnd: 'm$' } as const;

/**
 * Writes a node in the postfix notation of `LinearPattern`, which needs no recursion to read: `[ab]c?` → `0 1 {0,1} &2`.
 *
 * @param indexOf returns the index of a set of characters
 */
function writePostfix(node: Node, tokens: string[], indexOf: (set: Characters) => number): void {
  switch (node.kind) {
    case 'characters':
      tokens.push(String(indexOf(node.set)));
      return;
    case 'anchor':
      tokens.push(anchors[node.anchor]);
      return;
    case 'sequence':
      for (const item of node.items) writePostfix(item, tokens, indexOf);
      if (node.items.length !== 1) tokens.push(`&${node.items.length}`);
      return;
    case 'choice':
      for (const branch of node.branches) writePostfix(branch, tokens, indexOf);
      tokens.push(`|${node.branches.length}`);
      return;
    case 'group':
      writePostfix(node.body, tokens, indexOf);
      return;
    case 'repeat':
      writePostfix(node.body, tokens, indexOf);
      tokens.push(`{${node.min},${Number.isFinite(node.max) ? node.max : ''}}`);
      return;
    case 'look':
    case 'reference':
      throw new Error('linear-time search does not support look-around and back-references');
    default:
      node satisfies never;
  }
}
