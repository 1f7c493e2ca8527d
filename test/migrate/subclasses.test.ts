import { expect, test } from 'vitest';
import { nextMigrations, type Script } from '../../src/migrate/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { catalogueOf, reset, sharedDatabase } from './catalogue.ts';
import { applyScripts, ddl, revertScripts, walkEmpty } from './migration-checks.ts';

/** Migrations of classes that get their first subclasses, and of what triggers check. */

const database = sharedDatabase();

const id = (n: number) => `'00000000-0000-0000-0000-00000000000${n}'`;

/** Creates the database of the old ontology and returns the scripts to the new one. */
async function scriptsBetween(old: string, now: string): Promise<readonly Script[]> {
  const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
  await reset(database);
  await database.exec(ddl(a));
  return nextMigrations(schemaState(a), schemaState(b), (iri) => iri, 2).scripts;
}

const properties = (cls: string) => `
  :num a owl:DatatypeProperty ; rdfs:domain :Train ; rdfs:range xsd:int .
  :seats a owl:DatatypeProperty ; rdfs:domain :${cls} ; rdfs:range xsd:int .
  :note a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :${cls} ; rdfs:range xsd:string .
  :stop a owl:ObjectProperty ; rdfs:domain :${cls} ; rdfs:range :Stop .
  :S a sh:NodeShape ; sh:targetClass :${cls} ; sh:property [ sh:path :stop ; sh:minCount 0 ] .`;
const train = `:Stop a owl:Class . :Train a owl:Class . ${properties('Train')}`;
const split = `:Stop a owl:Class . :Train a owl:Class ; owl:disjointUnionOf ( :Freight :Passenger ) .
  :Freight a owl:Class ; rdfs:subClassOf :Train . :Passenger a owl:Class ; rdfs:subClassOf :Train . ${properties('Passenger')}`;

test('values move to the rows that the user inserts for a class that becomes abstract', async () => {
  const scripts = await scriptsBetween(train, split);
  await database.exec(`
    INSERT INTO stops (id) VALUES (${id(8)});
    INSERT INTO trains (id, num, seats, note) VALUES (${id(1)}, 1, 40, 'a'), (${id(2)}, 2, 0, NULL);
    INSERT INTO train_stops (train_id, stop_id) VALUES (${id(1)}, ${id(8)});`);
  const before = [await catalogueOf(database), await database.rows('SELECT * FROM trains JOIN train_stops ON id = train_id')];
  const rows =
    'INSERT INTO passengers (id) SELECT id FROM trains WHERE num = 1; INSERT INTO freights (id) SELECT id FROM trains WHERE num = 2;';
  const filled = scripts.map((script) => ({
    ...script,
    up: script.up.replace(/^-- Fill in: the class of trains/m, `${rows}\n$&`),
  }));
  await expect(database.exec(`BEGIN; ${scripts[0]?.up} COMMIT;`)).rejects.toThrow('rows of trains belong to no subclass');
  await database.exec('ROLLBACK');
  await applyScripts(database, filled);
  const found = await database.rows(
    'SELECT trains.kind, seats, note, stop_id FROM trains JOIN passengers USING (id) JOIN passenger_stops ON passenger_id = id',
  );
  expect(found).toEqual([{ kind: 'Passenger', seats: 40, note: 'a', stop_id: id(8).slice(1, -1) }]);
  expect(await database.rows('SELECT trains.kind FROM trains JOIN freights USING (id)')).toEqual([{ kind: 'Freight' }]);
  await revertScripts(database, filled);
  expect([await catalogueOf(database), await database.rows('SELECT * FROM trains JOIN train_stops ON id = train_id')]).toEqual(
    before,
  );
  await walkEmpty(database, train, split);
});

test('a list that loses its minimum loses the triggers that checked only the minimum', async () => {
  const list = (says: string) => `:Post a owl:Class . :Tag a owl:Class .
    :tag a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Tag .
    :S a sh:NodeShape ; sh:targetClass :Post ; sh:property [ sh:path :tag ; ${says} ] .`;
  await walkEmpty(database, list('sh:minCount 1 ; sh:maxCount 2'), list('sh:maxCount 2'));
  const add = (post: number, tag: number) => `INSERT INTO post_tags (post_id, tag_id) VALUES (${id(post)}, ${id(tag)});`;
  await database.exec(
    `INSERT INTO posts (id) VALUES (${id(1)}), (${id(2)}); INSERT INTO tags (id) VALUES (${id(7)}), (${id(8)}), (${id(9)});`,
  );
  await database.exec(`${add(1, 7)} ${add(1, 8)} ${add(2, 9)}`);
  await expect(database.exec(add(1, 9))).rejects.toThrow('posts_tag_size_check');
  await expect(database.exec(`UPDATE post_tags SET post_id = ${id(1)} WHERE post_id = ${id(2)}`)).rejects.toThrow(
    'posts_tag_size_check',
  );
  await database.exec('DELETE FROM post_tags');
});

