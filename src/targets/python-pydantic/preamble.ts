/** What stands above the classes of a module, gathered while they are printed. */

import type { ScalarKind } from '../../model/index.ts';
import { Gathering } from '../core/index.ts';
import { type Lines, separated } from '../text/index.ts';
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

/** What the base module has for others, beside the types of texts. */
export type Helper =
  | 'BaseModel'
  | 'late'
  | 'touched'
  | 'CreateModel'
  | 'Left'
  | 'UpdateModel'
  | 'Kept'
  | 'PageModel'
  | 'late_union'
  | 'check_choice'
  | 'check_total'
  | 'check_contains'
  | 'check_irreflexive'
  | 'check_refers_to'
  | 'check_referred_to_by'
  | 'AsWritten'
  | 'OneOf'
  | 'Exactly'
  | 'Bounded'
  | 'Single'
  | 'Span'
  | 'Matching';

/** What the modules of a package need from its base module, gathered while they are printed. */
export class Needs {
  readonly helpers = new Gathering<Helper>();
  readonly kinds = new Gathering<ScalarKind>();
  /** Whether models say where they come from: `x-iri`. */
  readonly iris: boolean;

  constructor(iris = false) {
    this.iris = iris;
  }
}

/** The module that all others may import. Names of modules of classes begin with letters. */
export const baseModule = '_base';

/** The package of what else stands for classes. */
export const variantsPackage = '_variants';

interface Member {
  readonly name: string;
  /** The name by which this module calls it. */
  readonly local: string;
}

/** Imports, in the order that isort and `ruff check --select I` ask for, and definitions below them. */
export class Preamble {
  readonly #modules = new Map<string, string>();
  readonly #members = new Map<string, Map<string, Member>>();
  readonly #definitions = new Map<string, Lines>();
  readonly #values = new Map<string, string>();
  readonly #taken: ReadonlySet<string>;
  readonly #needs: Needs;
  /** Whether models say where they come from. */
  readonly iris: boolean;
  readonly #package: '.' | '..';

  /**
   * @param taken names of classes: what a library calls the same is imported under another name
   * @param pkg where the package is, as the module sees it
   */
  constructor(needs = new Needs(), taken: ReadonlySet<string> = new Set(), pkg: '.' | '..' = '.') {
    this.#needs = needs;
    this.iris = needs.iris;
    this.#taken = taken;
    this.#package = pkg;
  }

  /** `import <module> as <local>`. A name in lower case meets no class. */
  module(module: string, local = module): string {
    this.#modules.set(module, local);
    return local;
  }

  /**
   * `from <module> import <name>`. An underscore in front tells it apart from a class, because
   * names of classes have none.
   *
   * @returns the name to use
   */
  from(module: string, name: string): string {
    return this.#add(module, { name, local: this.#localName(name) });
  }

