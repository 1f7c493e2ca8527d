import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const classes = `:Thing a owl:Class . :Dataset a owl:Class ; rdfs:subClassOf :Thing . :Activity a owl:Class ; rdfs:subClassOf :Thing .
:ActivityType a owl:Class . :Place a owl:Class .`;

const property = (name: string, domain: string, range: string) =>
  `:${name} a owl:${range.startsWith('xsd:') ? 'Datatype' : 'Object'}Property ; rdfs:domain :${domain} ; rdfs:range ${range} .`;

async function read(declarations: readonly string[]) {
  const { model, diagnostics } = await modelOfTurtle(classes + declarations.join('\n'));
  const fields = model.classes.flatMap(({ name, fields }) =>
    fields.flatMap((field) => (field.iri === undefined ? [] : [`${name}.${field.name}`])),
  );
  return { fields: fields.sort(), diagnostics };
}

describe('a name without shortening comes before a shortened one, in any order of declaration', () => {
  test.each([
    [
      [property('hasVersion', 'Dataset', 'rdfs:Resource'), property('version', 'Dataset', 'xsd:string')],
      ['Dataset.has_version', 'Dataset.version'],
    ],
    [
      [property('hasActivityType', 'Activity', ':ActivityType'), property('type', 'Thing', 'xsd:string')],
      ['Activity.has_activity_type_id', 'Thing.type'],
    ],
    [
      [property('hasTypes', 'Dataset', ':ActivityType'), property('types', 'Thing', 'xsd:string')],
      ['Dataset.has_type_ids', 'Thing.types'],
    ],
    [
      [property('hasPlace', 'Dataset', ':Place'), property('place', 'Dataset', ':Place')],
      ['Dataset.has_place_id', 'Dataset.place_id'],
    ],
    // The second one is not shortened because of the third.
    [
      [
        property('datasetHasPlace', 'Dataset', ':Place'),
        property('hasPlace', 'Thing', ':Place'),
        property('place', 'Thing', 'xsd:string'),
      ],
      ['Dataset.dataset_has_place_id', 'Thing.has_place_id', 'Thing.place'],
    ],
    // Another class: nothing shares the name.
    [
      [property('hasPlace', 'Dataset', ':Place'), property('place', 'Activity', 'xsd:string')],
      ['Activity.place', 'Dataset.place_id'],
    ],
  ])('%s', async (declarations, fields) => {
    expect(await read(declarations)).toEqual({ fields, diagnostics: [] });
    expect(await read(declarations.toReversed())).toEqual({ fields, diagnostics: [] });
  });
});

test('a deprecated property leaves its name to its successor, in any order of declaration', async () => {
  const old = `:name a owl:DatatypeProperty ; owl:deprecated true ; rdfs:domain :Thing ; rdfs:range xsd:string .`;
  const labelled = `${property('fullName', 'Thing', 'xsd:string')} :fullName rdfs:label "name" .`;
  const sameLocal = `<http://example.org/new#name> a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .`;
  for (const successor of [labelled, sameLocal]) {
    for (const declarations of [
      [old, successor],
      [successor, old],
    ]) {
      const { model } = await modelOfTurtle(classes + declarations.join('\n'));
      const field = model.classes.flatMap(({ fields }) => fields).find(({ name }) => name === 'name');
      expect(field?.deprecated).toBe(false);
    }
  }
});

test('a reference loses has and has_or_had at the beginning of its name, as a whole', async () => {
  const { fields } = await read([
    property('hasOrHadPlace', 'Dataset', ':Place'),
    property('hasOrLacksType', 'Dataset', ':ActivityType'),
    property('hasPart', 'Activity', ':Place'),
  ]);
  expect(fields).toEqual(['Activity.part_id', 'Dataset.has_or_lacks_type_id', 'Dataset.place_id']);
});

test('a collision names the classes of both properties, and the policy that avoids it', async () => {
  const { diagnostics } = await read([
    property('datasetPlace', 'Dataset', ':Place'),
    property('thingPlace', 'Thing', ':Place'),
    property('line_2', 'Thing', 'xsd:string'),
    property('line2', 'Thing', 'xsd:string'),
  ]);
  expect(diagnostics.map(({ message, help }) => [message, help?.includes('--policy names=local')])).toEqual([
    [
      ':thingPlace of Thing and :datasetPlace of Dataset both get the name "place_id"; codegen calls :thingPlace "thing_place_id"',
      true,
    ],
    [':line2 and :line_2 of Thing both get the name "line2"; codegen calls :line2 "line2_2"', false],
  ]);
});

test('a collision says whose label gives the name', async () => {
  const { diagnostics } = await modelOfTurtle(`:A a owl:Class .
    :gradeStatus a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "grade" .
    :grade a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
    :one a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "number" .
    :two a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "number" .`);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    ':gradeStatus and :grade of A both get the name "grade", from the rdfs:label of :gradeStatus; codegen calls :gradeStatus "grade_status"',
    ':two and :one of A both get the name "number", from the rdfs:label of :two and :one; codegen calls :two "two"',
  ]);
});

test('of several labels in a language, the one that equals the local name is the name', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class .
    :identifier a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "VAT number" , "identifier" .
    :code a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "Kennung"@de , "short code"@en , "code"@de .
    :APOLLO_SV_00000522 a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label "data set of counts" .`);
  expect(model.classes[0]?.fields.map(({ name }) => name)).toEqual(['id', 'identifier', 'short_code', 'data_set_of_counts']);
});
