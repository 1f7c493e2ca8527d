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
  readonly range: ReturnType<SyntaxNode['range']>;
  readonly node: SyntaxNode;
  readonly parent: Outline | undefined;
  readonly children: Outline[];
}

/** A kind of node, and what must stand in a text for it to be worth a question: rules with expressions take time. */
export interface Wanted {
  readonly query: Query;
  readonly where: RegExp;
}

/** The kind of what a parser does not understand, in all grammars. */
const ERROR = 'ERROR';

/**
 * The outermost nodes of the kinds, with those below them; and the first node of what the parser does not understand,
 * which is looked for on the same walk through the tree.
 */
export function outlineOf(
  root: SyntaxNode,
  text: string,
  wanted: readonly (string | Wanted)[],
): { readonly top: readonly Outline[]; readonly error: SyntaxNode | undefined } {
  const kinds = wanted.flatMap((each) => (typeof each === 'string' ? each : each.where.test(text) ? each.query : []));
  const top: Outline[] = [];
  let parent: Outline | undefined;
  // They come in document order, an outer one before those within it.
  let error: SyntaxNode | undefined;
  for (const node of root.findAll(anyOf([...kinds, ERROR]))) {
    const kind = node.kind();
    if (kind === ERROR) {
      error ??= node;
      continue;
    }
    const range = node.range();
    const { start, end } = range;
    while (parent && parent.end < end.index) parent = parent.parent;
    while (parent && parent.end <= start.index) parent = parent.parent;
    const outline: Outline = { kind, start: start.index, end: end.index, range, node, parent, children: [] };
    (parent?.children ?? top).push(outline);
    parent = outline;
  }
  return { top, error };
}

/** The innermost node of one of the kinds: this one, or one around it. */
export function enclosing(node: Outline | undefined, kinds: ReadonlySet<string>): Outline | undefined {
  let at = node;
  while (at && !kinds.has(at.kind)) at = at.parent;
  return at;
}
