/** Queries under limits of time and memory. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Diagnostic, DiagnosticError, fail, statOf } from '../diagnostics/index.ts';
import { isQuick } from './cost.ts';
import { NotRun, type QueryOptions, runQuery } from './query.ts';

/** What a thread is started with. */
export interface Commission {
  readonly file: string;
  readonly sparql: string;
  readonly options: QueryOptions;
}

/** What a thread says: that it begins to work out the query, and then what came of it. */
export type Message =
  | { readonly kind: 'begun' }
  | { readonly kind: 'warning'; readonly warning: Diagnostic }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

/** `scripts/build.js` puts it beside this; there is none where the sources themselves are run. */
const thread = () => fileURLToPath(new URL('./query-thread.cjs', import.meta.url));

/** A file of more bytes is not read twice, to see whether a query on it is a small one. */
const SMALL = 1_000_000;

/** How much memory the whole program may have during a query, and how often it is looked at. */
const MEMORY_MB = 6000;
const LOOK_EVERY_MS = 200;

/**
 * Runs a query as `runQuery` does, for so many seconds at most. One that cannot take long is worked out here, all others
 * in a thread that can be stopped: the engine cannot.
 *
 * @throws DiagnosticError as `runQuery` does, and if the query takes longer, or more memory than there may be.
 */
export async function runQueryWithin(seconds: number, file: string, sparql: string, options: QueryOptions): Promise<string> {
  if (!existsSync(thread())) return runQuery(file, sparql, options);
  const stat = statOf(file);
  if (stat === undefined || (stat.isFile() && stat.size <= SMALL)) {
    try {
      return await runQuery(file, sparql, { ...options, mayRun: isQuick });
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
    }
  }
  // No function can be handed to a thread.
  const { onWarning, ...rest } = options;
  return inThread(seconds, { file, sparql, options: rest }, onWarning);
}

async function inThread(seconds: number, commission: Commission, onWarning: QueryOptions['onWarning']): Promise<string> {
  const worker = new Worker(thread(), {
    workerData: commission,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The engine writes there when it gives up.
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = (work: () => never) => {
        try {
          work();
        } catch (error) {
          reject(error);
        }
      };
      watch = setInterval(() => {
        if (process.memoryUsage.rss() / 1e6 > MEMORY_MB) stop(() => fail('query-too-large', { limit: `${MEMORY_MB} MB` }));
      }, LOOK_EVERY_MS);
      worker.on('message', (message: Message) => {
        switch (message.kind) {
          case 'begun':
            timer = setTimeout(() => stop(() => fail('query-too-slow', { seconds })), seconds * 1000);
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
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') stop(() => fail('query-too-large', { limit: `${MEMORY_MB} MB` }));
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
