import type { SyntaxNode } from '../parser.ts';
import type { Outline, Wanted } from './outline.ts';
import type { Syntax } from './syntax.ts';

const functions = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
];

/** One more path each, as ESLint's rule `complexity` counts them, https://eslint.org/docs/latest/rules/complexity. */
const branches = [
  'if_statement',
  'ternary_expression',
  'for_statement',
  'for_in_statement',
  'while_statement',
  'do_statement',
  'catch_clause',
  'switch_case',
  'binary_expression',
  'augmented_assignment_expression',
  'assignment_pattern',
  'object_assignment_pattern',
  'required_parameter',
  'optional_parameter',
  'optional_chain',
  'call_expression',
];

const CLASS = 'class_body';

const shared: readonly (string | Wanted)[] = [
  ...functions,
  'if_statement',
  'else_clause',
  'ternary_expression',
  'for_statement',
  'for_in_statement',
  'while_statement',
  'do_statement',
  'catch_clause',
  'switch_statement',
  'switch_case',
  'class_static_block',
  'assignment_pattern',
  'object_assignment_pattern',
  'optional_chain',
  // The name of a method has that of its class.
  CLASS,
  { kind: 'binary_expression', where: /&&|[|][|]|[?][?]/, is: isLogical },
  {
    kind: 'augmented_assignment_expression',
    where: /(?:&&|[|][|]|[?][?])=/,
    has: { field: 'operator', regex: '^(&&|[|][|]|[?][?])=$' },
  },
  { kind: 'break_statement', where: /break /, has: { kind: 'statement_identifier' } },
  { kind: 'continue_statement', where: /continue /, has: { kind: 'statement_identifier' } },
];

const isBranch: ReadonlySet<string> = new Set(branches);

const javascriptSyntax: Syntax = {
  kinds: [...shared, 'field_definition'],
  functions: new Set(functions),
  apart: new Set([...functions, 'class_static_block', 'field_definition', 'public_field_definition']),
  roles: {
    if_statement: 'if',
    else_clause: 'else',
    ternary_expression: 'structure',
    for_statement: 'structure',
    for_in_statement: 'structure',
    while_statement: 'structure',
    do_statement: 'structure',
    catch_clause: 'structure',
    switch_statement: 'structure',
    binary_expression: 'logical',
    break_statement: 'jump',
    continue_statement: 'jump',
    ...Object.fromEntries(functions.map((kind) => [kind, 'nested' as const])),
  },
  heads: {
    if_statement: ['condition'],
    ternary_expression: ['condition'],
    for_statement: ['initializer', 'condition', 'increment'],
    for_in_statement: ['left', 'right', 'value'],
    while_statement: ['condition'],
    do_statement: ['condition'],
    catch_clause: ['parameter'],
    switch_statement: ['value'],
  },
  paths: ({ kind }) => (isBranch.has(kind) ? 1 : 0),
  nameOf: (outline, source, isSound) => (isSound ? nameInText(outline, source) : undefined) ?? nameOf(outline.node),
  operators: /&&|[|][|]|[?][?]/g,
  call: 'call_expression',
};

export const javascript: Syntax = javascriptSyntax;

