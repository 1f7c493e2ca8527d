/** Prints trees as formatted JSON: each member on its own line, short lists of scalars on one line. */

import { LineBuffer, type Printed } from '../../text/index.ts';
import { escapedText } from './text.ts';
import {
  isEmpty,
  isLazy,
  isList,
  isMap,
  isMemberList,
  keysOf,
  marksOf,
  Part,
  partsOf,
  resolveMap,
  type Tree,
  type TreeMap,
  valueAt,
} from './tree.ts';

const WIDTH = 80;

/** The additional indentation of the members of a map. */
const INDENT = '  ';
const STEP = INDENT.length;

/** Rewrites a reference of JSON Schema for the file that contains it. */
export type ReferenceIn = (reference: string) => string;

const keepReference: ReferenceIn = (reference) => reference;

/** Returns the text of a document with the positions of marks. */
export function jsonFile(root: TreeMap, referenceIn: ReferenceIn = keepReference): Printed {
  const out = new LineBuffer(true);
  if (out.isCounting) countMap(root, 0, out);
  else printValue('', root, '', '', { out, referenceIn });
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

function printMap(head: string, composed: TreeMap, tail: string, pad: string, printing: Printing): void {
  const { out } = printing;
  // Values that are created on access are not all created at once.
  const map = isLazy(composed) ? composed : resolveMap(composed);
  if (isEmpty(map)) {
    out.push(`${head}{}${tail}`);
    return;
  }
  const inner = pad + INDENT;
  out.push(`${head}{`);
  // A member is printed with a comma only once another one follows.
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

// The following functions count lines for a search for marks, without creating text.

/** Receives the number of lines and their marks. */
type Lines = Pick<LineBuffer, 'skip' | 'marked'>;

/** A list as the value of a member. The number of its lines depends on whether a comma follows. */
interface PendingList {
  readonly key: string;
  readonly list: readonly Tree[];
}

function countMap(map: TreeMap, pad: number, out: Lines): void {
  out.skip(1);
  if (isEmpty(map)) return;
  const inner = pad + STEP;
  const last = countMembers(map, inner, undefined, out);
  if (last) countMemberList(last, 0, inner, out);
  out.skip(1);
}

/** @returns the last member if it is a list that is not counted yet, like {@link countMember} */
function countMembers(map: TreeMap, pad: number, before: PendingList | undefined, out: Lines): PendingList | undefined {
  let waiting = before;
  for (const part of partsOf(map)) {
    if (part instanceof Part) {
      const { lines, last } = part.countedAt(pad, countPart);
      if (waiting && (lines > 0 || last)) countMemberList(waiting, 1, pad, out);
      if (lines > 0 || last) waiting = last;
      out.skip(lines);
    } else {
      const members = isMemberList(part) ? part : Object.entries(part.members);
      for (const [key, value] of members) waiting = countMember(key, value, pad, waiting, out);
    }
  }
  if (isLazy(map)) for (const key of keysOf(map)) waiting = countMember(key, valueAt(map, key), pad, waiting, out);
  else for (const key in map) waiting = countMember(key, map[key], pad, waiting, out);
  return waiting;
}

/** Counts members that are reused in many positions and have no marks. */
function countPart(members: TreeMap, pad: number): { readonly lines: number; readonly last: PendingList | undefined } {
  let lines = 0;
  const out: Lines = {
    skip(count) {
      lines += count;
    },
    marked: (_, count) => count(),
  };
  const last = countMembers(members, pad, undefined, out);
  return { lines, last };
}

function countMember(
  key: string,
  value: Tree | undefined,
  pad: number,
  waiting: PendingList | undefined,
  out: Lines,
): PendingList | undefined {
  if (value === undefined) return waiting;
  if (waiting) countMemberList(waiting, 1, pad, out);
  if (isList(value)) return { key, list: value };
  if (!isMap(value)) {
    out.skip(1);
    return undefined;
  }
  const marks = marksOf(value);
  if (marks.length > 0) out.marked(marks, () => countMap(value, pad, out));
  else countMap(value, pad, out);
  return undefined;
}

/** @param tail length of the comma after the list */
function countMemberList({ key, list }: PendingList, tail: number, pad: number, out: Lines): void {
  countList(list, pad + `${escapedText(key)}: `.length + tail, pad, out);
}

/** @param others length of the other text on its line, if it fits on one */
function countList(list: readonly Tree[], others: number, pad: number, out: Lines): void {
  out.skip(1);
  if (flatList(list, others) !== undefined) return;
  const inner = pad + STEP;
  for (const [i, item] of list.entries()) {
    if (isMap(item)) countMap(item, inner, out);
    else if (isList(item)) countList(item, inner + (i < list.length - 1 ? 1 : 0), inner, out);
    else out.skip(1);
  }
  out.skip(1);
}
