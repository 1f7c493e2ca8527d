import { anyOf, extentOf, type Query, type SyntaxNode } from '../parser.ts';

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

/** A kind of node of which not all matter. */
export interface Wanted {
  readonly kind: string;
  /** What must stand in a text for it to be worth a question. */
  readonly where: RegExp;
  /** What the parser looks for in it: worth it for few nodes, as rules with expressions take time. */
  readonly has?: Query;
  /** Whether a node matters, by its text, or else by the node. */
  is?(text: string, node: SyntaxNode): boolean;
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
  const kinds: (string | Query)[] = [ERROR];
  const judged = new Map<string, Wanted>();
  for (const each of wanted) {
    if (typeof each === 'string') kinds.push(each);
    else if (each.where.test(text)) {
      kinds.push(each.has ? { kind: each.kind, has: each.has } : each.kind);
      if (each.is) judged.set(each.kind, each);
    }
  }
  const top: Outline[] = [];
  let parent: Outline | undefined;
  // They come in document order, an outer one before those within it.
  let error: SyntaxNode | undefined;
  for (const node of root.findAll(anyOf(kinds))) {
    const kind = node.kind();
    if (kind === ERROR) {
      error ??= node;
      continue;
    }
    const { start, end } = extentOf(node);
    if (judged.get(kind)?.is?.(text.slice(start, end), node) === false) continue;
    while (parent && parent.end < end) parent = parent.parent;
    while (parent && parent.end <= start) parent = parent.parent;
    const outline: Outline = { kind, start, end, node, parent, children: [] };
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
