import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { sampleFrom } from '../../instances/index.ts';
import { loadTarget, templateNames } from '../../targets/index.ts';
import type { DomainModel } from '../types.ts';

const HIERARCHY = `
  :Asset a owl:Class . :Vehicle a owl:Class ; rdfs:subClassOf :Asset .
  :Car a owl:Class ; rdfs:subClassOf :Vehicle . :House a owl:Class ; rdfs:subClassOf :Asset .
  :title a owl:DatatypeProperty ; rdfs:domain :Asset ; rdfs:range xsd:string .`;

const abstractIn = ({ classes }: DomainModel) => classes.filter((cls) => cls.abstract).map(({ name }) => name);
const axiomsOf = ({ axioms }: DomainModel, construct: string) => axioms.filter((axiom) => axiom.construct === construct);

describe('a class is abstract', () => {
  test.each([
    ['by DASH', ':Asset <http://datashapes.org/dash#abstract> true .', 'dash:abstract'],
    [
      'by its shape',
      ':S a sh:NodeShape ; sh:targetClass :Asset ; sh:property [ sh:path rdf:type ; sh:not [ sh:hasValue :Asset ] ] .',
      'sh:not',
    ],
    [
      'by the types that its shape lists',
      ':S a sh:NodeShape ; sh:targetClass :Asset ; sh:property [ sh:path rdf:type ; sh:in ( :Vehicle :House :Car ) ] .',
      'sh:in',
    ],
    [
      'by a query of its shape',
      ':S a sh:NodeShape ; sh:targetClass :Asset ; sh:sparql [ sh:select """SELECT ?this WHERE { ?this rdf:type ?type . FILTER (?type = ex:Asset) }""" ] .',
      'sh:sparql',
    ],
    ['as the disjoint union of subclasses', ':Asset owl:disjointUnionOf ( :Vehicle :House ) .', 'owl:disjointUnionOf'],
    ['as the union of subclasses', ':Asset owl:unionOf ( :Vehicle :House ) .', 'owl:unionOf'],
    [
      'as equivalent to that',
      ':Asset owl:equivalentClass [ a owl:Class ; owl:unionOf ( :Vehicle :House ) ] .',
      'owl:equivalentClass',
    ],
  ])('%s', async (_, statement, construct) => {
    const { model } = await modelOfTurtle(HIERARCHY + statement);
    expect(abstractIn(model)).toEqual(['Asset']);
    const [axiom] = axiomsOf(model, construct);
    expect(axiom?.shortfall).toBeUndefined();
    expect(axiom?.constraints.map(({ kind }) => kind)).toContain('type');
  });

  test.each([
    ['a class without a subclass', ':Car <http://datashapes.org/dash#abstract> true .', 'dash:abstract', /has no subclass/],
    ['a union of other classes', ':X a owl:Class . :Asset owl:unionOf ( :Vehicle :X ) .', 'owl:unionOf', /is not checked/],
    [
      'a query for something else',
      ':S a sh:NodeShape ; sh:targetClass :Asset ; sh:sparql [ sh:select "SELECT ?this WHERE { ?this rdf:type ?type . FILTER (?type = ex:Car) }" ] .',
      'sh:sparql',
      /read only for properties/,
    ],
    [
      'a shape that excludes another class',
      ':S a sh:NodeShape ; sh:targetClass :Asset ; sh:property [ sh:path rdf:type ; sh:not [ sh:hasValue :Car ] ] .',
      'sh:not',
      /types are not a field/,
    ],
  ])('but not %s', async (_, statement, construct, why) => {
    const { model } = await modelOfTurtle(HIERARCHY + statement);
    expect(abstractIn(model)).toEqual([]);
    expect(axiomsOf(model, construct)[0]?.shortfall).toMatch(why);
  });

  // gen-owl of LinkML writes this for abstract classes.
  test('as a subclass of the union of its subclasses', async () => {
    const { model } = await modelOfTurtle(`${HIERARCHY} :Asset rdfs:subClassOf [ owl:unionOf ( :Vehicle :House ) ] .`);
    expect(abstractIn(model)).toEqual(['Asset']);
    const axiom = axiomsOf(model, 'rdfs:subClassOf').find(({ statement }) => statement.includes('owl:unionOf'));
    expect([axiom?.shortfall, axiom?.constraints.map(({ kind }) => kind)]).toEqual([undefined, ['type']]);
  });

  test('dash:abstract false states nothing', async () => {
    expect(abstractIn((await modelOfTurtle(`${HIERARCHY} :Asset <http://datashapes.org/dash#abstract> false .`)).model)).toEqual(
      [],
    );
  });
});

describe('an abstract class', async () => {
  const { model } = await modelOfTurtle(`${HIERARCHY} :Asset <http://datashapes.org/dash#abstract> true .
    :owner a owl:Class . :owns a owl:ObjectProperty ; rdfs:domain :owner ; rdfs:range :Asset .`);

  test('is no value of the discriminator, and has no instances', () => {
    expect(model.enumerations[0]?.values.map(({ value }) => value)).toEqual(['Vehicle', 'Car', 'House']);
    const { instances } = sampleFrom(model.classes, { count: 3, seed: 1 });
    expect([...new Set(instances.map((one) => one.class.name))]).toEqual(['Vehicle', 'Car', 'House', 'Owner']);
  });

  test.each(templateNames)('is created by nothing that %s prints', async (name) => {
    const files = (await loadTarget(name)).generate(model);
    const text = files.map(({ content }) => content).join('\n');
    expect(text).not.toMatch(/AssetCreate|AssetUpdate|CreateAsset|createAsset|newAsset|AssetItself|AssetInterface|deleteAsset\(/);
    expect(text).toMatch(/CarCreate|CreateCar|create_car|\bcars\b|:Car\b|"Car"|Car/);
  });
});
