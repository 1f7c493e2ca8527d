/** Trees of JSON values, whose maps may be about elements of the model. */

import type { Mark } from '../../target.ts';
import { areMarksNoted } from '../../text/index.ts';

/** A tree of JSON values; `bigint` holds integers beyond the precision of a number, `undefined` members are left out. */
export type Tree = string | number | bigint | boolean | null | readonly Tree[] | TreeMap;

export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** Maps whose members come before those of a map itself stand beside these. */
const PARTS = Symbol('parts');

/** What a map is about stands beside its members, under a key that is none of theirs. */
const ABOUT = Symbol('about');

/** The same map, whose key and lines are about an element of the model, where that is noted. */
export function about(map: TreeMap, mark: Mark): TreeMap {
  return aboutAll(map, [mark]);
}

/** The same for what several elements have in common. */
export function aboutAll(map: TreeMap, marks: readonly Mark[]): TreeMap {
  return areMarksNoted() ? Object.assign(withParts(partsOf(map), map), { [ABOUT]: marks }) : map;
}

/**
 * A map whose values are made whenever they are asked for, and not kept: of the schemas of a large model only the one that is
 * printed is in memory.
 *
 * @param groupOf the values that have something in common that is made for them alone; then a printer may keep their texts
 */
export function madeWhenAsked(makers: ReadonlyMap<string, () => Tree>, groupOf?: (key: string) => string): TreeMap {
  const map: TreeMap = new Made();
  for (const [key, get] of makers) Object.defineProperty(map, key, { get, enumerable: true });
  if (groupOf) groups.set(map, groupOf);
  return map;
}

/** By this such maps are known: most maps of a document are none, and each of them is asked. */
class Made implements TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** Which values are made together. */
const groups = new WeakMap<TreeMap, (key: string) => string>();

/** What tells the group of a member, if its text may be kept. */
export function groupsOf(map: TreeMap): ((key: string) => string) | undefined {
  return groups.get(map);
}

/**
 * Members that stand in many places alike. What a printer makes of them is kept here; nothing in them is about an element of
 * the model.
 */
export class Part {
  readonly members: TreeMap;
  /** The indentation of the text that was made first. Most parts stand at the same everywhere. */
  #pad: string | undefined;
  #text: PartText | undefined;
  #others: Map<string, PartText> | undefined;

  constructor(members: TreeMap) {
    this.members = members;
  }

  /** Their text at an indentation, made if it is not known. */
  textAt(pad: string, make: (members: TreeMap, pad: string) => PartText): PartText {
    if (this.#text === undefined || this.#pad === undefined) {
      this.#pad = pad;
      this.#text = make(this.members, pad);
      return this.#text;
    }
    if (this.#pad === pad) return this.#text;
    this.#others ??= new Map();
    let text = this.#others.get(pad);
    if (text === undefined) {
      text = make(this.members, pad);
      this.#others.set(pad, text);
    }
    return text;
  }
}

/** A key and its value, where no map is made for them. */
export type Member = readonly [key: string, value: Tree | undefined];

/** Members of a map that stand elsewhere, too, or for which no map is made. */
export type Members = Part | readonly Member[];

/** What a part became: lines, without the last line feed. */
export interface PartText {
  readonly text: string;
  readonly lines: number;
}

/** A map whose first members are those of other maps, in their order. Its own must have other keys. */
export function withParts(parts: readonly Members[], own: TreeMap): TreeMap {
  return parts === NO_PARTS ? { ...own } : Object.assign(new Composed(parts), own);
}

/** A map with parts, known by this: to look for a symbol in maps of so many forms takes longer. */
class Composed {
  readonly [key: string]: Tree | undefined;
  readonly [PARTS]: readonly Members[];

  constructor(parts: readonly Members[]) {
    this[PARTS] = parts;
  }
}

const NO_PARTS: readonly Members[] = [];

export function partsOf(map: TreeMap): readonly Members[] {
  return map instanceof Composed ? map[PARTS] : NO_PARTS;
}

/** A map with the members of its parts as its own. */
export function whole(map: TreeMap): TreeMap {
  const parts = partsOf(map);
  if (parts === NO_PARTS) return map;
  const members = parts.map((part) => (part instanceof Part ? whole(part.members) : Object.fromEntries(part)));
  return Object.assign({}, ...members, map, { [PARTS]: undefined });
}

/** The same all the way down, for those who look into a tree. */
export function wholeTree(map: TreeMap): TreeMap {
  const ofValue = (value: Tree | undefined): Tree | undefined =>
    isList(value as Tree)
      ? (value as readonly Tree[]).map((item) => ofValue(item) as Tree)
      : value !== undefined && isMap(value)
        ? wholeTree(value)
        : value;
  return Object.fromEntries(Object.entries(whole(map)).map(([key, value]) => [key, ofValue(value)]));
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

export function isEmpty(map: TreeMap, parts = partsOf(map)): boolean {
  for (const part of parts) {
    if (part instanceof Part ? !isEmpty(part.members) : part.some(([, value]) => value !== undefined)) return false;
  }
  // What is made when it is asked for is there, and nothing has to be made to know that.
  const isMade = map instanceof Made;
  for (const key in map) if (isMade || map[key] !== undefined) return false;
  return true;
}
