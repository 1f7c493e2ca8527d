import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { r2rml } from '../../src/targets/r2rml/index.ts';
import { CREATE_IRIS, IRIS, planSchema } from '../../src/targets/sql-schema/index.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { readMapping, type TriplesMap, triplesOf } from '../support/r2rml.ts';
import { canonicalStatements } from './rdf-values.ts';
import { converted, instanceSetsOf, linesOf } from './support.ts';
import { emptyTables, makeTables } from './tables.ts';

let db: PGlite;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.close());

const mappingOf = (model: DomainModel, iris: 'kept' | 'uuid' = 'kept') => r2rml.generate(model, { iris })[0]?.content ?? '';

/** Creates the tables of a model, in a session that writes values in other formats than the defaults. */
async function tablesOf(model: DomainModel): Promise<void> {
  const settings =
    "SET intervalstyle = 'postgres'; SET timezone = 'Asia/Tokyo'; SET datestyle = 'German, DMY'; SET bytea_output = 'escape'";
  await makeTables(db, model, settings);
  await db.exec(CREATE_IRIS);
}

const query = async (text: string) => (await db.query<Record<string, string | null>>(text)).rows;

/** Loads individuals into the database and returns the SQL that did it. */
async function load(model: DomainModel, turtle: string): Promise<string> {
  const { text: sql, losses } = await converted('data.ttl', turtle, model, 'sql');
  expect(losses).toEqual([]);
  await db.exec(sql);
  return sql;
}

/** Returns the triples that a mapping produces from the database. */
const mapped = async (maps: readonly TriplesMap[]) => canonicalStatements((await triplesOf(maps, query)).join('\n'));

const whole = isFullRun ? ['blog', 'blog-evolved', 'constraints', 'gtfs', 'org', 'prov', 'time'] : ['blog', 'constraints'];

/** What the ontologies above lack: values of all kinds, strings with a language, columns whose names need quotes. */
const everything = `
  :Thing a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :times ; owl:maxCardinality 5 ] . :Special a owl:Class ; rdfs:subClassOf :Thing . :Order a owl:Class .
  :Colour a owl:Class ; owl:oneOf ( :Red :Green ) . :Red a :Colour . :Green a :Colour .
  ${[
    'string',
    'boolean',
    'integer',
    'decimal',
    'double',
    'dateTime',
    'date',
    'time',
    'duration',
    'dayTimeDuration',
    'yearMonthDuration',
    'base64Binary',
    'hexBinary',
    'gYear',
    'anyURI',
  ]
    .map((type) => `:${type}Of a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range xsd:${type} .`)
    .join('\n  ')}
  :select a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range rdf:langString .
  :times a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:dateTime .
  :from a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range :Thing .
  :likes a owl:ObjectProperty ; rdfs:domain :Thing ; rdfs:range :Colour .
  :orders a owl:ObjectProperty ; rdfs:domain :Special ; rdfs:range :Order .`;

const individuals = `@prefix : <http://example.org/test#> . @prefix ex: <http://data.example/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  ex:a a :Special ; :stringOf "it's \\\\ \\n \\"x\\" {id} None \`" ; :booleanOf true ; :integerOf -7 ; :decimalOf 0.0000001 ; :doubleOf 1.5E0 ;
    :dateTimeOf "2024-05-17T08:30:10.250Z"^^xsd:dateTime ; :dateOf "2024-05-17"^^xsd:date ; :timeOf "08:30:00"^^xsd:time ;
    :durationOf "-P1Y2M3DT4H5M6.7S"^^xsd:duration ; :dayTimeDurationOf "PT0S"^^xsd:dayTimeDuration ;
    :yearMonthDurationOf "P2Y1M"^^xsd:yearMonthDuration ; :base64BinaryOf "${Buffer.alloc(90, 7).toString('base64')}"^^xsd:base64Binary ;
    :hexBinaryOf "0AFF"^^xsd:hexBinary ; :gYearOf "2024"^^xsd:gYear ; :anyURIOf "http://x.example/"^^xsd:anyURI ;
    :select "hello"@en ; :times "2024-05-17T08:30:00Z"^^xsd:dateTime, "2023-01-01T00:00:00.5Z"^^xsd:dateTime ; :from ex:b ; :likes :Red, :Green ;
    :orders ex:o .
  ex:b a :Thing, <http://elsewhere.example/Other> ; :booleanOf false . ex:c a :Thing ; :yearMonthDurationOf "P0M"^^xsd:yearMonthDuration . ex:o a :Order .`;

