import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DriftOptions, driftScript, nextMigrations } from '../../src/migrate/index.ts';
import { type DomainModel, policiesOf } from '../../src/model/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { applyScripts, ddl } from '../migrate/migration-checks.ts';
import { histories } from '../random/ontologies.ts';
import { describeWith } from '../support/judges.ts';
import {
  halfOfVocabularies,
  isFullRun,
  judgedOntologies,
  largeVocabularies,
  modelOf,
  modelOfTurtle,
} from '../support/ontologies.ts';
import { type Server, serverPrograms, startServer } from '../support/postgres.ts';
import { codegenProcess as codegen, root } from '../support/program.ts';

const ONTOLOGY = `
  :Agent a owl:Class . :Person a owl:Class ; rdfs:subClassOf :Agent . :Robot a owl:Class ; rdfs:subClassOf :Agent .
  :name a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:string ; rdfs:comment "What it is called." .
  :email a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
  :size a owl:DatatypeProperty ; rdfs:domain :Robot ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:int ;
    owl:withRestrictions ( [ xsd:minInclusive 1 ] ) ] .
  :likes a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer ; rdfs:comment "Number of readers." .
  :code a owl:DatatypeProperty ; rdfs:domain :Robot ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:string ;
    owl:withRestrictions ( [ xsd:pattern "[A-Z]+" ] ) ] .
  :updatedAt a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:dateTime .
  :owner a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Robot ; rdfs:range :Person .
  :knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Robot .`;

