/** Loads and calls oxigraph, the RDF and SPARQL engine. */

import { prepareWebAssembly } from '../diagnostics/index.ts';

let engine: Promise<typeof import('oxigraph')> | undefined;

/** Loads oxigraph, a WebAssembly module. */
export function loadEngine(): Promise<typeof import('oxigraph')> {
  engine ??= load();
  return engine;
}

async function load(): Promise<typeof import('oxigraph')> {
  prepareWebAssembly();
  const loaded: typeof import('oxigraph') & { readonly default?: unknown } = await import('oxigraph');
  // In browsers, the package exports a function that loads its WebAssembly.
  if (typeof loaded.default === 'function') await loaded.default();
  return loaded;
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
