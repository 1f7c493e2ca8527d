/**
 * Line breaking as Prettier and Biome do it at 100 columns: a construct stays on one line where it
 * fits, else its parts get a line each.
 */

import { indent } from '../text/index.ts';

/** The longest line that is printed, wherever it can be broken. */
export const lineWidth = 100;

/** A type expression that can be broken. */
export type TypeText =
  | string
  | { readonly generic: string; readonly args: readonly TypeText[] }
  /** Only as an argument: broken, its members stand one below the other. */
  | { readonly union: readonly string[] };

function flat(type: TypeText): string {
  if (typeof type === 'string') return type;
  if ('union' in type) return type.union.join(' | ');
  return `${type.generic}<${type.args.map(flat).join(', ')}>`;
}

/** `before`, the type and `after`, in one line or as many as it takes, indented by `depth` later. */
function typeLines(before: string, type: TypeText, after: string, depth = 0): readonly string[] {
  const line = before + flat(type) + after;
  if (depth + line.length <= lineWidth || typeof type === 'string') return [line];
  if ('union' in type) {
    const last = type.union.length - 1;
    return type.union.map((member, i) => `| ${member}${i < last ? '' : after}`);
  }
  const last = type.args.length - 1;
  return [
    `${before}${type.generic}<`,
    ...indent(type.args.map((arg, i) => typeLines('', arg, i < last ? ',' : '', depth + 2))),
    `>${after}`,
  ];
}

/**
 * `before { items } after` in one line, or each item in a line of its own.
 *
 * @param depth how many columns the lines will be indented
 */
export function braced(before: string, items: readonly string[], after: string, depth = 0): readonly string[] {
  const line = items.length === 0 ? `${before}{}${after}` : `${before}{ ${items.join(', ')} }${after}`;
  if (depth + line.length <= lineWidth) return [line];
  return [`${before}{`, ...indent(items.map((item) => itemLines(`${item},`, depth + 2))), `}${after}`];
}

/** An item in a line of its own; if it is a property that does not fit, the value goes below its key. */
function itemLines(item: string, depth: number): readonly string[] {
  const colon = item.indexOf(': ');
  if (depth + item.length <= lineWidth || colon < 0) return [item];
  return [item.slice(0, colon + 1), ...indent(item.slice(colon + 2))];
}

/** A parameter with a type, an initial value, or both. */
export interface Parameter {
  readonly name: string;
  readonly type?: TypeText;
  readonly initial?: string;
}

/** The head of a function: `head(parameters): returns {`. */
export function signature(head: string, parameters: readonly Parameter[], returns: TypeText): readonly string[] {
  const parts = parameters.map(({ name, type, initial }) => ({
    before: type === undefined ? name : `${name}: `,
    type: type ?? '',
    after: initial === undefined ? '' : ` = ${initial}`,
  }));
  const list = parts.map(({ before, type, after }) => before + flat(type) + after).join(', ');
  const line = `${head}(${list}): ${flat(returns)} {`;
  if (line.length <= lineWidth) return [line];
  if (parts.length === 0) return typeLines(`${head}(): `, returns, ' {');
  return [
    `${head}(`,
    ...indent(parts.map(({ before, type, after }) => typeLines(before, type, `${after},`, 2))),
    ...typeLines('): ', returns, ' {'),
  ];
}
