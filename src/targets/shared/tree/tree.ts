/** Trees of JSON values, whose maps may be about elements of the model. */

import type { Mark } from '../../target.ts';
import { noted } from '../../text/index.ts';

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
export function aboutAll(map: TreeMap, all: readonly Mark[]): TreeMap {
  const marks = noted(all);
  return marks.length === 0 ? map : Object.assign(withParts(partsOf(map), map), { [ABOUT]: marks });
}

/**
 * A map whose values are made whenever they are asked for, and not kept: of the schemas of a large model only the one that is
 * printed is in memory. They are no properties of an object: {@link keysOf}, {@link valueAt} and {@link madeMembers} tell them.
 *
 * @param sources what each value is made of, by its key; gone through again whenever all members are asked for
 * @param groupOf the values that have something in common that is made for them alone; then a printer may keep their texts
 */
export function madeWhenAsked<T>(
  sources: Iterable<readonly [key: string, source: T]>,
  make: (source: T, key: string) => Tree,
  groupOf?: (source: T, key: string) => string,
): TreeMap {
  return new Made(sources, make, groupOf) as object as TreeMap;
}

class Made<T = unknown> {
  readonly sources: Iterable<readonly [key: string, source: T]>;
  readonly make: (source: T, key: string) => Tree;
  readonly groupOf: ((source: T, key: string) => string) | undefined;
  #byKey: ReadonlyMap<string, T> | undefined;

  constructor(sources: Made<T>['sources'], make: Made<T>['make'], groupOf: Made<T>['groupOf']) {
    this.sources = sources;
    this.make = make;
    this.groupOf = groupOf;
  }

  /** The sources for those who ask for single ones. Who prints a document does not, and it may have very many. */
  get byKey(): ReadonlyMap<string, T> {
    this.#byKey ??= this.sources instanceof Map ? this.sources : new Map(this.sources);
    return this.#byKey;
  }

  isEmpty(): boolean {
    for (const _ of this.sources) return false;
    return true;
  }
}

/** A member whose value is made when it is asked for. */
export class MadeMember {
  readonly key: string;
  readonly #map: Made;
  readonly #source: unknown;

  constructor(map: Made, key: string, source: unknown) {
    this.#map = map;
    this.key = key;
    this.#source = source;
  }

  value(): Tree {
    return this.#map.make(this.#source, this.key);
  }

  /** What tells its group, if its text may be kept. */
  group(): string | undefined {
    return this.#map.groupOf?.(this.#source, this.key);
  }
}

/** The members of a map whose values are made, one after another. */
export function* madeMembers(map: TreeMap): Iterable<MadeMember> {
  const made = makerOf(map);
  if (made) for (const [key, source] of made.sources) yield new MadeMember(made, key, source);
}

/** What makes the values of a map when they are asked for; undefined if they are there. */
function makerOf(map: object): Made | undefined {
  return map instanceof Made ? map : undefined;
}

/** Whether the values of a map are made when they are asked for. */
export function isMade(map: TreeMap): boolean {
  return makerOf(map) !== undefined;
}

/** The value of a member, made if need be. */
export function valueAt(map: TreeMap, key: string): Tree | undefined {
  const made = makerOf(map);
  if (made === undefined) return map[key];
  const source = made.byKey.get(key);
  return source === undefined && !made.byKey.has(key) ? undefined : made.make(source, key);
}

/** The keys of the members of a map's own. */
export function keysOf(map: TreeMap): Iterable<string> {
  return makerOf(map)?.byKey.keys() ?? Object.keys(map);
}

/** What tells the group of a member, if its text may be kept. */
export function groupsOf(map: TreeMap): ((key: string) => string) | undefined {
  const { byKey, groupOf } = makerOf(map) ?? {};
  return groupOf && ((key) => groupOf(byKey?.get(key), key));
}

/**
 * Members that stand in many places alike. What a printer makes of them is kept here; nothing in them is about an element of
 * the model.
 */
export class Part {
  readonly members: TreeMap;
  /** The indentation of the text that was asked for last, if it can be moved, and otherwise first. Many parts have but one. */
  #pad: string | undefined;
  #text: PartText | undefined;
  #others: Map<string, PartText> | undefined;
  /** What was counted of them last, by whom, and at which indentation. */
  #counted: { readonly by: object; readonly pad: number; readonly found: unknown } | undefined;

  constructor(members: TreeMap) {
    this.members = members;
  }

  /** What somebody counts of their lines at an indentation who makes no text, counted if it is not what was asked for last. */
  countedAt<T>(pad: number, count: (members: TreeMap, pad: number) => T): T {
    if (this.#counted?.by !== count || this.#counted.pad !== pad) {
      this.#counted = { by: count, pad, found: count(this.members, pad) };
    }
    return this.#counted.found as T;
  }

