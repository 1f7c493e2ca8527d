import type { ClassDraft } from '../draft.ts';
import { unifiedSpelling } from '../words/names.ts';

/** What a name stands for. Meanings are compared by identity, so equal ones must be the same object. */
export interface Meaning {
  /** The property, or a description of another element. */
  readonly of: { readonly iri: string } | string;
}

/**
 * Reserves the names of fields and relations. A name of a class is also reserved in all its subclasses, where it may
 * collide with names from other superclasses. Names collide if they are equal in camelCase or PascalCase.
 */
export class FieldNames {
  /** By class, then by {@link unifiedSpelling}. */
  readonly #byClass = new Map<ClassDraft, Map<string, Meaning>>();
  /** The class of the last call, a cache; `#latestNames` are its names. */
  #latestClass: ClassDraft | undefined;
  #latestNames = new Map<string, Meaning>();

  /** Returns the other meaning of a name in one of the classes or their subclasses; if none exists, `meaning` may use it. */
  conflictOf(classes: readonly ClassDraft[], name: string, meaning: Meaning): Meaning | undefined {
    return this.#findConflict(classes, unifiedSpelling(name), meaning);
  }

  #findConflict(classes: readonly ClassDraft[], spelling: string, meaning: Meaning): Meaning | undefined {
    for (const cls of classes) {
      const conflict = this.#namesIn(cls).get(spelling);
      if (conflict !== undefined && conflict !== meaning) return conflict;
      for (const subclass of cls.descendants) {
        const holder = this.#namesIn(subclass).get(spelling);
        if (holder !== undefined && holder !== meaning) return holder;
      }
    }
    return undefined;
  }

  reserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): void {
    this.#reserve(classes, unifiedSpelling(name), meaning);
  }

  #reserve(classes: readonly ClassDraft[], spelling: string, meaning: Meaning): void {
    for (const cls of classes) {
      this.#namesIn(cls).set(spelling, meaning);
      for (const subclass of cls.descendants) this.#namesIn(subclass).set(spelling, meaning);
    }
  }

  #namesIn(cls: ClassDraft): Map<string, Meaning> {
    // Several calls in a row are usually for the same class.
    if (cls !== this.#latestClass) {
      this.#latestClass = cls;
      let names = this.#byClass.get(cls);
      if (!names) {
        names = new Map();
        this.#byClass.set(cls, names);
      }
      this.#latestNames = names;
    }
    return this.#latestNames;
  }

  /** Reserves the first free candidate, else the last candidate with the least free number. */
  claim(classes: readonly ClassDraft[], candidates: readonly string[], meaning: Meaning): string {
    for (const candidate of candidates) if (this.#tryReserve(classes, candidate, meaning)) return candidate;
    for (let n = 2; ; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.#tryReserve(classes, numbered, meaning)) return numbered;
    }
  }

  /** Reserves a name if it is free. Returns false if it is not. */
  #tryReserve(classes: readonly ClassDraft[], name: string, meaning: Meaning): boolean {
    const spelling = unifiedSpelling(name);
    if (this.#findConflict(classes, spelling, meaning) !== undefined) return false;
    this.#reserve(classes, spelling, meaning);
    return true;
  }
}
