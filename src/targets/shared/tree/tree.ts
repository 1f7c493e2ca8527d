/** Trees of JSON values with marks on their maps. */

import type { Mark } from '../../target.ts';
import { recordedMarks } from '../../text/index.ts';

/** A tree of JSON values. `bigint` is for integers beyond the precision of a number; `undefined` members are not printed. */
export type Tree = string | number | bigint | boolean | null | readonly Tree[] | TreeMap;

export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

/** The key of the parts of a map, whose members precede the map's own members. */
const PARTS = Symbol('parts');

/** The key of the marks of a map. */
const MARKS = Symbol('about');

/** Marks a map, that is, its key and lines, with an element of the model, if marks are recorded. */
export function markMap(map: TreeMap, mark: Mark): TreeMap {
  return addMarks(map, [mark]);
}

/** Does the same for several elements. */
export function addMarks(map: TreeMap, all: readonly Mark[]): TreeMap {
  const marks = recordedMarks(all);
  return marks.length === 0 ? map : Object.assign(withParts(partsOf(map), map), { [MARKS]: marks });
}

/**
 * Returns a map whose values are created on each access and not kept, so that only the schema being printed is in memory. The
 * values are no properties of the object: read them with {@link keysOf}, {@link valueAt} and {@link lazyMembers}.
 *
 * @param sources the source of each value, by key; iterated again each time all members are read
 */
export function lazyMap<T>(
  sources: Iterable<readonly [key: string, source: T]>,
  make: (source: T, key: string) => Tree,
): TreeMap {
  return new LazyMap(sources, make) as object as TreeMap;
}

class LazyMap<T = unknown> {
  readonly sources: Iterable<readonly [key: string, source: T]>;
  readonly make: (source: T, key: string) => Tree;
  #byKey: ReadonlyMap<string, T> | undefined;

  constructor(sources: LazyMap<T>['sources'], make: LazyMap<T>['make']) {
    this.sources = sources;
    this.make = make;
  }

  /** The sources by key, for access to single values. Printing a document does not need it, and there may be many sources. */
  get byKey(): ReadonlyMap<string, T> {
    this.#byKey ??= this.sources instanceof Map ? this.sources : new Map(this.sources);
    return this.#byKey;
  }

  isEmpty(): boolean {
    for (const _ of this.sources) return false;
    return true;
  }
}

/** A member whose value is created on access. */
export class LazyMember {
  readonly key: string;
  readonly #map: LazyMap;
  readonly #source: unknown;

  constructor(map: LazyMap, key: string, source: unknown) {
    this.#map = map;
    this.key = key;
    this.#source = source;
  }

  value(): Tree {
    return this.#map.make(this.#source, this.key);
  }
}

/** Yields the members of a map whose values are created on access. */
export function* lazyMembers(map: TreeMap): Iterable<LazyMember> {
  const made = asLazyMap(map);
  if (made) for (const [key, source] of made.sources) yield new LazyMember(made, key, source);
}

function asLazyMap(map: object): LazyMap | undefined {
  return map instanceof LazyMap ? map : undefined;
}

/** Checks whether the values of a map are created on access. */
export function isLazy(map: TreeMap): boolean {
  return asLazyMap(map) !== undefined;
}

/** Returns the value of a member, and creates it if necessary. */
export function valueAt(map: TreeMap, key: string): Tree | undefined {
  const made = asLazyMap(map);
  if (made === undefined) return map[key];
  const source = made.byKey.get(key);
  return source === undefined && !made.byKey.has(key) ? undefined : made.make(source, key);
}

/** Returns the keys of the map's own members. */
export function keysOf(map: TreeMap): Iterable<string> {
  return asLazyMap(map)?.byKey.keys() ?? Object.keys(map);
}

/** Members that many maps contain. It caches their printed text; they contain no marks. */
export class Part {
  readonly members: TreeMap;
  /** The indentation of the cached text: the latest one if the text can be indented again, otherwise the first one. */
  #pad: string | undefined;
  #text: PartText | undefined;
  #others: Map<string, PartText> | undefined;
  /** The latest result of counting lines, with the counting function and the indentation. */
  #counted: { readonly by: object; readonly pad: number; readonly found: unknown } | undefined;

  constructor(members: TreeMap) {
    this.members = members;
  }

  /** Returns the result of counting lines at an indentation; counts again only if function or indentation changed. */
  countedAt<T>(pad: number, count: (members: TreeMap, pad: number) => T): T {
    if (this.#counted?.by !== count || this.#counted.pad !== pad) {
      this.#counted = { by: count, pad, found: count(this.members, pad) };
    }
    return this.#counted.found as T;
  }

