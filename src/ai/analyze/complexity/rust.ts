/** Describes how the complexity of functions in Rust is measured. */

import type { SyntaxNode } from '../parser.ts';
import { enclosingNode, type Outline } from './outline.ts';
import type { Syntax } from './syntax.ts';

/** Kinds whose nodes all add a path. */
const plainBranches = ['if_expression', 'while_expression', 'for_expression', 'loop_expression', 'match_arm', 'try_expression'];

/** Kinds that a function may be in. Only the first two give it a type; a function within a function has none. */
const OWNERS = ['impl_item', 'trait_item', 'function_item'];

/**
 * Cyclomatic complexity as rust-code-analysis counts it: each arm of a `match` and each `?` adds one, too.
 * The body of a macro call has no syntax tree, and adds nothing.
 */
export const rust: Syntax = {
  kinds: [...OWNERS, ...plainBranches, { kind: 'binary_expression', has: { field: 'operator', regex: '^(&&|[|][|])$' } }],
  functions: ['function_item'],
  excludedKinds: ['function_item'],
  paths: ({ kind }) => (plainBranches.includes(kind) || kind === 'binary_expression' ? 1 : 0),
  nameOf({ node, parent }) {
    const name = node.field('name')?.text() ?? '';
    const type = typeOf(enclosingNode(parent, OWNERS));
    return type ? `${type.text().split('<', 1)[0]}::${name}` : name;
  },
};

/** Returns the type of an `impl`, or the name of a trait. */
function typeOf(owner: Outline | undefined): SyntaxNode | null {
  if (owner?.kind === 'impl_item') return owner.node.field('type');
  if (owner?.kind === 'trait_item') return owner.node.field('name');
  return null;
}
