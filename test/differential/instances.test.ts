import { describe, expect, test } from 'vitest';
import { instanceOf } from '../../src/instances/index.ts';
import { type DemandKind, type DomainClass, demandsOn, type Variant, variantOf } from '../../src/model/index.ts';
import { invalidInstances, violableKinds } from '../support/invalid-instances.ts';
import {
  allOntologies,
  halfOfVocabularies,
  isFullRun,
  largeVocabularies,
  modelOf,
  modelOfTurtle,
  sampleEvenly,
} from '../support/ontologies.ts';
import { facetsCorpora } from './cells.ts';
import { validateDocument } from './referee.ts';

const few = ['blog', 'constraints', 'decided-orders', 'torture', 'dcat', 'foaf', 'gtfs', 'org', 'prov', 'sosa', 'time'];

/** The full run tests half of the vocabularies, which takes minutes. */
const published = halfOfVocabularies(allOntologies, 0).filter((name) => !largeVocabularies.has(name));
const names = isFullRun ? [...new Set([...few, ...published])] : few;

const models = async (name: string) =>
  name === 'facets' ? (await facetsCorpora()).map(({ model }) => model) : [await modelOf(name)];

/** The kinds of constraints in the models, and those that an instance violates. */
const made = new Set<DemandKind>();
const seen = new Set<DemandKind>();

describe.each([...names, 'facets'])('instances of %s', (name) => {
  test('are valid with the fewest and with the most values', async () => {
    const faults: string[] = [];
    for (const cls of (await models(name)).flatMap(({ classes }) => classes)) {
      for (const wants of [() => true, () => false]) {
        const one = instanceOf(cls, { isWanted: wants });
        const broken = one
          ? validateDocument(variantOf(cls, 'entity'), JSON.stringify(one.value)).broken.map(({ words }) => words)
          : ['nothing is found'];
        if (broken.length > 0) faults.push(`${cls.name}: ${broken} ${JSON.stringify(one?.value)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('violate exactly one constraint each', async () => {
    const faults: string[] = [];
    for (const cls of sampleEvenly(
      (await models(name)).flatMap(({ classes }) => classes),
      200,
    )) {
      const { object, fields } = demandsOn(cls);
      for (const { kind } of [...object, ...[...fields.values()].flatMap(({ whole, each }) => [...whole, ...each])])
        made.add(kind);
      for (const { demand, value } of invalidInstances(cls)) {
        seen.add(demand.kind);
        const wanted = 'field' in demand && demand.field ? `${demand.kind} ${demand.field.name}` : demand.kind;
        const broken = validateDocument(variantOf(cls, 'entity'), JSON.stringify(value)).broken.map(({ words }) => words);
        if (broken.join() !== wanted) faults.push(`${cls.name}: ${wanted}, but breaks ${broken}: ${JSON.stringify(value)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

test('unknown keys are violations in an update, and in other variants of closed classes', async () => {
  const { model } = await modelOfTurtle(`:Open a owl:Class . :Shut a owl:Class .
    [] a sh:NodeShape ; sh:targetClass :Shut ; sh:closed true .`);
  const broken = (cls: DomainClass, role: Variant['role']) =>
    validateDocument(variantOf(cls, role), '{"unknown": 1}').broken.filter(({ words }) => words === 'closed').length;
  const found = model.classes.map((cls) => [cls.name, broken(cls, 'create'), broken(cls, 'update')]);
  expect(found).toEqual([
    ['Open', 0, 1],
    ['Shut', 1, 1],
  ]);
});

test('instances violate each kind of constraint that a single instance can violate', () => {
  expect([...seen].sort()).toEqual(violableKinds.filter((kind) => made.has(kind)).sort());
});