  /** Returns the text at an indentation; creates it if it is not cached. */
  textAt(pad: string, make: (members: TreeMap, pad: string) => PartText): PartText {
    if (this.#text === undefined || this.#pad === undefined) {
      this.#pad = pad;
      this.#text = make(this.members, pad);
      return this.#text;
    }
    if (this.#pad === pad) return this.#text;
    if (pad.length <= (this.#text.deepest ?? -1)) {
      this.#text = reindent(this.#text, this.#pad, pad);
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

/** A key with its value; avoids creating a map. */
export type Member = readonly [key: string, value: Tree | undefined];

/** Members of a map that other maps contain, too, or that need no map. */
export type Members = Part | FilledForm | readonly Member[];

/** A function that fills a gap in a form. Members whose value is undefined are not printed. */
export type Gap<T> = (subject: T) => Tree | undefined;

/** A map with gaps. It contains no marks, but the values in the gaps may. */
export interface Shape<T> {
  readonly [key: string]: Tree | Gap<T> | Shape<T> | readonly Shape<T>[] | undefined;
}

/** Members that many maps contain with different values in gaps. It caches the printed text around the gaps. */
export class Form<T> {
  readonly shape: Shape<T>;
  #pad: string | undefined;
  #text: FormText<T> | undefined;

  constructor(shape: Shape<T>) {
    this.shape = shape;
  }

  /** Returns the members filled with the values of a subject. */
  of(subject: T): FilledForm {
    return new FilledForm(this as Form<unknown>, subject);
  }

  /** Returns the text at an indentation; creates it if the indentation is not that of the last call. */
  textAt(pad: string, make: (shape: Shape<T>, pad: string) => FormText<T>): FormText<T> {
    if (this.#text === undefined || this.#pad !== pad) {
      this.#text = make(this.shape, pad);
      this.#pad = pad;
    }
    return this.#text;
  }
}

/** A form with the subject that provides its values. */
export class FilledForm {
  readonly form: Form<unknown>;
  readonly subject: unknown;

  constructor(form: Form<unknown>, subject: unknown) {
    this.form = form;
    this.subject = subject;
  }

  /** Returns the members as a map. */
  get members(): TreeMap {
    return this.#filled(this.form.shape);
  }

  #filled(shape: Shape<unknown>): TreeMap {
    const entries = Object.entries(resolveMap(shape as TreeMap) as Shape<unknown>);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.#value(value)]));
  }

  #value(value: Shape<unknown>[string]): Tree | undefined {
    if (typeof value === 'function') return value(this.subject);
    if (typeof value !== 'object' || value === null) return value;
    if (!isList(value as Tree)) return this.#filled(value as Shape<unknown>);
    return (value as readonly Shape<unknown>[string][]).map((item) => this.#value(item) as Tree);
  }
}

/** The text of a form: lines without the last line feed, and the gaps between them. */
export interface FormText<T> {
  readonly gaps: readonly {
    /** The text above it, after the previous gap. */
    readonly above: PartText;
    /** The text before the value on its line. */
    readonly head: string;
    /** `above`, `head` and a blank as one text that begins with a line break. */
    readonly before: string;
    readonly pad: string;
    readonly value: Gap<T>;
  }[];
  /** The text after the last gap. */
  readonly rest: PartText;
}

/** The text of a part: lines without the last line feed. */
export interface PartText {
  readonly text: string;
  readonly lines: number;
  /** The largest indentation at which only the indentation of the lines changes; absent if lines may change at any. */
  readonly deepest?: number;
}

/** Changes the indentation of lines. No line may be empty. */
function reindent({ text, ...others }: PartText, from: string, to: string): PartText {
  if (to.length < from.length) return { text: to + text.slice(from.length).replaceAll(`\n${from}`, `\n${to}`), ...others };
  const more = to.slice(from.length);
  return { text: more + text.replaceAll('\n', `\n${more}`), ...others };
}

/** Returns a map that starts with the members of the parts, in their order. Its own members must have other keys. */
export function withParts(parts: readonly Members[], own: TreeMap): TreeMap {
  return parts === NO_PARTS ? { ...own } : Object.assign(new MapOfParts(parts), own);
}

/** Returns a map that consists of parts only. */
export function mapOfParts(parts: readonly Members[]): TreeMap {
  return new MapOfParts(parts);
}

/** A map with parts. `instanceof` is faster than searching for a symbol in objects of many shapes. */
class MapOfParts {
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
  return map instanceof MapOfParts ? map[PARTS] : NO_PARTS;
}

/** Returns a map that has the members of its parts and its created values as own members. */
export function resolveMap(map: TreeMap): TreeMap {
  if (asLazyMap(map)) return Object.fromEntries([...keysOf(map)].map((key) => [key, valueAt(map, key)]));
  const parts = partsOf(map);
  if (parts === NO_PARTS) return map;
  const members = parts.map((part) => (isMemberList(part) ? Object.fromEntries(part) : resolveMap(part.members)));
  return Object.assign({}, ...members, map, { [PARTS]: undefined });
}

/** Does the same for all nested maps. */
export function flattenTree(map: TreeMap): TreeMap {
  const ofValue = (value: Tree | undefined): Tree | undefined =>
    isList(value as Tree)
      ? (value as readonly Tree[]).map((item) => ofValue(item) as Tree)
      : value !== undefined && isMap(value)
        ? flattenTree(value)
        : value;
  return Object.fromEntries(Object.entries(resolveMap(map)).map(([key, value]) => [key, ofValue(value)]));
}

const NOTHING: readonly Mark[] = [];

export function marksOf(value: Tree): readonly Mark[] {
  return isMap(value) ? ((value as { readonly [MARKS]?: readonly Mark[] })[MARKS] ?? NOTHING) : NOTHING;
}

export function isList(value: Tree): value is readonly Tree[] {
  return Array.isArray(value);
}

export function isMap(value: Tree): value is TreeMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isEmpty(map: TreeMap, parts = partsOf(map)): boolean {
  for (const part of parts) {
    if (part instanceof FilledForm) return false;
    if (isMemberList(part) ? part.some(([, value]) => value !== undefined) : !isEmpty(part.members)) return false;
  }
  // A map with values created on access needs only a check of its sources.
  const made = asLazyMap(map);
  if (made) return made.isEmpty();
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}
