/**
 * Line breaking as Prettier and Biome do it at 100 columns: a construct stays on one line if it fits, else each part gets its
 * own line.
 */

import type { Mark } from '../target.ts';
import { indent, indentLines, type Lines, marked } from '../text/index.ts';

/** Maximum width of a line; only lines that cannot be broken are longer. */
export const lineWidth = 100;

/** A union type, or a list of one. When it is broken, each member gets its own line. */
export interface UnionText {
  readonly union: readonly string[];
  readonly list?: boolean;
}

/** A type expression that can be broken. */
export type TypeText = string | { readonly generic: string; readonly args: readonly TypeText[] } | UnionText;

/** Prints a type on one line, however long. */
export function flatType(type: TypeText): string {
  if (typeof type === 'string') return type;
  if ('generic' in type) return `${type.generic}<${type.args.map(flatType).join(', ')}>`;
  const members = type.union.join(' | ');
  if (!type.list) return members;
  return type.union.length === 1 ? `${members}[]` : `(${members})[]`;
}

/** Prints `before`, the type and `after` on as many lines as needed; the caller indents them by `depth`. */
export function typeLines(before: string, type: TypeText, after: string, depth = 0): readonly string[] {
  const line = before + flatType(type) + after;
  if (depth + line.length <= lineWidth || typeof type === 'string') return [line];
  if ('generic' in type) {
    const lastIndex = type.args.length - 1;
    return [
      `${before}${type.generic}<`,
      ...indentLines(type.args.map((arg, i) => typeLines('', arg, i < lastIndex ? ',' : '', depth + 2))),
      `>${after}`,
    ];
  }
  if (type.union.length === 1) return [line];
  const members = type.union.map((member) => `| ${member}`);
  if (type.list) return [`${before}(`, ...indentLines(members), `)[]${after}`];
  const lines = [...members.slice(0, -1), `${members.at(-1)}${after}`];
  return before === '' ? lines : [before.trimEnd(), ...indentLines(lines)];
}

/** A call, or an argument that cannot be broken. */
export type CallText = string | { readonly call: string; readonly args: readonly CallText[] };

/** Prints `before`, the call and `after` on one line, or with each argument on its own line. */
export function callLines(before: string, call: CallText, after: string, depth = 0): readonly string[] {
  const line = before + flatCall(call) + after;
  if (depth + line.length <= lineWidth || typeof call === 'string' || call.args.length === 0) return [line];
  return [`${before}${call.call}(`, ...indentLines(call.args.map((arg) => callLines('', arg, ',', depth + 2))), `)${after}`];
}

/** Maximum length of a name for which a call with no other argument is not broken. */
const shortArgument = lineWidth / 4;

/** Prints `key: call,`. If it does not fit, a call with one short argument moves below its key, and others are broken. */
export function propertyLines(key: string, call: CallText, depth: number): readonly string[] {
  const line = `${key}: ${flatCall(call)},`;
  if (depth + line.length <= lineWidth || typeof call === 'string') return [line];
  if (!hasShortArgument(call)) return callLines(`${key}: `, call, ',', depth);
  return [`${key}:`, ...indentLines(callLines('', call, ',', depth + 2))];
}

/** Returns whether a line break would gain little, because the only argument of a call is a short name. */
function hasShortArgument({ args: [onlyArgument, ...otherArguments] }: Exclude<CallText, string>): boolean {
  return (
    otherArguments.length === 0 &&
    typeof onlyArgument === 'string' &&
    /^\w+$/.test(onlyArgument) &&
    onlyArgument.length <= shortArgument
  );
}

/** Prints a call on one line, however long. */
export function flatCall(call: CallText): string {
  if (typeof call === 'string') return call;
  const [firstArgument, ...otherArguments] = call.args;
  let args = firstArgument === undefined ? '' : flatCall(firstArgument);
  for (const argument of otherArguments) args += `, ${flatCall(argument)}`;
  return `${call.call}(${args})`;
}

/** Prints `left right`, with the right side on its own line if it does not fit. */
export function assignment(left: string, right: string): Lines {
  const line = `${left} ${right}`;
  return line.length <= lineWidth ? line : [left, indent(right)];
}

/** Prints a constant whose value is a call, which is broken or moved below the name if it does not fit. */
export function assignedCall(left: string, call: CallText): readonly string[] {
  const line = `${left} ${flatCall(call)};`;
  if (line.length <= lineWidth) return [line];
  const fits = typeof call !== 'string' && `${left} ${call.call}(`.length <= lineWidth;
  if (fits && !hasShortArgument(call)) return callLines(`${left} `, call, ';', 0);
  return [left, ...indentLines(callLines('', call, ';', 2))];
}

/** Prints an import of names, or of the whole module without names; an import of a single name is never broken. */
export function importLines(before: string, names: readonly string[], from: string): readonly string[] {
  if (names.length === 0) return [`${before} from ${from};`];
  return names.length === 1 ? [`${before}{ ${names[0]} } from ${from};`] : braced(before, names, ` from ${from};`);
}

/**
 * Prints `before { items } after` on one line, or with each item on its own line.
 *
 * @param depth how many columns the lines will be indented
 */
export function braced(before: string, items: readonly string[], after: string, depth = 0): readonly string[] {
  const line = items.length === 0 ? `${before}{}${after}` : `${before}{ ${items.join(', ')} }${after}`;
  if (depth + line.length <= lineWidth) return [line];
  const lines = [`${before}{`];
  for (const item of items) {
    const itemLine = `  ${item},`;
    if (depth + itemLine.length <= lineWidth) lines.push(itemLine);
    else lines.push(...indentLines(itemLines(`${item},`, depth + 2)));
  }
  lines.push(`}${after}`);
  return lines;
}

const shortKey = 4;

/** Prints an item on its own line; the value of a property that does not fit moves below its key. */
function itemLines(item: string, depth: number): readonly string[] {
  const colon = item.indexOf(': ');
  if (depth + item.length <= lineWidth || colon < 0) return [item];
  // A string below such a short key would gain too little room.
  if (colon <= shortKey && /^['"]/.test(item.slice(colon + 2))) return [item];
  return [item.slice(0, colon + 1), ...indentLines(item.slice(colon + 2))];
}

/** A parameter with a type, an initial value, or both, and the mark of its lines. */
export interface Parameter {
  readonly name: string;
  readonly type?: TypeText;
  readonly initial?: string;
  readonly mark?: Mark;
}

/** Prints the head of a function: `head(parameters): returns {`. */
export function signature(head: string, parameters: readonly Parameter[], returns: TypeText): Lines {
  if (parameters.length === 0) return typeLines(`${head}(): `, returns, ' {');
  const parts = parameters.map(({ name, type, initial, mark }) => ({
    before: type === undefined ? name : `${name}: `,
    type: type ?? '',
    after: initial === undefined ? '' : ` = ${initial}`,
    mark,
  }));
  const list = parts.map(({ before, type, after }) => before + flatType(type) + after).join(', ');
  const line = `${head}(${list}): ${flatType(returns)} {`;
  if (line.length <= lineWidth) return [line];
  const lines = parts.map(({ before, type, after, mark }) => {
    const parameterLines = typeLines(before, type, `${after},`, 2);
    return mark ? marked(mark, parameterLines) : parameterLines;
  });
  return [`${head}(`, indent(lines), ...typeLines('): ', returns, ' {')];
}
