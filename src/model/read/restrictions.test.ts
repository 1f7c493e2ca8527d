import { expect, test } from 'vitest';
import { showFields } from '../../../test/support/format-field.ts';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const restriction = (property: string, more: string) => `[ a owl:Restriction ; owl:onProperty :${property} ; ${more} ]`;

/** Builds the model of a class `:A` with restrictions; returns its fields and the shortfalls of all axioms. */
async function build(restrictions: readonly string[], more: string) {
  const { model } = await modelOfTurtle(`:A a owl:Class ; rdfs:subClassOf ${restrictions.join(' , ')} .\n${more}`);
  return { fields: showFields(model, 'A'), shortfalls: model.axioms.flatMap(({ shortfall }) => shortfall ?? []) };
}

test.each([
  ['owl:qualifiedCardinality 1', ['n: int32', 'f_id: → A']],
  ['owl:maxQualifiedCardinality 1', ['n: int32?', 'f_id: → A?']],
])('%s states the type of a property without a range', async (count, fields) => {
  const found = await build(
    [restriction('n', `owl:onDataRange xsd:integer ; ${count}`), restriction('f', `owl:onClass :A ; ${count}`)],
    ':n a owl:DatatypeProperty . :f a owl:ObjectProperty .',
  );
  expect(found).toEqual({ fields, shortfalls: [] });
});

test('a minimum of values of one class states the type only of a functional property', async () => {
  const least = 'owl:onClass :B ; owl:minQualifiedCardinality 1';
  const { fields } = await build(
    [restriction('f', least), restriction('g', least)],
    ':B a owl:Class . :f a owl:ObjectProperty , owl:FunctionalProperty . :g a owl:ObjectProperty .',
  );
  expect(fields).toEqual(['g: iri{1,}', 'f_id: → B']);
});

test('counts of two classes leave the type and the maximum of the property open', async () => {
  const { fields } = await build(
    [
      restriction('f', 'owl:onClass :B ; owl:qualifiedCardinality 1'),
      restriction('f', 'owl:onClass :C ; owl:qualifiedCardinality 1'),
    ],
    ':B a owl:Class . :C a owl:Class . :f a owl:ObjectProperty .',
  );
  expect(fields).toEqual(['f: iri{1,}']);
});

test('a counted class gives way to a range that the class states', async () => {
  const found = await build(
    [restriction('f', 'owl:onClass :B ; owl:maxQualifiedCardinality 1'), restriction('f', 'owl:allValuesFrom :C')],
    ':B a owl:Class . :C a owl:Class . :f a owl:ObjectProperty .',
  );
  expect(found).toEqual({ fields: ['f_id: → C?'], shortfalls: [] });
});

test('a complement in an intersection is reported as a shortfall of each axiom that uses it', async () => {
  const without = '[ a owl:Class ; owl:intersectionOf ( :B [ a owl:Class ; owl:complementOf :C ] ) ]';
  const found = await build(
    [restriction('q', `owl:allValuesFrom ${without}`)],
    `:B a owl:Class . :C a owl:Class . :q a owl:ObjectProperty ; rdfs:domain :A .
     :p a owl:ObjectProperty ; rdfs:domain ${without.replace(':B', ':A')} ; rdfs:range ${without} .`,
  );
  expect(found).toEqual({ fields: ['q_id: → B', 'p_id: → B'], shortfalls: Array(3).fill('owl:complementOf is not read') });
});
