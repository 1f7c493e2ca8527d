/**
 * A set of what the printed files require of the files that are printed last. A file that is kept and not printed again repeats
 * its earlier requests.
 */
export class RequestedItems<T> implements Iterable<T> {
  readonly #all: Set<T>;
  #asked: Set<T> | undefined;

  /** @param always what is required in any case */
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

  /** In the order of the first request. */
  [Symbol.iterator](): Iterator<T> {
    return this.#all[Symbol.iterator]();
  }

  /** Starts a new set and returns it; requests are added to it until the next call. */
  note(): ReadonlySet<T> {
    this.#asked = new Set();
    return this.#asked;
  }
}
