import { describe, expect, test } from 'vitest';
import { classOf } from '../../../test/support/format-field.ts';
import { invalidInstances } from '../../../test/support/invalid-instances.ts';
import { faultsOf } from '../../../test/support/invariants.ts';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { instanceOf, sampleFrom, validateDocument } from '../../instances/index.ts';
import { allComparisons } from '../queries.ts';
import { slice } from '../slice/index.ts';
import type { DomainModel } from '../types.ts';
import { variantOf } from '../variants/index.ts';

const once = (path: string, more = '') => `[ sh:path :${path} ; sh:maxCount 1 ${more} ]`;
const shape = (cls: string, ...properties: readonly string[]) =>
  `:${cls} a owl:Class , sh:NodeShape ; sh:property ${properties.join(' , ')} .\n`;
const study = (order: string, from = 'xsd:date', to = from) =>
  shape('Study', once('from', `; sh:datatype ${from} ; ${order}`), once('to', `; sh:datatype ${to}`));

/** Returns the comparisons of a class, inherited ones included: `from <= to`. */
const comparisons = (model: DomainModel, name: string) =>
  allComparisons(classOf(model, name)).map((one) => `${one.lesser.name} ${one.orEqual ? '<=' : '<'} ${one.greater.name}`);

/** Returns what the axioms of orders lead to: kinds of constraints and their classes, and the shortfall. */
const fates = ({ axioms }: DomainModel) =>
  axioms
    .filter(({ construct }) => construct.startsWith('sh:lessThan'))
    .map((one) => [...one.constraints.map((each) => `${each.kind} of ${each.class.name}`), one.shortfall ?? '']);

describe('comparisons', () => {
  test.each(['integer', 'decimal', 'float', 'double', 'date', 'dateTime', 'time'])('of values of xsd:%s', async (datatype) => {
    const { model } = await modelOfTurtle(study('sh:lessThanOrEquals :to', `xsd:${datatype}`));
    expect(comparisons(model, 'Study')).toEqual(['from <= to']);
    expect(fates(model)).toEqual([['comparison of Study', '']]);
    expect(faultsOf(model)).toEqual([]);
  });

  test.each([
    [
      'values of different kinds',
      study('sh:lessThan :to', 'xsd:date', 'xsd:dateTime'),
      'the fields have values of different kinds',
    ],
    ['strings', study('sh:lessThan :to', 'xsd:string'), 'the values of the fields have no order that all layers share'],
    ['lists', study('sh:lessThan :to').replaceAll('sh:maxCount 1', 'sh:minCount 0'), 'one of the fields is a list'],
    ['a property with itself', study('sh:lessThanOrEquals :from'), 'it compares a property with itself'],
    ['a property of no class', study('sh:lessThan :other'), 'the class does not have one field for each property'],
    ['advice', study('sh:severity sh:Warning ; sh:lessThan :to'), 'its severity is not sh:Violation, so it is advice'],
  ])('leave out %s', async (_, turtle, why) => {
    const { model } = await modelOfTurtle(turtle);
    expect([comparisons(model, 'Study'), fates(model)]).toEqual([[], [[why]]]);
  });

  test('of times that constructors set are left out', async () => {
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :createdAt a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:dateTime .
       :updatedAt a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:dateTime .
       :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :createdAt ; sh:lessThan :updatedAt ] .`,
    );
    expect(fates(model)).toEqual([['codegen sets both fields to the current time']]);
  });

  test('are inherited; a stricter one replaces that of a superclass', async () => {
    const { model } = await modelOfTurtle(
      `${study('sh:lessThanOrEquals :to')}
       :Trial rdfs:subClassOf :Study . :Pilot a owl:Class ; rdfs:subClassOf :Study .
       ${shape('Trial', '[ sh:path :from ; sh:lessThan :to ]', '[ sh:path :from ; sh:lessThanOrEquals :to ]')}`,
    );
    expect(comparisons(model, 'Pilot')).toEqual(['from <= to']);
    expect(comparisons(model, 'Trial')).toEqual(['from < to']);
    expect(classOf(model, 'Trial').comparisons).toHaveLength(1);
    expect(fates(model)).toEqual([
      ['comparison of Study', ''],
      ['comparison of Trial', ''],
      ['comparison of Trial', ''],
    ]);
  });

  test('stay in slices', async () => {
    const { model } = await modelOfTurtle(`${study('sh:lessThan :to')} :Other a owl:Class .`);
    const prefixes = { prefixes: new Map(), show: (iri: string) => iri };
    const selection = { select: ['Study'], exclude: [], depth: 0, outside: 'iri' } as const;
    const part = await slice(model, selection, prefixes);
    expect([comparisons(part, 'Study'), fates(part), faultsOf(part)]).toEqual([['from < to'], [['comparison of Study', '']], []]);
  });
});

test.each([
  ['integers', study('sh:lessThan :to', 'xsd:integer')],
  [
    'bytes in a narrow range',
    study('sh:minInclusive 3 ; sh:lessThan :to', 'xsd:byte').replace(/ \] \.\n$/, ' ; sh:maxInclusive 4 ] .\n'),
  ],
  ['dates', study('sh:lessThan :to')],
  ['instants', study('sh:lessThanOrEquals :to', 'xsd:dateTime')],
  ['decimals', study('sh:lessThan :to', 'xsd:decimal')],
  [
    'the greater field first',
    shape('Study', once('to', '; sh:datatype xsd:int'), once('from', '; sh:datatype xsd:int ; sh:lessThan :to')),
  ],
])('generated instances are in order, and invalid ones violate only that: %s', async (_, turtle) => {
  const { model } = await modelOfTurtle(turtle);
  const cls = classOf(model, 'Study');
  const broken = (value: object) =>
    validateDocument(variantOf(cls, 'entity'), JSON.stringify(value)).broken.map(({ words }) => words);
  const { instances } = sampleFrom([cls], { count: 30, seed: 1 });
  expect(instances).toHaveLength(30);
  for (const { value } of [...instances, ...[0, 1, 2].flatMap((nth) => instanceOf(cls, { nth }) ?? [])])
    expect(broken(value)).toEqual([]);
  const invalid = [...invalidInstances(cls)].filter(({ demand }) => demand.kind === 'comparison');
  expect(invalid.map(({ value }) => broken(value))).toEqual([['comparison']]);
});
