/** Corrects the replacements of deprecated elements: a name in the slice, or an IRI if the replacement is outside. */

import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { DomainModel, Enumeration } from '../types.ts';
import type { Prefixes } from './patterns.ts';
import type { SelectedElements } from './selection.ts';

export class Replacements {
  /** The names of elements outside the slice, with their prefixed names. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #enumerations = new Map<Enumeration, Enumeration>();

  constructor(model: DomainModel, selected: SelectedElements, prefixes: Prefixes) {
    const names = new Map<string, string>();
    const inClasses = model.classes.some(
      (cls) => cls.replacedBy !== undefined || cls.fields.some((f) => f.replacedBy !== undefined),
    );
    const inEnumerations = model.enumerations.some(
      (e) => e.replacedBy !== undefined || e.values.some((v) => v.replacedBy !== undefined),
    );
    if (inClasses || inEnumerations) {
      for (const cls of model.classes) {
        if (selected.classes.has(cls)) continue;
        names.set(cls.name, prefixes.show(cls.iri));
        for (const { name, iri } of cls.fields) if (iri !== undefined) names.set(`${cls.name}.${name}`, prefixes.show(iri));
      }
    }
    this.#names = names;
  }

  /** Corrects the replacements of a class and its members. */
  correct(cls: ClassDraft): void {
    if (this.#names.size === 0) return;
    for (const element of [cls, ...cls.fields, ...cls.refinements, ...cls.relations, ...cls.allRelations]) {
      const shown = this.#names.get(element.replacedBy ?? '');
      if (shown !== undefined) element.replacedBy = shown;
    }
  }

  /** Returns an enumeration with corrected replacements; itself if there is nothing to correct. */
  inEnumeration(enumeration: Enumeration): Enumeration {
    const isUnchanged = [enumeration, ...enumeration.values].every(({ replacedBy }) => !this.#names.has(replacedBy ?? ''));
    if (isUnchanged) return enumeration;
    return getOrCreate(this.#enumerations, enumeration, () =>
      this.#corrected({ ...enumeration, values: enumeration.values.map((value) => this.#corrected(value)) }),
    );
  }

  #corrected<T extends { readonly replacedBy?: string }>(element: T): T {
    const shown = this.#names.get(element.replacedBy ?? '');
    return shown === undefined ? element : { ...element, replacedBy: shown };
  }
}
