import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ToolName } from '../../src/migrate/tools.ts';
import { catalogueOf } from '../migrate/catalogue.ts';
import { cargoCache, sqlxCargoEnvironment } from '../support/caches.ts';
import { clientMakers, describeWith, type Judge, run } from '../support/judges.ts';
import { isFullRun } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { codegenProcess as codegen } from '../support/program.ts';

/** Tests that the supported tools apply migrations, also those without a transaction, to tables with rows. */

const first = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://example.org/shop> a owl:Ontology .
:Shop a owl:Class . :Item a owl:Class .
:called a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Shop ; rdfs:range xsd:string .
:tag a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string ; rdfs:label "tag" .
:colour a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string .
:weight a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:int .
`;
/** Adds values to fill in, two indexes, a key, a foreign key, a check, and functions with semicolons. */
const second = `${first}
:soldBy a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range :Shop .
:madeBy a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range :Shop .
:soldOn a owl:ObjectProperty ; rdfs:domain :Item ; rdfs:range :Shop .
:Item owl:hasKey ( :tag ) .
:Parcel a owl:Class ; rdfs:subClassOf :Item .
[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :colour ; sh:minCount 1 ; sh:defaultValue "red; or 'not'" ] ,
  [ sh:path :weight ; sh:maxInclusive 1000 ] , [ sh:path :soldOn ; sh:minCount 0 ; sh:maxCount 3 ] .
`;
/** Renames a column in place and removes another one. */
const third = second
  .replace('"tag"', '"code"')
  .replace(/:weight a.*\n/, '')
  .replace(/\[ sh:path :weight [^\]]*\] ,/, '');

let server: Server;
let owner: pg.Client;
let folder: string;

const clients = fileURLToPath(new URL('../clients', import.meta.url));
const migrations = () => path.join(folder, 'migrations');

interface Applier {
  readonly judges: readonly Judge[];
  /** The table in which the tool records the applied migrations. */
  readonly table: string;
  readonly prepare?: () => void;
  readonly up: () => void;
  /** Reverts the last migrations; undefined if only a paid version of the tool can do this. */
  readonly down?: (count: number, to: number) => void;
}

const golangMigrate = (down: number) => {
  const program = path.join(clientMakers.folder, 'golang-migrate/golang-migrate');
  run(program, [migrations(), `postgres://postgres@/postgres?host=${server.host}`, String(down)], { cwd: folder });
};
const dbmate = (command: string) => {
  const program = path.join(clientMakers.folder, 'node_modules/dbmate/dist/cli.js');
  const url = `postgres://postgres@localhost/postgres?socket=${server.host}`;
  run(process.execPath, [program, '--url', url, '--no-dump-schema', '-d', migrations(), command], { cwd: folder });
};
const sqlxCrate = path.join(cargoCache, 'sqlx-migrate');
const sqlx = (to: string) => {
  const arguments_ = ['run', '--quiet', '--', migrations(), server.host, to];
  run('cargo', arguments_, { cwd: sqlxCrate, env: sqlxCargoEnvironment });
};

const appliers: Readonly<Record<ToolName, Applier>> = {
  sqlx: {
    judges: ['cargo'],
    table: '_sqlx_migrations',
    prepare: () => cpSync(path.join(clients, 'sqlx-migrate'), sqlxCrate, { recursive: true }),
    up: () => sqlx('up'),
    down: (_, to) => sqlx(String(to)),
  },
  'golang-migrate': {
    judges: ['golang-migrate'],
    table: 'schema_migrations',
    up: () => golangMigrate(0),
    down: golangMigrate,
  },
  flyway: {
    judges: ['flyway'],
    table: 'flyway_schema_history',
    up: () => {
      const java = ['-Xmx512m', '-cp', path.join(clientMakers.flyway, '*'), path.join(clients, 'flyway/Migrate.java')];
      const settings = ['flyway.postgresql.transactional.lock=false'];
      run('java', [...java, 'migrations', `${server.host}/.s.PGSQL.5432`, ...settings], { cwd: folder });
    },
  },
  dbmate: {
    judges: ['dbmate'],
    table: 'schema_migrations',
    up: () => dbmate('migrate'),
    down: (count) => {
      for (let i = 0; i < count; i++) dbmate('rollback');
    },
  },
};

function write(tool: ToolName, text: string): void {
  writeFileSync(path.join(folder, 'shop.ttl'), text);
  const done = codegen(folder, ['migrate', 'new', '--ontology', 'shop.ttl', '--tool', tool, '--allow-data-loss']);
  expect(done.status, done.stderr).toBe(0);
}

/** Reads the catalogue without the tool's own table. */
async function catalogue(table: string) {
  const exec = async (sql: string) => owner.query(sql);
  const rows = async (sql: string) => (await owner.query<Record<string, unknown>>(sql)).rows;
  const all = await catalogueOf({ exec, rows });
  return Object.fromEntries(Object.entries(all).map(([kind, lines]) => [kind, lines.filter((line) => !line.includes(table))]));
}

const clear = () => owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS codegen_kept CASCADE');
const rowsOf = async (sql: string) => (await owner.query<Record<string, unknown>>(sql)).rows;

describeWith(['postgresql'], 'tools that apply migrations', () => {
  describe.runIf(isFullRun)('on a server', () => {
    beforeAll(async () => {
      server = await startServer();
      owner = await server.connect();
    });
    afterAll(() => server?.stop());
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'migrators-'));
      await clear();
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    for (const [name, { judges, table, prepare, up, down }] of Object.entries(appliers)) {
      const tool = name as ToolName;
      describeWith(judges, tool, () => {
        test('migrations produce the same schema as a fresh one and keep the rows', async () => {
          prepare?.();
          write(tool, third);
          up();
          const fresh = await catalogue(table);
          await clear();
          rmSync(migrations(), { recursive: true });

          write(tool, first);
          up();
          await owner.query(`INSERT INTO items (tag, colour, weight) VALUES ('a', 'blue', 1), ('b', NULL, 2)`);
          const before = { rows: await rowsOf('SELECT * FROM items ORDER BY tag'), catalogue: await catalogue(table) };
          write(tool, second);
          write(tool, third);
          up();
          expect(await catalogue(table)).toEqual(fresh);
          expect(await rowsOf('SELECT code, colour, kind FROM items ORDER BY code')).toEqual([
            { code: 'a', colour: 'blue', kind: 'Item' },
            { code: 'b', colour: "red; or 'not'", kind: 'Item' },
          ]);
          const files = readdirSync(migrations()).filter((file) => /^[V0-9].*\.sql$/.test(file) && !file.includes('.down.'));
          const outside = files.filter((file) => /CONCURRENTLY/.test(readFileSync(path.join(migrations(), file), 'utf8')));
          expect(outside.length).toBeGreaterThanOrEqual(3);
          if (!down) return;
          down(files.length - 1, 1);
          expect({ rows: await rowsOf('SELECT * FROM items ORDER BY tag'), catalogue: await catalogue(table) }).toEqual(before);
          up();
          expect(await catalogue(table)).toEqual(fresh);
        });
      });
    }
  });
});
