/** A thread that prints some templates of a run. It reads the ontology and builds its own model. */

import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../diagnostics/index.ts';
import { loadOntology, ReadStamps } from '../ontology/index.ts';
import { type SharedWrites, WorkerOutputWriter, writeRemainingParts } from '../output/index.ts';
import { applyOptions, loadTemplate, streamPlannedFiles } from '../templates/index.ts';
import { buildSelectedModel } from './ontology.ts';
import {
  decisionsOf,
  type PrintMessage,
  type PrintOrder,
  type PrintWorkerData,
  SHARED_HEAP_LIMIT,
  takeOrder,
} from './print-task.ts';

const { file, sources, modelInputs, decisions, orders, takenCount, text } = workerData as PrintWorkerData;

async function print(): Promise<void> {
  const parsed = new ReadStamps();
  const ontology = await loadOntology(file, { ...sources, parsed });
  const { model } = await buildSelectedModel(ontology, { ...modelInputs, decisions: decisions && decisionsOf(decisions) });
  const texts = new WorkerOutputWriter(text);
  for (let at = takeOrder(takenCount); at < orders.length; at = takeOrder(takenCount)) {
    const { template, options, folder } = orders[at] as PrintOrder;
    const target = await applyOptions(await loadTemplate(template), options);
    collectGarbage(SHARED_HEAP_LIMIT);
    const files = streamPlannedFiles(target, model, folder, texts);
    parentPort?.postMessage({ at, files, stamps: parsed.all } satisfies PrintMessage);
  }
}

// An error ends the thread and reaches the main thread, which does the remaining work. A thread that has printed all stays alive,
// because it also helps to write.
print().then(
  () => {
    parentPort?.on('message', (writes: SharedWrites) => writeRemainingParts(writes));
    parentPort?.postMessage('printed' satisfies PrintMessage);
  },
  (error) => {
    setImmediate(() => {
      throw error;
    });
  },
);
