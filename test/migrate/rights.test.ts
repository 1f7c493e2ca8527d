import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextMigrations } from '../../src/migrate/index.ts';
import { policiesOf } from '../../src/model/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { catalogueOf, type Database, reset } from './catalogue.ts';
import { ddl, down, up } from './walk.ts';

/** That functions and views keep the rights that row level security asks for, whatever a migration makes anew. */

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
] as const)('the policy %s', async (_, before, now, added) => {
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
  // The function that sets a time of its own row looks at no table.
  expect(wanted.filter(({ owner }) => owner).length).toBe(now === 'on' ? wanted.length - 1 : 0);
  expect(wanted.every(({ owner, public: everybody }) => owner !== everybody)).toBe(true);
  await reset(database);
  await database.exec(ddl(a));
  const first = [await catalogueOf(database), await database.rows(rights)];
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), (iri) => iri, 2);
  await up(database, scripts);
  expect([await catalogueOf(database), await database.rows(rights)]).toEqual([fresh, wanted]);
  await down(database, scripts);
  expect([await catalogueOf(database), await database.rows(rights)]).toEqual(first);
});
