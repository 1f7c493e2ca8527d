/** Texts that stand for files: of programs that have their ontologies in memory, and of editors, whose texts are not saved. */

import path from 'node:path';
import { iriKey } from './iri.ts';
import type { Reach } from './reach.ts';

export class Texts {
  readonly #byPath: ReadonlyMap<string, string>;
  /** The paths as they were given. */
  readonly #given: readonly string[];
  /** Whether there are no files beside them: nothing is read from the disk. */
  readonly isWhole: boolean;

  constructor(texts: Readonly<Record<string, string>>, isWhole: boolean) {
    this.#given = Object.keys(texts);
    this.#byPath = new Map(Object.entries(texts).map(([file, text]) => [path.resolve(file), text]));
    this.isWhole = isWhole;
  }

  get(file: string): string | undefined {
    return this.#byPath.get(path.resolve(file));
  }

  /** The path of the text that declares an ontology of an IRI, as Turtle writes it; undefined if none does. */
  declaring(iri: string): string | undefined {
    const key = iriKey(iri);
    return this.#given.find((file) => {
      const text = this.get(file) ?? '';
      for (const [, declared = ''] of text.matchAll(/<([^<>\s]+)>\s+(?:a|rdf:type)\s+owl:Ontology\b/g)) {
        if (iriKey(declared) === key) return true;
      }
      return false;
    });
  }
}

/** Bounds of reading where there are only texts: nothing else is there that could be read. */
export const unbounded: Pick<Reach, 'isShown' | 'isOpen' | 'name' | 'check'> = {
  isShown: () => true,
  isOpen: () => true,
  name: () => {},
  check: () => {},
};
