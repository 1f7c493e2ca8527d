/**
 * Reserves the names of fields and relations. A name that a class uses is also reserved in all its subclasses, where it may
 * collide with names from other superclasses.
 */

import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { Candidates } from '../type/property.ts';
import { unifiedSpelling } from '../words/names.ts';

/** What a name stands for. Meanings are compared by identity, so equal ones must be the same object. */
export interface Meaning {
  /** The property, or a description of another element. */
  readonly of: { readonly iri: string } | string;
}

/** Names collide if they are equal in camelCase or PascalCase: `line_2` and `line2`. */
export class FieldNames {
  /** By class, then by {@link unifiedSpelling}. */
  readonly #byClass = new Map<ClassDraft, Map<string, Meaning>>();

  /** Returns the other meaning of a name in one of the classes or their subclasses; if none exists, `meaning` may use it. */
  conflictOf(classes: readonly ClassDraft[], name: string, meaning: Meaning): Meaning | undefined {
    const spelling = unifiedSpelling(name);
    for (const cls of classes) {
      for (const each of [cls, ...cls.descendants]) {
        const reserved = this.#byClass.get(each)?.get(spelling);
        if (reserved !== undefined && reserved !== meaning) return reserved;
      }
    }
    return undefined;
  }

  /** Reserves a name in some classes and their subclasses. Does not check whether it is in use; see {@link conflictOf}. */
  reserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): void {
    const spelling = unifiedSpelling(name);
    for (const cls of classes) {
      for (const each of [cls, ...cls.descendants]) getOrCreate(this.#byClass, each, () => new Map()).set(spelling, meaning);
    }
  }

  /**
   * Reserves the first unused candidate, else the last one with the lowest unused number: `title_2`. Returns the reserved name.
   */
  claim(classes: readonly ClassDraft[], candidates: Candidates, meaning: Meaning): string {
    for (const candidate of candidates) if (this.#tryReserve(classes, candidate, meaning)) return candidate;
    for (let n = 2; ; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.#tryReserve(classes, numbered, meaning)) return numbered;
    }
  }

  /** Reserves a name if it is not in use. Returns whether it did. */
  #tryReserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): boolean {
    if (this.conflictOf(classes, name, meaning) !== undefined) return false;
    this.reserve(classes, name, meaning);
    return true;
  }
}
