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

/** All that the files of classes import from other crates. */
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

/** An imported item of another crate. */
export type Imported = (typeof imported)[number];

/** What generated code derives without importing it. */
const derived = ['Clone', 'Copy', 'Debug', 'Eq', 'Hash', 'Ord', 'PartialEq', 'PartialOrd'];

/** Names that keep their meaning in every file but that of a class which is called so. */
const wellKnown: ReadonlySet<string> = new Set([...Object.keys(prelude), ...imported, ...derived]);

/**
 * The names in one file. It gathers the imports while the file is printed, and keeps apart the types
 * that the file declares from what it uses: a name that the file declares means that type in all of
 * the file (a class may be called `Option`), so the other one is written with its path.
 */
export class Scope {
  readonly #own: ReadonlySet<string>;
  /** What is imported, but for the types of other models. */
  readonly #uses = new Set<Import>();
  /** The types of other models. */
  #models: Set<string> | undefined;

  /** @param own the types that the file declares */
  constructor(own: Iterable<string>) {
    this.#own = new Set(own);
  }

  /** How the file writes a name of the prelude. */
  std(name: keyof typeof prelude): string {
    return this.#own.has(name) ? `std::${prelude[name]}::${name}` : name;
  }

  /** How the file writes an item of another crate; imports it. */
  use(crate: string, name: Imported): string {
    if (this.#own.has(name)) return `${crate}::${name}`;
    this.#add(crate, name);
    return name;
  }

  /** Imports a trait for its methods alone. */
  useTrait(crate: string, name: Imported): void {
    this.#add(crate, this.#own.has(name) ? `${name} as _` : name);
  }

  /** Imports a module, which no type can be called like. */
  useModule(path: string): void {
    const separator = path.lastIndexOf('::');
    this.#add(path.slice(0, separator), path.slice(separator + 2));
  }

  /** How the file writes an item of a module that no type is called like; imports it. */
  from(path: string, name: string): string {
    this.#add(path, name);
    return name;
  }

  /** How the file writes the type of another class, an enumeration or a union; imports it. */
  model(name: string): string {
    if (this.#own.has(name)) return name;
    if (wellKnown.has(name)) return `super::${name}`;
    this.#models ??= new Set();
    this.#models.add(name);
    return name;
  }

  /** The `use` declarations: the standard library, other crates, then the sibling modules. */
  declarations(): readonly (readonly string[])[] {
    let key = '';
    for (const { sign } of this.#uses) key += sign;
    let groups = knownGroups.get(key);
    if (groups === undefined) {
      groups = groupsOf(this.#uses);
      if (knownGroups.size >= MOST_KNOWN) knownGroups.clear();
      knownGroups.set(key, groups);
    }
    if (this.#models === undefined) return groups.printed;
    const [std, crates, siblings] = groups.printed;
    // Types, which come after modules.
    const models = useDeclarations('use', [{ path: MODELS, names: [...this.#models] }], groups.lastSibling);
    return [std, crates, [...siblings, ...models]];
  }

  #add(path: string, name: string): void {
    this.#uses.add(importOf(path, name));
  }
}

/** The module that re-exports the types of all others. */
const MODELS = 'super';

/** An item that files import; there is one object of each. */
interface Import {
  readonly path: string;
  readonly name: string;
  /** One character that stands for it in the list of all that a file imports. */
  readonly sign: string;
}

/** All of them, by their paths and names: there are no more than the crates and the helpers have. */
const imports = new Map<string, Map<string, Import>>();
let importCount = 0;

function importOf(path: string, name: string): Import {
  let ofPath = imports.get(path);
  if (ofPath === undefined) {
    ofPath = new Map();
    imports.set(path, ofPath);
  }
  let found = ofPath.get(name);
  if (found === undefined) {
    found = { path, name, sign: String.fromCharCode(importCount++) };
    ofPath.set(name, found);
  }
  return found;
}

interface Groups {
  readonly printed: readonly [std: readonly string[], crates: readonly string[], siblings: readonly string[]];
  readonly lastSibling: Use | undefined;
}

/** The declarations of what is imported, by that, but for the types of other models: they are the same in most files. */
const knownGroups = new Map<string, Groups>();

/** No more of them are kept. */
const MOST_KNOWN = 1000;

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

/** What rustfmt compares, segment by segment: modules come before types, and both before lists in braces. */
function sortKey(path: string, names: readonly string[]): string[] {
  return [...path.split('::'), names.length > 1 ? '{' : (names[0] ?? '')].map((segment) => {
    const rank = segment === '{' ? 2 : startsLower(segment) ? 0 : 1;
    return `${rank}${segment}`;
  });
}

/** The group of a use, by the first segment of its key. */
function groupOf(root: string | undefined): 0 | 1 | 2 {
  if (root === '0std') return 0;
  return root === '0super' ? 2 : 1;
}

function compareUses(a: readonly string[], b: readonly string[]): number {
  const i = a.findIndex((segment, i) => segment !== b[i]);
  const [x, y] = [a[i] ?? '', b[i] ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
}
