import { expect, test } from 'vitest';
import { nextMigrations } from '../../src/migrate/index.ts';
import { policiesOf } from '../../src/model/index.ts';
import { schemaState, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { catalogueOf, reset, sharedDatabase } from './catalogue.ts';
import { applyScripts, ddl, revertScripts } from './migration-checks.ts';

/** Migrations that recreate functions and views keep their owners and privileges. */

const database = sharedDatabase();

const ontology = (classes: string) => `:Top a owl:Class . :Low a owl:Class ; rdfs:subClassOf :Top . ${classes}
  :name a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:string .
  :updatedAt a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:dateTime .`;
const more = ':Other a owl:Class ; rdfs:subClassOf :Top .';

const rights = `SELECT proname AS name, prosecdef AS owner, has_function_privilege('public', pg_proc.oid, 'EXECUTE') AS public
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`;

test.each([
  ['is set', 'off', 'on', ''],
  ['is set no longer', 'on', 'off', ''],
  ['stays, and the functions are other ones', 'on', 'on', more],
] as const)('functions have the privileges of a new schema when the policy %s', async (_, before, now, added) => {
  const [a, b] = await Promise.all(
    (
      [
        [before, ''],
        [now, added],
      ] as const
    ).map(async ([value, classes]) => {
      const { model } = await modelOfTurtle(ontology(classes), policiesOf({ 'row-security': value }));
      return model;
    }),
  );
  if (!a || !b) throw new Error('there are two versions');
  await reset(database);
  await database.exec(ddl(b));
  const fresh = await catalogueOf(database);
  const wanted = await database.rows(rights);
  // The function that sets updated_at of its own row reads no table, so it needs no rights of the owner.
  expect(wanted.filter(({ owner }) => owner).length).toBe(now === 'on' ? wanted.length - 1 : 0);
  expect(wanted.every(({ owner, public: everybody }) => owner !== everybody)).toBe(true);
  await reset(database);
  await database.exec(ddl(a));
  const first = [await catalogueOf(database), await database.rows(rights)];
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), (iri) => iri, 2);
  await applyScripts(database, scripts);
  expect([await catalogueOf(database), await database.rows(rights)]).toEqual([fresh, wanted]);
  await revertScripts(database, scripts);
  expect([await catalogueOf(database), await database.rows(rights)]).toEqual(first);
});

/** Selects the owners of views and the privileges of other roles on the views and their columns. */
const viewRights = `SELECT relname AS view, relowner::REGROLE::TEXT AS owner, part, _right.grantee::REGROLE::TEXT AS grantee,
    privilege_type AS type, is_grantable AS gives
  FROM pg_class JOIN LATERAL (
    SELECT NULL AS part, acl.* FROM aclexplode(relacl) AS acl
    UNION ALL SELECT attname, acl.* FROM pg_attribute, aclexplode(attacl) AS acl WHERE attrelid = pg_class.oid
  ) AS _right ON _right.grantee <> relowner
  WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace ORDER BY 1, 2, 3, 4, 5`;

test('recreated views keep their owners and privileges', async () => {
  const named = (low: string, more: string) => `
    :Top a owl:Class . :${low} a owl:Class ; rdfs:subClassOf :Top .
    :name a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:string .
    :age a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:integer . ${more}`;
  const size = ':size a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Top ; rdfs:range xsd:integer .';
  const { model: a } = await modelOfTurtle(named('Low', ''));
  const { model: b } = await modelOfTurtle(named('Sand', size));
  await reset(database);
  await database.exec(`${ddl(a)}
    DO $$ BEGIN CREATE ROLE reader; CREATE ROLE "Odd one"; CREATE ROLE keeper; EXCEPTION WHEN duplicate_object THEN END $$;
    GRANT SELECT ON all_lows TO reader, PUBLIC; GRANT SELECT (name, age) ON all_lows TO "Odd one";
    GRANT UPDATE ON all_lows TO "Odd one" WITH GRANT OPTION; GRANT CREATE ON SCHEMA public TO keeper;
    ALTER VIEW all_lows OWNER TO keeper;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT DELETE ON TABLES TO keeper, reader;`);
  const before = await database.rows(viewRights);
  expect(before).toHaveLength(5);
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), (iri) => iri.replace(/Low$/, 'Sand'), 2);
  await applyScripts(database, scripts);
  const after = await database.rows(viewRights);
  expect(after).toEqual(before.map((right) => ({ ...right, view: 'all_sands' })));
  await revertScripts(database, scripts);
  expect(await database.rows(viewRights)).toEqual(before);
  await database.exec('ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE DELETE ON TABLES FROM keeper, reader');
});

test('a recreated view that had no grants gets no default privileges', async () => {
  const { model: a } = await modelOfTurtle(ontology(''));
  const { model: b } = await modelOfTurtle(ontology(':age a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:integer .'));
  await reset(database);
  await database.exec(ddl(a));
  await database.exec('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO PUBLIC');
  await applyScripts(database, nextMigrations(schemaState(a), schemaState(b), (iri) => iri, 2).scripts);
  expect(await database.rows(viewRights)).toEqual([]);
  await database.exec('ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT ON TABLES FROM PUBLIC');
});

/** Replaces the server version in SQL, to simulate a server of another version. */
const onServer = (sql: string, version: number) => sql.replaceAll("current_setting('server_version_num')", `'${version}'`);

test('a server older than PostgreSQL 15 rejects row-security=on with a clear message', async () => {
  const [off, on] = await Promise.all(
    ['off', 'on'].map(async (value) => (await modelOfTurtle(ontology(''), policiesOf({ 'row-security': value }))).model),
  );
  if (!off || !on) throw new Error('there are two models');
  await reset(database);
  const created = sqlSchema.generate(on)[0]?.content ?? '';
  const needs = 'row-security=on needs PostgreSQL 15';
  await expect(database.exec(onServer(created, 140_023))).rejects.toThrow(needs);
  expect(await database.rows("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toHaveLength(0);
  await database.exec(sqlSchema.generate(off)[0]?.content ?? '');
  const { scripts } = nextMigrations(schemaState(off), schemaState(on), (iri) => iri, 2);
  await expect(database.exec(onServer(scripts[0]?.up ?? '', 140_023))).rejects.toThrow(needs);
  await database.exec('ROLLBACK');
  await database.exec(`BEGIN; ${onServer(scripts[0]?.up ?? '', 150_000)}; COMMIT`);
});

test('a role that may not create schemas gets an error with the missing schema, and continues once it exists', async () => {
  const field = ':note a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Top ; rdfs:range xsd:string .';
  const { model: a } = await modelOfTurtle(ontology(field));
  const { model: b } = await modelOfTurtle(ontology(''));
  await reset(database);
  await database.exec('CREATE ROLE deployer; GRANT ALL ON SCHEMA public TO deployer; SET ROLE deployer');
  try {
    await database.exec(ddl(a));
    await database.exec("INSERT INTO tops (name, kind, note) VALUES ('a', 'Top', 'n')");
    const { scripts } = nextMigrations(schemaState(a), schemaState(b), undefined, 2);
    await expect(applyScripts(database, scripts)).rejects.toThrow('deployer may not create the schema codegen_kept');
    await database.exec('RESET ROLE; CREATE SCHEMA codegen_kept AUTHORIZATION deployer; SET ROLE deployer');
    await applyScripts(database, scripts.slice(-1));
    await revertScripts(database, scripts);
    expect(await database.rows('SELECT note FROM tops')).toEqual([{ note: 'n' }]);
  } finally {
    await database.exec('RESET ROLE; DROP OWNED BY deployer CASCADE; DROP ROLE deployer');
  }
});
