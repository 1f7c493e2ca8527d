/** Prints trees as formatted JSON: each member on its own line, short lists of scalars on one line. */

import { LineBuffer, type Printed } from '../../text/index.ts';
import { escapedText } from './text.ts';
import { isEmpty, isList, isMap, marksOf, type Tree, type TreeMap } from './tree.ts';

const WIDTH = 80;

/** The additional indentation of the members of a map. */
const INDENT = '  ';

/** Rewrites a reference of JSON Schema for the file that contains it. */
export type ReferenceIn = (reference: string) => string;

const keepReference: ReferenceIn = (reference) => reference;

/** Returns the text of a document with the positions of marks. */
export function jsonFile(root: TreeMap, referenceIn: ReferenceIn = keepReference): Printed {
  const out = new LineBuffer();
  printValue('', root, '', '', { out, referenceIn });
  return out.printed();
}

interface Printing {
  readonly out: LineBuffer;
  readonly referenceIn: ReferenceIn;
}

/**
 * Prints a value.
 *
 * @param head the text before it on its first line: indentation and key
 * @param tail the text after it: a comma or nothing
 */
function printValue(head: string, value: Tree, tail: string, pad: string, printing: Printing): void {
  if (isMap(value)) printMap(head, value, tail, pad, printing);
  else if (isList(value)) printList(head, value, tail, pad, printing);
  else printing.out.push(`${head}${scalar(value)}${tail}`);
}

function printMap(head: string, map: TreeMap, tail: string, pad: string, printing: Printing): void {
  const { out } = printing;
  if (isEmpty(map)) {
    out.push(`${head}{}${tail}`);
    return;
  }
  const inner = pad + INDENT;
  out.push(`${head}{`);
  // A member is printed with a comma only once another one follows.
  let waiting: readonly [key: string, value: Tree] | undefined;
  for (const key in map) {
    const value = map[key];
    if (value === undefined) continue;
    if (waiting !== undefined) printMember(waiting, ',', inner, printing);
    waiting = [key, value];
  }
  if (waiting !== undefined) printMember(waiting, '', inner, printing);
  out.push(`${pad}}${tail}`);
}

function printMember([key, value]: readonly [string, Tree], comma: string, pad: string, printing: Printing): void {
  const { out, referenceIn } = printing;
  const printed = key === '$ref' && typeof value === 'string' ? referenceIn(value) : value;
  const head = `${pad}${escapedText(key)}: `;
  const marks = marksOf(printed);
  if (marks.length > 0) out.marked(marks, () => printValue(head, printed, comma, pad, printing));
  else printValue(head, printed, comma, pad, printing);
}

function printList(head: string, list: readonly Tree[], tail: string, pad: string, printing: Printing): void {
  const { out } = printing;
  const flat = flatList(list, head.length + tail.length);
  if (flat !== undefined) {
    out.push(`${head}${flat}${tail}`);
    return;
  }
  out.push(`${head}[`);
  const inner = pad + INDENT;
  for (const [i, item] of list.entries()) printValue(inner, item, i < list.length - 1 ? ',' : '', inner, printing);
  out.push(`${pad}]${tail}`);
}

/**
 * Returns a list of scalars in brackets; undefined if it contains other values or does not fit on the line.
 *
 * @param others length of the other text on the line
 */
function flatList(list: readonly Tree[], others: number): string | undefined {
  const items: string[] = [];
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return undefined;
    items.push(scalar(item));
  }
  const flat = `[${items.join(', ')}]`;
  return items.length === 0 || others + flat.length <= WIDTH ? flat : undefined;
}

function scalar(value: string | number | bigint | boolean | null): string {
  return typeof value === 'string' ? escapedText(value) : `${value}`;
}
