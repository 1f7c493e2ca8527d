/**
 * Formats code as rustfmt does with its defaults, so that rustfmt changes nothing in a generated file, in edition 2021 or
 * 2024. The numbers are the defaults of rustfmt's options; how it applies each of them is derived from its sources and from
 * tests at the limits. "Regular" code is code whose format these rules know; all other items get `#[rustfmt::skip]`.
 */

import type { Mark } from '../target.ts';
import { type Lines, marked } from '../text/index.ts';

/** `max_width` */
const maxWidth = 100;
/** `struct_lit_width`: maximum width of the fields of a struct literal on one line. */
const structLitWidth = 18;

/** The longest identifier for which the rules below apply. */
const longestIdentifier = 70;

/** The attribute that makes rustfmt skip an item. */
export const skipFormatting = '#[rustfmt::skip]';

/**
 * Returns the attribute that makes rustfmt skip an item, if one of its identifiers is so long that rustfmt breaks lines within
 * types and calls.
 */
export function skipLongNames(identifiers: readonly string[]): string | false {
  return identifiers.some(isLong) && skipFormatting;
}

/** Returns whether an identifier exceeds the limit of the rules below. */
export function isLong(identifier: string): boolean {
  return identifier.length > longestIdentifier;
}

/** Returns whether all lines are within rustfmt's width and have a known width: rustfmt measures display columns. */
export function fits(lines: readonly string[], width = maxWidth): boolean {
  return lines.every((line) => line.length <= width) && hasKnownWidth(lines.join(''));
}

/** Returns whether each character of a text is one column wide. */
function hasKnownWidth(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Imports from one path. */
export interface Use {
  readonly path: string;
  readonly names: readonly string[];
}

/**
 * Prints `use path::{names};` for each, in the order of style edition 2021. Where style edition 2024 has another order, a
 * blank line separates the declarations, because rustfmt sorts only within groups; a list may be split into several for that.
 */
export function useDeclarations(keyword: 'use' | 'pub use', uses: readonly Use[]): string[] {
  const lines: string[] = [];
  let previousUse: Use | undefined;
  for (const { path, names } of uses) {
    for (const run of editionRuns(sortUseNames(names))) {
      const use = { path, names: run };
      if (previousUse !== undefined && isSeparated(previousUse, use)) lines.push('');
      lines.push(...useDeclaration(keyword, use));
      previousUse = use;
    }
  }
  return lines;
}

/** Returns whether a blank line separates two declarations, because the style editions order them differently. */
function isSeparated(above: Use, below: Use): boolean {
  const [upperSegments, lowerSegments] = [segmentsOf(above), segmentsOf(below)];
  const i = upperSegments.findIndex((segment, i) => segment !== lowerSegments[i]);
  const [upper, lower] = [upperSegments[i], lowerSegments[i]];
  // Lists come last in both style editions.
  return upper === undefined || upper === LIST || (lower !== undefined && lower !== LIST && !sortsFirst(upper, lower));
}

const LIST = '{';

function segmentsOf({ path, names }: Use): string[] {
  return [...path.split('::'), names.length > 1 ? LIST : (names[0] ?? '')];
}

/** Splits sorted names into runs where style edition 2024 has another order. */
function editionRuns(names: readonly string[]): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  let previousName = '';
  for (const name of names) {
    if (run.length > 0 && !sortsFirst(previousName, name)) {
      runs.push(run);
      run = [];
    }
    run.push(name);
    previousName = name;
  }
  return [...runs, run];
}

/**
 * Returns whether style edition 2024 certainly sorts a name before another one: capitals come before small letters, `_` before
 * everything else, and numbers in the order of their values.
 */
function sortsFirst(name: string, next: string): boolean {
  let i = 0;
  while (i < name.length && name[i] === next[i]) i++;
  const [character, nextCharacter] = [name[i], next[i]];
  if (character === undefined || nextCharacter === undefined) return character === undefined;
  if (character === '_' || nextCharacter === '_') return character === '_';
  if (!isDigit(character) && !isDigit(nextCharacter)) return character < nextCharacter;
  let start = i;
  while (isDigit(name[start - 1] ?? '')) start--;
  const [number, higher] = [numberAt(name, start), numberAt(next, start)];
  return number === '' || higher === '' ? character < nextCharacter : isLower(number, higher);
}

/** Returns whether a number is lower than another one and neither has leading zeros, which the editions sort differently. */
function isLower(number: string, other: string): boolean {
  if (number.startsWith('0') || other.startsWith('0')) return false;
  return number.length === other.length ? number < other : number.length < other.length;
}

/** Returns whether a character is a digit; an empty string is not. */
function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Returns the digits of a name that begin at an index. */
function numberAt(name: string, start: number): string {
  return (/^\d*/.exec(name.slice(start)) as RegExpExecArray)[0];
}

