/** Runs the SHACL engine in a worker thread with limits of time and memory, because the engine itself cannot be interrupted. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ShapeResult, ShapeTask } from './shapes-engine.ts';

/** The single message of the thread. */
export type ShapeMessage = { readonly results: readonly ShapeResult[] } | { readonly fault: string };

/** `scripts/build.js` writes this file next to the bundle. It does not exist if the sources are run directly. */
const thread = () => fileURLToPath(new URL('./shapes-thread.cjs', import.meta.url));

const MEMORY_MB = 2000;

/**
 * Validates data against shapes.
 *
 * @throws Error with the reason for messages, if the engine fails or needs more time or memory
 */
export async function runLimitedEngine(seconds: number, task: ShapeTask): Promise<readonly ShapeResult[]> {
  if (!existsSync(thread())) {
    const { runEngine } = await import('./shapes-engine.ts');
    return runEngine(task);
  }
  const worker = new Worker(thread(), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // V8 writes to stderr when it runs out of memory.
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<readonly ShapeResult[]>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it takes longer than ${seconds} seconds`)), seconds * 1000);
      worker.on('message', (message: ShapeMessage) => {
        if ('results' in message) resolve(message.results);
        else reject(new Error(message.fault));
      });
      worker.on('error', ({ message }) => reject(new Error(message)));
      worker.on('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
