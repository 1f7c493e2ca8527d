import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { editedHistories } from '../random/edits.ts';
import { histories, versions } from '../random/ontologies.ts';
import { describeWith } from '../support/judges.ts';
import { drawCount, isFullRun, ontologyFile } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { type Database, sharedDatabase } from './catalogue.ts';
import { walkEmpty, walkHistory, walkModels, walkRows } from './migration-checks.ts';

/** RANDOM_MODELS sets the number of random ontologies, RANDOM_SEED selects other ones. */
const seed = Number(process.env['RANDOM_SEED'] ?? 1);
const drawn = (otherwise: number) => Number(process.env['RANDOM_MODELS'] ?? otherwise);

/** A folder with one subfolder per ontology, whose files, sorted by name, are its versions. */
const published = process.env['CODEGEN_TEST_HISTORIES'];

const turtleOf = (name: string) => readFileSync(ontologyFile(name), 'utf8');

const own: readonly (readonly [string, string])[] = [
  [turtleOf('blog'), turtleOf('blog-evolved')],
  [turtleOf('blog-evolved'), turtleOf('blog')],
];
const pairs = [...own, ...fc.sample(versions, { numRuns: drawn(40), seed })];

describe('in memory', () => {
  const database = sharedDatabase();

  describe.each(pairs.map((pair, i) => [i, ...pair] as const))('versions %i', (_, old, now) => {
    test('up, down and up again lead to the catalogue of a new schema', () => walkEmpty(database, old, now));
    test('rows keep their values in up migrations and are unchanged after down migrations', () => walkRows(database, old, now));
  });

  /** Whole histories take longer than pairs, so a short run tests only a few. */
  const long = fc.sample(histories, { numRuns: drawn(isFullRun ? drawCount(30, 60) : 5), seed });

  test.each(long.map((texts, i) => [i, texts] as const))('history %i: applies all migrations and reverts them', (_, texts) =>
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

  const edited = fc.sample(editedHistories, { numRuns: drawn(isFullRun ? drawCount(30, 60) : 5), seed });

  test.each(edited.map((versions, i) => [i, versions] as const))(
    'edits %i: applies all migrations and reverts them',
    (_, versions) => walkHistory(database, versions),
  );

  test.each(published ? readdirSync(published).sort() : [])(
    'published %s: migrates through all versions and back',
    async (name) => {
      const folder = path.join(published ?? '', name);
      const models = [];
      for (const file of readdirSync(folder).sort()) models.push(await buildModel(await loadOntology(path.join(folder, file))));
      await walkModels(database, models);
    },
  );

  // Another seed, so that these are not the histories that run in memory.
  const some = fc.sample(histories, { numRuns: drawn(isFullRun ? drawCount(30, 60) : 3), seed: seed + 1 });

  test.each(some.map((texts, i) => [i, texts] as const))('history %i: applies all migrations and reverts them', (_, texts) =>
    walkHistory(
      database,
      texts.map((text) => ({ text })),
    ),
  );
});
