/** Prints trees as formatted JSON: each member on its own line, short lists of scalars on one line. */

import { LineBuffer, type Printed } from '../../text/index.ts';
import { escapedText } from './text.ts';
import { isEmpty, isList, isMap, marksOf, type Tree, type TreeMap } from './tree.ts';

const WIDTH = 80;

/** The additional indentation of the members of a map. */
const INDENT = '  ';

/** Returns the text of a document with the positions of marks. */
export function jsonFile(root: TreeMap): Printed {
  const out = new LineBuffer();
  printValue('', root, '', '', out);
  return out.printed();
}

/**
 * Prints a value.
 *
 * @param prefix the text before it on its first line: indentation and key
 * @param suffix the text after it: a comma or nothing
 */
function printValue(prefix: string, value: Tree, suffix: string, indent: string, out: LineBuffer): void {
  if (isMap(value)) printMap(prefix, value, suffix, indent, out);
  else if (isList(value)) printList(prefix, value, suffix, indent, out);
  else out.push(`${prefix}${scalar(value)}${suffix}`);
}

function printMap(prefix: string, map: TreeMap, suffix: string, indent: string, out: LineBuffer): void {
  if (isEmpty(map)) {
    out.push(`${prefix}{}${suffix}`);
    return;
  }
  const memberIndent = indent + INDENT;
  out.push(`${prefix}{`);
  // A member is printed with a comma only once another one follows.
  let pending: readonly [key: string, value: Tree] | undefined;
  for (const key in map) {
    const value = map[key];
    if (value === undefined) continue;
    if (pending !== undefined) printMember(pending, ',', memberIndent, out);
    pending = [key, value];
  }
  if (pending !== undefined) printMember(pending, '', memberIndent, out);
  out.push(`${indent}}${suffix}`);
}

function printMember([key, value]: readonly [string, Tree], comma: string, indent: string, out: LineBuffer): void {
  const prefix = `${indent}${escapedText(key)}: `;
  const marks = marksOf(value);
  if (marks.length > 0) out.marked(marks, () => printValue(prefix, value, comma, indent, out));
  else printValue(prefix, value, comma, indent, out);
}

function printList(prefix: string, list: readonly Tree[], suffix: string, indent: string, out: LineBuffer): void {
  const flat = flatList(list, prefix.length + suffix.length);
  if (flat !== undefined) {
    out.push(`${prefix}${flat}${suffix}`);
    return;
  }
  out.push(`${prefix}[`);
  const memberIndent = indent + INDENT;
  for (const [i, item] of list.entries()) printValue(memberIndent, item, i < list.length - 1 ? ',' : '', memberIndent, out);
  out.push(`${indent}]${suffix}`);
}

/**
 * Returns a list of scalars in brackets; undefined if it contains other values or does not fit on the line.
 *
 * @param otherLength the number of other characters on the line
 */
function flatList(list: readonly Tree[], otherLength: number): string | undefined {
  const items: string[] = [];
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return undefined;
    items.push(scalar(item));
  }
  const flat = `[${items.join(', ')}]`;
  return items.length === 0 || otherLength + flat.length <= WIDTH ? flat : undefined;
}

function scalar(value: string | number | bigint | boolean | null): string {
  return typeof value === 'string' ? escapedText(value) : `${value}`;
}
