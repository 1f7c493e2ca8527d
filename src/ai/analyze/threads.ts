/** Shares the files of a project out among threads. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Found, lookAtSome, type Wishes } from './analyze-file.ts';
import type { Candidate } from './files.ts';
import { loadParser } from './parser.ts';

/** Is told how far it is. */
export type OnProgress = (done: number, all: number) => void | Promise<void>;

/** What a thread is started with. */
export interface Commission {
  readonly root: string;
  readonly wishes: Wishes;
}

/** Files for a thread to look at, and its answer; `from` is the place of the first one in the list of all. */
export interface Batch {
  readonly from: number;
  readonly candidates: readonly Candidate[];
}
export interface Answer extends Found {
  readonly from: number;
}

/** Fewer files are looked at before a thread has started. */
const MANY = 400;
/** More threads than these do not pay: the parts that one thread does alone outweigh them. */
const MOST_THREADS = 8;
const BATCH = 20;

/** `scripts/build.js` puts it beside this; there is none where the sources themselves are run. */
const THREAD = fileURLToPath(new URL('./analyze-thread.cjs', import.meta.url));

/**
 * Looks at each file of a list.
 *
 * @returns what was found, in parts of the list, in its order
 * @throws DiagnosticError if there is no parser for this machine, and whatever a thread fails with
 */
export async function lookAtAll(
  root: string,
  candidates: readonly Candidate[],
  wishes: Wishes,
  onProgress: OnProgress = () => {},
): Promise<readonly Found[]> {
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  return candidates.length >= MANY && threads > 1 && existsSync(THREAD)
    ? inThreads(threads, { root, wishes }, candidates, onProgress)
    : here({ root, wishes }, candidates, onProgress);
}

async function here({ root, wishes }: Commission, candidates: readonly Candidate[], onProgress: OnProgress): Promise<Found[]> {
  const found: Found[] = [];
  for (let from = 0; from < candidates.length; from += BATCH) {
    found.push(await lookAtSome(root, candidates.slice(from, from + BATCH), wishes));
    await onProgress(Math.min(from + BATCH, candidates.length), candidates.length);
    // Syntax trees are freed between two turns of the event loop.
    await setImmediate();
  }
  return found;
}

async function inThreads(
  count: number,
  commission: Commission,
  candidates: readonly Candidate[],
  onProgress: OnProgress,
): Promise<Found[]> {
  await loadParser();
  const found: Found[] = new Array(Math.ceil(candidates.length / BATCH));
  let next = 0;
  let done = 0;
  const workers = Array.from({ length: count }, () => new Worker(THREAD, { workerData: commission }));
  const work = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      let open = 0;
      const hand = () => {
        if (next >= candidates.length) return;
        const batch: Batch = { from: next, candidates: candidates.slice(next, next + BATCH) };
        next += BATCH;
        open++;
        worker.postMessage(batch);
      };
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a thread of the analysis ended with ${code}`)));
      worker.on('message', ({ from, looked, printed }: Answer) => {
        found[from / BATCH] = { looked, printed };
        done += looked.length;
        open--;
        hand();
        if (open === 0) resolve();
        Promise.resolve(onProgress(done, candidates.length)).catch(reject);
      });
      // The second is there when the first is done.
      hand();
      hand();
      if (open === 0) resolve();
    });
  try {
    await Promise.all(workers.map(work));
  } finally {
    // They end while the report is made.
    for (const worker of workers) void worker.terminate();
  }
  return found;
}
