/** Functions of Node.js that limit time and memory; `runtime.browser.ts` replaces this module in browsers. */

import { Script } from 'node:vm';

/** Loaded on first use, because it takes longer to load than most modules of Node.js. */
const v8 = () => process.getBuiltinModule('node:v8');

const WORK = Symbol.for('codegen.work');
const call = new Script(`globalThis[Symbol.for('${WORK.description}')]()`);

/**
 * Runs synchronous work for a limited number of seconds. Node.js can stop scripts of its module `vm` anywhere, including
 * WebAssembly (https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptruninthiscontextoptions) and the functions they call.
 *
 * @param tooSlow called after that time; throws the error
 */
export function runWithTimeout<T>(seconds: number, work: () => T, tooSlow: () => never): T {
  const scope = globalThis as { [WORK]?: (() => unknown) | undefined };
  const outer = scope[WORK];
  scope[WORK] = work;
  try {
    return call.runInThisContext({ timeout: Math.ceil(seconds * 1000), displayErrors: false }) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return tooSlow();
    throw error;
  } finally {
    scope[WORK] = outer;
  }
}

/** Seconds since the start of the program. */
export const uptime = (): number => process.uptime();

/** Bytes of the heap that are in use; takes less time than {@link heapStatistics}. */
export const heapInUse = (): number => process.memoryUsage().heapUsed;

/** Bytes of the heap that are in use, and its limit. */
export const heapStatistics = (): { readonly used_heap_size: number; readonly heap_size_limit: number } =>
  v8().getHeapStatistics();

/** Returns the garbage collector. Node.js exposes it to contexts that are created after this flag is set. */
export function collector(): () => void {
  v8().setFlagsFromString('--expose-gc');
  const run = new Script('gc').runInNewContext() as () => void;
  v8().setFlagsFromString('--no-expose-gc');
  return run;
}

/**
 * Flags for V8 11 (Node 20): validate WebAssembly functions when they are called, and optimize them only after a long time.
 * By default, V8 optimizes many functions in the background of a small query, and waits for that at exit.
 *
 * The last flag avoids a bug: V8 11 sometimes aborts the process when it deoptimizes a function with an inlined call of
 * WebAssembly ("unreachable code" in `Deoptimizer::DoComputeBuiltinContinuation`).
 *
 * `bin/keep.js` resets them (`UNSET`) before it creates the code cache.
 */
const FLAGS = ['--wasm-lazy-validation', '--wasm-tiering-budget=100000000', '--no-turbo-inline-js-wasm-calls'];

/** Sets the flags of V8 for WebAssembly, before the first module is loaded. */
export function prepareWebAssembly(): void {
  if (process.versions.v8.startsWith('11.')) for (const flag of FLAGS) v8().setFlagsFromString(flag);
}
