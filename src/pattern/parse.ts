/** Parses regular expressions in the syntax of SHACL and XML Schema to the tree of `ast.ts`. */

import type { Anchor, Category, Characters, Node } from './ast.ts';
import { block } from './blocks.ts';
import { ignoringCase } from './case.ts';
import { complement, type Ranges, union } from './ranges.ts';
import { CATEGORY, NAME_START, nameCharacters, XML_SPACE } from './unicode.ts';

/** A regular expression as the ontology states it. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /**
   * - `xpath`: the syntax of `sh:pattern` (SHACL 4.4.3), that is of `fn:matches` (XPath Functions and Operators 3.1, 5.6): an
   * unanchored search, with the flags `s`, `m`, `i`, `x` and `q`;
   * - `xsd`: the syntax of the facet `xsd:pattern` (XML Schema 1.1 part 2, appendix G): matches the whole text, without flags.
   */
  readonly syntax: 'xpath' | 'xsd';
  /**
   * The meaning of `\d` and `\w`: `ascii` is `[0-9]` and `[A-Za-z0-9_]`; `unicode`, the default, is the categories of XML Schema
   * 1.1 part 2, G.4.2.5. `\s` is the same in both.
   */
  readonly escapes?: 'ascii' | 'unicode';
  /**
   * Accepts look-ahead and look-behind. XPath does not have them, but most SHACL engines search with the expressions of their own
   * language, so shapes use them.
   */
  readonly allowsLookaround?: boolean;
}

/** Nesting limit of groups and character classes: more than users write, and less than the limit of any engine. */
const MAX_DEPTH = 100;

/** Larger numbers in quantifiers are reduced to this one. */
const MAX_QUANTITY = 0xffff_ffff;

/** Thrown for an invalid expression, with the reason. Caught inside this folder. */
export class InvalidPattern extends Error {}

/**
 * Parses a regular expression by the rules of its syntax.
 *
 * @throws InvalidPattern if the expression is invalid
 */
export function parse(pattern: Pattern): Node {
  const { source, syntax } = pattern;
  const flags = new Set(pattern.flags);
  for (const flag of flags) {
    if (syntax === 'xsd') throw new InvalidPattern('patterns of XML Schema have no flags');
    if (!'smixq'.includes(flag)) throw new InvalidPattern(`there is no flag ${flag}: the flags are s, m, i, x and q`);
  }
  const foldCase = (ranges: Ranges) => (flags.has('i') ? ignoringCase(ranges, pattern.escapes) : ranges);
  if (flags.has('q')) return sequence([...source].map((character) => characterSet(foldCase(singleCharacter(character)))));
  const parser = new Parser(flags.has('x') ? removeSpace(source) : source, pattern, flags, foldCase);
  const node = parser.expression();
  return syntax === 'xpath' ? node : sequence([START, node.kind === 'choice' ? group(node) : node, END]);
}

const START: Node = { kind: 'anchor', anchor: 'start' };
const END: Node = { kind: 'anchor', anchor: 'end' };

const group = (body: Node): Node => ({ kind: 'group', number: undefined, body });
const sequence = (items: readonly Node[]): Node => ({ kind: 'sequence', items });
const characterSet = (ranges: Ranges): Node => ({ kind: 'characters', set: { ranges, categories: [], negated: false } });

function singleCharacter(character: string): Ranges {
  const code = character.codePointAt(0) ?? 0;
  return union([[code, code]]);
}

/** Implements flag `x`: removes white space, except in character classes. */
function removeSpace(source: string): string {
  let depth = 0;
  return source.replace(/\\[\t\n\r ]*[\s\S]|[\s\S]/g, (token) => {
    if (token === '[') depth++;
    if (token === ']') depth--;
    if (depth > 0) return token;
    return token.replace(/[\t\n\r ]/g, '');
  });
}

/** Constructs of other languages, by their first characters, and their names for messages. */
const unsupportedConstructs: readonly (readonly [begin: string, what: string])[] = [
  ['(?=', 'look-ahead'],
  ['(?!', 'look-ahead'],
  ['(?<=', 'look-behind'],
  ['(?<!', 'look-behind'],
  ['(?<', 'a named group'],
  ['(?P', 'a named group'],
  ['(?>', 'an atomic group'],
  ['(?#', 'a comment'],
  ['(?:', 'a group (?:…)'],
  ['(?', 'a flag inside the expression'],
];

/** Escapes of other languages without a counterpart. */
const unsupportedEscapes: Readonly<Record<string, string>> = {
  b: 'a word boundary \\b',
  B: 'a word boundary \\B',
  A: '\\A for the start of the string',
  z: '\\z for the end of the string',
  Z: '\\Z for the end of the string',
  u: 'this form of \\u…',
  x: 'this form of \\x…',
  k: 'a named back-reference',
  Q: 'a quotation \\Q…\\E',
};

