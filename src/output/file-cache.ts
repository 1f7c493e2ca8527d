/** What is known of files on the disk from when they were read, so that they need not be read again while nobody changes them. */

import { type BigIntStats, lstatSync } from 'node:fs';
import type { Origin } from './header.ts';

/** Some disks keep times in steps of two seconds: what was changed just now may be changed again and look the same. */
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

/** Generated files that are as they were planned. */
export class SeenFiles {
  readonly #resting: number;
  readonly #seen = new Map<string, Seen>();
  readonly #origins = new WeakMap<Origin, string>();

  /** @param resting for how many milliseconds a file was not changed before it is taken for what it looks like */
  constructor(resting = RESTING_MS) {
    this.#resting = resting;
  }

  /** Whether a file is as it is planned now, by all that the system says of it. */
  isUnchanged(at: string, { content, origin }: Planned): boolean {
    const seen = this.#seen.get(at);
    if (!seen || !origin || seen.content !== content || seen.origin !== this.#keyOf(origin)) return false;
    return seen.stamp === this.stampOf(at);
  }

  /**
   * Keeps that a file is as it is planned.
   *
   * @param stamp what `stampOf` said before it was read
   */
  note(at: string, stamp: string | undefined, { content, origin }: Planned): void {
    if (stamp === undefined || !origin) this.#seen.delete(at);
    else this.#seen.set(at, { stamp, content, origin: this.#keyOf(origin) });
  }

  /** What tells that a file was changed; undefined if that cannot be told yet, or there is none. */
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
