import { setFlagsFromString } from 'node:v8';

let engine: Promise<typeof import('oxigraph')> | undefined;

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

/** Loads oxigraph, a WebAssembly module. */
export function loadEngine(): Promise<typeof import('oxigraph')> {
  engine ??= load();
  return engine;
}

async function load(): Promise<typeof import('oxigraph')> {
  if (process.versions.v8.startsWith('11.')) for (const flag of FLAGS) setFlagsFromString(flag);
  return await import('oxigraph');
}

/** Thrown when the engine runs out of memory or stack. */
export class EngineFailure extends Error {}

/**
 * Calls the engine, and separates engine failures from errors about the input: WebAssembly traps when memory or stack runs
 * out, and the engine then writes to the console.
 *
 * @throws EngineFailure in that case; other errors of the engine pass through.
 */
export function callEngine<T>(work: () => T): T {
  const { error: consoleError } = console;
  let panic: string | undefined;
  console.error = (text) => {
    panic = String(text).split('\n', 1)[0];
  };
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) {
      throw new EngineFailure(
        panic === undefined && error instanceof RangeError ? 'its stack is used up' : 'its memory or its stack is used up',
      );
    }
    throw error;
  } finally {
    console.error = consoleError;
  }
}
