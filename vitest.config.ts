import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundles } from './scripts/browser.js';

/**
 * The files that take longest, which start first so that no core is idle at the end. Files that wait for one of Cargo's locks
 * alternate with others (test/support/caches.ts).
 */
const LONGEST = [
  ...[
    'judges/rust-models',
    'project/toolchains',
    'judges/python-pydantic',
    'project/graphql-service',
    'judges/typescript-models',
  ],
  ...['judges/rust-validation', 'judges/openapi-spec', 'project/service', 'judges/sql-schema', 'differential/differential'],
  ...['site/', 'project/clients', 'judges/graphql-schema', 'conformance/conformance', 'hooks/monitor', 'project/', 'hostile/'],
  ...['migrate/', 'judges/', 'random/', 'postgres/', 'endpoint/', 'clients/', 'vocabularies', 'differential/', 'data/', 'hooks/'],
  ...['terminal', 'generate'],
];

/**
 * The files that only `npm run test:full` runs, so that `npm test` is short: servers, random models, kills, shells, terminals,
 * browsers, hostile input, measured costs, and judges whose findings the other judges of the same language rarely lack.
 * Arguments that name files run them, too.
 */
const LONG = [
  ...['random/', 'postgres/', 'endpoint/', 'hostile/', 'terminal', 'completion', 'ai/models', 'example-templates.test'],
  ...[
    'hooks/git',
    'hooks/monitor',
    'hooks/run',
    'hooks/trust',
    'project/toolchains',
    'migrate/chains',
    'migrate/verify',
    'data/database',
    'w3c/shacl',
  ],
  ...['site/documents', 'site/pictures', 'site/playground', 'differential/differential'],
  ...[
    'judges/diff-callers',
    'judges/json-schema',
    'judges/jsonld-context',
    'judges/markdown-docs',
    'judges/openapi',
    'judges/r2rml',
  ],
  ...[
    'judges/oldest-rust',
    'judges/python-frameworks',
    'judges/rust-derives',
    'judges/rust-validation',
    'judges/sample-shapes',
    'judges/shacl-shapes',
  ],
  ...['judges/sql-constraints', 'judges/squawk', 'judges/typescript-eslint', 'judges/wire', 'judges/zod'],
];

// Without this check, a renamed test would not be in these lists any more.
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
    // One for each core: tests wait for compilers, and Vitest would leave one core idle.
    maxWorkers: availableParallelism(),
    // Without this, imported style sheets are empty.
    css: true,
    // These limits only end tests that hang: compilers and databases are slow on some machines.
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
