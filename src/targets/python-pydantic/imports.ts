/** Statements that import, in the order that isort and `ruff check --select I` ask for. */

import { lineWidth } from './literals.ts';

const standardLibrary: ReadonlySet<string> = new Set([
  'base64',
  'collections.abc',
  'datetime',
  'decimal',
  'enum',
  'functools',
  'importlib',
  'inspect',
  'json',
  'operator',
  're',
  'struct',
  'sys',
  'threading',
  'typing',
  'uuid',
]);

/** What is imported from a module. */
export interface Member {
  readonly name: string;
  /** The name by which this module calls it. */
  readonly local: string;
}

/** Something that is imported: a module, or a member of one. */
interface Import {
  readonly module: string;
  /** The name by which the module is called that imports it. */
  readonly local: string;
  readonly member: Member | undefined;
}

/** Numbers that one of the two halves of a choice has bits for. */
const HALF = 26;

/**
 * What modules import from elsewhere than from modules of classes: the same few things again and again. Each has a number, so
 * that what a module imports is known by numbers, and the statements are made once for each choice that there is.
 */
class Stock {
  readonly #modules = new Map<string, Map<string, number>>();
  readonly #members = new Map<string, Map<string, number>>();
  readonly #all: Import[] = [];
  readonly #statements = new Map<number, readonly (readonly string[])[]>();

  numberOf(module: string, local: string, name: string | undefined): number {
    const byModule = name === undefined ? this.#modules : this.#members;
    let numbers = byModule.get(module);
    if (numbers === undefined) {
      numbers = new Map();
      byModule.set(module, numbers);
    }
    let number = numbers.get(local);
    if (number === undefined) {
      number = this.#all.push({ module, local, member: name === undefined ? undefined : { name, local } }) - 1;
      numbers.set(local, number);
    }
    return number;
  }

  /** What is in a choice. */
  among(low: number, high: number, beyond: ReadonlySet<number>): readonly Import[] {
    const has = (_: Import, n: number) => (n < HALF ? (low >> n) & 1 : n < 2 * HALF ? (high >> (n - HALF)) & 1 : beyond.has(n));
    return this.#all.filter(has);
  }

