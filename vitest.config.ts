import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/state.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // See src/ontology/engine.ts; PGlite and Graphviz are WebAssembly too.
    execArgv: process.versions.v8.startsWith('11.') ? ['--no-turbo-inline-js-wasm-calls'] : [],
    // Judges are compilers and databases.
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
