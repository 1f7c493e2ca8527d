import { setFlagsFromString } from 'node:v8';

let engine: Promise<typeof import('oxigraph')> | undefined;

/**
 * How V8 11, that of Node 20, compiles WebAssembly: functions are checked when they are called, and optimised when they have
 * run for long. By itself it optimises much of it in the background of a small query, and waits for that at the end.
 *
 * The last one: V8 11 sometimes aborts the process when it takes back the optimisation of a function into which it had
 * inlined a call of WebAssembly ("unreachable code" in `Deoptimizer::DoComputeBuiltinContinuation`).
 *
 * `bin/codegen.js` takes them back (`UNSET`) before it keeps what V8 made.
 */
const FLAGS = ['--wasm-lazy-validation', '--wasm-tiering-budget=100000000', '--no-turbo-inline-js-wasm-calls'];

/** Loads oxigraph, which is WebAssembly. */
export function loadEngine(): Promise<typeof import('oxigraph')> {
  engine ??= load();
  return engine;
}

async function load(): Promise<typeof import('oxigraph')> {
  if (process.versions.v8.startsWith('11.')) for (const flag of FLAGS) setFlagsFromString(flag);
  return await import('oxigraph');
}

/** The engine gave up: what it was asked for takes more memory or stack than it has. */
export class EngineFailure extends Error {}

/**
 * Calls the engine. What it fails with is told apart from what it has to say about its input: WebAssembly ends with a
 * trap where memory or the stack runs out, and the engine writes about that to the console.
 *
 * @throws EngineFailure in that case, and whatever else the engine throws.
 */
export function guarded<T>(work: () => T): T {
  const { error: told } = console;
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
    console.error = told;
  }
}
