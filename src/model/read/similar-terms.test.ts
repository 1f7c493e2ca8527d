import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modelOfTurtle, ontologyFile } from '../../../test/support/ontologies.ts';
import { DiagnosticError } from '../../diagnostics/index.ts';
import { isStandardTerm, OWL, RDF, RDFS, SHACL, standardTerms, XSD } from '../../ontology/index.ts';

async function warnings(turtle: string) {
  const { diagnostics } = await modelOfTurtle(turtle);
  return diagnostics.filter((d) => d.code === 'unknown-term').map((d) => `${d.place?.line}: ${d.message}`);
}

describe('terms of the standards', () => {
  test.each([
    ['owl', OWL, 77],
    ['rdf', RDF, 22],
    ['rdfs', RDFS, 15],
    ['sh', SHACL, 250],
    ['xsd', XSD, 49],
  ])('knows all terms that %s publishes', (name, namespace, atLeast) => {
    const text = readFileSync(ontologyFile(name), 'utf8');
    const published = new Set([...text.matchAll(/^<([^>]*)>/gm)].map((match) => match[1] as string));
    const own = [...published].filter((iri) => iri.startsWith(namespace) && iri !== namespace);
    expect(own.length).toBeGreaterThanOrEqual(atLeast);
    expect(own.filter((iri) => !isStandardTerm(iri))).toEqual([]);
  });

  test.each([
    [OWL, 'real rational NamedIndividual'],
    [XSD, 'maxLength fractionDigits explicitTimezone dateTimeStamp'],
    [RDF, '_1 _42 langRange JSON dirLangString'],
    [SHACL, 'MinCountConstraintComponent PatternConstraintComponent-flags rule targetNode'],
  ])('knows further terms that %s defines', (namespace, names) => {
    expect(names.split(' ').filter((name) => !isStandardTerm(namespace + name))).toEqual([]);
  });

  test('does not accept misspelled terms', () => {
    expect(standardTerms(OWL).filter((name) => isStandardTerm(`${OWL}${name}x`))).toEqual([]);
    expect([`${RDF}_0`, `${OWL}Clas`, `${SHACL}maxLenght`, RDF, 'http://example.org/#Class'].filter(isStandardTerm)).toEqual([]);
  });
});

describe('unknown terms', () => {
  test('are reported with source location, number of uses and suggestion', async () => {
    expect(
      await warnings(`:A a owl:Class ; rdfs:lable "a" .
:B a owl:Clas . :C a owl:Clas .
:p a owl:DatatypePropery ; rdfs:domian :A ; rdfs:domain :A ; rdfs:range xsd:datetime .
:S sh:targetClass :A ; sh:property [ sh:path :p ; sh:maxLenght 3 ; sh:in ( "1"^^xsd:interger ) ] .
:q rdf:typ owl:Class ; rdfs:subClassOff :A . :D a rdfs:Property .`),
    ).toEqual([
      '8: rdfs:lable is not a term of its vocabulary and has no effect; did you mean rdfs:label?',
      '9: owl:Clas is not a term of its vocabulary and has no effect (used in 2 statements); did you mean owl:Class?',
      '10: owl:DatatypePropery is not a term of its vocabulary and has no effect; did you mean owl:DatatypeProperty?',
      '10: rdfs:domian is not a term of its vocabulary and has no effect; did you mean rdfs:domain?',
      '10: xsd:datetime is not a term of its vocabulary and has no effect; did you mean xsd:dateTime?',
      '11: sh:maxLenght is not a term of its vocabulary and has no effect; did you mean sh:maxLength?',
      '11: xsd:interger is not a term of its vocabulary and has no effect; did you mean xsd:integer?',
      '12: rdf:typ is not a term of its vocabulary and has no effect; did you mean rdf:type?',
      '12: rdfs:subClassOff is not a term of its vocabulary and has no effect; did you mean rdfs:subClassOf?',
      '12: rdfs:Property is not a term of its vocabulary and has no effect; did you mean rdf:Property?',
    ]);
  });

  test('are reported together with the error that no class is left', async () => {
    const error = await modelOfTurtle(':A a owl:Clas .').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiagnosticError);
    expect((error as DiagnosticError).diagnostics.map((d) => d.code)).toEqual(['unknown-term', 'no-classes']);
  });

  test('are not reported if the ontology declares them or if they are documents', async () => {
    expect(await warnings(':A a owl:Class ; rdfs:seeAlso owl:handbook . owl:mine a rdf:Property . :A owl:mine 1 .')).toEqual([]);
  });
});