function useDeclaration(keyword: 'use' | 'pub use', { path, names }: Use): string[] {
  if (names.length === 1) return [`${keyword} ${path}::${names[0]};`];
  const line = `${keyword} ${path}::{${names.join(', ')}};`;
  // rustfmt subtracts the braces from the width twice.
  if (line.length <= maxWidth - 2) return [line];
  const lines = [`${keyword} ${path}::{`];
  let currentLine = '';
  names.forEach((name, i) => {
    const next = currentLine === '' ? `    ${name},` : `${currentLine} ${name},`;
    // rustfmt counts the last comma only after it has broken a line.
    const limit = i === names.length - 1 && lines.length === 1 ? maxWidth : maxWidth - 1;
    if (currentLine !== '' && next.length > limit) {
      lines.push(currentLine);
      currentLine = `    ${name},`;
    } else {
      currentLine = next;
    }
  });
  return [...lines, currentLine, '};'];
}

/** Sorts names as in a `use` list: `snake_case`, `CamelCase`, then `UPPER_CASE`, each by code unit. */
function sortUseNames(names: readonly string[]): string[] {
  const keys = names.map((name) => rankOf(name) + name).sort();
  return keys.map((key) => key.slice(1));
}

function rankOf(name: string): '0' | '1' | '2' {
  if (startsLower(name)) return '0';
  return /^[A-Z0-9_]+$/.test(name) ? '2' : '1';
}

/** Returns whether a name begins with a letter from a to z. */
export function startsLower(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x61 && first <= 0x7a;
}

/** `attr_fn_like_width` */
const attributeWidth = 70;

/** Returns the attribute of a member with arguments: `#[serde(rename = "x")]`. */
export function attribute(name: string, args: readonly string[]): string[] {
  const joined = args.join(', ');
  if (args.length === 1 || (joined.length <= attributeWidth && hasKnownWidth(joined))) return [`    #[${name}(${joined})]`];
  const lines = args.map((argument, i) => `        ${argument}${i < args.length - 1 ? ',' : ''}`);
  return [`    #[${name}(`, ...lines, '    )]'];
}

/** Returns a struct field at one level of indentation: `pub name: Type,`. */
export function structField(name: string, type: string): string {
  const line = `    pub ${name}: ${type},`;
  return line.length <= maxWidth ? line : `    pub ${name}:\n        ${type},`;
}

/** Returns an enum variant with one value at one level of indentation: `Name(Type),`. */
export function tupleVariant(name: string, type: string): string {
  const line = `    ${name}(${type}),`;
  return line.length <= maxWidth ? line : `    ${name}(\n        ${type},\n    ),`;
}

/** `short_array_element_width_threshold`: shorter elements can share a line. */
const shortElement = 10;

/** Returns an associated array, on one line if it fits, else with one element per line; undefined if rustfmt would fill lines. */
export function constArray(head: string, elements: readonly string[]): string[] | undefined {
  const inline = `[${elements.join(', ')}]`;
  const line = `    ${head} = ${inline};`;
  if (inline.length - 2 <= shortListWidth && line.length <= maxWidth) return [line];
  if (elements.every((element) => element.length <= shortElement)) return undefined;
  return [`    ${head} = [`, ...elements.map((element) => `        ${element},`), '    ];'];
}

/** Returns the first lines of a constructor, up to the opening brace of its body. */
export function constructorHead(parameters: readonly string[]): string[] {
  const line = `    pub fn new(${parameters.join(', ')}) -> Self {`;
  if (line.length <= maxWidth) return [line];
  return ['    pub fn new(', ...parameters.map((parameter) => `        ${parameter},`), '    ) -> Self {'];
}

/** A field of a struct literal; the value is not printed if it is a variable of the same name. */
export interface Initializer {
  readonly name: string;
  readonly value: string;
}

/** Returns a `Self { … }` literal as the last expression of a method. */
export function selfLiteral(initializers: readonly Initializer[]): string[] {
  const fields = initializers.map(initializerText).join(', ');
  if (fields.length <= structLitWidth) return [`        Self { ${fields} }`];
  return ['        Self {', ...initializers.flatMap(initializerLines), '        }'];
}

function initializerText({ name, value }: Initializer): string {
  return name === value ? name : `${name}: ${value}`;
}

/** Returns the lines of a field in a struct literal of several lines. */
function initializerLines(init: Initializer): string[] {
  const indent = ' '.repeat(12);
  const line = `${indent}${initializerText(init)},`;
  if (init.name === init.value || line.length <= maxWidth) return [line];
  // rustfmt breaks a chain of calls before its dot if the receiver fits after the name, with room for `, `.
  const dot = init.value.lastIndexOf('.');
  const receiver = `${indent}${init.name}: ${init.value.slice(0, dot)}`;
  if (dot > 0 && receiver.length <= maxWidth - 2) return [receiver, `${indent}    ${init.value.slice(dot)},`];
  return [`${indent}${init.name}:`, `${indent}    ${init.value},`];
}

