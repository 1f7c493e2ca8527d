/** A worker thread of `ai analyze`: it receives batches of files, and answers with their results. */

import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { analyzeFiles } from './analyze-file.ts';
import { loadParserInThread } from './parser.ts';
import type { AnalysisWorkerData, Answer, Batch } from './threads.ts';

const { root, analysisOptions } = workerData as AnalysisWorkerData;

// An error ends this thread, and is passed on to the thread that started it.
parentPort?.on('message', async ({ from, candidates }: Batch) => {
  // Syntax trees are freed only between two turns of the event loop, and a queue of messages can prevent such a turn.
  await setImmediate();
  await loadParserInThread();
  const { results, printed } = await analyzeFiles(root, candidates, analysisOptions);
  // These buffers are transferred, not copied.
  const given = printed ? [printed.ranks.buffer, printed.bytes.buffer, printed.ends.buffer] : [];
  parentPort?.postMessage({ from, results, printed } satisfies Answer, given as ArrayBuffer[]);
});
