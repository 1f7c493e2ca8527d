/** The files that an ontology is loaded from: texts in memory, and for all other paths the disk, which browsers do not have. */

import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { iriKey } from './iri.ts';
import { inMegabytes } from './limits.ts';
import type { ReadPermissions } from './read-permissions.ts';

/** The location of an ontology according to a catalogue: a file, or another IRI. */
export type CatalogTarget = { readonly file: string } | { readonly iri: string };

/** Finds the location of an ontology by its IRI. */
export type Catalog = (iri: string) => CatalogTarget | undefined;

/** The files of a machine; `disk.ts` has them, and browsers have none. */
export interface Disk {
  /** Yields the text of a file in pieces; each except the last ends at a line break. */
  readonly pieces: (file: string, limit: number, subject: string) => Generator<string, void, undefined>;
  /** Returns the number of bytes of a regular file. */
  readonly size: (file: string) => number | undefined;
  readonly exists: (file: string) => boolean;
  readonly isFile: (file: string) => boolean;
  /** Returns a path without symbolic links. */
  readonly realPath: (file: string) => string;
  /** Returns the path of a `file:` IRI. */
  readonly pathOf: (iri: string) => string;
  readonly readCatalog: (file: string) => Promise<Catalog>;
  readonly permissions: (main: string, userFiles: readonly string[], allowedFolders: readonly string[]) => Permissions;
}

/** The check whether files may be read. */
export type Permissions = Pick<ReadPermissions, 'isShown' | 'isReadable' | 'allow' | 'check'>;

/** Texts in memory, from callers of the library or from editors with unsaved changes, and the disk for all other paths. */
export class SourceFiles {
  readonly #byPath: ReadonlyMap<string, string>;
  /** The paths of the texts, as the caller wrote them; the keys of `#byPath` are absolute. */
  readonly #inMemory: readonly string[];
  /** The files that the texts replace; undefined if only the texts are used. */
  readonly disk: Disk | undefined;

  constructor(texts: Readonly<Record<string, string>>, disk?: Disk) {
    this.#inMemory = Object.keys(texts);
    this.#byPath = new Map(Object.entries(texts).map(([file, text]) => [path.resolve(file), text]));
    this.disk = disk;
  }

  /** Returns the text in memory that replaces a file. */
  get(file: string): string | undefined {
    return this.#byPath.get(path.resolve(file));
  }

  isFile(file: string): boolean {
    return this.get(file) !== undefined || this.disk?.isFile(file) === true;
  }

  /** Returns the number of bytes of a regular file, or the length of a text in memory. */
  size(file: string): number | undefined {
    return this.get(file)?.length ?? this.disk?.size(file);
  }

  /** Returns the path that identifies a file, whatever links lead to it. */
  realPath(file: string): string {
    return this.disk?.realPath(file) ?? path.resolve(file);
  }

  /**
   * Yields the text of a file in pieces; each except the last ends at a line break.
   *
   * @param subject a description of the file, for messages
   * @param limit the maximum number of bytes, or the maximum length of a text in memory
   */
  *pieces(file: string, limit: number, subject = 'an ontology in this syntax'): Generator<string, void, undefined> {
    const text = this.get(file);
    if (text === undefined) return yield* this.disk?.pieces(file, limit, subject) ?? fail('file-not-found', { file });
    if (text.length > limit) fail('file-too-large', { file, what: subject, limit: inMegabytes(limit) });
    if (text !== '') yield text;
  }

  /** Returns the path of the Turtle text that declares an ontology with this IRI; undefined if none does. */
  fileDeclaring(iri: string): string | undefined {
    const key = iriKey(iri);
    return this.#inMemory.find((file) => {
      const text = this.get(file) ?? '';
      for (const [, declared = ''] of text.matchAll(/<([^<>\s]+)>\s+(?:a|rdf:type)\s+owl:Ontology\b/g)) {
        if (iriKey(declared) === key) return true;
      }
      return false;
    });
  }
}

/** Replaces `ReadPermissions` if only in-memory texts are used; no restriction is needed then. */
export const unrestrictedPermissions: Permissions = {
  isShown: () => true,
  isReadable: () => true,
  allow: () => {},
  check: () => {},
};
