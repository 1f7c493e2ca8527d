import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import type { Field, FieldType } from '../types.ts';

const ontology = (says: string) => `@prefix ex: <http://e/> .
ex:Doc a owl:Class . ex:DocShape a sh:NodeShape ; sh:targetClass ex:Doc .
ex:Titled a sh:NodeShape ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .
ex:Int a sh:NodeShape ; sh:datatype xsd:integer .
ex:Listed a sh:NodeShape ; sh:in ( "x" "y" ) .
ex:A a owl:Class , sh:NodeShape ; sh:property [ sh:path ex:p ; sh:maxCount 1 ; ${says} ] .`;

function shown(type: FieldType): string {
  switch (type.kind) {
    case 'id':
      return 'id';
    case 'reference':
      return type.target.name;
    case 'enumeration':
      return type.enumeration.values.map(({ value }) => value).join(' | ');
    case 'union':
      return type.union.members.map(shown).join(' | ');
    case 'scalar':
      return type.values ? type.values.map((value) => JSON.stringify(value)).join(' | ') : type.scalar;
    default:
      return type satisfies never;
  }
}

async function read(says: string): Promise<{ fields: string[]; shortfalls: (string | undefined)[] }> {
  const { model } = await modelOfTurtle(ontology(says));
  const fields = model.classes.find(({ name }) => name === 'A')?.fields as readonly Field[];
  return {
    fields: fields.slice(1).map(({ name, type }) => `${name}: ${shown(type)}`),
    shortfalls: model.axioms.flatMap(({ shortfall }) => shortfall ?? []),
  };
}

test.each([
  ['any resource, which may be an instance', 'sh:or ( [ sh:nodeKind sh:IRI ] [ sh:class ex:Doc ] )', ['p: iri']],
  [
    'any resource of the class that it is of',
    'sh:class ex:Doc ; sh:or ( [ sh:nodeKind sh:IRI ] [ sh:class ex:Doc ] )',
    ['p_id: Doc'],
  ],
  ['a class of two statements', 'sh:or ( [ sh:nodeKind sh:IRI ] [ sh:datatype xsd:integer ] ) ; sh:class ex:Doc', ['p_id: Doc']],
  ['a resource or a number', 'sh:or ( [ sh:nodeKind sh:IRI ] [ sh:datatype xsd:integer ] )', ['p: int32 | iri']],
  ['any literal, or an instance', 'sh:or ( [ sh:nodeKind sh:Literal ] [ sh:class ex:Doc ] )', ['p: string', 'p_doc_id: Doc']],
  ['a list of strings, or a number', 'sh:or ( [ sh:in ( "a" "b" ) ] [ sh:datatype xsd:integer ] )', ['p: int32 | "a" | "b"']],
  ['a shape of values without a class', 'sh:or ( [ sh:node ex:Int ] [ sh:datatype xsd:date ] )', ['p: int32 | date']],
  ['a list alone', 'sh:or ( [ sh:in ( "a" "b" ) ] )', ['p: a | b']],
  ['a shape with a list', 'sh:or ( ex:Listed [ sh:datatype xsd:boolean ] )', ['p: boolean | "x" | "y"']],
  [
    'a list of individuals, or an instance',
    'sh:or ( [ sh:in ( ex:a ex:b ) ] [ sh:class ex:Doc ] )',
    ['p: a | b', 'p_doc_id: Doc'],
  ],
  ['a shape of a class', 'sh:xone ( [ sh:node ex:DocShape ] [ sh:datatype xsd:date ] )', ['p: date', 'p_doc_id: Doc']],
  [
    'alternatives within alternatives',
    'sh:or ( [ sh:datatype xsd:date ] [ sh:xone ( [ sh:datatype xsd:gYear ] [ sh:datatype xsd:integer ] ) ] )',
    ['p: int32 | date | gYear'],
  ],
])('sh:or and sh:xone: %s', async (_, says, fields) => {
  expect(await read(says)).toEqual({ fields, shortfalls: [] });
});

test.each([
  ['sh:or ( [ sh:datatype xsd:date ] [ sh:not [ sh:class ex:Doc ] ] )', ['p: string'], 'alternative 2 is not read: sh:not'],
  ['sh:or ( [ sh:name "any" ] [ sh:class ex:Doc ] )', ['p: string'], 'alternative 1 is not read: it has no constraint'],
  [
    'sh:or ( [ sh:datatype xsd:date ] [ sh:nodeKind sh:BlankNodeOrLiteral ] )',
    ['p: string'],
    'alternative 2 is not read: codegen does not read this node kind',
  ],
  [
    'sh:or ( [ sh:datatype xsd:date ; sh:minInclusive "2000-01-01"^^xsd:date ] [ sh:datatype xsd:boolean ] )',
    ['p: boolean | date'],
    'sh:minInclusive of an alternative is not checked',
  ],
  ['sh:or ( [ sh:in ( "a" "b" ) ] [ sh:nodeKind sh:IRI ] )', ['p: string'], 'of the alternatives only the datatypes are checked'],
  ['sh:or ( [ sh:node ex:Titled ] [ sh:class ex:Doc ] )', ['p: iri'], 'the shape of the values is that of no class'],
])('%s reports the alternative that is not read', async (says, fields, shortfall) => {
  const found = await read(says);
  expect(found.fields).toEqual(fields);
  expect([...new Set(found.shortfalls)]).toEqual([shortfall]);
});

