import { anyOf, type SyntaxNode } from '../parser.ts';

/** Where an expression matches in a text, in order. */
export function positionsOf(text: string, form: RegExp): readonly number[] {
  return [...text.matchAll(form)].map((match) => match.index);
}

/**
 * The nodes of the kinds that have one of the positions in them. Mostly there is none, and the tree is not even asked:
 * each node that crosses over from native code costs time.
 */
export function nodesAt(root: SyntaxNode, positions: readonly number[], kinds: readonly string[]): readonly SyntaxNode[] {
  if (positions.length === 0) return [];
  return root.findAll(anyOf(kinds)).filter((node) => {
    const { start, end } = node.range();
    return hasBetween(positions, start.index, end.index);
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
