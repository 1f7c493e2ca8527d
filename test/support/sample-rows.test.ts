import { expect, test } from 'vitest';
import { modelOfTurtle } from './ontologies.ts';
import { transactions } from './sample-rows.ts';

test('an instance refers to itself if each must refer to another one than all others do', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .
    :p a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:domain :A ; rdfs:range :A .
    :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:minCount 1 ] .`);
  const [first = ''] = transactions(model);
  const [id, ...others] = first.match(/'0{8}-[^']+'/g) ?? [];
  expect(others).toEqual([id]);
});
