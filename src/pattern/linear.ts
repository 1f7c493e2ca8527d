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

/** Limit of sets and anchors, counted with their repetitions: more would make the search slow. */
const MOST_PLACES = 500;

/**
 * Converts a tree to the parts of a linear-time search. Returns undefined if it is too large or contains back-references or
 * look-around, which such a search does not support.
 */
export function linearParts(tree: Node): LinearParts | undefined {
  if (placesOf(tree) > MOST_PLACES) return undefined;
  const sets = new Map<string, number>();
  const tokens: string[] = [];
  write(tree, tokens, (set) => {
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

function placesOf(node: Node): number {
  switch (node.kind) {
    case 'characters':
    case 'anchor':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + placesOf(item), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + placesOf(branch), 1);
    case 'group':
      return placesOf(node.body);
    case 'repeat':
      return (placesOf(node.body) + 1) * (Number.isFinite(node.max) ? node.max : Math.max(1, node.min + 1));
    case 'look':
    case 'reference':
      return Number.POSITIVE_INFINITY;
    default:
      return node satisfies never;
  }
}

const anchors = { start: '^', end: '$', lineStart: 'm^', lineEnd: 'm$' } as const;

/** Writes a node in postfix notation, so that reading it needs no recursion. */
function write(node: Node, tokens: string[], number: (set: Characters) => number): void {
  switch (node.kind) {
    case 'characters':
      tokens.push(String(number(node.set)));
      return;
    case 'anchor':
      tokens.push(anchors[node.anchor]);
      return;
    case 'sequence':
      for (const item of node.items) write(item, tokens, number);
      if (node.items.length !== 1) tokens.push(`&${node.items.length}`);
      return;
    case 'choice':
      for (const branch of node.branches) write(branch, tokens, number);
      tokens.push(`|${node.branches.length}`);
      return;
    case 'group':
      write(node.body, tokens, number);
      return;
    case 'repeat':
      write(node.body, tokens, number);
      tokens.push(`{${node.min},${Number.isFinite(node.max) ? node.max : ''}}`);
      return;
    case 'look':
    case 'reference':
      throw new Error('a linear search has no look-around and no back-references');
    default:
      node satisfies never;
  }
}
