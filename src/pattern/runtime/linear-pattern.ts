/** A state of the nondeterministic automaton (NFA): reads a character of a set, requires an anchor, or branches. */
interface Place {
  readonly reads?: number;
  readonly if?: Anchor;
  readonly next: number[];
}

type Anchor = '^' | '$' | 'm^' | 'm$';

/** Adds the NFA states of a part of the pattern. Receives the state after the part, and returns the first state of the part. */
type Part = (next: number) => number;

/** The neighbor of a position in the text: an end of the text, a line feed, or another character. */
type Beside = 'end' | 'line feed' | 'other';

/** A state of the deterministic automaton (DFA): a set of NFA states, and the next state for each kind of character. */
interface State {
  readonly places: readonly number[];
  readonly before: Beside;
  readonly next: Map<string, State | boolean>;
}

/** The maximum number of cached characters, and of NFA states in cached DFA states. */
const remembered = 100_000;

/**
 * Searches for a pattern in time that is linear in the length of the text: it follows all alternatives at once. A `RegExp`
 * tries one after the other and backtracks.
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
   * @param parts the parts of the pattern in postfix notation: the index of a set; an anchor, which is `^`, `$`, or at lines
   *   `m^`, `m$`; `&2` for a sequence of two parts; `|2` for two alternatives; `{1,2}` and `{1,}` for repetitions
   * @param sets expressions that match one character
   */
  constructor(pattern: RegExp, parts: string, ...sets: readonly RegExp[]) {
    super(pattern);
    this.#sets = sets;
    this.#end = this.#place({ next: [] });
    const stack: Part[] = [];
    for (const token of parts.split(' ')) stack.push(this.#part(token, stack));
    this.#start = stack.reduceRight((next, part) => part(next), this.#end);
  }

  /** True if the text contains a match. */
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

  /** @param most `NaN` for no maximum */
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

  /** Returns the kind of a character: `n` for a line feed, then `1` or `0` for each set that contains it or not. */
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

  /** Returns the state after a character; true if a match ends before it. */
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

  /** Returns the NFA states before the next character is read. A match may also begin here. */
  #reached({ places, before }: State, after: Beside): Set<number> {
    const reached = new Set([...places, this.#start]);
    // The set grows while it is iterated.
    for (const at of reached) {
      const { reads, if: anchor, next } = this.#places[at] as Place;
      if (reads !== undefined || (anchor !== undefined && !holds(anchor, before, after))) continue;
      for (const other of next) reached.add(other);
    }
    return reached;
  }
}

/** True if an anchor matches. A line feed at the end of the text does not begin another line. */
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
