/**
 * Layout as rustfmt prints it with its defaults, so that formatting changes nothing in a generated
 * file, whether the crate is of edition 2021 or 2024. Numbers are the options of rustfmt with these
 * defaults; how each applies is taken from its sources and from what it does at the boundaries.
 */

import type { Mark } from '../target.ts';
import { type Lines, marked } from '../text/index.ts';

/** `max_width` */
const maxWidth = 100;
/** `struct_lit_width`: the fields of a struct literal that stays on one line. */
const structLitWidth = 18;

/** The longest identifier that the rules below are made for. */
const longestIdentifier = 70;

/** The attribute that keeps rustfmt from an item. */
export const skipFormatting = '#[rustfmt::skip]';

/**
 * The attribute that keeps rustfmt from an item, if one of its identifiers is so long that rustfmt
 * breaks lines within types and calls.
 *
 * @param fields whose names are identifiers in it, too
 */
export function skipLongNames(identifiers: readonly string[], fields: readonly { readonly name: string }[] = []): string | false {
  return (identifiers.some(isLong) || fields.some(({ name }) => isLong(name))) && skipFormatting;
}

/** Whether an identifier is so long. */
export function isLong(identifier: string): boolean {
  return identifier.length > longestIdentifier;
}

/** Whether no line is too long for rustfmt, or of a width that cannot be told: rustfmt measures columns. */
export function fits(lines: readonly string[], width = maxWidth): boolean {
  return lines.every((line) => line.length <= width) && areTold(lines);
}

/** Whether the widths of all lines can be told: they are asked for together, as there are many. */
function areTold(lines: readonly string[]): boolean {
  return isTold(lines.join(''));
}

function isTold(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** What is imported from one place. */
export interface Use {
  readonly path: string;
  readonly names: readonly string[];
}

/**
 * Prints `use path::{names};` for each, in the order of the style edition 2021. Where that of 2024 is another one, a blank line
 * stands between, across which rustfmt moves nothing; a list is printed as several for that.
 *
 * @param last what stands above
 */
export function useDeclarations(keyword: 'use' | 'pub use', uses: readonly Use[], last?: Use): string[] {
  const lines: string[] = [];
  let above = last;
  for (const { path, names } of uses) {
    for (const run of runsOf(inOrder(names))) {
      const use = { path, names: run };
      if (above !== undefined && isApart(above, use)) lines.push('');
      lines.push(...useDeclaration(keyword, use));
      above = use;
    }
  }
  return lines;
}

/** Whether a blank line stands between two declarations, because style editions put them in different orders. */
function isApart(above: Use, below: Use): boolean {
  const [one, other] = [segmentsOf(above), segmentsOf(below)];
  const i = one.findIndex((segment, i) => segment !== other[i]);
  const [x, y] = [one[i], other[i]];
  // Lists come last in both.
  return x === undefined || x === LIST || (y !== undefined && y !== LIST && !isBefore(x, y));
}

const LIST = '{';

function segmentsOf({ path, names }: Use): string[] {
  return [...path.split('::'), names.length > 1 ? LIST : (names[0] ?? '')];
}

/** Names in order, parted where the style edition 2024 has another one. */
function runsOf(names: readonly string[]): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  let last = '';
  for (const name of names) {
    if (run.length > 0 && !isBefore(last, name)) {
      runs.push(run);
      run = [];
    }
    run.push(name);
    last = name;
  }
  return [...runs, run];
}

/**
 * Whether the style edition 2024 surely puts a name before another one: capitals come before small letters, `_` before all
 * else, and numbers in the order of their values.
 */
function isBefore(one: string, other: string): boolean {
  let i = 0;
  while (i < one.length && one[i] === other[i]) i++;
  const [x, y] = [one[i], other[i]];
  if (x === undefined || y === undefined) return x === undefined;
  if (x === '_' || y === '_') return x === '_';
  if (!isDigit(x) && !isDigit(y)) return x < y;
  let start = i;
  while (isDigit(one[start - 1] ?? '')) start--;
  const [number, higher] = [numberAt(one, start), numberAt(other, start)];
  if (number === '' || higher === '') return x < y;
  const hasZeros = number.startsWith('0') || higher.startsWith('0');
  return !hasZeros && (number.length === higher.length ? number < higher : number.length < higher.length);
}

/** Whether a character is a digit; nothing is none. */
function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** The digits that begin at a place of a name. */
function numberAt(name: string, start: number): string {
  return (/^\d*/.exec(name.slice(start)) as RegExpExecArray)[0];
}

function useDeclaration(keyword: 'use' | 'pub use', { path, names }: Use): string[] {
  if (names.length === 1) return [`${keyword} ${path}::${names[0]};`];
  const line = `${keyword} ${path}::{${names.join(', ')}};`;
  // rustfmt takes the braces off the width twice.
  if (line.length <= maxWidth - 2) return [line];
  const lines = [`${keyword} ${path}::{`];
  let current = '';
  names.forEach((name, i) => {
    const next = current === '' ? `    ${name},` : `${current} ${name},`;
    // rustfmt counts the last comma only after it has broken a line.
    const limit = i === names.length - 1 && lines.length === 1 ? maxWidth : maxWidth - 1;
    if (current !== '' && next.length > limit) {
      lines.push(current);
      current = `    ${name},`;
    } else {
      current = next;
    }
  });
  return [...lines, current, '};'];
}

