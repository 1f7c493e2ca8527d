import { anyKindQuery, extentOf, type Query, type SyntaxNode } from '../parser.ts';

/**
 * A node of a syntax tree that is reduced to the relevant kinds. Each node that comes from native code takes time, so
 * the parser selects them.
 */
export interface Outline {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly node: SyntaxNode;
  readonly parent: Outline | undefined;
  readonly children: Outline[];
}

/** A kind of which only some nodes are relevant. */
export interface ConditionalKind {
  readonly kind: string;
  /** A text without a match is not searched for this kind. */
  readonly where: RegExp;
  /** A query for the parser. Useful for rare nodes only, because rules with expressions are slow. */
  readonly has?: Query;
  /** Decides by the text of a node, or else by the node, whether it is relevant. */
  is?(text: string, node: SyntaxNode): boolean;
}

/** The kind of syntax errors in all grammars. */
const ERROR = 'ERROR';

/**
 * Returns the outermost nodes of the kinds, with the nodes below them, and the first syntax error. One walk through the
 * tree finds both.
 */
export function outlineOf(
  root: SyntaxNode,
  text: string,
  wanted: readonly (string | ConditionalKind)[],
): { readonly top: readonly Outline[]; readonly error: SyntaxNode | undefined } {
  const kinds: (string | Query)[] = [ERROR];
  const judged = new Map<string, ConditionalKind>();
  for (const each of wanted) {
    if (typeof each === 'string') kinds.push(each);
    else if (each.where.test(text)) {
      kinds.push(each.has ? { kind: each.kind, has: each.has } : each.kind);
      if (each.is) judged.set(each.kind, each);
    }
  }
  const top: Outline[] = [];
  let parent: Outline | undefined;
  // Nodes come in document order, an outer one before those within it.
  let error: SyntaxNode | undefined;
  for (const node of root.findAll(anyKindQuery(kinds))) {
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

/** Returns the innermost node of one of the kinds: this node, or one around it. */
export function enclosingNode(node: Outline | undefined, kinds: ReadonlySet<string>): Outline | undefined {
  let at = node;
  while (at && !kinds.has(at.kind)) at = at.parent;
  return at;
}
