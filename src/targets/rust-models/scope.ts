import { useDeclaration } from './layout.ts';

/** The names of std's prelude that generated code uses, each with its module. */
const prelude = {
  Default: 'default',
  Into: 'convert',
  Option: 'option',
  String: 'string',
  Vec: 'vec',
} as const;

/** All that generated code imports from other crates. */
const imported = [
  'DateTime',
  'Decimal',
  'Deserialize',
  'NaiveDate',
  'NaiveTime',
  'Serialize',
  'SubsecRound',
  'Utc',
  'Uuid',
] as const;

/** An item of another crate. */
export type Imported = (typeof imported)[number];

/** What generated code derives without importing it. */
const derived = ['Clone', 'Debug', 'PartialEq'];

/** Names that keep their meaning in every file but that of a class which is called so. */
const wellKnown: ReadonlySet<string> = new Set([...Object.keys(prelude), ...imported, ...derived]);

/**
 * The names in one file. It gathers the imports while the file is printed, and keeps apart the types
 * that the file declares from what it uses: a name that the file declares means that type in all of
 * the file (a class may be called `Option`), so the other one is written with its path.
 */
export class Scope {
  readonly #own: ReadonlySet<string>;
  readonly #uses = new Map<string, Set<string>>();

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

  /** How the file writes the type of another class; imports it. */
  model(name: string): string {
    if (this.#own.has(name)) return name;
    if (wellKnown.has(name)) return `super::${name}`;
    this.#add('super', name);
    return name;
  }

  /** The `use` declarations: other crates, then the sibling modules. */
  declarations(): string[][] {
    const crates = [...this.#uses.keys()].filter((path) => path !== 'super').sort();
    return [crates, this.#uses.has('super') ? ['super'] : []].map((paths) =>
      paths.flatMap((path) => useDeclaration('use', path, [...(this.#uses.get(path) ?? [])])),
    );
  }

  #add(path: string, name: string): void {
    const names = this.#uses.get(path);
    if (names) names.add(name);
    else this.#uses.set(path, new Set([name]));
  }
}