/** Names in the order of a `use` list: `snake_case`, `CamelCase`, then `UPPER_CASE`, else by code unit. */
function inOrder(names: readonly string[]): string[] {
  const keys = names.map((name) => rankOf(name) + name).sort();
  return keys.map((key) => key.slice(1));
}

function rankOf(name: string): '0' | '1' | '2' {
  if (startsLower(name)) return '0';
  return /^[A-Z0-9_]+$/.test(name) ? '2' : '1';
}

/** Whether a name begins with one of the letters from a to z. */
export function startsLower(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x61 && first <= 0x7a;
}

/** `attr_fn_like_width` */
const attributeWidth = 70;

/** An attribute with arguments: `#[serde(rename = "x")]`. */
export function attribute(name: string, args: readonly string[], indent = ''): string[] {
  const all = args.join(', ');
  if (args.length === 1 || (all.length <= attributeWidth && isTold(all))) return [`${indent}#[${name}(${all})]`];
  const lines = args.map((one, i) => `${indent}    ${one}${i < args.length - 1 ? ',' : ''}`);
  return [`${indent}#[${name}(`, ...lines, `${indent})]`];
}

/** A field of a struct, which stands in one level of indentation: `pub name: Type,`. */
export function structField(name: string, type: string): string {
  const line = `    pub ${name}: ${type},`;
  return line.length <= maxWidth ? line : `    pub ${name}:\n        ${type},`;
}

/** A variant of an enum that holds one value, in one level of indentation: `Name(Type),`. */
export function tupleVariant(name: string, type: string): string {
  const line = `    ${name}(${type}),`;
  return line.length <= maxWidth ? line : `    ${name}(\n        ${type},\n    ),`;
}

/** `short_array_element_width_threshold`: several elements that are no longer share a line. */
const shortElement = 10;

/** A constant that holds an array, one element a line if they are too many; undefined if rustfmt would fill lines. */
export function constArray(head: string, elements: readonly string[], indent: string): string[] | undefined {
  const inline = `[${elements.join(', ')}]`;
  if (inline.length - 2 <= smallWidth && indent.length + `${head} = ${inline};`.length <= maxWidth) {
    return [`${indent}${head} = ${inline};`];
  }
  if (elements.every((element) => element.length <= shortElement)) return undefined;
  return [`${indent}${head} = [`, ...elements.map((element) => `${indent}    ${element},`), `${indent}];`];
}

/** The first lines of a method, up to the brace that opens its body. */
export function methodHead(name: string, parameters: readonly string[], result: string): string[] {
  const line = `    pub fn ${name}(${parameters.join(', ')}) -> ${result} {`;
  if (line.length <= maxWidth) return [line];
  return [`    pub fn ${name}(`, ...parameters.map((parameter) => `        ${parameter},`), `    ) -> ${result} {`];
}

/** A field of a struct literal: its name, and the value unless a variable of that name holds it. */
export interface Initializer {
  readonly name: string;
  readonly value: string;
  /** Its lines, where they are known. */
  readonly lines?: readonly string[];
}

/** A `Self { … }` literal that is the last expression of a method. */
export function selfLiteral(initializers: readonly Initializer[]): string[] {
  let width = -', '.length;
  for (let i = 0; i < initializers.length && width <= structLitWidth; i++) {
    width += ', '.length + initializerWidth(initializers[i] as Initializer);
  }
  if (width <= structLitWidth) return [`        Self { ${initializers.map(initializer).join(', ')} }`];
  const lines = ['        Self {'];
  for (const one of initializers) {
    if (one.lines !== undefined) lines.push(...one.lines);
    else if (isShort(one)) lines.push(`${initializerIndent}${initializer(one)},`);
    else lines.push(...initializerLines(one));
  }
  lines.push('        }');
  return lines;
}

const initializerIndent = ' '.repeat(12);

/** Whether a field of a struct literal fits on one line, told by the lengths of its parts. */
function isShort({ name, value }: Initializer): boolean {
  return initializerIndent.length + name.length + value.length + ': ,'.length <= maxWidth;
}

function initializer({ name, value }: Initializer): string {
  return name === value ? name : `${name}: ${value}`;
}

function initializerWidth({ name, value }: Initializer): number {
  return name === value ? name.length : name.length + ': '.length + value.length;
}

/** A field of a struct literal that has lines of its own. */
export function initializerLines(init: Initializer): string[] {
  const indent = initializerIndent;
  const line = `${indent}${initializer(init)},`;
  if (init.name === init.value || line.length <= maxWidth) return [line];
  // A chain of calls is broken before its dot if the receiver fits beside the name, with room for `, `.
  const dot = init.value.lastIndexOf('.');
  const receiver = `${indent}${init.name}: ${init.value.slice(0, dot)}`;
  if (dot > 0 && receiver.length <= maxWidth - 2) return [receiver, `${indent}    ${init.value.slice(dot)},`];
  return [`${indent}${init.name}:`, `${indent}    ${init.value},`];
}

