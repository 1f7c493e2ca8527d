import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codegen } from './support/program.ts';

/**
 * Compares published versions of vocabularies, reduced to the changed terms with their published domains and ranges, and
 * checks the result against the vocabularies' own change notes.
 */

const PREFIXES = `@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix schema: <https://schema.org/> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** https://www.w3.org/TR/2020/REC-vocab-dcat-2-20200204/ */
const DCAT2 = `${PREFIXES}<http://www.w3.org/ns/dcat> a owl:Ontology .
dcat:Resource a owl:Class ; rdfs:label "Catalogued resource"@en .
dcat:Dataset a owl:Class ; rdfs:subClassOf dcat:Resource .
dcat:Catalog a owl:Class ; rdfs:subClassOf dcat:Dataset .
dcat:dataset a owl:ObjectProperty ; rdfs:domain dcat:Catalog ; rdfs:range dcat:Dataset .
dcat:record a owl:ObjectProperty ; rdfs:domain dcat:Catalog ; rdfs:range dcat:Resource .
dcat:landingPage a owl:ObjectProperty .
`;

/** https://www.w3.org/TR/vocab-dcat-3/#changes-since-20200204 */
const DCAT3 = `${DCAT2}
dcat:DatasetSeries a owl:Class ; rdfs:subClassOf dcat:Dataset .
dcat:resource a owl:ObjectProperty ; rdfs:domain dcat:Catalog ; rdfs:range dcat:Resource .
dcat:inSeries a owl:ObjectProperty ; rdfs:range dcat:DatasetSeries .
dcat:version a owl:DatatypeProperty .
`;

/** Release 12.0 of schema.org, and what release 13.0 and later ones added: https://schema.org/docs/releases.html */
const OLD_SCHEMA = `${PREFIXES}<https://schema.org/terms> a owl:Ontology .
schema:Thing a rdfs:Class . schema:Event a rdfs:Class ; rdfs:subClassOf schema:Thing .
schema:name a rdf:Property ; schema:domainIncludes schema:Thing ; schema:rangeIncludes schema:Text .
schema:startDate a rdf:Property ; schema:domainIncludes schema:Event ; schema:rangeIncludes schema:Date .
`;
const NEW_SCHEMA = `${OLD_SCHEMA.replace('schema:rangeIncludes schema:Date', 'schema:rangeIncludes schema:Date , schema:DateTime')}
schema:Certification a rdfs:Class ; rdfs:subClassOf schema:Thing .
`;

/** SOSA as it was recommended in 2017: https://www.w3.org/TR/2017/REC-vocab-ssn-20171019/ */
const SOSA_2017 = `${PREFIXES}<http://www.w3.org/ns/sosa/> a owl:Ontology .
sosa:Observation a rdfs:Class , owl:Class .
sosa:Actuation a rdfs:Class , owl:Class .
sosa:Result a rdfs:Class , owl:Class .
sosa:ObservableProperty a rdfs:Class , owl:Class .
sosa:ActuatableProperty a rdfs:Class , owl:Class .
sosa:resultTime a owl:DatatypeProperty ; rdfs:range xsd:dateTime ; schema:domainIncludes sosa:Observation , sosa:Actuation .
sosa:observedProperty a owl:ObjectProperty ; schema:domainIncludes sosa:Observation ; schema:rangeIncludes sosa:ObservableProperty .
sosa:actsOnProperty a owl:ObjectProperty ; schema:domainIncludes sosa:Actuation ; schema:rangeIncludes sosa:ActuatableProperty .
sosa:hasResult a owl:ObjectProperty ; schema:domainIncludes sosa:Observation ; schema:rangeIncludes sosa:Result .
`;

/** The editors' draft of its second edition, with some of its changes: https://w3c.github.io/sdw-sosa-ssn/ssn/#changes */
const SOSA_NEXT = `${PREFIXES}<http://www.w3.org/ns/sosa/> a owl:Ontology .
sosa:Execution a owl:Class .
sosa:Property a owl:Class .
sosa:Observation a owl:Class ; rdfs:subClassOf sosa:Execution .
sosa:Actuation a owl:Class ; rdfs:subClassOf sosa:Execution .
sosa:ObservationCollection a owl:Class .
sosa:Result a owl:Class ; owl:deprecated true .
sosa:ObservableProperty a owl:Class ; owl:deprecated true ; rdfs:subClassOf sosa:Property .
sosa:ActuatableProperty a owl:Class ; owl:deprecated true ; rdfs:subClassOf sosa:Property .
sosa:resultTime a owl:DatatypeProperty ; schema:domainIncludes sosa:Observation , sosa:Actuation .
sosa:observedProperty a owl:ObjectProperty ; schema:rangeIncludes sosa:Property ;
  schema:domainIncludes sosa:Observation , sosa:ObservationCollection .