/** Manual changes of a database, with the rows that report them as errors. */
const faults: readonly (readonly [sql: string, messages: readonly string[]])[] = [
  ['DROP TABLE person_knows', ['table|person_knows|table|(none)']],
  ['ALTER TABLE robots RENAME TO machines', ['table|robots|table|(none)']],
  ['ALTER TABLE person_knows SET UNLOGGED', ['table|person_knows|table|unlogged table']],
  ['ALTER TABLE robots DROP COLUMN size CASCADE', ['column|robots.size|integer NOT NULL|(none)']],
  ['ALTER TABLE robots RENAME COLUMN size TO height', ['column|robots.size|integer NOT NULL|(none)']],
  ['DROP VIEW all_robots; ALTER TABLE robots ALTER size TYPE BIGINT', ['column|robots.size|integer NOT NULL|bigint NOT NULL']],
  [
    'DROP VIEW all_people, all_robots; ALTER TABLE agents ALTER name TYPE VARCHAR(300)',
    ['column|agents.name|character varying(255) NOT NULL|character varying(300) NOT NULL'],
  ],
  [
    'DROP VIEW all_people, all_robots; ALTER TABLE agents ALTER name TYPE VARCHAR(255) COLLATE "C"',
    ['column|agents.name|character varying(255) NOT NULL|character varying(255) COLLATE "C" NOT NULL'],
  ],
  ['ALTER TABLE robots ALTER size DROP NOT NULL', ['column|robots.size|integer NOT NULL|integer']],
  ['ALTER TABLE people ALTER likes DROP DEFAULT', ['column|people.likes|integer NOT NULL DEFAULT 0|integer NOT NULL']],
  ['ALTER TABLE people ALTER likes SET DEFAULT 1', ['column|people.likes|integer NOT NULL DEFAULT 0|integer NOT NULL DEFAULT 1']],
  ['ALTER TABLE people ADD age INTEGER NOT NULL', ['column|people.age|(none)|integer NOT NULL']],
  [
    'ALTER TABLE person_knows DROP CONSTRAINT person_knows_pkey',
    ['constraint|person_knows.person_knows_pkey|PRIMARY KEY (person_id, knows_id)|(none)'],
  ],
  ['ALTER TABLE people DROP CONSTRAINT idx_people_email', ['constraint|people.idx_people_email|UNIQUE (email)|(none)']],
  [
    'ALTER TABLE robots DROP CONSTRAINT robots_owner_id_fkey',
    ['constraint|robots.robots_owner_id_fkey|FOREIGN KEY (owner_id) REFERENCES people(id) ON DELETE SET NULL|(none)'],
  ],
  [
    'ALTER TABLE robots DROP CONSTRAINT robots_owner_id_fkey, ADD CONSTRAINT robots_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people (id)',
    [
      'constraint|robots.robots_owner_id_fkey|FOREIGN KEY (owner_id) REFERENCES people(id) ON DELETE SET NULL|FOREIGN KEY (owner_id) REFERENCES people(id)',
    ],
  ],
  [
    'ALTER TABLE robots DISABLE TRIGGER ALL',
    [
      'constraint|robots.robots_owner_id_fkey|FOREIGN KEY (owner_id) REFERENCES people(id) ON DELETE SET NULL|FOREIGN KEY (owner_id) REFERENCES people(id) ON DELETE SET NULL DISABLED',
    ],
  ],
  ['ALTER TABLE robots DROP CONSTRAINT robots_size_check', ['constraint|robots.robots_size_check|CHECK ((size >= 1))|(none)']],
  [
    'ALTER TABLE robots DROP CONSTRAINT robots_size_check, ADD CONSTRAINT robots_size_check CHECK (size >= 0)',
    ['constraint|robots.robots_size_check|CHECK ((size >= 1))|CHECK ((size >= 0))'],
  ],
  [
    'ALTER TABLE robots DROP CONSTRAINT robots_size_check, ADD CONSTRAINT robots_size_check CHECK (size >= 1) NOT VALID',
    ['constraint|robots.robots_size_check|CHECK ((size >= 1))|CHECK ((size >= 1)) NOT VALID'],
  ],
  [
    'ALTER TABLE robots RENAME CONSTRAINT robots_size_check TO positive',
    ['constraint|robots.robots_size_check|CHECK ((size >= 1))|(none)'],
  ],
  [
    'DROP INDEX idx_robots_owner',
    ['index|robots.idx_robots_owner|CREATE INDEX idx_robots_owner ON robots USING btree (owner_id)|(none)'],
  ],
  [
    'DROP INDEX idx_robots_owner; CREATE INDEX idx_robots_owner ON robots USING hash (owner_id)',
    [
      'index|robots.idx_robots_owner|CREATE INDEX idx_robots_owner ON robots USING btree (owner_id)|CREATE INDEX idx_robots_owner ON robots USING hash (owner_id)',
    ],
  ],
  [
    "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'idx_robots_owner'::REGCLASS",
    [
      'index|robots.idx_robots_owner|CREATE INDEX idx_robots_owner ON robots USING btree (owner_id)|CREATE INDEX idx_robots_owner ON robots USING btree (owner_id) INVALID',
    ],
  ],
  [
    'DROP TRIGGER check_agents_kind ON agents',
    ['trigger|agents.check_agents_kind|CREATE CONSTRAINT TRIGGER check_agents_kind *|(none)'],
  ],
  ['ALTER TABLE agents DISABLE TRIGGER check_agents_kind', ['trigger|agents.check_agents_kind|*|* DISABLED']],
  [
    'ALTER TABLE agents ENABLE REPLICA TRIGGER check_agents_kind',
    ['trigger|agents.check_agents_kind|*|* ENABLED FOR REPLICAS ONLY'],
  ],
  [
    "CREATE OR REPLACE FUNCTION check_agents_kind() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    ['function|check_agents_kind()|line 4: *|line 4: AS $function$BEGIN RETURN NULL; END$function$'],
  ],
  ['ALTER FUNCTION check_agents_kind() SECURITY DEFINER', ['function|check_agents_kind()|*|line *: SECURITY DEFINER']],
  [
    'ALTER FUNCTION check_agents_kind() RENAME TO other',
    [
      'function|check_agents_kind()|CREATE OR REPLACE FUNCTION check_agents_kind() *|(none)',
      'trigger|agents.check_agents_kind|*check_agents_kind()|*other()',
    ],
  ],
  ['DROP VIEW all_people', ['view|all_people|SELECT *|(none)']],
  [
    'CREATE OR REPLACE VIEW all_people AS SELECT *, 1 AS one FROM (SELECT id, kind, name, updated_at, email, likes FROM people JOIN agents USING (id, kind)) AS x',
    ['view|all_people|line *|line *'],
  ],
  [
    'ALTER VIEW all_people SET (security_barrier = true)',
    ['view|all_people|line 1: SELECT *|line 1: security_barrier=true SELECT *'],
  ],
  [
    'ALTER TABLE agents SET SCHEMA elsewhere',
    ['table|agents|table|(none)', 'constraint|people.people_id_kind_fkey|*|* REFERENCES elsewhere.agents*'],
  ],
];

