/** What stands above the classes of a module, collected while they are printed. */

import { type Lines, separated } from '../text/index.ts';
import { Imports } from './imports.ts';
import { lineWidth } from './literals.ts';

/** The module that all others share. Names of modules of classes begin with letters. */
export const baseModule = '_base';

/** What the modules of a package use of the shared module, collected while they are printed. */
export class Needs {
  readonly names = new Set<string>();
  /** Whether a field that may be None has another default. */
  hasOptionalDefaults = false;
  /** Whether models say at run time where they come from: `x-iri`. */
  readonly iris: boolean;

  constructor(iris = false) {
    this.iris = iris;
  }
}

/** Imports, in the order of isort and `ruff check --select I`, and definitions below them. */
export class Preamble {
  readonly #imports = new Imports();
  /** Definitions by their names. */
  readonly #definitions = new Map<string, { readonly lines: Lines; readonly value: string }>();
  readonly #taken: (name: string) => boolean;
  readonly #needs: Needs;

  /** @param taken whether the module has a name already: an equal one of a library is imported under another */
  constructor(needs = new Needs(), taken: (name: string) => boolean = () => false) {
    this.#needs = needs;
    this.#taken = taken;
  }

  /** Notes that a field that may be None has another default. */
  noteOptionalDefault(): void {
    this.#needs.hasOptionalDefaults = true;
  }

  get iris(): boolean {
    return this.#needs.iris;
  }

  /** `import <module> as <local>`. A name in lower case meets no class. */
  module(module: string, local = module): string {
    this.#imports.addModule(module, local);
    return local;
  }

  /**
   * `from <module> import <name>`. An underscore in front tells it apart from a class, because names of classes have none.
   *
   * @returns the name to use
   */
  from(module: string, name: string): string {
    const local = this.#taken(name) ? `_${name}` : name;
    this.#imports.add(module, { name, local });
    return local;
  }

  /** The same, for a name of the shared module, which then has it. */
  help(name: string): string {
    this.#needs.names.add(name);
    return this.from(`.${baseModule}`, name);
  }

  /** `from .<module> import <name>`, for a class of the package. */
  fromPackage(module: string, name: string, local = name): string {
    this.#imports.add(`.${module}`, { name, local });
    return local;
  }

  /** A definition, given by its lines. Its name begins with an underscore, so that it meets no class. */
  define(name: string, lines: Lines, value = ''): string {
    this.#definitions.set(name, { lines, value });
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
      if (this.#definitions.get(unique)?.value === value) return unique;
      unique = `${name}${n}`;
    }
    return this.define(unique, lines(unique), value);
  }

  /** The definitions, one line apart. */
  get definitions(): Lines {
    return separated([...this.#definitions.values()].map(({ lines }) => lines));
  }

  get hasImports(): boolean {
    return !this.#imports.isEmpty;
  }

  /** @param indentation of the block that they stand in */
  imports(indentation = 0): string[] {
    return this.#imports.lines(lineWidth - indentation);
  }
}
