import { describe, expect, test } from 'vitest';
import { classOf, showFields } from '../../../test/support/format-field.ts';
import { modelOf, modelOfTurtle } from '../../../test/support/ontologies.ts';
import { demandsOn } from '../demands/demand.ts';
import { allTotals } from '../queries.ts';
import type { DomainModel } from '../types.ts';

const classes = ':Sensor a owl:Class . :Light a owl:Class . :Motion a owl:Class . :Smoke a owl:Class .';
const observes = ':observes a owl:ObjectProperty ; rdfs:domain :Sensor ; rdfs:range [ owl:unionOf ( :Light :Motion :Smoke ) ] .';
const restriction = (facets: string, cls = ':Sensor') => `${cls} rdfs:subClassOf [ owl:onProperty :observes ; ${facets} ] .`;

/** Returns the totals of a class: `observes 1..3 of a_ids, b_ids`. */
const totals = (model: DomainModel, name: string) =>
  allTotals(classOf(model, name)).map(
    (t) => `${t.name} ${t.minItems ?? 0}..${t.maxItems ?? ''} of ${t.fields.map((f) => f.name).join(', ')}`,
  );

const ALL = 'observe_light_ids, observe_motion_ids, observe_smoke_ids';
const lists = ['observe_light_ids: → Light*', 'observe_motion_ids: → Motion*', 'observe_smoke_ids: → Smoke*'];

/** Returns what axioms lead to: the kinds of constraints, and the shortfall. */
const fate = (model: DomainModel, construct: string) =>
  model.axioms
    .filter((a) => a.construct === construct)
    .map((a) => [...a.constraints.map(({ kind }) => kind), ...(a.shortfall ? [`but ${a.shortfall}`] : [])]);

