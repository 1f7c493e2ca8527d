/** A thread that prints some templates of a run. It reads the ontology and builds its own model. */

import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../diagnostics/index.ts';
import { loadOntology, ReadStamps } from '../ontology/index.ts';
import { type SharedWrites, WorkerOutputWriter, writeUntakenParts } from '../output/index.ts';
import { handedFiles, loadTemplate, withOptions } from '../templates/index.ts';
import { made } from './ontology.ts';
import { type Commission, decisionsOf, HEAP_BESIDE_OTHERS, type Order, type Said, take } from './print-task.ts';

const { file, sources, making, decisions, orders, taken, text } = workerData as Commission;

async function print(): Promise<void> {
  const parsed = new ReadStamps();
  const ontology = await loadOntology(file, { ...sources, parsed });
  const { model } = await made(ontology, { ...making, decisions: decisions && decisionsOf(decisions) });
  const texts = new WorkerOutputWriter(text);
  for (let at = take(taken); at < orders.length; at = take(taken)) {
    const { template, options, folder } = orders[at] as Order;
    const target = await withOptions(await loadTemplate(template), options);
    collectGarbage(HEAP_BESIDE_OTHERS);
    const files = handedFiles(target, model, folder, texts);
    parentPort?.postMessage({ at, files, stamps: parsed.all } satisfies Said);
  }
}

// An error ends the thread and reaches the main thread, which does the remaining work. A thread that has printed all stays alive,
// because it also helps to write.
print().then(
  () => {
    parentPort?.on('message', (writes: SharedWrites) => writeUntakenParts(writes));
    parentPort?.postMessage('printed' satisfies Said);
  },
  (error) => {
    setImmediate(() => {
      throw error;
    });
  },
);
