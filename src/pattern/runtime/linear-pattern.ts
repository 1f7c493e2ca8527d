/** A state of the nondeterministic automaton (NFA): reads a character of a set, requires an anchor, or branches. */
interface NfaState {
  readonly reads?: number;
  readonly anchor?: Anchor;
  readonly next: number[];
}

type Anchor = '^' | '$' | 'm^' | 'm$';

/** Adds the NFA states of a part of the pattern. Receives the state after the part, and returns the first state of the part. */
type Part = (next: number) => number;

/** The neighbor of a position in the text: an end of the text, a line feed, or another character. */
type Neighbor = 'end' | 'line feed' | 'other';

/** A state of the deterministic automaton (DFA): a set of NFA states, and the next state for each kind of character. */
interface DfaState {
  readonly nfaStates: readonly number[];
  readonly before: Neighbor;
  readonly next: Map<string, DfaState | true>;
}

/** The maximum number of cached characters, and of NFA states in cached DFA states. */
const CACHE_LIMIT = 100_000;

/**
 * Searches for a pattern in time that is linear in the length of the text: it follows all alternatives at once. A `RegExp`
 * tries one after the other and backtracks. It is a `RegExp` so that it can be used where one is expected, but only `test` is
 * linear.
 */
export class LinearPattern extends RegExp {
  readonly #sets: readonly RegExp[];
  readonly #nfaStates: NfaState[] = [];
  readonly #start: number;
  readonly #end: number;
  #dfaStates = new Map<string, DfaState>();
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
    this.#end = this.#addNfaState({ next: [] });
    const stack: Part[] = [];
    for (const token of parts.split(' ')) stack.push(this.#part(token, stack));
    this.#start = stack.reduceRight((next, part) => part(next), this.#end);
  }

  /** Returns whether the text contains a match. */
  override test(text: string): boolean {
    let state = this.#dfaState([], 'end');
    for (const character of text) {
      const kind = this.#kind(character);
      let next = state.next.get(kind);
      if (next === undefined) {
        next = this.#after(state, kind);
        state.next.set(kind, next);
      }
      if (next === true) return true;
      state = next;
    }
    return this.#reached(state, 'end').has(this.#end);
  }

  #addNfaState(state: NfaState): number {
    return this.#nfaStates.push(state) - 1;
  }

  #part(token: string, stack: Part[]): Part {
    if (/^[0-9]/.test(token)) {
      return (next) => this.#addNfaState({ reads: Number(token), next: [next] });
    }
    if (token.endsWith('^') || token.endsWith('$')) {
      return (next) => this.#addNfaState({ anchor: token as Anchor, next: [next] });
    }
    // parseFloat returns NaN for the missing maximum of `{1,}`.
    const [count = 0, max] = token.slice(1).split(',').map(Number.parseFloat);
    if (token.startsWith('{')) return this.#repeat(stack.pop() as Part, count, max as number);
    const parts = stack.splice(stack.length - count);
    if (token.startsWith('|')) {
      return (next) => this.#addNfaState({ next: parts.map((part) => part(next)) });
    }
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  /** @param max `NaN` for no maximum */
  #repeat(part: Part, min: number, max: number): Part {
    return (next) => {
      let first = next;
      if (Number.isNaN(max)) {
        const loop = this.#addNfaState({ next: [next] });
        this.#nfaStates[loop]?.next.push(part(loop));
        first = loop;
      }
      for (let i = min; i < max; i++) first = this.#addNfaState({ next: [next, part(first)] });
      for (let i = 0; i < min; i++) first = part(first);
      return first;
    };
  }

  /** Returns the kind of a character: `n` for a line feed, then `1` or `0` for each set that contains it or not. */
  #kind(character: string): string {
    let kind = this.#characters.get(character);
    if (kind === undefined) {
      if (this.#characters.size >= CACHE_LIMIT) this.#characters = new Map();
      const bits = this.#sets.map((set) => (set.test(character) ? '1' : '0'));
      kind = (character === '\n' ? 'n' : '') + bits.join('');
      this.#characters.set(character, kind);
    }
    return kind;
  }

  #dfaState(nfaStates: readonly number[], before: Neighbor): DfaState {
    const key = `${before} ${nfaStates.join()}`;
    let state = this.#dfaStates.get(key);
    if (state === undefined) {
      this.#size += nfaStates.length + 1;
      if (this.#size > CACHE_LIMIT) {
        this.#dfaStates = new Map();
        this.#size = nfaStates.length + 1;
      }
      state = { nfaStates, before, next: new Map() };
      this.#dfaStates.set(key, state);
    }
    return state;
  }

  /** Returns the state after a character; true if a match ends before it. */
  #after(state: DfaState, kind: string): DfaState | true {
    const isLineFeed = kind.startsWith('n');
    const sets = isLineFeed ? kind.slice(1) : kind;
    const neighbor = isLineFeed ? 'line feed' : 'other';
    const reached = this.#reached(state, neighbor);
    if (reached.has(this.#end)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const { reads, next: after } = this.#nfaStates[at] as NfaState;
      if (reads !== undefined && sets[reads] === '1') next.add(after[0] as number);
    }
    return this.#dfaState(
      [...next].sort((a, b) => a - b),
      neighbor,
    );
  }

  /**
   * Returns the NFA states that are reached without reading a character (the epsilon closure). A match may also begin here.
   */
  #reached({ nfaStates, before }: DfaState, after: Neighbor): Set<number> {
    const reached = new Set([...nfaStates, this.#start]);
    // The set grows while it is iterated.
    for (const at of reached) {
      const { reads, anchor, next } = this.#nfaStates[at] as NfaState;
      if (reads !== undefined || (anchor !== undefined && !holds(anchor, before, after))) continue;
      for (const other of next) reached.add(other);
    }
    return reached;
  }
}

/** Returns whether an anchor matches. A line feed at the end of the text does not begin another line. */
function holds(anchor: Anchor, before: Neighbor, after: Neighbor): boolean {
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