describe('a namespace that is similar to that of a standard', () => {
  async function strays(turtle: string): Promise<string[]> {
    const { diagnostics } = await modelOfTurtle(`:A a <http://www.w3.org/2002/07/owl#Class> .\n${turtle}`);
    return diagnostics.filter((d) => d.code === 'unknown-namespace').map((d) => `${d.place?.line}: ${d.message}`);
  }

  test.each([
    ['http://www.w3.org/2002/07/owl', 'Class', OWL],
    ['http://www.w3.org/2002/07/owl/', 'DatatypeProperty', OWL],
    ['http://www.w3.org/2002/7/owl#', 'Class', OWL],
    ['https://www.w3.org/ns/shacl#', 'NodeShape', SHACL],
    ['http://www.w3.org/ns/shacl/', 'NodeShape', SHACL],
    ['http://www.w3.org/ns/shcal#', 'NodeShape', SHACL],
    ['http://www.w3.org/2001/XMLSchema/', 'string', XSD],
    ['http://www.w3.org/2001/XMLSchema', 'string', XSD],
    ['http://www.w3.org/2001/xmlschema#', 'string', XSD],
    ['http://w3.org/2000/01/rdf-schema#', 'Class', RDFS],
    ['http://www.w3c.org/2000/01/rdf-schema#', 'Class', RDFS],
    ['http://www.w3.org/1999/02/22-rdf-syntax#', 'Property', RDF],
  ])('%s', async (namespace, name, meant) => {
    const message = `<${namespace}> is not the namespace of a standard, so its terms have no effect (used 2 times); did you mean <${meant}>?`;
    expect(await strays(`:x a <${namespace}${name}> .\n:y a <${namespace}${name}> .`)).toEqual([`9: ${message}`]);
  });

  test('is reported for datatypes and predicates, with the prefix to declare', async () => {
    const { diagnostics } = await modelOfTurtle(`@prefix rs: <https://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class ; rs:label "a" ; rdfs:comment "1"^^<https://www.w3.org/2001/XMLSchema#string> .`);
    expect(diagnostics.map(({ code, help, place }) => [code, help, place?.line])).toEqual([
      ['unknown-namespace', `correct the prefix: @prefix rs: <${RDFS}> .`, 9],
      ['unknown-namespace', `correct the prefix: @prefix xsd: <${XSD}> .`, 9],
    ]);
  });

  test.each([
    'http://www.w3.org/2001/XMLSchema-instance#type',
    'http://www.w3.org/2001/XMLSchema-datatypes#name',
    'http://www.w3.org/ns/shex#pattern',
    'http://www.w3.org/ns/sosa/property',
    'http://www.w3.org/2002/07/owl/handbook',
    'http://www.w3.org/2003/05/owl-xml#Class',
    'http://www.w3.org/2002/07/owlish',
    'http://www.w3.org/ns/shacl/mine#property',
    'http://example.org/2002/07/owl#Class',
  ])('%s is not reported', async (iri) => {
    expect(await strays(`:x a <${iri}> .`)).toEqual([]);
  });

  test('is not reported if the ontology declares the term', async () => {
    const own = '<https://www.w3.org/2002/07/owl#Class>';
    expect(await strays(`${own} a <http://www.w3.org/2000/01/rdf-schema#Class> . :x a ${own} .`)).toEqual([]);
  });
});

test('suggests a term with another letter case in the same vocabulary', async () => {
  expect(await warnings(':A a owl:Class . [] sh:targetClass :A ; sh:property [ sh:path :p ; sh:Class :A ] .')).toEqual([
    expect.stringMatching(/: sh:Class is not a term of its vocabulary.*; did you mean sh:class\?$/),
  ]);
});
