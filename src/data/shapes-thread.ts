/** The worker thread of the SHACL engine; `limited-shapes.ts` starts and ends it. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ShapeMessage } from './limited-shapes.ts';
import { runEngine, type ShapeTask } from './shapes-engine.ts';

const send = (message: ShapeMessage) => parentPort?.postMessage(message);

runEngine(workerData as ShapeTask).then(
  (results) => send({ results }),
  (error) => send({ fault: error instanceof Error ? error.message : String(error) }),
);
