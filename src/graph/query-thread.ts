/** The thread of a query that may take long: it is ended from outside, which nothing else can be done to the engine. */

import { parentPort, workerData } from 'node:worker_threads';
import { DiagnosticError } from '../diagnostics/index.ts';
import type { Commission, Message } from './limited-query.ts';
import { runQuery } from './query.ts';

const { file, sparql, options } = workerData as Commission;
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

// What else fails ends the thread, and reaches the one that started it.
answer().catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
