/** Whole texts of files that one thread makes and another one writes: in a file that nobody else sees, so that none crosses. */

import { createHash } from 'node:crypto';
import { bytesIn, writeBytes } from './bytes.ts';
import type { Origin } from './header.ts';
import { fileBytes, type PlannedFile, type ReadyFile } from './plan.ts';

/** Where the text of a file stands. Plain data. */
export interface HandedFile {
  readonly path: string;
  readonly origin: Origin | undefined;
  readonly at: number;
  /** Of the pieces in which it was written. */
  readonly lengths: readonly number[];
  readonly sha256: string;
}

/** Writes texts, one behind the other. */
export class HandedTexts {
  readonly #file: number;
  #end = 0;

  /** @param file that is open, and that nobody else writes */
  constructor(file: number) {
    this.#file = file;
  }

  /** @throws if the file has no room for it */
  put(file: PlannedFile): HandedFile {
    const hash = createHash('sha256');
    const at = this.#end;
    const lengths: number[] = [];
    for (const bytes of fileBytes(file)) {
      hash.update(bytes);
      writeBytes(this.#file, bytes, this.#end);
      this.#end += bytes.length;
      lengths.push(bytes.length);
    }
    return { path: file.path, origin: file.origin, at, lengths, sha256: hash.digest('hex') };
  }
}

/**
 * A file as it is planned in the other thread.
 *
 * @param file in which its text stands, and which stays open until all is written
 */
export function taken(file: number, { path, origin, at, lengths, sha256 }: HandedFile): ReadyFile {
  return { path, origin, whole: { bytes: () => bytesIn(file, at, lengths), sha256 } };
}
