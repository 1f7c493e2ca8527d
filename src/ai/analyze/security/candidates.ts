import { anyOf, extentOf, type Query, type SyntaxNode } from '../parser.ts';

/** Where an expression matches in a text, in order. */
export function positionsOf(text: string, form: RegExp): number[] {
  return [...text.matchAll(form)].map((match) => match.index);
}

/** Kinds of nodes that are worth a look where they have one of the positions in them. */
export interface Candidates {
  readonly positions: readonly number[];
  readonly kinds: readonly (string | (Query & { readonly kind: string }))[];
}

/**
 * The nodes that are worth a look, in document order. Mostly there is no position, and the tree is not even asked: each
 * walk through it takes time, and so does each node that crosses over from native code.
 */
export function nodesAt(root: SyntaxNode, ...candidates: readonly Candidates[]): readonly SyntaxNode[] {
  const some = candidates.filter(({ positions }) => positions.length > 0);
  if (some.length === 0) return [];
  const byKind = new Map(
    some.flatMap(({ positions, kinds }) => kinds.map((each) => [typeof each === 'string' ? each : each.kind, positions])),
  );
  return root.findAll(anyOf(some.flatMap(({ kinds }) => kinds))).filter((node) => {
    const { start, end } = extentOf(node);
    return hasBetween(byKind.get(node.kind()) ?? [], start, end);
  });
}

function hasBetween(sorted: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const first = sorted[low];
  return first !== undefined && first < to;
}
