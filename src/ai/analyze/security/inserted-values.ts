/** Finds the values that an expression inserts into text, in four languages. Variables are not followed. */

import type { SyntaxNode } from '../parser.ts';

/** Literals, and the parts of string literals, which insert nothing. */
const LITERAL =
  /^(string_fragment|escape_sequence|string_start|string_content|string_end|string_literal|raw_string_literal|char_literal|number|integer|float|\w+_literal|true|false|null|none|None)$/;

/** Expressions with the values of their parts. */
const TRANSPARENT = /^(string|template_string|concatenated_string|parenthesized_expression|reference_expression|as_expression)$/;

/**
 * True if an expression is text with values in it, other than numbers, constants, quoted values and names of parameters. A
 * single variable is not: it usually holds what the user configured.
 */
export function hasInsertedValues(node: SyntaxNode, source: string): boolean {
  const values = valuesOf(node);
  return !(values.length === 1 && values[0] === node) && values.some((value) => !isHarmless(value.text(), source));
}

const namedChildren = (node: SyntaxNode | null | undefined): SyntaxNode[] =>
  node?.children().filter((each) => each.isNamed()) ?? [];

function valuesOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children = namedChildren(node).filter((each) => !/comment|mutable_specifier/.test(each.kind()));
  switch (node.kind()) {
    case 'template_substitution':
    case 'interpolation':
      // `$${index}`, `:${name}` and `@${name}` build names of parameters.
      return /[$:@?]$/.test(textOf(node.prev())) ? [] : children.slice(0, 1);
    case 'binary_expression':
    case 'binary_operator':
      return /^[+%]$/.test(textOf(node.field('operator'))) ? children.flatMap(valuesOf) : [node];
    case 'call':
    case 'call_expression':
      return valuesOfCall(node);
    case 'macro_invocation':
      return valuesOfFormat(node);
    default:
      if (TRANSPARENT.test(node.kind())) return children.flatMap(valuesOf);
      return LITERAL.test(node.kind()) ? [] : [node];
  }
}

/** `'…{}'.format(value)` in Python, `format!(…).as_str()` in Rust. */
function valuesOfCall(node: SyntaxNode): readonly SyntaxNode[] {
  const callee = node.field('function');
  if (!callee) return [node];
  const receiver = callee.field('object') ?? callee.field('value');
  const name = (callee.field('attribute') ?? callee.field('field') ?? callee).text();
  const values = namedChildren(node.field('arguments'));
  if (receiver?.kind() === 'string' && name === 'format') return values;
  if (receiver && /^(as_str|to_string|to_owned|into|clone|as_ref)$/.test(name)) return valuesOf(receiver);
  const [first] = values;
  return first && /^(String::from|(sqlx::)?AssertSqlSafe|(sqlalchemy\.)?text)$/.test(name) ? valuesOf(first) : [node];
}

const textOf = (node: SyntaxNode | null): string => node?.text() ?? '';

/** `format!("… {name} … {}", value)` in Rust. Names in capitals are those of constants. */
function valuesOfFormat(node: SyntaxNode): readonly SyntaxNode[] {
  const tree = node.children().find((each) => each.kind() === 'token_tree');
  const [template, ...values] = namedChildren(tree);
  if (!/^(std::)?format$/.test(textOf(node.field('macro'))) || !template) return [node];
  const isInserted = [...template.text().matchAll(/(?<!\{)\{([a-z_]\w*)/g)].length > 0 || values.length > 0;
  const areConstants = values.every((value) => /^[A-Z][A-Z0-9_]*$/.test(value.text()));
  return isInserted && !(values.length > 0 && areConstants) ? [tree as SyntaxNode] : [];
}

/** Returns whether inserted code is a number, a constant, a list of bind parameters, or a call of a quoting function. */
function isHarmless(code: string, source: string): boolean {
  const text = code.trim();
  return (
    // All these languages write constants in capitals.
    /^&?([\w$]+(\.|::))*[A-Z][A-Z0-9_]*$/.test(text) ||
    (/^[A-Za-z_]\w*$/.test(text) && isFixed(text, source)) ||
    /["'`]\s*[?$%:]/.test(text) ||
    /\.(length|len\(\))$/.test(text) ||
    /^(Number|parseInt|parseFloat|int|float|len)\(/.test(text) ||
    /(quote|escape|ident|place_?holder|sanitiz)/i.test(/^[^(]*\(/.exec(text)?.[0] ?? '') ||
    /^(place_?holders?|marks)$/i.test(text)
  );
}

/** Returns whether a file assigns only literals to a name. */
function isFixed(name: string, source: string): boolean {
  const values = [...source.matchAll(new RegExp(`(?<![\\w$.])${name}\\s*(?::[^=\\n]{0,80})?=(?![=>])\\s*(.*)`, 'g'))];
  return (
    values.length > 0 &&
    values.every(([, value = '']) => /^(["'`])[^"'`{$]*\1\s*(?:[;,)]\s*)?$|^[\d.]+\s*(?:[;,)]\s*)?$/.test(value))
  );
}
