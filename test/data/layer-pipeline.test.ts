import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel, type DomainModel, policiesOf } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { layers } from '../differential/layers/index.ts';
import { ontologies } from '../random/ontologies.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, modelOf, modelOfTurtle, ontologyFile } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { type IndividualsFile, type JourneyResult, passThroughLayers } from './layer-pipeline.ts';
import { converted, hasDistinctProperties, instanceSetsOf, linesOf } from './support.ts';

/** An ontology with more than MOST classes is tested with at most SOME of them. */
const MOST = 40;
const MAX_SUBJECTS = 10;

/** The number of random ontologies; another RANDOM_SEED gives other ontologies. */
const models = Number(process.env['RANDOM_MODELS'] ?? 6);
const seed = Number(process.env['RANDOM_SEED'] ?? 1);

let db: PGlite;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.close());

describeWith(layers['python-pydantic'].needs, 'RDF, JSON, Pydantic, TypeScript, PostgreSQL, R2RML, RDF', () => {
  const whole = isFullRun ? ['blog', 'blog-evolved', 'constraints', 'torture', 'org', 'prov', 'time'] : ['blog'];
  test.each(whole)('%s: instances are unchanged after they pass through all layers', async (name) => {
    const model = await modelOf(name);
    const step = model.classes.length > MOST ? Math.ceil(model.classes.length / MAX_SUBJECTS) : 1;
    const classes = model.classes.filter((_, nth) => nth % step === 0);
    const sets = classes.flatMap((cls) => instanceSetsOf(cls));
    const all = await passThroughLayers(db, model, await cargosOf(model, sets));
    expect(all.length).toBeGreaterThanOrEqual(classes.length);
    for (const { losses, refused, arrived, expected } of all) {
      expect([losses, refused]).toEqual([[], []]);
      expect(arrived.length).toBeGreaterThan(0);
      expect(arrived).toEqual(expected);
    }
  });

  test.runIf(isFullRun)('random instances of random models are unchanged after they pass through all layers', async () => {
    let judged = 0;
    for (const turtle of fc.sample(ontologies, { numRuns: 8 * models, seed })) {
      const { model } = await modelOfTurtle(turtle);
      if (judged === models || !model.classes.every(hasDistinctProperties)) continue;
      judged++;
      const sets = model.classes.slice(0, 6).flatMap((cls) => instanceSetsOf(cls));
      for (const { losses, refused, arrived, expected } of await passThroughLayers(db, model, await cargosOf(model, sets))) {
        expect([losses, refused], turtle).toEqual([[], []]);
        expect(arrived, turtle).toEqual(expected);
      }
    }
    expect(judged).toBe(models);
  });

  describe.runIf(isFullRun)('published individuals', () => {
    /** Files of individuals with their ontologies; `each` limits a large file to every nth subject. */
    const published = [
      { name: 'unit', ontology: 'qudt', each: 8 },
      { name: 'cur', ontology: 'qudt' },
      { name: 'gn', ontology: 'gn' },
      { name: 'm4i', ontology: 'm4i' },
      { name: 'gr', ontology: 'gr' },
    ] as const;
    test.each(published)('$name: every statement that is lost is reported', async ({ name, ontology, ...some }) => {
      const text = sampleSubjects('each' in some ? some.each : 1, readFileSync(ontologyFile(name), 'utf8'));
      const { arrived, expected, losses, refused, records } = await openTravel(ontologyFile(ontology), `${name}.nq`, text);
      expect(records).toBeGreaterThan(40);
      expect(refused).toEqual([]);
      expect(arrived.length).toBeGreaterThan(40);
      expect(arrived).toEqual(expected);
      // The kind of a loss gives the reason; the loss of a value also has an explanation and an element.
      for (const { kind, why, element } of losses) {
        expect(kinds).toContain(kind);
        if (kind === 'value') expect([why, element]).not.toContain(undefined);
      }
    });
  });
});

const kinds = [
  'value',
  'several',
  'language',
  'datatype',
  'spelling',
  'direction',
  'unresolved',
  'other-class',
  'property',
].concat(['no-class', 'untyped', 'schema']);

/** Returns the statements of every nth subject of a text with one statement per line. */
function sampleSubjects(nth: number, text: string): string {
  const subjects = new Map<string, string[]>();
  for (const line of text.replaceAll(/_:(\w+)/g, '_:u$1').split('\n')) {
    const subject = line.split(' ', 1)[0] ?? '';
    const known = subjects.get(subject);
    if (known) known.push(line);
    else subjects.set(subject, [line]);
  }
  return [...subjects.values()].flatMap((lines, i) => (i % nth === 0 ? lines : [])).join('\n');
}

async function cargosOf(model: DomainModel, sets: ReturnType<typeof instanceSetsOf>): Promise<readonly IndividualsFile[]> {
  const text = async (set: (typeof sets)[number]) => (await converted('data.ndjson', linesOf(set), model, 'turtle')).text;
  return Promise.all(sets.map(async (set) => ({ file: 'data.ttl', text: await text(set) })));
}

/** Sends individuals through all layers of a model with policies that add no unstated constraints. */
async function openTravel(ontologyPath: string, file: string, text: string): Promise<JourneyResult> {
  const ontology = await loadOntology(ontologyPath);
  const { model } = await buildModel(
    ontology,
    policiesOf({ unstated: 'open', subclasses: 'several', lengths: 'none', email: 'plain' }),
  );
  const [arrived] = await passThroughLayers(db, model, [{ file, text }]);
  if (!arrived) throw new Error(`${file} did not arrive`);
  return arrived;
}
