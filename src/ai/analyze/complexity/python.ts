/** Describes how the complexity of functions in Python is measured. */

import { enclosingNode, type Outline } from './outline.ts';
import type { Syntax } from './syntax.ts';

const OWNERS = ['class_definition', 'function_definition'];

/** Kinds whose nodes all add a path. */
const branches = [
  'if_statement',
  'elif_clause',
  'conditional_expression',
  'for_statement',
  'while_statement',
  'except_clause',
  'for_in_clause',
  'boolean_operator',
  'assert_statement',
];

/** Cyclomatic complexity as radon counts it, https://radon.readthedocs.io/en/latest/intro.html#cyclomatic-complexity. */
export const python: Syntax = {
  kinds: [
    'function_definition',
    'class_definition',
    'if_statement',
    'elif_clause',
    'else_clause',
    'conditional_expression',
    'for_statement',
    'while_statement',
    'try_statement',
    'except_clause',
    'match_statement',
    'case_clause',
    'for_in_clause',
    'if_clause',
    'boolean_operator',
    'assert_statement',
  ],
  functions: ['function_definition'],
  excludedKinds: ['function_definition', 'class_definition', 'assert_statement'],
  paths(node, source) {
    switch (node.kind) {
      case 'else_clause':
        // The `else` of a loop or a `try` is a path of its own.
        return node.parent?.kind === 'if_statement' ? 0 : 1;
      case 'if_clause':
        // The guard of a `case` is not counted.
        return node.parent?.kind === 'case_clause' ? 0 : 1;
      case 'match_statement':
        return casesOf(node, source);
      default:
        return branches.includes(node.kind) ? 1 : 0;
    }
  },
  nameOf({ node, parent }) {
    const name = node.field('name')?.text() ?? '';
    const owner = enclosingNode(parent, OWNERS);
    return owner?.kind === 'class_definition' ? `${owner.node.field('name')?.text()}.${name}` : name;
  },
  // Default values are computed where the function is defined, outside of its body.
  startOf: (node) => node.field('body')?.range().start.index,
};

/** Returns the number of cases. A case that matches every value adds no path. */
function casesOf(match: Outline, source: string): number {
  const cases = match.children.filter(({ kind }) => kind === 'case_clause');
  const hasWildcard = cases.some(({ start, end }) => /^case\s+[A-Za-z_]\w*\s*(:|if\b)/.test(source.slice(start, end)));
  return cases.length - (hasWildcard ? 1 : 0);
}
