/** In-memory texts that replace files: from callers of the library, and from editors with unsaved changes. */

import path from 'node:path';
import { iriKey } from './iri.ts';
import type { ReadPermissions } from './read-permissions.ts';

export class MemoryFiles {
  readonly #byPath: ReadonlyMap<string, string>;
  /** The paths in their original form. */
  readonly #given: readonly string[];
  /** Whether only these texts are used and nothing is read from the disk. */
  readonly isComplete: boolean;

  constructor(texts: Readonly<Record<string, string>>, isWhole: boolean) {
    this.#given = Object.keys(texts);
    this.#byPath = new Map(Object.entries(texts).map(([file, text]) => [path.resolve(file), text]));
    this.isComplete = isWhole;
  }

  get(file: string): string | undefined {
    return this.#byPath.get(path.resolve(file));
  }

  /** Returns the path of the Turtle text that declares an ontology with this IRI; undefined if none does. */
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

/** Replaces `ReadPermissions` if only in-memory texts are used; no restriction is needed then. */
export const unrestrictedPermissions: Pick<ReadPermissions, 'isShown' | 'isOpen' | 'name' | 'check'> = {
  isShown: () => true,
  isOpen: () => true,
  name: () => {},
  check: () => {},
};
