import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const restricted = (base: string, ...facets: readonly string[]) =>
  `[ a rdfs:Datatype ; owl:onDatatype ${base} ; owl:withRestrictions ( ${facets.map((facet) => `[ ${facet} ]`).join(' ')} ) ]`;
const union = (...members: readonly string[]) => `[ a rdfs:Datatype ; owl:unionOf ( ${members.join(' ')} ) ]`;

/** Returns the type of a field with a range and facts of a class, its warnings, and its axioms that nothing enforces. */
async function build(range: string, ...facts: readonly string[]) {
  const { model, diagnostics } = await modelOfTurtle(
    `:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} . ${facts.join('\n')}`,
  );
  const { kind: _, ...type } = { ...model.classes[0]?.fields.find(({ iri }) => iri?.endsWith('#p'))?.type } as Record<
    string,
    unknown
  >;
  return {
    type,
    codes: diagnostics.map(({ code }) => code),
    helps: diagnostics.map(({ help }) => help),
    left: model.axioms.filter(({ shortfall }) => shortfall !== undefined).map(({ statement }) => statement),
  };
}

const shape = (statements: string) => `[] sh:targetClass :A ; sh:property [ sh:path :p ; sh:maxCount 1 ; ${statements} ] .`;
const all = (datatype: string) =>
  `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom ${datatype} ] .`;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const at = (value: string) => ({ value, inclusive: true });

describe('the datatype of a shape and a range that is derived from it', () => {
  test.each([
    ['xsd:unsignedByte', 'integer', { scalar: 'uint8' }],
    ['xsd:unsignedByte', 'int', { scalar: 'uint8' }],
    ['xsd:positiveInteger', 'integer', { scalar: 'uint32', minimum: at('1') }],
    ['xsd:long', 'integer', { scalar: 'int64' }],
    ['xsd:int', 'integer', { scalar: 'int32' }],
    ['xsd:integer', 'unsignedByte', { scalar: 'uint8' }],
    ['xsd:int', 'nonNegativeInteger', { scalar: 'uint32', maximum: at('2147483647') }],
    ['xsd:integer', 'decimal', { scalar: 'int32' }],
    ['schema:Integer', 'decimal', { scalar: 'decimal' }],
    [restricted('xsd:unsignedInt', 'xsd:maxInclusive 254'), 'integer', { scalar: 'uint32', maximum: at('254') }],
    [restricted('xsd:integer', 'xsd:minInclusive -5', 'xsd:maxInclusive 900'), 'unsignedByte', { scalar: 'uint8' }],
    [restricted('xsd:decimal', 'xsd:minExclusive 0.5'), 'integer', { scalar: 'int32', minimum: at('1') }],
    ['[ a rdfs:Datatype ; owl:oneOf ( 1 2 300 ) ]', 'unsignedByte', { scalar: 'uint8', values: ['1', '2'] }],
    ['rdfs:Literal', 'string', { scalar: 'string' }],
    ['rdfs:Literal', 'integer', { scalar: 'int32' }],
  ])('%s and xsd:%s allow the values of both, as literals of the shape', async (range, datatype, expected) => {
    const { type, codes, left } = await build(range, shape(`sh:datatype xsd:${datatype}`));
    expect(type).toEqual({ datatype: XSD + datatype, ...expected });
    expect([codes, left]).toEqual([[], []]);
  });

  test('keep the pattern of the range', async () => {
    const { type } = await build('xsd:token', shape('sh:datatype xsd:string'));
    expect(type).toMatchObject({ datatype: `${XSD}string`, patterns: [{ syntax: 'xsd' }] });
  });

  test('keep the datatype of the shape if a restriction of OWL is narrower', async () => {
    const { type } = await build('xsd:decimal', shape('sh:datatype xsd:integer'), all('xsd:unsignedByte'));
    expect(type).toEqual({ datatype: `${XSD}integer`, scalar: 'uint8' });
  });

  test('are left out if they share no value', async () => {
    const { codes, left } = await build('xsd:negativeInteger', shape('sh:datatype xsd:unsignedByte'));
    expect([codes, left]).toEqual([['value-not-taken'], [':A :p sh:datatype xsd:unsignedByte']]);
  });
});

test('a restriction of OWL and a narrower range allow the values of the range', async () => {
  const { type, left } = await build('xsd:unsignedByte', all('xsd:integer'));
  expect([type, left]).toEqual([{ datatype: `${XSD}unsignedByte`, scalar: 'uint8' }, []]);
});

describe('a shape that selects a datatype of a union', () => {
  const limited = restricted('xsd:unsignedInt', 'xsd:maxInclusive 254');

  test.each([
    ['integer', { scalar: 'uint32', maximum: at('254') }],
    ['float', { scalar: 'float32' }],
  ])('keeps what is stated about it: xsd:%s', async (datatype, expected) => {
    const { type, codes } = await build(union(limited, 'xsd:float'), shape(`sh:datatype xsd:${datatype}`));
    expect([type, codes]).toEqual([{ datatype: XSD + datatype, ...expected }, []]);
  });

  test('does not decide for other classes', async () => {
    const { codes } = await build(
      union(limited, 'xsd:float'),
      `:B a owl:Class . :p rdfs:domain :B . ${shape('sh:datatype xsd:integer')}`,
    );
    expect(codes).toContain('range-ambiguous');
  });
});

test.each([
  [':A', 'sh:datatype xsd:string', /^rdfs:range decides whether values are resources or literals/],
  ['xsd:string', 'sh:class :A', /^rdfs:range decides whether values are resources or literals/],
  ['xsd:negativeInteger', 'sh:datatype xsd:unsignedByte', /^rdfs:range decides .*and limits them/],
  ['xsd:date', 'sh:datatype xsd:integer', /the one that is stated for the class counts: correct one of the two$/],
])('a warning about a range and a shape that contradict each other says which counts: %s, %s', async (range, stated, help) => {
  const { codes, helps } = await build(range, shape(stated).replace('owl:DatatypeProperty', 'rdf:Property'));
  expect(helps[codes.indexOf('value-not-taken')]).toMatch(help);
});
