import { enclosingNode } from './outline.ts';
import type { Syntax } from './syntax.ts';

const branches = [
  'if_expression',
  'while_expression',
  'for_expression',
  'loop_expression',
  'match_arm',
  'try_expression',
  'binary_expression',
];

const OWNERS = ['impl_item', 'trait_item', 'function_item'];

/**
 * Cyclomatic complexity as rust-code-analysis counts it: each arm of a `match` and each `?` adds one, too.
 * The body of a macro call has no syntax tree, and adds nothing.
 */
export const rust: Syntax = {
  kinds: [
    'function_item',
    'impl_item',
    'trait_item',
    'if_expression',
    'match_arm',
    'while_expression',
    'for_expression',
    'loop_expression',
    'try_expression',
    { kind: 'binary_expression', has: { field: 'operator', regex: '^(&&|[|][|])$' } },
  ],
  functions: ['function_item'],
  excludedKinds: ['function_item'],
  paths: ({ kind }) => (branches.includes(kind) ? 1 : 0),
  nameOf({ node, parent }) {
    const name = node.field('name')?.text() ?? '';
    const owner = enclosingNode(parent, OWNERS);
    const type =
      owner?.kind === 'impl_item' ? owner.node.field('type') : owner?.kind === 'trait_item' ? owner.node.field('name') : null;
    return type ? `${type.text().split('<', 1)[0]}::${name}` : name;
  },
};
