import { describe, expect, test } from 'vitest';
import { classOf, showFields } from '../../test/support/format-field.ts';
import { modelOfTurtle, ontologyFile } from '../../test/support/ontologies.ts';
import { loadOntology } from '../ontology/index.ts';
import { buildModel } from './build.ts';
import { policiesOf } from './policies.ts';
import type { DomainModel, Field } from './types.ts';

const published = async (name: string, chosen: Parameters<typeof policiesOf>[0]) =>
  (await buildModel(await loadOntology(ontologyFile(name)), policiesOf(chosen))).model;

const field = (model: DomainModel, cls: string, iri: string): Field => {
  const found = classOf(model, cls).allFields.find((f) => f.iri?.endsWith(iri));
  if (!found) throw new Error(`${cls} has no field of ${iri}`);
  return found;
};

const needed = (model: DomainModel, cls: string) =>
  classOf(model, cls)
    .allFields.filter((f) => !f.discriminator && (f.cardinality === 'one' || (f.minItems ?? 0) > 0))
    .map(({ name }) => name);

describe('unstated, on published vocabularies', () => {
  test('open: a FOAF person requires only an id', async () => {
    expect(needed(await published('foaf', { unstated: 'open' }), 'Person')).toEqual(['id']);
    expect(needed(await published('foaf', {}), 'Person').length).toBeGreaterThan(20);
  });

  test('optional: it requires no more, and has at most one value each', async () => {
    const model = await published('foaf', { unstated: 'optional' });
    expect(needed(model, 'Person')).toEqual(['id']);
    expect(field(model, 'Person', '/geekcode').cardinality).toBe('optional');
  });

  test('open: a DCAT dataset has many distributions, a PROV activity uses many entities', async () => {
    const dataset = field(await published('dcat', { unstated: 'open' }), 'Dataset', '#distribution');
    expect([dataset.cardinality, dataset.minItems]).toEqual(['many', undefined]);
    const activity = field(await published('prov', { unstated: 'open' }), 'Activity', '#used');
    expect([activity.cardinality, activity.minItems]).toEqual(['many', undefined]);
  });

  test.each(['required', 'optional', 'open'])('%s: several persons may know the same person', async (unstated) => {
    const model = await published('foaf', { unstated });
    const known = classOf(model, 'Person').allRelations.find((r) => r.name === 'knows');
    expect(known).toMatchObject({ many: true, holder: 'source', inverse: { many: true } });
    expect(known?.field).toMatchObject({ cardinality: 'many', unique: false });
  });

  test('timestamps: a PROV entity has no generated time of invalidation', async () => {
    const model = await published('prov', {});
    expect(classOf(model, 'Entity').allFields.filter((f) => f.generated === 'now')).toEqual([]);
  });

  test('schema.org requires nothing', async () => {
    expect(needed(await published('schema', {}), 'Offer')).toEqual(['id']);
  });
});

const A = ':A a owl:Class .';
const data = (name: string, range: string, more = '') =>
  `:${name} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} ${more}.\n`;
const build = async (turtle: string, chosen: Parameters<typeof policiesOf>[0] = {}) =>
  (await modelOfTurtle(turtle, policiesOf(chosen))).model;

describe('timestamps', () => {
  const times =
    A + data('createdAt', 'xsd:dateTime') + data('dateModified', 'xsd:dateTime') + data('publishedOn', 'xsd:dateTime');

  test('names: the server sets times of the record; clients may only write those that are not creation or update', async () => {
    const model = await build(times);
    expect(classOf(model, 'A').fields.map(({ name, generated, managed }) => [name, generated, managed])).toEqual([
      ['id', 'uuid', undefined],
      ['created_at', 'now', 'created'],
      ['date_modified', 'now', 'updated'],
      ['published_on', 'now', undefined],
    ]);
    const assumed = model.assumptions.filter(({ kind }) => kind === 'timestamp');
    expect(assumed.map(({ element, policy }) => [element, policy])).toEqual([
      ['A.created_at', 'timestamps'],
      ['A.date_modified', 'timestamps'],
      ['A.published_on', 'timestamps'],
    ]);
  });

  test('none: the client sets them', async () => {
    const model = await build(times, { timestamps: 'none' });
    expect(showFields(model, 'A')).toEqual(['created_at: dateTime', 'date_modified: dateTime', 'published_on: dateTime']);
  });

  test('a default takes precedence', async () => {
    const model = await build(
      `${A}${data('createdAt', 'xsd:dateTime')}[] sh:targetClass :A ; sh:property [ sh:path :createdAt ; sh:defaultValue "2020-01-01T00:00:00Z"^^xsd:dateTime ] .`,
    );
    expect(classOf(model, 'A').fields[1]).toMatchObject({ default: '2020-01-01T00:00:00Z' });
    expect(classOf(model, 'A').fields[1]?.generated).toBeUndefined();
    expect(model.assumptions.filter(({ kind }) => kind === 'timestamp')).toEqual([]);
  });
});