describe('the number of values of a property whose range has alternatives', () => {
  test('a minimum counts all of them together', async () => {
    const { model } = await modelOfTurtle(classes + observes + restriction('owl:minCardinality 1'));
    expect(showFields(model, 'Sensor')).toEqual(lists);
    expect(totals(model, 'Sensor')).toEqual([`observes 1.. of ${ALL}`]);
    expect(fate(model, 'owl:minCardinality')).toEqual([['total']]);
  });

  test('a maximum counts all of them together', async () => {
    const { model } = await modelOfTurtle(classes + observes + restriction('owl:maxCardinality 3'));
    expect(totals(model, 'Sensor')).toEqual([`observes 0..3 of ${ALL}`]);
    expect(fate(model, 'owl:maxCardinality')).toEqual([['total']]);
  });

  test('counts values of datatypes and references together', async () => {
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :B a owl:Class . :p a rdf:Property ; rdfs:domain :A ; schema:rangeIncludes :B , xsd:string .
       :A rdfs:subClassOf [ owl:onProperty :p ; owl:cardinality 2 ] .`,
    );
    expect(showFields(model, 'A')).toEqual(['p: string*', 'p_b_ids: → B*']);
    expect(totals(model, 'A')).toEqual(['p_total 2..2 of p, p_b_ids']);
  });

  test('adds no total without bounds', async () => {
    const { model } = await modelOfTurtle(classes + observes.replaceAll(':observes', ':hasPhenomena'));
    expect([showFields(model, 'Sensor').length, totals(model, 'Sensor')]).toEqual([3, []]);
  });

  test('a subclass tightens the bounds', async () => {
    const sub = ':Detector a owl:Class ; rdfs:subClassOf :Sensor .';
    const { model } = await modelOfTurtle(
      `${classes}${observes}${sub}${restriction('owl:minCardinality 1')}${restriction('owl:minCardinality 2', ':Detector')}${restriction('owl:maxCardinality 4', ':Detector')}`,
    );
    expect(totals(model, 'Detector')).toEqual([`observes 1.. of ${ALL}`, `observes_total 2..4 of ${ALL}`]);
    expect(showFields(model, 'Detector')).toEqual(lists);
    expect(fate(model, 'owl:maxCardinality')).toEqual([['total']]);
  });

  test('contradictory bounds of two superclasses, or of a class and its superclass, are reported once', async () => {
    const sub = (name: string, above: string) => `:${name} a owl:Class ; rdfs:subClassOf ${above} .`;
    const bounds = restriction('owl:minCardinality 3', ':Detector') + restriction('owl:maxCardinality 2', ':Meter');
    const { diagnostics } = await modelOfTurtle(
      `${classes}${observes}${sub('Detector', ':Sensor')}${sub('Meter', ':Sensor')}${sub('Both', ':Detector , :Meter')}
       ${bounds}${sub('BothSub', ':Both')}${sub('Few', ':Detector')}${restriction('owl:maxCardinality 1', ':Few')}`,
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the cardinality of :observes in Both is at least 3, but also at most 2; no instance can have both',
      'the cardinality of :observes in Few is at least 3, but also at most 1; no instance can have both',
    ]);
  });

  test('a subclass that states no more has the inherited total', async () => {
    const sub = ':Detector a owl:Class ; rdfs:subClassOf :Sensor .';
    const { model } = await modelOfTurtle(
      `${classes}${observes}${sub}${restriction('owl:minCardinality 1')}${restriction('owl:someValuesFrom :Light', ':Detector')}`,
    );
    expect(totals(model, 'Detector')).toEqual([`observes 1.. of ${ALL}`]);
    expect(fate(model, 'owl:someValuesFrom')).toEqual([
      ['total', 'but that one of several values is of this kind is not checked'],
    ]);
  });

  test('a subclass may require one of the optional alternatives of its superclass', async () => {
    const sub = `:Detector a owl:Class ; rdfs:subClassOf :Sensor .${restriction('owl:minCardinality 1', ':Detector')}`;
    const { model } = await modelOfTurtle(`${classes}${observes}:observes a owl:FunctionalProperty .${sub}`);
    expect(classOf(model, 'Sensor').choices).toMatchObject([{ name: 'observes', required: false }]);
    expect(totals(model, 'Detector')).toEqual(['observes_total 1.. of observes_light_id, observes_motion_id, observes_smoke_id']);
  });

  test('a subclass without values has no value of any alternative', async () => {
    const sub = `:Dummy a owl:Class ; rdfs:subClassOf :Sensor .${restriction('owl:maxCardinality 0', ':Dummy')}`;
    const { model } = await modelOfTurtle(`${classes}${observes}:observes a owl:FunctionalProperty .${sub}`);
    expect(classOf(model, 'Dummy').allFields.map(({ absent }) => absent)).toEqual([undefined, undefined, true, true, true]);
  });

  test('does not count alternatives that other classes store, and the axiom states so', async () => {
    const inverse =
      ':observedBy a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Light ; rdfs:range :Sensor ; owl:inverseOf :observes .';
    const { model } = await modelOfTurtle(classes + observes + inverse + restriction('owl:minCardinality 1'));
    expect(totals(model, 'Sensor')).toEqual([]);
    expect(fate(model, 'owl:minCardinality')).toEqual([[expect.stringContaining('kept in the other class')]]);
  });
});

describe('a disjunction of restrictions', () => {
  const data = (name: string) => `:${name} a owl:DatatypeProperty ; rdfs:domain :Time ; rdfs:range xsd:string .`;
  const either = (...members: string[]) =>
    `:Time a owl:Class ; rdfs:subClassOf [ owl:unionOf ( ${members.map((m) => `[ ${m} ]`).join(' ')} ) ] .`;
  const needs = (name: string) => `owl:onProperty :${name} ; owl:cardinality 1`;

  test('makes none of its alternatives required by itself, but one of them', async () => {
    const { model } = await modelOfTurtle(either(needs('number'), needs('name')) + data('number') + data('name') + data('zone'));
    expect(showFields(model, 'Time')).toEqual(['number: string?', 'name: string?', 'zone: string']);
    expect(totals(model, 'Time')).toEqual(['number_or_other 1.. of number, name']);
    expect(fate(model, 'rdfs:subClassOf')).toEqual([['total']]);
  });

  test('gives the class properties without a domain, as restrictions do', async () => {
    const { model } = await modelOfTurtle(
      `${either('owl:onProperty :a ; owl:someValuesFrom xsd:string', 'owl:onProperty :b ; owl:someValuesFrom xsd:string')}
       :a a owl:DatatypeProperty . :b a owl:DatatypeProperty .`,
    );
    expect(showFields(model, 'Time')).toEqual(['a: string?', 'b: string?']);
    expect(fate(model, 'rdfs:subClassOf')).toEqual([
      ['total', 'but of the alternatives, only the existence of values is checked'],
    ]);
  });

  test('does not loosen what all alternatives require', async () => {
    const { model } = await modelOfTurtle(either(needs('name'), needs('name')) + data('name'));
    expect(showFields(model, 'Time')).toEqual(['name: string']);
  });

  test('with another expression requires nothing, and the axiom states so', async () => {
    const { model } = await modelOfTurtle(either(needs('name'), 'owl:complementOf :Time') + data('name'));
    expect([showFields(model, 'Time'), totals(model, 'Time')]).toEqual([['name: string?'], []]);
    expect(fate(model, 'rdfs:subClassOf')).toEqual([[expect.stringContaining('not checked')]]);
  });

  test('that only limits properties leaves all of them optional, as in FHIR', async () => {
    const most = (name: string) => `owl:onProperty :${name} ; owl:maxCardinality 1`;
    const { model } = await modelOfTurtle(either(most('number'), most('name')) + data('number') + data('name'));
    expect(showFields(model, 'Time')).toEqual(['number: string?', 'name: string?']);
    expect(fate(model, 'rdfs:subClassOf')).toEqual([[expect.stringContaining('not checked')]]);
  });

  test('accepts positions of OWL-Time with either of their values', async () => {
    const model = await modelOf('time');
    const position = classOf(model, 'TimePosition');
    const own = position.fields.filter((f) => f.type.kind === 'scalar');
    expect(own.map(({ cardinality }) => cardinality)).toEqual(['optional', 'optional']);
    expect(position.totals).toMatchObject([{ minItems: 1, fields: own }]);
  });
});

describe('alternative property shapes', () => {
  const shape = (path: string, says: string) => `[ sh:property [ sh:path :${path} ; ${says} ] ]`;

  test('give types and maxima to properties that nothing else describes', async () => {
    const one = (type: string) => `${type} ; sh:minCount 1 ; sh:maxCount 1`;
    const { model } = await modelOfTurtle(`:A a owl:Class , sh:NodeShape . :B a owl:Class .
      :A sh:xone ( ${shape('number', one('sh:datatype xsd:integer'))} ${shape('other', one('sh:class :B'))} ) .`);
    expect(showFields(model, 'A')).toEqual(['number: int32?', 'other_id: → B?']);
  });

  test('of the same property give it all their types', async () => {
    const { model } = await modelOfTurtle(`:A a owl:Class , sh:NodeShape .
      :A sh:or ( ${shape('p', 'sh:datatype xsd:integer ; sh:maxCount 1')} ${shape('p', 'sh:datatype xsd:date')} ) .`);
    expect(showFields(model, 'A')).toEqual(['p: IntegerOrDate*']);
  });
});

describe('bounds of two superclasses', () => {
  const meeting = `:A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A , :B . :X a owl:Class . :Y a owl:Class .
    :p a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range [ owl:unionOf ( :X :Y ) ] .`;
  const bound = (cls: string, facets: string) => `${cls} rdfs:subClassOf [ owl:onProperty :p ; ${facets} ] .`;

  test('both apply to all values of the property', async () => {
    const { model } = await modelOfTurtle(
      `${meeting}${bound(':A', 'owl:minCardinality 2')}${bound(':B', 'owl:minCardinality 1')}${bound(':B', 'owl:maxCardinality 4')}`,
    );
    const fields = 'p_x_ids, p_y_ids';
    expect(totals(model, 'A')).toEqual([`p 2.. of ${fields}`]);
    expect(totals(model, 'C')).toEqual([`p 2..4 of ${fields}`]);
    const ofC = demandsOn(classOf(model, 'C')).object.filter(({ kind }) => kind === 'total');
    expect(ofC.map((demand) => demand.class.name)).toEqual(['C']);
    expect(fate(model, 'owl:maxCardinality')).toEqual([['total', 'total']]);
  });

  test('add no total if one implies the other', async () => {
    const { model } = await modelOfTurtle(
      `${meeting}${bound(':A', 'owl:minCardinality 2')}${bound(':B', 'owl:minCardinality 1')}`,
    );
    expect(totals(model, 'C')).toHaveLength(1);
    expect(classOf(model, 'C').totals).toEqual([]);
  });

  test('different disjunctions of both stay separate', async () => {
    const one = (cls: string, other: string) =>
      `:${cls} rdfs:subClassOf [ owl:unionOf ( [ owl:onProperty :name ; owl:minCardinality 1 ] [ owl:onProperty :${other} ; owl:minCardinality 1 ] ) ] .`;
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A , :B .
       :name a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] . :a a owl:DatatypeProperty ; rdfs:domain :A .
       :b a owl:DatatypeProperty ; rdfs:domain :B . ${one('A', 'a')}${one('B', 'b')}`,
    );
    const found = totals(model, 'C');
    expect(found).toHaveLength(2);
    expect(new Set(found.map((text) => text.split(' ')[0])).size).toBe(2);
  });
});

