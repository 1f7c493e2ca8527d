/** Prints assignments in class bodies, with the line breaks of `ruff format`: `title: str = Field(max_length=80)`. */

import { type Expression, inline, layOut } from './expressions.ts';
import { displayWidth, lineWidth, surelyFits, tab } from './literals.ts';

export type Annotation =
  | { readonly form: 'name' | 'union'; readonly text: string }
  /** `list[<item>]`, or another generic type. */
  | { readonly form: 'list'; readonly item: string; readonly of?: string };

/** Returns an annotation on one line. */
export function annotationText(annotation: Annotation): string {
  return annotation.form === 'list' ? `${annotation.of ?? 'list'}[${annotation.item}]` : annotation.text;
}

export interface Argument {
  readonly name: string;
  /** An expression, or several string literals, which Python concatenates. */
  readonly value: Expression | readonly string[];
}

export type Value = string | { readonly callee: string; readonly args: readonly Argument[] };

/** The columns available in a class body. */
const bodyWidth = lineWidth - tab.length;

/** Checks whether a line certainly fits. The formatter keeps a call broken that would fit, but breaks a line that does not. */
function fits(line: string, room: number): boolean {
  return (displayWidth(line) ?? Number.POSITIVE_INFINITY) <= room;
}

/** Checks whether a line fits if characters of unknown width take one column. */
function probablyFits(line: string, room: number): boolean {
  return (displayWidth(line) ?? [...line].length) <= room;
}

/** Checks whether the first line of a member fits, for an annotation that cannot be broken. */
export function hasRoom(name: string, annotation: string, value: Value | undefined, room: number): boolean {
  if (value === undefined) return surelyFits(`${name}: ${annotation}`, room);
  return surelyFits(`${name}: ${annotation} = ${typeof value === 'string' ? value : `${value.callee}(`}`, room);
}

/**
 * Returns the lines of `<name>: <annotation> = <value>`, without the indentation of their block.
 *
 * @param room number of available columns
 */
export function assignment(name: string, annotation: Annotation | undefined, value?: Value, room = bodyWidth): string[] {
  const target = annotation === undefined ? name : `${name}: ${annotationText(annotation)}`;
  if (value === undefined) return declaration(name, annotation, room);
  return (
    onOneLine(target, value, room) ??
    withOpenCall(target, value, room) ??
    inParentheses(target, annotation, value, room) ??
    withOpenAnnotation(name, annotation, value, room)
  );
}

function declaration(name: string, annotation: Annotation | undefined, room: number): string[] {
  const type = annotation === undefined ? '' : annotationText(annotation);
  const target = annotation === undefined ? name : `${name}: ${type}`;
  // A name that is too long even in parentheses gets none.
  const inside = annotation?.form !== 'name' || fits(tab + type, room);
  return fits(target, room) || !fits(`${name}: (`, room) || !inside ? [target] : [`${name}: (`, `${tab}${type}`, ')'];
}

function onOneLine(target: string, value: Value, room: number): string[] | undefined {
  const flat = flatten(value);
  if (flat === undefined) return undefined;
  const line = `${target} = ${flat}`;
  const isShort = typeof value === 'string' ? surelyFits(line, room) : fits(line, room);
  return isShort ? [line] : undefined;
}

/** Puts the arguments of a call on the lines below its name. */
function withOpenCall(target: string, value: Value, room: number): string[] | undefined {
  if (typeof value === 'string' || !fits(`${target} = ${value.callee}(`, room)) return undefined;
  return prependTarget(target, explode(value, room));
}

/** Puts the value in parentheses below the target. */
function inParentheses(target: string, annotation: Annotation | undefined, value: Value, room: number): string[] | undefined {
  if (!fits(`${target} = (`, room)) return undefined;
  const indented = block(value, room, room - tab.length).map((line) => tab + line);
  // If an annotation cannot be broken, its value stays on its line unless all of the value fits below.
  const breakable = annotation !== undefined && annotation.form !== 'name';
  if (!breakable && !indented.every((line) => probablyFits(line, room))) return undefined;
  return [`${target} = (`, ...indented, ')'];
}

/** Breaks the annotation into several lines, if possible. */
function withOpenAnnotation(name: string, annotation: Annotation | undefined, value: Value, room: number): string[] {
  switch (annotation?.form) {
    case 'union':
      return [`${name}: (`, ...unionLines(annotation.text, room), ...prependTarget(')', block(value, room))];
    case 'list':
      return [
        `${name}: ${annotation.of ?? 'list'}[`,
        ...breakAnnotation(annotation.item, room),
        ...prependTarget(']', block(value, room)),
      ];
    case 'name':
    case undefined: {
      const target = annotation === undefined ? name : `${name}: ${annotationText(annotation)}`;
      return prependTarget(target, typeof value === 'string' ? [value] : explode(value, room));
    }
    default:
      return annotation satisfies never;
  }
}

/** Returns the lines within the brackets of an annotation; a nested list that does not fit is broken, too. */
function breakAnnotation(item: string, room: number): string[] {
  const inner = /^list\[(.*)\]$/.exec(item)?.[1];
  if (inner === undefined || fits(tab + item, room)) return [tab + item];
  return [`${tab}list[`, tab + tab + inner, `${tab}]`];
}

/** Puts each type of a union on its own line if the union does not fit on one. */
function unionLines(union: string, room: number): string[] {
  if (fits(tab + union, room)) return [tab + union];
  return union.split(' | ').map((type, i) => (i === 0 ? `${tab}${type}` : `${tab}| ${type}`));
}

function prependTarget(target: string, [first, ...rest]: readonly string[]): string[] {
  return [`${target} = ${first}`, ...rest];
}

/**
 * Returns the value on one line if it fits after `] = `, otherwise on several.
 *
 * @param below available columns if it takes several lines
 */
function block(value: Value, room: number, below = room): string[] {
  const flat = flatten(value);
  return flat !== undefined && (typeof value === 'string' || fits(`${tab}${flat}`, room)) ? [flat] : explode(value, below);
}

function flatten(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  const args: string[] = [];
  for (const arg of value.args) {
    if (isSplitLiteral(arg.value)) return undefined;
    args.push(`${arg.name}=${inline(arg.value)}`);
  }
  return `${value.callee}(${args.join(', ')})`;
}

/** Puts each argument on its own line. The trailing comma makes the formatter keep this. */
function explode(value: Value, room: number): string[] {
  if (typeof value === 'string') return [value];
  return [
    `${value.callee}(`,
    ...value.args.flatMap(({ name, value }) =>
      isSplitLiteral(value)
        ? [`${tab}${name}=(`, ...value.map((literal) => tab + tab + literal), `${tab}),`]
        : layOut(`${name}=`, value, ',', room - tab.length).map((line) => tab + line),
    ),
    ')',
  ];
}

function isSplitLiteral(value: Argument['value']): value is readonly string[] {
  return Array.isArray(value);
}
