import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
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
  ...['data/', 'hooks/', 'terminal', 'generate', 'parallel-print'],
];

/**
 * What is left to the long run (`npm run test:full`), so that `npm test` ends within ten minutes on two cores: servers, draws,
 * kills, shells, terminals, browsers, measured costs, and judges of what few change. Who names files, or a part of their paths,
 * has them run.
 */
const LONG = [
  ...['random/', 'postgres/', 'endpoint/', 'terminal', 'completion', 'ai/models'],
  ...['hostile/process-kill', 'hostile/writer-kill', 'hostile/servers', 'hostile/paths', 'hostile/cost-growth'],
  ...['site/documents', 'site/pictures'],
  ...['judges/wire', 'judges/jsonld-context', 'judges/markdown-docs', 'judges/python-frameworks', 'judges/typescript-eslint'],
  ...['judges/openapi-3-0', 'judges/r2rml', 'judges/rust-derives', 'judges/squawk'],
  ...['migrate/verify', 'data/database', 'w3c/shacl'],
];

// A test that is renamed would leave these lists unnoticed.
for (const begin of [...LONGEST, ...LONG]) {
  const folder = path.join('test', path.dirname(begin));
  if (!readdirSync(path.join(import.meta.dirname, folder)).some((name) => name.startsWith(path.basename(begin)))) {
    throw new Error(`vitest.config.ts: no test begins with ${begin}`);
  }
}

/** Tests of `src/` that replace modules, which only works in a process that has not loaded them yet. */
const MOCKING = ['src/ontology/read-permissions.test.ts'];

const namesFiles = process.argv.slice(2).some((word) => word !== 'run' && !word.startsWith('-'));
const isShort = process.env['CODEGEN_TEST_FULL'] !== '1' && !namesFiles;

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
    projects: [
      {
        extends: true,
        test: {
          name: 'test',
          include: ['test/**/*.test.ts', ...MOCKING],
          exclude: [
            ...configDefaults.exclude,
            ...(isShort ? LONG.map((begin) => `test/${begin}*${begin.endsWith('/') ? '*' : ''}`) : []),
          ],
        },
      },
      // Each process loads the modules of the program once for all its files: loading takes longer than most tests of `src/`.
      {
        extends: true,
        test: { name: 'src', include: ['src/**/*.test.ts'], exclude: [...configDefaults.exclude, ...MOCKING], isolate: false },
      },
    ],
  },
});