describe('lengths', () => {
  const length = (model: DomainModel, cls = 'A') =>
    classOf(model, cls).allFields.flatMap(({ type }) => (type.kind === 'scalar' ? [type.maxLength] : []));
  const texts =
    A + data('email', 'xsd:string') + data('name', 'xsd:string') + data('title', 'xsd:string') + data('text', 'xsd:string');
  const shape = (facets: string, cls = ':A') => `[] sh:targetClass ${cls} ; sh:property [ sh:path :name ; ${facets} ] .`;

  test('spec: limits email, name and title; none: limits nothing', async () => {
    const model = await build(texts);
    expect(length(model)).toEqual([255, 255, 500, undefined]);
    expect(model.assumptions.filter(({ kind }) => kind === 'length').map(({ element, decided }) => [element, decided])).toEqual([
      ['A.email', 'has at most 255 characters'],
      ['A.name', 'has at most 255 characters'],
      ['A.title', 'has at most 500 characters'],
    ]);
    expect(length(await build(texts, { lengths: 'none' }))).toEqual([undefined, undefined, undefined, undefined]);
  });

  const sub = ':C a owl:Class ; rdfs:subClassOf :A .';
  test.each([
    ['a length that is stated', shape('sh:maxLength 1000'), [1000]],
    ['a longer least length', shape('sh:minLength 300'), [undefined]],
    ['a longer default', shape(`sh:defaultValue "${'x'.repeat(300)}"`), [undefined]],
    ['a longer text in a subclass', sub + shape('sh:maxLength 1000', ':C'), [undefined]],
    ['a shorter one', sub + shape('sh:maxLength 10', ':C'), [255]],
  ])('%s', async (_name, turtle, expected) => {
    expect(length(await build(A + data('name', 'xsd:string') + turtle))).toEqual(expected);
  });

  test('limits only plain strings', async () => {
    const listed = `:A a owl:Class . ${data('name', '[ a rdfs:Datatype ; owl:oneOf ( "a" "b" ) ]')}${data('title', 'xsd:integer')}`;
    expect(length(await build(listed))).toEqual([undefined]);
  });
});

describe('email', () => {
  const email = A + data('email', 'xsd:string');
  const assumed = (model: DomainModel) => model.assumptions.filter(({ kind }) => kind === 'unique').length;

  test.each([
    ['is unique by assumption', email, {}, true, 1],
    ['is not, if the user says so', email, { email: 'plain' }, false, 0],
    ['is, if the user says so', email, { email: 'unique' }, true, 0],
    ['is by what is stated', `${email}:email a owl:InverseFunctionalProperty .`, {}, true, 0],
    ['is by a key', `${email}:A owl:hasKey ( :email ) .`, { email: 'plain' }, true, 0],
    ['is assumed not beside its key', `${email}:A owl:hasKey ( :email ) .`, {}, true, 0],
    ['of integers is not an address', A + data('email', 'xsd:integer'), {}, false, 0],
  ])('%s', async (_name, turtle, chosen, unique, count) => {
    const model = await build(turtle, chosen);
    expect([classOf(model, 'A').fields[1]?.unique, assumed(model)]).toEqual([unique, count]);
  });
});

test('counts: zero starts at 0, none requires a value', async () => {
  const votes = A + data('upvotes', 'xsd:integer');
  const model = await build(votes);
  expect(showFields(model, 'A')).toEqual(['upvotes: int32 = zero']);
  expect(model.assumptions.filter(({ kind }) => kind === 'zero').map(({ element }) => element)).toEqual(['A.upvotes']);
  expect(showFields(await build(votes, { counts: 'none' }), 'A')).toEqual(['upvotes: int32']);
});

