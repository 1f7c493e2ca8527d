import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import type { DomainModel } from '../types.ts';

const shown = ({ classes }: DomainModel) =>
  classes.map((cls) => `${cls.name}(${cls.fields.flatMap((f) => (f.type.kind === 'id' ? [] : [f.name])).join(' ')})`);

async function build(turtle: string) {
  const { model, diagnostics } = await modelOfTurtle(turtle);
  return { shown: shown(model), messages: diagnostics.map((d) => d.message), codes: diagnostics.map((d) => d.code) };
}

describe('undeclared classes', () => {
  test('are reported if they are only subclasses', async () => {
    const { shown, messages } = await build(`
      :Cat a owl:Class . :Lynx rdfs:subClassOf :Cat . schema:Puma rdfs:subClassOf :Cat .
      :Leaf rdfs:subClassOf :Nowhere . :Text rdfs:subClassOf xsd:string . :tail a owl:DatatypeProperty ; rdfs:domain :Lynx .`);
    expect(shown).toEqual(['Cat(kind)', 'Lynx(tail)']);
    expect(messages).toContain(
      '2 classes (schema:Puma, :Leaf) have an rdfs:subClassOf, but no rdf:type owl:Class; codegen does not generate them',
    );
    expect(messages.join()).not.toContain(':Text');
  });

  test('warns of properties with a range but without a class', async () => {
    const { shown, messages } = await build(`
      :Cat a owl:Class ; rdfs:subClassOf [ owl:onProperty :worn ; owl:minCardinality 1 ] .
      :lost rdfs:range xsd:string . :worn rdfs:range xsd:string . :back owl:inverseOf :of ; rdfs:range :Cat .
      :of a owl:ObjectProperty ; rdfs:domain :Cat ; rdfs:range :Cat .`);
    expect(shown).toEqual(['Cat(worn of_id)']);
    expect(shown[0]).toContain('worn');
    expect(messages).toContain('property :lost has no domain; it is not generated');
    expect(messages.filter((message) => message.includes(':worn'))).toEqual([]);
  });

  test('are generated if they are targets of shapes', async () => {
    const { shown, messages } = await build(`
      :PersonShape a sh:NodeShape ; sh:targetClass :Person ; sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:maxCount 1 ] .
      :PetShape a sh:NodeShape ; sh:targetClass :Pet ;
        sh:property [ sh:path :owner ; sh:class :Person ; sh:maxCount 1 ], [ sh:path :breed ; sh:class :Breed ; sh:maxCount 1 ] .`);
    expect(shown).toEqual(['Person(name)', 'Pet(breed owner_id)']);
    expect(messages).toEqual([
      '2 classes (:Person, :Pet) are the target of shapes (sh:targetClass), but they are not declared; they are generated anyway',
      'the range :Breed of property :breed is not declared in this ontology; the field stores an IRI instead of a reference',
    ]);
  });

  test('are generated if they are domains of properties in the own namespace, also as members of unions', async () => {
    const { shown, messages } = await build(`
      :name a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf ( :Cat :Dog ) ] ; rdfs:range xsd:string .
      schema:age a owl:DatatypeProperty ; rdfs:domain :Bird ; rdfs:range xsd:int .
      :p a owl:AnnotationProperty ; rdfs:domain :Fish .`);
    expect(shown).toEqual(['Cat(name)', 'Dog(name)']);
    expect(messages).toContain(
      '2 classes (:Cat, :Dog) are the domain of properties, but they are not declared; they are generated anyway',
    );
    expect(messages).toContain(
      'the domain :Bird of property schema:age is not a class of this ontology; the property is not generated',
    );
  });

  test('come after the declared classes, with suggestions', async () => {
    const { shown, messages } = await build(`
      :s a owl:DatatypeProperty ; rdfs:domain :Persno ; rdfs:range xsd:string .
      :Person a owl:Class . :S sh:targetClass :Nope ; sh:property [ sh:path :t ; sh:datatype xsd:string ] .`);
    expect(shown).toEqual(['Person()', 'Persno(s)', 'Nope(t)']);
    expect(messages.join('\n')).toContain(
      ':Persno is the domain of properties, but it is not declared; it is generated anyway; did you mean :Person?',
    );
    expect(messages.join('\n')).toMatch(/:Nope is the target of shapes \(sh:targetClass\).*anyway$/m);
  });

  test('do not include ranges, datatypes, properties and targets of deactivated shapes', async () => {
    const { shown, codes } = await build(`
      :A a owl:Class . :r a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :Only .
      :d a owl:DatatypeProperty ; rdfs:domain xsd:string, :r ; rdfs:range xsd:string .
      :S sh:targetClass :Off ; sh:deactivated true ; sh:property [ sh:path :x ] .`);
    expect(shown).toEqual(['A(r)']);
    expect(codes.sort()).toEqual(['domain-not-declared', 'domain-not-declared', 'range-not-declared']);
  });
});

