import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const BASE = ':A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .\n';

async function told(turtle: string): Promise<readonly string[]> {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  return diagnostics.filter(({ code }) => code === 'value-not-taken').map(({ message }) => message);
}

test.each([
  [':q rdfs:domain :A ; rdfs:range "dateTime" .', ':q rdfs:range "dateTime"', 'did you mean xsd:dateTime?'],
  [':q rdfs:domain :A ; rdfs:range "xsd:date" .', ':q rdfs:range "xsd:date"', 'did you mean xsd:date?'],
  [':S a sh:NodeShape ; sh:targetClass "A" .', ':S sh:targetClass "A"', 'did you mean :A?'],
  [':S sh:targetClass :A ; sh:property [ sh:path "p" ; sh:minCount 1 ] .', '[ … ] sh:path "p"', 'did you mean :p?'],
])('a text where a name is asked for: %s', async (turtle, statement, meant) => {
  expect(await told(turtle)).toEqual([`${statement} is left out: a name is asked for here, and this is a text; ${meant}`]);
});

test.each([
  [
    ':p owl:maxCardinality 1 .',
    ':p owl:maxCardinality 1',
    'a restriction says that: :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ]',
  ],
  [
    ':A owl:cardinality 1 .',
    ':A owl:cardinality 1',
    'a restriction says that: :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :property ; owl:cardinality 1 ]',
  ],
  [
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:someValuesFrom :A ] .',
    '[ … ] owl:someValuesFrom :A',
    'the restriction names no property, as in owl:onProperty :property',
  ],
  [
    ':S sh:targetClass :A ; sh:property [ sh:minCount 1 ] .',
    ':S sh:property [ … ]',
    'the shape names no property, as in sh:path :property',
  ],
  [':A rdfs:domain :p .', ':A rdfs:domain :p', 'a domain is said of a property, and :A is a class: :p rdfs:domain :A'],
])('what stands where it says nothing: %s', async (turtle, statement, reason) => {
  expect(await told(turtle)).toEqual([`${statement} is left out: ${reason}`]);
});

test.each([
  [':S sh:targetClass :A ; sh:property [ sh:path :p ; sh:in "a" , "b" ] .', '[ … ] sh:in "a"', 'sh:in ( "a" "b" )'],
  [':E a owl:Class ; owl:unionOf :A .', ':E owl:unionOf :A', 'owl:unionOf ( :A )'],
])('values that stand in no list: %s', async (turtle, statement, list) => {
  expect(await told(turtle)).toEqual([`${statement} is left out: a list is asked for here: ${list}`]);
});

test.each([
  [':q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range :A .', 'declare it so: :q a owl:ObjectProperty .'],
  [':q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range xsd:int .', 'declare it so: :q a owl:DatatypeProperty .'],
  [':S sh:targetClass :A ; sh:property [ sh:path :q ; sh:datatype :A ] .', 'write sh:class :A'],
  [':S sh:targetClass :A ; sh:property [ sh:path :q ; sh:class xsd:int ] .', 'write sh:datatype xsd:int'],
  [':S sh:targetClass :A ; sh:property [ sh:path :A ; sh:minCount 1 ] .', 'name the property'],
])('one kind of name for another is told once: %s', async (turtle, help) => {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  expect(diagnostics.map((one) => [one.code, one.help])).toEqual([['kind-mismatch', help]]);
});

test.each([
  ':q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date-time .',
  ':B a owl:class . :q a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:date .',
  ':q a owl:Datatypeproperty ; rdfs:domain :A ; rdfs:range xsd:date .',
  ':q a owl:DatatypeProperty ; rdf:domain :A ; rdfs:range xsd:date .',
  ':q a owl:DatatypeProperty ; rdfs:domain :A ; rdf:range xsd:date .',
])('a term that is none is told once, without what follows: %s', async (turtle) => {
  const { diagnostics } = await modelOfTurtle(BASE + turtle);
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-term']);
});

test('an undeclared property that leads to a class is to be declared one that leads to resources', async () => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q rdfs:domain :A ; rdfs:range :A .`);
  expect(diagnostics.map(({ help }) => help)).toContain('declare it: :q a owl:ObjectProperty .');
});

test('a list as a range is told with how an enumeration is written', async () => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q rdfs:domain :A ; rdfs:range ( "a" "b" ) .`);
  expect(diagnostics.map(({ help }) => help)).toContain(
    'an enumeration of texts is [ a rdfs:Datatype ; owl:oneOf ( "open" "paid" ) ]',
  );
});

test.each([
  ['xsd:uuid', 'xsd:string'],
  ['xsd:int64', 'xsd:long'],
  ['xsd:date-time', 'xsd:dateTime'],
  ['xsd:url', 'xsd:anyURI'],
  ['<xsd:datetime>', 'xsd:dateTime'],
  ['<xsd:boolean>', 'xsd:boolean'],
])('%s is told with %s', async (range, meant) => {
  const { diagnostics } = await modelOfTurtle(`${BASE}:q a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} .`);
  expect(diagnostics.map(({ message }) => message).join()).toContain(`did you mean ${meant}?`);
});
