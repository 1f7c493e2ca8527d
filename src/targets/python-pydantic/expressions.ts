/** Python expressions, with the line breaks of `ruff format`. */

import type { Lines } from '../text/index.ts';
import { lineWidth, surelyFits, tab } from './literals.ts';

/** A text that is never broken, items in brackets, or a union; a union must be within brackets. */
export type Expression = string | Bracketed | Union;

export interface Union {
  readonly types: readonly string[];
}

export interface Bracketed {
  /** The text before the items, including the opening bracket. */
  readonly open: string;
  readonly items: readonly Expression[];
  /** The closing bracket and the text after it. */
  readonly close: string;
}

/** `<callee>(<args>)` */
export function call(callee: string, ...args: readonly Expression[]): Bracketed {
  return { open: `${callee}(`, items: args, close: ')' };
}

/** `<name>[<items>]` */
export function subscript(name: string, ...items: readonly Expression[]): Bracketed {
  return { open: `${name}[`, items, close: ']' };
}

/** `<name>=<value>`, an argument of a call. */
export function keyword(name: string, value: Expression): Expression {
  return typeof value === 'object' && 'open' in value ? { ...value, open: `${name}=${value.open}` } : `${name}=${inline(value)}`;
}

/** Returns the expression on one line. */
export function inline(expression: Expression): string {
  if (typeof expression === 'string') return expression;
  if ('types' in expression) return expression.types.join(' | ');
  return expression.open + expression.items.map(inline).join(', ') + expression.close;
}

/**
 * Returns the lines of an expression: one line if it fits, otherwise one for each item. The trailing comma makes the formatter
 * keep this; a single item in square brackets has none, because a comma would make it a tuple.
 *
 * @param columns available columns of each line, including `prefix` and `suffix`
 */
export function layOut(prefix: string, expression: Expression, suffix: string, columns: number): string[] {
  const text = prefix + inline(expression) + suffix;
  if (typeof expression === 'string' || surelyFits(text, columns)) return [text];
  if ('types' in expression) {
    const lines = expression.types.map((type, i) => (i === 0 ? prefix + type : `| ${type}`));
    return lines.flatMap((line, i) => breakUnionType(i === lines.length - 1 ? line + suffix : line, columns));
  }
  const { open, items, close } = expression;
  const comma = items.length > 1 || /^[)}]/.test(close) ? ',' : '';
  const lines = [prefix + open];
  for (const item of items) for (const line of layOut('', item, comma, columns - tab.length)) lines.push(tab + line);
  lines.push(close + suffix);
  return lines;
}

/** Breaks a type of a union within its brackets if it is too long. */
function breakUnionType(line: string, columns: number): string[] {
  const [, open = '', inner = '', close = ''] = line.length <= columns ? [] : (/^([^[]*\[)(.*)(\],?)$/.exec(line) ?? []);
  if (open === '') return [line];
  const lines = (tab + inner).length <= columns ? [inner] : inner.split(/, (?=Tag\()/).map((item) => `${item},`);
  return [open, ...lines.map((innerLine) => tab + innerLine), close];
}

/** Returns the first line of a class, or several lines if the base classes are too long for one, as ruff formats them. */
export function classHeader(name: string, bases: readonly string[]): Lines {
  const line = `class ${name}(${bases.join(', ')}):`;
  if (line.length <= lineWidth) return line;
  const basesLine = tab + bases.join(', ');
  return [`class ${name}(`, basesLine.length <= lineWidth ? basesLine : bases.map((base) => `${tab}${base},`), '):'];
}
