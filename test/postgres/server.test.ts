import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { policiesOf } from '../../src/model/index.ts';
import { dropSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import { describeWith } from '../support/judges.ts';
import { modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { transactions } from '../support/sample-rows.ts';
import { id } from './cases.ts';

const hierarchy = `
  :Agent a owl:Class . :Person a owl:Class ; rdfs:subClassOf :Agent . :Robot a owl:Class ; rdfs:subClassOf :Agent .
  :Manager a owl:Class ; rdfs:subClassOf :Person , [ a owl:Restriction ; owl:onProperty :knows ; owl:minCardinality 1 ] .
  :name a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:string .
  :salary a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
  :updatedAt a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:dateTime .
  :knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Robot .`;

/** The same hierarchy with so many classes that functions do not list the tables of all of them. */
const many = `${hierarchy}\n${Array.from({ length: 250 }, (_, n) => `:Kind${n} a owl:Class ; rdfs:subClassOf :Agent .`).join('\n')}`;

const rows = `
  BEGIN;
  INSERT INTO agents (id, kind, name) VALUES (${id(1)}, 'Agent', 'Any'), (${id(2)}, 'Robot', 'Rob'), (${id(3)}, 'Manager', 'Mia');
  INSERT INTO robots (id) VALUES (${id(2)});
  INSERT INTO people (id, kind, salary) VALUES (${id(3)}, 'Manager', 5);
  INSERT INTO managers (id) VALUES (${id(3)});
  INSERT INTO person_knows VALUES (${id(3)}, ${id(2)});
  COMMIT`;

/** Statements that violate a rule, each with the constraint that rejects it. */
const breaches: readonly (readonly [string, string])[] = [
  [`INSERT INTO agents (id, kind, name) VALUES (${id(9)}, 'Person', 'x')`, 'check_agents_kind'],
  [`UPDATE agents SET kind = 'Robot' WHERE id = ${id(1)}`, 'check_agents_kind'],
  [
    `INSERT INTO agents (id, kind, name) VALUES (${id(8)}, 'Person', 'x'); UPDATE agents SET id = ${id(9)} WHERE id = ${id(8)}`,
    'check_agents_kind',
  ],
  [`UPDATE agents SET kind = 'Robot' WHERE id = ${id(3)}`, 'people_id_kind_fkey'],
  [`INSERT INTO people (id, salary) VALUES (${id(1)}, 5)`, 'people_id_kind_fkey'],
  [`INSERT INTO people (id, kind, salary) VALUES (${id(2)}, 'Robot', 5)`, 'people_kind_check'],
  [`INSERT INTO robots (id) VALUES (${id(3)})`, 'robots_id_kind_fkey'],
  [`DELETE FROM managers WHERE id = ${id(3)}`, 'keep_managers'],
  [`DELETE FROM people WHERE id = ${id(3)}`, 'keep_managers'],
  [`DELETE FROM person_knows`, 'managers_knows_size_check'],
];

describeWith(['postgresql'], 'a server', () => {
  let server: Server;
  let owner: pg.Client;

  beforeAll(async () => {
    server = await startServer();
    owner = await server.connect();
    await owner.query('CREATE ROLE app LOGIN');
  });

  afterAll(() => server?.stop());

  const clear = () =>
    owner.query('RESET search_path; DROP SCHEMA IF EXISTS renamed CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');

  /** Returns the major version of the server, for example 15. CODEGEN_TEST_POSTGRES may select the server. */
  async function versionOf(client: pg.Client): Promise<number> {
    const { rows: found } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::INT / 10000 AS version",
    );
    return found[0]?.version ?? 0;
  }

  /** Returns the constraint that rejects a statement; undefined if it is accepted. Rolls back in both cases. */
  async function refusal(client: pg.Client, sql: string): Promise<string | undefined> {
    try {
      await client.query(`BEGIN; ${sql}; SET CONSTRAINTS ALL IMMEDIATE`);
      return undefined;
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      return constraint ?? message;
    } finally {
      await client.query('ROLLBACK');
    }
  }

  describe.each([
    ['a few classes', hierarchy],
    ['many classes', many],
  ])('keeps the rows of an instance consistent in a hierarchy of %s', (_, ontology) => {
    beforeEach(async () => {
      await clear();
      const { model } = await modelOfTurtle(ontology);
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      await owner.query(rows);
    });

    const expectAll = async (client: pg.Client) => {
      for (const [sql, constraint] of breaches) expect(await refusal(client, sql), sql).toBe(constraint);
    };

    test('for the owner of the tables', () => expectAll(owner));

    test('for a role that may only read and write the tables', async () => {
      await owner.query('GRANT USAGE ON SCHEMA public TO app');
      await owner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app');
      const app = await server.connect('app');
      await expectAll(app);
      expect(await refusal(app, `DELETE FROM agents; ${rows.replace('BEGIN;', '').replace('COMMIT', '')}`)).toBeUndefined();
    });

    test('if temporary tables have the same names', async () => {
      const session = await server.connect();
      await session.query(`
        CREATE TEMP TABLE robots (id UUID, kind TEXT); CREATE TEMP TABLE people (id UUID, kind TEXT, salary INT);
        CREATE TEMP TABLE agents (id UUID, kind TEXT, name TEXT, updated_at TIMESTAMPTZ);
        CREATE TEMP TABLE managers (id UUID, kind TEXT); CREATE TEMP TABLE person_knows (person_id UUID, knows_id UUID);
        INSERT INTO managers VALUES (${id(3)}); INSERT INTO people VALUES (${id(9)}); INSERT INTO robots VALUES (${id(1)});
        INSERT INTO person_knows VALUES (${id(3)}, ${id(2)});`);
      for (const [sql, constraint] of breaches) {
        const meant = sql.replace(/(INTO|UPDATE|FROM) /, '$1 public.');
        expect(await refusal(session, meant), meant).toBe(constraint);
      }
    });

    test('in a renamed schema if another schema has the old name', async () => {
      await owner.query('ALTER SCHEMA public RENAME TO renamed; CREATE SCHEMA public');
      const { model } = await modelOfTurtle(ontology);
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      await owner.query('SET search_path = renamed');
      await expectAll(owner);
      await owner.query(`UPDATE people SET salary = 6 WHERE id = ${id(3)}`);
      await owner.query(`DELETE FROM agents WHERE id = ${id(3)}`);
      expect((await owner.query('SELECT FROM people UNION ALL SELECT FROM managers')).rowCount).toBe(0);
    });

    test('and shows them as one row of a view', async () => {
      const { rows: found } = await owner.query('SELECT id, kind, name, salary FROM all_managers');
      expect(found).toEqual([{ id: id(3).slice(1, -1), kind: 'Manager', name: 'Mia', salary: 5 }]);
      expect((await owner.query('SELECT kind, name FROM all_people')).rows).toEqual([{ kind: 'Manager', name: 'Mia' }]);
    });

    test('and lets an instance change its class in one transaction', async () => {
      const become = `UPDATE agents SET kind = 'Robot' WHERE id = ${id(1)}; INSERT INTO robots (id) VALUES (${id(1)});
        DELETE FROM robots WHERE id = ${id(2)} AND FALSE`;
      expect(await refusal(owner, become)).toBeUndefined();
      const back = `DELETE FROM managers WHERE id = ${id(3)}; DELETE FROM people WHERE id = ${id(3)};
        UPDATE agents SET kind = 'Agent' WHERE id = ${id(3)}`;
      expect(await refusal(owner, back)).toBeUndefined();
    });
  });

  const document = readFileSync(new URL('../../docs/how-to/postgresql.md', import.meta.url), 'utf8');
  const [, given] = /```sql\n(DO .*?)```/s.exec(document) ?? [];

  test.each([
    ['once the functions have the rights of their owner', policiesOf({ unstated: 'required' }), given as string],
    ['with --policy row-security=on', policiesOf({ 'row-security': 'on' }), 'SELECT 1'],
  ])('checks rows that policies hide from the writer %s', async (_, policies, statement) => {
    await clear();
    const isOn = policies['row-security'] === 'on';
    const { model } = await modelOfTurtle(hierarchy, policies);
    const loaded = owner.query(sqlSchema.generate(model)[0]?.content ?? '');
    if (isOn && (await versionOf(owner)) < 15) {
      await expect(loaded).rejects.toThrow('row-security=on needs PostgreSQL 15');
      return;
    }
    await loaded;
    await owner.query(rows);
    await owner.query('GRANT USAGE ON SCHEMA public TO app');
    await owner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app');
    await owner.query('ALTER TABLE managers ENABLE ROW LEVEL SECURITY');
    const app = await server.connect('app');
    const breach = 'DELETE FROM person_knows';
    if (!isOn) expect(await refusal(app, breach)).toBeUndefined();
    // A view shows the rows that its owner may see, or with row-security=on those that the reader may see.
    expect((await app.query('SELECT FROM all_managers')).rowCount).toBe(isOn ? 0 : 1);
    await owner.query(statement);
    expect(await refusal(app, breach)).toBe('managers_knows_size_check');
    expect(await refusal(app, `DELETE FROM people WHERE id = ${id(3)}`)).toBe('keep_managers');
    const attach =
      'CREATE TEMPORARY TABLE mine (id UUID); CREATE TRIGGER mine AFTER INSERT ON mine EXECUTE FUNCTION check_managers()';
    expect(await refusal(app, attach)).toContain('permission denied for function');
  });

  describe('deletes a whole instance when its required reference is deleted', () => {
    beforeEach(clear);

    const load = async (ontology: string, rowsBefore: string) => {
      const { model } = await modelOfTurtle(ontology);
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      await owner.query(`BEGIN; ${rowsBefore}; COMMIT`);
    };
    const left = async (...tables: readonly string[]) => {
      const counts: number[] = [];
      for (const table of tables) counts.push((await owner.query(`SELECT FROM ${table}`)).rowCount ?? 0);
      return counts;
    };
    const one = (property: string) => `[ a owl:Restriction ; owl:onProperty ${property} ; owl:cardinality 1 ]`;

    test('if the table of a subclass has the reference', async () => {
      const ontology = `:Party a owl:Class . :Guest a owl:Class ; rdfs:subClassOf :Party , ${one(':room')} . :Room a owl:Class .
        :Bill a owl:Class ; rdfs:subClassOf ${one(':party')} .
        :room a owl:ObjectProperty ; rdfs:domain :Guest ; rdfs:range :Room .
        :party a owl:ObjectProperty ; rdfs:domain :Bill ; rdfs:range :Party .`;
      await load(
        ontology,
        `INSERT INTO rooms (id) VALUES (${id(1)}), (${id(2)});
        INSERT INTO parties (id, kind) VALUES (${id(3)}, 'Guest'), (${id(4)}, 'Guest'), (${id(5)}, 'Party');
        INSERT INTO guests (id, room_id) VALUES (${id(3)}, ${id(1)}), (${id(4)}, ${id(2)});
        INSERT INTO bills (id, party_id) VALUES (${id(6)}, ${id(3)}), (${id(7)}, ${id(4)})`,
      );
      await owner.query(`DELETE FROM rooms WHERE id = ${id(1)}`);
      expect(await left('rooms', 'parties', 'guests', 'bills')).toEqual([1, 2, 1, 1]);
      expect(await refusal(owner, 'DELETE FROM guests')).toBe('keep_guests');
    });

    test('if it has rows of several superclasses and its reference is circular', async () => {
      const ontology = `:Car a owl:Class . :Boat a owl:Class ; rdfs:subClassOf ${one(':port')} . :Truck a owl:Class ; rdfs:subClassOf :Car .
        :Duck a owl:Class ; rdfs:subClassOf :Car , :Boat . :Port a owl:Class ; rdfs:subClassOf ${one(':ferry')} .
        :port a owl:ObjectProperty ; rdfs:domain :Boat ; rdfs:range :Port .
        :ferry a owl:ObjectProperty ; rdfs:domain :Port ; rdfs:range :Duck .`;
      await load(
        ontology,
        `INSERT INTO cars (id, kind) VALUES (${id(1)}, 'Duck'), (${id(2)}, 'Car');
        INSERT INTO boats (id, kind, port_id) VALUES (${id(1)}, 'Duck', ${id(9)}), (${id(2)}, 'Boat', ${id(9)});
        INSERT INTO ducks (id) VALUES (${id(1)}); INSERT INTO ports (id, ferry_id) VALUES (${id(9)}, ${id(1)})`,
      );
      await owner.query('DELETE FROM ports');
      // The remaining car only has the same id as a deleted boat.
      expect((await owner.query('SELECT id, kind FROM cars')).rows).toEqual([{ id: id(2).slice(1, -1), kind: 'Car' }]);
      expect(await left('boats', 'ducks', 'ports')).toEqual([0, 0, 0]);
    });

    test('if only a subclass requires the reference', async () => {
      const ontology = `:Doc a owl:Class . :User a owl:Class . :Draft a owl:Class ; rdfs:subClassOf :Doc , ${one(':editor')} .
        :Final a owl:Class ; rdfs:subClassOf :Draft .
        :editor a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range :User .`;
      await load(
        ontology,
        `INSERT INTO users (id) VALUES (${id(1)});
        INSERT INTO docs (id, kind, editor_id) VALUES (${id(2)}, 'Doc', ${id(1)}), (${id(3)}, 'Draft', ${id(1)}), (${id(4)}, 'Final', ${id(1)});
        INSERT INTO drafts (id, kind) VALUES (${id(3)}, 'Draft'), (${id(4)}, 'Final'); INSERT INTO finals (id) VALUES (${id(4)})`,
      );
      expect(await refusal(owner, 'UPDATE docs SET editor_id = NULL')).toBe('docs_editor_id_required_in_drafts_check');
      await owner.query('DELETE FROM users');
      expect((await owner.query('SELECT kind, editor_id FROM docs')).rows).toEqual([{ kind: 'Doc', editor_id: null }]);
      expect(await left('drafts', 'finals')).toEqual([0, 0]);
    });
  });

  describe.each(['blog', 'constraints', 'torture', 'foaf'])('runs the migration of %s', (ontology) => {
    let folder: string;

    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'migration-'));
      await clear();
    });

    const objects = async () => {
      const sql = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
      return (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
    };

    const psql = (sql: string, ...options: readonly string[]) => {
      const file = path.join(folder, 'migration.sql');
      writeFileSync(file, sql);
      const args = ['-h', server.host, '-U', 'postgres', '-X', '-q', '-v', 'ON_ERROR_STOP=1', ...options, '-f', file];
      const done = spawnSync('psql', args, { encoding: 'utf8' });
      expect([done.status, done.stderr]).toEqual([0, '']);
    };

    test('in one transaction of psql, and then accepts rows', async () => {
      const model = await modelOf(ontology);
      psql(sqlSchema.generate(model)[0]?.content ?? '', '-1');
      for (const transaction of transactions(model)) await owner.query(transaction);
      psql(dropSchema(model), '-1');
      expect(await objects()).toEqual([]);
      rmSync(folder, { recursive: true });
    });

    test('as one query in a transaction, as sqlx sends it, and can be rolled back', async () => {
      const model = await modelOf(ontology);
      await owner.query('BEGIN');
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      await owner.query('ROLLBACK');
      expect(await objects()).toEqual([]);
    });

    test('with the constraint names of the plan', async () => {
      const model = await modelOf(ontology);
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      const tables = planSchema(model).groups.flat();
      const planned = tables.flatMap(({ columns, constraints, foreignKeys }) => [
        ...columns.flatMap(({ check, unique }) => [...(check ? [check.name] : []), ...(unique ? [unique] : [])]),
        ...[...constraints, ...foreignKeys].map((constraint) => constraint.name),
      ]);
      const { rows: found } = await owner.query<{ conname: string }>(
        `SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'u')`,
      );
      const names = found.map(({ conname }) => conname);
      expect(names.filter((name) => !planned.includes(name))).toEqual([]);
      expect(planned.filter((name) => !names.includes(name))).toEqual([]);
    });
  });
});
