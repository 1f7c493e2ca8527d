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
  ])('all that %s publishes are known', (name, namespace, atLeast) => {
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
  ])('others that %s defines, too', (namespace, names) => {
    expect(names.split(' ').filter((name) => !isStandardTerm(namespace + name))).toEqual([]);
  });

  test('none is one letter away from being told', () => {
    expect(standardTerms(OWL).filter((name) => isStandardTerm(`${OWL}${name}x`))).toEqual([]);
    expect([`${RDF}_0`, `${OWL}Clas`, `${SHACL}maxLenght`, RDF, 'http://example.org/#Class'].filter(isStandardTerm)).toEqual([]);
  });
});

describe('what is no term', () => {
  test('is told with its place, its number and what was meant', async () => {
    expect(
      await warnings(`:A a owl:Class ; rdfs:lable "a" .
:B a owl:Clas . :C a owl:Clas .
:p a owl:DatatypePropery ; rdfs:domian :A ; rdfs:domain :A ; rdfs:range xsd:datetime .
:S sh:targetClass :A ; sh:property [ sh:path :p ; sh:maxLenght 3 ; sh:in ( "1"^^xsd:interger ) ] .
:q rdf:typ owl:Class ; rdfs:subClassOff :A . :D a rdfs:Property .`),
    ).toEqual([
      '8: rdfs:lable is no term of its vocabulary, and says nothing; did you mean rdfs:label?',
      '9: owl:Clas is no term of its vocabulary, and says nothing (it stands in 2 statements); did you mean owl:Class?',
      '10: owl:DatatypePropery is no term of its vocabulary, and says nothing; did you mean owl:DatatypeProperty?',
      '10: rdfs:domian is no term of its vocabulary, and says nothing; did you mean rdfs:domain?',
      '10: xsd:datetime is no term of its vocabulary, and says nothing; did you mean xsd:dateTime?',
      '11: sh:maxLenght is no term of its vocabulary, and says nothing; did you mean sh:maxLength?',
      '11: xsd:interger is no term of its vocabulary, and says nothing; did you mean xsd:integer?',
      '12: rdf:typ is no term of its vocabulary, and says nothing; did you mean rdf:type?',
      '12: rdfs:subClassOff is no term of its vocabulary, and says nothing; did you mean rdfs:subClassOf?',
      '12: rdfs:Property is no term of its vocabulary, and says nothing; did you mean rdf:Property?',
    ]);
  });

  test('stands beside the error where nothing is left', async () => {
    const error = await modelOfTurtle(':A a owl:Clas .').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiagnosticError);
    expect((error as DiagnosticError).diagnostics.map((d) => d.code)).toEqual(['unknown-term', 'no-classes']);
  });

  test('may be declared by the ontology itself, or be a document', async () => {
    expect(await warnings(':A a owl:Class ; rdfs:seeAlso owl:handbook . owl:mine a rdf:Property . :A owl:mine 1 .')).toEqual([]);
  });
});
