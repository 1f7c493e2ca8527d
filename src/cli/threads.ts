/**
 * Threads that work on one ontology side by side. They share no objects: each reads the ontology and builds its model for itself,
 * which takes less time than handing it over, and takes one part of the work after the other, as this thread does, until none is
 * left. What a thread fails at, for whatever reason, is done here, so that errors are those of a single thread.
 */

import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { phase } from '../diagnostics/index.ts';
import { ReadStamps } from '../ontology/index.ts';
import { type Done, plainDecisions, type Reading, take } from './commission.ts';
import type { Subject } from './ontology.ts';

/** `scripts/build.js` puts them beside this; there are none where the sources themselves are run. */
const entryOf = (name: string) => fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));

/** So many bytes of an ontology, counted once for each template that is printed, take longer in one thread than in two. */
const WORTHWHILE = 40_000_000;

/** Threads in all, as many processors as there may be. */
const MOST_THREADS = 4;

/** How much memory a thread takes for each byte of an ontology, at most. */
const MEMORY_PER_BYTE = 120;

/** So long ago, by twice the steps in which some disks keep times. */
const RESTING_MS = 4000;

/** What is to be done. */
export interface Work {
  /** How many parts of it there are, which any thread may take. */
  readonly parts: number;
  /** What it costs, in templates that are printed. */
  readonly templates: number;
}

/** How many threads are worth starting beside this one. */
function threadsFor(entry: string, { file, sources }: Subject, { parts, templates }: Work): number {
  if (parts < 2 || !existsSync(entryOf(entry))) return 0;
  const { shapes = [], imports = [] } = sources;
  let bytes = 0;
  for (const each of [file, ...shapes, ...imports.map((one) => one.file)]) {
    const stat = statSync(each, { throwIfNoEntry: false });
    // What is read from a pipe can be read but once, and no server is asked twice.
    if (!stat?.isFile()) return 0;
    // What was saved just now may be saved again meanwhile, and nothing would tell.
    if (Date.now() - stat.ctimeMs < RESTING_MS) return 0;
    bytes += stat.size;
  }
  if (bytes * templates < WORTHWHILE) return 0;
  const memory = bytes * MEMORY_PER_BYTE;
  const heap = process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit;
  if (heap < 2 * memory) return 0;
  // This thread has a share, too, and one is left to whoever else is there.
  const shares = Math.floor(process.availableMemory() / memory) - 1;
  return Math.max(0, Math.min(availableParallelism(), MOST_THREADS, parts, shares) - 1);
}

/** A thread, and what ends when it does. */
interface Helper {
  readonly worker: Worker;
  readonly ended: Promise<void>;
}

export class Threads<Message extends Done> {
  /** Which files this thread read. */
  readonly parsed = new ReadStamps();
  readonly #entry: string;
  readonly #helpers: Helper[] = [];
  readonly #taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #done = new Map<number, Message>();

  /** @param entry what a thread runs, as `scripts/build.js` calls it */
  constructor(entry: string) {
    this.#entry = entry;
  }

  get areAny(): boolean {
    return this.#helpers.length > 0;
  }

  /**
   * Starts threads, where that is worthwhile: before this thread reads what it works on, so that they do at the same time.
   *
   * @param commission what one of them is told beside what all are; nothing if there can be no more of them
   */
  begin<Commission extends object>(subject: Subject, work: Work, commission: () => Commission | undefined): void {
    const threads = threadsFor(this.#entry, subject, work);
    // With no processor to spare V8 would only share the work of its garbage collector among those that are busy.
    if (threads > 0 && threads + 1 >= availableParallelism()) {
      process.getBuiltinModule('node:v8').setFlagsFromString('--no-parallel-scavenge');
    }
    for (let count = threads; count > 0; count--) {
      const own = commission();
      if (own === undefined) return;
      this.#start({ ...readingOf(subject), taken: this.#taken, ...own });
    }
  }

  /** Tells all threads something that is known only now. */
  tell(message: unknown): void {
    for (const { worker } of this.#helpers) worker.postMessage(message);
  }

  /**
   * Does what no thread has taken, waits for the rest, and ends all threads.
   *
   * @param parts how many there are
   * @param here does one of them
   * @returns what came of those that threads did, by their number
   */
  async share(parts: number, here: (at: number) => void | Promise<void>): Promise<ReadonlyMap<number, Message>> {
    const own = new Set<number>();
    for (let at = take(this.#taken); at < parts; at = take(this.#taken)) {
      own.add(at);
      await here(at);
    }
    if (own.size < parts) {
      phase('waiting for the other threads');
      for (const { worker } of this.#helpers) worker.ref();
      await Promise.all(this.#helpers.map(({ ended }) => ended));
    }
    await this.end();
    return this.#done;
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    await Promise.all(this.#helpers.splice(0).map(({ worker }) => worker.terminate()));
  }

  #start(workerData: object): void {
    const worker = new Worker(entryOf(this.#entry), { workerData, stdout: true, stderr: true });
    // Whoever ends the program does not wait for it.
    worker.unref();
    worker.on('message', (message: Message) => {
      // Files that were saved meanwhile may be read as others here and there.
      if (message.stamps !== undefined && message.stamps === this.parsed.all) this.#done.set(message.at, message);
    });
    const ended = new Promise<void>((resolve) => {
      worker.on('error', () => resolve());
      worker.on('exit', () => resolve());
    });
    this.#helpers.push({ worker, ended });
  }
}

/** What a thread has to know to read what this one does. */
function readingOf({ file, sources, policies, selection, settings }: Subject): Omit<Reading, 'taken'> {
  return { file, sources, making: { policies, selection }, decisions: settings && plainDecisions(settings.decisions) };
}
