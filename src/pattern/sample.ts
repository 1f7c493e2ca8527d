/** Generates texts that match regular expressions, and tests texts against them. */

import { type Characters, contains, type Node } from './ast.ts';
import { dialects } from './dialects.ts';
import { isExponential } from './exponential.ts';
import { linearParts, linearPattern } from './linear.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { print, Untranslatable } from './print.ts';
import { includes } from './ranges.ts';

/** Length limits of a text, in Unicode code points. */
export interface Lengths {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

/** Limits of draws for each expression, and of nodes that all draws visit. */
const MAX_DRAWS = 500;
const MAX_STEPS = 200_000;

/**
 * Yields distinct texts in which all given regular expressions find a match, short ones first. The result is deterministic. It is
 * empty if an expression is invalid, has no JavaScript equivalent (which verifies each text), or matches so rarely that no draw
 * succeeds.
 */
export function* textsMatching(patterns: readonly Pattern[], lengths: Lengths): Generator<string, void, undefined> {
  const isMatch = createMatcher(patterns);
  if (isMatch === undefined) return;
  const trees = patterns.map(parse);
  const [minLength, maxLength] = [lengths.minLength ?? 0, lengths.maxLength ?? Number.POSITIVE_INFINITY];
  const texts = new Set<string>();
  const budget = { steps: MAX_STEPS };
  for (let nth = 0; nth < MAX_DRAWS && budget.steps > 0; nth++) {
    for (const tree of trees) {
      const drawer = new TextDrawer(nth, nth === 0 ? 0 : 1 + (nth % (2 * minLength + 8)), budget);
      const drawn = drawer.draw(tree);
      // A match may be anywhere in the text, so letters may follow it.
      const text = contains(tree, 'anchor') ? drawn : drawn + drawer.letters(minLength - lengthOf(drawn));
      const length = lengthOf(text);
      if (length < minLength || length > maxLength || texts.has(text) || budget.steps <= 0 || !isMatch(text)) continue;
      texts.add(text);
      yield text;
    }
  }
}

/**
 * Returns a function that tests whether all regular expressions find a match in a text. Returns undefined if one of them is
 * invalid or has no equivalent in JavaScript.
 */
export function createMatcher(patterns: readonly Pattern[]): ((text: string) => boolean) | undefined {
  try {
    const tests = patterns.map((pattern) => {
      const known = compiled.get(pattern) ?? compile(pattern);
      compiled.set(pattern, known);
      return known;
    });
    return (text) => tests.every((test) => test(text));
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof Untranslatable) return undefined;
    throw error;
  }
}

const compiled = new WeakMap<Pattern, (text: string) => boolean>();

/** Length limit for texts that are tested in exponential time. Longer texts are assumed to match. */
const MAX_SLOW_LENGTH = 20;

function compile(pattern: Pattern): (text: string) => boolean {
  const tree = parse(pattern);
  const expression = new RegExp(print(tree, dialects.ecmascript), 'u');
  const parts = linearParts(tree);
  const isSlow = isExponential(tree);
  if (parts === undefined) return (text) => (isSlow && text.length > MAX_SLOW_LENGTH) || expression.test(text);
  if (isSlow) {
    const linear = linearPattern(parts);
    return (text) => linear.test(text);
  }
  return (text) => {
    try {
      return expression.test(text);
    } catch {
      // The text is too long for the stack of the engine.
      return linearPattern(parts).test(text);
    }
  };
}

const lengthOf = (text: string): number => [...text].length;

/**
 * Draws one pseudo-random text that matches a tree, apart from its anchors and look-around. With `nth` 0 it draws the shortest
 * text.
 */
class TextDrawer {
  readonly #size: number;
  readonly #budget: { steps: number };
  readonly #groups = new Map<number, string>();
  #state: number;

  /** @param size limit of additional repetitions */
  constructor(nth: number, size: number, budget: { steps: number }) {
    this.#state = nth;
    this.#size = size;
    this.#budget = budget;
  }

