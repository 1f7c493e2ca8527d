import type { Characters, Node } from './ast.ts';
import { TooLarge } from './budget.ts';
import { complement, type Ranges, union } from './ranges.ts';

/** Limit for the number of sets times the number of range boundaries. */
const MOST_STEPS = 2_000_000;

/** The general categories of Unicode, except surrogates. */
const CATEGORIES = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Zs Zl Zp Sm Sc Sk So Cc Cf Co Cn'.split(' ');

/** The categories of characters are tested one by one up to this number; a larger group may contain every category. */
const MOST_ASKED = 512;

/** Limit of ranges in a set that could also be written with categories. */
const MOST_RANGES = 12;

/** A class of characters that a pattern does not distinguish. */
interface Letter {
  /** Undefined if only categories distinguish these characters from others. */
  readonly ranges: Ranges | undefined;
  /** The ranges and categories of the pattern that contain these characters. */
  readonly basics: ReadonlySet<string>;
}

/** A partition of all characters into the classes that a pattern distinguishes: its letters, numbered from 0. */
export class Alphabet {
  readonly #letters: readonly Letter[];
  readonly #ranges = new Map<string, Ranges>();
  readonly #categories = new Set<string>();
  /** The letter that contains only the line feed. */
  readonly lineFeed: number;

  /** @throws TooLarge if there are too many sets */
  constructor(sets: readonly Characters[]) {
    this.#ranges.set(LINE_FEED_KEY, LINE_FEED);
    for (const set of sets) this.#add(set);
    this.#letters = lettersOf(this.#ranges, [...this.#categories]);
    this.lineFeed = this.#letters.findIndex(({ basics }) => basics.has(LINE_FEED_KEY));
  }

  get size(): number {
    return this.#letters.length;
  }

