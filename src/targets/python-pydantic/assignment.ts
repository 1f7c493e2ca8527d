/** Assignments in the body of a class, broken into lines where `ruff format` breaks them. */

import { type Expression, inline, layOut } from './expressions.ts';
import { displayWidth, lineWidth, surelyFits } from './literals.ts';

export type Annotation =
  | { readonly form: 'name' | 'union'; readonly text: string }
  /** `list[<item>]` */
  | { readonly form: 'list'; readonly item: string };

export function spelt(annotation: Annotation): string {
  return annotation.form === 'list' ? `list[${annotation.item}]` : annotation.text;
}

export interface Argument {
  readonly name: string;
  /** An expression, or several string literals that Python joins. */
  readonly value: Expression | readonly string[];
}

export type Value = string | { readonly callee: string; readonly args: readonly Argument[] };

const tab = '    ';
/** Columns that a class body has for its lines. */
const bodyWidth = lineWidth - tab.length;

/** Whether a line surely fits: the formatter leaves arguments broken that would, but not the other way round. */
function fits(line: string, room: number): boolean {
  return (displayWidth(line) ?? Number.POSITIVE_INFINITY) <= room;
}

/** The same with a guess where the width of a character is not known. */
function seemsToFit(line: string, room: number): boolean {
  return (displayWidth(line) ?? [...line].length) <= room;
}

/** Whether a member whose annotation cannot be broken has room for it on its first line. */
export function hasRoom(name: string, annotation: string, value: Value | undefined, room = bodyWidth): boolean {
  if (value === undefined) return surelyFits(`${name}: ${annotation}`, room);
  return surelyFits(`${name}: ${annotation} = ${typeof value === 'string' ? value : `${value.callee}(`}`, room);
}

/**
 * The lines of `<name>: <annotation> = <value>`, as seen from the indentation of where it stands.
 *
 * @param room columns that there are
 */
export function assignment(name: string, annotation: Annotation | undefined, value?: Value, room = bodyWidth): string[] {
  const type = annotation && spelt(annotation);
  const target = type === undefined ? name : `${name}: ${type}`;
  if (value === undefined) {
    // A name that does not fit within parentheses either gets none.
    const inside = annotation?.form !== 'name' || fits(tab + type, room);
    return fits(target, room) || !fits(`${name}: (`, room) || !inside ? [target] : [`${name}: (`, `${tab}${type}`, ')'];
  }

  const flat = flatten(value);
  const isShort = typeof value === 'string' ? surelyFits(`${target} = ${value}`, room) : fits(`${target} = ${flat}`, room);
  if (flat !== undefined && isShort) return [`${target} = ${flat}`];
  if (typeof value !== 'string' && fits(`${target} = ${value.callee}(`, room)) return assigned(target, explode(value, room));
  if (fits(`${target} = (`, room)) {
    const indented = block(value, room).map((line) => tab + line);
    // An annotation that cannot be broken keeps its value beside it, unless all of that fits below.
    const breakable = annotation !== undefined && annotation.form !== 'name';
    if (breakable || indented.every((line) => seemsToFit(line, room))) return [`${target} = (`, ...indented, ')'];
  }
  switch (annotation?.form) {
    case 'union':
      return [`${name}: (`, ...alternatives(annotation.text, room), ...assigned(')', block(value, room))];
    case 'list':
      return [`${name}: list[`, `${tab}${annotation.item}`, ...assigned(']', block(value, room))];
    case 'name':
    case undefined:
      return assigned(target, typeof value === 'string' ? [value] : explode(value, room));
    default:
      return annotation satisfies never;
  }
}

/** A union that fits on no line has a line for each of its types. */
function alternatives(union: string, room: number): string[] {
  if (fits(tab + union, room)) return [tab + union];
  return union.split(' | ').map((type, i) => (i === 0 ? `${tab}${type}` : `${tab}| ${type}`));
}

function assigned(target: string, [first, ...rest]: readonly string[]): string[] {
  return [`${target} = ${first}`, ...rest];
}

/** On one line behind `] = `, if it fits there. */
function block(value: Value, room: number): string[] {
  const flat = flatten(value);
  return flat !== undefined && (typeof value === 'string' || fits(`${tab}${flat}`, room)) ? [flat] : explode(value, room);
}

function flatten(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  const args: string[] = [];
  for (const arg of value.args) {
    if (isParts(arg.value)) return undefined;
    args.push(`${arg.name}=${inline(arg.value)}`);
  }
  return `${value.callee}(${args.join(', ')})`;
}

/** One argument a line. The comma behind the last one makes the formatter keep it so. */
function explode(value: Value, room: number): string[] {
  if (typeof value === 'string') return [value];
  return [
    `${value.callee}(`,
    ...value.args.flatMap(({ name, value }) =>
      isParts(value)
        ? [`${tab}${name}=(`, ...value.map((part) => tab + tab + part), `${tab}),`]
        : layOut(`${name}=`, value, ',', room - tab.length).map((line) => tab + line),
    ),
    ')',
  ];
}

function isParts(value: Argument['value']): value is readonly string[] {
  return Array.isArray(value);
}
