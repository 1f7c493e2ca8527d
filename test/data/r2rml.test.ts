import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DomainModel, kindOf, type ScalarKind } from '../../src/model/index.ts';
import { loadEngine, XSD } from '../../src/ontology/index.ts';
import { r2rml } from '../../src/targets/r2rml/index.ts';
import { planSchema, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { readMapping, triplesOf } from '../support/r2rml.ts';
import { converted, linesOf, setsOf } from './support.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

const mappingOf = (model: DomainModel, iris: 'kept' | 'uuid' = 'kept') => r2rml.generate(model, { iris })[0]?.content ?? '';

/** Kinds of values that the database writes in another way than they were written. */
const respelt: Readonly<Record<string, ScalarKind>> = {
  float: 'float32',
  double: 'float64',
  decimal: 'decimal',
  dateTime: 'dateTime',
  dateTimeStamp: 'dateTime',
  duration: 'duration',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
  hexBinary: 'hex',
  base64Binary: 'base64',
};

/** Statements with literals in the one spelling of their value, sorted. */
async function valuesIn(ntriples: string): Promise<readonly string[]> {
  const { parse } = await loadEngine();
  const lines = [...parse(ntriples, { format: 'text/turtle' })].map(({ subject, predicate, object }) => {
    if (object.termType !== 'Literal') return `${subject} ${predicate} ${object} .`;
    const { value, datatype } = object;
    const kind = datatype.value.startsWith(XSD) ? respelt[datatype.value.slice(XSD.length)] : undefined;
    return kind === undefined
      ? `${subject} ${predicate} ${object} .`
      : `${subject} ${predicate} "${kindOf(kind).read(value)}"^^${datatype} .`;
  });
  return [...new Set(lines)].sort();
}

/** What the mapping says of a database into which a file was converted. */
async function mapped(model: DomainModel, turtle: string, iris: 'kept' | 'uuid' = 'kept'): Promise<readonly string[]> {
  await db.exec("ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET intervalstyle = 'postgres'; SET timezone = 'Asia/Tokyo'");
  await db.exec("SET datestyle = 'German, DMY'; SET extra_float_digits = 1; SET bytea_output = 'escape'");
  for (const { content } of sqlSchema.generate(model)) await db.exec(content);
  const { text: sql, losses } = await converted('data.ttl', turtle, model, 'sql');
  expect(losses).toEqual([]);
  await db.exec(sql);
  const query = async (text: string) => (await db.query<Record<string, string | null>>(text)).rows;
  return valuesIn((await triplesOf(await readMapping(mappingOf(model, iris)), query)).join('\n'));
}

const whole = isFullRun
  ? ['blog', 'blog-evolved', 'constraints', 'torture', 'gtfs', 'org', 'prov', 'time']
  : ['blog', 'constraints', 'torture'];

describe.each(whole)('%s', (name) => {
  test('rows are the triples that went in', async () => {
    const model = await modelOf(name);
    let count = 0;
    for (const set of model.classes.flatMap(setsOf)) {
      const { text } = await converted('data.ndjson', linesOf(set), model, 'turtle');
      expect(await mapped(model, text)).toEqual(await valuesIn(text));
      count++;
    }
    expect(count).toBeGreaterThanOrEqual(model.classes.length);
  });
});
