/** Trees of JSON values with marks on their maps. */

import type { Mark } from '../../target.ts';

/** A tree of JSON values. `bigint` is for integers beyond the precision of a number; `undefined` members are not printed. */
export type Tree = string | number | bigint | boolean | null | readonly Tree[] | TreeMap;

export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** The key of the marks of a map. */
const MARKS = Symbol('marks');

/** Marks a map, that is, its key and lines, with an element of the model. */
export function markMap(map: TreeMap, mark: Mark): TreeMap {
  return addMarks(map, [mark]);
}

/** Does the same for several elements. */
export function addMarks(map: TreeMap, all: readonly Mark[]): TreeMap {
  return all.length === 0 ? map : { ...map, [MARKS]: all };
}

const NO_MARKS: readonly Mark[] = [];

/** Returns the marks of a map; none for other values and for maps without marks. */
export function marksOf(value: Tree): readonly Mark[] {
  return isMap(value) ? ((value as { readonly [MARKS]?: readonly Mark[] })[MARKS] ?? NO_MARKS) : NO_MARKS;
}

/** Returns a map whose values are created on each access and not kept, so that only the value being printed is in memory. */
export function lazyMap(values: Iterable<readonly [key: string, make: () => Tree]>): TreeMap {
  const map = {};
  for (const [key, get] of values) Object.defineProperty(map, key, { get, enumerable: true });
  return map;
}

/** Returns whether a value is a list, so not a map or a scalar. */
export function isList(value: Tree): value is readonly Tree[] {
  return Array.isArray(value);
}

/** Returns whether a value is a map, so not a list, a scalar or null. */
export function isMap(value: Tree): value is TreeMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Returns whether all members of a map are undefined, which printers leave out. */
export function isEmpty(map: TreeMap): boolean {
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}