  draw(node: Node): string {
    if (this.#budget.steps-- <= 0) return '';
    switch (node.kind) {
      case 'characters': {
        const characters = sampleCharacters(node.set);
        return characters[this.#choose(characters.length)] ?? '';
      }
      case 'anchor':
      case 'look':
        return '';
      case 'sequence':
        return node.items.map((item) => this.draw(item)).join('');
      case 'choice': {
        const branches = node.branches.toSorted((a, b) => minimumLength(a) - minimumLength(b));
        return this.draw(branches[this.#choose(branches.length)] as Node);
      }
      case 'group': {
        const text = this.draw(node.body);
        if (node.number !== undefined) this.#groups.set(node.number, text);
        return text;
      }
      case 'repeat': {
        const times = node.min + this.#choose(Math.min(node.max - node.min, this.#size) + 1);
        let text = '';
        for (let i = 0; i < times && this.#budget.steps > 0; i++) text += this.draw(node.body);
        return text;
      }
      case 'reference':
        return this.#groups.get(node.group) ?? '';
      default:
        return node satisfies never;
    }
  }

  /** Returns letters to pad a text: at minLength the missing number, and a few more after the first draw. */
  letters(missing: number): string {
    const count = Math.min(Math.max(0, missing) + this.#choose(8), MAX_STEPS);
    return Array.from({ length: count }, () => LETTERS[this.#choose(LETTERS.length)]).join('');
  }

  /** Returns a number below `count`: 0 in the first draw, later from a linear congruential sequence. */
  #choose(count: number): number {
    if (this.#state === 0) return 0;
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0 || 1;
    return Math.floor((this.#state / 2 ** 32) * count);
  }
}

/** Returns the minimum length of a text that matches a tree. */
function minimumLength(node: Node): number {
  switch (node.kind) {
    case 'characters':
      return 1;
    case 'anchor':
    case 'look':
    case 'reference':
      return 0;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + minimumLength(item), 0);
    case 'choice':
      return node.branches.reduce((minLength, branch) => Math.min(minLength, minimumLength(branch)), Number.POSITIVE_INFINITY);
    case 'group':
      return minimumLength(node.body);
    case 'repeat':
      return node.min === 0 ? 0 : node.min * minimumLength(node.body);
    default:
      return node satisfies never;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Preferred characters in this order: letters and digits, characters that never need quotes, the rest of ASCII. */
const PREFERRED = [`${LETTERS}0123456789${LETTERS.toUpperCase()}`, '-_.', ` ,:;/+=@!?#$%&()*<>[]^{|}~'"\`\\\t\n\r`];

/** Last code point that is searched: covers the scripts in use and the first plane beyond 16 bits. */
const LAST_SEARCHED = 0x1ffff;

const samples = new WeakMap<Characters, readonly string[]>();

/** Returns some characters of a set, the most common first. Empty only if no usual character is in the set. */
function sampleCharacters(set: Characters): readonly string[] {
  const known = samples.get(set) ?? findCharacters(set);
  samples.set(set, known);
  return known;
}

function findCharacters(set: Characters): readonly string[] {
  for (const preferred of PREFERRED) {
    const known = [...preferred].filter((character) => containsCharacter(set, character));
    if (known.length > 0) return known;
  }
  const characters: string[] = [];
  for (let code = 0xa0; code <= LAST_SEARCHED && characters.length < MAX_COLLECTED; code++) {
    const character = String.fromCodePoint(code);
    if ((code < 0xd800 || code > 0xdfff) && containsCharacter(set, character)) characters.push(character);
  }
  const rare = set.negated ? undefined : set.ranges.at(0)?.[0];
  return characters.length > 0 || rare === undefined ? characters : [String.fromCodePoint(rare)];
}

/** Limit of characters beyond ASCII that are collected. */
const MAX_COLLECTED = 8;

const categories = new Map<string, RegExp>();

function isInCategory(name: string, character: string): boolean {
  const expression = categories.get(name) ?? new RegExp(`\\p{${name}}`, 'u');
  categories.set(name, expression);
  return expression.test(character);
}

function containsCharacter({ ranges, categories, negated, except }: Characters, character: string): boolean {
  const isIn =
    includes(ranges, character.codePointAt(0) ?? 0) ||
    categories.some((category) => isInCategory(category.name, character) !== category.negated);
  return isIn !== negated && !(except !== undefined && containsCharacter(except, character));
}