/** Additions that a user may make on purpose, with the rows that report them as notes. */
const notes: readonly (readonly [sql: string, messages: readonly string[]])[] = [
  ['CREATE TABLE own (id INTEGER PRIMARY KEY)', ['table|own|(none)|table']],
  ['CREATE MATERIALIZED VIEW counts AS SELECT count(*) FROM agents', ['table|counts|(none)|materialized view']],
  ['ALTER TABLE people ADD nickname TEXT', ['column|people.nickname|(none)|text']],
  [
    'CREATE INDEX own ON agents (lower(name))',
    ['index|agents.own|(none)|CREATE INDEX own ON agents USING btree (lower(name::text))'],
  ],
  ['ALTER TABLE robots ADD CONSTRAINT own CHECK (size < 99)', ['constraint|robots.own|(none)|CHECK ((size < 99))']],
  [
    "CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER own AFTER INSERT ON agents EXECUTE FUNCTION own()",
    [
      'function|own()|(none)|CREATE OR REPLACE FUNCTION own() *',
      'trigger|agents.own|(none)|CREATE TRIGGER own AFTER INSERT ON agents FOR EACH STATEMENT EXECUTE FUNCTION own()',
    ],
  ],
  ['CREATE VIEW own AS SELECT 1', ['view|own|(none)|SELECT 1 AS "?column?";']],
  ["COMMENT ON COLUMN agents.name IS 'Another.'", ['comment|agents.name|What it is called.|Another.']],
  ['ALTER TABLE agents ENABLE ROW LEVEL SECURITY', ['row security|agents|(none)|enabled']],
  [
    'ALTER TABLE agents ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON agents FOR SELECT USING (name = current_user)',
    [
      'policy|agents.own|(none)|PERMISSIVE FOR SELECT TO PUBLIC USING (((name)::text = CURRENT_USER))',
      'row security|agents|(none)|enabled',
    ],
  ],
  [
    'CREATE RULE own AS ON DELETE TO robots DO INSTEAD NOTHING',
    ['rule|robots.own|(none)|CREATE RULE own AS ON DELETE TO robots DO INSTEAD NOTHING;'],
  ],
  ['REVOKE EXECUTE ON FUNCTION check_agents_kind() FROM PUBLIC', ['rights|check_agents_kind()|(none)|not for PUBLIC']],
];