/** Whether a field of a struct literal fits on one line. */
export function initializerFits(init: Initializer): boolean {
  return isShort(init) || initializerLines(init).length === 1;
}

/** `fn_call_width`, `array_width`, `chain_width`: what stands on one line of arguments, of elements, of a chain of calls. */
const smallWidth = 60;

/** The longest name of a field whose accesses and calls all fit into {@link smallWidth}. */
export const longestAccess = 35;

/** Whether what accesses a field is laid out by the rules of this file: its name is not too long for them, and its width can be told. */
export function isRegularAccess(identifier: string): boolean {
  return identifier.length <= longestAccess && isTold(identifier);
}

/** A call of a function with two arguments as a statement of a method. */
export function callOfTwo(callee: string, one: string, other: string): string {
  if (one.length + other.length + ', '.length <= smallWidth) return `        ${callee}(${one}, ${other});`;
  return `        ${callee}(\n            ${one},\n            ${other},\n        );`;
}

/**
 * The statements of a function's body, and whether they are laid out as rustfmt would do it. Where something is too
 * long for the rules below, or of a width that cannot be told (rustfmt measures columns), rustfmt has to be kept away.
 */
export class Body {
  #lines: Lines[] = [];
  /** All lines, for a look at their widths. */
  readonly #all: string[] = [];
  #isShort = true;
  /** Blanks in front of a statement. */
  #margin = ' '.repeat(8);

  get lines(): Lines {
    return this.#lines;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether rustfmt changes nothing. */
  get isRegular(): boolean {
    return this.#isShort && areTold(this.#all);
  }

  /** Statements that are about an element of the model. */
  mark(mark: Mark | undefined, statements: () => void): void {
    if (mark === undefined) {
      statements();
      return;
    }
    const outer = this.#lines;
    const inner: Lines[] = [];
    this.#lines = inner;
    statements();
    this.#lines = outer;
    if (inner.length > 0) outer.push(marked(mark, inner));
  }

  /** A statement on one line. */
  line(code: string): void {
    const line = this.#margin + code;
    if (line.length > maxWidth) this.#isShort = false;
    this.#all.push(line);
    this.#lines.push(line);
  }

  /** A statement that calls something, and nothing more. */
  call(callee: string, args: readonly string[]): void {
    this.#list(`${callee}(`, args, ');');
  }

  /** The declaration of something that is made of one literal. */
  declaration(head: string, callee: string, literal: string): void {
    const call = `${callee}(${literal});`;
    if (this.#margin.length + `${head} = ${call}`.length <= maxWidth) {
      this.line(`${head} = ${call}`);
    } else if (this.#margin.length + 4 + call.length <= maxWidth) {
      this.line(`${head} =`);
      this.line(`    ${call}`);
    } else {
      this.#list(`${head} = ${callee}(`, [literal], ');');
    }
  }

  /** Statements in braces after `head`, if there are any. */
  block(head: string, statements: () => void): void {
    this.line(`${head} {`);
    const { length } = this.#lines;
    const outer = this.#margin;
    this.#margin = `${outer}    `;
    statements();
    this.#margin = outer;
    // There is nothing to be said of it.
    if (this.#lines.length === length) this.#lines.pop();
    else this.line('}');
  }

  /** Says that the statements access a field. */
  accesses(identifier: string): void {
    if (identifier.length > longestAccess) this.#isShort = false;
  }

  /** Pairs of a name and an expression in a slice. */
  #pair(pair: string): void {
    const [, name = '', value = ''] = /^\(("[^"]*"), (.*)\)$/s.exec(pair) ?? [];
    if (pair.length - 2 <= smallWidth) this.line(`    ${pair},`);
    else for (const line of ['(', `    ${name},`, `    ${value},`, '),']) this.line(`    ${line}`);
  }

  #list(open: string, items: readonly string[], close: string): void {
    const line = open + items.join(', ') + close;
    if (line.length - open.length - close.length <= smallWidth && this.#margin.length + line.length <= maxWidth) {
      this.line(line);
      return;
    }
    const [only, ...others] = items;
    if (others.length === 0 && only?.startsWith('&[(')) {
      // rustfmt keeps the brackets of a single slice on the lines of the call.
      if (only.length - '&[]'.length <= smallWidth && this.#margin.length + line.length <= maxWidth) {
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
      if (!staysOnLine(item)) this.#isShort = false;
      this.line(`    ${item},`);
    }
    this.line(close);
  }
}

/** Whether an expression stays on one line that has room for it. A literal always does; a single call does with its receiver. */
function staysOnLine(expression: string): boolean {
  const [, elements] = /^\[(.*)\]\.contains\(/s.exec(expression) ?? [];
  return (elements ?? expression).length <= smallWidth || /^r?#*"/.test(expression);
}
