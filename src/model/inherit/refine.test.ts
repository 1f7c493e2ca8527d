import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import type { DomainModel } from '../types.ts';

const cls = ({ classes }: DomainModel, name: string) => {
  const found = classes.find((one) => one.name === name);
  if (!found) throw new Error(`no class ${name}`);
  return found;
};

const four =
  ':A a owl:Class . :B a owl:Class . :B1 a owl:Class ; rdfs:subClassOf :B . :Z a owl:Class ; rdfs:subClassOf :A, :B1 .\n';

test('inherits the narrowed field of one superclass, although another superclass declares the field', async () => {
  const { model } = await modelOfTurtle(
    `${four}:p a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range xsd:string .
    :B1 rdfs:subClassOf [ owl:onProperty :p ; owl:minCardinality 1 ] .`,
  );
  const cardinalities = ['A', 'B', 'B1', 'Z'].map((name) => cls(model, name).allFields.find((f) => f.name === 'p')?.cardinality);
  expect(cardinalities).toEqual(['optional', 'optional', 'one', 'one']);
});

test('combines the narrowed fields of two superclasses', async () => {
  const { model } = await modelOfTurtle(
    `${four}:A1 a owl:Class ; rdfs:subClassOf :A . :Y a owl:Class ; rdfs:subClassOf :A1, :B1 .
    :p a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range xsd:string .
    :B1 rdfs:subClassOf [ owl:onProperty :p ; owl:minCardinality 1 ] .
    :S sh:targetClass :A1 ; sh:property [ sh:path :p ; sh:maxLength 5 ] .`,
  );
  expect(cls(model, 'Y').allFields.find((f) => f.name === 'p')).toMatchObject({ cardinality: 'one', type: { maxLength: 5 } });
});

test('a list and a single reference of one property are two relations in a common subclass', async () => {
  const { model } = await modelOfTurtle(
    `:T a owl:Class . ${four}:things a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :T .
    :S sh:targetClass :B ; sh:property [ sh:path :things ; sh:maxCount 1 ] .`,
  );
  const relations = cls(model, 'Z').allRelations.filter((relation) => relation.declared);
  expect(new Set(relations.map(({ many, field }) => `${field.name} ${many}`))).toEqual(
    new Set(['thing_ids true', 'things_id false']),
  );
  expect(new Set(relations.map(({ name }) => name)).size).toBe(2);
});
