import type { ClassDraft } from './draft.ts';

/**
 * Hands out the names of fields and relations. A name that a class declares is also taken in all its
 * subclasses, where it may meet names from other superclasses.
 */
export class FieldNames {
  readonly #taken = new Map<ClassDraft, Map<string, object>>();

  /** Whether `meaning` may use the name in all the classes: nothing else has it there or below. */
  isFree(classes: readonly ClassDraft[], name: string, meaning: object): boolean {
    return classes.every((cls) =>
      [cls, ...cls.descendants].every((c) => {
        const holder = this.#taken.get(c)?.get(name);
        return holder === undefined || holder === meaning;
      }),
    );
  }

  take(classes: readonly ClassDraft[], name: string, meaning: object): void {
    for (const cls of classes) {
      for (const c of [cls, ...cls.descendants]) {
        let names = this.#taken.get(c);
        if (!names) {
          names = new Map();
          this.#taken.set(c, names);
        }
        names.set(name, meaning);
      }
    }
  }

  /** Takes the first candidate that is free, else the last one with the least number that makes it so. */
  claim(classes: readonly ClassDraft[], candidates: readonly string[], meaning: object): string {
    let name = candidates.find((c) => this.isFree(classes, c, meaning));
    for (let n = 2; name === undefined; n++) {
      const numbered = `${candidates.at(-1)}_${n}`;
      if (this.isFree(classes, numbered, meaning)) name = numbered;
    }
    this.take(classes, name, meaning);
    return name;
  }
}
