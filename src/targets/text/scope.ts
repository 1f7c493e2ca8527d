/** Hands out names that are unique in one scope of generated code. */
export class NameScope {
  readonly #taken = new Set<string>();
  readonly #fold: (name: string) => string;

  /**
   * @param reserved names that are never given out as they are
   * @param ignoreCase whether names that differ only in case meet
   */
  constructor(reserved: Iterable<string> = [], ignoreCase = false) {
    this.#fold = ignoreCase ? (name) => name.toLowerCase() : (name) => name;
    for (const name of reserved) this.#taken.add(this.#fold(name));
  }

  has(name: string): boolean {
    return this.#taken.has(this.#fold(name));
  }

  /** Takes the first candidate that is free; if none is, the last one with the least number that is: `name_2`. */
  claim(...candidates: readonly [string, ...string[]]): string {
    let name = candidates.find((c) => !this.has(c));
    if (name === undefined) {
      const last = candidates[candidates.length - 1] as string;
      let n = 2;
      while (this.has(`${last}_${n}`)) n++;
      name = `${last}_${n}`;
    }
    this.#taken.add(this.#fold(name));
    return name;
  }
}
