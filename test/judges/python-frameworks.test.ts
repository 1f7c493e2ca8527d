import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';

/** Ontologies for which the JSON Schema of Pydantic is compared with the OpenAPI document. */
const comparedOntologies = ['blog', 'blog-evolved', 'constraints', 'foaf', 'org', 'skos', 'gtfs', 'doap', 'dcat', 'sosa'];
if (isFullRun) comparedOntologies.push('as', 'torture');

/** A class that removes an inherited field, and a subclass of it. */
const leaving = `
  :Note a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :tag ; owl:minCardinality 0 ] .
  :Bare a owl:Class ; rdfs:subClassOf :Note , [ a owl:Restriction ; owl:onProperty :tag ; owl:maxCardinality 0 ] ,
    [ a owl:Restriction ; owl:onProperty :text ; owl:hasValue "none" ] .
  :Barer a owl:Class ; rdfs:subClassOf :Bare .
  :tag a owl:DatatypeProperty ; rdfs:domain :Note ; rdfs:range xsd:string .
  :text a owl:DatatypeProperty ; rdfs:domain :Note ; rdfs:range xsd:string .
  :size a owl:DatatypeProperty ; rdfs:domain :Barer ; rdfs:range xsd:integer .`;

/** Kinds of values that database drivers do not return as strings. */
const stored = `
  :Clip a owl:Class .
  :length a owl:DatatypeProperty ; rdfs:domain :Clip ; rdfs:range xsd:duration .
  :data a owl:DatatypeProperty ; rdfs:domain :Clip ; rdfs:range xsd:base64Binary .
  :hash a owl:DatatypeProperty ; rdfs:domain :Clip ; rdfs:range xsd:hexBinary .`;

/** Kinds of values that Pydantic parses from strings only outside its strict mode. */
const moments = `
  :Slot a owl:Class .
  :Lesson a owl:Class ; rdfs:subClassOf :Slot .
  :day a owl:DatatypeProperty ; rdfs:domain :Slot ; rdfs:range xsd:date .
  :opens a owl:DatatypeProperty ; rdfs:domain :Slot ; rdfs:range xsd:time .
  :held a owl:DatatypeProperty ; rdfs:domain :Lesson ; rdfs:range xsd:dateTime .
  :price a owl:DatatypeProperty ; rdfs:domain :Lesson ; rdfs:range xsd:decimal .`;

const own: Readonly<Record<string, string>> = { leaving, stored, moments };

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-python-frameworks-'));
  for (const name of [...comparedOntologies, ...Object.keys(own)]) {
    const turtle = own[name];
    const model = turtle === undefined ? await modelOf(name) : (await modelOfTurtle(turtle)).model;
    const directory = path.join(folder, name.replaceAll('-', '_'));
    mkdirSync(directory);
    for (const file of pythonPydantic.generate(model)) writeFileSync(path.join(directory, file.path), file.content);
    const [document] = openapiSpec.generate(model);
    writeFileSync(path.join(directory, 'openapi.json'), JSON.stringify(parse(document?.content ?? '')));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describeWith(['pydantic'], 'JSON Schema', () => {
  test('the JSON Schema of a model has the members of the OpenAPI document', () => {
    expect(Number(run(python, ['-B', script('python_schemas.py')], { cwd: folder }))).toBeGreaterThan(300);
  });
});

describeWith(['frameworks'], 'Pydantic models', () => {
  test('work in FastAPI, with rows of SQLAlchemy, and in threads', () => {
    run(python, ['-B', script('python_frameworks.py')], { cwd: folder });
  });
});

describeWith(['pyright'], 'pyright', () => {
  test('reports no problem in strict mode', () => {
    const include = ['blog', 'constraints', 'org', 'stored', 'moments'];
    // Pyright also checks lines with `# type: ignore`, which are meant for mypy.
    const config = { include, typeCheckingMode: 'strict', pythonVersion: '3.11', enableTypeIgnoreComments: false };
    writeFileSync(path.join(folder, 'pyrightconfig.json'), JSON.stringify(config));
    run(python, ['-m', 'pyright', '--pythonpath', python, '-p', folder], { cwd: folder });
  });
});
