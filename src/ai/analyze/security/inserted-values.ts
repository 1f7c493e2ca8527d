/**
 * Finds the values that an expression inserts into text: `name` in `"SELECT … WHERE name = '" + name + "'"`, in four languages.
 * Variables are not followed; a variable is only known to be harmless if the file assigns nothing but literals to it.
 */

import type { SyntaxNode } from '../parser.ts';

/** Literals, and the parts of string literals, which insert nothing. */
const LITERAL =
  /^(string_fragment|escape_sequence|string_start|string_content|string_end|number|integer|float|\w+_literal|true|false|null|none|None)$/;

/** Texts with the values of their parts. */
const COMPOSED = /^(string|template_string|concatenated_string)$/;

/** Expressions with the value of their first part. */
const WRAPPER = /^(parenthesized_expression|reference_expression|as_expression)$/;

const CONSTANT_NAME = /^[A-Z][A-Z0-9_]*$/;

const textOf = (node: SyntaxNode | null | undefined): string => node?.text() ?? '';

const namedChildren = (node: SyntaxNode | null | undefined): SyntaxNode[] =>
  node?.children().filter((child) => child.isNamed()) ?? [];

/** Returns the parts of an expression, without comments and the `mut` of Rust's `&mut`. */
const partsOf = (node: SyntaxNode): SyntaxNode[] =>
  namedChildren(node).filter((child) => !/comment|mutable_specifier/.test(child.kind()));

/**
 * Returns whether an expression is text with values in it, other than numbers, constants, quoted values and names of parameters.
 * A single variable is not: it usually holds what the user configured.
 */
export function hasInsertedValues(node: SyntaxNode, source: string): boolean {
  const expression = unwrap(node);
  const values = valuesOf(expression);
  return !(values.length === 1 && values[0] === expression) && values.some((value) => !isHarmless(value.text(), source));
}

/** Returns the expression in parentheses, references, type assertions and conversions, which insert nothing. */
function unwrap(node: SyntaxNode): SyntaxNode {
  const inner = WRAPPER.test(node.kind()) ? partsOf(node)[0] : convertedText(node);
  return inner ? unwrap(inner) : node;
}

/** Returns the text that a call converts: `format!(…).as_str()` in Rust, `text(…)` of SQLAlchemy. */
function convertedText(node: SyntaxNode): SyntaxNode | null | undefined {
  const callee = node.field('function');
  if (/^(as_str|to_string|to_owned|into|clone|as_ref)$/.test(textOf(callee?.field('field')))) return callee?.field('value');
  if (!/^(String::from|(sqlx::)?AssertSqlSafe|(sqlalchemy\.)?text)$/.test(textOf(callee))) return undefined;
  return namedChildren(node.field('arguments'))[0];
}

function valuesOf(expression: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(expression);
  switch (node.kind()) {
    case 'template_substitution':
    case 'interpolation':
      // `$${index}`, `:${name}` and `@${name}` build names of parameters.
      return /[$:@?]$/.test(textOf(node.prev())) ? [] : partsOf(node).slice(0, 1);
    case 'binary_expression':
    case 'binary_operator':
      return /^[+%]$/.test(textOf(node.field('operator'))) ? partsOf(node).flatMap(valuesOf) : [node];
    case 'call':
      return valuesOfPythonFormat(node);
    case 'macro_invocation':
      return valuesOfRustFormat(node);
    default:
      if (COMPOSED.test(node.kind())) return partsOf(node).flatMap(valuesOf);
      return LITERAL.test(node.kind()) ? [] : [node];
  }
}

/** Returns the arguments of `'…{}'.format(value)`. */
function valuesOfPythonFormat(node: SyntaxNode): readonly SyntaxNode[] {
  const callee = node.field('function');
  const isFormat = callee?.field('object')?.kind() === 'string' && textOf(callee.field('attribute')) === 'format';
  return isFormat ? namedChildren(node.field('arguments')) : [node];
}

/** Returns the arguments of `format!("… {name} … {}", value)`, unless all are constants. */
function valuesOfRustFormat(node: SyntaxNode): readonly SyntaxNode[] {
  const tree = node.children().find((child) => child.kind() === 'token_tree');
  const [template, ...values] = namedChildren(tree);
  if (!/^(std::)?format$/.test(textOf(node.field('macro'))) || !tree || !template) return [node];
  // `{{` is an escaped brace.
  const insertsName = /\{[a-z_]/.test(template.text().replaceAll('{{', ''));
  const insertsVariable = values.some((value) => !CONSTANT_NAME.test(value.text()));
  return insertsName || insertsVariable ? [tree] : [];
}

/** Returns whether inserted code is a number, a constant, a list of bind parameters, or a call of a quoting function. */
function isHarmless(code: string, source: string): boolean {
  const text = code.trim();
  return (
    // A constant, with its path. All these languages write constants in capitals.
    /^&?([\w$]+(\.|::))*[A-Z][A-Z0-9_]*$/.test(text) ||
    (/^[A-Za-z_]\w*$/.test(text) && isAssignedOnlyLiterals(text, source)) ||
    // Names of parameters: `ids.map((_, i) => '$' + i).join()`.
    /["'`]\s*[?$%:]/.test(text) ||
    // A length.
    /\.(length|len\(\))$/.test(text) ||
    // A number.
    /^(Number|parseInt|parseFloat|int|float|len)\(/.test(text) ||
    // A call of a function such as `quote_identifier(…)`.
    /(quote|escape|ident|place_?holder|sanitiz)/i.test(/^[^(]*\(/.exec(text)?.[0] ?? '') ||
    // A variable with names of parameters.
    /^(place_?holders?|marks)$/i.test(text)
  );
}

function isAssignedOnlyLiterals(name: string, source: string): boolean {
  const values = [...source.matchAll(new RegExp(`(?<![\\w$.])${name}\\s*(?::[^=\\n]{0,80})?=(?![=>])\\s*(.*)`, 'g'))];
  return values.length > 0 && values.every(([, value = '']) => /^((["'`])[^"'`{$]*\2|[\d.]+)\s*([;,)]\s*)?$/.test(value));
}
