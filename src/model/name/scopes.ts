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

  /** What else has the name in one of the classes or below; if nothing has, `meaning` may use it in all of them. */
  other(classes: readonly ClassDraft[], name: string, meaning: Meaning): Meaning | undefined {
    const spelt = spelling(name);
    for (const cls of classes) {
      const own = this.#taken.get(cls)?.get(spelt);
      if (own !== undefined && own !== meaning) return own;
      for (const below of cls.descendants) {
        const holder = this.#taken.get(below)?.get(spelt);
        if (holder !== undefined && holder !== meaning) return holder;
      }
    }
    return undefined;
  }

  take(classes: readonly ClassDraft[], name: string, meaning: Meaning): void {
    const spelt = spelling(name);
    for (const cls of classes) {
      this.#takeIn(cls, spelt, meaning);
      for (const below of cls.descendants) this.#takeIn(below, spelt, meaning);
    }
  }

  #takeIn(cls: ClassDraft, spelt: string, meaning: Meaning): void {
    const names = this.#taken.get(cls);
    if (names) names.set(spelt, meaning);
    else this.#taken.set(cls, new Map([[spelt, meaning]]));
  }

  /** Takes the first candidate that is free, else the last one with the least number that makes it so. */
  claim(classes: readonly ClassDraft[], candidates: readonly string[], meaning: Meaning): string {
    const isFree = (candidate: string) => this.other(classes, candidate, meaning) === undefined;
    let name = candidates.find(isFree);
    for (let n = 2; name === undefined; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (isFree(numbered)) name = numbered;
    }
    this.take(classes, name, meaning);
    return name;
  }
}
