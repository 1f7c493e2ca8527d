/** The values of a YAML file that users write, such as a manifest, with messages that name their source location. */

import { diagnostic, fail, type Place, suggest } from '../diagnostics/index.ts';
import { type Path, readDocument, type YamlDocument } from '../yaml/index.ts';

/** A value in a YAML file. */
export class YamlValue {
  readonly #document: YamlDocument;
  readonly #path: Path;
  readonly #data: unknown;
  /** Its name in messages: `types.string`. */
  readonly path: string;

  constructor(document: YamlDocument, keys: Path = [], data: unknown = document.data, path = '') {
    this.#document = document;
    this.#path = keys;
    this.#data = data;
    this.path = path;
  }

  /** Throws an error about this value, at its own location or that of its key. */
  fail(reason: string, help?: string, at: 'place' | 'placeOfKey' = 'place'): never {
    const place = this.#document[at](this.#path);
    return fail('template-invalid', { reason, ...(help !== undefined && { help }) }, place, this.#document.lineAt(place));
  }

  get isMap(): boolean {
    return typeof this.#data === 'object' && this.#data !== null && !this.isList;
  }

  get isList(): boolean {
    return Array.isArray(this.#data);
  }

  /** The string, number, boolean or null; undefined for lists and maps. */
  get scalar(): unknown {
    return this.isMap || this.isList ? undefined : this.#data;
  }

  text(): string {
    return typeof this.#data === 'string' ? this.#data : this.fail(`${this.path} is not a string`);
  }

  list(): readonly YamlValue[] {
    if (!Array.isArray(this.#data)) return this.fail(`${this.path} is not a list`);
    return this.#data.map((item, i) => new YamlValue(this.#document, [...this.#path, i], item, `${this.path}[${i}]`));
  }

  /** The members of a map, by key. */
  entries(): ReadonlyMap<string, YamlValue> {
    if (!this.isMap) return this.fail(`${this.path === '' ? 'the file' : this.path} is not a map of names and values`);
    const entries = new Map<string, YamlValue>();
    for (const [name, data] of Object.entries(this.#data as object)) {
      const path = this.path === '' ? name : `${this.path}.${name}`;
      const member = new YamlValue(this.#document, [...this.#path, name], data, path);
      if (data === null) member.fail(`${path} has no value`, 'a string with a comma or a colon needs quotes');
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
        const help = similar === undefined ? `allowed: ${known.join(', ')}` : `did you mean ${similar}?`;
        value.fail(`there is no ${name}${location}`, help, 'placeOfKey');
      }
      members[name as Name] = value;
    }
    return members;
  }
}

/**
 * Parses a YAML 1.2 file.
 *
 * @throws DiagnosticError with the source location of a syntax error
 */
export function readYaml(file: string, text: string): YamlValue {
  const problem = (reason: string, place: Place, line: string | undefined) =>
    diagnostic('template-invalid', { reason }, place, line);
  return new YamlValue(readDocument(file, text, { problem }));
}
