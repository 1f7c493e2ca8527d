/** Limits the time and memory of synchronous work. */

import { fail, type Place } from './diagnostic.ts';
import { collector, heapInUse, heapStatistics, runWithTimeout, uptime } from './runtime.ts';

export { runWithTimeout };

/** Time limit for reading one file, building a model, or printing the files of one template. */
export const SECONDS = 600;

/**
 * Runs work under the usual time limit, {@link SECONDS}.
 *
 * @param what the work, as a phrase: `building the model`
 * @throws DiagnosticError if it takes longer; errors of the work are passed on
 */
export function runWithTimeLimit<T>(what: string, work: () => T, place?: Place): T {
  const outer = job;
  job = { what, place };
  try {
    return isWatched() ? work() : runWithTimeout(SECONDS, work, () => tooSlow({ what, place }, SECONDS));
  } finally {
    job = outer;
  }
}

/** Limited work, as messages name it. */
interface Job {
  readonly what: string;
  readonly place: Place | undefined;
}

/** The limited work that is running. */
let job: Job | undefined;

function tooSlow({ what, place }: Job, seconds: number): never {
  fail('too-slow', { what, seconds }, place);
}

/** In seconds. A watch younger than this also covers the next piece of work, because hardly any of its limit is used. */
const FRESH_WATCH_SECONDS = 2;

/** Start of the watch that covers several pieces of work, if there is one, as `uptime()`. */
let watchedSince: number | undefined;

const isWatched = (): boolean => watchedSince !== undefined && uptime() - watchedSince < FRESH_WATCH_SECONDS;

/**
 * Runs several pieces of work in order; a part of each is limited in time. To watch work, Node.js starts a thread and waits for its
 * end. On busy processors that takes longer than short work, so one watch covers several pieces, as long as it is new.
 *
 * @throws DiagnosticError if the work takes too long; errors of the work are passed on
 */
export function runLimitedInOrder<T>(works: readonly (() => T)[], seconds = SECONDS): T[] {
  const results: T[] = [];
  const outer = { job, watchedSince };
  const doNext = () => {
    watchedSince = uptime();
    for (const work of works.slice(results.length)) {
      results.push(work());
      if (!isWatched()) return;
    }
  };
  try {
    while (results.length < works.length) {
      // Stopped work does not reset `job`, so `job` is the work to report.
      runWithTimeout(seconds, doNext, () => tooSlow(job ?? { what: 'the work', place: undefined }, seconds));
    }
  } finally {
    ({ job, watchedSince } = outer);
  }
  return results;
}

/** Part of the heap that may be in use. If the heap is full, V8 ends the process, and nothing can catch that. */
const MAX_HEAP_SHARE = 0.8;

/** The same part, if the work can be moved to a separate process that V8 may end. */
const RESTART_HEAP_SHARE = 0.5;

/** Bytes that V8 includes in the heap limit, but reserves for new objects. */
const YOUNG_GENERATION_BYTES = 50_000_000;

/** Reactions to work that uses much memory. */
export interface MemoryWatch {
  /** Moves the work to a separate process, which V8 may end. Called only before the work has had a visible effect. */
  readonly leave?: () => never;
  /** Receives the current work and its source location whenever they change. */
  readonly onProgress?: (what: string, place: Place | undefined) => void;
}

let watch: MemoryWatch = {};
let current: string | undefined;

/** Sets the reactions to work that uses much memory, for the whole process. */
export function watchMemory(next: MemoryWatch): void {
  watch = next;
}

/** States that the work has a visible effect from now on, so another process cannot start it again. */
export function forbidRestart(): void {
  const { onProgress } = watch;
  watch = onProgress ? { onProgress } : {};
}

/** Heap size in bytes from which it is worthwhile to determine how much of it is in use, which takes a second. */
let worthALook = 0;
let collect: (() => void) | undefined;

/**
 * Ends the work before the heap is full. Called regularly by work that uses more and more memory.
 *
 * @param what the work, as a phrase: `reading the ontology`
 */
export function checkMemory(what: string, place?: Place): void {
  if (watch.onProgress) {
    const now = `${what} ${place?.file}:${place?.line}`;
    if (now !== current) watch.onProgress(what, place);
    current = now;
  }
  if (isHeapSmall()) return;
  const { used_heap_size: taken, heap_size_limit: limit } = heapStatistics();
  const old = limit - YOUNG_GENERATION_BYTES;
  const most = (watch.leave ? RESTART_HEAP_SHARE : MAX_HEAP_SHARE) * old;
  if (taken < Math.max(worthALook, most)) return;
  collect ??= collector();
  collect();
  const used = heapStatistics().used_heap_size;
  if (used > most) {
    if (watch.leave) watch.leave();
    fail('memory-used-up', { what, limit: memoryLimit(limit) }, place);
  }
  worthALook = used + (old - used) / 3;
}

/** In bytes; less than any heap limit. */
const SMALL_HEAP_BYTES = 32_000_000;

/** Number of first checks that do without the module `v8`, which most commands never need. Each of them takes longer. */
let firstLooks = 16;

/** In seconds. A heap that was small is not checked again for this time, because filling one takes longer. */
const HEAP_CHECK_INTERVAL = 0.05;

/** When the heap was last known to be small, as `uptime()`. At the start of the program it is. */
let seenSmall = uptime();

function isHeapSmall(): boolean {
  const now = uptime();
  if (now - seenSmall < HEAP_CHECK_INTERVAL) return true;
  if (firstLooks-- <= 0 || heapInUse() >= SMALL_HEAP_BYTES) return false;
  seenSmall = now;
  return true;
}

/** In bytes. A heap with less than this is not collected. */
const GARBAGE_COLLECTION_BYTES = 500_000_000;

/**
 * Collects garbage between two parts of the work, if the second needs little of the first one's memory. V8 would wait until
 * the heap is two or three times as large as what was in use at its last collection.
 *
 * @param much minimum heap size in bytes
 */
export function collectGarbage(much = GARBAGE_COLLECTION_BYTES): void {
  if (isHeapSmall() || heapStatistics().used_heap_size < much) return;
  collect ??= collector();
  collect();
}

/** Number of steps between two checks, because a check takes about a microsecond. */
const STEPS_PER_CHECK = 128;
let steps = 0;

/** Called at each step of limited work that uses more and more memory. */
export function countStep(): void {
  if (++steps % STEPS_PER_CHECK === 0 && job) checkMemory(job.what, job.place);
}

/** Returns the heap limit as text, such as `4345 MB`. */
export function memoryLimit(bytes = heapStatistics().heap_size_limit): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
