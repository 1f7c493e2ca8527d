import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { editedHistories } from '../random/edits.ts';
import { histories, versions } from '../random/ontologies.ts';
import { describeWith } from '../support/judges.ts';
import { drawnIn, isFullRun, ontologyFile } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import type { Database } from './catalogue.ts';
import { walkEmpty, walkFilled, walkHistory, walkModels } from './walk.ts';

/** More are drawn by RANDOM_MODELS, and others by RANDOM_SEED. */
const seed = Number(process.env['RANDOM_SEED'] ?? 1);
const drawn = (otherwise: number) => Number(process.env['RANDOM_MODELS'] ?? otherwise);

/** A folder with one for each ontology, whose files are its versions in the order of their names. */
const published = process.env['CODEGEN_TEST_HISTORIES'];

/** An ontology of this project, without the prefixes that every text here has. */
const turtleOf = (name: string) => readFileSync(ontologyFile(name), 'utf8');

const own: readonly (readonly [string, string])[] = [
  [turtleOf('blog'), turtleOf('blog-evolved')],
  [turtleOf('blog-evolved'), turtleOf('blog')],
];
const pairs = [...own, ...fc.sample(versions, { numRuns: drawn(40), seed })];

describe('in memory', () => {
  let memory: PGlite;
  let database: Database;

  beforeAll(async () => {
    memory = await PGlite.create();
    database = {
      exec: (sql) => memory.exec(sql),
      rows: async (sql) => (await memory.query<Record<string, unknown>>(sql)).rows,
    };
  });
  afterAll(() => memory.close());

  describe.each(pairs.map((pair, i) => [i, ...pair] as const))('versions %i', (_, old, now) => {
    test('up, down, up: the catalogue is that of the schema made afresh', () => walkEmpty(database, old, now));
    test('rows keep their values on the way there, and are as they were after the way back', () =>
      walkFilled(database, old, now));
  });

  /** Whole histories take longer: a hundred of them in the long run. */
  const long = fc.sample(histories, { numRuns: drawn(isFullRun ? drawnIn(30, 60) : 5), seed });

  test.each(long.map((texts, i) => [i, texts] as const))(
    'history %i: all migrations one after another, and all of them back',
    (_, texts) =>
      walkHistory(
        database,
        texts.map((text) => ({ text })),
      ),
  );
});

describeWith(['postgresql'], 'on a server', () => {
  let server: Server;
  let database: Database;

  beforeAll(async () => {
    server = await startServer();
    const client = await server.connect();
    database = {
      exec: (sql) => client.query(sql),
      rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    };
  });
  afterAll(() => server?.stop());

  const edited = fc.sample(editedHistories, { numRuns: drawn(isFullRun ? drawnIn(30, 60) : 5), seed });

  test.each(edited.map((versions, i) => [i, versions] as const))(
    'edits %i: all migrations one after another, and all of them back',
    (_, versions) => walkHistory(database, versions),
  );

  test.each(published ? readdirSync(published).sort() : [])(
    'published %s: all versions one after another, and back',
    async (name) => {
      const folder = path.join(published ?? '', name);
      const models = [];
      for (const file of readdirSync(folder).sort()) models.push(await buildModel(await loadOntology(path.join(folder, file))));
      await walkModels(database, models);
    },
  );

  // Others than those in memory.
  const some = fc.sample(histories, { numRuns: drawn(isFullRun ? drawnIn(30, 60) : 3), seed: seed + 1 });

  test.each(some.map((texts, i) => [i, texts] as const))(
    'history %i: all migrations one after another, and all of them back',
    (_, texts) =>
      walkHistory(
        database,
        texts.map((text) => ({ text })),
      ),
  );
});
