import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../../test/support/ontologies.ts';
import type { DomainClass } from '../../../model/index.ts';
import type { TreeMap } from '../tree/index.ts';
import { entityExample, relationsExample } from './examples.ts';

test('a reference to the own class leads to another instance', async () => {
  const { model } = await modelOfTurtle(`:Animal a owl:Class .
:name a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:mother a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
:leader a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
:S a sh:NodeShape ; sh:targetClass :Animal ; sh:property [ sh:path :leader ; sh:minCount 1 ] .`);
  const [animal] = model.classes as [DomainClass];
  const { id, mother_id, leader_id } = entityExample(animal) ?? {};
  expect(mother_id).not.toBe(id);
  expect(leader_id).not.toBe(id);
  // The examples of the related instances, too.
  const { mother, leader } = relationsExample(animal) as Record<string, TreeMap>;
  expect([mother?.['id'], mother?.['leader_id']]).toEqual([mother_id, id]);
  expect([leader?.['id'], leader?.['leader_id']]).toEqual([leader_id, id]);
});
