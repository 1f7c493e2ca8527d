/** Prints a parsed regular expression in the dialect of a target: `\d` becomes `[0-9]` where `\d` means something else. */

import type { Anchor, Category, Characters, Node } from './ast.ts';
import { ALL, complement, includes, intersection, parseRanges, type Ranges, union } from './ranges.ts';
import { rangesOfCategory } from './unicode.ts';

const HYPHEN = 0x2d;

/** ASCII characters that need a backslash outside brackets, in every dialect. */
const SPECIAL = '\\^$.*+?()[]{}|';

/** The syntax of regular expressions in one language. */
export interface Dialect {
  /** The name in messages. */
  readonly name: string;
  /** ASCII characters that need a backslash in brackets. */
  readonly specialInBrackets: string;
  readonly codePoint: (character: number) => string;
  /** Expressions for any character and for none. */
  readonly any: string;
  readonly none: string;
  readonly anchors: Readonly<Record<Anchor, string | undefined>>;
  /** Returns a general category, inside and outside brackets; undefined if the language does not have it. */
  readonly category: (category: Category) => string | undefined;
  /** Returns the characters of the first class that are not in the second. */
  readonly subtract: (from: string, subtracted: string) => string;
  readonly hasReferences: boolean;
  /** Whether expressions may contain look-ahead and look-behind of their author. */
  readonly hasLookaround: boolean;
  /** Whether the engine backtracks: always, or only for patterns with back-references. */
  readonly backtracks: 'always' | 'references' | 'never';
  /** The greatest number in a quantifier. */
  readonly maxRepetitions: number;
  /** The cost of a set of characters, as ranges or with large categories, and the cost limit of an expression. */
  readonly cost: {
    readonly ranges: (ranges: Ranges) => number;
    readonly categories: number;
    /** The factor for a counted repetition of something that may be empty. */
    readonly empty: number;
    readonly limit: number;
  };
}

/** Thrown with the reason if a dialect has no equivalent of an expression. Caught inside this folder. */
export class Untranslatable extends Error {}

/**
 * Prints a regular expression in a dialect.
 *
 * @throws Untranslatable if the dialect has no exact equivalent
 */
export function print(node: Node, dialect: Dialect): string {
  rejectAmbiguousReferences(node, new Set());
  const printer = new Printer(dialect);
  const { text, cost } = printer.print(node);
  if (cost > dialect.cost.limit) throw new Untranslatable(`the quantities make it too large for ${dialect.name}`);
  return text;
}

/**
 * Rejects back-references to groups that have not matched exactly once when the reference is reached. For these, languages
 * differ: whether a group without a match equals the empty text, and which of several matches counts.
 *
 * @param matched the groups that have matched before; the function adds those that always match in the node
 */
function rejectAmbiguousReferences(node: Node, matched: Set<number>): void {
  switch (node.kind) {
    case 'characters':
    case 'anchor':
      return;
    case 'sequence':
      for (const item of node.items) rejectAmbiguousReferences(item, matched);
      return;
    case 'choice':
      for (const branch of node.branches) rejectAmbiguousReferences(branch, new Set(matched));
      return;
    case 'group':
      rejectAmbiguousReferences(node.body, matched);
      if (node.number !== undefined) matched.add(node.number);
      return;
    case 'look':
    case 'repeat':
      rejectAmbiguousReferences(node.body, new Set(matched));
      return;
    case 'reference':
      if (node.ignoresCase) throw new Untranslatable('a back-reference that ignores case is not the same in any language');
      if (!matched.has(node.group)) {
        throw new Untranslatable(
          `the back-reference \\${node.group} is to a group that is optional, repeated or one of a choice`,
        );
      }
      return;
    default:
      node satisfies never;
  }
}

/** Letters beyond ASCII that are readable without an escape. */
const READABLE_LETTERS = parseRanges('A1-AC AE-24F 386-3FF 400-481 48A-52F 1E00-1EFF 3041-3096 30A1-30FA 4E00-9FA5 AC00-D7A3');

const CONTROLS: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r' };

interface Printed {
  readonly text: string;
  readonly cost: number;
  /** Whether a quantifier may follow directly. */
  readonly isAtom: boolean;
  /** Whether it may match the empty text. */
  readonly canBeEmpty: boolean;
}

