import type { ClassDraft } from '../draft.ts';
import type { Candidates, Property } from '../type/property.ts';
import { unifiedSpelling } from '../words/names.ts';

/** What a name stands for. Meanings are compared by identity, so equal ones must be the same object. */
export interface Meaning {
  /** The property, or a description of another element. */
  readonly of: Property | string;
}

/**
 * Reserves the names of fields and relations. A name reserved in a class is also reserved in all its subclasses, where it may
 * collide with names from other superclasses. Names collide if they are equal in camelCase or PascalCase.
 */
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

  /** Reserves a name in some classes and their subclasses, without a check whether it is free; see {@link conflictOf}. */
  reserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): void {
    const spelling = unifiedSpelling(name);
    for (const cls of classes) {
      for (const each of [cls, ...cls.descendants]) this.#namesIn(each).set(spelling, meaning);
    }
  }

  #namesIn(cls: ClassDraft): Map<string, Meaning> {
    let names = this.#byClass.get(cls);
    if (!names) {
      names = new Map();
      this.#byClass.set(cls, names);
    }
    return names;
  }

  /**
   * Reserves and returns the first candidate that is free; if none is, the last one with the lowest free number, from 2:
   * `title_2`.
   */
  claim(classes: readonly ClassDraft[], candidates: Candidates, meaning: Meaning): string {
    for (const candidate of candidates) if (this.#tryReserve(classes, candidate, meaning)) return candidate;
    for (let n = 2; ; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.#tryReserve(classes, numbered, meaning)) return numbered;
    }
  }

  /** Reserves a name if it is free. Returns false if it is not. */
  #tryReserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): boolean {
    if (this.conflictOf(classes, name, meaning) !== undefined) return false;
    this.reserve(classes, name, meaning);
    return true;
  }
}
