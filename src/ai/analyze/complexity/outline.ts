/** Reduces a syntax tree to nodes of the requested kinds: functions, and what adds paths to them. */

import { anyKindQuery, type Query, type SyntaxNode } from '../parser.ts';

/** A node in a reduced syntax tree, which contains only nodes of the requested kinds. */
export interface Outline {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly node: SyntaxNode;
  readonly parent: Outline | undefined;
  readonly children: Outline[];
}

/** The kind of syntax errors in all grammars. */
const ERROR = 'ERROR';

/**
 * Builds the reduced tree of a syntax tree. The native parser selects the nodes, which is faster than a walk over all of them.
 *
 * @param selectors the kinds of nodes, and queries for nodes that their kind alone does not select
 * @returns the outermost selected nodes, and the first syntax error
 */
export function outlineOf(
  root: SyntaxNode,
  selectors: readonly (string | Query)[],
): { readonly top: readonly Outline[]; readonly error: SyntaxNode | undefined } {
  const top: Outline[] = [];
  /** The innermost node that is still open. */
  let open: Outline | undefined;
  let error: SyntaxNode | undefined;
  // Nodes come in document order, an outer one before those within it.
  for (const node of root.findAll(anyKindQuery([...selectors, ERROR]))) {
    const kind = node.kind();
    if (kind === ERROR) {
      error ??= node;
      continue;
    }
    const { start, end } = extentOf(node);
    while (open && open.end <= start) open = open.parent;
    const outline: Outline = { kind, start, end, node, parent: open, children: [] };
    (open?.children ?? top).push(outline);
    open = outline;
  }
  return { top, error };
}

/** Returns the start and end of a node, in UTF-16 units. */
function extentOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  // `replace` only describes an edit; nothing is applied. The edit carries just the two offsets, so it is cheaper to pass from the
  // native parser than `range()`, which has seven numbers.
  const { startPos, endPos } = node.replace('');
  return { start: startPos, end: endPos };
}

/** Returns the innermost node of one of the kinds: this node, or one around it. */
export function enclosingNode(node: Outline | undefined, kinds: readonly string[]): Outline | undefined {
  let candidate = node;
  while (candidate && !kinds.includes(candidate.kind)) candidate = candidate.parent;
  return candidate;
}
