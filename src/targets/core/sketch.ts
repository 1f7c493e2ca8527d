/**
 * What a model holds but for the texts that people read: two models with equal sketches differ in labels and comments alone.
 * So who knows of which elements a file has such texts knows whether the file would be the same.
 */

import { type DomainModel, tellingAxioms } from '../../model/index.ts';

/** What has a label and a comment: the model, classes, fields, relations, enumerations and their values. */
export interface Labelled {
  readonly label?: string;
  readonly doc?: string;
}

/** A model, flattened: objects become numbers, in the order in which they are reached first. */
export interface Sketch {
  /** All keys, and all values but texts, places, and what no file of a class is made of. */
  readonly said: readonly unknown[];
  /** What has texts. Those of equal sketches are the same, one by one. */
  readonly labelled: readonly Labelled[];
}

/** What stands somewhere else as soon as a line above it is new, and is printed nowhere. */
const PLACE = 'place';

/** Parts of a model that are told to people by reports, and of which files of classes hold nothing. */
const TOLD: ReadonlySet<string> = new Set(['assumptions', 'chosen', 'decided', 'axioms']);

/** What stands before the number of an object, which is told from a number by it. */
const REFERENCE = Symbol('reference');

const TEXTS: ReadonlySet<string> = new Set(['label', 'doc']);

/** What is said, one thing after the other. As long as that is the same as before, no list is made of it. */
class Said {
  readonly #before: readonly unknown[];
  #same = 0;
  /** All of it, from the first thing on that is not the same. */
  #other: unknown[] | undefined;

  constructor(before: readonly unknown[]) {
    this.#before = before;
  }

  push(value: unknown): void {
    if (this.#other === undefined) {
      if (this.#same < this.#before.length && this.#before[this.#same] === value) {
        this.#same++;
        return;
      }
      this.#other = this.#before.slice(0, this.#same);
    }
    this.#other.push(value);
  }

  /** The list that was there before, if all is the same. */
  get all(): readonly unknown[] {
    if (this.#other !== undefined) return this.#other;
    return this.#same === this.#before.length ? this.#before : this.#before.slice(0, this.#same);
  }
}

/**
 * @param before the sketch of another model, with which it is compared at once: most generations differ in texts alone
 * @returns undefined if the model holds anything else than plain data: then nothing is known of it
 */
export function sketchOf(model: DomainModel, before?: Sketch): Sketch | undefined {
  const said = new Said(before?.said ?? []);
  const labelled: Labelled[] = [];
  const numbers = new Map<object, number>();
  const waiting: object[] = [];
  const note = (value: unknown) => {
    if (typeof value !== 'object' || value === null) {
      said.push(value);
      return;
    }
    let number = numbers.get(value);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(value, number);
      waiting.push(value);
    }
    // What refers to an object is told from a number.
    said.push(REFERENCE);
    said.push(number);
  };
  note(model);
  // What the others come to, members and their types, the classes hold.
  for (const { constraints } of tellingAxioms(model)) for (const constraint of constraints) note(constraint);
  for (let at = 0; at < waiting.length; at++) {
    const object = waiting[at] as object;
    if (Array.isArray(object) || object instanceof Set) {
      const items: readonly unknown[] = Array.isArray(object) ? object : [...object];
      said.push(items.length);
      for (const item of items) note(item);
      continue;
    }
    if (Object.getPrototypeOf(object) !== Object.prototype) return undefined;
    // All that is described says whether it is deprecated.
    const isLabelled = 'deprecated' in object;
    if (isLabelled) labelled.push(object as Labelled);
    for (const key of Object.keys(object)) {
      if (key === PLACE || (object === model && TOLD.has(key))) continue;
      said.push(key);
      const value = (object as Record<string, unknown>)[key];
      // Of a text that people read it counts whether there is one.
      note(isLabelled && TEXTS.has(key) ? value !== undefined : value);
    }
  }
  return { said: said.all, labelled };
}

/** Whether a sketch is equal to the one with which it was compared when it was made. */
export function isSameSketch(before: Sketch, sketch: Sketch): boolean {
  return sketch.said === before.said;
}

/** Who is told of each text that is read, by the number of what it says something of. */
export type Reader = (number: number) => void;

/** What an element says, and who is told when that is read. */
interface Watched {
  readonly number: number;
  readonly reader: () => Reader;
  readonly label: string | undefined;
  readonly doc: string | undefined;
}

/** Where that is kept: a member that no copy of an element takes over. */
const WATCHED = Symbol('watched');

type WatchedElement = Labelled & { readonly [WATCHED]: Watched };

/*
 * The same functions for the elements of all models: what is read through them has one form by that, from one generation to the
 * next.
 */
const READ: PropertyDescriptorMap = {
  label: {
    get(this: WatchedElement) {
      const { reader, number, label } = this[WATCHED];
      reader()(number);
      return label;
    },
    enumerable: true,
    configurable: true,
  },
  doc: {
    get(this: WatchedElement) {
      const { reader, number, doc } = this[WATCHED];
      reader()(number);
      return doc;
    },
    enumerable: true,
    configurable: true,
  },
};

/**
 * Has somebody told of the texts of a model that are read from here on.
 *
 * @param reader asked for at each reading, as it may change
 */
export function watchTexts({ labelled }: Sketch, reader: () => Reader): void {
  for (const [number, element] of labelled.entries()) {
    const { label, doc } = element;
    readBy(element);
    const watched: Watched = { number, reader, label, doc };
    Object.defineProperty(element, WATCHED, { value: watched, configurable: true });
  }
}

/**
 * Has the texts of an element read by functions. An object in which a value becomes a function loses its fast form, and all that
 * reads any of its members is slower; one from which the last members are taken keeps it. So they are taken off, up to the first
 * text, and added again. It is one or two where elements have their texts last.
 */
function readBy(element: Labelled): void {
  const names = Object.keys(element);
  const first = names.findIndex((name) => TEXTS.has(name));
  if (first < 0) return;
  const last = names.splice(first);
  const members = last.map((name) => READ[name] ?? (Object.getOwnPropertyDescriptor(element, name) as PropertyDescriptor));
  for (const name of [...last].reverse()) delete (element as Record<string, unknown>)[name];
  for (const [i, name] of last.entries()) Object.defineProperty(element, name, members[i] as PropertyDescriptor);
}
