import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { variantOf } from './variant.ts';

const { model } = await modelOfTurtle(`
  :A a owl:Class . :B a owl:Class .
  :title a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
  :note a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range xsd:string .
  :upvotes a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:integer .
  :publishedAt a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:dateTime .
  :createdAt a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:dateTime .
  :updatedAt a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:dateTime .
  :kind a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
  :tag a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
  :S a sh:NodeShape ; sh:targetClass :A ;
    sh:property [ sh:path :kind ; sh:hasValue "a" ; sh:maxCount 1 ] , [ sh:path :tag ; sh:minCount 0 ] .`);

const [a] = model.classes;
const describe = (role: 'entity' | 'create' | 'update') =>
  a &&
  Object.fromEntries(variantOf(a, role).members.map(({ field, ...member }) => [field.name, `${member.absent} ${member.null}`]));

test('a record is complete', () => {
  expect(describe('entity')).toEqual({
    ...{ id: 'refused refused', title: 'refused refused', note: 'none none', upvotes: 'refused refused' },
    ...{ published_at: 'refused refused', created_at: 'refused refused', updated_at: 'refused refused' },
    ...{ kind: 'refused refused', tag: 'refused refused' },
  });
});

test('a create body has no fields that only the server writes, and may omit supplied values', () => {
  expect(describe('create')).toEqual({
    ...{ title: 'refused refused', note: 'none none', upvotes: 'supplied refused', published_at: 'supplied refused' },
    ...{ kind: 'supplied refused', tag: 'empty refused' },
  });
});

test('an update body keeps the values of absent members, and clears optional ones by null', () => {
  expect(describe('update')).toEqual({
    ...{ title: 'stays refused', note: 'stays none', upvotes: 'stays refused', published_at: 'stays refused' },
    ...{ tag: 'stays refused' },
  });
});