class Printer {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  print(node: Node): Printed {
    switch (node.kind) {
      case 'characters':
        return { text: this.#characters(node.set), cost: this.#cost(node.set), isAtom: true, canBeEmpty: false };
      case 'anchor': {
        const text = this.#dialect.anchors[node.anchor];
        if (text === undefined) throw new Untranslatable(`${this.#dialect.name} has no equal of ^ and $ with the flag m`);
        return { text, cost: 1, isAtom: false, canBeEmpty: true };
      }
      case 'sequence': {
        const items = node.items.map((item) => (item.kind === 'choice' ? this.#grouped(this.print(item)) : this.print(item)));
        return {
          text: items.map(({ text }) => text).join(''),
          cost: totalCost(items),
          isAtom: false,
          canBeEmpty: items.every(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case 'choice': {
        const branches = node.branches.map((branch) => this.print(branch));
        return {
          text: branches.map(({ text }) => text).join('|'),
          cost: totalCost(branches),
          isAtom: false,
          canBeEmpty: branches.some(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case 'group': {
        const body = this.print(node.body);
        return node.number === undefined ? this.#grouped(body) : { ...body, text: `(${body.text})`, isAtom: true };
      }
      case 'repeat':
        return this.#repeat(this.print(node.body), node.min, node.max);
      case 'look': {
        if (!this.#dialect.hasLookaround) throw new Untranslatable(`look-around is not written for ${this.#dialect.name}`);
        const { text, cost } = this.print(node.body);
        const begin = `(?${node.isBehind ? '<' : ''}${node.negated ? '!' : '='}`;
        return { text: `${begin}${text})`, cost, isAtom: false, canBeEmpty: true };
      }
      case 'reference':
        if (!this.#dialect.hasReferences) throw new Untranslatable(`${this.#dialect.name} has no back-references`);
        // The group separates the number from a following digit.
        return { text: `(?:\\${node.group})`, cost: 1, isAtom: true, canBeEmpty: true };
      default:
        return node satisfies never;
    }
  }

  #grouped(body: Printed): Printed {
    return { ...body, text: `(?:${body.text})`, isAtom: true };
  }

  #repeat(body: Printed, min: number, max: number): Printed {
    if (max === 0) return { text: '(?:)', cost: 1, isAtom: true, canBeEmpty: true };
    if (min === 1 && max === 1) return body.isAtom ? body : this.#grouped(body);
    const { maxRepetitions, cost: costs } = this.#dialect;
    const times = Number.isFinite(max) ? max : Math.max(1, min);
    const cost = (body.cost + 1) * times * (times > 1 && body.canBeEmpty ? costs.empty : 1);
    const repeated = { cost, isAtom: false, canBeEmpty: min === 0 || body.canBeEmpty };
    // The expression will be rejected, so its text is not needed.
    if (cost > costs.limit) return { ...repeated, text: '' };
    const atom = body.isAtom ? body.text : `(?:${body.text})`;
    let text = '';
    // With a limit of 255, x{300,} is x{255}x{45,}, and x{0,300} is x{0,255}x{0,45}.
    let [minimum, optional] = [min, max - min];
    for (; minimum > maxRepetitions; minimum -= maxRepetitions) text += `${atom}{${maxRepetitions}}`;
    if (Number.isFinite(optional) && minimum + optional > maxRepetitions) {
      text += atom + quantifier(minimum, minimum);
      for (; optional > maxRepetitions; optional -= maxRepetitions) text += `${atom}{0,${maxRepetitions}}`;
      text += atom + quantifier(0, optional);
    } else {
      text += atom + quantifier(minimum, minimum + optional);
    }
    return { ...repeated, text };
  }

  #characters(set: Characters): string {
    const ranges = rangesOf(this.#expandUnsupported(set)) ?? [];
    const [range] = ranges;
    const isSingle = range !== undefined && ranges.length === 1 && range[0] === range[1];
    return isSingle ? this.#character(range[0], SPECIAL) : this.#class(set);
  }

  /** Prints a set in brackets, so that it can be nested if the language allows that. */
  #class(set: Characters): string {
    const expanded = this.#expandUnsupported(set);
    const ranges = rangesOf(expanded);
    if (ranges !== undefined) return this.#ranges(ranges);
    const { categories, negated, except } = expanded;
    const names = [...new Set(categories.map((category) => this.#category(category)))];
    const [only = ''] = names;
    const needsBrackets = names.length > 1 || expanded.ranges.length > 0 || negated;
    const text = !needsBrackets ? only : `[${negated ? '^' : ''}${this.#inBrackets(expanded.ranges)}${names.join('')}]`;
    return except === undefined ? text : this.#dialect.subtract(text, this.#class(except));
  }

  #category(category: Category): string {
    const text = this.#dialect.category(category);
    if (text !== undefined) return text;
    throw new Untranslatable(`${this.#dialect.name} has no exact equal of ${category.written}`);
  }

  /** Replaces categories that the dialect does not have by ranges. */
  #expandUnsupported(set: Characters): Characters {
    return expandCategories(set, (category) => this.#dialect.category(category) === undefined);
  }

  #ranges(ranges: Ranges): string {
    if (ranges.length === 0) return this.#dialect.none;
    const excluded = complement(ranges);
    if (excluded.length === 0) return this.#dialect.any;
    // A set that reaches the last character is printed as a negated class.
    return ranges.at(-1)?.[1] === 0x10ffff ? `[^${this.#hyphenLast(excluded)}]` : `[${this.#hyphenLast(ranges)}]`;
  }

  /** Moves the hyphen to the end of a class, where it needs no escape. */
  #hyphenLast(ranges: Ranges): string {
    const withoutHyphen = ranges.filter(([first, last]) => first !== HYPHEN || last !== HYPHEN);
    return withoutHyphen.length < ranges.length && withoutHyphen.length > 0
      ? `${this.#inBrackets(withoutHyphen)}-`
      : this.#inBrackets(ranges);
  }

  #inBrackets(ranges: Ranges): string {
    const { specialInBrackets } = this.#dialect;
    return ranges
      .map(([first, last]) => {
        const [low, high] = [this.#character(first, specialInBrackets), this.#character(last, specialInBrackets)];
        if (first === last) return low;
        // Beyond ASCII, adjacent characters may combine into one, which linters report as a mistake.
        return last === first + 1 && last < 0x80 ? low + high : `${low}-${high}`;
      })
      .join('');
  }

  #character(character: number, special: string): string {
    const text = String.fromCodePoint(character);
    if (character >= 0x20 && character < 0x7f) return special.includes(text) ? `\\${text}` : text;
    if (includes(READABLE_LETTERS, character)) return text;
    return CONTROLS[character] ?? this.#dialect.codePoint(character);
  }

  #cost(set: Characters): number {
    const ranges = rangesOf(expandCategories(set, () => true));
    return ranges === undefined ? this.#dialect.cost.categories : this.#dialect.cost.ranges(ranges);
  }
}

/** Replaces categories that satisfy `isWanted` by ranges, if these are few enough to list. */
function expandCategories(set: Characters, isWanted: (category: Category) => boolean): Characters {
  if (set.categories.length === 0 && set.except === undefined) return set;
  const expanded: Ranges[] = [set.ranges];
  const categories = set.categories.filter((category) => {
    const ranges = isWanted(category) ? rangesOfCategory(category) : undefined;
    if (ranges !== undefined) expanded.push(ranges);
    return ranges === undefined;
  });
  return {
    ...set,
    ranges: union(...expanded),
    categories,
    ...(set.except && { except: expandCategories(set.except, isWanted) }),
  };
}

const totalCost = (parts: readonly Printed[]): number => parts.reduce((total, { cost }) => total + cost, 1);

/** Returns the characters of a set; undefined if it has categories. */
export function rangesOf({ ranges, categories, negated, except }: Characters): Ranges | undefined {
  const excluded = except === undefined ? [] : rangesOf(except);
  if (categories.length > 0 || excluded === undefined) return undefined;
  return intersection(negated ? complement(ranges) : ranges, excluded.length > 0 ? complement(excluded) : ALL);
}

function quantifier(min: number, max: number): string {
  if (min === 1 && max === 1) return '';
  if (min === 0 && max === 1) return '?';
  if (!Number.isFinite(max)) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
