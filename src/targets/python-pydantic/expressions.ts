/** Expressions, broken into lines where `ruff format` breaks them. */

import type { Lines } from '../text/index.ts';
import { lineWidth, surelyFits } from './literals.ts';

const tab = '    ';

/** Text that stays on its line, brackets around items, or a union; a union stands in brackets. */
export type Expression = string | Bracketed | Union;

export interface Union {
  readonly types: readonly string[];
}

export interface Bracketed {
  /** What stands in front of the items, with the bracket. */
  readonly open: string;
  readonly items: readonly Expression[];
  /** The closing bracket, and what follows it. */
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

/** The expression on one line. */
export function inline(expression: Expression): string {
  if (typeof expression === 'string') return expression;
  if ('types' in expression) return expression.types.join(' | ');
  return expression.open + expression.items.map(inline).join(', ') + expression.close;
}

/**
 * The lines of an expression: one if it fits, else one an item. The comma behind the last item makes the
 * formatter keep it so; an only item in square brackets has none, because that would make it a tuple.
 *
 * @param columns that there are for each line, with `prefix` and `suffix`
 */
export function layOut(prefix: string, expression: Expression, suffix: string, columns: number): string[] {
  const whole = prefix + inline(expression) + suffix;
  if (typeof expression === 'string' || surelyFits(whole, columns)) return [whole];
  if ('types' in expression) {
    const [first, ...others] = expression.types;
    const lines = [prefix + first, ...others.map((type) => `| ${type}`)];
    return lines.flatMap((line, i) => broken(i === lines.length - 1 ? line + suffix : line, columns));
  }
  const { open, items, close } = expression;
  const comma = items.length > 1 || /^[)}]/.test(close) ? ',' : '';
  const lines = [prefix + open];
  for (const item of items) for (const line of layOut('', item, comma, columns - tab.length)) lines.push(tab + line);
  lines.push(close + suffix);
  return lines;
}

/** A type of a union, broken within its brackets where it is too long. */
function broken(line: string, columns: number): string[] {
  const [, open = '', inner = '', close = ''] = line.length <= columns ? [] : (/^([^[]*\[)(.*)(\],?)$/.exec(line) ?? []);
  if (open === '') return [line];
  const lines = (tab + inner).length <= columns ? [inner] : inner.split(/, (?=Tag\()/).map((item) => `${item},`);
  return [open, ...lines.map((one) => tab + one), close];
}

/** The first lines of a class. */
export function classHeader(name: string, bases: readonly string[]): Lines {
  const line = `class ${name}(${bases.join(', ')}):`;
  if (line.length <= lineWidth) return line;
  const within = tab + bases.join(', ');
  return [`class ${name}(`, within.length <= lineWidth ? within : bases.map((base) => `${tab}${base},`), '):'];
}
