/** The code above the classes of a module, imports and definitions. It is collected while the classes are printed. */

import { type Lines, separated } from '../text/index.ts';
import { Imports } from './imports.ts';
import { lineWidth } from './literals.ts';

/** The shared module. Its underscore distinguishes it from modules of classes, which begin with letters. */
export const baseModule = '_base';

/** What the shared module must contain, collected while the other modules of a package are printed. */
export class BaseModuleContents {
  readonly names = new Set<string>();
  /** Whether an optional field has a default other than None, so that `Record` must set None if the field is missing in JSON. */
  hasOptionalDefaults = false;
  /** Whether a field has another name in JSON, by which `UpdateModel` must find it. */
  hasAliases = false;
  /** Whether the models of the package state the IRIs of their elements at run time: `x-iri`. */
  readonly withIris: boolean;

  constructor(withIris = false) {
    this.withIris = withIris;
  }
}

/** Imports, in the order of isort and `ruff check --select I`, and definitions below them. */
export class Preamble {
  readonly #imports = new Imports();
  readonly #definitions = new Map<string, { readonly lines: Lines; readonly value: string }>();
  readonly #isTaken: (name: string) => boolean;
  readonly base: BaseModuleContents;

  /**
   * @param base what `_base.py` contains; code that imports nothing from it needs none
   * @param isTaken checks whether the module uses a name; a library member with that name is imported under another
   */
  constructor(base = new BaseModuleContents(), isTaken: (name: string) => boolean = () => false) {
    this.base = base;
    this.#isTaken = isTaken;
  }

  /** `import <module> as <local>`. Names in lower case collide with no class. */
  importModule(module: string, local = module): string {
    this.#imports.addModule(module, local);
    return local;
  }

  /**
   * `from <module> import <name>`. Names that collide get an underscore in front, which no class name has.
   *
   * @returns the local name
   */
  importName(module: string, name: string): string {
    const local = this.#isTaken(name) ? `_${name}` : name;
    this.#imports.add(module, { name, local });
    return local;
  }

  /** `from ._base import <name>`; also adds the name to the shared module. */
  importFromBase(name: string): string {
    this.base.names.add(name);
    return this.importName(`.${baseModule}`, name);
  }

  /** `from .<module> import <name>`, for a class of the package. The caller chooses a local name that is free. */
  importFromPackage(module: string, name: string, local = name): string {
    this.#imports.add(`.${module}`, { name, local });
    return local;
  }

  /**
   * Adds a definition and returns its name. If another definition has the name, a number is added; an equal definition is reused.
   *
   * @param name begins with an underscore, so it collides with no class
   * @param value the defined value, for comparison
   */
  define(name: string, value: string, lines: (name: string) => Lines): string {
    let unique = name;
    for (let n = 2; this.#definitions.has(unique); n++) {
      if (this.#definitions.get(unique)?.value === value) return unique;
      unique = `${name}${n}`;
    }
    this.#definitions.set(unique, { lines: lines(unique), value });
    return unique;
  }

  /** The definitions, with an empty line between them. */
  get definitions(): Lines {
    return separated([...this.#definitions.values()].map(({ lines }) => lines));
  }

  get hasImports(): boolean {
    return !this.#imports.isEmpty;
  }

  /** @param indentation the width of the indentation below `if TYPE_CHECKING:` */
  imports(indentation = 0): string[] {
    return this.#imports.lines(lineWidth - indentation);
  }
}
