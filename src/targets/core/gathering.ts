/**
 * What files of a run ask of those that are printed last. A file that is not printed anew, because somebody kept what it was,
 * asks for the same again.
 */
export class Gathering<T> implements Iterable<T> {
  readonly #all: Set<T>;
  #asked: Set<T> | undefined;

  /** @param always what is asked for in any case */
  constructor(always: Iterable<T> = []) {
    this.#all = new Set(always);
  }

  get size(): number {
    return this.#all.size;
  }

  has(what: T): boolean {
    return this.#all.has(what);
  }

  add(what: T): void {
    this.#all.add(what);
    this.#asked?.add(what);
  }

  /** In the order in which each was asked for first. */
  [Symbol.iterator](): Iterator<T> {
    return this.#all[Symbol.iterator]();
  }

  /** Tells what is asked for from here on, until the next call. */
  note(): ReadonlySet<T> {
    this.#asked = new Set();
    return this.#asked;
  }
}
