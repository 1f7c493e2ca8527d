/**
 * `runtime.ts` for browsers, where the functions have no effect: a page stops a worker that takes too long, and the browser ends
 * one that needs too much memory.
 */

/** Runs work without a limit of time. */
export function runWithTimeout<T>(_seconds: number, work: () => T): T {
  return work();
}

/** Seconds since the start of the page or worker. */
export const uptime = (): number => performance.now() / 1000;

/** Browsers do not report the heap, so no check finds it full. */
export const heapInUse = (): number => 0;
/** Returns the members of the statistics of Node.js that are used, with a heap that is empty and has no limit. */
export const heapStatistics = () => ({ used_heap_size: 0, heap_size_limit: Number.POSITIVE_INFINITY });

/** Browsers collect garbage by themselves. */
export const collector = () => () => undefined;

/** Browsers need no settings for WebAssembly. */
export const prepareWebAssembly = (): void => undefined;