sosa:actsOnProperty a owl:ObjectProperty ; schema:domainIncludes sosa:Actuation ; schema:rangeIncludes sosa:Property .
sosa:hasMember a owl:ObjectProperty ; schema:domainIncludes sosa:ObservationCollection ; schema:rangeIncludes sosa:Observation .
sosa:hasResult a owl:ObjectProperty ; schema:domainIncludes sosa:Observation ; schema:rangeIncludes sosa:Result .
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-published-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  readonly step: string;
  readonly changes: readonly { readonly kind: string; readonly element: string; readonly level: string }[];
}

function diff(old: string, now: string): Told {
  for (const [name, text] of Object.entries({ old, now })) {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'terms.ttl'), text);
  }
  return JSON.parse(codegen(folder, ['diff', 'old/terms.ttl', 'now/terms.ttl', '--format', 'json']).stdout) as Told;
}

const messages = ({ changes }: Told) => changes.map(({ kind, element, level }) => `${kind} ${element} ${level}`).sort();

describe('DCAT 2 to 3', () => {
  test('new terms are reported, also those without a class, and nothing is breaking', () => {
    const there = diff(DCAT2, DCAT3);
    expect(messages(there)).toEqual([
      'class-added DatasetSeries dangerous',
      'field-added Catalog.resource_id dangerous',
      'property-added dcat:inSeries safe',
      'property-added dcat:version safe',
    ]);
    expect(there.step).toBe('minor');
  });

  test('in the opposite direction, the new terms are removed', () => {
    const back = diff(DCAT3, DCAT2);
    expect(messages(back).filter((each) => each.startsWith('property-'))).toEqual([
      'property-removed dcat:inSeries safe',
      'property-removed dcat:version safe',
    ]);
    expect(back.step).toBe('major');
  });
});

describe('SOSA, from its recommendation to the draft of its second edition', () => {
  /** A change note of the draft, and the changes that correspond to it. */
  const notes: Readonly<Record<string, readonly string[]>> = {
    'Add ObservationCollection, SampleCollection, hasMember': ['class-added ObservationCollection'],
    'Add content model for Execution': ['class-added Execution'],
    'Mark sosa:Result deprecated': ['deprecated Result'],
    'Deprecate ActuatableProperty, ObservableProperty in favour of generic Property': [
      'class-added Property',
      'deprecated ActuatableProperty',
      'deprecated ObservableProperty',
      'type-widened Observation.observed_property_id',
      'type-widened Actuation.acts_on_property_id',
    ],
    'remove rdfs:range on sosa:resultTime': ['type-widened Observation.result_time', 'type-widened Actuation.result_time'],
  };

  test.each(Object.entries(notes))('the note "%s" is reported', (_, changes) => {
    const found = diff(SOSA_2017, SOSA_NEXT).changes.map(({ kind, element }) => `${kind} ${element}`);
    for (const change of changes) expect(found).toContain(change);
  });

  test('is a major step, although no class or field is removed', () => {
    const { step, changes } = diff(SOSA_2017, SOSA_NEXT);
    expect(step).toBe('major');
    expect(changes.filter(({ kind }) => kind === 'class-removed' || kind === 'field-removed')).toEqual([]);
  });
});

describe('schema.org', () => {
  test('a new subclass is one change, and an additional range is one', () => {
    expect(messages(diff(OLD_SCHEMA, NEW_SCHEMA))).toEqual([
      'class-added Certification dangerous',
      'type-changed Event.start_date breaking',
    ]);
  });

  test('a new top of a hierarchy is reported once, not for every class in it', () => {
    const many = Array.from({ length: 20 }, (_, i) => `schema:Kind${i} a rdfs:Class ; rdfs:subClassOf schema:Event .`);
    const old = `${OLD_SCHEMA}${many.join('\n')}\n`;
    const { changes } = diff(old, `${old}schema:Result a rdfs:Class . schema:Thing rdfs:subClassOf schema:Result .\n`);
    const about = changes.filter(({ kind }) => kind === 'enumeration-renamed' || kind === 'type-changed');
    expect(about.map(({ kind, element }) => `${kind} ${element}`)).toEqual(['enumeration-renamed ResultKind']);
  });
});
