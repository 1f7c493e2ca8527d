/** Prints trees as JSON, in the form that formatters give it: members on lines of their own, short lists of scalars on one. */

import { LineBuffer, type Printed } from '../../text/index.ts';
import { escapedText } from './text.ts';
import { isEmpty, isList, isMade, isMap, keysOf, marksOf, type Tree, type TreeMap, valueAt, whole } from './tree.ts';

const WIDTH = 80;

/** How a reference of JSON Schema is written, where that depends on the file in which it stands. */
export type ReferenceIn = (reference: string) => string;

const asItIs: ReferenceIn = (reference) => reference;

/** The text of a document, and the places of what its maps are about. */
export function jsonFile(root: TreeMap, referenceIn: ReferenceIn = asItIs): Printed {
  const out = new LineBuffer(true);
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
 * @param head what stands before it on its first line: the indentation and its key
 * @param tail what stands behind it: a comma
 */
function printValue(head: string, value: Tree, tail: string, pad: string, printing: Printing): void {
  if (isMap(value)) printMap(head, value, tail, pad, printing);
  else if (isList(value)) printList(head, value, tail, pad, printing);
  else printing.out.push(`${head}${scalar(value)}${tail}`);
}

function printMap(head: string, composed: TreeMap, tail: string, pad: string, printing: Printing): void {
  const { out } = printing;
  // What is made when it is asked for is not made all at once.
  const map = isMade(composed) ? composed : whole(composed);
  if (isEmpty(map)) {
    out.push(`${head}{}${tail}`);
    return;
  }
  const inner = `${pad}  `;
  out.push(`${head}{`);
  // Whether a comma stands behind a member is known when there is another.
  let waiting: readonly [key: string, value: Tree] | undefined;
  for (const key of keysOf(map)) {
    const value = valueAt(map, key);
    if (value === undefined) continue;
    if (waiting !== undefined) printMember(waiting, ',', inner, printing);
    waiting = [key, value];
  }
  if (waiting !== undefined) printMember(waiting, '', inner, printing);
  out.push(`${pad}}${tail}`);
}

function printMember([key, value]: readonly [string, Tree], comma: string, pad: string, printing: Printing): void {
  const { out, referenceIn } = printing;
  const said = key === '$ref' && typeof value === 'string' ? referenceIn(value) : value;
  const head = `${pad}${escapedText(key)}: `;
  const marks = marksOf(said);
  if (marks.length > 0) out.marked(marks, () => printValue(head, said, comma, pad, printing));
  else printValue(head, said, comma, pad, printing);
}

function printList(head: string, list: readonly Tree[], tail: string, pad: string, printing: Printing): void {
  const { out } = printing;
  const flat = flatList(list);
  if (flat !== undefined && (list.length === 0 || head.length + flat.length + tail.length <= WIDTH)) {
    out.push(`${head}${flat}${tail}`);
    return;
  }
  out.push(`${head}[`);
  const inner = `${pad}  `;
  for (const [i, item] of list.entries()) printValue(inner, item, i < list.length - 1 ? ',' : '', inner, printing);
  out.push(`${pad}]${tail}`);
}

/** A list of scalars in brackets; undefined if it holds anything else. */
function flatList(list: readonly Tree[]): string | undefined {
  const items: string[] = [];
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return undefined;
    items.push(scalar(item));
  }
  return `[${items.join(', ')}]`;
}

function scalar(value: string | number | bigint | boolean | null): string {
  return typeof value === 'string' ? escapedText(value) : `${value}`;
}
