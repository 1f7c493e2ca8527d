import type { SyntaxNode } from '../parser.ts';
import { enclosing } from './outline.ts';
import type { Syntax } from './syntax.ts';

const branches: ReadonlySet<string> = new Set([
  'if_expression',
  'while_expression',
  'for_expression',
  'loop_expression',
  'match_arm',
  'try_expression',
  'binary_expression',
]);

/** How nearly all functions begin; the parser knows the names of the others. */
const NAME =
  /^(?:pub(?:\s*\([a-z]+\))?\s+)?(?:(?:const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*fn\s+((?:r#)?[\p{L}_][\p{L}\p{N}_]*)\s*[<(]/u;

const LOGICAL = /&&|[|][|]/;

/** `&&` borrows twice, too, and `||` begins a function: the parser knows. */
function isLogical(text: string, node: SyntaxNode): boolean {
  return LOGICAL.test(text) && /^(?:&&|[|][|])$/.test(node.field('operator')?.text() ?? '');
}

const OWNERS: ReadonlySet<string> = new Set(['impl_item', 'trait_item', 'function_item']);

/**
 * Cyclomatic complexity as rust-code-analysis counts it: one for each arm of a `match` and each `?`, too.
 * The body of a macro's call is no syntax tree; it counts nothing.
 */
export const rust: Syntax = {
  kinds: [
    'function_item',
    'closure_expression',
    'impl_item',
    'trait_item',
    'if_expression',
    'else_clause',
    'match_expression',
    'match_arm',
    'while_expression',
    'for_expression',
    'loop_expression',
    'try_expression',
    { kind: 'binary_expression', where: LOGICAL, is: isLogical },
    { kind: 'break_expression', where: /break '/, has: { kind: 'label' } },
    { kind: 'continue_expression', where: /continue '/, has: { kind: 'label' } },
  ],
  functions: new Set(['function_item']),
  apart: new Set(['function_item']),
  roles: {
    if_expression: 'if',
    else_clause: 'else',
    match_expression: 'structure',
    while_expression: 'structure',
    for_expression: 'structure',
    loop_expression: 'structure',
    binary_expression: 'logical',
    break_expression: 'jump',
    continue_expression: 'jump',
    function_item: 'nested',
    closure_expression: 'nested',
  },
  heads: {
    if_expression: ['condition'],
    match_expression: ['value'],
    while_expression: ['condition'],
    for_expression: ['pattern', 'value'],
  },
  paths: ({ kind }) => (branches.has(kind) ? 1 : 0),
  nameOf({ node, start, parent }, source) {
    const name = NAME.exec(source.slice(start, start + 200))?.[1] ?? node.field('name')?.text() ?? '';
    const owner = enclosing(parent, OWNERS);
    const type =
      owner?.kind === 'impl_item' ? owner.node.field('type') : owner?.kind === 'trait_item' ? owner.node.field('name') : null;
    return type ? `${type.text().split('<', 1)[0]}::${name}` : name;
  },
  operators: /&&|[|][|]/g,
  call: 'call_expression',
};
