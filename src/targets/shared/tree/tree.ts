/** Documents of JSON values, which targets print as JSON or YAML. A map may be marked with the element that it declares. */

import type { Mark } from '../../target.ts';

/** A tree of JSON values. `bigint` is for integers beyond the precision of a number; `undefined` members are not printed. */
export type Tree = string | number | bigint | boolean | null | readonly Tree[] | TreeMap;

export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** The key of a map under which its marks are stored; printers skip it, because it is no string. */
const MARKS = Symbol('marks');

/** Marks the lines of a map, including the one with its key, with an element of the model. */
export function markMap(map: TreeMap, mark: Mark): TreeMap {
  return addMarks(map, [mark]);
}

/** Does the same for several elements. */
export function addMarks(map: TreeMap, marks: readonly Mark[]): TreeMap {
  return marks.length === 0 ? map : { ...map, [MARKS]: marks };
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

export function isList(value: Tree): value is readonly Tree[] {
  return Array.isArray(value);
}

export function isMap(value: Tree): value is TreeMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Returns whether all members of a map are undefined, which printers leave out. */
export function isEmpty(map: TreeMap): boolean {
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}