describe('subclasses', () => {
  const two = `${A}:B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A .`;
  const assumed = (model: DomainModel) =>
    model.assumptions.filter(({ kind }) => kind === 'one-class').map(({ element }) => element);

  test.each([
    ['siblings', two, ['A']],
    ['siblings further down', `${two}:D a owl:Class ; rdfs:subClassOf :B . :E a owl:Class ; rdfs:subClassOf :B .`, ['A']],
    ['one subclass', `${A}:B a owl:Class ; rdfs:subClassOf :A .`, []],
    ['siblings that are disjoint', `${two}:B owl:disjointWith :C .`, []],
    ['siblings with a common subclass', `${two}:D a owl:Class ; rdfs:subClassOf :B , :C .`, []],
    [
      'two hierarchies',
      `${two}:X a owl:Class . :Y a owl:Class ; rdfs:subClassOf :X . :Z a owl:Class ; rdfs:subClassOf :X .`,
      ['A', 'X'],
    ],
  ])('%s', async (_name, turtle, expected) => {
    const model = await build(turtle);
    expect(assumed(model)).toEqual(expected);
    const constraints = model.assumptions.filter(({ kind }) => kind === 'one-class').flatMap((a) => a.constraints);
    expect(constraints.map((c) => [c.kind, c.class.name])).toEqual(expected.map((name) => ['one-class', name]));
  });

  test('several: assumes nothing', async () => {
    const model = await build(two, { subclasses: 'several' });
    expect([assumed(model), model.chosen.flatMap(({ constraints }) => constraints)]).toEqual([[], []]);
  });
});

describe('names', () => {
  test('local: ignores labels', async () => {
    const turtle = `${A}${data('mbox', 'xsd:string', '; rdfs:label "personal mailbox" ')}`;
    expect(showFields(await build(turtle), 'A')).toEqual(['personal_mailbox: string']);
    expect(showFields(await build(turtle, { names: 'local' }), 'A')).toEqual(['mbox: string']);
  });

  test('local: mbox of FOAF stays mbox', async () => {
    const names = (model: DomainModel) => classOf(model, 'Person').allFields.map(({ name }) => name);
    expect(names(await published('foaf', { names: 'local' }))).toContain('mbox');
    expect(names(await published('foaf', {}))).not.toContain('mbox');
  });

  test('local: keeps published names unchanged', async () => {
    const turtle = `${A} :B a owl:Class .
:hasParent a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :A .
:aFriend a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .
:hasThings a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .
:aState a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range [ a owl:Class ; owl:oneOf ( :on :off ) ] .`;
    const names = async (policies: Parameters<typeof build>[1]) =>
      classOf(await build(turtle, policies), 'A').allFields.map(({ name }) => name);
    expect(await names({})).toEqual(['id', 'a_state', 'parent_id', 'friend_id', 'thing_ids']);
    expect(await names({ names: 'local' })).toEqual(['id', 'a_state', 'has_parent_id', 'a_friend_id', 'has_things_ids']);
  });

  test('local: keeps codes of classes', async () => {
    const turtle = '<http://purl.obolibrary.org/obo/GO_0008150> a owl:Class ; rdfs:label "biological process" .';
    expect((await build(turtle, { names: 'local' })).classes.map(({ name }) => name)).toEqual(['GO0008150']);
  });
});

describe('order', () => {
  const blocks = [
    ':B a owl:Class ; rdfs:label "B" .',
    ':A a owl:Class .',
    ':C a owl:Class ; rdfs:subClassOf :A .',
    ':z a owl:DatatypeProperty ; rdfs:domain :A , :B ; rdfs:range xsd:string ; rdfs:label "name" .',
    ':a a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "name" .',
    ':m a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( :C :B ) ] .',
    ':b a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .',
  ];
  const shown = (model: DomainModel) => model.classes.map((cls) => [cls.name, ...showFields(model, cls.name)]);

  test('iri: sorts classes and fields, references last, for any order of declaration', async () => {
    const expected = [
      ['A', 'name: string', 'z: string', 'b_id: → B', 'm_c_id: → C?', 'm_b_id: → B?'],
      ['B', 'z: string'],
      ['C', 'name: string', 'z: string', 'b_id: → B', 'm_c_id: → C?', 'm_b_id: → B?'],
    ];
    for (const turtle of [blocks, [...blocks].reverse(), [...blocks.slice(3), ...blocks.slice(0, 3)]]) {
      expect(shown(await build(turtle.join('\n'), { order: 'iri' }))).toEqual(expected);
    }
  });

  test('source: keeps the order of declaration', async () => {
    const model = await build(blocks.join('\n'));
    expect(model.classes.map(({ name }) => name)).toEqual(['B', 'A', 'C']);
    expect(showFields(model, 'A').slice(0, 2)).toEqual(['name: string', 'a: string']);
  });

  test('iri: sorts by code points', async () => {
    const names = ['\u{1F600}', '\uFF21', 'Z', 'a'];
    const turtle = names.map((name) => `<http://example.org/test#${name}> a owl:Class ; rdfs:label "x" .`).join('\n');
    const model = await build(turtle, { order: 'iri' });
    expect(model.classes.map(({ iri }) => iri.split('#')[1])).toEqual(['Z', 'a', '\uFF21', '\u{1F600}']);
  });
});
