/** Assigns names that are unique in one scope of generated code: for a second `name`, `name_2`. */
export class NameScope {
  /** The assigned names, and the reserved ones if they were copied. */
  readonly #used = new Set<string>();
  /** The reserved names; the same set as `#used` if they were copied. */
  readonly #reserved: ReadonlySet<string>;
  readonly #ignoresCase: boolean;

  /**
   * @param reserved names that are never assigned; a Set is shared by many scopes and not copied
   * @param ignoreCase whether names that differ only in case collide
   */
  constructor(reserved: Iterable<string> = [], ignoreCase = false) {
    this.#ignoresCase = ignoreCase;
    this.#reserved = reserved instanceof Set && !ignoreCase ? reserved : this.#used;
    if (this.#reserved === this.#used) for (const name of reserved) this.#used.add(this.#fold(name));
  }

  has(name: string): boolean {
    const folded = this.#fold(name);
    return this.#used.has(folded) || this.#reserved.has(folded);
  }

  /** Assigns the first free candidate; if none is free, the last one with the lowest free number: `name_2`. */
  claim(...candidates: readonly [string, ...string[]]): string {
    for (const name of candidates) if (this.claimFree(name)) return name;
    const last = candidates.at(-1);
    let n = 2;
    while (this.has(`${last}_${n}`)) n++;
    this.#used.add(this.#fold(`${last}_${n}`));
    return `${last}_${n}`;
  }

  /** Assigns a name if it is free; returns whether it was. */
  claimFree(name: string): boolean {
    const folded = this.#fold(name);
    if (this.#reserved !== this.#used && this.#reserved.has(folded)) return false;
    const before = this.#used.size;
    return this.#used.add(folded).size > before;
  }

  #fold(name: string): string {
    return this.#ignoresCase ? name.toLowerCase() : name;
  }
}
