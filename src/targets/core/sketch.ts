/**
 * The content of a model without labels and comments. If two models have equal sketches, only labels and comments differ.
 * Together with a record of the elements whose labels and comments a file read, this shows whether the file would change.
 */

import { type DomainModel, informativeAxioms } from '../../model/index.ts';

/** An element with a label and a comment: the model, classes, fields, relations, enumerations and their values. */
export interface Labelled {
  readonly label?: string;
  readonly doc?: string;
}

/** A flattened model: each object is replaced by a number, in the order in which the traversal reaches it. */
export interface Sketch {
  /** All keys and values except labels, comments, source locations, and parts that no file of a class depends on. */
  readonly said: readonly unknown[];
  /** The elements with labels and comments. Equal sketches list corresponding elements at the same index. */
  readonly labelled: readonly Labelled[];
}

/** The key of source locations: they change with each line inserted above them and are never printed. */
const PLACE = 'place';

/** Parts of a model that only reports use; files of classes do not depend on them. */
const REPORT_MEMBERS: ReadonlySet<string> = new Set(['assumptions', 'chosen', 'decided', 'axioms']);

/** Precedes the number of an object, to distinguish it from a number in the model. */
const REFERENCE = Symbol('reference');

const TEXTS: ReadonlySet<string> = new Set(['label', 'doc']);

/** A list of values. It returns the previous list as long as all values are equal, to save memory. */
class ValueList {
  readonly #before: readonly unknown[];
  #same = 0;
  /** All values, as soon as one differs from the previous list. */
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

  /** Returns the previous list if all values are equal. */
  get all(): readonly unknown[] {
    if (this.#other !== undefined) return this.#other;
    return this.#same === this.#before.length ? this.#before : this.#before.slice(0, this.#same);
  }
}

/**
 * @param before the sketch of another model to compare with: most generations differ in labels and comments only
 * @returns undefined if the model contains anything but plain data, so that it cannot be compared
 */
export function sketchOf(model: DomainModel, before?: Sketch): Sketch | undefined {
  const said = new ValueList(before?.said ?? []);
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
    // The marker distinguishes a reference to an object from a number.
    said.push(REFERENCE);
    said.push(number);
  };
  note(model);
  // The other axioms lead to members and their types, which the classes contain.
  for (const { constraints } of informativeAxioms(model)) for (const constraint of constraints) note(constraint);
  for (let at = 0; at < waiting.length; at++) {
    const object = waiting[at] as object;
    if (Array.isArray(object) || object instanceof Set) {
      const items: readonly unknown[] = Array.isArray(object) ? object : [...object];
      said.push(items.length);
      for (const item of items) note(item);
      continue;
    }
    if (Object.getPrototypeOf(object) !== Object.prototype) return undefined;
    // Only elements with labels and comments have the key `deprecated`.
    const isLabelled = 'deprecated' in object;
    if (isLabelled) labelled.push(object as Labelled);
    for (const key of Object.keys(object)) {
      if (key === PLACE || (object === model && REPORT_MEMBERS.has(key))) continue;
      said.push(key);
      const value = (object as Record<string, unknown>)[key];
      // Of a label or comment, only its presence counts.
      note(isLabelled && TEXTS.has(key) ? value !== undefined : value);
    }
  }
  return { said: said.all, labelled };
}

/** Checks whether a sketch equals the previous one that it was compared with when it was made. */
export function isSameSketch(before: Sketch, sketch: Sketch): boolean {
  return sketch.said === before.said;
}

/** Receives the number of the element whenever its label or comment is read. */
export type Reader = (number: number) => void;

/** The label and comment of an element, and the reader to call when they are read. */
interface Watched {
  readonly number: number;
  readonly reader: () => Reader;
  readonly label: string | undefined;
  readonly doc: string | undefined;
}

/** The key of that record: not enumerable, so copies of an element do not have it. */
const WATCHED = Symbol('watched');

type WatchedElement = Labelled & { readonly [WATCHED]: Watched };

/* All elements of all models share these functions, so V8 sees one object shape from one generation to the next. */
const LABEL_GETTERS: PropertyDescriptorMap = {
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
 * Calls a reader whenever a label or comment of the model is read from now on.
 *
 * @param reader called at each reading to get the current reader
 */
export function watchLabels({ labelled }: Sketch, reader: () => Reader): void {
  for (const [number, element] of labelled.entries()) {
    const { label, doc } = element;
    replaceByGetters(element);
    const watched: Watched = { number, reader, label, doc };
    Object.defineProperty(element, WATCHED, { value: watched, configurable: true });
  }
}

/**
 * Replaces the label and comment of an element by getters. Replacing a value in place makes V8 give up the fast form of the
 * object and slows down all access to it; deleting the last members keeps that form. So the members from the first label or
 * comment on are deleted and added again. That is one or two members if labels and comments come last.
 */
function replaceByGetters(element: Labelled): void {
  const names = Object.keys(element);
  const first = names.findIndex((name) => TEXTS.has(name));
  if (first < 0) return;
  const last = names.splice(first);
  const members = last.map(
    (name) => LABEL_GETTERS[name] ?? (Object.getOwnPropertyDescriptor(element, name) as PropertyDescriptor),
  );
  for (const name of [...last].reverse()) delete (element as Record<string, unknown>)[name];
  for (const [i, name] of last.entries()) Object.defineProperty(element, name, members[i] as PropertyDescriptor);
}
