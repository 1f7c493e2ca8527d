/** A thread of `ai analyze`: it takes batches of files, and answers with what is in them. */

import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { lookAtSome } from './analyze-file.ts';
import { loadParserInThread } from './parser.ts';
import type { Answer, Batch, Commission } from './threads.ts';

const { root, wishes } = workerData as Commission;

// What fails here ends the thread, and reaches the one that started it.
parentPort?.on('message', async ({ from, candidates }: Batch) => {
  // Syntax trees are freed between two turns of the event loop, and messages alone may keep it from turning.
  await setImmediate();
  await loadParserInThread();
  const { looked, printed } = await lookAtSome(root, candidates, wishes);
  // They are given away, not copied.
  const given = printed ? [printed.ranks.buffer, printed.bytes.buffer, printed.ends.buffer] : [];
  parentPort?.postMessage({ from, looked, printed } satisfies Answer, given as ArrayBuffer[]);
});
