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

/** Names with a fixed meaning in every file, except in that of a class of the same name. */
const wellKnown: ReadonlySet<string> = new Set([...Object.keys(prelude), ...imported, ...derived]);

/**
 * The names in one file. It collects the imports while the file is printed, and separates the types that the file declares
 * from those it uses: a name that the file declares means that type everywhere in the file (a class may be called `Option`),
 * so the other item is written with its path.
 */
export class Scope {
  readonly #ownTypes: ReadonlySet<string>;
  /** Imports other than the types of other models. */
  readonly #uses = new Set<Import>();
  /** The types of other models. */
  #models: Set<string> | undefined;

  /** @param own the types that the file declares */
  constructor(own: Iterable<string>) {
    this.#ownTypes = new Set(own);
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

  /** Imports a module; no type can have the same name. */
  useModule(path: string): void {
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
    this.#models ??= new Set();
    this.#models.add(name);
    return name;
  }

  /** Returns the `use` declarations: the standard library, other crates, then sibling modules. */
  declarations(): readonly (readonly string[])[] {
    let key = '';
    for (const { sign } of this.#uses) key += sign;
    let groups = knownGroups.get(key);
    if (groups === undefined) {
      groups = groupsOf(this.#uses);
      if (knownGroups.size >= MAX_CACHED) knownGroups.clear();
      knownGroups.set(key, groups);
    }
    if (this.#models === undefined) return groups.printed;
    const [std, crates, siblings] = groups.printed;
    // Types come after modules.
    const models = useDeclarations('use', [{ path: MODELS, names: [...this.#models] }], groups.lastSibling);
    return [std, crates, [...siblings, ...models]];
  }

  #add(path: string, name: string): void {
    this.#uses.add(importOf(path, name));
  }
}

/** The module that re-exports the types of all others. */
const MODELS = 'super';

/** An item that files import; each item has only one object. */
interface Import {
  readonly path: string;
  readonly name: string;
  /** One character that represents it in the key of all imports of a file. */
  readonly sign: string;
}

/** All imports by path and name: their number is limited by the items of the crates and helpers. */
const imports = new Map<string, Map<string, Import>>();
let importCount = 0;

function importOf(path: string, name: string): Import {
  let ofPath = imports.get(path);
  if (ofPath === undefined) {
    ofPath = new Map();
    imports.set(path, ofPath);
  }
  let item = ofPath.get(name);
  if (item === undefined) {
    item = { path, name, sign: String.fromCharCode(importCount++) };
    ofPath.set(name, item);
  }
  return item;
}

interface Groups {
  readonly printed: readonly [std: readonly string[], crates: readonly string[], siblings: readonly string[]];
  readonly lastSibling: Use | undefined;
}

/** The declarations for each set of imports, without the types of other models: most files have the same ones. */
const knownGroups = new Map<string, Groups>();

/** Maximum number of cached groups. */
const MAX_CACHED = 1000;

function groupsOf(all: Iterable<Import>): Groups {
  const [std, crates, siblings]: [Use[], Use[], Use[]] = [[], [], []];
  const groups = [std, crates, siblings] as const;
  const byPath = new Map<string, string[]>();
  for (const { path, name } of all) {
    const names = byPath.get(path);
    if (names) names.push(name);
    else byPath.set(path, [name]);
  }
  const uses = [...byPath].map(([path, names]) => ({ path, names, key: sortKey(path, names) }));
  for (const { path, names, key } of uses.sort((a, b) => compareUses(a.key, b.key))) {
    groups[groupOf(key[0])].push({ path, names });
  }
  const print = (uses: readonly Use[]) => useDeclarations('use', uses);
  return { printed: [print(std), print(crates), print(siblings)], lastSibling: siblings.at(-1) };
}

/** Returns the segments by which rustfmt sorts: modules come before types, and both before lists in braces. */
function sortKey(path: string, names: readonly string[]): string[] {
  return [...path.split('::'), names.length > 1 ? '{' : (names[0] ?? '')].map((segment) => {
    const rank = segment === '{' ? 2 : startsLower(segment) ? 0 : 1;
    return `${rank}${segment}`;
  });
}

/** Returns the group of a `use` by the first segment of its key. */
function groupOf(root: string | undefined): 0 | 1 | 2 {
  if (root === '0std') return 0;
  return root === '0super' ? 2 : 1;
}

function compareUses(a: readonly string[], b: readonly string[]): number {
  const i = a.findIndex((segment, i) => segment !== b[i]);
  const [x, y] = [a[i] ?? '', b[i] ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
}
