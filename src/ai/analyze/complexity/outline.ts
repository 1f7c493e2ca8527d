import { anyKindQuery, type Query, type SyntaxNode } from '../parser.ts';

/** A node of a syntax tree that is reduced to the relevant kinds: the parser selects them, which is faster than a walk. */
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

/** Returns the outermost nodes of the kinds, with the nodes below them, and the first syntax error. */
export function outlineOf(
  root: SyntaxNode,
  kinds: readonly (string | Query)[],
): { readonly top: readonly Outline[]; readonly error: SyntaxNode | undefined } {
  const top: Outline[] = [];
  let parent: Outline | undefined;
  let error: SyntaxNode | undefined;
  // Nodes come in document order, an outer one before those within it.
  for (const node of root.findAll(anyKindQuery([...kinds, ERROR]))) {
    const kind = node.kind();
    if (kind === ERROR) {
      error ??= node;
      continue;
    }
    const { start, end } = extentOf(node);
    while (parent && (parent.end < end || parent.end <= start)) parent = parent.parent;
    const outline: Outline = { kind, start, end, node, parent, children: [] };
    (parent?.children ?? top).push(outline);
    parent = outline;
  }
  return { top, error };
}

/** Returns the start and end of a node, in UTF-16 units. An edit has two numbers; the seven of `range()` take longer to pass. */
function extentOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  const { startPos, endPos } = node.replace('');
  return { start: startPos, end: endPos };
}

/** Returns the innermost node of one of the kinds: this node, or one around it. */
export function enclosingNode(node: Outline | undefined, kinds: readonly string[]): Outline | undefined {
  let at = node;
  while (at && !kinds.includes(at.kind)) at = at.parent;
  return at;
}