/** A recursive-descent parser. The grammar is that of XML Schema 1.1 part 2, appendix G, with the changes of XPath. */
class Parser {
  readonly #text: readonly string[];
  readonly #syntax: Pattern['syntax'];
  readonly #flags: ReadonlySet<string>;
  readonly #foldCase: (ranges: Ranges) => Ranges;
  readonly #setEscapes: Readonly<Record<string, LazySet>>;
  readonly #allowsLookaround: boolean;
  #offset = 0;
  #depth = 0;
  /** The capturing groups so far; true if the group is closed. */
  readonly #groups: boolean[] = [];

  constructor(
    text: string,
    { syntax, escapes, allowsLookaround = false }: Pattern,
    flags: ReadonlySet<string>,
    foldCase: (ranges: Ranges) => Ranges,
  ) {
    this.#setEscapes = escapes === 'ascii' ? asciiSetEscapes : setEscapes;
    this.#allowsLookaround = allowsLookaround;
    this.#text = [...text];
    this.#syntax = syntax;
    this.#flags = flags;
    this.#foldCase = foldCase;
  }

  /** Parses the whole text. */
  expression(): Node {
    const node = this.#choice();
    if (this.#offset < this.#text.length) this.#fail('there is a ) without its (; the character itself is \\)');
    return node;
  }

  #choice(): Node {
    const branches = [this.#branch()];
    while (this.#take('|')) branches.push(this.#branch());
    return branches.length === 1 ? (branches[0] as Node) : { kind: 'choice', branches };
  }

  #branch(): Node {
    const items: Node[] = [];
    while (this.#offset < this.#text.length && !this.#isAt('|') && !this.#isAt(')')) items.push(this.#quantified(this.#atom()));
    return items.length === 1 ? (items[0] as Node) : sequence(items);
  }

  #quantified(body: Node): Node {
    const bounds = this.#quantifier();
    if (bounds === undefined) return body;
    const [min, max] = bounds;
    const reluctant = this.#syntax === 'xpath' && this.#take('?');
    if (['?', '*', '+', '{'].some((next) => this.#isAt(next))) {
      if (this.#isAt('+') && !reluctant) this.#failUnsupported('a possessive quantifier');
      this.#fail('a quantifier cannot follow a quantifier');
    }
    return { kind: 'repeat', body, min, max };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('?')) return [0, 1];
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (!this.#take('{')) return undefined;
    const min = this.#number();
    const max = !this.#take(',') ? min : this.#isAt('}') ? Number.POSITIVE_INFINITY : this.#number();
    if (!this.#take('}')) this.#fail('a quantity is {n}, {n,} or {n,m}');
    if (min > max) this.#fail(`the quantity {${min},${max}} is the wrong way round`);
    return [min, max];
  }

  #number(): number {
    let digits = '';
    while (/^[0-9]$/.test(this.#text[this.#offset] ?? '')) digits += this.#next();
    if (digits === '') this.#fail('a quantity is {n}, {n,} or {n,m}; the character { itself is \\{');
    return Math.min(Number(digits), MAX_QUANTITY);
  }

  /** Parses what a quantifier can follow; the text must not be at its end. */
  #atom(): Node {
    if (this.#isAt('(')) return this.#group();
    if (this.#isAt('[')) return { kind: 'characters', set: this.#class() };
    if (this.#isAt('\\')) return this.#escape();
    const anchor = this.#syntax === 'xpath' ? this.#anchor() : undefined;
    if (anchor !== undefined) return { kind: 'anchor', anchor };
    if (this.#take('.')) {
      const excluded = this.#flags.has('s') ? [] : union(singleCharacter('\n'), singleCharacter('\r'));
      return { kind: 'characters', set: { ranges: excluded, categories: [], negated: true } };
    }
    const character = this.#text[this.#offset] as string;
    if ('?*+'.includes(character)) this.#fail(`there is nothing that ${character} could repeat`);
    if ('{}]'.includes(character)) this.#fail(`the character ${character} itself is \\${character}`);
    return characterSet(this.#foldCase(singleCharacter(this.#next())));
  }

  #anchor(): Anchor | undefined {
    const isOfLine = this.#flags.has('m');
    if (this.#take('^')) return isOfLine ? 'lineStart' : 'start';
    if (this.#take('$')) return isOfLine ? 'lineEnd' : 'end';
    return undefined;
  }

  #group(): Node {
    const look = this.#allowsLookaround ? this.#lookAround() : undefined;
    if (look !== undefined) return look;
    const captures = !this.#startsWith('(?:') || this.#syntax === 'xsd';
    if (captures) {
      for (const [begin, what] of unsupportedConstructs) if (this.#startsWith(begin)) this.#failUnsupported(what);
    }
    this.#offset += captures ? 1 : 3;
    const number = captures ? this.#groups.push(false) : undefined;
    const body = this.#nested(() => this.#choice());
    if (!this.#take(')')) this.#fail('there is a ( without its ); the character itself is \\(');
    if (number !== undefined) this.#groups[number - 1] = true;
    return { kind: 'group', number, body };
  }

  /** Parses a look-ahead or look-behind; returns undefined, without reading anything, for other groups. */
  #lookAround(): Node | undefined {
    const begin = ['(?=', '(?!', '(?<=', '(?<!'].find((one) => this.#startsWith(one));
    if (begin === undefined) return undefined;
    this.#offset += begin.length;
    const body = this.#nested(() => this.#choice());
    if (!this.#take(')')) this.#fail('there is a ( without its ); the character itself is \\(');
    return { kind: 'look', body, isBehind: begin.includes('<'), negated: begin.endsWith('!') };
  }

  /** Parses an escape outside a class. */
  #escape(): Node {
    const digit = this.#text[this.#offset + 1] ?? '';
    if (this.#syntax === 'xpath' && /^[1-9]$/.test(digit)) {
      this.#offset += 2;
      let number = Number(digit);
      // The number takes further digits as long as that many groups exist.
      for (;;) {
        const longer = Number(`${number}${/^[0-9]$/.test(this.#text[this.#offset] ?? '') ? this.#text[this.#offset] : 'x'}`);
        if (!(longer <= this.#groups.length)) break;
        number = longer;
        this.#offset++;
      }
      if (this.#groups[number - 1] !== true) this.#fail(`\\${number} refers to a group that is not closed before it`);
      return { kind: 'reference', group: number, ignoresCase: this.#flags.has('i') };
    }
    const character = this.#singleEscape();
    if (character !== undefined) return characterSet(this.#foldCase(singleCharacter(character)));
    return { kind: 'characters', set: { negated: false, ...this.#setEscape() } };
  }

  /** Returns the character that an escape stands for; undefined, without reading anything, if it may stand for several. */
  #singleEscape(): string | undefined {
    const letter = this.#text[this.#offset + 1];
    if (letter === undefined) this.#fail('a \\ is at the end; write the character itself as \\\\');
    const control = { n: '\n', r: '\r', t: '\t' }[letter];
    // The grammars allow only some of them. Other escaped punctuation is unambiguous, and `\/` is common, so it is accepted.
    const escaped = control ?? (/[!-/:-@[-`{-~]/.test(letter) ? letter : undefined);
    if (escaped !== undefined) this.#offset += 2;
    return escaped ?? this.#codePoint();
  }

  /**
   * Returns the character of `\xHH` or `\uHHHH`: no grammar allows these, but Java, JavaScript and Python, which run most SHACL
   * engines, read them alike.
   */
  #codePoint(): string | undefined {
    const written = this.#text.slice(this.#offset, this.#offset + 6).join('');
    const [all, short, long = ''] = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(written) ?? [];
    if (all === undefined) return undefined;
    const character = String.fromCodePoint(Number.parseInt(short ?? long, 16));
    if (/\p{Cs}/u.test(character)) this.#fail(`${all} is half of a surrogate pair, and no character`);
    this.#offset += all.length;
    return character;
  }

  /** Parses an escape that stands for a set of characters. The flag `i` does not affect it. */
  #setEscape(): { readonly ranges: Ranges; readonly categories: readonly Category[] } {
    const letter = this.#text[this.#offset + 1] ?? '';
    if (letter === 'p' || letter === 'P') return this.#property(letter === 'P');
    const characters = Object.hasOwn(this.#setEscapes, letter) ? this.#setEscapes[letter]?.() : undefined;
    if (characters === undefined) {
      if (Object.hasOwn(unsupportedEscapes, letter)) this.#failUnsupported(unsupportedEscapes[letter] ?? '');
      this.#fail(`there is no escape \\${letter}`);
    }
    this.#offset += 2;
    return characters;
  }

  #property(negated: boolean): { readonly ranges: Ranges; readonly categories: readonly Category[] } {
    const [, name] = /^\\[pP]\{([A-Za-z0-9-]+)\}/.exec(this.#text.slice(this.#offset, this.#offset + 64).join('')) ?? [];
    if (name === undefined) this.#fail('a category is written \\p{L}, a block \\p{IsBasicLatin}');
    const ranges = name.startsWith('Is') ? block(name.slice(2)) : undefined;
    if (ranges === undefined && !CATEGORY.test(name)) {
      this.#fail(`${name} is neither a category, such as L or Lu, nor a known block, such as IsBasicLatin`);
    }
    this.#offset += name.length + 4;
    if (ranges === undefined)
      return { ranges: [], categories: [{ name, negated, written: `\\${negated ? 'P' : 'p'}{${name}}` }] };
    return { ranges: negated ? complement(ranges) : ranges, categories: [] };
  }

  /** Parses a class in brackets. */
  #class(): Characters {
    this.#offset++;
    const negated = this.#take('^');
    const ranges: Ranges[] = [];
    const categories: Category[] = [];
    const from = this.#offset;
    let except: Characters | undefined;
    while (!this.#isAt(']')) {
      if (this.#offset > from && this.#startsWith('-[')) {
        this.#offset++;
        except = this.#nested(() => this.#class());
        if (!this.#isAt(']')) this.#fail('what is taken out of a class stands at its end');
        break;
      }
      const element = this.#classElement();
      ranges.push(element.ranges);
      for (const category of element.categories) categories.push(category);
    }
    if (this.#offset === from) this.#fail('a class in brackets cannot be empty; the character ] itself is \\]');
    this.#offset++;
    return { ranges: union(...ranges), categories, negated, ...(except && { except }) };
  }

  /** Parses a character, a range or an escape in a class. */
  #classElement(): { readonly ranges: Ranges; readonly categories: readonly Category[] } {
    const first = this.#classCharacter();
    if (first === undefined) return this.#setEscape();
    // A hyphen before the end of the class or before `-[` is a character; before `[` it subtracts a class.
    const isLiteral = !this.#isAt('-') || ['-]', '-[', '--['].some((next) => this.#startsWith(next));
    if (isLiteral) return { ranges: this.#foldCase(singleCharacter(first)), categories: [] };
    this.#offset++;
    if (this.#isAt('-')) this.#fail('a range cannot end in a bare hyphen; the character itself is \\-');
    const last = this.#classCharacter();
    if (last === undefined) this.#fail('a range ends in one character');
    const [low, high] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
    if (low > high) this.#fail(`the range ${first}-${last} is the wrong way round`);
    return { ranges: this.#foldCase(union([[low, high]])), categories: [] };
  }

  #classCharacter(): string | undefined {
    if (this.#isAt('\\')) return this.#singleEscape();
    if (this.#startsWith('[:')) this.#failUnsupported('a named class such as [:alpha:]');
    if (this.#isAt('[')) this.#fail('the character [ itself is \\[ in a class');
    return this.#next();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.#fail(`it is nested more than ${MAX_DEPTH} deep`);
    const result = read();
    this.#depth--;
    return result;
  }

  #isAt(character: string): boolean {
    return this.#text[this.#offset] === character;
  }

  #startsWith(text: string): boolean {
    return [...text].every((character, i) => this.#text[this.#offset + i] === character);
  }

  #take(character: string): boolean {
    if (!this.#isAt(character)) return false;
    this.#offset++;
    return true;
  }

  #next(): string {
    const character = this.#text[this.#offset];
    if (character === undefined) this.#fail('a character class has no closing ]; the character [ itself is \\[');
    this.#offset++;
    return character;
  }

  #failUnsupported(what: string): never {
    this.#fail(`${what} is not part of ${this.#syntax === 'xpath' ? 'XPath' : 'XML Schema'} regular expressions`);
  }

  #fail(why: string): never {
    throw new InvalidPattern(`${why} (at character ${this.#offset + 1})`);
  }
}

const ranges = (set: Ranges) => ({ ranges: set, categories: [] });
const categories = (written: string, negated: boolean, ...names: readonly string[]) => ({
  ranges: [],
  categories: names.map((name) => ({ name, negated, written })),
});

/** A set that is created when a pattern first needs it. */
type LazySet = () => { readonly ranges: Ranges; readonly categories: readonly Category[] };

/** Escapes for sets of characters. `\w` excludes the categories P, Z and C, so it includes the remaining ones. */
const setEscapes: Readonly<Record<string, LazySet>> = {
  s: () => ranges(XML_SPACE),
  S: () => ranges(complement(XML_SPACE)),
  i: () => ranges(NAME_START),
  I: () => ranges(complement(NAME_START)),
  c: () => ranges(nameCharacters()),
  C: () => ranges(complement(nameCharacters())),
  d: () => categories('\\d', false, 'Nd'),
  D: () => categories('\\D', true, 'Nd'),
  w: () => categories('\\w', false, 'L', 'M', 'N', 'S'),
  W: () => categories('\\W', false, 'P', 'Z', 'C'),
};

const DIGITS = union([[0x30, 0x39]]);
const WORD = union(DIGITS, [[0x41, 0x5a]], singleCharacter('_'), [[0x61, 0x7a]]);

/** The same escapes with `\d` and `\w` in ASCII. */
const asciiSetEscapes: Readonly<Record<string, LazySet>> = {
  ...setEscapes,
  d: () => ranges(DIGITS),
  D: () => ranges(complement(DIGITS)),
  w: () => ranges(WORD),
  W: () => ranges(complement(WORD)),
};
