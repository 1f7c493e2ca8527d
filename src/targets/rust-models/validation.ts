import type { DomainModel } from '../../model/index.ts';
import { type Lines, NameScope, separated } from '../text/index.ts';
import { helpers, namesOfShared, type SharedType } from './runtime.ts';
import type { Scope } from './scope.ts';

type Named = Pick<DomainModel, 'classes' | 'enumerations' | 'unions'>;

/** The module of the helpers. It gathers those that are used while the other files are printed, and has no others. */
export class Validation {
  /** The module's name. */
  readonly module: string;
  readonly #scope: NameScope;
  readonly #names: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  /** @param modules the names of the other modules */
  constructor(model: Named, modules: Iterable<string>) {
    this.module = new NameScope(modules).claim('validation', 'model_validation');
    const types = [...model.classes, ...model.enumerations, ...model.unions].map(({ name }) => name);
    const relations = model.classes.flatMap(({ relationsName }) => relationsName ?? []);
    this.#scope = new NameScope([...types, ...relations]);
    this.#names = namesOfShared(this.#scope);
  }

  /** How a file writes a type or trait of the helpers; imports it. */
  use(name: SharedType, scope: Scope): string {
    this.#used.add(name);
    return scope.sibling(this.module, this.#names.get(name) as string);
  }

  /** How a file writes a function of the helpers; imports it. */
  call(name: string, scope: Scope): string {
    this.#used.add(name);
    return scope.sibling(this.module, name);
  }

  /** Says that code needs a method or an implementation of a trait, by the name of its piece: `FromText for Uuid`. */
  needs(piece: string): void {
    this.#used.add(piece);
  }

  /** A name for a type that only its file sees, which no other type has. */
  claim(...candidates: readonly [string, ...string[]]): string {
    return this.#scope.claim(...candidates);
  }

  /** The types that users of the module see. */
  publicTypes(): string[] {
    return this.#used.has('Violation') ? [this.#names.get('Violation') as string] : [];
  }

  /** Its file, if there has to be one. */
  file(): Lines {
    if (this.#used.size === 0) return undefined;
    return separated(['//! What values are read and checked with.', ...helpers(this.#used, this.#names)]);
  }
}
