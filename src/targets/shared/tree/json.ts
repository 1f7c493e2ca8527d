/** Prints trees as JSON, in the form that formatters give it: members on lines of their own, short lists of scalars on one. */

import { LineBuffer, type Printed } from '../../text/index.ts';
import { escapedText } from './text.ts';
import {
  isEmpty,
  isList,
  isMade,
  isMap,
  isMemberList,
  keysOf,
  marksOf,
  Part,
  partsOf,
  type Tree,
  type TreeMap,
  valueAt,
  whole,
} from './tree.ts';

const WIDTH = 80;

/** What stands before the members of a map, beyond what stands before the map. */
const INDENT = '  ';
const STEP = INDENT.length;

/** How a reference of JSON Schema is written, where that depends on the file in which it stands. */
export type ReferenceIn = (reference: string) => string;

const asItIs: ReferenceIn = (reference) => reference;

/** The text of a document, and the places of what its maps are about. */
export function jsonFile(root: TreeMap, referenceIn: ReferenceIn = asItIs): Printed {
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
  const inner = pad + INDENT;
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
 * A list of scalars in brackets; undefined if it holds anything else, or does not fit into a line.
 *
 * @param others how long all else is that stands on the line
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

// The same where nothing of the text is wanted but where marks stand in it: lines are counted, and no text is made.

/** Who is told how many lines there are, and what they are about. */
type Lines = Pick<LineBuffer, 'skip' | 'marked'>;

/** A list as the value of a member: how many lines it takes is known when it is known whether a comma stands behind it. */
interface Waiting {
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

/** @returns the last member, if it is a list that has still to be counted, as {@link countMember} does */
function countMembers(map: TreeMap, pad: number, before: Waiting | undefined, out: Lines): Waiting | undefined {
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
  if (isMade(map)) for (const key of keysOf(map)) waiting = countMember(key, valueAt(map, key), pad, waiting, out);
  else for (const key in map) waiting = countMember(key, map[key], pad, waiting, out);
  return waiting;
}

/** Counts members that stand in many places alike, none of which is about anything. */
function countPart(members: TreeMap, pad: number): { readonly lines: number; readonly last: Waiting | undefined } {
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
  waiting: Waiting | undefined,
  out: Lines,
): Waiting | undefined {
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

/** @param tail how long the comma behind it is */
function countMemberList({ key, list }: Waiting, tail: number, pad: number, out: Lines): void {
  countList(list, pad + `${escapedText(key)}: `.length + tail, pad, out);
}

/** @param others how long all else is that stands on its line, if it stands on one */
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
