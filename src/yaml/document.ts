/**
 * Parses a YAML file that users write, such as `codegen.yaml`, to plain data with the source locations of all members:
 * `outputs[0].folder` is at line 4, column 5. Rejects dangerous or misleading input, such as deep nesting and merge keys.
 */

import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { type Diagnostic, DiagnosticError, MERGE_CONFLICT_MESSAGE, type Place } from '../diagnostics/index.ts';

/** Nesting limit: more than users write, and within the stack of the parser, which recurses for each level. */
const MAX_DEPTH = 50;

/** Limit of members, counting those that aliases repeat: nested aliases double the number with each step. */
const MAX_MEMBERS = 20_000;

/** Characters that no valid text contains, whether literal or escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression searches for control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** The keys and indexes that lead to a value: `['outputs', 0, 'folder']`. */
export type Path = readonly (string | number)[];

export interface YamlDocument {
  readonly data: unknown;
  readonly place: (path: Path) => Place;
  readonly lineAt: (place: Place) => string | undefined;
  /** Returns the source location of a member's key; `place` returns that of its value. */
  readonly placeOfKey: (path: Path) => Place;
}

interface Format {
  /** Returns the message about a text that cannot be read. */
  readonly problem: (reason: string, place: Place, line: string | undefined) => Diagnostic;
  /** Whether a value that looks like a number remains a string as written. */
  readonly isText?: (path: Path) => boolean;
}

/**
 * Parses the text of a file to plain data with source locations.
 *
 * @throws DiagnosticError for each syntax error.
 */
export function readDocument(file: string, text: string, format: Format): YamlDocument {
  return new Reader(file, text, format).read();
}

interface Offsets {
  readonly key: number;
  readonly value: number;
}

class Reader {
  readonly #file: string;
  readonly #text: string;
  readonly #format: Format;
  readonly #lines = new LineCounter();
  readonly #offsets = new Map<string, Offsets>();
  #count = 0;

  constructor(file: string, text: string, format: Format) {
    this.#file = file;
    this.#format = format;
    // The byte order mark does not belong to the text.
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  read(): YamlDocument {
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
      throw new DiagnosticError(this.#format.problem(MERGE_CONFLICT_MESSAGE, { file: this.#file, line, column: 1 }, mark[0]));
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
    if (problems.length > 0) this.#rejectOpenNode(document, problems);
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

  /** Reports a string or a bracket without end at its start, instead of the errors that follow from it. */
  #rejectOpenNode(
    document: Document,
    problems: readonly { readonly code: string; readonly pos: readonly [number, number] }[],
  ): void {
    const ends = new Set(problems.flatMap(({ code, pos }) => (code === 'MISSING_CHAR' ? [pos[0]] : [])));
    let string: number | undefined;
    let bracket: number | undefined;
    visit(document, {
      Node: (_, node) => {
        const [start, end] = (node as Node).range ?? [0, 0];
        if (isScalar(node) && /^QUOTE_/.test(node.type ?? '') && ends.has(end)) string = start;
        // The innermost one, if several are open.
        if (isCollection(node) && node.flow && !/[\]}]/.test(this.#text.charAt(end - 1))) bracket = start;
      },
    });
    // An open string misleads the parser about everything that follows, so it is the only error reported.
    if (string !== undefined) this.#fail(string, `no ${this.#text.charAt(string)} ends the string that begins here`);
    if (bracket === undefined) return;
    const [end, what] = this.#text.charAt(bracket) === '[' ? [']', 'list'] : ['}', 'map'];
    this.#fail(bracket, `no ${end} ends the ${what} that begins here`);
  }

  #scalar({ value, source }: Scalar, path: Path, offset: number): unknown {
    if (typeof value === 'string' && CONTROL.test(value)) this.#fail(offset, 'this string contains a control character');
    return typeof value === 'number' && this.#format.isText?.(path) ? (source ?? `${value}`) : value;
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
    return this.#format.problem(reason, place, this.#lineAt(place));
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

/** Returns the offset of a node; undefined if it has none. */
function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}
