import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundles } from './scripts/browser.js';

/**
 * What takes longest comes first, so that no core is left with nothing to do while another compiles for minutes. Between what
 * Cargo builds stands what it does not, for longer the longer Cargo builds: two that build wait for each other, as they share
 * what is compiled.
 */
const LONGEST = [
  ...['judges/rust-models', 'judges/python-pydantic', 'judges/typescript-models', 'judges/openapi-spec', 'judges/sql-schema'],
  ...['judges/graphql-schema', 'vocabularies', 'hooks/monitor', 'judges/rust-validation', 'migrate/'],
  ...['differential/differential', 'hostile/', 'conformance/conformance', 'site/', 'project/toolchains'],
  ...['judges/', 'random/', 'project/', 'differential/', 'postgres/', 'endpoint/', 'clients/'],
  ...['data/', 'hooks/', 'terminal', 'generate', 'side-by-side'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`));
      return found < 0 ? LONGEST.length : found;
    };
    return [...files].sort((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  plugins: [bundles],
  test: {
    globalSetup: ['test/support/state.ts'],
    setupFiles: ['test/support/seed.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // See src/ontology/engine.ts; PGlite and Graphviz are WebAssembly too.
    execArgv: process.versions.v8.startsWith('11.') ? ['--no-turbo-inline-js-wasm-calls'] : [],
    sequence: { sequencer: LongestFirst },
    // One for each core, as tests wait for compilers; Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Texts of styles are what they are, not nothing.
    css: true,
    // Judges are compilers and databases, and a machine may be slow: these limits end what hangs, and prove nothing.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    teardownTimeout: 60_000,
  },
});
