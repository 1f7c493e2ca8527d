import type { SyntaxNode } from '../parser.ts';
import { enclosingNode } from './outline.ts';
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

/** Matches the beginning of nearly all functions; for the others, the parser returns the name. */
const NAME =
  /^(?:pub(?:\s*\([a-z]+\))?\s+)?(?:(?:const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*fn\s+((?:r#)?[\p{L}_][\p{L}\p{N}_]*)\s*[<(]/u;

const LOGICAL = /&&|[|][|]/;

/** `&&` is also a double borrow, and `||` also begins a closure, so the parser decides. */
function isLogical(text: string, node: SyntaxNode): boolean {
  return LOGICAL.test(text) && /^(?:&&|[|][|])$/.test(node.field('operator')?.text() ?? '');
}

const OWNERS: ReadonlySet<string> = new Set(['impl_item', 'trait_item', 'function_item']);

/**
 * Cyclomatic complexity as rust-code-analysis counts it: each arm of a `match` and each `?` adds one, too.
 * The body of a macro call has no syntax tree, and adds nothing.
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
  excludedKinds: new Set(['function_item']),
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
    const owner = enclosingNode(parent, OWNERS);
    const type =
      owner?.kind === 'impl_item' ? owner.node.field('type') : owner?.kind === 'trait_item' ? owner.node.field('name') : null;
    return type ? `${type.text().split('<', 1)[0]}::${name}` : name;
  },
  operators: /&&|[|][|]/g,
  call: 'call_expression',
};