  #add({ ranges, categories, except }: Characters): void {
    if (ranges.length > 0) this.#ranges.set(keyOf(ranges), ranges);
    for (const { name } of categories) this.#categories.add(name);
    if (except) this.#add(except);
  }

  /** Returns the letters that a set consists of. */
  lettersOf(set: Characters): readonly number[] {
    return this.#letters.flatMap(({ basics }, letter) => (isIn(basics, set) ? [letter] : []));
  }

  /** Returns a set of exactly those letters; undefined if it cannot be written. Prefers few ranges, then categories. */
  setOf(letters: ReadonlySet<number>): Characters | undefined {
    const ranges = this.#rangesOf(letters);
    if (ranges && (ranges.length <= MOST_RANGES || this.#categories.size === 0)) return charactersIn(ranges);
    const others = new Set([...this.#letters.keys()].filter((letter) => !letters.has(letter)));
    const [included, excluded] = [this.#subsetsOf(letters), this.#subsetsOf(others)];
    if (this.#covers(included, letters)) return this.#joined(included, letters, false);
    if (this.#covers(excluded, others)) return this.#joined(excluded, others, true);
    const meeting = this.#basics().filter((basic) => [...letters].some((letter) => this.#has(letter, basic)));
    const isRest =
      this.#covers(meeting, letters) &&
      [...others].every((letter) => this.#covers(excluded, [letter]) || !meeting.some((basic) => this.#has(letter, basic)));
    if (isRest) return { ...this.#joined(meeting, letters, false), except: this.#joined(excluded, others, false) };
    return ranges && charactersIn(ranges);
  }

  #rangesOf(letters: ReadonlySet<number>): Ranges | undefined {
    // If the ranges of these letters are unknown, those of the other letters may be known.
    const all = [...this.#letters.keys()];
    const known = this.#joinedRanges([...letters]);
    if (known) return known;
    const others = this.#joinedRanges(all.filter((letter) => !letters.has(letter)));
    return others && complement(others);
  }

  #joinedRanges(letters: readonly number[]): Ranges | undefined {
    const ranges: Ranges[] = [];
    for (const letter of letters) {
      const own = this.#letters[letter]?.ranges;
      if (own === undefined) return undefined;
      ranges.push(own);
    }
    return union(...ranges);
  }

  #basics(): readonly string[] {
    return [...this.#ranges.keys(), ...this.#categories];
  }

  #has(letter: number, basic: string): boolean {
    return this.#letters[letter]?.basics.has(basic) === true;
  }

  /** Returns the basic sets that consist only of those letters. */
  #subsetsOf(letters: ReadonlySet<number>): readonly string[] {
    return this.#basics().filter((basic) =>
      [...this.#letters.keys()].every((letter) => letters.has(letter) || !this.#has(letter, basic)),
    );
  }

  /** Returns true if each of those letters is in a basic set, or has known ranges. */
  #covers(basics: readonly string[], letters: Iterable<number>): boolean {
    return [...letters].every(
      (letter) => this.#letters[letter]?.ranges !== undefined || basics.some((basic) => this.#has(letter, basic)),
    );
  }

  #joined(basics: readonly string[], letters: ReadonlySet<number>, negated: boolean): Characters {
    const listed = [...letters].filter((letter) => !basics.some((basic) => this.#has(letter, basic)));
    return {
      ranges: union(
        ...basics.map((basic) => this.#ranges.get(basic) ?? []),
        ...listed.map((letter) => this.#letters[letter]?.ranges ?? []),
      ),
      categories: basics.flatMap((name) =>
        this.#categories.has(name) ? [{ name, negated: false, written: `\\p{${name}}` }] : [],
      ),
      negated,
    };
  }
}

const keyOf = (ranges: Ranges): string => ranges.join(';');
const charactersIn = (ranges: Ranges): Characters => ({ ranges, categories: [], negated: false });

const LINE_FEED: Ranges = [[0xa, 0xa]];
const LINE_FEED_KEY = keyOf(LINE_FEED);

function isIn(basics: ReadonlySet<string>, { ranges, categories, negated, except }: Characters): boolean {
  const has =
    (ranges.length > 0 && basics.has(keyOf(ranges))) || categories.some(({ name, negated: not }) => basics.has(name) !== not);
  return has !== negated && !(except !== undefined && isIn(basics, except));
}

/** Groups all characters by the ranges and categories that contain them. */
function lettersOf(ranges: ReadonlyMap<string, Ranges>, categories: readonly string[]): readonly Letter[] {
  const kinds = new Map(
    CATEGORIES.map((name) => categories.filter((one) => name.startsWith(one))).map((in_) => [in_.join(), in_]),
  );
  return [...groups(ranges)].flatMap(({ ranges: group, basics }): Letter[] => {
    if (categories.length === 0) return [{ ranges: group, basics: new Set(basics) }];
    if (group.reduce((count, [first, last]) => count + last - first + 1, 0) > MOST_ASKED) {
      return [...kinds.values()].map((names) => ({ ranges: undefined, basics: new Set([...basics, ...names]) }));
    }
    const known = new Map<string, [number, number][]>();
    for (const [first, last] of group) {
      for (let character = first; character <= last; character++) {
        const key = categories.filter((name) => isOf(name, character)).join();
        known.set(key, [...(known.get(key) ?? []), [character, character]]);
      }
    }
    return [...known].map(([key, own]) => ({ ranges: union(own), basics: new Set([...basics, ...(kinds.get(key) ?? [])]) }));
  });
}

interface Group {
  readonly ranges: [number, number][];
  readonly basics: readonly string[];
}

function groups(sets: ReadonlyMap<string, Ranges>): Iterable<Group> {
  const ends = new Map<number, string[]>([0, 0xd800, 0xe000].map((end) => [end, []]));
  const toggle = (at: number, basic: string): void => {
    const known = ends.get(at);
    if (known) known.push(basic);
    else ends.set(at, [basic]);
  };
  for (const [basic, ranges] of sets) {
    for (const [first, last] of ranges) {
      toggle(first, basic);
      toggle(last + 1, basic);
    }
  }
  if (ends.size * sets.size > MOST_STEPS) throw new TooLarge();
  const numbers = new Map([...sets.keys()].map((basic, i) => [basic, i]));
  const isOpen = [...sets.keys()].map(() => '0');
  const found = new Map<string, Group>();
  const sorted = [...ends.keys()].sort((a, b) => a - b).filter((end) => end <= 0x10ffff);
  for (const [i, first] of sorted.entries()) {
    for (const basic of ends.get(first) ?? []) {
      const number = numbers.get(basic) as number;
      isOpen[number] = isOpen[number] === '0' ? '1' : '0';
    }
    if (first === 0xd800) continue;
    const key = isOpen.join('');
    const group = found.get(key) ?? { ranges: [], basics: [...sets.keys()].filter((_, number) => isOpen[number] === '1') };
    group.ranges.push([first, (sorted[i + 1] ?? 0x110000) - 1]);
    found.set(key, group);
  }
  return found.values();
}

const tests = new Map<string, RegExp>();

function isOf(category: string, character: number): boolean {
  const test = tests.get(category) ?? new RegExp(`\\p{${category}}`, 'u');
  tests.set(category, test);
  return test.test(String.fromCodePoint(character));
}

/** Returns all sets of characters in a tree. */
export function setsOf(node: Node, found: Characters[] = []): readonly Characters[] {
  if (node.kind === 'characters') found.push(node.set);
  for (const child of childrenOf(node)) setsOf(child, found);
  return found;
}

/** Returns the direct parts of a node; none for characters, anchors and back-references. */
export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.branches;
  return node.kind === 'group' || node.kind === 'repeat' ? [node.body] : [];
}