describe('alternative shapes', () => {
  const person =
    ':Person a owl:Class . :phone a owl:DatatypeProperty ; rdfs:domain :Person . :mail a owl:DatatypeProperty ; rdfs:domain :Person .';
  const shape = (facets: string) => `:S a sh:NodeShape ; sh:targetClass :Person ; ${facets} .`;
  const needed = (property: string) => `[ sh:path ${property} ; sh:minCount 1 ]`;

  test('require none of their properties by itself, but one of them', async () => {
    const { model } = await modelOfTurtle(person + shape(`sh:or ( ${needed(':phone')} ${needed(':mail')} )`));
    expect(showFields(model, 'Person')).toEqual(['phone: string?', 'mail: string?']);
    expect(totals(model, 'Person')).toEqual(['phone_or_other 1.. of phone, mail']);
    expect(fate(model, 'sh:or')).toEqual([['total']]);
  });

  test('may be node shapes', async () => {
    const inner = (property: string) => `[ sh:property ${needed(property)} ]`;
    const { model } = await modelOfTurtle(person + shape(`sh:xone ( ${inner(':phone')} ${inner(':mail')} )`));
    expect(totals(model, 'Person')).toEqual(['phone_or_other 1..1 of phone, mail']);
    expect(fate(model, 'sh:xone')).toEqual([['total']]);
  });

  test.each([
    ['sh:maxCount 1', '1..1', []],
    ['sh:maxCount 1 ; sh:datatype xsd:string', '1..1', []],
    ['sh:maxCount 2', '1..', ['but of the alternatives, only the existence of values is checked']],
  ])('may state %s', async (more, counts, shortfall) => {
    const one = (property: string) => `[ sh:property [ sh:path ${property} ; sh:minCount 1 ; ${more} ] ]`;
    const { model } = await modelOfTurtle(person + shape(`sh:xone ( ${one(':phone')} ${one(':mail')} )`));
    expect(totals(model, 'Person')).toEqual([expect.stringContaining(` ${counts} of `)]);
    expect(fate(model, 'sh:xone')).toEqual([['total', ...shortfall]]);
  });

  test('with other constraints are checked in part, and the axiom states so', async () => {
    const { model } = await modelOfTurtle(
      person + shape(`sh:or ( [ sh:path :phone ; sh:minCount 1 ; sh:pattern "^[0-9]+$" ] ${needed(':mail')} )`),
    );
    expect(fate(model, 'sh:or')).toEqual([['total', 'but of the alternatives, only the existence of values is checked']]);
    expect(model.axioms.filter((a) => a.construct === 'sh:pattern')).toEqual([]);
  });

  test('require nothing if one is deactivated or has no property', async () => {
    for (const open of ['[ sh:deactivated true ; sh:path :mail ; sh:minCount 1 ]', '[ sh:class :Person ]']) {
      const { model } = await modelOfTurtle(person + shape(`sh:or ( ${needed(':phone')} ${open} )`));
      expect(totals(model, 'Person')).toEqual([]);
      expect(fate(model, 'sh:or').flat().join()).toContain('are not checked');
      expect(showFields(model, 'Person')).toContain('phone: string?');
    }
  });
});
