/** Distributes the files of a project among threads. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { analyzeFiles, type BatchResult, type FileAnalysisOptions } from './analyze-file.ts';
import type { Candidate } from './files.ts';
import { loadParser } from './parser.ts';

/** Receives the number of finished files and the number of all files. */
export type OnProgress = (done: number, all: number) => void | Promise<void>;

/** The data that a worker thread is started with. */
export interface AnalysisWorkerData {
  readonly root: string;
  readonly analysisOptions: FileAnalysisOptions;
}

/** Files for a worker thread, and its answer; `from` is the index of the first one in the list of all files. */
export interface Batch {
  readonly from: number;
  readonly candidates: readonly Candidate[];
}
export interface Answer extends BatchResult {
  readonly from: number;
}

/** With fewer files, this thread is done before a worker has started. */
const MIN_FILES_FOR_WORKERS = 400;
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
  analysisOptions: FileAnalysisOptions,
  onProgress: OnProgress = () => {},
): Promise<readonly BatchResult[]> {
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  return candidates.length >= MIN_FILES_FOR_WORKERS && threads > 1 && existsSync(THREAD)
    ? analyzeInWorkers(threads, { root, analysisOptions }, candidates, onProgress)
    : analyzeInThisThread({ root, analysisOptions }, candidates, onProgress);
}

async function analyzeInThisThread(
  { root, analysisOptions }: AnalysisWorkerData,
  candidates: readonly Candidate[],
  onProgress: OnProgress,
): Promise<BatchResult[]> {
  const found: BatchResult[] = [];
  for (let from = 0; from < candidates.length; from += BATCH) {
    found.push(await analyzeFiles(root, candidates.slice(from, from + BATCH), analysisOptions));
    await onProgress(Math.min(from + BATCH, candidates.length), candidates.length);
    // Syntax trees are freed only between two turns of the event loop.
    await setImmediate();
  }
  return found;
}

async function analyzeInWorkers(
  count: number,
  commission: AnalysisWorkerData,
  candidates: readonly Candidate[],
  onProgress: OnProgress,
): Promise<BatchResult[]> {
  await loadParser();
  const found: BatchResult[] = new Array(Math.ceil(candidates.length / BATCH));
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
      worker.on('message', ({ from, results, printed }: Answer) => {
        found[from / BATCH] = { results, printed };
        done += results.length;
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
