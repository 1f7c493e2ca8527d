/** A lossless JSON parser (RFC 8259): keeps the text of numbers, and the order and duplicates of keys. */

export type Tree =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** The source text, such as `9007199254740993` or `1e400`. */
  | { readonly kind: 'number'; readonly source: string }
  /** UTF-16; may contain lone surrogates. */
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: Tree])[] };

/** Parses a JSON text; returns undefined if it is invalid. */
export function parseJson(text: string): Tree | undefined {
  try {
    return new JsonParser(text).document();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns why a text is not JSON: the reason as a clause, and the offset in UTF-16 code units; undefined for valid JSON.
 */
export function findSyntaxError(text: string): { readonly why: string; readonly at: number } | undefined {
  const parser = new JsonParser(text);
  try {
    parser.document();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return { why: error.message, at: parser.offset };
    if (error instanceof RangeError) return { why: 'lists and objects are nested too deep', at: parser.offset };
    throw error;
  }
}

/** Returns the value of a key, the last one if the key is repeated. */
export function memberOf(tree: Tree, key: string): Tree | undefined {
  return tree.kind === 'object' ? tree.members.findLast(([name]) => name === key)?.[1] : undefined;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// JSON.parse checks escapes and rejects unescaped control characters.
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const WHITE_SPACE = /[ \t\n\r]*/y;

class JsonParser {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Current offset. */
  get offset(): number {
    return this.#offset;
  }

  document(): Tree {
    const tree = this.#value();
    this.#take(WHITE_SPACE);
    if (this.#offset < this.#text.length) this.#fail('the end');
    return tree;
  }

  #value(): Tree {
    this.#take(WHITE_SPACE);
    for (const [word, tree] of literalTrees) if (this.#skip(word)) return tree;
    if (this.#skip('[')) return { kind: 'array', items: this.#list(']', () => this.#value()) };
    if (this.#skip('{')) return { kind: 'object', members: this.#list('}', () => this.#member()) };
    if (this.#text[this.#offset] === '"') return { kind: 'string', value: this.#string() };
    const source = this.#take(NUMBER);
    if (source === '') this.#fail('a value');
    return { kind: 'number', source };
  }

  #member(): readonly [string, Tree] {
    this.#take(WHITE_SPACE);
    if (this.#text[this.#offset] !== '"') this.#fail('a key in double quotes');
    const key = this.#string();
    this.#take(WHITE_SPACE);
    if (!this.#skip(':')) this.#fail('a colon');
    return [key, this.#value()];
  }

  #list<T>(end: string, readItem: () => T): readonly T[] {
    const items: T[] = [];
    this.#take(WHITE_SPACE);
    if (this.#skip(end)) return items;
    for (;;) {
      items.push(readItem());
      this.#take(WHITE_SPACE);
      if (this.#skip(end)) return items;
      if (!this.#skip(',')) this.#fail(`"," or "${end}"`);
    }
  }

  #string(): string {
    const start = this.#offset;
    try {
      return JSON.parse(this.#take(STRING));
    } catch {
      this.#offset = start;
      throw new SyntaxError('this string does not end, or contains a control character or an escape that JSON does not allow');
    }
  }

  #fail(expected: string): never {
    if (this.#offset >= this.#text.length) throw new SyntaxError('it ends too early');
    const [word = ''] = /^(?:[\w.+-]{1,20}|.)/su.exec(this.#text.slice(this.#offset, this.#offset + 21)) ?? [];
    throw new SyntaxError(`expected ${expected}, found ${JSON.stringify(word)}`);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text)?.[0] ?? '';
    this.#offset += match.length;
    return match;
  }

  #skip(word: string): boolean {
    if (!this.#text.startsWith(word, this.#offset)) return false;
    this.#offset += word.length;
    return true;
  }
}

const literalTrees: readonly (readonly [string, Tree])[] = [
  ['null', { kind: 'null' }],
  ['true', { kind: 'boolean', value: true }],
  ['false', { kind: 'boolean', value: false }],
];
