/** A worker thread of `ai analyze`: it receives batches of files, and answers with their results. */

import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeFiles } from './analyze-file.ts';
import { loadParserInThread } from './parser.ts';
import type { Answer, Batch, Commission } from './threads.ts';

const { root, wishes } = workerData as Commission;

// An error ends this thread, and is passed on to the thread that started it.
parentPort?.on('message', async ({ from, candidates }: Batch) => {
  // Syntax trees are freed only between two turns of the event loop, and a queue of messages can prevent such a turn.
  await setImmediate();
  await loadParserInThread();
  const { looked, printed } = await analyzeFiles(root, candidates, wishes);
  // These buffers are transferred, not copied.
  const given = printed ? [printed.ranks.buffer, printed.bytes.buffer, printed.ends.buffer] : [];
  parentPort?.postMessage({ from, looked, printed } satisfies Answer, given as ArrayBuffer[]);
});
