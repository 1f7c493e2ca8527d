import { setFlagsFromString } from 'node:v8';

/**
 * Loads oxigraph, which is WebAssembly.
 *
 * V8 11, that of Node 20, sometimes aborts the process when it takes back the optimisation of a function
 * into which it had inlined a call of WebAssembly ("unreachable code" in
 * `Deoptimizer::DoComputeBuiltinContinuation`). So that inlining is off there.
 */
export async function loadEngine(): Promise<typeof import('oxigraph')> {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--no-turbo-inline-js-wasm-calls');
  return await import('oxigraph');
}
