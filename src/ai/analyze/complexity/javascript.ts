/** Describes how the complexity of functions in JavaScript and TypeScript is measured: `if`, `case` and `&&` each add one path. */

import type { Query, SyntaxNode } from '../parser.ts';
import type { Syntax } from './syntax.ts';

const functions = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
];

/** Kinds whose nodes all add a path, as in ESLint's rule `complexity`, https://eslint.org/docs/latest/rules/complexity. */
const plainBranches = [
  'if_statement',
  'ternary_expression',
  'for_statement',
  'for_in_statement',
  'while_statement',
  'do_statement',
  'catch_clause',
  'switch_case',
  'assignment_pattern',
  'object_assignment_pattern',
  'optional_chain',
];

/** Kinds of which only some nodes add a path: those that the queries below select. */
const selectedBranches = [
  'binary_expression',
  'augmented_assignment_expression',
  'required_parameter',
  'optional_parameter',
  'call_expression',
];

const branches = [...plainBranches, ...selectedBranches];

/** The kinds that the grammars of JavaScript and TypeScript have in common. */
const commonKinds: readonly (string | Query)[] = [
  ...functions,
  ...plainBranches,
  'class_static_block',
  { kind: 'binary_expression', has: { field: 'operator', regex: '^(&&|[|][|]|[?][?])$' } },
  { kind: 'augmented_assignment_expression', has: { field: 'operator', regex: '^(&&|[|][|]|[?][?])=$' } },
];

export const javascript: Syntax = {
  kinds: [...commonKinds, 'field_definition'],
  functions,
  excludedKinds: [...functions, 'class_static_block', 'field_definition', 'public_field_definition'],
  paths: ({ kind }) => (branches.includes(kind) ? 1 : 0),
  nameOf: ({ node }) => nameOf(node),
};

const typescriptKinds: readonly (string | Query)[] = [
  'public_field_definition',
  // In `call?.()` the token has no node kind of its own, unlike in JavaScript's grammar.
  { kind: 'call_expression', has: { regex: '^[?][.]$' } },
  { kind: 'required_parameter, optional_parameter', has: { field: 'value', not: { kind: 'ERROR' } } },
];

/** TypeScript has its own kinds for parameters and fields. */
export const typescript: Syntax = { ...javascript, kinds: [...commonKinds, ...typescriptKinds] };

const ANONYMOUS = '(anonymous)';

/** The field of a node that holds the name of an unnamed function within it. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  variable_declarator: 'name',
  pair: 'key',
  assignment_expression: 'left',
  public_field_definition: 'name',
  field_definition: 'property',
};

function nameOf(node: SyntaxNode): string {
  const parent = node.parent();
  const name = node.field('name')?.text();
  if (!parent || name !== undefined) return withClass(parent, name ?? ANONYMOUS);
  if (parent.kind() === 'arguments') return callbackName(parent.parent());
  const field = NAME_FIELDS[parent.kind()];
  return field === undefined ? ANONYMOUS : withClass(parent.parent(), parent.field(field)?.text() ?? ANONYMOUS);
}

function callbackName(call: SyntaxNode | null): string {
  const callee = call?.field('function')?.text() ?? '';
  const called = callee.split(/[^\p{L}\p{N}_$]/u).at(-1);
  return called ? `(callback of ${called})` : ANONYMOUS;
}

/** Returns the name of a member of a class, with that of the class. */
function withClass(body: SyntaxNode | null | undefined, name: string): string {
  const owner = body?.kind() === 'class_body' ? body.parent()?.field('name')?.text() : undefined;
  return owner === undefined ? name : `${owner}.${name}`;
}
