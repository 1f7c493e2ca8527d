import { describe, expect, test } from 'vitest';
import { showAssumptions, showFields } from '../../../test/support/format-field.ts';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../policies.ts';

const A = ':A a owl:Class .';
const AB = `${A} :B a owl:Class .`;
const p = ':p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .';
const object = (name: string, more = '') => `:${name} a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B ${more}.`;
const restriction = (facets: string, cls = ':A') => `${cls} rdfs:subClassOf [ owl:onProperty :p ; ${facets} ] .`;
const shape = (facets: string, cls = ':A') => `[] sh:targetClass ${cls} ; sh:property [ sh:path :p ; ${facets} ] .`;
const lists = ['required', 'single', 'list'];

describe('the number of values if nothing states it', () => {
  test.each([
    [
      'required',
      ['p: string', 'thing_id: → B', 'part_ids: → B*'],
      ['required A.p', 'single A.p', 'required A.thing_id', 'single A.thing_id', 'list A.part_ids'],
    ],
    ['optional', ['p: string?', 'thing_id: → B?', 'part_ids: → B*'], []],
    ['open', ['p: string*', 'thing_ids: → B*', 'part_ids: → B*'], []],
  ])('%s', async (unstated, expected, assumed) => {
    // By default the user has not chosen the policy.
    const policies = unstated === 'required' ? policiesOf() : policiesOf({ unstated });
    const result = await modelOfTurtle(`${AB}${p}${object('thing')}${object('hasParts')}`, policies);
    expect(showFields(result.model, 'A')).toEqual(expected);
    expect(showAssumptions(result, ...lists)).toEqual(assumed);
  });

  test('a choice of the user is no assumption, but it is recorded', async () => {
    const result = await modelOfTurtle(A + p, policiesOf({ unstated: 'required' }));
    expect(showAssumptions(result, ...lists)).toEqual([]);
    expect(result.model.chosen.map(({ kind, policy, element }) => [kind, policy, element])).toEqual([
      ['required', 'unstated', 'A.p'],
      ['single', 'unstated', 'A.p'],
    ]);
  });

  test('an assumption has its constraints, and the construct that would state it', async () => {
    const { model } = await modelOfTurtle(A + p);
    const [least] = model.assumptions;
    const field = model.classes[0]?.fields[1];
    expect(least).toMatchObject({ iri: 'http://example.org/test#p', decided: 'has at least one value', policy: 'unstated' });
    expect(least?.otherwise).toContain('owl:minCardinality');
    expect(least?.place?.line).toBe(field?.place?.line);
    expect(least?.constraints).toEqual([{ kind: 'required', class: model.classes[0], field }]);
  });
});

describe('a statement of one bound leaves the other one open', () => {
  test.each([
    [':p a owl:FunctionalProperty .', 'p: string?', 'p_id: → B?'],
    [restriction('owl:maxCardinality 1'), 'p: string?', 'p_id: → B?'],
    [shape('sh:maxCount 3'), 'p: string{0,3}', 'p_ids: → B{0,3}'],
    [restriction('owl:minCardinality 1'), 'p: string{1,}', 'p_ids: → B{1,}'],
    [restriction('owl:minCardinality 0'), 'p: string*', 'p_ids: → B*'],
    [shape('sh:minCount 2'), 'p: string{2,}', 'p_ids: → B{2,}'],
    [`${shape('sh:minCount 1')}${restriction('owl:maxCardinality 1')}`, 'p: string', 'p_id: → B'],
    [
      `${shape('sh:maxCount 5')}${restriction('owl:maxCardinality 3')}${shape('sh:minCount 1')}`,
      'p: string{1,3}',
      'p_ids: → B{1,3}',
    ],
  ])('%s', async (turtle, data, reference) => {
    const values = await modelOfTurtle(A + p + turtle);
    const references = await modelOfTurtle(AB + object('p') + turtle);
    expect([showFields(values.model, 'A'), showFields(references.model, 'A')]).toEqual([[data], [reference]]);
    expect([...showAssumptions(values, ...lists), ...showAssumptions(references, ...lists)]).toEqual([]);
  });

  test.each(['required', 'optional', 'open'])('whatever the policy is: %s', async (unstated) => {
    const { model } = await modelOfTurtle(A + p + restriction('owl:cardinality 1'), policiesOf({ unstated }));
    expect([showFields(model, 'A'), model.chosen]).toEqual([['p: string'], []]);
  });
});

describe('a shape without counts', () => {
  const silent = shape('sh:datatype xsd:string');

  test('allows any number if it is the only source of the property in the class', async () => {
    const result = await modelOfTurtle(`${A}:p a owl:DatatypeProperty .${silent}`);
    expect([showFields(result.model, 'A'), showAssumptions(result, ...lists)]).toEqual([['p: string*'], []]);
  });

  test('states nothing if the class has the property by a domain, its own or an inherited one', async () => {
    const result = await modelOfTurtle(A + p + silent);
    expect([showFields(result.model, 'A'), showAssumptions(result, ...lists)]).toEqual([
      ['p: string'],
      ['required A.p', 'single A.p'],
    ]);
    const below = await modelOfTurtle(`${A}:C a owl:Class ; rdfs:subClassOf :A .${p}${shape('sh:datatype xsd:string', ':C')}`);
    expect(showFields(below.model, 'C')).toEqual(['p: string']);
  });
});

describe('statements about a subclass loosen assumptions about the class', () => {
  const below = `${A} :C a owl:Class ; rdfs:subClassOf :A .`;
  test.each([
    ['there may be none', restriction('owl:maxCardinality 1', ':C'), 'p: string?', 'p: string?'],
    ['there is none', restriction('owl:maxCardinality 0', ':C'), 'p: string?', 'p: string?'],
    ['there may be several', restriction('owl:minCardinality 1', ':C'), 'p: string*', 'p: string{1,}'],
    ['there is exactly one', restriction('owl:cardinality 1', ':C'), 'p: string', 'p: string'],
  ])('%s', async (_name, turtle, above, inherited) => {
    const { model } = await modelOfTurtle(below + p + turtle);
    expect([showFields(model, 'A'), showFields(model, 'C')]).toEqual([[above], [inherited]]);
  });
});

test('schema:domainIncludes states that there may be no value, and nothing else', async () => {
  const includes = ':p a rdf:Property ; schema:domainIncludes :A ; rdfs:range xsd:string .';
  const result = await modelOfTurtle(A + includes);
  expect([showFields(result.model, 'A'), showAssumptions(result, ...lists)]).toEqual([['p: string?'], ['single A.p']]);
  const counted = await modelOfTurtle(A + includes + shape('sh:minCount 1 ; sh:maxCount 1'));
  expect(showFields(counted.model, 'A')).toEqual(['p: string']);
});

test('object properties without a class as range are lists by their names, too', async () => {
  const { model } = await modelOfTurtle(
    `${A}:hasLinks a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range owl:Thing . :notes a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .`,
  );
  expect(showFields(model, 'A')).toEqual(['links: iri*', 'notes: string']);
});
