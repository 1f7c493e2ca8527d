/** Assignments in the body of a class, broken into lines where `ruff format` breaks them. */

import { displayWidth, lineWidth } from './literals.ts';

export type Annotation =
  | { readonly form: 'name' | 'union'; readonly text: string }
  /** `list[<item>]` */
  | { readonly form: 'list'; readonly item: string };

export interface Argument {
  readonly name: string;
  /** An expression, or several string literals that Python joins. */
  readonly value: string | readonly string[];
}

export type Value = string | { readonly callee: string; readonly args: readonly Argument[] };

const tab = '    ';
/** A class body stands at one level of indentation. */
const room = lineWidth - tab.length;

/** Whether a line surely fits: the formatter leaves arguments broken that would, but not the other way round. */
function fits(line: string): boolean {
  return (displayWidth(line) ?? Number.POSITIVE_INFINITY) <= room;
}

/** The same with a guess where the width of a character is not known. */
function seemsToFit(line: string): boolean {
  return (displayWidth(line) ?? [...line].length) <= room;
}

/** The lines of `<name>: <annotation> = <value>`, as seen from the body's indentation. */
export function assignment(name: string, annotation: Annotation | undefined, value?: Value): string[] {
  const spelt = annotation && (annotation.form === 'list' ? `list[${annotation.item}]` : annotation.text);
  const target = spelt === undefined ? name : `${name}: ${spelt}`;
  if (value === undefined) {
    // A name that does not fit within parentheses either gets none.
    const inside = annotation?.form !== 'name' || fits(tab + spelt);
    return fits(target) || !fits(`${name}: (`) || !inside ? [target] : [`${name}: (`, `${tab}${spelt}`, ')'];
  }

  const flat = flatten(value);
  if (flat !== undefined && fits(`${target} = ${flat}`)) return [`${target} = ${flat}`];
  if (typeof value !== 'string' && fits(`${target} = ${value.callee}(`)) return assigned(target, explode(value));
  if (fits(`${target} = (`)) {
    const indented = block(value).map((line) => tab + line);
    // An annotation that cannot be broken keeps its value beside it, unless all of that fits below.
    const breakable = annotation !== undefined && annotation.form !== 'name';
    if (breakable || indented.every(seemsToFit)) return [`${target} = (`, ...indented, ')'];
  }
  switch (annotation?.form) {
    case 'union':
      return [`${name}: (`, `${tab}${spelt}`, ...assigned(')', block(value))];
    case 'list':
      return [`${name}: list[`, `${tab}${annotation.item}`, ...assigned(']', block(value))];
    case 'name':
    case undefined:
      return assigned(target, typeof value === 'string' ? [value] : explode(value));
    default:
      return annotation satisfies never;
  }
}

function assigned(target: string, [first, ...rest]: readonly string[]): string[] {
  return [`${target} = ${first}`, ...rest];
}

/** On one line behind `] = `, if it fits there. */
function block(value: Value): string[] {
  const flat = flatten(value);
  return flat !== undefined && (typeof value === 'string' || fits(`${tab}${flat}`)) ? [flat] : explode(value);
}

function flatten(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  const args: string[] = [];
  for (const arg of value.args) {
    if (typeof arg.value !== 'string') return undefined;
    args.push(`${arg.name}=${arg.value}`);
  }
  return `${value.callee}(${args.join(', ')})`;
}

/** One argument a line. The comma behind the last one makes the formatter keep it so. */
function explode(value: Value): string[] {
  if (typeof value === 'string') return [value];
  return [
    `${value.callee}(`,
    ...value.args.flatMap(({ name, value }) =>
      typeof value === 'string'
        ? [`${tab}${name}=${value},`]
        : [`${tab}${name}=(`, ...value.map((part) => tab + tab + part), `${tab}),`],
    ),
    ')',
  ];
}
