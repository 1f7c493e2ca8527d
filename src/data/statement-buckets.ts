/**
 * Groups lines by key on the disk, so that memory grows little with the data: all lines about one individual go into one bucket, and the
 * buckets are read one after the other. A bucket can request the descriptions of individuals in other buckets, such as the class of a
 * referenced individual; it gets all of them before the first bucket is read.
 */

import { pushTo } from '../ontology/index.ts';
import type { DataWorkspace, LineLists } from './workspace.ts';

/** The number of bytes of data per bucket. Some hundred thousand statements then fill a bucket, which is read into memory whole. */
const BUCKET_BYTES = 4_000_000;

/** The maximum number of files that are open while lines are distributed. Systems allow a few hundred. */
const MAX_BUCKETS = 200;

/** Returns the number of buckets for data of a size. */
export function bucketsFor(bytes: number): number {
  return Math.min(MAX_BUCKETS, Math.max(1, Math.ceil(bytes / BUCKET_BYTES)));
}

/** The content of one bucket. */
export interface Bucket {
  readonly lines: Iterable<string>;
  /** Returns the descriptions of a key that this bucket requested; undefined if there are none. */
  readonly descriptionsOf: (key: string) => readonly string[] | undefined;
}

/** Distributes lines over a number of buckets on the disk. The caller selects the bucket by the key of the line. */
export class Buckets {
  readonly count: number;
  readonly #lines: LineLists;
  readonly #descriptions: LineLists;
  readonly #requests: LineLists;
  readonly #responses: LineLists;

  constructor(workspace: DataWorkspace, count: number) {
    this.count = count;
    this.#lines = workspace.lists('lines', count);
    this.#descriptions = workspace.lists('descriptions', count);
    this.#requests = workspace.lists('requests', count);
    this.#responses = workspace.lists('responses', count);
  }

  /** Returns the bucket of a key (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). */
  indexOf(key: string): number {
    if (this.count === 1) return 0;
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    return (hash >>> 0) % this.count;
  }

  add(bucket: number, line: string): void {
    this.#lines.add(bucket, line);
  }

  /** Adds a description of a key, which other buckets may request. Neither may contain a tab or a line break. */
  describe(key: string, description: string): void {
    this.#descriptions.add(this.indexOf(key), `${key}\t${description}`);
  }

  /** Requests the descriptions of a key for a bucket. */
  requestDescriptions(key: string, requester: number): void {
    this.#requests.add(this.indexOf(key), `${key}\t${requester}`);
  }

  /** Yields the buckets. Nothing may be added afterwards. The lines of a bucket are deleted when the next one is read. */
  *all(): Generator<Bucket, void, undefined> {
    for (let bucket = 0; bucket < this.count; bucket++) this.#distributeDescriptions(bucket);
    for (let bucket = 0; bucket < this.count; bucket++) {
      const descriptions = groupByKey(this.#responses.lines(bucket));
      yield { lines: this.#lines.lines(bucket), descriptionsOf: (key) => descriptions.get(key) };
      this.#responses.drop(bucket);
      this.#lines.drop(bucket);
    }
  }

  #distributeDescriptions(bucket: number): void {
    const byKey = groupByKey(this.#descriptions.lines(bucket));
    const requesters = new Map<string, Set<number>>();
    for (const line of this.#requests.lines(bucket)) {
      const tab = line.indexOf('\t');
      const key = line.slice(0, tab);
      const descriptions = byKey.get(key);
      if (!descriptions) continue;
      const requester = Number(line.slice(tab + 1));
      const known = requesters.get(key) ?? new Set();
      if (known.has(requester)) continue;
      requesters.set(key, known.add(requester));
      for (const description of descriptions) this.#responses.add(requester, `${key}\t${description}`);
    }
    this.#descriptions.drop(bucket);
    this.#requests.drop(bucket);
  }
}

/** Groups descriptions by the key before their tab. */
function groupByKey(lines: Iterable<string>): Map<string, string[]> {
  const descriptions = new Map<string, string[]>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    pushTo(descriptions, line.slice(0, tab), line.slice(tab + 1));
  }
  return descriptions;
}