/** Returns whether a field of a struct literal fits on one line. */
export function initializerFits(init: Initializer): boolean {
  return initializerLines(init).length === 1;
}

/** `fn_call_width`, `array_width`, `chain_width`: maximum width of arguments, elements or a chain of calls on one line. */
const shortListWidth = 60;

/** The longest field name whose accesses and calls all fit into {@link shortListWidth}. */
export const longestAccess = 35;

/** Returns whether this file can format the code that accesses a field: its name is not too long and has a known width. */
export function isRegularAccess(identifier: string): boolean {
  return identifier.length <= longestAccess && hasKnownWidth(identifier);
}

/** Returns a call of a function with two arguments as a statement of a method. */
export function twoArgumentCall(callee: string, first: string, second: string): string {
  if (first.length + second.length + ', '.length <= shortListWidth) return `        ${callee}(${first}, ${second});`;
  return `        ${callee}(\n            ${first},\n            ${second},\n        );`;
}

/**
 * The statements of a function's body, and whether they are formatted as by rustfmt. If something is too long for the rules
 * below, or has no known width (rustfmt measures display columns), rustfmt must skip the item.
 */
export class FunctionBody {
  #lines: Lines[] = [];
  /** All lines, to check their widths. */
  readonly #printedLines: string[] = [];
  #fitsWidth = true;
  /** Indentation of a statement. */
  #margin = ' '.repeat(8);

  get lines(): Lines {
    return this.#lines;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether rustfmt changes nothing. */
  get isRegular(): boolean {
    return this.#fitsWidth && hasKnownWidth(this.#printedLines.join(''));
  }

  /** Adds statements with the mark of a model element. */
  mark(mark: Mark, statements: () => void): void {
    const outer = this.#lines;
    const inner: Lines[] = [];
    this.#lines = inner;
    statements();
    this.#lines = outer;
    if (inner.length > 0) outer.push(marked(mark, inner));
  }

  /** Adds a statement on one line. */
  line(code: string): void {
    const line = this.#margin + code;
    if (line.length > maxWidth) this.#fitsWidth = false;
    this.#printedLines.push(line);
    this.#lines.push(line);
  }

  /** Adds a statement that is a single call. */
  call(callee: string, args: readonly string[]): void {
    this.#list(`${callee}(`, args, ');');
  }

  /** Adds `head { … }`, unless the block would be empty. */
  block(head: string, statements: () => void): void {
    this.line(`${head} {`);
    const { length } = this.#lines;
    const outer = this.#margin;
    this.#margin = `${outer}    `;
    statements();
    this.#margin = outer;
    if (this.#lines.length === length) this.#lines.pop();
    else this.line('}');
  }

  /** Records that the statements access a field. */
  accesses(identifier: string): void {
    if (identifier.length > longestAccess) this.#fitsWidth = false;
  }

  /** Records that a statement is a chain of calls. */
  chain(expression: string): void {
    if (expression.length > shortListWidth) this.#fitsWidth = false;
  }

  /** Adds an item of a slice that is a pair: `("email", self.email.is_some())`. */
  #pair(pair: string): void {
    const [, name = '', value = ''] = /^\(("[^"]*"), (.*)\)$/s.exec(pair) ?? [];
    if (pair.length - 2 <= shortListWidth) this.line(`    ${pair},`);
    else for (const line of ['(', `    ${name},`, `    ${value},`, '),']) this.line(`    ${line}`);
  }

  /** Adds a call or list: on one line if it fits, else with one item a line. */
  #list(open: string, items: readonly string[], close: string): void {
    const line = open + items.join(', ') + close;
    if (line.length - open.length - close.length <= shortListWidth && this.#margin.length + line.length <= maxWidth) {
      this.line(line);
      return;
    }
    const [only] = items;
    if (items.length === 1 && only?.startsWith('&[(')) {
      // rustfmt keeps the brackets of a single slice on the lines of the call.
      if (only.length - '&[]'.length <= shortListWidth && this.#margin.length + line.length <= maxWidth) {
        this.line(line);
        return;
      }
      this.line(`${open}&[`);
      for (const pair of only.slice(2, -1).split(/(?<=\)), (?=\(")/)) this.#pair(pair);
      this.line(`]${close}`);
      return;
    }
    this.line(open);
    for (const item of items) {
      if (!staysOnLine(item)) this.#fitsWidth = false;
      this.line(`    ${item},`);
    }
    this.line(close);
  }
}

/** Returns whether rustfmt keeps an argument on one line: a literal, or an expression short enough for a chain of calls. */
function staysOnLine(expression: string): boolean {
  const [, elements] = /^\[(.*)\]\.contains\(/s.exec(expression) ?? [];
  return (elements ?? expression).length <= shortListWidth || /^r?#*"/.test(expression);
}
