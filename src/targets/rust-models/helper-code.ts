/**
 * The helper modules of the generated crate, such as `validation.rs`: types and functions that the files of classes share. They
 * contain only what the models use, so printers record each use.
 */

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

type ModelElements = Pick<DomainModel, 'classes' | 'enumerations' | 'unions'>;

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
  numbers: '//! Numbers that are strings in JSON.',
  page: '//! Pages of lists.',
  patch: '//! Members of updates.',
  rows: '//! Conversions of PostgreSQL columns.',
  validation: '//! Violations of constraints.',
};

/** Records which pieces of the helper modules the models use, and prints only those. */
export class HelperCode {
  readonly #moduleNames: ReadonlyMap<HelperModule, string>;
  readonly #typeNames: ReadonlyMap<string, string>;
  /** The names of the pieces that the models use. */
  readonly #used = new Set<string>();

  /**
   * @param modules the names of the other modules
   * @param classTypes the names of the types generated from classes
   */
  constructor(model: ModelElements, modules: Iterable<string>, classTypes: Iterable<string> = []) {
    const scope = new NameScope(modules);
    this.#moduleNames = new Map(helperModules.map((name) => [name, scope.claim(name, `model_${name}`)]));
    const types = [...model.classes, ...model.enumerations, ...model.unions].map(({ name }) => name);
    const relations = model.classes.flatMap(({ relationsName }) => relationsName ?? []);
    this.#typeNames = namesOfShared(new NameScope([...types, ...relations, ...classTypes]));
  }

  /** Imports a shared type, function or constant into a file; returns its name there. */
  use(name: string, scope: Scope): string {
    this.#used.add(name);
    const type = this.#typeNames.get(name) ?? name;
    if (exported.has(name)) return scope.model(type);
    return scope.from(`super::${this.#moduleNames.get(moduleOf(name))}`, type);
  }

  /** Records the use of a method or an implementation, by the name of its piece: `Violations::check`. */
  usePiece(piece: string): void {
    this.#used.add(piece);
  }

  /** Returns the files with the used code. */
  files(derives: Derives): readonly HelperFile[] {
    const used = new Set(this.#used);
    const isChecked = used.has('Validate');
    // Programs that use the models call these.
    if (isChecked) used.add('Valid');
    if (isChecked && used.has('Page')) used.add('Validate for Page');
    const pieces = requiredPieces(used);
    const isRenamed = [...this.#typeNames].some(([name, newName]) => name !== newName);
    return helperModules.flatMap((module) => {
      const items = helperFile(module, pieces, this.#typeNames, this.#moduleNames);
      if (items.length === 0) return [];
      const types: readonly SharedType[] =
        module === 'page' ? ['Page'] : module === 'validation' && isChecked ? checkedTypes : [];
      // Renamed types change the widths of lines.
      const layout = isRenamed && '#![cfg_attr(rustfmt, rustfmt_skip)]';
      const lines = module === 'page' ? items.map((item) => derives.addTo(item)) : items;
      return {
        module: this.#moduleNames.get(module) as string,
        lines: separated([moduleComments[module], layout, ...lines]),
        isStored: module === 'rows',
        types: types.map((type) => this.#typeNames.get(type) as string),
      };
    });
  }
}

const checkedTypes = ['Valid', 'Validate', 'Violation', 'Violations'] as const satisfies readonly SharedType[];

/** The shared types that the parent module exports. */
const exported: ReadonlySet<string> = new Set(['Page', ...checkedTypes]);
