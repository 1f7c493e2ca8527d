import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const shape = (more: string) =>
  `:A a owl:Class . :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${more} ] .\n`;
const hasValue = (value: string) =>
  `:A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue ${value} ] .\n`;

/** Returns the field of `:p` in the class `:A`, if there is one, and the codes of all warnings. */
async function build(turtle: string) {
  const { model, diagnostics } = await modelOfTurtle(turtle);
  const field = model.classes.find(({ name }) => name === 'A')?.fields.find(({ name }) => name === 'p');
  return { field, axioms: model.axioms, codes: diagnostics.map(({ code }) => code) };
}

describe('the type of a property without a range', () => {
  test.each([
    ['an IRI of a shape', shape('sh:minCount 1 ; sh:maxCount 1 ; sh:hasValue :x')],
    ['an IRI of a restriction', `${hasValue(':x')}:p a rdf:Property .`],
  ])('is that of the stated value: %s', async (_name, turtle) => {
    const { field } = await build(turtle);
    expect(field).toMatchObject({ type: { scalar: 'iri' }, cardinality: 'one', constant: 'http://example.org/test#x' });
  });

  test('is an IRI in the superclass if a subclass states a resource as the value', async () => {
    const { field } = await build(
      ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue :x ] . :p a rdf:Property ; rdfs:domain :A .',
    );
    expect(field?.type).toMatchObject({ scalar: 'iri' });
  });

  test('is that of a number, although the property is not functional', async () => {
    const { field, codes } = await build(`${hasValue('5')}:p a owl:DatatypeProperty .`);
    expect([field, codes]).toMatchObject([{ type: { scalar: 'int32' }, constant: '5' }, []]);
  });

  test('is that of the default', async () => {
    const { field, codes } = await build(shape('sh:maxCount 1 ; sh:defaultValue 5'));
    expect([field, codes]).toMatchObject([{ type: { scalar: 'int32' }, default: '5' }, []]);
  });

  test('is a string if the stated values have different datatypes', async () => {
    const { field } = await build(`${hasValue('5')}${hasValue('"x"')}:p a owl:DatatypeProperty .`);
    expect(field?.type).toEqual({ kind: 'scalar', scalar: 'string' });
  });
});

describe('a maximum of 0', () => {
  const elsewhere = ':B a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:string .';
  test.each([
    ['sh:maxCount', shape('sh:maxCount 0') + elsewhere],
    ['owl:maxCardinality', hasValue('1').replace('owl:hasValue 1', 'owl:maxCardinality 0') + elsewhere],
    ['sh:maxCount', shape('sh:maxCount 0')],
  ])('%s creates no field in a class without the property, and only a closed shape enforces it', async (construct, turtle) => {
    const shortfalls: unknown[] = [];
    for (const closed of ['', ':S a sh:NodeShape ; sh:targetClass :A ; sh:closed true .']) {
      const { field, axioms, codes } = await build(turtle + closed);
      expect([field, codes]).toEqual([undefined, []]);
      shortfalls.push(axioms.find((axiom) => axiom.construct === construct)?.shortfall);
    }
    expect(shortfalls).toEqual(['the class has no field for it, and other properties are not rejected', undefined]);
  });
});

test('the node kind of a shape decides the type of an undeclared range', async () => {
  const { field, codes } = await build(
    `${shape('sh:nodeKind sh:IRI')}:p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range :Undeclared .`,
  );
  expect([field?.type, codes]).toMatchObject([{ scalar: 'iri' }, ['range-not-declared']]);
});
