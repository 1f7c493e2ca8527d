import { anyKindQuery, extentOf, type Query, type SyntaxNode } from '../parser.ts';

/** Returns the positions of all matches in a text, in order. */
export function positionsOf(text: string, form: RegExp): number[] {
  return [...text.matchAll(form)].map((match) => match.index);
}

/** Kinds of nodes that are examined if they contain one of the positions. */
export interface Candidates {
  readonly positions: readonly number[];
  readonly kinds: readonly (string | (Query & { readonly kind: string }))[];
}

/**
 * Returns the nodes to examine, in document order. Usually there are no positions, and the tree is not searched: each walk
 * takes time, and so does each node that comes from native code.
 */
export function candidateNodes(root: SyntaxNode, ...candidates: readonly Candidates[]): readonly SyntaxNode[] {
  const some = candidates.filter(({ positions }) => positions.length > 0);
  if (some.length === 0) return [];
  const byKind = new Map(
    some.flatMap(({ positions, kinds }) => kinds.map((each) => [typeof each === 'string' ? each : each.kind, positions])),
  );
  return root.findAll(anyKindQuery(some.flatMap(({ kinds }) => kinds))).filter((node) => {
    const { start, end } = extentOf(node);
    return containsInRange(byKind.get(node.kind()) ?? [], start, end);
  });
}

function containsInRange(sorted: readonly number[], from: number, to: number): boolean {
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