  /** Their text at an indentation, made if it is not known. */
  textAt(pad: string, make: (members: TreeMap, pad: string) => PartText): PartText {
    if (this.#text === undefined || this.#pad === undefined) {
      this.#pad = pad;
      this.#text = make(this.members, pad);
      return this.#text;
    }
    if (this.#pad === pad) return this.#text;
    if (pad.length <= (this.#text.deepest ?? -1)) {
      this.#text = moved(this.#text, this.#pad, pad);
      this.#pad = pad;
      return this.#text;
    }
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
export type Members = Part | Filled | readonly Member[];

/** What stands in a form for a value. A member whose value is undefined is left out. */
export type Gap<T> = (subject: T) => Tree | undefined;

/** A map in which values are missing. Nothing in it is about an element of the model, but what comes into the gaps may be. */
export interface Shape<T> {
  readonly [key: string]: Tree | Gap<T> | Shape<T> | readonly Shape<T>[] | undefined;
}

/** Members that stand in many places alike but for some values. What a printer makes of the rest is kept here. */
export class Form<T> {
  readonly shape: Shape<T>;
  #pad: string | undefined;
  #text: FormText<T> | undefined;

  constructor(shape: Shape<T>) {
    this.shape = shape;
  }

  /** The members with the values of a subject. */
  of(subject: T): Filled {
    return new Filled(this as Form<unknown>, subject);
  }

  /** Its text at an indentation, made if it is not that of the last time. */
  textAt(pad: string, make: (shape: Shape<T>, pad: string) => FormText<T>): FormText<T> {
    if (this.#text === undefined || this.#pad !== pad) {
      this.#text = make(this.shape, pad);
      this.#pad = pad;
    }
    return this.#text;
  }
}

/** A form with what its values are taken from. */
export class Filled {
  readonly form: Form<unknown>;
  readonly subject: unknown;

  constructor(form: Form<unknown>, subject: unknown) {
    this.form = form;
    this.subject = subject;
  }

  /** The same members in a map. */
  get members(): TreeMap {
    return this.#filled(this.form.shape);
  }

  #filled(shape: Shape<unknown>): TreeMap {
    const entries = Object.entries(whole(shape as TreeMap) as Shape<unknown>);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.#value(value)]));
  }

  #value(value: Shape<unknown>[string]): Tree | undefined {
    if (typeof value === 'function') return value(this.subject);
    if (typeof value !== 'object' || value === null) return value;
    if (!isList(value as Tree)) return this.#filled(value as Shape<unknown>);
    return (value as readonly Shape<unknown>[string][]).map((item) => this.#value(item) as Tree);
  }
}

/** What a form became: lines, without the last line feed, and the places where values come between them. */
export interface FormText<T> {
  readonly gaps: readonly {
    /** What stands above it, after the gap before. */
    readonly above: PartText;
    /** What stands before the value on its line. */
    readonly head: string;
    /** Both with a blank behind them, as one text that begins with a line break. */
    readonly before: string;
    readonly pad: string;
    readonly value: Gap<T>;
  }[];
  /** What stands behind the last gap. */
  readonly rest: PartText;
}

/** What a part became: lines, without the last line feed. */
export interface PartText {
  readonly text: string;
  readonly lines: number;
  /** The longest indentation at which its lines are the same but for that; absent if they may be others at any. */
  readonly deepest?: number;
}

/** The same lines at another indentation. None of them is empty. */
function moved({ text, ...others }: PartText, from: string, to: string): PartText {
  if (to.length < from.length) return { text: to + text.slice(from.length).replaceAll(`\n${from}`, `\n${to}`), ...others };
  const more = to.slice(from.length);
  return { text: more + text.replaceAll('\n', `\n${more}`), ...others };
}

/** A map whose first members are those of other maps, in their order. Its own must have other keys. */
export function withParts(parts: readonly Members[], own: TreeMap): TreeMap {
  return parts === NO_PARTS ? { ...own } : Object.assign(new Composed(parts), own);
}

/** A map of parts alone. */
export function ofParts(parts: readonly Members[]): TreeMap {
  return new Composed(parts);
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

export function isMemberList(members: Members): members is readonly Member[] {
  return Array.isArray(members);
}

export function partsOf(map: TreeMap): readonly Members[] {
  return map instanceof Composed ? map[PARTS] : NO_PARTS;
}

/** A map with the members of its parts, and those that are made, as its own. */
export function whole(map: TreeMap): TreeMap {
  if (makerOf(map)) return Object.fromEntries([...keysOf(map)].map((key) => [key, valueAt(map, key)]));
  const parts = partsOf(map);
  if (parts === NO_PARTS) return map;
  const members = parts.map((part) => (isMemberList(part) ? Object.fromEntries(part) : whole(part.members)));
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
    if (part instanceof Filled) return false;
    if (isMemberList(part) ? part.some(([, value]) => value !== undefined) : !isEmpty(part.members)) return false;
  }
  // What is made when it is asked for is there, and nothing has to be made to know that.
  const made = makerOf(map);
  if (made) return made.isEmpty();
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}