test.each(['one', 'several'])('maps values of all kinds with the policy subclasses=%s', async (subclasses) => {
  const policies = { ...(await modelOf('blog')).policies, subclasses, unstated: 'optional' } as DomainModel['policies'];
  const { model } = await modelOfTurtle(everything, policies);
  await tablesOf(model);
  await load(model, individuals);
  const triples = await mapped(await readMapping(mappingOf(model)));
  expect(triples).toEqual(await canonicalStatements(individuals));
  // Without the table of IRIs, the mapping makes the IRI of each row from its id.
  await db.exec(`DROP TABLE ${IRIS}`);
  const others = await triplesOf(await readMapping(mappingOf(model, 'uuid')), query);
  expect(others.length).toBe(triples.length - 1);
  expect(others.filter((line) => !line.startsWith('<urn:uuid:'))).toEqual([]);
});

test('gives a blank node an IRI made of its id and keeps all its types', async () => {
  const { model } = await modelOfTurtle(':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .');
  await tablesOf(model);
  await load(model, '@prefix : <http://example.org/test#> . [] a :B, :A, <http://elsewhere.example/C> .');
  const triples = await mapped(await readMapping(mappingOf(model)));
  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  expect(triples.map((line) => line.replace(/urn:uuid:[\da-f-]{36}/, 'x:'))).toEqual([
    `<x:> ${type} <http://elsewhere.example/C> .`,
    `<x:> ${type} <http://example.org/test#A> .`,
    `<x:> ${type} <http://example.org/test#B> .`,
  ]);
});

test('an interval whose parts have different signs is no duration', async () => {
  const { model } = await modelOfTurtle(
    ':Task a owl:Class . :lasts a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Task ; rdfs:range xsd:duration .',
  );
  await tablesOf(model);
  await load(
    model,
    '@prefix : <http://example.org/test#> . :a a :Task ; :lasts "P1D"^^<http://www.w3.org/2001/XMLSchema#duration> .',
  );
  const maps = await readMapping(mappingOf(model));
  const durationOf = async (interval: string) => {
    await db.exec(`UPDATE tasks SET lasts = INTERVAL '${interval}'`);
    return (await triplesOf(maps, query)).flatMap((line) => /"(.*)"\^\^/.exec(line)?.[1] ?? []);
  };
  expect(await durationOf('-1 mon -1 day -00:00:01.5')).toEqual(['-P1M1DT1.5S']);
  expect(await durationOf('1 mon -1 day')).toEqual(['P1M-1D']);
  expect(await durationOf('-1 mon +1 day')).toEqual(['-P1M-1D']);
});

test('reads only tables and columns of the schema', async () => {
  for (const name of ['blog', 'constraints', 'org']) {
    const model = await modelOf(name);
    const tables = new Map(
      planSchema(model)
        .groups.flat()
        .map((table) => [table.name, table.columns.map((one) => one.name)]),
    );
    for (const { logical, subject, statements } of await readMapping(mappingOf(model, 'uuid'))) {
      if (logical.kind === 'query') continue;
      const used = [subject, ...statements.map(({ object }) => object)].flatMap((term) =>
        typeof term === 'string' ? [] : [term.column],
      );
      expect(tables.get(logical.sql)).toEqual(expect.arrayContaining(used));
    }
  }
});

test.each(whole)('%s: maps the rows back to the triples that were loaded', async (name) => {
  const model = await modelOf(name);
  await tablesOf(model);
  const maps = await readMapping(mappingOf(model));
  let count = 0;
  for (const set of model.classes.flatMap((cls) => instanceSetsOf(cls))) {
    const { text } = await converted('data.ndjson', linesOf(set), model, 'turtle');
    const sql = await load(model, text);
    expect(await mapped(maps)).toEqual(await canonicalStatements(text));
    await emptyTables(db, sql);
    count++;
  }
  expect(count).toBeGreaterThanOrEqual(model.classes.length);
});
