/** Runs SPARQL queries with limits of time and memory: in a worker thread, unless they are certainly quick. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, DiagnosticError, fail, statOf } from '../diagnostics/index.ts';
import { isQuick } from './cost.ts';
import { QueryNotRun, type QueryOptions, runQuery } from './query.ts';

export interface QueryThreadData {
  readonly file: string;
  readonly sparql: string;
  readonly options: QueryOptions;
}

/** Messages of a query thread: the start of the evaluation, then warnings and the result. */
export type Message =
  | { readonly kind: 'begun' }
  | { readonly kind: 'warning'; readonly warning: Diagnostic }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

/** Path of the bundled thread, which `scripts/build.js` writes next to this module; missing if the sources are run. */
const thread = () => fileURLToPath(new URL('./query-thread.cjs', import.meta.url));

/** Queries on larger files run in a thread right away, so that the file is not read twice. */
const SMALL_FILE_BYTES = 1_000_000;

/** Memory limit of the whole process during a query, which is also that of the heap of the thread, and the interval of the checks. */
const MEMORY_MB = 6000;
const POLL_MS = 200;

/**
 * Runs a query as `runQuery` does, with a time limit. Quick queries run in this thread. All others run in a worker thread,
 * because the engine itself cannot be interrupted.
 *
 * @throws DiagnosticError as `runQuery` does, and if the query exceeds the limit of time or memory.
 */
export async function runLimitedQuery(seconds: number, file: string, sparql: string, options: QueryOptions): Promise<string> {
  if (!existsSync(thread())) return runQuery(file, sparql, options);
  const stat = statOf(file);
  if (stat === undefined || (stat.isFile() && stat.size <= SMALL_FILE_BYTES)) {
    try {
      return await runQuery(file, sparql, { ...options, mayRun: isQuick });
    } catch (error) {
      if (!(error instanceof QueryNotRun)) throw error;
    }
  }
  // Functions cannot be passed to a worker thread.
  const { onWarning, ...queryOptions } = options;
  return runInThread(seconds, { file, sparql, options: queryOptions }, onWarning);
}

async function runInThread(seconds: number, workerData: QueryThreadData, onWarning: QueryOptions['onWarning']): Promise<string> {
  const worker = new Worker(thread(), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Hide the output that the engine writes when it fails.
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const rejectWith = (report: () => never) => {
        try {
          report();
        } catch (error) {
          reject(error);
        }
      };
      watch = setInterval(() => {
        if (process.memoryUsage.rss() / 1e6 > MEMORY_MB) rejectWith(() => fail('query-too-large', { limit: `${MEMORY_MB} MB` }));
      }, POLL_MS);
      worker.on('message', (message: Message) => {
        switch (message.kind) {
          case 'begun':
            timer = setTimeout(() => rejectWith(() => fail('query-too-slow', { seconds })), seconds * 1000);
            break;
          case 'warning':
            onWarning?.(message.warning);
            break;
          case 'text':
            resolve(message.text);
            break;
          case 'diagnostics':
            reject(new DiagnosticError(...message.diagnostics));
            break;
          default:
            message satisfies never;
        }
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') rejectWith(() => fail('query-too-large', { limit: `${MEMORY_MB} MB` }));
        reject(error);
      });
      worker.on('exit', (code) => reject(new Error(`the thread of the query ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}
