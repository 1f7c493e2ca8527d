/** Reads YAML that users write, such as manifests. Each error has a source location. */

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { fail, suggest } from '../diagnostics/index.ts';

/** A value in a YAML file, with its source location. */
export class YamlValue {
  readonly #node: Node | null;
  readonly #source: Source;
  readonly #key: Node | null;
  /** Its name in messages: `types.string`. */
  readonly path: string;

  constructor(node: Node | null, source: Source, path: string, key: Node | null = null) {
    this.#node = node;
    this.#source = source;
    this.#key = key;
    this.path = path;
  }

  /** The key of this value, as a location for messages. */
  get key(): YamlValue {
    return new YamlValue(this.#key ?? this.#node, this.#source, this.path);
  }

  /** Throws an error about this value. */
  fail(reason: string, help?: string): never {
    return failAt(this.#source, this.#offset, reason, help);
  }

  get #offset(): number {
    return this.#node?.range?.[0] ?? 0;
  }

  get isMap(): boolean {
    return isMap(this.#node);
  }

  get isList(): boolean {
    return isSeq(this.#node);
  }

  /** The string, number, boolean or null; undefined for lists and maps. */
  get scalar(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined;
  }

  text(): string {
    const { scalar } = this;
    return typeof scalar === 'string' ? scalar : this.fail(`${this.path} is not a string`);
  }

  list(): readonly YamlValue[] {
    if (!isSeq(this.#node)) return this.fail(`${this.path} is not a list`);
    return this.#node.items.map((item, i) => this.#child(item as Node, `${this.path}[${i}]`));
  }

  /** The members of a map, by key. */
  entries(): ReadonlyMap<string, YamlValue> {
    if (!isMap(this.#node)) return this.fail(`${this.path === '' ? 'the file' : this.path} is not a map of names and values`);
    const entries = new Map<string, YamlValue>();
    for (const { key, value } of this.#node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const member = this.#child((value ?? key) as Node, this.path === '' ? name : `${this.path}.${name}`, key as Node);
      if (value === null) member.fail(`${member.path} has no value`, 'a string with a comma or a colon needs quotes');
      entries.set(name, member);
    }
    return entries;
  }

  /**
   * Returns the members of a map with a fixed set of keys.
   *
   * @throws DiagnosticError at a member with another key
   */
  async members<const Name extends string>(known: readonly Name[]): Promise<{ readonly [K in Name]?: YamlValue }> {
    const members: { [K in Name]?: YamlValue } = {};
    for (const [name, value] of this.entries()) {
      if (!known.includes(name as Name)) {
        const similar = await suggest(name, known);
        const location = this.path === '' ? '' : ` in ${this.path}`;
        value.key.fail(
          `there is no ${name}${location}`,
          similar === undefined ? `allowed: ${known.join(', ')}` : `did you mean ${similar}?`,
        );
      }
      members[name as Name] = value;
    }
    return members;
  }

  #child(node: Node | null, path: string, key: Node | null = null): YamlValue {
    const value = new YamlValue(node, this.#source, path, key);
    if (isAlias(node)) value.fail('anchors and aliases are not supported', 'write the value out');
    return value;
  }
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
}

function failAt(source: Source, offset: number, reason: string, help?: string): never {
  const { line, col } = source.lines.linePos(offset);
  const text = source.text.split('\n')[line - 1];
  return fail(
    'template-invalid',
    { reason, ...(help !== undefined && { help }) },
    { file: source.file, line, column: col },
    text,
  );
}

/**
 * Parses a YAML 1.2 file.
 *
 * @throws DiagnosticError with the source location of a syntax error
 */
export function readYaml(file: string, text: string): YamlValue {
  const source = { file, text, lines: new LineCounter() };
  const document = parse(source);
  const [error] = document.errors;
  if (error) failAt(source, error.pos[0], error.message);
  return new YamlValue(document.contents, source, '');
}

function parse({ file, text, lines }: Source) {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  } catch (error) {
    // Deeply nested brackets exhaust the stack of the parser.
    if (error instanceof RangeError) fail('template-invalid', { reason: 'its lists and maps are nested too deeply' }, { file });
    throw error;
  }
}
