/** Parses JSON (RFC 8259). Each value has its offset, so that messages can state the source location. */

interface JsonPosition {
  /** Offset in the text. */
  readonly at: number;
}
export interface JsonObject extends JsonPosition {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, JsonMember>;
}
export interface JsonMember extends JsonPosition {
  readonly value: Json;
}
export interface JsonArray extends JsonPosition {
  readonly kind: 'array';
  readonly items: readonly Json[];
}
export interface JsonString extends JsonPosition {
  readonly kind: 'string';
  readonly value: string;
}
export interface JsonNumber extends JsonPosition {
  readonly kind: 'number';
  readonly value: number;
}
export interface JsonWord extends JsonPosition {
  readonly kind: 'true' | 'false' | 'null';
}
export type Json = JsonObject | JsonArray | JsonString | JsonNumber | JsonWord;

/** Text that is not JSON, or not the expected JSON. */
export class JsonError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids just these in a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** The maximum nesting of objects and arrays; a registry has three levels. */
const DEEPEST = 100;

/**
 * Parses JSON to values that know their offsets in the text.
 *
 * @throws JsonError with the offset, and what was expected there
 */
export function parseJson(text: string): Json {
  let at = 0;
  let depth = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    if (matched !== undefined) at += matched.length;
    return matched;
  };
  const accept = (character: string): boolean => {
    match(SPACE);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const expected = (what: string): never => {
    if (at >= text.length) throw new JsonError(at, `the file ends where ${what} is expected`);
    if (text[at] === '"') throw new JsonError(at, 'this string is not closed, or contains a line break or an unknown escape');
    throw new JsonError(at, `${what} is expected here`);
  };
  const string = (): JsonString | undefined => {
    match(SPACE);
    const start = at;
    const literal = match(STRING);
    return literal === undefined ? undefined : { kind: 'string', at: start, value: JSON.parse(literal) };
  };

  const object = (start: number): JsonObject => {
    const members = new Map<string, JsonMember>();
    while (!accept('}')) {
      if (members.size > 0 && !accept(',')) expected('"," or "}"');
      const key = string() ?? expected('a key in double quotes');
      if (members.has(key.value)) throw new JsonError(key.at, `the key "${key.value}" is repeated`);
      if (!accept(':')) expected('":"');
      members.set(key.value, { at: key.at, value: value() });
    }
    return { kind: 'object', at: start, members };
  };
  const array = (start: number): JsonArray => {
    const items: Json[] = [];
    while (!accept(']')) {
      if (items.length > 0 && !accept(',')) expected('"," or "]"');
      items.push(value());
    }
    return { kind: 'array', at: start, items };
  };
  const value = (): Json => {
    match(SPACE);
    const start = at;
    if (text[at] === '{' || text[at] === '[') {
      if (++depth > DEEPEST) throw new JsonError(at, `objects and lists are nested more than ${DEEPEST} deep here`);
      const container = accept('{') ? object(start) : accept('[') && array(start);
      depth--;
      if (container) return container;
    }
    const quoted = string();
    if (quoted) return quoted;
    const number = match(NUMBER);
    if (number !== undefined) return { kind: 'number', at: start, value: Number(number) };
    const word = match(WORD);
    if (word !== undefined) return { kind: word as JsonWord['kind'], at: start };
    return expected('a value');
  };

  const result = value();
  match(SPACE);
  if (at < text.length) throw new JsonError(at, 'the file should end here');
  return result;
}
