import { expect, test } from 'vitest';
import { nextMigrations } from '../../src/migrate/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { reset, sharedDatabase } from './catalogue.ts';
import { applyScripts, ddl, revertScripts } from './migration-checks.ts';

/** Programs of the old version work until the last files of a migration. */

const database = sharedDatabase();

const id = (n: number) => `'00000000-0000-0000-0000-00000000000${n}'`;

async function scriptsBetween(old: string, now: string, rows: string) {
  const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
  await reset(database);
  await database.exec(`BEGIN; ${ddl(a)} COMMIT; BEGIN; ${rows}; COMMIT;`);
  return nextMigrations(schemaState(a), schemaState(b), undefined, 2).scripts;
}

test('the table of a removed class accepts new rows until the contract file', async () => {
  const [old, now] = [
    `:Thing a owl:Class . :Tag a owl:Class . :word a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Tag ; rdfs:range xsd:string .`,
    ':Thing a owl:Class .',
  ];
  const scripts = await scriptsBetween(old, now, "INSERT INTO tags (word) VALUES ('a')");
  expect(scripts.at(-1)?.name).toMatch(/^contract_/);
  await applyScripts(database, scripts.slice(0, -1));
  await database.exec("INSERT INTO tags (word) VALUES ('b')");
  await applyScripts(database, scripts.slice(-1));
  await revertScripts(database, scripts);
  expect(await database.rows('SELECT word FROM tags ORDER BY word')).toEqual([{ word: 'a' }, { word: 'b' }]);
});

test('foreign keys of removed classes and properties keep references valid until the contract file', async () => {
  const things = ':Thing a owl:Class .';
  const tag = (name: string, of: string) =>
    `:${name} a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :${of} ; rdfs:range :Tag .`;
  const old = `${things} :Tag a owl:Class . ${tag('tag', 'Thing')} ${tag('parent', 'Tag')}`;
  const rows = `INSERT INTO tags (id) VALUES (${id(8)}); INSERT INTO tags (id, parent_id) VALUES (${id(9)}, ${id(8)});
    INSERT INTO things (id, tag_id) VALUES (${id(1)}, ${id(8)})`;
  const scripts = await scriptsBetween(old, things, rows);
  expect(scripts.map(({ name }) => name.split('_')[0])).toEqual(['contract']);
  const indexes = "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname";
  const before = await database.rows(indexes);
  await applyScripts(database, scripts.slice(0, -1));
  expect(await database.rows(indexes)).toEqual(before);
  await database.exec(`DELETE FROM tags WHERE id = ${id(8)}`);
  expect(await database.rows('SELECT tag_id FROM things')).toEqual([{ tag_id: null }]);
  expect(await database.rows('SELECT parent_id FROM tags')).toEqual([{ parent_id: null }]);
  await applyScripts(database, scripts.slice(-1));
  await revertScripts(database, scripts);
  expect(await database.rows(indexes)).toEqual(before);
  await expect(database.exec(`UPDATE things SET tag_id = ${id(8)}`)).rejects.toThrow('things_tag_id_fkey');
});

test('the foreign key of a reference that becomes required deletes rows only from the file cascade on', async () => {
  const things = `:Thing a owl:Class . :Tag a owl:Class . :tag a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range :Tag .`;
  const rows = `INSERT INTO tags (id) VALUES (${id(8)}), (${id(9)}); INSERT INTO things (id, tag_id) VALUES (${id(1)}, ${id(8)})`;
  const required = `${things} [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :tag ; sh:minCount 1 ] .`;
  const scripts = await scriptsBetween(things, required, rows);
  expect(scripts.map(({ name }) => name.split('_')[0])).toEqual(['fill', 'require', 'cascade', 'check']);
  expect(scripts[0]?.up).toMatch(/-- Records the rows without a value, .*\nCREATE TABLE codegen_kept\.m2_things_tag_id /);
  expect(scripts[2]?.up).toContain(
    '-- Deleting a row of tags now also deletes the rows of things that refer to it. Before, PostgreSQL set tag_id to NULL.',
  );
  await applyScripts(database, scripts.slice(0, 1));
  await database.exec(`DELETE FROM tags WHERE id = ${id(8)}`);
  expect(await database.rows('SELECT tag_id FROM things')).toEqual([{ tag_id: null }]);
  await database.exec(`UPDATE things SET tag_id = ${id(9)}`);
  await applyScripts(database, scripts.slice(1, 2));
  await expect(database.exec('DELETE FROM tags')).rejects.toThrow('codegen_required_tag_id');
  await applyScripts(database, scripts.slice(2));
  await database.exec('DELETE FROM tags');
  expect(await database.rows('SELECT tag_id FROM things')).toEqual([]);
});

test('the trigger of a reference that a subclass requires deletes instances only from the file cascade on', async () => {
  const things = `:Thing a owl:Class . :Low a owl:Class ; rdfs:subClassOf :Thing . :Tag a owl:Class .
    :tag a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range :Tag .`;
  const rows = `INSERT INTO tags (id) VALUES (${id(8)});
    INSERT INTO things (id, kind, tag_id) VALUES (${id(1)}, 'Low', ${id(8)}); INSERT INTO lows (id) VALUES (${id(1)})`;
  const required = `${things} [] a sh:NodeShape ; sh:targetClass :Low ; sh:property [ sh:path :tag ; sh:minCount 1 ] .`;
  const scripts = await scriptsBetween(things, required, rows);
  const cascade = scripts.findIndex(({ name }) => name.startsWith('cascade_'));
  await applyScripts(database, scripts.slice(0, cascade));
  await expect(database.exec('DELETE FROM tags')).rejects.toThrow();
  await applyScripts(database, scripts.slice(cascade));
  await revertScripts(database, scripts);
  await applyScripts(database, scripts);
  await database.exec('DELETE FROM tags');
  expect(await database.rows('SELECT id FROM things')).toEqual([]);
});
