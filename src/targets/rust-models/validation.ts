import type { DomainModel } from '../../model/index.ts';
import { type Lines, NameScope, separated } from '../text/index.ts';
import type { Derives } from './derives.ts';
import {
  type HelperModule,
  helperFile,
  helperModules,
  moduleOf,
  namesOfShared,
  requiredPieces,
  type SharedType,
} from './runtime.ts';
import type { Scope } from './scope.ts';

type Named = Pick<DomainModel, 'classes' | 'enumerations' | 'unions'>;

/** A file with shared code. */
export interface HelperFile {
  /** The name of the module. */
  readonly module: string;
  readonly lines: Lines;
  /** Whether it needs the feature `sqlx`. */
  readonly isStored: boolean;
  /** The public types. */
  readonly types: readonly string[];
}

const moduleComments: Readonly<Record<HelperModule, string>> = {
  decimal: '//! Decimals in JSON.',
  page: '//! Pages of lists.',
  patch: '//! Members of updates.',
  rows: '//! Conversions of PostgreSQL columns.',
  validation: '//! Violations of constraints.',
};

/** Collects the shared code that the models use, and prints only that. */
export class Validation {
  readonly #modules: ReadonlyMap<HelperModule, string>;
  readonly #names: ReadonlyMap<string, string>;
  /** The names of the pieces that the models use. */
  readonly used = new Set<string>();

  /**
   * @param modules the names of the other modules
   * @param forms the names of types generated from classes
   */
  constructor(model: Named, modules: Iterable<string>, forms: Iterable<string> = []) {
    const taken = new NameScope(modules);
    this.#modules = new Map(helperModules.map((name) => [name, taken.claim(name, `model_${name}`)]));
    const types = [...model.classes, ...model.enumerations, ...model.unions].map(({ name }) => name);
    const relations = model.classes.flatMap(({ relationsName }) => relationsName ?? []);
    this.#names = namesOfShared(new NameScope([...types, ...relations, ...forms]));
  }

  /** Imports a type or trait of the helpers into a file and returns its name. */
  use(name: SharedType, scope: Scope): string {
    return this.#from(name, this.#names.get(name) as string, scope);
  }

  /** Imports a shared function or constant into a file and returns its name. */
  call(name: string, scope: Scope): string {
    return this.#from(name, this.#names.get(name) ?? name, scope);
  }

  #from(piece: string, name: string, scope: Scope): string {
    this.used.add(piece);
    return scope.from(`super::${this.#modules.get(moduleOf(piece))}`, name);
  }

  /** Records the use of a method or an implementation, by the name of its piece: `Violations::check`. */
  needs(piece: string): void {
    this.used.add(piece);
  }

  /** Returns the files with the used code. */
  files(derives: Derives): readonly HelperFile[] {
    const names = new Set(this.used);
    const isChecked = names.has('Validate');
    // Programs that use the models call these.
    if (isChecked) names.add('Valid');
    if (isChecked && names.has('Page')) names.add('Validate for Page');
    const pieces = requiredPieces(names);
    const isRenamed = [...this.#names].some(([name, given]) => name !== given);
    return helperModules.flatMap((name) => {
      const lines = helperFile(name, pieces, this.#names, this.#modules).map((text) =>
        name === 'page' ? derives.addTo(text) : text,
      );
      if (lines.length === 0) return [];
      const types: readonly SharedType[] = name === 'page' ? ['Page'] : name === 'validation' && isChecked ? checkedTypes : [];
      // Renamed types change the widths of lines.
      const layout = isRenamed && '#![cfg_attr(rustfmt, rustfmt_skip)]';
      return {
        module: this.#modules.get(name) as string,
        lines: separated([moduleComments[name], layout, ...lines]),
        isStored: name === 'rows',
        types: types.map((type) => this.#names.get(type) as string),
      };
    });
  }
}

const checkedTypes = ['Valid', 'Validate', 'Violation', 'Violations'] as const satisfies readonly SharedType[];
