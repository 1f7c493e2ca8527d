/** Worker thread for queries that may take long. The main thread terminates it, because the engine cannot be interrupted. */

import { parentPort, workerData } from 'node:worker_threads';
import { DiagnosticError } from '../diagnostics/index.ts';
import type { Message, QueryThreadData } from './limited-query.ts';
import { runQuery } from './query.ts';

const { file, sparql, options } = workerData as QueryThreadData;
const send = (message: Message) => parentPort?.postMessage(message);

async function answer(): Promise<void> {
  try {
    const text = await runQuery(file, sparql, {
      ...options,
      onBegin: () => send({ kind: 'begun' }),
      onWarning: (warning) => send({ kind: 'warning', warning }),
    });
    send({ kind: 'text', text });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    send({ kind: 'diagnostics', diagnostics: error.diagnostics });
  }
}

// Rethrow outside the promise, so that the thread ends and the main thread receives the error.
answer().catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