test('the first subclass does not update the rows of its superclass', async () => {
  const alone = `:Station a owl:Class . :num a owl:DatatypeProperty ; rdfs:domain :Station ; rdfs:range xsd:int .`;
  const extended = `${alone} :Terminal a owl:Class ; rdfs:subClassOf :Station . :Hub a owl:Class ; rdfs:subClassOf :Terminal .`;
  await walkEmpty(database, alone, extended);
  const scripts = await scriptsBetween(alone, extended);
  expect(scripts[0]?.up).toContain("ALTER TABLE stations ADD COLUMN kind TEXT NOT NULL DEFAULT 'Station';\n");
  expect(scripts.map(({ up }) => up).join('')).not.toMatch(/^UPDATE|codegen_required/m);
  await database.exec('INSERT INTO stations (num) VALUES (1), (2)');
  await applyScripts(database, scripts);
  expect(await database.rows('SELECT kind, num FROM stations ORDER BY num')).toEqual([
    { kind: 'Station', num: 1 },
    { kind: 'Station', num: 2 },
  ]);
});

test('the first file contains a query for the rows with a value that an enumeration loses', async () => {
  const trains = (values: string, numbers: string) => `:Train a owl:Class .
    :state a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Train .
    :level a owl:DatatypeProperty ; rdfs:domain :Train .
    :S a sh:NodeShape ; sh:targetClass :Train ;
      sh:property [ sh:path :state ; sh:in ( ${values} ) ] , [ sh:path :level ; sh:in ( ${numbers} ) ; sh:minCount 0 ] .`;
  const [old, now] = [trains(`"it's planned" "running" "late"`, '1 2 3'), trains('"scheduled" "running"', '1 3')];
  const models = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model] as const;
  const next = nextMigrations(schemaState(models[0]), schemaState(models[1]), (iri) => iri, 2);
  expect(next.removedValues).toMatchObject([
    { table: 'trains', column: 'state', values: ["'it''s planned'", "'late'"] },
    { table: 'trains', column: 'level', values: ['2'] },
  ]);
  await walkEmpty(database, old, now);
  const scripts = await scriptsBetween(old, now);
  await database.exec(`INSERT INTO trains (state, level) VALUES ('it''s planned', '{1}'), ('running', '{1,2}'), (NULL, '{3}')`);
  const queries = [...(scripts[0]?.up ?? '').matchAll(/^-- (SELECT .*;)$/gm)].map(([, query = '']) => query);
  expect(await Promise.all(queries.map(async (query) => (await database.rows(query)).length))).toEqual([1, 1]);
  const updates =
    "UPDATE trains SET state = 'scheduled' WHERE state = 'it''s planned'; UPDATE trains SET level = '{1}' WHERE 2 = ANY (level);";
  await expect(applyScripts(database, scripts)).rejects.toThrow('trains_');
  const edited = scripts.map((script, i) =>
    i === 0 ? { ...script, up: script.up.replace(/^SET CONSTRAINTS/m, `${updates}\n$&`) } : script,
  );
  await scriptsBetween(old, now);
  await applyScripts(database, edited);
  const more = nextMigrations(schemaState(models[1]), schemaState(models[0]), (iri) => iri, 2);
  expect(more.removedValues).toMatchObject([{ values: ["'scheduled'"] }]);
});

test('a changed CHECK does not drop triggers and views of its table', async () => {
  const trains = (values: string) => `:Train a owl:Class . :Tram a owl:Class ; rdfs:subClassOf :Train . :Stop a owl:Class .
    :state a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Train .
    :stop a owl:ObjectProperty ; rdfs:domain :Train ; rdfs:range :Stop .
    :S a sh:NodeShape ; sh:targetClass :Train ;
      sh:property [ sh:path :state ; sh:in ( ${values} ) ] , [ sh:path :stop ; sh:minCount 1 ; sh:maxCount 3 ] .`;
  const [old, now] = [trains('"new" "late"'), trains('"new" "late" "gone"')];
  const scripts = await scriptsBetween(old, now);
  expect(scripts.map(({ up, down }) => up + down).join('')).not.toMatch(/TRIGGER|VIEW|FUNCTION/);
  await walkEmpty(database, old, now);
  await walkEmpty(database, now, old);
});
