import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { r2rml } from '../../src/targets/r2rml/index.ts';
import { CREATE_IRIS, IRIS, planSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { readMapping, type TriplesMap, triplesOf } from '../support/r2rml.ts';
import { valuesIn } from './rdf-values.ts';
import { converted, linesOf, setsOf } from './support.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

const mappingOf = (model: DomainModel, iris: 'kept' | 'uuid' = 'kept') => r2rml.generate(model, { iris })[0]?.content ?? '';

/** A database with the tables of a model, in sessions that write values in another way than others do. */
async function tablesOf(model: DomainModel): Promise<void> {
  const settings =
    "SET intervalstyle = 'postgres'; SET timezone = 'Asia/Tokyo'; SET datestyle = 'German, DMY'; SET bytea_output = 'escape'";
  await db.exec(`ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${settings}`);
  for (const { content } of sqlSchema.generate(model)) await db.exec(content);
  await db.exec(CREATE_IRIS);
}

/** What a mapping says of a database into which a file was converted. */
async function mapped(maps: readonly TriplesMap[], model: DomainModel, turtle: string): Promise<readonly string[]> {
  const { text: sql, losses } = await converted('data.ttl', turtle, model, 'sql');
  expect(losses).toEqual([]);
  const tables = [
    ...planSchema(model)
      .groups.flat()
      .map(({ name }) => `"${name}"`),
    IRIS,
  ];
  await db.exec(`TRUNCATE ${tables.join(', ')}; ${sql}`);
  const query = async (text: string) => (await db.query<Record<string, string | null>>(text)).rows;
  return valuesIn((await triplesOf(maps, query)).join('\n'));
}

const whole = isFullRun ? ['blog', 'blog-evolved', 'constraints', 'gtfs', 'org', 'prov', 'time'] : ['blog', 'constraints'];

test.each(whole)('%s: rows are the triples that went in', async (name) => {
  const model = await modelOf(name);
  await tablesOf(model);
  const maps = await readMapping(mappingOf(model));
  let count = 0;
  for (const set of model.classes.flatMap(setsOf)) {
    const { text } = await converted('data.ndjson', linesOf(set), model, 'turtle');
    expect(await mapped(maps, model, text)).toEqual(await valuesIn(text));
    count++;
  }
  expect(count).toBeGreaterThanOrEqual(model.classes.length);
});