describeWith(['postgresql'], 'migrate drift', () => {
  let server: Server;
  let owner: pg.Client;
  let model: DomainModel;

  beforeAll(async () => {
    server = await startServer('max_locks_per_transaction=512');
    owner = await server.connect();
    await owner.query('CREATE ROLE app LOGIN; CREATE SCHEMA elsewhere');
    model = (await modelOfTurtle(ONTOLOGY)).model;
  });
  afterAll(() => server?.stop());

  const clear = () => owner.query('DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS codegen_kept CASCADE; CREATE SCHEMA public');

  /** Runs a script with psql, as users do. */
  function psql(script: string, user = 'postgres') {
    const args = ['-X', '-A', '-t', '-h', server.host, '-U', user, '-d', 'postgres', '-f', '-'];
    const { status, stdout, stderr } = spawnSync(path.join(serverPrograms() ?? '', 'psql'), args, {
      input: script,
      encoding: 'utf8',
    });
    return { status, stderr, rows: stdout.split('\n').filter((line) => line !== '') };
  }

  const drift = (of: DomainModel, more: Partial<DriftOptions> = {}, user?: string) =>
    psql(driftScript(schemaState(of), { origin: 'test.ttl', isStrict: false, ...more }), user);

  const NONE = { status: 0, stderr: '', rows: [] };

  async function schemas(): Promise<unknown> {
    const { rows } = await owner.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'codegen%'");
    return rows;
  }

  test.each(halfOfVocabularies(judgedOntologies, 1).filter((name) => !largeVocabularies.has(name)))(
    'finds no drift in a fresh schema of %s',
    async (name) => {
      await clear();
      const of = await modelOf(name);
      await owner.query(ddl(of));
      expect(drift(of, { isStrict: true })).toEqual(NONE);
      expect(await schemas()).toEqual([]);
    },
  );

  test.each([{ 'row-security': 'on' }, { subclasses: 'several' }] as const)('finds no drift with %o', async (policies) => {
    await clear();
    const of = (await modelOfTurtle(ONTOLOGY, policiesOf(policies))).model;
    await owner.query(ddl(of));
    expect(drift(of, { isStrict: true })).toEqual(NONE);
    // The default policies result in another schema.
    expect(drift(model).status).toBe(3);
  });

  test.each(fc.sample(histories, { numRuns: isFullRun ? 12 : 4, seed: 3 }).map((texts, i) => [i, texts] as const))(
    'finds no drift after the migrations of history %i',
    async (_, texts) => {
      await clear();
      const database = { exec: (sql: string) => owner.query(sql), rows: async (sql: string) => (await owner.query(sql)).rows };
      const models = [];
      for (const text of texts) models.push((await modelOfTurtle(text)).model);
      const [first] = models;
      await owner.query(ddl(first as DomainModel));
      for (const [i, now] of models.entries()) {
        const before = models[i - 1];
        if (!before) continue;
        // The names of kept data contain the migration number, which must therefore be unique.
        await applyScripts(database, nextMigrations(schemaState(before), schemaState(now), (iri) => iri, 10 * i).scripts);
        expect(drift(now, { isStrict: true })).toEqual(NONE);
      }
    },
  );

  describe('manual changes', () => {
    beforeEach(async () => {
      await clear();
      await owner.query('DROP SCHEMA elsewhere CASCADE; CREATE SCHEMA elsewhere');
      await owner.query(ddl(model));
    });

    const pattern = (row: string, level: string) =>
      expect.stringMatching(
        new RegExp(
          `^${level}\\|${row
            .split('*')
            .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('.*')}$`,
          's',
        ),
      );

    test.each(faults)('%s', async (sql, messages) => {
      await owner.query(sql);
      const { status, stderr, rows } = drift(model);
      for (const row of messages) expect(rows).toContainEqual(pattern(row, 'error'));
      expect([status, stderr]).toEqual([
        3,
        expect.stringMatching(/ERROR: {2}the database differs from the schema of test\.ttl: \d+ difference/),
      ]);
      expect(await schemas()).toEqual([]);
    });

    test.each(notes)('%s', async (sql, messages) => {
      await owner.query(sql);
      const { status, stderr, rows } = drift(model);
      expect(rows).toEqual(messages.map((row) => pattern(row, 'note')));
      expect([status, stderr]).toEqual([0, '']);
      const strict = drift(model, { isStrict: true });
      expect([strict.status, strict.rows]).toEqual([3, messages.map((row) => pattern(row, 'error'))]);
    });

    test('tables of migration tools and objects of extensions are never reported', async () => {
      await owner.query(`CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY); CREATE TABLE schema_migrations (version BIGINT);
        CREATE TABLE flyway_schema_history (installed_rank INTEGER); CREATE EXTENSION IF NOT EXISTS pgcrypto`);
      expect(drift(model, { isStrict: true })).toEqual(NONE);
    });

    test('the schema that an option names is checked, and a missing schema is reported', async () => {
      await owner.query('ALTER SCHEMA public RENAME TO "Shop of: Ann"; CREATE SCHEMA public');
      expect(drift(model, { isStrict: true, schema: 'Shop of: Ann' })).toEqual(NONE);
      expect(drift(model).rows).toContain('error|table|agents|table|(none)');
      expect(drift(model, { schema: 'shop' })).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('there is no schema shop'),
      });
      await owner.query('DROP SCHEMA "Shop of: Ann" CASCADE');
    });

    test('the role needs CREATE on the database and USAGE on the schema, but no right on a table', async () => {
      await owner.query('REVOKE USAGE ON SCHEMA public FROM PUBLIC');
      expect(drift(model, {}, 'app')).toMatchObject({ status: 3, stderr: expect.stringContaining('names no existing schema') });
      await owner.query('GRANT USAGE ON SCHEMA public TO app');
      expect(drift(model, {}, 'app')).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('app needs CREATE on the database postgres'),
      });
      await owner.query('GRANT CREATE ON DATABASE postgres TO app');
      expect(drift(model, { isStrict: true }, 'app')).toEqual(NONE);
      await owner.query('REVOKE CREATE ON DATABASE postgres FROM app');
    });

    test('with row security, policies of the user are accepted, and changes that bypass them are reported', async () => {
      await clear();
      const of = (await modelOfTurtle(ONTOLOGY, policiesOf({ 'row-security': 'on' }))).model;
      await owner.query(`${ddl(of)}; ALTER TABLE agents ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON agents USING (TRUE)`);
      expect(drift(of, { isStrict: true })).toEqual(NONE);
      await owner.query(
        'ALTER TABLE agents DISABLE ROW LEVEL SECURITY; ALTER TABLE people ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
      );
      await owner.query(
        'GRANT EXECUTE ON FUNCTION check_agents_kind() TO PUBLIC; ALTER VIEW all_people RESET (security_invoker)',
      );
      const { rows, status } = drift(of);
      expect([status, rows]).toEqual([
        3,
        [
          'error|rights|check_agents_kind()|not for PUBLIC|(none)',
          'error|row security|agents|(none)|not enabled, though there are policies',
          'error|row security|people|(none)|forced',
          expect.stringMatching(/^error\|view\|all_people\|line 1: security_invoker=true/),
        ],
      ]);
    });
  });

  test('the command compares with the result of the migrations, and warns if the ontology is newer', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-drift-'));
    const run = (...args: string[]) => codegen(folder, ['migrate', ...args, '--ontology', 'blog.ttl']);
    try {
      const blog = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
      writeFileSync(path.join(folder, 'blog.ttl'), blog);
      await clear();
      expect(run('drift').stdout).toContain('the schema of blog.ttl');
      run('new');
      await owner.query(readFileSync(path.join(folder, 'migrations/001_create_blog_schema.sql'), 'utf8'));
      writeFileSync(path.join(folder, 'blog.ttl'), blog + readFileSync(path.join(root, 'examples/upvotes.ttl'), 'utf8'));
      const behind = run('drift');
      expect([behind.status, behind.stderr]).toEqual([0, expect.stringContaining('[migration-behind]')]);
      expect(psql(behind.stdout)).toEqual(NONE);
      run('new');
      const next = run('drift', '--output', 'drift.sql');
      expect([next.status, next.stdout, next.stderr]).toEqual([0, 'wrote drift.sql\n', '']);
      const found = psql(readFileSync(path.join(folder, 'drift.sql'), 'utf8'));
      expect(found.rows).toEqual(['error|column|comments.upvotes|integer NOT NULL DEFAULT 0|(none)']);
      expect(found.stderr).toContain('differs from the schema of migrations/codegen.schema.json (002): 1 difference\n');
      rmSync(path.join(folder, 'migrations/002_add_upvotes_to_comments.sql'));
      expect(run('drift')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('[migration-missing]') });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
