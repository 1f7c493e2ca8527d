/** Assigns names that are unique in one scope of generated code: for a second `name`, `name_2`. */
export class NameScope {
  readonly #assigned = new Set<string>();
  readonly #reserved: ReadonlySet<string>;
  readonly #ignoresCase: boolean;

  /**
   * @param reserved names that are never assigned; a Set is shared by many scopes and not copied
   * @param ignoreCase whether names that differ only in case collide
   */
  constructor(reserved: Iterable<string> = [], ignoreCase = false) {
    this.#ignoresCase = ignoreCase;
    if (ignoreCase) this.#reserved = new Set([...reserved].map((name) => this.#fold(name)));
    else this.#reserved = reserved instanceof Set ? reserved : new Set(reserved);
  }

  has(name: string): boolean {
    const folded = this.#fold(name);
    return this.#assigned.has(folded) || this.#reserved.has(folded);
  }

  /** Assigns the first free candidate; if none is free, the last one with the lowest free number: `name_2`. */
  claim(...candidates: readonly [string, ...string[]]): string {
    for (const name of candidates) if (this.claimFree(name)) return name;
    for (let n = 2; ; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.claimFree(numbered)) return numbered;
    }
  }

  /** Assigns a name if it is free; returns whether it was. */
  claimFree(name: string): boolean {
    if (this.has(name)) return false;
    this.#assigned.add(this.#fold(name));
    return true;
  }

  #fold(name: string): string {
    return this.#ignoresCase ? name.toLowerCase() : name;
  }
}
