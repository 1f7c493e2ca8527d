import type { ClassDraft } from '../draft.ts';
import { spelling } from '../words/names.ts';

/** What a name stands for; equal ones are the same object. */
export interface Meaning {
  /** The property, or what else it is, in words. */
  readonly of: { readonly iri: string } | string;
}

/**
 * Hands out the names of fields and relations. A name that a class declares is also taken in all its
 * subclasses, where it may meet names from other superclasses. Names meet if they are one in camelCase or PascalCase.
 */
export class FieldNames {
  /** By {@link spelling}. */
  readonly #taken = new Map<ClassDraft, Map<string, Meaning>>();
  /** The class that was asked for last, and its names. */
  #latest: ClassDraft | undefined;
  #names = new Map<string, Meaning>();

  /** What else has the name in one of the classes or below; if nothing has, `meaning` may use it in all of them. */
  other(classes: readonly ClassDraft[], name: string, meaning: Meaning): Meaning | undefined {
    return this.#other(classes, spelling(name), meaning);
  }

  #other(classes: readonly ClassDraft[], spelt: string, meaning: Meaning): Meaning | undefined {
    for (const cls of classes) {
      const own = this.#namesIn(cls).get(spelt);
      if (own !== undefined && own !== meaning) return own;
      for (const below of cls.descendants) {
        const holder = this.#namesIn(below).get(spelt);
        if (holder !== undefined && holder !== meaning) return holder;
      }
    }
    return undefined;
  }

  take(classes: readonly ClassDraft[], name: string, meaning: Meaning): void {
    this.#take(classes, spelling(name), meaning);
  }

  #take(classes: readonly ClassDraft[], spelt: string, meaning: Meaning): void {
    for (const cls of classes) {
      this.#namesIn(cls).set(spelt, meaning);
      for (const below of cls.descendants) this.#namesIn(below).set(spelt, meaning);
    }
  }

  #namesIn(cls: ClassDraft): Map<string, Meaning> {
    // What belongs to a class is asked for several times.
    if (cls !== this.#latest) {
      this.#latest = cls;
      let names = this.#taken.get(cls);
      if (!names) {
        names = new Map();
        this.#taken.set(cls, names);
      }
      this.#names = names;
    }
    return this.#names;
  }

  /** Takes the first candidate that is free, else the last one with the least number that makes it so. */
  claim(classes: readonly ClassDraft[], candidates: readonly string[], meaning: Meaning): string {
    for (const candidate of candidates) if (this.#claims(classes, candidate, meaning)) return candidate;
    for (let n = 2; ; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.#claims(classes, numbered, meaning)) return numbered;
    }
  }

  /** Takes a name if it is free. */
  #claims(classes: readonly ClassDraft[], name: string, meaning: Meaning): boolean {
    const spelt = spelling(name);
    if (this.#other(classes, spelt, meaning) !== undefined) return false;
    this.#take(classes, spelt, meaning);
    return true;
  }
}
