import type { SyntaxNode } from '../parser.ts';
import type { ConditionalKind, Outline } from './outline.ts';
import type { Syntax } from './syntax.ts';

const functions = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
];

/** Each adds one path, as in ESLint's rule `complexity`, https://eslint.org/docs/latest/rules/complexity. */
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

const sharedKinds: readonly (string | ConditionalKind)[] = [
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
  // The name of a method includes that of its class.
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
  kinds: [...sharedKinds, 'field_definition'],
  functions: new Set(functions),
  excludedKinds: new Set([...functions, 'class_static_block', 'field_definition', 'public_field_definition']),
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
    ...sharedKinds,
    'public_field_definition',
    // In `call?.()` the token has no node kind of its own, unlike in JavaScript's grammar.
    { kind: 'call_expression', where: /[?][.]\s*(?:[(<]|\/[/*])/, has: { regex: '^[?][.]$' } },
    { kind: 'required_parameter, optional_parameter', where: /=/, has: { field: 'value', not: { kind: 'ERROR' } } },
  ],
};

const NAMED_FUNCTION = /(?:async\s+)?function(?:\s*\*\s*|\s+)([A-Za-z_$][\w$]*)\s*[(<]/y;

/** Text before a function that is assigned to a variable or is a first argument: on one line, so without a comment. */
const VARIABLE = /[^\w$.](?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*=[ \t]*$/;
const FIRST_ARGUMENT = /[!-#%-/:-@[-^`{-~\s]([A-Za-z_$][\w$]*)\($/;

/** Text before a function that is the value of a key of an object, or that follows arguments that are names or strings. */
const KEY = /[{,]\s*([A-Za-z_$][\w$]*):[ \t]*$/;
const LATER_ARGUMENT = /[!-#%-/:-@[-^`{-~\s]([A-Za-z_$][\w$]*)\((?:(?:'[^'\\\n]*'|"[^"\\\n]*"|[\w$.]+),[ \t]+)+$/;

/** Keywords. They may precede a parenthesis without a call, or cannot be names. */
const KEYWORDS =
  /^(?:if|for|while|switch|catch|with|return|typeof|await|void|delete|throw|yield|in|of|instanceof|case|new|else|do|default|extends|as|satisfies|is|keyof|async|function|super|import)$/;

/** Number of characters before a function that are examined. */
const PREFIX_LENGTH = 300;

/**
 * Returns the name of a function if the text shows it as reliably as the tree. Reading nodes from native code would take
 * longer.
 */
function nameInText(outline: Outline, source: string): string | undefined {
  const { kind, start, end } = outline;
  if (kind === 'method_definition') return methodNameOf(outline, source);
  if (kind !== 'arrow_function') {
    NAMED_FUNCTION.lastIndex = start;
    return NAMED_FUNCTION.exec(source)?.[1];
  }
  const before = source.slice(Math.max(0, start - PREFIX_LENGTH), start);
  const last = before.at(-1);
  const sign = last === ' ' ? before.at(-2) : last;
  if (sign === '=') return VARIABLE.exec(before)?.[1];
  if (sign === ':') return keyAtEnd(before);
  if ((last !== '(' && sign !== ',') || !/^\s*[,)]/.test(source.slice(end, end + PREFIX_LENGTH))) return undefined;
  const found = (last === '(' ? FIRST_ARGUMENT : LATER_ARGUMENT).exec(before);
  const called = found?.[1];
  // `new Set(…)` is not a call.
  if (called === undefined || /\bnew\b/.test(before)) return undefined;
  const isMember = before[found?.index ?? 0] === '.';
  return isMember || !KEYWORDS.test(called) ? `(callback of ${called})` : undefined;
}

const METHOD = /(?:(?:public|private|protected|static|override|async|get|set)\s+|\*\s*)*(#?[A-Za-z_$][\w$]*)\s*[<(]/y;

/** Returns the name of a method, with that of its class. */
function methodNameOf({ start, parent }: Outline, source: string): string | undefined {
  METHOD.lastIndex = start;
  const name = METHOD.exec(source)?.[1];
  if (name === undefined || parent?.kind !== CLASS) return name;
  // Arguments of a decorator are also within the class body, so the parser decides.
  if (source.includes('@')) return undefined;
  if (!owners.has(parent)) owners.set(parent, parent.node.parent()?.field('name')?.text());
  const owner = owners.get(parent);
  return owner === undefined ? name : `${owner}.${name}`;
}

/** Names of classes by their bodies: the parser is asked once for all methods of a class. */
const owners = new WeakMap<Outline, string | undefined>();

/** Returns the key at the end of a text, unless a comment may precede it. */
function keyAtEnd(before: string): string | undefined {
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
 * True if a binary expression is `&&`, `||` or `??`. These bind weakest: unless a bracket, string, comment or JSX precedes it,
 * such an operator is that of the whole expression. The parser is asked for the others; a rule for each node would be slower.
 */
function isLogical(text: string, node: SyntaxNode): boolean {
  const first = text.search(LOGICAL);
  if (first === -1) return false;
  const isPlain = !DELIMITER.test(text.slice(0, first)) && !NON_NULL.test(text);
  return isPlain || LOGICAL.test(node.field('operator')?.text() ?? '');
}

const LOGICAL = /&&|[|][|]|[?][?]/;
const DELIMITER = /[([{<'"`/|]/;
/** After TypeScript's `x![…]` the parser returns too short an expression. */
const NON_NULL = /[\w$)\]]!(?!=)/;
