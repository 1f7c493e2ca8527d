/** Remembers the state of generated files on the disk, so that unchanged files need not be read again. */

import { type BigIntStats, lstatSync } from 'node:fs';
import type { Origin } from './header.ts';

/** Some file systems store times in steps of two seconds: a file changed just now may change again with the same time. */
const RESTING_MS = 4000;

interface Seen {
  readonly stamp: string;
  readonly content: string;
  readonly origin: string;
}

interface Planned {
  readonly content: string;
  readonly origin: Origin | undefined;
}

/** Generated files whose content equals their planned content. */
export class FileStateCache {
  readonly #resting: number;
  readonly #seen = new Map<string, Seen>();
  readonly #origins = new WeakMap<Origin, string>();

  /** @param resting milliseconds since the last change after which the time stamps of a file are trusted */
  constructor(resting = RESTING_MS) {
    this.#resting = resting;
  }

  /** Returns true if the file has its planned content, judged by its stamp alone. */
  isUnchanged(at: string, { content, origin }: Planned): boolean {
    const seen = this.#seen.get(at);
    if (!seen || !origin || seen.content !== content || seen.origin !== this.#keyOf(origin)) return false;
    return seen.stamp === this.stampOf(at);
  }

  /**
   * Records that a file has its planned content.
   *
   * @param stamp the result of `stampOf` from before the file was read
   */
  note(at: string, stamp: string | undefined, { content, origin }: Planned): void {
    if (stamp === undefined || !origin) this.#seen.delete(at);
    else this.#seen.set(at, { stamp, content, origin: this.#keyOf(origin) });
  }

  /** Returns a string that changes with the file; undefined if there is no file, or if it changed too recently. */
  stampOf(at: string): string | undefined {
    let stat: BigIntStats | undefined;
    try {
      stat = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    } catch {
      return undefined;
    }
    if (!stat?.isFile()) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = stat;
    const last = Math.max(Number(mtimeMs), Number(ctimeMs));
    return Date.now() - last < this.#resting ? undefined : [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  }

  #keyOf(origin: Origin): string {
    const known = this.#origins.get(origin) ?? JSON.stringify(origin);
    this.#origins.set(origin, known);
    return known;
  }
}
