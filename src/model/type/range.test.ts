import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

/** Returns the types of the fields of all classes, and all warnings. */
async function build(turtle: string) {
  const { model, diagnostics } = await modelOfTurtle(`:A a rdfs:Class .\n${turtle}`);
  const fields = model.classes.flatMap((cls) => cls.fields.filter((f) => f.type.kind !== 'id'));
  const show = ({ type }: (typeof fields)[number]) =>
    type.kind === 'scalar' ? `${type.scalar} ${type.datatype?.replace(/.*[#/]/, '')}` : type.kind;
  return { fields: Object.fromEntries(fields.map((f) => [f.name, show(f)])), messages: diagnostics.map((d) => d.message) };
}

const duration = ':p a rdf:Property ; schema:domainIncludes :A ; schema:rangeIncludes schema:Duration .\n';

describe('a range that may be a datatype or a class', () => {
  test('is a datatype below a datatype of schema.org with a mapping', async () => {
    const { fields, messages } = await build(
      `${duration}schema:Duration a rdfs:Class ; rdfs:subClassOf schema:Quantity . schema:Quantity a rdfs:Class ; rdfs:subClassOf schema:Text .`,
    );
    expect(fields).toEqual({ p: 'string Duration' });
    expect(messages).toEqual([
      'schema:Duration is both a class and a datatype; no type is generated for it',
      'schema:Quantity is both a class and a datatype; no type is generated for it',
    ]);
  });

  test('is a datatype below a datatype without a mapping', async () => {
    const { fields, messages } = await build(
      `${duration}schema:Duration a rdfs:Class ; rdfs:subClassOf schema:Quantity . schema:Quantity a rdfs:Class, schema:DataType .`,
    );
    expect(fields).toEqual({ p: 'string Duration' });
    expect(messages.filter((m) => m.includes('Duration')).sort()).toEqual([
      'codegen does not know the datatype schema:Duration of property :p; the field becomes a string',
      'schema:Duration is both a class and a datatype; no type is generated for it',
    ]);
    expect(messages.join('\n')).not.toMatch(/not declared|not a class/);
  });

  test('is a class below a class', async () => {
    const { fields, messages } = await build(
      `${duration}schema:Duration a rdfs:Class ; rdfs:subClassOf schema:Quantity . schema:Quantity a rdfs:Class .`,
    );
    expect([fields, messages]).toMatchObject([{ p_id: 'reference' }, []]);
  });

  test('becomes an IRI if it is not declared', async () => {
    const { fields, messages } = await build(duration);
    expect(fields).toEqual({ p: 'iri Duration' });
    expect(messages).toEqual([
      'the range schema:Duration of property :p is not declared in this ontology; the field stores an IRI instead of a reference',
    ]);
  });

  test('is a datatype below a class that is an rdfs:Datatype', async () => {
    const { fields, messages } = await build(`
      :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range :Code . :Code a owl:Class ; rdfs:subClassOf :Text .
      :Text a owl:Class, rdfs:Datatype ; rdfs:subClassOf xsd:token .
      :q a rdf:Property ; rdfs:domain :Code .`);
    expect(fields).toEqual({ p: 'string Code' });
    expect(messages.filter((m) => !m.includes('no type is generated'))).toEqual([
      'the domain :Code of property :q is a datatype, not a class; the property is not generated',
    ]);
  });
});

describe('alternatives with an undeclared class', () => {
  test('get a field for the undeclared class in a shape', async () => {
    const { fields, messages } = await build(
      ':B a owl:Class . :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:maxCount 1 ; sh:or ( [ sh:class :B ] [ sh:class :Nope ] ) ] .',
    );
    expect(fields).toEqual({ p: 'iri Nope', p_b_id: 'reference' });
    expect(messages).toEqual([
      'the range :Nope of property :p is not declared in this ontology; the field stores an IRI instead of a reference',
    ]);
  });
});

describe('a property without a range', () => {
  const sub = (name: string, type: string) =>
    `:${name} a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom ${type} ] .`;
  const p = ':p a owl:DatatypeProperty ; rdfs:domain :A .\n';

  test.each([
    ['the datatype that one subclass states', sub('B', 'xsd:float'), 'float32 float'],
    [
      'the datatype that a shape of a subclass states',
      ':B a owl:Class ; rdfs:subClassOf :A . [] sh:targetClass :B ; sh:property [ sh:path :p ; sh:datatype xsd:decimal ] .',
      'decimal decimal',
    ],
    ['a string if it can hold what subclasses state', sub('B', 'xsd:gDay'), 'string undefined'],
    ['the widest number of several subclasses', sub('B', 'xsd:float') + sub('C', 'xsd:double'), 'float64 undefined'],
    ['a union of the datatypes of several subclasses', sub('B', 'xsd:float') + sub('C', 'xsd:string'), 'union'],
    ['a string if a subclass states a class', sub('B', 'xsd:float') + sub('C', ':A'), 'string undefined'],
  ])('gets %s', async (_, turtle, type) => {
    const { fields } = await build(p + turtle);
    expect(fields).toMatchObject({ p: type });
  });
});
