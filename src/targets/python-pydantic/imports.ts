/** Import statements, in the order of isort and `ruff check --select I`. */

const standardLibrary: ReadonlySet<string> = new Set(
  (
    'base64 collections.abc datetime decimal enum functools importlib inspect json ' +
    'operator re struct sys threading typing uuid'
  ).split(' '),
);

/** A name imported from a module. */
export interface Member {
  readonly name: string;
  /** Its name in the importing module. */
  readonly local: string;
}

/** Import statements, sorted within their sections: standard library, other libraries, package. */
export class Imports {
  /** Local names of imported modules. */
  readonly #modules = new Map<string, string>();
  readonly #members = new Map<string, Member[]>();

  /** `import <module> as <local>` */
  addModule(module: string, local: string): void {
    this.#modules.set(module, local);
  }

  /** `from <module> import <name> as <local>` */
  add(module: string, { name, local }: Member): void {
    const members = this.#members.get(module);
    if (members === undefined) this.#members.set(module, [{ name, local }]);
    else if (!members.some((member) => member.name === name && member.local === local)) members.push({ name, local });
  }

  get isEmpty(): boolean {
    return this.#modules.size + this.#members.size === 0;
  }

  /** @param width line width */
  lines(width: number): string[] {
    const sections: string[][] = [[], [], []];
    const section = (module: string) => sections[module.startsWith('.') ? 2 : standardLibrary.has(module) ? 0 : 1];
    for (const [module, local] of sortedBy(this.#modules, ([name]) => naturalKey(name))) {
      section(module)?.push(module === local ? `import ${module}` : `import ${module} as ${local}`);
    }
    for (const [module, members] of sortedBy(this.#members, ([name]) => naturalKey(name))) {
      section(module)?.push(...importMembers(module, members, width));
    }
    return sections.filter((lines) => lines.length > 0).flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
  }
}

/**
 * Returns the statements that import members of a module. One statement imports all members that keep their names; each renamed
 * one has its own. The first name determines the order.
 */
function importMembers(module: string, members: readonly Member[], width: number): readonly string[] {
  const sorted = sortedBy(members, ({ name }) => importKey(name));
  const unrenamed = sorted.filter(hasOwnName);
  const renamed = sorted.filter((member) => !hasOwnName(member)).map((member) => [member]);
  const statements = unrenamed.length === 0 ? renamed : [unrenamed, ...renamed];
  return sortedBy(statements, ([first]) => importKey((first as Member).name)).flatMap((imported) =>
    statement(
      module,
      imported.map(({ name, local }) => (local === name ? name : `${name} as ${local}`)),
      width,
    ),
  );
}

/** Returns the statement that imports members of a module under their names. */
export function importNames(module: string, names: readonly string[], width: number): readonly string[] {
  return statement(module, sortedBy(names, importKey), width);
}

function hasOwnName({ name, local }: Member): boolean {
  return name === local;
}

/** Returns the lines of an import statement, with names in the given order. */
function statement(module: string, names: readonly string[], width: number): readonly string[] {
  const line = `from ${module} import ${names.join(', ')}`;
  return line.length <= width ? [line] : [`from ${module} import (`, ...names.map((name) => `    ${name},`), ')'];
}

/** Sorts items by a key, which is made once for each item. */
export function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return keyed.map(({ item }) => item);
}

/** Returns the key of an imported name: constants, classes, others; then ignoring case. */
function importKey(name: string): string {
  return `${rank(name)}${naturalKey(name.toLowerCase())}\0${naturalKey(name)}`;
}

/** Sorts names for `__all__`. */
export function inOrder(names: readonly string[]): readonly string[] {
  return sortedBy(names, keyInAll);
}

/** Returns the key of a name in `__all__`: constants, classes, others (https://docs.astral.sh/ruff/rules/unsorted-dunder-all/). */
export function keyInAll(name: string): string {
  return `${rank(name)}${naturalKey(name)}`;
}

/** Returns 0 for constants, 1 for classes and 2 for other names. */
function rank(name: string): number {
  if (name.length > 1 && name === name.toUpperCase()) return 0;
  return /^[A-Z]/.test(name) ? 1 : 2;
}

/** Returns the key of a name in natural order: runs of digits count as numbers, unless one begins with 0. */
export function naturalKey(name: string): string {
  return name.replace(/(?<!\d)[1-9]\d*/g, (digits) => ':'.repeat(digits.length - 1) + digits);
}
