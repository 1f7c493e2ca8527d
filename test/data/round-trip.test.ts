import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { ontologies } from '../random/ontologies.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { canonical, converted, hasDistinctProperties, instancesOf, linesOf, statementsOf } from './support.ts';

/** The number of random ontologies; another RANDOM_SEED gives other ontologies. */
const models = Number(process.env['RANDOM_MODELS'] ?? (isFullRun ? 40 : 8));
const seed = Number(process.env['RANDOM_SEED'] ?? 1);

type Json = Readonly<Record<string, unknown>>;

/** Returns the members of records: null counts as absent, and the values of a property are a set. */
function recordMembers(text: string): readonly Json[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json)
    .map((record) =>
      Object.fromEntries(
        Object.entries(record)
          .filter(([name, value]) => !name.startsWith('@') && value !== null)
          .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
      ),
    );
}

async function expectRoundTrip(model: DomainModel): Promise<number> {
  const lines = linesOf(instancesOf(model.classes));
  const turtle = await converted('data.ndjson', lines, model, 'turtle');
  const back = await converted('data.ttl', turtle.text, model, 'ndjson');
  const again = await converted('data.ndjson', back.text, model, 'turtle');
  expect(back.losses).toEqual([]);
  expect(recordMembers(back.text)).toEqual(recordMembers(lines));
  expect(await canonical(await statementsOf(again.text))).toEqual(await canonical(await statementsOf(turtle.text)));
  return recordMembers(lines).length;
}

describe.each(['blog', 'constraints', 'torture', ...(isFullRun ? ['dcat', 'org', 'prov', 'gtfs', 'time'] : [])])('%s', (name) => {
  test('instances are the same after a conversion to RDF and back to JSON', async () => {
    expect(await expectRoundTrip(await modelOf(name))).toBeGreaterThan(2);
  });
});

test('random instances of random models are the same after a conversion to RDF and back to JSON', async () => {
  let count = 0;
  let judged = 0;
  for (const turtle of fc.sample(ontologies, { numRuns: 8 * models, seed })) {
    const { model } = await modelOfTurtle(turtle);
    if (judged === models || !model.classes.every(hasDistinctProperties)) continue;
    judged++;
    count += await expectRoundTrip(model);
  }
  expect(count).toBeGreaterThan(models);
  expect(judged).toBe(models);
});