  #localName(name: string): string {
    return this.#taken.has(name) ? `_${name}` : name;
  }

  /** The same, from the base module: a helper. */
  help(name: Helper): string {
    this.#needs.helpers.add(name);
    return this.from(`${this.#package}${baseModule}`, name);
  }

  /** The same, from the base module: the type of texts of a kind. */
  textType(name: string): string {
    return this.from(`${this.#package}${baseModule}`, name);
  }

  /** Says that values of a kind occur: the base module then has what reads them. */
  reads(kind: ScalarKind): void {
    this.#needs.kinds.add(kind);
  }

  /** `from .<module> import <name>`, for a class of the package. */
  fromPackage(module: string, name: string, local = name): string {
    return this.#add(`${this.#package}${module}`, { name, local });
  }

  /** The same, for what a module beside this one defines. */
  sibling(module: string, name: string): string {
    return this.#add(`.${module}`, { name, local: name });
  }

  /** A definition, given by its lines. Its name begins with an underscore, so that it meets no class. */
  define(name: string, lines: Lines): string {
    this.#definitions.set(name, lines);
    return name;
  }

  /**
   * The same for a name that other definitions may have already: then it gets a number, unless it is the same definition.
   *
   * @param value what it is defined as
   */
  defineNew(name: string, value: string, lines: (name: string) => Lines): string {
    let unique = name;
    for (let n = 2; this.#definitions.has(unique); n++) {
      if (this.#values.get(unique) === value) return unique;
      unique = `${name}${n}`;
    }
    this.#values.set(unique, value);
    return this.define(unique, lines(unique));
  }

  /** The definitions, one line apart. */
  get definitions(): Lines {
    return separated([...this.#definitions.values()]);
  }

  get hasImports(): boolean {
    return this.#modules.size + this.#members.size > 0;
  }

  /** @param indentation of the block that they stand in */
  imports(indentation = 0): string[] {
    const sections: string[][] = [[], [], []];
    const section = (module: string) => sections[module.startsWith('.') ? 2 : standardLibrary.has(module) ? 0 : 1];
    for (const [module, local] of [...this.#modules].sort(([a], [b]) => compareNatural(a, b))) {
      section(module)?.push(module === local ? `import ${module}` : `import ${module} as ${local}`);
    }
    for (const [module, members] of [...this.#members].sort(([a], [b]) => compareNatural(a, b))) {
      section(module)?.push(...fromLines(module, [...members.values()], lineWidth - indentation));
    }
    return sections.filter((s) => s.length > 0).flatMap((s, i) => (i === 0 ? s : ['', ...s]));
  }

  #add(module: string, member: Member): string {
    const members = this.#members.get(module) ?? new Map<string, Member>();
    this.#members.set(module, members.set(member.local, member));
    return member.local;
  }
}

/** What is imported of modules that are no class's: in large packages the same again and again. */
const knownLines = new Map<string, readonly string[]>();
const MOST_KNOWN = 5000;

/** Members under their own name share a statement; each renamed one has its own. They are ordered by their first name. */
function fromLines(module: string, members: readonly Member[], width: number): readonly string[] {
  if (module.startsWith('.') && !module.endsWith(baseModule)) return newLines(module, members, width);
  let key = `${width} ${module}`;
  for (const { name, local } of members) key += ` ${name}=${local}`;
  const known = knownLines.get(key) ?? newLines(module, members, width);
  if (knownLines.size === MOST_KNOWN) knownLines.clear();
  knownLines.set(key, known);
  return known;
}

function newLines(module: string, members: readonly Member[], width: number): readonly string[] {
  const sorted = [...members].sort((a, b) => compareImported(a.name, b.name));
  const plain = sorted.filter((m) => m.local === m.name);
  const statements = [plain, ...sorted.filter((m) => m.local !== m.name).map((m) => [m])].filter((s) => s.length > 0);
  return statements
    .sort(([a], [b]) => compareImported(a?.name ?? '', b?.name ?? ''))
    .flatMap((statement) => {
      const names = statement.map((m) => (m.local === m.name ? m.name : `${m.name} as ${m.local}`));
      const line = `from ${module} import ${names.join(', ')}`;
      return line.length <= width ? [line] : [`from ${module} import (`, ...names.map((name) => `    ${name},`), ')'];
    });
}

/**
 * The order of names in `__all__`: constants, then classes, then all others
 * (https://docs.astral.sh/ruff/rules/unsorted-dunder-all/).
 */
export function compareNames(a: string, b: string): number {
  return rank(a) - rank(b) || compareNatural(a, b);
}

/** The order of imported names: the same, but by letters rather than by their case. */
function compareImported(a: string, b: string): number {
  return rank(a) - rank(b) || compareNatural(a.toLowerCase(), b.toLowerCase()) || compareNatural(a, b);
}

function rank(name: string): number {
  if (name.length > 1 && !/[a-z]/.test(name) && name === name.toUpperCase()) return 0;
  return /^[A-Z]/.test(name) ? 1 : 2;
}

/** Natural order: runs of digits count as numbers, unless one begins with 0. */
export function compareNatural(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // Where they begin to differ may be within a number.
  while (isDigit(a, at - 1)) at--;
  for (;;) {
    const left = partAt(a, at);
    const right = partAt(b, at);
    if (left === '' || right === '') return left.length - right.length;
    if (left === right) at += left.length;
    else if (/^[1-9]/.test(left) && /^[1-9]/.test(right) && left.length !== right.length) return left.length - right.length;
    else return left < right ? -1 : 1;
  }
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The run of digits, or the character, that begins somewhere in a text; nothing at its end. */
function partAt(text: string, at: number): string {
  let end = at;
  while (isDigit(text, end)) end++;
  return text.slice(at, Math.max(end, at + 1));
}
