/** Whole texts of files that one thread makes and another one writes: in a file that nobody else sees, so that none crosses. */

import { createHash } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';
import { bytesOf } from './bytes.ts';
import type { Origin } from './header.ts';
import { contentOf, type PlannedFile, type ReadyFile } from './plan.ts';

/** Where the text of a file stands. Plain data. */
export interface HandedFile {
  readonly path: string;
  readonly origin: Origin | undefined;
  readonly at: number;
  readonly length: number;
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
    for (const bytes of bytesOf(contentOf(file))) {
      hash.update(bytes);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
      this.#end += bytes.length;
    }
    return { path: file.path, origin: file.origin, at, length: this.#end - at, sha256: hash.digest('hex') };
  }
}

/**
 * A file as it is planned in the other thread.
 *
 * @param file in which its text stands, and which stays open until all is written
 */
export function taken(file: number, { path, origin, at, length, sha256 }: HandedFile): ReadyFile {
  const bytes = () => {
    const all = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(file, all, done, length - done, at + done);
      if (read === 0) throw new Error('a text that was handed over has gone');
      done += read;
    }
    return all;
  };
  return { path, origin, whole: { bytes, sha256 } };
}
