import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { planSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { readBack } from '../differential/layers/postgresql.ts';
import { isFullRun, modelOf, modelOfTurtle, sampleEvenly } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { type Server, serverPrograms, startServer } from '../support/postgres.ts';
import { canonical, converted, instanceSetsOf, linesOf, statementsOf, writeCsv } from './support.ts';
import { emptyTables, makeTables } from './tables.ts';

let db: PGlite;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.close());

const freshSchema = (model: DomainModel) => makeTables(db, model, "SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'");

/** Reads the individuals of `ndjson` from the database and returns them as NDJSON records. */
async function recordsOf(model: DomainModel, ndjson: string): Promise<string> {
  const tables = planSchema(model).groups.flat();
  const { rows } = await db.query<{ id: string; iri: string; types: string[] }>('SELECT * FROM codegen_iris');
  const iris = new Map(rows.map((row) => [row.id, row]));
  const lines: string[] = [];
  for (const line of ndjson.split('\n').filter(Boolean)) {
    const { id, '@type': types } = JSON.parse(line);
    const cls = model.classes.find(({ name }) => name === [types].flat()[0]);
    const known = iris.get(id);
    if (!cls || !known) throw new Error(`${id} is not in the database`);
    const reported = JSON.stringify({ '@id': known.iri, '@type': [cls.name, ...known.types] });
    // PostgreSQL writes UTC as +00:00, all layers write it as Z.
    const row = (await readBack(db, tables, cls, id)).replace(/(T[\d:.]+)\+00:00"/g, '$1Z"');
    lines.push(`${reported.slice(0, -1)},${row.slice(1)}`);
  }
  return lines.join('\n');
}

/** Loads instances into an empty database, expects the same statements when it reads them, and deletes the rows. */
async function expectSame(model: DomainModel, turtle: string): Promise<void> {
  const { text: sql, losses } = await converted('data.ttl', turtle, model, 'sql');
  const { text: ndjson } = await converted('data.ttl', turtle, model, 'ndjson');
  expect(losses).toEqual([]);
  await db.exec(sql);
  const back = await converted('data.ndjson', await recordsOf(model, ndjson), model, 'ntriples');
  const came = await canonical(await statementsOf(back.text, 'application/n-triples'));
  expect(came.map(bytesOf)).toEqual((await canonical(await statementsOf(turtle))).map(bytesOf));
  await emptyTables(db, sql);
}

/** Writes the digits of hexBinary in upper case: a database stores bytes, not the case of their digits. */
const bytesOf = (statement: string): string =>
  statement.replace(/"[\da-f]*"(?=\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#hexBinary>)/gi, (digits) => digits.toUpperCase());

/** The maximum number of classes that are tested per ontology. */
const MOST = 30;

const whole = isFullRun
  ? ['blog', 'blog-evolved', 'constraints', 'torture', 'gtfs', 'org', 'prov', 'time']
  : ['blog', 'constraints'];

test.each(whole)('%s: instances stay the same after they are stored and read', async (name) => {
  const model = await modelOf(name);
  await freshSchema(model);
  const classes = sampleEvenly(model.classes, MOST);
  let count = 0;
  for (const set of classes.flatMap((cls) => instanceSetsOf(cls))) {
    const { text } = await converted('data.ndjson', linesOf(set), model, 'turtle');
    await expectSame(model, text);
    count++;
  }
  expect(count).toBeGreaterThanOrEqual(classes.length);
});

const PREFIXES = '@prefix : <http://example.org/test#> . @prefix ex: <http://data.example/> .\n';

describe('loads rows that refer to', () => {
  test.each([
    [
      'themselves',
      ':boss a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :A .',
      'ex:a a :A ; :boss ex:b . ex:b a :A ; :boss ex:a .',
    ],
    [
      'each other',
      `:B a owl:Class . :b a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :B .
       :a a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :B ; rdfs:range :A .`,
      'ex:a a :A ; :b ex:b . ex:b a :B ; :a ex:a .',
    ],
    ['those after them', ':next a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .', 'ex:a a :A ; :next ex:b . ex:b a :A .'],
  ])('%s', async (_, turtle, data) => {
    const { model } = await modelOfTurtle(`:A a owl:Class . ${turtle}`);
    await freshSchema(model);
    await expectSame(model, PREFIXES + data);
  });

  test('the next of thousands of rows', async () => {
    const { model } = await modelOfTurtle(
      ':A a owl:Class . :boss a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :A .',
    );
    const lines = Array.from({ length: 3000 }, (_, i) => `ex:a${i} a :A ${i < 2999 ? `; :boss ex:a${i + 1} ` : ''}.`);
    await freshSchema(model);
    await expectSame(model, PREFIXES + lines.join('\n'));
  });
});

test('stores an individual of two classes in one row of their superclass, and each link once', async () => {
  const policies = { ...(await modelOf('blog')).policies, subclasses: 'several' } as const;
  const { model } = await modelOfTurtle(
    `:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A .
     :name a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
     :likes a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .`,
    policies,
  );
  await freshSchema(model);
  await expectSame(
    model,
    `${PREFIXES} ex:x a :B, :C, :A ; :name "it's \\\\ \\n \\"x\\"" ; :likes ex:x, ex:y . ex:y a :A ; :name "Y" .`,
  );
});

describe.runIf(isFullRun && serverPrograms() !== undefined)('psql', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  const psql = (folder: string, ...args: readonly string[]) => {
    const all = ['-h', server.host, '-U', 'postgres', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q', '-At', ...args];
    const { status, stdout, stderr } = spawnSync('psql', all, { cwd: folder, encoding: 'utf8' });
    expect(stderr).not.toContain('ERROR');
    expect(status).toBe(0);
    return stdout;
  };

  test.each(['blog', 'constraints', 'torture'])('%s: the CSV files load the same rows as the SQL statements', async (name) => {
    const model = await modelOf(name);
    const [largest = []] = model.classes.flatMap((cls) => instanceSetsOf(cls)).sort((a, b) => b.length - a.length);
    const lines = linesOf(largest);
    const { text } = await converted('data.ndjson', lines, model, 'sql');
    const tables = [
      ...planSchema(model)
        .groups.flat()
        .map(({ name }) => name),
      'codegen_iris',
    ];
    const dump = tables.map((table) => `SELECT '${table}', t::text FROM "${table}" t ORDER BY t::text;`).join('\n');
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-csv-'));
    try {
      const schema = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET client_min_messages = error;\n';
      writeFileSync(
        `${folder}/schema.sql`,
        schema +
          sqlSchema
            .generate(model)
            .map(({ content }) => content)
            .join('\n'),
      );
      writeFileSync(`${folder}/data.sql`, text);
      writeFileSync(`${folder}/dump.sql`, dump);
      psql(folder, '-f', 'schema.sql', '-f', 'data.sql');
      const first = psql(folder, '-f', 'dump.sql');
      expect(first.split('\n').length).toBeGreaterThan(5);
      await writeCsv(folder, lines, model);
      psql(folder, '-f', 'schema.sql', '-f', 'load.sql');
      expect(psql(folder, '-f', 'dump.sql')).toBe(first);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