/** TypeScript has its own kinds for parameters and fields. */
export const typescript: Syntax = {
  ...javascriptSyntax,
  kinds: [
    ...shared,
    'public_field_definition',
    // In `call?.()` the sign is no node of a kind of its own, as it is in JavaScript's grammar.
    { kind: 'call_expression', where: /[?][.]\s*(?:[(<]|\/[/*])/, has: { regex: '^[?][.]$' } },
    { kind: 'required_parameter, optional_parameter', where: /=/, has: { field: 'value', not: { kind: 'ERROR' } } },
  ],
};

const NAMED = /(?:async\s+)?function(?:\s*\*\s*|\s+)([A-Za-z_$][\w$]*)\s*[(<]/y;

/** What stands before a function that is a variable's, or the first argument of a call: on the same line, so no comment. */
const VARIABLE = /[^\w$.](?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*=[ \t]*$/;
const CALLED = /[!-#%-/:-@[-^`{-~\s]([A-Za-z_$][\w$]*)\($/;

/** What stands before one that is the value of a key of an object, or that follows arguments that are names or texts. */
const KEY = /[{,]\s*([A-Za-z_$][\w$]*):[ \t]*$/;
const FOLLOWING = /[!-#%-/:-@[-^`{-~\s]([A-Za-z_$][\w$]*)\((?:(?:'[^'\\\n]*'|"[^"\\\n]*"|[\w$.]+),[ \t]+)+$/;

/** What stands before a bracket, too, and is called nowhere; and what is no name. */
const WORDS =
  /^(?:if|for|while|switch|catch|with|return|typeof|await|void|delete|throw|yield|in|of|instanceof|case|new|else|do|default|extends|as|satisfies|is|keyof|async|function|super|import)$/;

/** So many characters before a function are looked at. */
const BEFORE = 300;

/**
 * The name of a function where the text tells it as well as the tree does: each node that is asked for it crosses over from
 * native code, which takes longer.
 */
function nameInText(outline: Outline, source: string): string | undefined {
  const { kind, start, end } = outline;
  if (kind === 'method_definition') return methodIn(outline, source);
  if (kind !== 'arrow_function') {
    NAMED.lastIndex = start;
    return NAMED.exec(source)?.[1];
  }
  const before = source.slice(Math.max(0, start - BEFORE), start);
  const last = before.at(-1);
  const sign = last === ' ' ? before.at(-2) : last;
  if (sign === '=') return VARIABLE.exec(before)?.[1];
  if (sign === ':') return keyIn(before);
  if ((last !== '(' && sign !== ',') || !/^\s*[,)]/.test(source.slice(end, end + BEFORE))) return undefined;
  const found = (last === '(' ? CALLED : FOLLOWING).exec(before);
  const called = found?.[1];
  // `new Set(…)` calls nothing.
  if (called === undefined || /\bnew\b/.test(before)) return undefined;
  const isMember = before[found?.index ?? 0] === '.';
  return isMember || !WORDS.test(called) ? `(callback of ${called})` : undefined;
}

const METHOD = /(?:(?:public|private|protected|static|override|async|get|set)\s+|\*\s*)*(#?[A-Za-z_$][\w$]*)\s*[<(]/y;

/** The name of a method, with that of its class. */
function methodIn({ start, parent }: Outline, source: string): string | undefined {
  METHOD.lastIndex = start;
  const name = METHOD.exec(source)?.[1];
  if (name === undefined || parent?.kind !== CLASS) return name;
  // What a decorator is given stands in the class, too.
  if (source.includes('@')) return undefined;
  if (!owners.has(parent)) owners.set(parent, parent.node.parent()?.field('name')?.text());
  const owner = owners.get(parent);
  return owner === undefined ? name : `${owner}.${name}`;
}

/** The names of classes by their bodies: one question for all methods. */
const owners = new WeakMap<Outline, string | undefined>();

/** The key that a text ends with, unless a comment may stand before it. */
function keyIn(before: string): string | undefined {
  const found = KEY.exec(before);
  const line = found && before.slice(before.lastIndexOf('\n', found.index) + 1, found.index);
  return line?.includes('/') === false ? found?.[1] : undefined;
}

function nameOf(node: SyntaxNode): string {
  const name = node.field('name')?.text();
  const parent = node.parent();
  if (node.kind() === 'method_definition') {
    const owner = parent?.kind() === 'class_body' ? parent.parent()?.field('name')?.text() : undefined;
    return owner === undefined ? (name ?? '') : `${owner}.${name}`;
  }
  if (name !== undefined) return name;
  switch (parent?.kind()) {
    case 'variable_declarator':
      return parent.field('name')?.text() ?? ANONYMOUS;
    case 'pair':
      return parent.field('key')?.text() ?? ANONYMOUS;
    case 'assignment_expression':
      return parent.field('left')?.text() ?? ANONYMOUS;
    case 'public_field_definition':
    case 'field_definition': {
      const owner = parent.parent()?.parent()?.field('name')?.text();
      const field = (parent.field('name') ?? parent.field('property'))?.text() ?? ANONYMOUS;
      return owner === undefined ? field : `${owner}.${field}`;
    }
    case 'arguments': {
      const callee = parent.parent()?.field('function')?.text() ?? '';
      const called = /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(callee)?.[0];
      return called === undefined ? ANONYMOUS : `(callback of ${called})`;
    }
    default:
      return ANONYMOUS;
  }
}

const ANONYMOUS = '(anonymous)';

/**
 * Whether a binary expression is `&&`, `||` or `??`. Nothing binds less, so an operator that no bracket, text, comment or JSX may
 * stand around is that of the whole. The parser is asked of the others: a rule that has it look at each of them takes longer.
 */
function isLogical(text: string, node: SyntaxNode): boolean {
  const first = text.search(LOGICAL);
  if (first === -1) return false;
  const isPlain = !AROUND.test(text.slice(0, first)) && !NON_NULL.test(text);
  return isPlain || LOGICAL.test(node.field('operator')?.text() ?? '');
}

const LOGICAL = /&&|[|][|]|[?][?]/;
const AROUND = /[([{<'"`/|]/;
/** After TypeScript's `x![…]` the parser takes less together than it should. */
const NON_NULL = /[\w$)\]]!(?!=)/;
