/**
 * What a model holds but for the texts that people read: two models with equal sketches differ in labels and comments alone.
 * So who knows of which elements a file has such texts knows whether the file would be the same.
 */

import type { DomainModel } from '../../model/index.ts';

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
  for (const { constraints } of model.axioms) for (const constraint of constraints) note(constraint);
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

/**
 * Has somebody told of the texts of a model that are read from here on.
 *
 * @param reader asked for at each reading, as it may change
 */
export function watchTexts({ labelled }: Sketch, reader: () => Reader): void {
  const numbers = new Map(labelled.map((element, i) => [element, i]));
  const texts = labelled.map(({ label, doc }) => ({ label, doc }));
  const read = (element: Labelled): Labelled => {
    const number = numbers.get(element) as number;
    reader()(number);
    return texts[number] as Labelled;
  };
  // The same two functions for all elements, which share their form by that.
  const label = {
    get(this: Labelled) {
      return read(this).label;
    },
    enumerable: true,
    configurable: true,
  };
  const doc = {
    get(this: Labelled) {
      return read(this).doc;
    },
    enumerable: true,
    configurable: true,
  };
  for (const element of labelled) {
    if ('label' in element) Object.defineProperty(element, 'label', label);
    if ('doc' in element) Object.defineProperty(element, 'doc', doc);
  }
}
