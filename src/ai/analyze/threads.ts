/** Distributes the files of a project among threads. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { analyzeFiles, type Found, type Wishes } from './analyze-file.ts';
import type { Candidate } from './files.ts';
import { loadParser } from './parser.ts';

/** Receives the number of finished files and the number of all files. */
export type OnProgress = (done: number, all: number) => void | Promise<void>;

/** The data that a worker thread is started with. */
export interface Commission {
  readonly root: string;
  readonly wishes: Wishes;
}

/** Files for a worker thread, and its answer; `from` is the index of the first one in the list of all files. */
export interface Batch {
  readonly from: number;
  readonly candidates: readonly Candidate[];
}
export interface Answer extends Found {
  readonly from: number;
}

/** With fewer files, this thread is done before a worker has started. */
const MANY = 400;
/** More threads do not help: the work that only one thread can do outweighs theirs. */
const MOST_THREADS = 8;
const BATCH = 20;

/** `scripts/build.js` writes it next to this bundle. It does not exist if the sources are run directly. */
const THREAD = fileURLToPath(new URL('./analyze-thread.cjs', import.meta.url));

/**
 * Analyses each file of a list, in worker threads if there are many.
 *
 * @returns results for parts of the list, in its order
 * @throws DiagnosticError if this platform has no parser; errors of a worker are passed on
 */
export async function analyzeFilesInThreads(
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
    found.push(await analyzeFiles(root, candidates.slice(from, from + BATCH), wishes));
    await onProgress(Math.min(from + BATCH, candidates.length), candidates.length);
    // Syntax trees are freed only between two turns of the event loop.
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
      // Two batches at once, so that the worker need not wait for its next one.
      hand();
      hand();
      if (open === 0) resolve();
    });
  try {
    await Promise.all(workers.map(work));
  } finally {
    // Not awaited: the workers end while the report is written.
    for (const worker of workers) void worker.terminate();
  }
  return found;
}
