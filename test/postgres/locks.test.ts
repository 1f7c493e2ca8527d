import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextMigrations, type Script } from '../../src/migrate/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { reset } from '../migrate/catalogue.ts';
import { ddl } from '../migrate/migration-checks.ts';
import { describeWith } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';

/** Tests the effect of a running migration on programs that write at the same time. */

const OLD = `:Item a owl:Class . :name a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .
:note a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range xsd:string .`;
const NEW = `${OLD} :size a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:int .
[] a sh:NodeShape ; sh:targetClass :Item ; sh:property
    [ sh:path :note ; sh:minCount 1 ; sh:maxCount 1 ; sh:defaultValue "none" ] , [ sh:path :size ; sh:minInclusive 0 ] .`;

/** Adds a pause after each UPDATE, as for a large table, and fills in the value that a user must supply. */
const slowly = (text: string) =>
  text.replace(/^UPDATE .*;$/gm, '$&\nSELECT pg_sleep(1);').replace('size = NULL WHERE', 'size = 1 WHERE');

describeWith(['postgresql'], 'while others write', () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer('deadlock_timeout=200ms');
  });
  afterAll(() => server?.stop());

  test('writers that wait for a row of a migration cause no deadlock, up or down', async () => {
    const [from, to] = [(await modelOfTurtle(OLD)).model, (await modelOfTurtle(NEW)).model];
    const { scripts } = nextMigrations(schemaState(from), schemaState(to), undefined, 2);
    const [migrating, writing] = [await server.connect(), await server.connect()];
    await reset({ exec: (sql) => migrating.query(sql), rows: async (sql) => (await migrating.query(sql)).rows });
    await migrating.query(ddl(from));
    await migrating.query("INSERT INTO items (name) SELECT 'item ' || i FROM generate_series(1, 100) AS i");

    const run = async (script: Script, side: 'up' | 'down') => {
      const done = migrating.query(script.isOutsideTransaction ? script[side] : `BEGIN;\n${slowly(script[side])}\nCOMMIT;`);
      // Updates a row that the migration has changed but not committed yet.
      const written = new Promise((resolve) => setTimeout(resolve, 300)).then(() =>
        writing.query("UPDATE items SET name = name || '.' WHERE name ~ '^item 7\\.*$'"),
      );
      await Promise.all([done, written]);
    };
    for (const script of scripts) await run(script, 'up');
    const { rows } = await writing.query('SELECT note, size, count(*)::INTEGER FROM items GROUP BY note, size');
    expect(rows).toEqual([{ note: 'none', size: 1, count: 100 }]);
    for (const script of [...scripts].reverse()) await run(script, 'down');
    const { rows: kept } = await writing.query('SELECT count(*)::INTEGER, count(note)::INTEGER AS notes FROM items');
    expect(kept).toEqual([{ count: 100, notes: 0 }]);
  });
});
