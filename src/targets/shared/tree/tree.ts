/** Trees of JSON values, whose maps may be about elements of the model. */

import type { Mark } from '../../target.ts';

/** A tree of JSON values; `bigint` holds integers beyond the precision of a number, `undefined` members are left out. */
export type Tree = string | number | bigint | boolean | null | readonly Tree[] | TreeMap;

export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** What a map is about stands beside its members, under a key that is none of theirs. */
const ABOUT = Symbol('about');

/** The same map, whose key and lines are about an element of the model. */
export function about(map: TreeMap, mark: Mark): TreeMap {
  return aboutAll(map, [mark]);
}

/** The same for what several elements have in common. */
export function aboutAll(map: TreeMap, marks: readonly Mark[]): TreeMap {
  return Object.assign({}, map, { [ABOUT]: marks });
}

/**
 * A map whose values are made whenever they are asked for, and not kept: of the schemas of a large model only the one that is
 * printed is in memory.
 */
export function madeWhenAsked(makers: ReadonlyMap<string, () => Tree>): TreeMap {
  const map = {};
  for (const [key, get] of makers) Object.defineProperty(map, key, { get, enumerable: true });
  return map;
}

const NOTHING: readonly Mark[] = [];

export function marksOf(value: Tree): readonly Mark[] {
  return isMap(value) ? ((value as { readonly [ABOUT]?: readonly Mark[] })[ABOUT] ?? NOTHING) : NOTHING;
}

export function isList(value: Tree): value is readonly Tree[] {
  return Array.isArray(value);
}

export function isMap(value: Tree): value is TreeMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isEmpty(map: TreeMap): boolean {
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}
