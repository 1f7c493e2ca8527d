/**
 * Groups lines by key on the disk, so that memory grows little with the data: all lines about one individual go into one bucket, and the
 * buckets are read one after the other. A bucket can ask for what other buckets declare, such as the class of a referenced
 * individual; all questions are answered before the first bucket is read.
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
  /** Returns the declarations about a key that this bucket asked for; undefined if there are none. */
  readonly answer: (key: string) => readonly string[] | undefined;
}

/** Distributes lines over a number of buckets on the disk. The caller selects the bucket by the key of the line. */
export class Buckets {
  readonly count: number;
  readonly #lines: LineLists;
  readonly #declared: LineLists;
  readonly #questions: LineLists;
  readonly #answers: LineLists;

  constructor(workspace: DataWorkspace, count: number) {
    this.count = count;
    this.#lines = workspace.lists('lines', count);
    this.#declared = workspace.lists('declared', count);
    this.#questions = workspace.lists('questions', count);
    this.#answers = workspace.lists('answers', count);
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

  /** Declares something about a key that other buckets may ask for. Neither may contain a tab or a line break. */
  declare(key: string, declaration: string): void {
    this.#declared.add(this.indexOf(key), `${key}\t${declaration}`);
  }

  /** Asks for the declarations about a key on behalf of a bucket. */
  ask(key: string, requester: number): void {
    this.#questions.add(this.indexOf(key), `${key}\t${requester}`);
  }

  /** Yields the buckets. Nothing may be added afterwards. The lines of a bucket are deleted when the next one is read. */
  *all(): Generator<Bucket, void, undefined> {
    for (let bucket = 0; bucket < this.count; bucket++) this.#answerQuestions(bucket);
    for (let bucket = 0; bucket < this.count; bucket++) {
      const answers = groupByKey(this.#answers.lines(bucket));
      yield { lines: this.#lines.lines(bucket), answer: (key) => answers.get(key) };
      this.#answers.drop(bucket);
      this.#lines.drop(bucket);
    }
  }

  #answerQuestions(bucket: number): void {
    const declared = groupByKey(this.#declared.lines(bucket));
    const requesters = new Map<string, Set<number>>();
    for (const line of this.#questions.lines(bucket)) {
      const tab = line.indexOf('\t');
      const key = line.slice(0, tab);
      const declarations = declared.get(key);
      if (!declarations) continue;
      const requester = Number(line.slice(tab + 1));
      const known = requesters.get(key) ?? new Set();
      if (known.has(requester)) continue;
      requesters.set(key, known.add(requester));
      for (const declaration of declarations) this.#answers.add(requester, `${key}\t${declaration}`);
    }
    this.#declared.drop(bucket);
    this.#questions.drop(bucket);
  }
}

/** Groups declarations by the key before their tab. */
function groupByKey(lines: Iterable<string>): Map<string, string[]> {
  const declarations = new Map<string, string[]>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    pushTo(declarations, line.slice(0, tab), line.slice(tab + 1));
  }
  return declarations;
}
