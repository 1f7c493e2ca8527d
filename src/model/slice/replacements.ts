/** Corrects the replacements of deprecated elements: a name in the slice, or an IRI if the replacement is outside. */

import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { DomainModel, Enumeration } from '../types.ts';
import type { Prefixes } from './patterns.ts';
import type { SelectedElements } from './selection.ts';

export class Replacements {
  /** Prefixed names of the elements outside the slice, by their names. */
  readonly #outsideNames = new Map<string, string>();
  readonly #enumerations = new Map<Enumeration, Enumeration>();

  constructor(model: DomainModel, selected: SelectedElements, prefixes: Prefixes) {
    for (const { name, iri, fields } of model.classes.filter((cls) => !selected.classes.has(cls))) {
      this.#outsideNames.set(name, prefixes.show(iri));
      for (const field of fields)
        if (field.iri !== undefined) this.#outsideNames.set(`${name}.${field.name}`, prefixes.show(field.iri));
    }
  }

  /** Changes the draft in place; enumerations are copied, because the whole model shares them. */
  correct(cls: ClassDraft): void {
    for (const element of [cls, ...cls.fields, ...cls.refinements, ...cls.relations, ...cls.allRelations]) {
      const shown = this.#outsideNames.get(element.replacedBy ?? '');
      if (shown !== undefined) element.replacedBy = shown;
    }
  }

  /** Returns an enumeration with corrected replacements; itself if there is nothing to correct. */
  inEnumeration(enumeration: Enumeration): Enumeration {
    const isUnchanged = [enumeration, ...enumeration.values].every(({ replacedBy }) => !this.#outsideNames.has(replacedBy ?? ''));
    if (isUnchanged) return enumeration;
    return getOrCreate(this.#enumerations, enumeration, () =>
      this.#corrected({ ...enumeration, values: enumeration.values.map((value) => this.#corrected(value)) }),
    );
  }

  #corrected<T extends { readonly replacedBy?: string }>(element: T): T {
    const shown = this.#outsideNames.get(element.replacedBy ?? '');
    return shown === undefined ? element : { ...element, replacedBy: shown };
  }
}
