import type { DomainModel } from '../../model/index.ts';
import { Gathering } from '../core/index.ts';
import { type Lines, NameScope, separated } from '../text/index.ts';
import { helpers, namesOfShared, publicTypes, type SharedType } from './runtime.ts';
import type { Scope } from './scope.ts';

type Named = Pick<DomainModel, 'classes' | 'enumerations' | 'unions'>;

/** The module of the helpers. It gathers those that are used while the other files are printed, and has no others. */
export class Validation {
  /** The module's name. */
  readonly module: string;
  /** By which the other modules reach it. */
  readonly #path: string;
  readonly #scope: NameScope;
  readonly #names: ReadonlyMap<string, string>;
  /** What is used of it, by the names of its pieces. */
  readonly used = new Gathering<string>();

  /**
   * @param modules the names of the other modules
   * @param forms the names of types that are made of classes
   */
  constructor(model: Named, modules: Iterable<string>, forms: Iterable<string> = []) {
    this.module = new NameScope(modules).claim('validation', 'model_validation');
    this.#path = `super::${this.module}`;
    const types = [...model.classes, ...model.enumerations, ...model.unions].map(({ name }) => name);
    const relations = model.classes.flatMap(({ relationsName }) => relationsName ?? []);
    this.#scope = new NameScope([...types, ...relations, ...forms]);
    this.#names = namesOfShared(this.#scope);
  }

  /** How a file writes a type or trait of the helpers; imports it. */
  use(name: SharedType, scope: Scope): string {
    this.used.add(name);
    return scope.from(this.#path, this.#names.get(name) as string);
  }

  /** How a file writes a function or a macro of the helpers; imports it. */
  call(name: string, scope: Scope): string {
    this.used.add(name);
    return scope.from(this.#path, name);
  }

  /** Says that code needs a method or an implementation of a trait, by the name of its piece: `Value for Uuid`. */
  needs(piece: string): void {
    this.used.add(piece);
  }

  /** The types that users of the module see. */
  publicTypes(): string[] {
    const used = this.used.has('record') ? publicTypes : this.used.has('Violation') ? (['Param', 'Violation'] as const) : [];
    return used.map((name) => this.#names.get(name) as string);
  }

  /** Its file, if there has to be one. */
  file(): Lines {
    if (this.used.size === 0) return undefined;
    const isRenamed = [...this.#names].some(([name, given]) => name !== given);
    const attributes = [
      // Lines are as wide as the names in them.
      isRenamed && '#![cfg_attr(rustfmt, rustfmt_skip)]',
      // What is there for types with members, where there are none.
      !this.used.has('record') && '#![allow(dead_code, unused_imports, unused_macros)]',
    ];
    return separated([
      '//! What values are read and checked with.',
      attributes.some(Boolean) && attributes,
      ...helpers(this.used, this.#names, this.module),
    ]);
  }
}
