/**
 * Parses `codegen.yaml` to plain data with the source locations of all members: `outputs[0].folder` is at line 4, column 5. Rejects
 * dangerous or misleading input, such as deep nesting and merge keys.
 */

import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { type Diagnostic, DiagnosticError, diagnostic, MERGE_CONFLICT_MESSAGE, type Place } from '../diagnostics/index.ts';
import type { Path } from './types.ts';

/** Nesting limit: more than users write, and within the stack of the parser, which recurses for each level. */
const MAX_DEPTH = 50;

/** Limit of members, counting those that aliases repeat: nested aliases double the number with each step. */
const MAX_MEMBERS = 20_000;

/** Characters that no valid text contains, whether literal or escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression searches for control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

export interface SettingsDocument {
  /** As parsed from YAML, except that policy values that look like numbers remain strings as written. */
  readonly data: unknown;
  readonly place: (path: Path) => Place;
  readonly lineAt: (place: Place) => string | undefined;
  /** Returns the source location of a member's key; `place` returns that of its value. */
  readonly placeOfKey: (path: Path) => Place;
}

/**
 * Parses the text of a settings file to plain data with source locations.
 *
 * @throws DiagnosticError for each syntax error.
 */
export function readDocument(file: string, text: string): SettingsDocument {
  return new Reader(file, text).read();
}

interface Offsets {
  readonly key: number;
  readonly value: number;
}

class Reader {
  readonly #file: string;
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #offsets = new Map<string, Offsets>();
  #count = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    // The byte order mark does not belong to the text.
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  read(): SettingsDocument {
    const document = this.#parse();
    const data = this.#data(document.contents, document, [], { key: 0, value: 0 }, []);
    const at = (path: Path, of: keyof Offsets): Place => {
      for (let length = path.length; length > 0; length--) {
        const found = this.#offsets.get(JSON.stringify(path.slice(0, length)));
        if (found) return this.#placeAt(found[of]);
      }
      return this.#placeAt(this.#offsets.get('[]')?.value ?? 0);
    };
    return {
      data,
      place: (path) => at(path, 'value'),
      placeOfKey: (path) => at(path, 'key'),
      lineAt: (place) => this.#lineAt(place),
    };
  }

