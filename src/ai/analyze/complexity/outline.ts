import type { Query, SyntaxNode } from '../parser.ts';
import { anyOf } from '../parser.ts';

/**
 * A syntax tree reduced to the nodes that matter. Each node that crosses over from native code costs time, so the
 * parser picks them.
 */
export interface Outline {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly node: SyntaxNode;
  readonly parent: Outline | undefined;
  readonly children: Outline[];
}

/** A kind of node, and what must stand in a text for it to be worth a question: rules with expressions take time. */
export interface Wanted {
  readonly query: Query;
  readonly where: string;
}

/** The outermost nodes of the kinds, with those below them. */
export function outlineOf(root: SyntaxNode, text: string, wanted: readonly (string | Wanted)[]): readonly Outline[] {
  const kinds = wanted.flatMap((each) => (typeof each === 'string' ? each : text.includes(each.where) ? each.query : []));
  const top: Outline[] = [];
  let parent: Outline | undefined;
  // They come in document order, an outer one before those within it.
  for (const node of root.findAll(anyOf(kinds))) {
    const { start, end } = node.range();
    while (parent && parent.end < end.index) parent = parent.parent;
    while (parent && parent.end <= start.index) parent = parent.parent;
    const outline: Outline = { kind: node.kind(), start: start.index, end: end.index, node, parent, children: [] };
    (parent?.children ?? top).push(outline);
    parent = outline;
  }
  return top;
}