describe('undeclared properties', () => {
  test('are generated if they have a domain', async () => {
    const { shown, messages } = await build(`
      :A a owl:Class . :s rdfs:domain :A . :t a :Misc ; rdfs:domain :A ; rdfs:range xsd:int .
      :Link rdfs:subClassOf rdf:Property . :u a :Link ; rdfs:domain :A ; rdfs:range xsd:string .`);
    expect(shown).toEqual(['A(s t u)']);
    expect(messages).toContain('2 properties (:s, :t) with a domain are not declared; they are generated anyway');
  });
});

describe('texts of shapes', () => {
  test('describe a class without texts of its own if no other shape has it as target', async () => {
    const { model } = await modelOfTurtle(`
      :S a sh:NodeShape ; rdfs:label "process"@en ; sh:description "A process." ; sh:targetClass :BFO_0000015 .
      :T a sh:NodeShape ; sh:name "thing" ; rdfs:comment "A thing." ; sh:targetClass :Own , :Two . :U sh:targetClass :Two .
      :Own a owl:Class ; rdfs:label "own" ; rdfs:comment "Its own." . :Two a owl:Class .`);
    expect(model.classes.map(({ name, label, doc }) => [name, label, doc])).toEqual([
      ['Own', 'own', 'Its own.'],
      ['Two', undefined, undefined],
      ['Process', 'process', 'A process.'],
    ]);
  });
});

describe('shapes that are not read', () => {
  test('are reported if they have other targets or none', async () => {
    const { messages } = await build(`
      :A a owl:Class . :S sh:targetClass :A ; sh:targetSubjectsOf :p .
      :T a sh:NodeShape ; sh:targetSubjectsOf :p ; sh:property [ sh:path :q ] .
      :U a sh:NodeShape ; sh:targetSubjectsOf :q . :V a sh:NodeShape ; sh:targetNode :a .
      :W a sh:NodeShape ; sh:property [ sh:path :q ; sh:node :X ] . :X a sh:NodeShape ; sh:property [ sh:path :p ] .`);
    expect(messages).toEqual([
      '2 shapes (:T, :U) select targets by sh:targetSubjectsOf; codegen supports only classes as targets and ignores the shapes',
      'shape :V selects targets by sh:targetNode; codegen supports only classes as targets and ignores the shape',
      'shape :W has no target, and nothing refers to it; it has no effect',
    ]);
  });

  test('are reported if they are shapes of values without a class', async () => {
    const { messages } = await build(`
      :A a owl:Class , sh:NodeShape ; sh:property [ sh:path :address ; sh:node :Address ] , [ sh:path :a ; sh:node :OfA ] ,
        [ sh:path :n ; sh:node :Int ] .
      :Address a sh:NodeShape ; sh:property [ sh:path :street ; sh:datatype xsd:string ] .
      :OfA sh:class :A ; sh:property [ sh:path :n ; sh:minCount 1 ] . :Int sh:datatype xsd:int .`);
    expect(messages).toEqual([
      'shape :Address has no target class; codegen does not check the values of a property shape that refers to it',
    ]);
  });
});