  #parse(): Document.Parsed | Document {
    const mark = /^<{7} .*$/m.exec(this.#text);
    if (mark) {
      const line = this.#text.slice(0, mark.index).split('\n').length;
      const place: Place = { file: this.#file, line, column: 1 };
      throw new DiagnosticError(diagnostic('settings-syntax', { reason: MERGE_CONFLICT_MESSAGE }, place, mark[0]));
    }
    const tokens = [...new Parser(this.#lines.addNewLine).parse(this.#text)];
    this.#rejectDeepNesting(tokens);
    // YAML 1.2, whatever a directive states: `on` and `no` are strings, and numbers are numbers.
    const composer = new Composer({
      lineCounter: this.#lines,
      schema: 'core',
      stringKeys: true,
      merge: false,
      resolveKnownTags: false,
      logLevel: 'silent',
    });
    const [document, second] = [...composer.compose(tokens, true, this.#text.length)];
    if (!document) return this.#fail(0, 'it is empty');
    const problems = [...document.errors, ...document.warnings];
    const [open] = problems.flatMap(({ code, pos }) => (code === 'MISSING_CHAR' && quoteBefore(tokens, pos[0])) || []);
    // An open quote misleads the parser about everything that follows, so it is the only error reported.
    if (open) this.#fail(open.offset, `no ${open.sign} ends the string that begins here`);
    const bracket = problems.length > 0 ? openBracket(tokens) : undefined;
    if (bracket) this.#fail(bracket.offset, `no ${bracket.end} ends the ${bracket.what} that begins here`);
    // Several errors at one location have the same cause.
    const first = problems.filter(({ pos }, i) => problems.findIndex((each) => each.pos[0] === pos[0]) === i);
    if (first.length > 0) {
      throw new DiagnosticError(
        ...first.slice(0, 20).map(({ message, pos }) => this.#problem(pos[0], translateMessage(message))),
      );
    }
    if (second) this.#fail(second.range[0], 'a second document begins here; a file has one');
    return document;
  }

  /** Rejects deep nesting. Nested values have nested tokens, so this checks tokens, without recursion. */
  #rejectDeepNesting(tokens: readonly object[]): void {
    const waiting: { readonly token: unknown; readonly depth: number; readonly offset: number }[] = tokens.map((token) => ({
      token,
      depth: 0,
      offset: 0,
    }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { token, depth } = next;
      if (typeof token !== 'object' || token === null) continue;
      const { items, key, value, offset = next.offset } = token as Record<string, unknown> & { readonly offset?: number };
      if (depth > MAX_DEPTH) this.#fail(offset, `lists and maps are nested more than ${MAX_DEPTH} deep here`);
      const children = [...(Array.isArray(items) ? items : []), key, value];
      for (const each of children) waiting.push({ token: each, depth: Array.isArray(items) ? depth + 1 : depth, offset });
    }
  }

  #scalar({ value, source }: Scalar, path: Path, offset: number): unknown {
    if (typeof value === 'string' && CONTROL.test(value)) this.#fail(offset, 'this string contains a control character');
    // Policy values are strings even if they look like numbers: 3.0 must not become 3.
    return typeof value === 'number' && path.length === 2 && path[0] === 'policies' ? (source ?? `${value}`) : value;
  }

  /** Converts a node to data. `within` contains its ancestors. */
  #data(node: unknown, document: Document, path: Path, offsets: Offsets, within: readonly unknown[]): unknown {
    this.#count++;
    const offset = offsetOf(node) ?? offsets.value;
    if (this.#count > MAX_MEMBERS)
      this.#fail(offset, `it comes to more than ${MAX_MEMBERS} members here, with those that aliases repeat`);
    if (within.length > MAX_DEPTH) this.#fail(offset, `lists and maps are nested more than ${MAX_DEPTH} deep here`);
    this.#offsets.set(JSON.stringify(path), { key: offsets.key, value: path.length === 0 ? offset : offsets.value });
    if (isAlias(node)) return this.#aliased(node, document, path, offsets, within);
    if (isScalar(node)) return this.#scalar(node, path, offset);
    const ancestors = [...within, node];
    if (isSeq(node)) {
      return node.items.map((item, i) => {
        const at = offsetOf(item) ?? offset;
        return this.#data(item, document, [...path, i], { key: at, value: at }, ancestors);
      });
    }
    return isMap(node) ? this.#members(node, document, path, offset, ancestors) : null;
  }

  #members(map: YAMLMap, document: Document, path: Path, offset: number, ancestors: readonly unknown[]): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const at = offsetOf(key) ?? offset;
      // Schemas with arbitrary member names would silently lose it.
      if (name === '__proto__' && path.length > 0) this.#fail(at, '__proto__ can be no name here');
      if (name === '<<') this.#fail(at, 'YAML 1.2 has no merge keys; write the members themselves');
      const member = this.#data(value, document, [...path, name], { key: at, value: offsetOf(value) ?? at }, ancestors);
      // `defineProperty`, because assigning `__proto__` would change the prototype.
      Object.defineProperty(data, name, { value: member, enumerable: true, configurable: true, writable: true });
    }
    return data;
  }

  #aliased(alias: Alias, document: Document, path: Path, offsets: Offsets, within: readonly unknown[]): unknown {
    const target = alias.resolve(document);
    if (!target) return this.#fail(offsets.value, `no anchor &${alias.source} precedes this alias`);
    if (within.includes(target)) return this.#fail(offsets.value, `*${alias.source} is inside its own anchor`);
    return this.#data(target, document, path, offsets, within);
  }

  #placeAt(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  #lineAt({ line }: Place): string | undefined {
    return line === undefined ? undefined : this.#text.split(/\r?\n/, line)[line - 1];
  }

  #problem(offset: number, reason: string): Diagnostic {
    const place = this.#placeAt(offset);
    return diagnostic('settings-syntax', { reason }, place, this.#lineAt(place));
  }

  #fail(offset: number, reason: string): never {
    throw new DiagnosticError(this.#problem(offset, reason));
  }
}

/** Messages of the parser, and their translations for users. */
const PARSER_MESSAGES: readonly (readonly [says: RegExp, means: string])[] = [
  [/^With stringKeys/, 'a key must be a string'],
  [/^Map keys must be unique/, 'this key is repeated'],
  [/^Source contains multiple documents/, 'a second document begins here; a file has one'],
  [/^Nested mappings are not allowed/, 'put a value that contains ": " in quotes, and indent the members of a map equally'],
  [/^(?:Implicit keys need to be|Implicit map keys need)/, 'this is not a member; write key: value'],
  [/^All mapping items must start/, 'members of one map are indented alike'],
  [/^All sequence items must start/, 'items of one list are indented alike'],
  [/^Sequence item without/, 'items of a list begin with "- ", and members of one map are indented alike'],
  [/^(?:Plain value|Block scalar header) /, 'put a string that begins with this character in quotes'],
];

/** Returns a message of the parser in the style of `codegen`: one line, without capital letter and period. */
function translateMessage(message: string): string {
  const [first = ''] = message.split('\n');
  const known = PARSER_MESSAGES.find(([says]) => says.test(first));
  if (known) return known[1];
  const tag = /^Unresolved tag: (.*)$/.exec(first)?.[1];
  if (tag !== undefined) return `it has the tag ${tag}; tags mean nothing here`;
  return first.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

/** Returns the quote that opens the string which ends at an offset; undefined if none exists. */
function quoteBefore(tokens: readonly CST.Token[], end: number): { readonly offset: number; readonly sign: string } | undefined {
  let quote: { readonly offset: number; readonly sign: string } | undefined;
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }) => {
      for (const each of [key, value]) {
        if (!each || !CST.isScalar(each) || !/^(?:single|double)-quoted-scalar$/.test(each.type)) continue;
        if (each.offset + each.source.length === end) quote = { offset: each.offset, sign: each.source.slice(0, 1) };
      }
    });
  }
  return quote;
}

/** Returns a list or map with an unclosed bracket, the innermost one if several are open. */
function openBracket(
  tokens: readonly CST.Token[],
): { readonly offset: number; readonly end: string; readonly what: string } | undefined {
  let bracket: ReturnType<typeof openBracket>;
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }) => {
      for (const each of [key, value]) {
        if (each?.type !== 'flow-collection') continue;
        const { offset, type } = each.start;
        const [end, what] = type === 'flow-seq-start' ? [']', 'list'] : ['}', 'map'];
        if (!each.end.some(({ source }) => source === end)) bracket = { offset, end, what };
      }
    });
  }
  return bracket;
}

/** Returns the offset of a node; undefined if it has none. */
function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}