test('reads alternatives once if they share shapes or form a cycle', async () => {
  const levels = Array.from({ length: 28 }, (_, i) => `ex:S${i} sh:or ( ex:S${i + 1} ex:S${i + 1} ) .`).join('\n');
  const { model } = await modelOfTurtle(
    `${ontology('sh:or ( ex:S0 )')}\n${levels}\nex:S28 sh:or ( ex:S0 [ sh:datatype xsd:date ] ) .`,
  );
  const field = model.classes.find(({ name }) => name === 'A')?.fields[1];
  expect(field?.type).toMatchObject({ kind: 'scalar', scalar: 'date' });
});

test.each([
  ['any resource', 'sh:nodeKind sh:IRI', 'sh:nodeKind sh:IRI', 'iri'],
  ['an undeclared class', 'sh:class ex:Licence', 'sh:class ex:Licence ; sh:nodeKind sh:IRI', 'iri'],
  ['a class, or any resource', 'sh:class ex:Doc', 'sh:nodeKind sh:BlankNodeOrIRI', 'iri'],
  ['a number, or any resource', 'sh:datatype xsd:integer', 'sh:nodeKind sh:IRI', 'int32 | iri'],
  ['a class', 'sh:class ex:Doc ; sh:nodeKind sh:IRI', 'sh:minCount 1', 'Doc'],
])('reads the values in alternatives of a whole instance: %s', async (_, first, second, expected) => {
  const shape = (says: string) => `[ sh:property [ sh:path ex:licence ; ${says} ; sh:maxCount 1 ] ]`;
  const { model, diagnostics } = await modelOfTurtle(
    `@prefix ex: <http://e/> . ex:Doc a owl:Class . ex:A a owl:Class , sh:NodeShape ; sh:xone ( ${shape(first)} ${shape(second)} ) .`,
  );
  const fields = model.classes.find(({ name }) => name === 'A')?.fields as readonly Field[];
  expect(fields.slice(1).map(({ type }) => shown(type))).toEqual([expected]);
  const codes = first.includes('ex:Licence') ? ['range-not-declared'] : [];
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

const people = `:Agent a owl:Class . :Organisation a owl:Class ; rdfs:subClassOf :Agent . :School rdfs:subClassOf :Organisation ; a owl:Class .
  :Place a owl:Class . :Doc a owl:Class . :p a owl:ObjectProperty ; rdfs:domain :Doc .`;
const statedBy = (range: string) =>
  `:S a sh:NodeShape ; sh:targetClass :Doc ; sh:property [ sh:path :p ; sh:maxCount 1 ; ${range} ] .`;

test.each([
  ['sh:or', statedBy('sh:or ( [ sh:class :Agent ] [ sh:class :Organisation ] )')],
  ['sh:or, the subclass first', statedBy('sh:or ( [ sh:class :School ] [ sh:class :Agent ] )')],
  ['sh:or and rdfs:range', `:p rdfs:range :Agent . ${statedBy('sh:or ( [ sh:class :Organisation ] [ sh:class :Agent ] )')}`],
  [
    'sh:or of node shapes',
    ':S sh:targetClass :Doc ; sh:or ( [ sh:path :p ; sh:class :Agent ; sh:maxCount 1 ] [ sh:path :p ; sh:class :School ; sh:maxCount 1 ] ) .',
  ],
  [
    'owl:unionOf',
    ':Doc rdfs:subClassOf [ owl:onProperty :p ; owl:allValuesFrom [ owl:unionOf ( :School :Agent ) ] ] . :p a owl:FunctionalProperty .',
  ],
])('a class and its subclass are one alternative: %s', async (_, turtle) => {
  const { model } = await modelOfTurtle(people + turtle);
  const fields = model.classes.find(({ name }) => name === 'Doc')?.fields ?? [];
  expect(fields.slice(1).map(({ name, type }) => `${name}: ${shown(type)}`)).toEqual(['p_id: Agent']);
});

test('alternatives that do not include each other have a field each', async () => {
  const { model } = await modelOfTurtle(
    people + statedBy('sh:or ( [ sh:class :Organisation ] [ sh:class :Place ] [ sh:class :School ] )'),
  );
  const fields = model.classes.find(({ name }) => name === 'Doc')?.fields ?? [];
  expect(fields.slice(1).map(({ name, type }) => `${name}: ${shown(type)}`)).toEqual([
    'p_organisation_id: Organisation',
    'p_place_id: Place',
  ]);
});
