import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { DiagnosticError } from '../src/diagnostics/index.ts';
import { buildModel } from '../src/model/index.ts';
import { loadOntology } from '../src/ontology/index.ts';
import { loadTarget, type Target, templateNames } from '../src/targets/index.ts';
import { allVocabularies, isFullRun, modelOfTurtle, ontologyFile } from './support/ontologies.ts';

/** Vocabularies with more characters take most of the time, and run only in the full run. */
const LONG = 400_000;

/** Returns the code of the error that a vocabulary must cause, derived from its text alone; undefined if it is valid. */
function refusal(text: string): string | undefined {
  // Every IRI of N-Quads is absolute (RDF 1.1 N-Quads, 2.2).
  if (/^[^"]*<[^:>"]*>/m.test(text)) return 'syntax-error';
  const declaresClass =
    /#type> <http:\/\/www\.w3\.org\/(2002\/07\/owl|2000\/01\/rdf-schema)#Class>/.test(text) ||
    // A metaclass: its instances are classes.
    /subClassOf> <http:\/\/www\.w3\.org\/(2002\/07\/owl|2000\/01\/rdf-schema)#Class>/.test(text) ||
    // The target of a shape is a class, too.
    /shacl#targetClass> </.test(text);
  return declaresClass ? undefined : 'no-classes';
}

const outcomes = allVocabularies.map((name) => {
  const text = readFileSync(ontologyFile(name), 'utf8');
  return { name, refused: refusal(text), isLong: text.length > LONG };
});

test('all vocabularies of the development dependencies are installed', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const declared = Object.keys(manifest.devDependencies).filter((name) => name.startsWith('@vocabulary/'));
  expect(declared.sort()).toEqual(allVocabularies.map((name) => `@vocabulary/${name}`));
  expect(outcomes.filter(({ refused }) => refused === undefined).length).toBeGreaterThan(80);
});

test.each(outcomes.filter(({ refused }) => refused !== undefined))('$name is rejected: $refused', async ({ name, refused }) => {
  const error = await loadOntology(ontologyFile(name))
    .then(buildModel)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DiagnosticError);
  expect((error as DiagnosticError).diagnostics.map(({ code }) => code)).toEqual([refused]);
});

describe('through every template', () => {
  let targets: readonly Target[];

  beforeAll(async () => {
    targets = await Promise.all(templateNames.map(loadTarget));
  });

  const tried = outcomes.filter(({ refused, isLong }) => refused === undefined && (isFullRun || !isLong));

  test.each(tried)('$name becomes valid files', async ({ name }) => {
    const file = ontologyFile(name);
    const { model, diagnostics } = await buildModel(await loadOntology(file));
    for (const target of targets) {
      const files = target.generate(model);
      expect(files.length, target.name).toBeGreaterThan(0);
      const paths = files.map((f) => f.path.toLowerCase());
      expect(new Set(paths).size, target.name).toBe(paths.length);
      for (const { path, content } of files) {
        if (!content.endsWith('\n') || content.includes('[object Object]')) throw new Error(`${target.name}: ${path}`);
      }
    }

    // Warnings have source locations in the file, and none is repeated.
    const lines = diagnostics.map(({ message, place }) => `${place?.file}:${place?.line}: ${message}`);
    expect(lines.filter((line) => !line.startsWith(`${file}:`) || line.includes(':undefined:'))).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

test('generated files contain no characters that change the direction of text', async () => {
  const evil = '"a\\u202E\\u2066b"';
  const { model } = await modelOfTurtle(`<http://example.org/> a owl:Ontology ; rdfs:label ${evil} ; rdfs:comment ${evil} .
    :A a owl:Class ; rdfs:label ${evil} ; rdfs:comment ${evil} ; owl:hasKey ( :key ) .
    :key a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:label ${evil} ; rdfs:comment ${evil} .
    :S a sh:NodeShape ; sh:targetClass :A ; sh:name ${evil} ;
      sh:property [ sh:path :one ; sh:defaultValue ${evil} ; sh:maxCount 1 ; sh:message ${evil} ] ,
        [ sh:path :two ; sh:in ( ${evil} "b" ) ; sh:defaultValue ${evil} ] , [ sh:path :three ; sh:hasValue ${evil} ] ,
        [ sh:path :four ; sh:pattern "^[\\u202E\\u2066]$" ; sh:maxCount 1 ; sh:description ${evil} ] .`);
  for (const name of templateNames) {
    const target = await loadTarget(name);
    for (const { path, content } of target.generate(model))
      expect(content, `${name} ${path}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});
