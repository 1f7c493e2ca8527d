/** Where a search stands: what it reads next, an anchor that has to hold, or other places that it goes on to. */
interface Place {
  readonly reads?: number;
  readonly if?: Anchor;
  readonly next: number[];
}

type Anchor = '^' | '$' | 'm^' | 'm$';

/** Makes the places of a part of a pattern, if the place behind it is known. Gives the first. */
type Part = (next: number) => number;

/** What stands before or behind a place in the text: an end of it, a line feed, or another character. */
type Beside = 'end' | 'line feed' | 'other';

/** All places at which a search may stand, and where it gets to by each kind of character. */
interface State {
  readonly places: readonly number[];
  readonly before: Beside;
  readonly next: Map<string, State | boolean>;
}

/** Characters, and places of states, that are remembered at most. */
const remembered = 100_000;

/**
 * Searches a text for a pattern, in time that grows no faster than the text: all ways through the pattern are followed at
 * once, where a `RegExp` goes back and tries one after the other.
 */
export class LinearPattern extends RegExp {
  readonly #sets: readonly RegExp[];
  readonly #places: Place[] = [];
  readonly #start: number;
  readonly #end: number;
  #states = new Map<string, State>();
  #characters = new Map<string, string>();
  #size = 0;

  /**
   * @param pattern the pattern as a regular expression
   * @param parts its parts, each behind what it is made of: the number of a set; an anchor, which is `^`, `$`, or at lines `m^`,
   *   `m$`; `&2` for two parts one behind the other; `|2` for one of two; `{1,2}` for once or twice, `{1,}` for once or more
   * @param sets expressions for one character
   */
  constructor(pattern: RegExp, parts: string, ...sets: readonly RegExp[]) {
    super(pattern);
    this.#sets = sets;
    this.#end = this.#place({ next: [] });
    const stack: Part[] = [];
    for (const token of parts.split(' ')) stack.push(this.#part(token, stack));
    this.#start = stack.reduceRight((next, part) => part(next), this.#end);
  }

  /** Whether the pattern is found in a text. */
  override test(text: string): boolean {
    let state = this.#state([], 'end');
    for (const character of text) {
      const kind = this.#kind(character);
      let next = state.next.get(kind);
      if (next === undefined) {
        next = this.#after(state, kind);
        state.next.set(kind, next);
      }
      if (typeof next === 'boolean') return true;
      state = next;
    }
    return this.#reached(state, 'end').has(this.#end);
  }

  #place(place: Place): number {
    return this.#places.push(place) - 1;
  }

  #part(token: string, stack: Part[]): Part {
    if (/^[0-9]/.test(token)) return (next) => this.#place({ reads: Number(token), next: [next] });
    if (token.endsWith('^') || token.endsWith('$')) {
      return (next) => this.#place({ if: token as Anchor, next: [next] });
    }
    const [count = 0, most] = token.slice(1).split(',').map(Number.parseFloat);
    if (token.startsWith('{')) return this.#repeat(stack.pop() as Part, count, most as number);
    const parts = stack.splice(stack.length - count);
    if (token.startsWith('|')) {
      return (next) => this.#place({ next: parts.map((part) => part(next)) });
    }
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  /** @param most `NaN` for any number */
  #repeat(part: Part, least: number, most: number): Part {
    return (next) => {
      let first = next;
      if (Number.isNaN(most)) {
        const loop = this.#place({ next: [next] });
        this.#places[loop]?.next.push(part(loop));
        first = loop;
      }
      for (let i = least; i < most; i++) first = this.#place({ next: [next, part(first)] });
      for (let i = 0; i < least; i++) first = part(first);
      return first;
    };
  }

  /** What a character is to the pattern: a line feed or not, and the sets that it is in. */
  #kind(character: string): string {
    let kind = this.#characters.get(character);
    if (kind === undefined) {
      if (this.#characters.size >= remembered) this.#characters = new Map();
      const isIn = this.#sets.map((set) => (set.test(character) ? '1' : '0'));
      kind = (character === '\n' ? 'n' : '') + isIn.join('');
      this.#characters.set(character, kind);
    }
    return kind;
  }

  #state(places: readonly number[], before: Beside): State {
    const key = `${before} ${places.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      this.#size += places.length + 1;
      if (this.#size > remembered) {
        this.#states = new Map();
        this.#size = places.length + 1;
      }
      state = { places, before, next: new Map() };
      this.#states.set(key, state);
    }
    return state;
  }

  /** Where a search gets to by a character; true if it has found the pattern before it. */
  #after(state: State, kind: string): State | true {
    const isLineFeed = kind.startsWith('n');
    const sets = isLineFeed ? kind.slice(1) : kind;
    const beside = isLineFeed ? 'line feed' : 'other';
    const reached = this.#reached(state, beside);
    if (reached.has(this.#end)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const { reads, next: after } = this.#places[at] as Place;
      if (reads !== undefined && sets[reads] === '1') next.add(after[0] as number);
    }
    return this.#state(
      [...next].sort((a, b) => a - b),
      beside,
    );
  }

  /** All places at which a search may stand, if it may begin here, too. */
  #reached({ places, before }: State, after: Beside): Set<number> {
    const reached = new Set([...places, this.#start]);
    // What is added while these are looked at is looked at, too.
    for (const at of reached) {
      const { reads, if: anchor, next } = this.#places[at] as Place;
      if (reads !== undefined || (anchor !== undefined && !holds(anchor, before, after))) continue;
      for (const other of next) reached.add(other);
    }
    return reached;
  }
}

/** Whether an anchor holds. Behind a line feed that ends a text there is no further line. */
function holds(anchor: Anchor, before: Beside, after: Beside): boolean {
  switch (anchor) {
    case '^':
      return before === 'end';
    case '$':
      return after === 'end';
    case 'm^':
      return before === 'end' || (before === 'line feed' && after !== 'end');
    case 'm$':
      return after === 'line feed' || (after === 'end' && before !== 'line feed');
  }
}
