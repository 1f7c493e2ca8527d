/** Prints trees as JSON, in the form that formatters give it: members on lines of their own, short lists of scalars on one. */

import { type Lines, markedAll } from '../../text/index.ts';
import { escapedText } from './text.ts';
import { isEmpty, isList, isMap, marksOf, type Tree, type TreeMap } from './tree.ts';

const WIDTH = 80;

/** How a reference of JSON Schema is written, where that depends on the file in which it stands. */
export type ReferenceIn = (reference: string) => string;

const asItIs: ReferenceIn = (reference) => reference;

/** The lines of a document. */
export function jsonLines(root: TreeMap, referenceIn: ReferenceIn = asItIs): Lines {
  return valueLines('', root, '', '', referenceIn);
}

/**
 * The lines of a value.
 *
 * @param head what stands before it on its first line: its key
 * @param tail what stands behind it: a comma
 */
function valueLines(head: string, value: Tree, tail: string, pad: string, referenceIn: ReferenceIn): Lines {
  if (isMap(value)) return mapLines(head, value, tail, pad, referenceIn);
  if (isList(value)) return listLines(head, value, tail, pad, referenceIn);
  return `${pad}${head}${scalar(value)}${tail}`;
}

function mapLines(head: string, map: TreeMap, tail: string, pad: string, referenceIn: ReferenceIn): Lines {
  if (isEmpty(map)) return `${pad}${head}{}${tail}`;
  const inner = `${pad}  `;
  const members = Object.entries(map).filter((member): member is [string, Tree] => member[1] !== undefined);
  const lines: Lines[] = [`${pad}${head}{`];
  for (const [i, [key, value]] of members.entries()) {
    const comma = i < members.length - 1 ? ',' : '';
    const said = key === '$ref' && typeof value === 'string' ? referenceIn(value) : value;
    const own = valueLines(`${escapedText(key)}: `, said, comma, inner, referenceIn);
    lines.push(markedAll(marksOf(said), own));
  }
  lines.push(`${pad}}${tail}`);
  return lines;
}

function listLines(head: string, list: readonly Tree[], tail: string, pad: string, referenceIn: ReferenceIn): Lines {
  const flat = flatList(list);
  if (flat !== undefined && (list.length === 0 || pad.length + head.length + flat.length + tail.length <= WIDTH))
    return `${pad}${head}${flat}${tail}`;
  const items = list.map((item, i) => valueLines('', item, i < list.length - 1 ? ',' : '', `${pad}  `, referenceIn));
  return [`${pad}${head}[`, ...items, `${pad}]${tail}`];
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
