import type { Characters, Node } from './ast.ts';
import { dialects } from './dialects.ts';
import { economical } from './economical.ts';
import { type LinearParts, linearParts, linearPattern } from './linear.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { print, Untranslatable } from './print.ts';
import { includes } from './ranges.ts';
import { hasAnchor } from './rewrite.ts';

/** How long a text may be, in Unicode code points. */
export interface Lengths {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

/** How many texts are drawn for each expression, and how many steps that may take, before the search is given up. */
const DRAWS = 500;
const STEPS = 200_000;

/**
 * Texts in which all of some regular expressions find something, short ones first and none twice. The same arguments
 * give the same texts. There may be none: where an expression is faulty, has no equal in JavaScript, which verifies each
 * text, or asks for something so rare that it is not met.
 */
export function* textsMatching(patterns: readonly Pattern[], lengths: Lengths = {}): Generator<string, void, undefined> {
  const isMatch = matcher(patterns);
  if (isMatch === undefined) return;
  const trees = patterns.map(parse);
  const [least, most] = [lengths.minLength ?? 0, lengths.maxLength ?? Number.POSITIVE_INFINITY];
  const found = new Set<string>();
  const budget = { left: STEPS };
  for (let nth = 0; nth < DRAWS && budget.left > 0; nth++) {
    for (const tree of trees) {
      const drawing = new Drawing(nth, nth === 0 ? 0 : 1 + (nth % (2 * least + 8)), budget);
      const drawn = drawing.of(tree);
      // What is searched for anywhere may stand among other letters.
      const text = hasAnchor(tree) ? drawn : drawn + drawing.letters(least - lengthOf(drawn));
      const length = lengthOf(text);
      if (length < least || length > most || found.has(text) || budget.left <= 0 || !isMatch(text)) continue;
      found.add(text);
      yield text;
    }
  }
}

/**
 * Whether all of some regular expressions find something in a text. Undefined if that cannot be told, because one is
 * faulty or has no equal in JavaScript.
 */
export function matcher(patterns: readonly Pattern[]): ((text: string) => boolean) | undefined {
  try {
    const searches = patterns.map(search);
    return (text) => searches.every((finds) => finds(text));
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** How long a text may be that is searched for what no search is fast enough for. Of a longer one the best is taken for granted. */
const SHORT = { polynomial: 300, exponential: 20, unknown: 20 } as const;

function search(pattern: Pattern): (text: string) => boolean {
  const { inDialects } = pattern;
  if (inDialects !== undefined) return finding(`^${inDialects}$`, () => linearParts(parse(pattern)));
  const tree = parse(pattern);
  const source = print(tree, dialects.ecmascript);
  const equal = economical(tree, pattern);
  const parts = linearParts(tree);
  if (equal.effort !== 'linear' && parts !== undefined) {
    const linear = linearPattern(parts);
    return (text) => linear.test(text);
  }
  if (equal.effort !== 'linear') {
    const expression = new RegExp(source, 'u');
    const most = SHORT[equal.effort];
    return (text) => text.length > most || expression.test(text);
  }
  return finding(equal.tree === tree ? source : print(equal.tree, dialects.ecmascript), () => parts);
}

/** @param slow what is searched for by the search that follows all ways at once, which is slower */
function finding(source: string, slow: () => LinearParts | undefined): (text: string) => boolean {
  const expression = new RegExp(source, 'u');
  return (text) => {
    try {
      return expression.test(text);
    } catch {
      // The text is longer than the engine's stack is deep.
      const parts = slow();
      return parts !== undefined && linearPattern(parts).test(text);
    }
  };
}

const lengthOf = (text: string): number => [...text].length;

/** One text that a tree describes, but for its anchors. The first drawing takes the least of everything. */
class Drawing {
  readonly #size: number;
  readonly #budget: { left: number };
  readonly #groups = new Map<number, string>();
  #state: number;

  /** @param size how often more than necessary something is repeated at most */
  constructor(nth: number, size: number, budget: { left: number }) {
    this.#state = nth;
    this.#size = size;
    this.#budget = budget;
  }

  of(node: Node): string {
    if (this.#budget.left-- <= 0) return '';
    switch (node.kind) {
      case 'characters': {
        const characters = someOf(node.set);
        return characters[this.#choose(characters.length)] ?? '';
      }
      case 'anchor':
        return '';
      case 'sequence':
        return node.items.map((item) => this.of(item)).join('');
      case 'choice': {
        const branches = node.branches.toSorted((a, b) => leastLength(a) - leastLength(b));
        return this.of(branches[this.#choose(branches.length)] as Node);
      }
      case 'group': {
        const text = this.of(node.body);
        if (node.number !== undefined) this.#groups.set(node.number, text);
        return text;
      }
      case 'repeat': {
        const times = node.min + this.#choose(Math.min(node.max - node.min, this.#size) + 1);
        let text = '';
        for (let i = 0; i < times && this.#budget.left > 0; i++) text += this.of(node.body);
        return text;
      }
      case 'reference':
        return this.#groups.get(node.group) ?? '';
      default:
        return node satisfies never;
    }
  }

  /** Letters to fill up a text: so many, if that is more than none, and after the first drawing a few more. */
  letters(missing: number): string {
    const count = Math.min(Math.max(0, missing) + this.#choose(8), STEPS);
    return Array.from({ length: count }, () => LETTERS[this.#choose(LETTERS.length)]).join('');
  }

  /** A number below `count`: 0 at first, and later one of a linear congruential sequence. */
  #choose(count: number): number {
    if (this.#state === 0) return 0;
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0 || 1;
    return Math.floor((this.#state / 2 ** 32) * count);
  }
}

/** How many characters a text has that a tree describes, at least. */
function leastLength(node: Node): number {
  switch (node.kind) {
    case 'characters':
      return 1;
    case 'anchor':
    case 'reference':
      return 0;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + leastLength(item), 0);
    case 'choice':
      return node.branches.reduce((least, branch) => Math.min(least, leastLength(branch)), Number.POSITIVE_INFINITY);
    case 'group':
      return leastLength(node.body);
    case 'repeat':
      return node.min === 0 ? 0 : node.min * leastLength(node.body);
    default:
      return node satisfies never;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** What is taken if it may be, in this order: letters and digits, then what needs no quotes anywhere, then the rest of ASCII. */
const PREFERRED = [`${LETTERS}0123456789${LETTERS.toUpperCase()}`, '-_.', ` ,:;/+=@!?#$%&()*<>[]^{|}~'"\`\\\t\n\r`];

/** Further characters that are tried: those of the scripts in use, and of the first plane that goes beyond 16 bits. */
const LAST_TRIED = 0x1ffff;

const samples = new WeakMap<Characters, readonly string[]>();

/** Some characters of a set, the best known first; none only if it has none that is worth looking for. */
function someOf(set: Characters): readonly string[] {
  const known = samples.get(set) ?? find(set);
  samples.set(set, known);
  return known;
}

function find(set: Characters): readonly string[] {
  for (const preferred of PREFERRED) {
    const known = [...preferred].filter((character) => has(set, character));
    if (known.length > 0) return known;
  }
  const found: string[] = [];
  for (let code = 0xa0; code <= LAST_TRIED && found.length < ENOUGH; code++) {
    const character = String.fromCodePoint(code);
    if ((code < 0xd800 || code > 0xdfff) && has(set, character)) found.push(character);
  }
  const rare = set.negated ? undefined : set.ranges.at(0)?.[0];
  return found.length > 0 || rare === undefined ? found : [String.fromCodePoint(rare)];
}

/** How many characters beyond ASCII are looked for. */
const ENOUGH = 8;

const categories = new Map<string, RegExp>();

function isOfCategory(name: string, character: string): boolean {
  const expression = categories.get(name) ?? new RegExp(`\\p{${name}}`, 'u');
  categories.set(name, expression);
  return expression.test(character);
}

function has({ ranges, categories, negated, except }: Characters, character: string): boolean {
  const isIn =
    includes(ranges, character.codePointAt(0) ?? 0) ||
    categories.some((category) => isOfCategory(category.name, character) !== category.negated);
  return isIn !== negated && !(except !== undefined && has(except, character));
}
