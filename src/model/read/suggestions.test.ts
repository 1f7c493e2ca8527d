import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

const declared = `:User a owl:Class . :Post a owl:Class .
:birthDate a owl:DatatypeProperty ; rdfs:domain :User ; rdfs:range xsd:date .
:author a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :User .
`;

async function messages(turtle: string): Promise<string[]> {
  const { diagnostics } = await modelOfTurtle(declared + turtle);
  return diagnostics.map(({ code, message, place }) => `${place?.line} ${code}: ${message}`);
}

test.each([
  [
    'a range',
    ':editor a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Userr .',
    'range-not-declared: the range :Userr of property :editor is not declared in this ontology; the field stores an IRI instead of a reference; did you mean :User?',
  ],
  [
    'a superclass',
    ':Admin a owl:Class ; rdfs:subClassOf :Users .',
    'superclass-not-declared: the superclass :Users of :Admin is not a class of this ontology; codegen ignores it; did you mean :User?',
  ],
  [
    'the class of a shape beside a range',
    ':S sh:targetClass :Post ; sh:property [ sh:path :author ; sh:class :Usser ] .',
    'value-not-taken: :Post :author sh:class :Usser is left out: :Usser is neither a class of this ontology nor a known datatype; did you mean :User?',
  ],
  [
    'the path of a shape',
    ':S sh:targetClass :User ; sh:property [ sh:path :birthdate ; sh:datatype xsd:date ] .',
    'property-not-declared: property :birthdate of shapes or restrictions is not declared; did you mean :birthDate?',
  ],
  [
    'the property of a restriction',
    ':User rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :birthDat ; owl:allValuesFrom xsd:date ] .',
    'property-not-declared: property :birthDat of shapes or restrictions is not declared; did you mean :birthDate?',
  ],
])('reports %s that is not declared, with a suggestion', async (_, turtle, message) => {
  expect(await messages(turtle)).toContain(`11 ${message}`);
});

test.each([
  [
    ':creator a owl:ObjectProperty ; rdfs:subPropertyOf :autor .',
    'write :author in place of :autor, or declare :autor a owl:ObjectProperty .',
  ],
  [
    ':born a owl:DatatypeProperty ; rdfs:subPropertyOf :birthdate .',
    'write :birthDate in place of :birthdate, or declare :birthdate a owl:DatatypeProperty .',
  ],
  [
    ':Post rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :autor ; owl:minCardinality 1 ] .',
    'write :author in place of :autor, or declare :autor a owl:ObjectProperty .',
  ],
])('%s: proposes a declaration of the same kind as the related or the suggested property', async (turtle, help) => {
  const { diagnostics } = await modelOfTurtle(declared + turtle);
  const found = diagnostics.filter(({ code }) => code === 'property-not-declared');
  expect(found.map((each) => each.help)).toEqual([help]);
});

test('suggests no property for a class, and no name that differs much or is in another namespace', async () => {
  expect(
    await messages(`:S sh:targetClass :User ; sh:property [ sh:path :nickname ; sh:datatype xsd:string ] ,
  [ sh:path <http://elsewhere.org/birthdate> ; sh:datatype xsd:date ] .
:writer a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Author .`),
  ).toEqual([
    '13 range-not-declared: the range :Author of property :writer is not declared in this ontology; the field stores an IRI instead of a reference',
  ]);
});
