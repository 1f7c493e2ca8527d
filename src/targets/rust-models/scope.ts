/** The names in one generated Rust file, and its `use` declarations. */

import { startsLower, type Use, useDeclarations } from './layout.ts';

/** The names of std's prelude that generated code uses, each with its module. */
const prelude = {
  Box: 'boxed',
  Default: 'default',
  From: 'convert',
  Into: 'convert',
  Option: 'option',
  Result: 'result',
  String: 'string',
  Vec: 'vec',
} as const;

/** Items that the files of classes import from other crates. */
const imported = [
  'DateTime',
  'Decimal',
  'Deserialize',
  'Deserializer',
  'LazyLock',
  'NaiveDate',
  'NaiveTime',
  'Regex',
  'Serialize',
  'SubsecRound',
  'Utc',
  'Uuid',
] as const;

export type Imported = (typeof imported)[number];

/** Traits that generated code derives without importing them. */
const derived = ['Clone', 'Copy', 'Debug', 'Eq', 'Hash', 'Ord', 'PartialEq', 'PartialOrd'];

/** Names with a fixed meaning in every file, except in the file of a class of the same name. */
const wellKnown: ReadonlySet<string> = new Set([...Object.keys(prelude), ...imported, ...derived]);

/**
 * Collects the imports of a file while it is printed, and returns each name as the file must write it. A class may be called
 * `Option`: in its file, `Option` means the class, and the type of the standard library is written `std::option::Option`.
 */
export class Scope {
  readonly #ownTypes: ReadonlySet<string>;
  /** Imported names by their paths, without the types of other models. */
  readonly #uses = new Map<string, Set<string>>();
  /** The types of other models. */
  readonly #models = new Set<string>();

  /** @param ownTypes the types that the file declares */
  constructor(ownTypes: Iterable<string>) {
    this.#ownTypes = new Set(ownTypes);
  }

  /** Returns a name of the prelude as the file must write it. */
  std(name: keyof typeof prelude): string {
    return this.#ownTypes.has(name) ? `std::${prelude[name]}::${name}` : name;
  }

  /** Returns an item of another crate as the file must write it, and imports it. */
  use(crate: string, name: Imported): string {
    if (this.#ownTypes.has(name)) return `${crate}::${name}`;
    this.#add(crate, name);
    return name;
  }

  /** Imports a trait for its methods alone. */
  useTrait(crate: string, name: Imported): void {
    this.#add(crate, this.#ownTypes.has(name) ? `${name} as _` : name);
  }

  /** Imports an item or module by its whole path; no type can have the same name. */
  usePath(path: string): void {
    const separator = path.lastIndexOf('::');
    this.#add(path.slice(0, separator), path.slice(separator + 2));
  }

  /** Imports an item of a module and returns its name; no type can have the same name. */
  from(path: string, name: string): string {
    this.#add(path, name);
    return name;
  }

  /** Returns the type of another class, enumeration or union as the file must write it, and imports it. */
  model(name: string): string {
    if (this.#ownTypes.has(name)) return name;
    if (wellKnown.has(name)) return `super::${name}`;
    this.#models.add(name);
    return name;
  }

  /** Returns the `use` declarations: the standard library, other crates, then sibling modules. */
  declarations(): readonly (readonly string[])[] {
    const groups = groupsOf([...this.#uses].map(([path, names]) => ({ path, names: [...names] })));
    // Types come after modules.
    if (this.#models.size > 0) groups[2].push({ path: MODELS, names: [...this.#models] });
    return groups.map((uses) => useDeclarations('use', uses));
  }

  #add(path: string, name: string): void {
    const names = this.#uses.get(path) ?? new Set();
    this.#uses.set(path, names.add(name));
  }
}

/** The module that re-exports the types of all others. */
const MODELS = 'super';

/** Groups declarations in the order of rustfmt: the standard library, other crates, sibling modules. */
function groupsOf(uses: readonly Use[]): [std: Use[], crates: Use[], siblings: Use[]] {
  const groups: [Use[], Use[], Use[]] = [[], [], []];
  const sorted = uses.map((use) => ({ use, key: sortKey(use) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { use } of sorted) {
    const [root] = use.path.split('::');
    groups[root === 'std' ? 0 : root === MODELS ? 2 : 1].push(use);
  }
  return groups;
}

/** Returns the key by which rustfmt sorts: in each segment, modules come before types, and both before lists in braces. */
function sortKey({ path, names }: Use): string {
  const segments = [...path.split('::'), names.length > 1 ? '{' : (names[0] ?? '')];
  return segments.map((segment) => `${segment === '{' ? 2 : startsLower(segment) ? 0 : 1}${segment}`).join('\0');
}