  /** The statements of a choice, by section: of the standard library, of other libraries, of the package. */
  statementsOf(low: number, high: number, beyond: ReadonlySet<number>): readonly (readonly string[])[] {
    const isKnown = beyond.size === 0;
    const key = high * 2 ** HALF + low;
    const known = isKnown ? this.#statements.get(key) : undefined;
    if (known !== undefined) return known;
    const statements = statementsOf(this.among(low, high, beyond));
    if (isKnown) {
      if (this.#statements.size === MOST_KNOWN) this.#statements.clear();
      this.#statements.set(key, statements);
    }
    return statements;
  }
}

const MOST_KNOWN = 5000;

/** Few choices go beyond both halves. */
const NONE: ReadonlySet<number> = new Set();

/** What a module takes of a stock. */
export class Choice {
  readonly #stock: Stock;
  #low = 0;
  #high = 0;
  #beyond: ReadonlySet<number> = NONE;

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  /** Whether something is taken already. */
  has(module: string, local: string, name: string | undefined): boolean {
    const number = this.#stock.numberOf(module, local, name);
    if (number < HALF) return (this.#low & (1 << number)) !== 0;
    return number < 2 * HALF ? (this.#high & (1 << (number - HALF))) !== 0 : this.#beyond.has(number);
  }

  /** @param name of a member; of a module that is imported itself, undefined */
  add(module: string, local: string, name: string | undefined): void {
    const number = this.#stock.numberOf(module, local, name);
    if (number < HALF) this.#low |= 1 << number;
    else if (number < 2 * HALF) this.#high |= 1 << (number - HALF);
    else this.#beyond = new Set([...this.#beyond, number]);
  }

  /** Whether all that another choice has is in this one, too. */
  covers(other: Choice): boolean {
    if ((other.#low & ~this.#low) !== 0 || (other.#high & ~this.#high) !== 0) return false;
    for (const number of other.#beyond) if (!this.#beyond.has(number)) return false;
    return true;
  }

  addAll(other: Choice): void {
    this.#low |= other.#low;
    this.#high |= other.#high;
    if (other.#beyond.size > 0) this.#beyond = new Set([...this.#beyond, ...other.#beyond]);
  }

  /** The local names of what is taken. */
  get names(): readonly string[] {
    return this.#stock.among(this.#low, this.#high, this.#beyond).map(({ local }) => local);
  }

  get isEmpty(): boolean {
    return this.#low + this.#high + this.#beyond.size === 0;
  }

  get statements(): readonly (readonly string[])[] {
    return this.#stock.statementsOf(this.#low, this.#high, this.#beyond);
  }
}

/** What is not of the package, and what its base module has, as modules of the package and of a folder in it see that. */
export const libraries = new Stock();
export const bases = { '.': new Stock(), '..': new Stock() };

function statementsOf(imports: readonly Import[]): readonly (readonly string[])[] {
  const sections: string[][] = [[], [], []];
  const section = (module: string) => sections[module.startsWith('.') ? 2 : standardLibrary.has(module) ? 0 : 1];
  const members = new Map<string, Member[]>();
  const modules: Import[] = [];
  for (const each of imports) {
    if (each.member === undefined) modules.push(each);
    else if (members.has(each.module)) members.get(each.module)?.push(each.member);
    else members.set(each.module, [each.member]);
  }
  for (const { module, local } of modules.sort((a, b) => compareNatural(a.module, b.module))) {
    section(module)?.push(module === local ? `import ${module}` : `import ${module} as ${local}`);
  }
  for (const [module, names] of [...members].sort(([a], [b]) => compareNatural(a, b))) {
    section(module)?.push(...fromLines(module, names, lineWidth));
  }
  return sections;
}

/** Members under their own name share a statement; each renamed one has its own. They are ordered by their first name. */
export function fromLines(module: string, members: readonly Member[], width: number): readonly string[] {
  if (members.every(isPlain)) {
    const names = members.map(({ name }) => name);
    return namesImported(module, names, width);
  }
  const sorted = [...members].sort((a, b) => compareImported(a.name, b.name));
  const plain = sorted.filter(isPlain);
  const renamed = sorted.filter((member) => !isPlain(member)).map((member) => [member]);
  const statements = plain.length === 0 ? renamed : [plain, ...renamed];
  statements.sort(([a], [b]) => (a && b ? compareImported(a.name, b.name) : 0));
  return statements.flatMap((each) =>
    statement(
      module,
      each.map(({ name, local }) => (local === name ? name : `${name} as ${local}`)),
      width,
    ),
  );
}

/** The same for members under their own names. */
export function namesImported(module: string, names: readonly string[], width: number): readonly string[] {
  return statement(module, names.length === 1 ? names : [...names].sort(compareImported), width);
}

function isPlain({ name, local }: Member): boolean {
  return name === local;
}

/** The lines of a statement that imports something, in the order that is given. */
function statement(module: string, names: readonly string[], width: number): readonly string[] {
  const line = `from ${module} import ${names.join(', ')}`;
  return line.length <= width ? [line] : [`from ${module} import (`, ...names.map((name) => `    ${name},`), ')'];
}

/** The order of imported names: by rank, too, but by letters rather than by their case. */
function compareImported(a: string, b: string): number {
  return rank(a) - rank(b) || compareNatural(a.toLowerCase(), b.toLowerCase()) || compareNatural(a, b);
}

/** Names in the order that they have in `__all__`. */
export function inOrder(names: readonly string[]): readonly string[] {
  return [...names].sort(compareInAll);
}

/** The order of `__all__`: constants, then classes, then all others (https://docs.astral.sh/ruff/rules/unsorted-dunder-all/). */
export function compareInAll(a: string, b: string): number {
  return rank(a) - rank(b) || compareNatural(a, b);
}

function rank(name: string): number {
  // Few names are constants, and most others have a small letter here.
  const isConstant = name.length > 1 && !isSmall(name.charCodeAt(1)) && !/[a-z]/.test(name) && name === name.toUpperCase();
  if (isConstant) return 0;
  const first = name.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a ? 1 : 2;
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Natural order: runs of digits count as numbers, unless one begins with 0. */
export function compareNatural(a: string, b: string): number {
  if (a === b) return 0;
  const least = Math.min(a.length, b.length);
  let at = 0;
  while (at < least && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // Where they begin to differ may be within a number.
  let from = at;
  while (from > 0 && isDigit(a, from - 1)) from--;
  const endOfA = endOfRun(a, at);
  const endOfB = endOfRun(b, at);
  if (endOfA !== endOfB && from < endOfA && from < endOfB) {
    const isPart = at === endOfA || at === endOfB;
    if (isPart || (a.charAt(from) !== '0' && b.charAt(from) !== '0')) return endOfA - endOfB;
  }
  return at === least ? a.length - b.length : a.charCodeAt(at) - b.charCodeAt(at);
}

/** Where digits end that begin somewhere in a text: there, if there are none. */
function endOfRun(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text, end)) end++;
  return end;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
