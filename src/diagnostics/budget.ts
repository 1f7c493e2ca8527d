/** Limits the time and memory of synchronous work, such as building a model. */

import { fail, type Place } from './diagnostic.ts';
import { collector, heapInUse, heapStatistics, runWithTimeout, uptime } from './runtime.ts';

export { runWithTimeout };

/** Time limit for reading one file, building a model, or printing the files of one template. */
export const SECONDS = 600;

/**
 * Runs work under the usual time limit, {@link SECONDS}.
 *
 * @param task the work, as a phrase: `building the model`
 * @throws DiagnosticError if it takes longer; errors of the work are passed on
 */
export function runWithTimeLimit<T>(task: string, work: () => T, place?: Place): T {
  const outer = job;
  job = { task, place };
  try {
    return runWithTimeout(SECONDS, work, () => fail('too-slow', { what: task, seconds: SECONDS }, place));
  } finally {
    job = outer;
  }
}

/** Limited work, as messages name it. */
interface Job {
  readonly task: string;
  readonly place: Place | undefined;
}

/** The limited work that is running. */
let job: Job | undefined;

/** Part of the heap that may be in use. If the heap is full, V8 ends the process, and nothing can catch that. */
const MAX_HEAP_SHARE = 0.8;

/** Bytes that V8 includes in the heap limit, but reserves for new objects. */
const YOUNG_GENERATION_BYTES = 50_000_000;

/** Heap size from which the bytes in use are determined again, which takes a second. */
let nextMeasurementBytes = 0;
let collect: (() => void) | undefined;

/**
 * Ends the work if the heap is almost full.
 *
 * @param task the work, as a phrase: `reading the ontology`
 */
export function checkMemory(task: string, place?: Place): void {
  if (isHeapSmall()) return;
  const { used_heap_size: usedBytes, heap_size_limit: limit } = heapStatistics();
  const oldGenerationBytes = limit - YOUNG_GENERATION_BYTES;
  const threshold = MAX_HEAP_SHARE * oldGenerationBytes;
  if (usedBytes < Math.max(nextMeasurementBytes, threshold)) return;
  collect ??= collector();
  collect();
  const used = heapStatistics().used_heap_size;
  if (used > threshold) fail('memory-used-up', { what: task, limit: `${Math.round(limit / 1e6)} MB` }, place);
  nextMeasurementBytes = used + (oldGenerationBytes - used) / 3;
}

/** In bytes; less than any heap limit. */
const SMALL_HEAP_BYTES = 32_000_000;

/** Number of checks that still avoid loading the module `v8`, which most commands never need. Such a check is slower than others. */
let checksWithoutV8 = 16;

/** In seconds. A heap that was small is not checked again for this time, because filling one takes longer. */
const HEAP_CHECK_INTERVAL = 0.05;

/** When the heap was last known to be small, as `uptime()`. It is small when the program starts. */
let lastSmallAt = uptime();

function isHeapSmall(): boolean {
  const now = uptime();
  if (now - lastSmallAt < HEAP_CHECK_INTERVAL) return true;
  checksWithoutV8--;
  if (checksWithoutV8 < 0 || heapInUse() >= SMALL_HEAP_BYTES) return false;
  lastSmallAt = now;
  return true;
}

/** Number of steps between two checks, because a check takes about a microsecond. */
const STEPS_PER_CHECK = 128;
let steps = 0;

/** Counts a step of work; at every 128th step, checks the memory and ends the work if the heap is almost full. */
export function countStep(): void {
  if (++steps % STEPS_PER_CHECK === 0 && job) checkMemory(job.task, job.place);
}
