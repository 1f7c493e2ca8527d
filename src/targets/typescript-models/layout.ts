/**
 * Line breaking as Prettier and Biome do it at 100 columns: a construct stays on one line where it
 * fits, else its parts get a line each.
 */

import type { Mark } from '../target.ts';
import { indent, indentLines, type Lines, marked } from '../text/index.ts';

/** The longest line that is printed, wherever it can be broken. */
export const lineWidth = 100;

/** One of several types, or a list of them. Broken, its members stand one below the other. */
export interface UnionText {
  readonly union: readonly string[];
  readonly list?: boolean;
}

/** A type expression that can be broken. */
export type TypeText = string | { readonly generic: string; readonly args: readonly TypeText[] } | UnionText;

/** A type on one line, however long. */
export function flatType(type: TypeText): string {
  if (typeof type === 'string') return type;
  if ('generic' in type) return `${type.generic}<${type.args.map(flatType).join(', ')}>`;
  const members = type.union.join(' | ');
  if (!type.list) return members;
  return type.union.length === 1 ? `${members}[]` : `(${members})[]`;
}

/** `before`, the type and `after`, in one line or as many as it takes, indented by `depth` later. */
export function typeLines(before: string, type: TypeText, after: string, depth = 0): readonly string[] {
  const line = before + flatType(type) + after;
  if (depth + line.length <= lineWidth || typeof type === 'string') return [line];
  if ('generic' in type) {
    const last = type.args.length - 1;
    return [
      `${before}${type.generic}<`,
      ...indentLines(type.args.map((arg, i) => typeLines('', arg, i < last ? ',' : '', depth + 2))),
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

/** `before`, the call and `after`, in one line or with each argument in a line of its own. */
export function callLines(before: string, text: CallText, after: string, depth = 0): readonly string[] {
  const line = before + flatCall(text) + after;
  if (depth + line.length <= lineWidth || typeof text === 'string' || text.args.length === 0) return [line];
  return [`${before}${text.call}(`, ...indentLines(text.args.map((arg) => callLines('', arg, ',', depth + 2))), `)${after}`];
}

/** The longest name that is no reason to break the call which it is the only argument of. */
const shortArgument = lineWidth / 4;

/** `key: call,` Where it does not fit, a call that would gain little by being broken goes below its key. */
export function propertyLines(key: string, text: CallText, depth = 0): readonly string[] {
  const line = `${key}: ${flatCall(text)},`;
  if (depth + line.length <= lineWidth || typeof text === 'string') return [line];
  const [only, ...others] = text.args;
  const isShort = others.length === 0 && typeof only === 'string' && /^\w+$/.test(only) && only.length <= shortArgument;
  if (!isShort) return callLines(`${key}: `, text, ',', depth);
  return [`${key}:`, ...indentLines(callLines('', text, ',', depth + 2))];
}

/** A call on one line, however long. */
export function flatCall(text: CallText): string {
  if (typeof text === 'string') return text;
  const [first, ...others] = text.args;
  let args = first === undefined ? '' : flatCall(first);
  for (const other of others) args += `, ${flatCall(other)}`;
  return `${text.call}(${args})`;
}

/** `left right`, with what is on the right in a line of its own where it does not fit. */
export function assignment(left: string, right: string, depth = 0): Lines {
  const line = `${left} ${right}`;
  return depth + line.length <= lineWidth ? line : [left, indent(right)];
}

/** A constant that is a call: what does not fit behind its name goes below it. */
export function assignedCall(left: string, text: CallText, depth = 0): readonly string[] {
  const head = typeof text === 'string' ? '' : `${left} ${text.call}(`;
  if (depth + head.length <= lineWidth) return callLines(`${left} `, text, ';', depth);
  return [left, ...indentLines(callLines('', text, ';', depth + 2))];
}

/** `before condition ? yes : no`, in one line or three. */
export function chosen(before: string, condition: string, yes: string, no: CallText, depth = 0): readonly string[] {
  const line = `${before}${condition} ? ${yes} : ${flatCall(no)};`;
  if (depth + line.length <= lineWidth) return [line];
  return [`${before}${condition}`, ...indentLines([`? ${yes}`, ...callLines(': ', no, ';', depth + 2)])];
}

/** A condition: a call, all of some conditions, or any of them. */
export type Condition = CallText | All | Any | Either;

/** Any of two conditions, as a text that fits into a line wherever it stands. */
interface Either {
  readonly either: string;
}

/** The longest text that fits into a line wherever it stands. */
const shortText = lineWidth - 20;

/** A call that is no text of its own unless it might have to be broken. */
export function shortCall(name: string, argument: string): CallText {
  return name.length + argument.length + 2 <= shortText ? `${name}(${argument})` : { call: name, args: [argument] };
}

/** Any of two conditions. */
export function either(one: CallText, other: Condition): Condition {
  if (typeof one !== 'string' || typeof other !== 'string' || one.length + other.length > shortText) return { any: [one, other] };
  return { either: `${one} || ${other}` };
}

interface All extends Asked {
  readonly all: readonly Condition[];
}

interface Any extends Asked {
  readonly any: readonly Condition[];
}

/** What is known of a condition once it was asked about: each part is, by every condition that it is within. */
interface Asked {
  joined?: Joined | 'nothing';
}

interface Joined {
  readonly by: '&&' | '||';
  readonly parts: readonly Condition[];
}

/** The operator of a condition and what it joins; undefined of a call. */
function joined(condition: Condition): Joined | undefined {
  if (typeof condition === 'string' || 'call' in condition || 'either' in condition) return undefined;
  condition.joined ??= joinedBy(condition) ?? 'nothing';
  return condition.joined === 'nothing' ? undefined : condition.joined;
}

function joinedBy(condition: All | Any): Joined | undefined {
  const { by, parts } =
    'all' in condition ? ({ by: '&&', parts: condition.all } as const) : ({ by: '||', parts: condition.any } as const);
  const [only] = parts;
  if (only === undefined) return undefined;
  if (parts.length === 1) return joined(only);
  // Most parts are calls.
  if (parts.every((part) => joined(part) === undefined)) return { by, parts };
  // What is joined by the same operator needs no parentheses.
  return { by, parts: parts.flatMap((part) => (joined(part)?.by === by ? (joined(part)?.parts ?? []) : [part])) };
}

/** Whether a condition joins others. */
const isJoined = (condition: Condition): boolean =>
  (typeof condition === 'object' && 'either' in condition) || joined(condition) !== undefined;

/** A single condition without what joins it with nothing. */
function single(condition: Condition): CallText {
  if (typeof condition === 'string' || 'call' in condition) return condition;
  if ('either' in condition) return condition.either;
  const [only] = 'all' in condition ? condition.all : condition.any;
  return only === undefined ? String('all' in condition) : single(only);
}

/** A condition on one line, however long. */
export function flatCondition(condition: Condition): string {
  const join = joined(condition);
  if (join === undefined) return flatCall(single(condition));
  return join.parts.map(flatPart).join(` ${join.by} `);
}

/** A part of a condition on one line. */
function flatPart(part: Condition): string {
  if (typeof part === 'string') return part;
  if ('either' in part) return `(${part.either})`;
  return joined(part) ? `(${flatCondition(part)})` : flatCall(single(part));
}

/** The lines of a function that returns whether all of some conditions hold, indented. */
export function returned(conditions: readonly Condition[]): Lines {
  return shortlyReturned(conditions) ?? indent(conditionLines('return ', { all: conditions }, ';', 2));
}

/** The same where each of the conditions fits into a line, as most do. */
function shortlyReturned(conditions: readonly Condition[]): string | undefined {
  if (conditions.length === 0) return undefined;
  const parts: string[] = [];
  let width = 0;
  let widest = 0;
  for (const condition of conditions) {
    if (typeof condition !== 'string' && ('all' in condition || 'any' in condition)) return undefined;
    const part = flatPart(condition);
    parts.push(part);
    width += part.length;
    widest = Math.max(widest, part.length);
  }
  const AND = ' && ';
  width += (parts.length - 1) * AND.length;
  if (parts.length > 1 && '  return ;'.length + width <= lineWidth) return `  return ${parts.join(AND)};`;
  // How two are broken depends on what they are.
  if (parts.length < 3 || '     &&'.length + widest > lineWidth) return undefined;
  return `  return (\n    ${parts.join('    '.length + width <= lineWidth ? AND : ' &&\n    ')}\n  );`;
}

/** `before`, a condition and `after`, in one line or with each of its parts in a line of its own. */
export function conditionLines(before: string, condition: Condition, after: string, depth = 0): readonly string[] {
  const flat = flatCondition(condition);
  if (depth + before.length + flat.length + after.length <= lineWidth) return [before + flat + after];
  const join = joined(condition);
  if (join === undefined) return callLines(before, single(condition), after, depth);
  const inner = depth + 2 + flat.length <= lineWidth ? [flat] : (pairLines(join, depth + 2) ?? partLines(join, depth + 2));
  return [`${before}(`, ...indentLines(inner), `)${after}`];
}

/**
 * Two calls of which the first is broken: the second stands behind its end, if it fits there. So both formatters have it of
 * an operator that neither joins nor is joined by another; undefined of all else.
 */
function pairLines({ by, parts }: NonNullable<ReturnType<typeof joined>>, depth: number): readonly string[] | undefined {
  const [left, right] = parts;
  if (left === undefined || right === undefined || parts.length > 2 || parts.some(isJoined)) return undefined;
  const lines = callLines('', single(left), ` ${by}`, depth);
  const last = `${lines.at(-1)} ${flatCall(single(right))}`;
  if (lines.length === 1 || depth + last.length > lineWidth) return undefined;
  return [...lines.slice(0, -1), last];
}

/**
 * The parts of a condition, each with the operator behind it but the last. Behind a parenthesis, what follows the first is
 * indented.
 */
function partLines(
  { by, parts }: NonNullable<ReturnType<typeof joined>>,
  depth: number,
  before = '',
  after = '',
): readonly string[] {
  return parts.flatMap((part, i) => {
    const isInset = before !== '' && i > 0;
    const at = isInset ? depth + 2 : depth;
    const lines = onePart(part, at, i === 0 ? before : '', i === parts.length - 1 ? after : ` ${by}`);
    return isInset ? lines.map((line) => `  ${line}`) : lines;
  });
}

function onePart(part: Condition, depth: number, before: string, after: string): readonly string[] {
  if (typeof part !== 'string' && 'either' in part) return [`${before}(${part.either})${after}`];
  const inner = joined(part);
  if (inner === undefined) return callLines(before, single(part), after, depth);
  const line = `${before}(${flatCondition(part)})${after}`;
  return depth + line.length <= lineWidth ? [line] : partLines(inner, depth, `${before}(`, `)${after}`);
}

/** `before`, a list of calls and `after`, in one line or with each in a line of its own. */
export function listLines(before: string, items: readonly CallText[], after: string, depth = 0): readonly string[] {
  const line = `${before}[${items.map(flatCall).join(', ')}]${after}`;
  if (depth + line.length <= lineWidth) return [line];
  return [`${before}[`, ...indentLines(items.map((item) => callLines('', item, ',', depth + 2))), `]${after}`];
}

/** An import of names from a module; of a single name it is never broken, however long. Without names, of the whole. */
export function importLines(before: string, names: readonly string[], from: string): readonly string[] {
  if (names.length === 0) return [`${before} from ${from};`];
  return names.length === 1 ? [`${before}{ ${names[0]} } from ${from};`] : braced(before, names, ` from ${from};`);
}

/**
 * `before { items } after` in one line, or each item in a line of its own.
 *
 * @param depth how many columns the lines will be indented
 */
export function braced(before: string, items: readonly string[], after: string, depth = 0): readonly string[] {
  const line = items.length === 0 ? `${before}{}${after}` : `${before}{ ${items.join(', ')} }${after}`;
  if (depth + line.length <= lineWidth) return [line];
  const lines = [`${before}{`];
  for (const item of items) {
    const own = `  ${item},`;
    if (depth + own.length <= lineWidth) lines.push(own);
    else lines.push(...indentLines(itemLines(`${item},`, depth + 2)));
  }
  lines.push(`}${after}`);
  return lines;
}

const shortKey = 4;

/** An item in a line of its own; if it is a property that does not fit, the value goes below its key. */
function itemLines(item: string, depth: number): readonly string[] {
  const colon = item.indexOf(': ');
  if (depth + item.length <= lineWidth || colon < 0) return [item];
  // Below a key so short a text would gain too little room.
  if (colon <= shortKey && /^['"]/.test(item.slice(colon + 2))) return [item];
  return [item.slice(0, colon + 1), ...indentLines(item.slice(colon + 2))];
}

/** A parameter with a type, an initial value, or both, and what it is about. */
export interface Parameter {
  readonly name: string;
  readonly type?: TypeText;
  readonly initial?: string;
  readonly mark?: Mark;
}

/** The head of a function: `head(parameters): returns {`. */
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
    const own = typeLines(before, type, `${after},`, 2);
    return mark ? marked(mark, own) : own;
  });
  return [`${head}(`, indent(lines), ...typeLines('): ', returns, ' {')];
}
