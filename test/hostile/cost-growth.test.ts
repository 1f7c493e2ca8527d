import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { analyzeProject } from '../../src/ai/analyze/index.ts';
import { generateText, readSettings } from '../../src/ai/generate/index.ts';
import { runQuery } from '../../src/graph/index.ts';
import { findProject, readHooks } from '../../src/hooks/index.ts';
import { buildModel, defaultPolicies } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { readSettings as readProjectSettings } from '../../src/settings/index.ts';
import { loadTarget, templateNames } from '../../src/targets/index.ts';
import { isFullRun } from '../support/ontologies.ts';

/**
 * Measures the cost of each kind of input in two sizes, one four times the other. The cost may grow in proportion and a little
 * more; quadratic work costs sixteen times as much. The cost is the CPU time of this process, the minimum of several runs: so
 * other processes do not count, and compilation and garbage collection hardly do.
 */
const FACTOR = 4;
const MOST = 9;
/** Milliseconds of noise, independent of the input. */
const NOISE = 60;
const REPETITIONS = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-doubling-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function costOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPETITIONS; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    // A cost below the noise needs no further runs.
    if (least < NOISE) break;
  }
  return least;
}

/** Expects the cost of work to grow at most in proportion to the size of its input, in one of three measurements. */
async function expectProportion(size: number, workOn: (size: number) => () => Promise<unknown>): Promise<void> {
  await workOn(Math.ceil(size / 2))();
  for (let measurement = 1; ; measurement++) {
    const small = await costOf(workOn(size));
    const large = await costOf(workOn(FACTOR * size));
    const most = MOST * Math.max(small, NOISE / 2) + NOISE;
    // A busy machine changes the speed of the processor between the two sizes.
    if (large >= most && measurement < 3) continue;
    expect(large, `${small} ms, and ${large} ms for ${FACTOR} times as much`).toBeLessThan(most);
    return;
  }
}

test('finds work whose cost is quadratic', async () => {
  const squared = (n: number) => async () => {
    let sum = 0;
    for (let i = 0; i < n * n; i++) sum = (sum * 31 + i) % 1_000_003;
    return sum;
  };
  await expect(expectProportion(4000, squared)).rejects.toThrowError(/for 4 times as much/);
});

const PREFIXES = `@prefix : <http://example.org/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
`;
const numbered = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join('\n');
const named = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join(', ');
const shape = (parameters: string) =>
  `${PREFIXES}[] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${parameters} ] .`;

/** Ontologies for which all templates are generated. The size of the output grows in proportion, too. */
const ontologies: Readonly<Record<string, readonly [size: number, text: (size: number) => string]>> = {
  classes: [150, (n) => numbered(n, (i) => `:B${i} a owl:Class .`)],
  'classes of one name': [150, (n) => numbered(n, (i) => `:B${i} a owl:Class ; rdfs:label "same" .`)],
  fields: [250, (n) => numbered(n, (i) => `:f${i} a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .`)],
  'fields of one name': [
    200,
    (n) => numbered(n, (i) => `:f${i} a owl:DatatypeProperty ; rdfs:label "same" ; rdfs:domain :A ; rdfs:range xsd:string .`),
  ],
  references: [
    100,
    (n) => numbered(n, (i) => `:B${i} a owl:Class . :r${i} a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B${i} .`),
  ],
  subclasses: [200, (n) => numbered(n, (i) => `:B${i} a owl:Class ; rdfs:label "b ${i}" ; rdfs:subClassOf :A .`)],
  prefixes: [400, (n) => numbered(n, (i) => `@prefix p${i}: <http://example.org/${i}/> . p${i}:C a owl:Class .`)],
  'members of a union': [
    100,
    (n) => `${numbered(n, (i) => `:B${i} a owl:Class .`)}
      :q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range [ a owl:Class ; owl:unionOf ( ${numbered(n, (i) => `:B${i}`)} ) ] .`,
  ],
  'individuals of an enumeration': [
    1500,
    (n) =>
      `:E a owl:Class ; owl:oneOf ( ${numbered(n, (i) => `:v${i}`)} ) . :e a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :E .`,
  ],
  'blanks in a label': [20_000, (n) => `:B a owl:Class ; rdfs:label "b${' '.repeat(n)}x" .`],
  'letters of a label': [20_000, (n) => `:B a owl:Class ; rdfs:label "${'Ab'.repeat(n)}" .`],
  'words of a comment': [10_000, (n) => `:B a owl:Class ; rdfs:comment "${'lorem ipsum, '.repeat(n)}" .`],
  'signs of a comment': [5000, (n) => `:B a owl:Class ; rdfs:comment "${'`[<(*_{&'.repeat(n)}" .`],
  'lines of a comment': [5000, (n) => `:B a owl:Class ; rdfs:comment """${'x.\n'.repeat(n)}""" .`],
  comments: [3000, (n) => `:B a owl:Class ; rdfs:comment ${Array.from({ length: n }, (_, i) => `"c${i}"`).join(', ')} .`],
  'letters of an IRI': [20_000, (n) => `<http://example.org/${'a_'.repeat(n)}> a owl:Class .`],
  'members of a list': [5000, (n) => `:A rdfs:seeAlso ( ${numbered(n, (i) => `${i}`)} ) .`],
  individuals: [5000, (n) => numbered(n, (i) => `:i${i} a :A ; :p "x${i}" .`)],
  'nested blank nodes': [2000, (n) => `:x :p ${'[ :p '.repeat(n)}1${' ]'.repeat(n)} .`],
  'superclasses of one class': [
    100,
    (n) => `${numbered(n, (i) => `:B${i} a owl:Class .`)} :C a owl:Class ; rdfs:subClassOf ${named(n, (i) => `:B${i}`)} .`,
  ],
  'a chain of properties': [
    1500,
    (n) =>
      `:q0 a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
      ${numbered(n, (i) => `:q${i + 1} a owl:DatatypeProperty ; rdfs:subPropertyOf :q${i} .`)}`,
  ],
  'a chain of properties of no class': [
    1500,
    (n) => numbered(n, (i) => `:q${i + 1} a owl:DatatypeProperty ; rdfs:subPropertyOf :q${i} .`),
  ],
  'nested unions': [
    300,
    (n) =>
      `:q a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range ${'[ a owl:Class ; owl:unionOf ( :A '.repeat(n)}:A${' ) ]'.repeat(n)} .`,
  ],
};

// Generating everything from large ontologies takes a minute.
describe.runIf(isFullRun)('the cost of generating everything is proportional to the size of the ontology', () => {
  test.each(Object.entries(ontologies))('%s', async (name, [size, text]) => {
    await expectProportion(size, (n) => generating(name, PREFIXES + text(n)));
  });

  test.each([
    ['values of an enumeration', 1500, (n: number) => `sh:in ( ${numbered(n, (i) => `"v${i}"`)} )`],
    ['a least number of values', 100, (n: number) => `sh:minCount ${n * 100_000}`],
    ['digits of a bound', 5000, (n: number) => `sh:maxCount 1${'0'.repeat(n)}`],
  ] as const)('%s', async (name, size, parameters) => {
    await expectProportion(size, (n) => generating(name, shape(parameters(n))));
  });
});

/**
 * What the classes of a chain inherit grows with the square of its length, and all of it is generated. So this only builds the
 * model, at a cost in proportion to what the classes inherit.
 */
test('the cost of building a model is proportional to what its classes inherit: a chain of classes', async () => {
  await expectProportion(20_000, (inherited) => {
    const n = Math.round(Math.sqrt(2 * inherited));
    const file = path.join(folder, 'chain.ttl');
    writeFileSync(
      file,
      `${PREFIXES}:C0 a owl:Class .\n${numbered(n, (i) => `:C${i + 1} a owl:Class ; rdfs:subClassOf :C${i} .`)}`,
    );
    return async () => buildModel(await loadOntology(file));
  });
});

test('the cost of reporting cycles of classes is proportional to their number', async () => {
  // A small number: in a long chain, most of the cost would be inheritance, which grows with the square of its length.
  await expectProportion(120, (n) => {
    const file = path.join(folder, 'circles.ttl');
    const classes = numbered(n, (i) => `:C${i + 1} a owl:Class ; rdfs:subClassOf :C${i} .`);
    writeFileSync(file, `${PREFIXES}:C0 a owl:Class ; rdfs:subClassOf ${named(30, (i) => `:C${n - i}`)} .\n${classes}`);
    return async () => buildModel(await loadOntology(file));
  });
});

function generating(name: string, text: string, extension = 'ttl'): () => Promise<void> {
  const file = path.join(folder, `${name.replaceAll(' ', '-')}.${extension}`);
  writeFileSync(file, text);
  return async () => {
    const { model } = await buildModel(await loadOntology(file));
    for (const template of templateNames) (await loadTarget(template)).generate(model);
  };
}

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"';

describe('the cost of reading is proportional to the size of the file', () => {
  const files: readonly (readonly [what: string, file: string, size: number, text: (size: number) => string])[] = [
    ['Turtle', 'a.ttl', 10_000, (n) => PREFIXES + numbered(n, (i) => `:x${i} :p "a", "b" .`)],
    ['one line of Turtle', 'a.ttl', 10_000, (n) => PREFIXES + numbered(n, (i) => `:x${i} :p "a" .`).replaceAll('\n', ' ')],
    ['comments of Turtle', 'a.ttl', 20_000, (n) => PREFIXES + '# a\n'.repeat(n)],
    ['RDF/XML', 'a.rdf', 3000, (n) => `<rdf:RDF ${RDF}>${numbered(n, (i) => `<owl:Class rdf:about="urn:x:${i}"/>`)}</rdf:RDF>`],
    [
      'comments of RDF/XML',
      'a.rdf',
      20_000,
      (n) => `${'<!-- a -->\n'.repeat(n)}<rdf:RDF ${RDF}><owl:Class rdf:about="urn:a"/></rdf:RDF>`,
    ],
    [
      'JSON-LD',
      'a.jsonld',
      3000,
      (n) => `[${Array.from({ length: n }, (_, i) => `{"@id":"urn:x:${i}","urn:p":"${i}"}`).join(',')}]`,
    ],
    ['brackets in texts of JSON', 'a.jsonld', 50_000, (n) => `[{"@id":"urn:x","urn:p":"${'[{'.repeat(n)}"}]`],
  ];
  test.each(files)('%s', async (_, name, size, text) => {
    await expectProportion(size, (n) => {
      const file = path.join(folder, name);
      writeFileSync(file, text(n));
      return () => loadOntology(file);
    });
  });

  test('a catalogue', async () => {
    const file = path.join(folder, 'importing.ttl');
    const catalog = path.join(folder, 'c.xml');
    writeFileSync(
      file,
      '<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <urn:x:y> .',
    );
    await expectProportion(2000, (n) => {
      const entries = numbered(n, (i) => `<uri name="urn:n:${i}" uri="${i}.ttl"/>`);
      writeFileSync(catalog, `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries}</catalog>`);
      return () => loadOntology(file, { catalog });
    });
  });
});

test.each([
  ['letters', (n: number) => `SELECT * { ?s ?p "${'a'.repeat(n)}" }`],
  ['blanks', (n: number) => `SELECT * ${' '.repeat(n)} { ?s ?p ?o }`],
  ['comments', (n: number) => `SELECT * ${'#a\n'.repeat(n)} { ?s ?p ?o }`],
  ['values', (n: number) => `SELECT * { VALUES ?s { ${'<urn:x> '.repeat(n / 10)} } }`],
])('the cost of a query is proportional to its length: %s', async (_, sparql) => {
  const file = path.join(folder, 'queried.ttl');
  writeFileSync(file, PREFIXES);
  await expectProportion(10_000, (n) => () => runQuery(file, sparql(n), { seconds: 60, format: 'json' }));
});

test.each([
  ['brackets', (n: number) => 'ontology: ['.padEnd(n, '[')],
  ['braces', (n: number) => '{a: '.repeat(n / 4)],
  ['lists in lists', (n: number) => '- '.repeat(n / 2)],
  ['keys in keys', (n: number) => '? '.repeat(n / 2)],
  ['members', (n: number) => numbered(n / 20, (i) => `a${i}: b`)],
  ['a text', (n: number) => `ontology: "${'a'.repeat(n)}`],
  ['anchors', (n: number) => numbered(n / 20, (i) => `a${i}: &a${i} [*a${i - 1}]`)],
])('the cost of a settings file is proportional to its length: %s', async (_, text) => {
  const file = path.join(folder, 'codegen.yaml');
  await expectProportion(20_000, (n) => {
    writeFileSync(file, text(n));
    return () => expect(readProjectSettings(file)).rejects.toThrowError();
  });
});

test('the cost of a registry of hooks is proportional to its size', async () => {
  const registry = path.join(folder, '.codegen', 'hooks.json');
  mkdirSync(path.dirname(registry), { recursive: true });
  await expectProportion(3000, (n) => {
    const hooks = Array.from({ length: n }, (_, i) => ({
      id: `hook_${i}`,
      trigger: 'pre-build',
      action: './a.sh',
      created_at: '2026-01-01T00:00:00Z',
    }));
    writeFileSync(registry, JSON.stringify({ version: 1, hooks }));
    return async () => expect(readHooks(findProject(folder))).toHaveLength(n);
  });
});

test.runIf(isFullRun).each([
  ['Turtle', 'explain this', (n: number) => PREFIXES + numbered(n / 20, (i) => `:C${i} a owl:Class .`)],
  ['Rust', 'document this code', (n: number) => 'fn a() { let b = "c"; }\n'.repeat(n / 20)],
  ['TypeScript', 'document this code', (n: number) => 'export function a(): void {}\n'.repeat(n / 20)],
  ['brackets', 'document this code', (n: number) => `x = ${'('.repeat(n / 2)}${')'.repeat(n / 2)}`],
  ['what looks like a key', 'document this code', (n: number) => 'token = "AKIA'.padEnd(n, 'A')],
  ['blanks', 'document this code', (n: number) => `fn a() {}${' '.repeat(n)}x`],
])('the cost of a document about code is proportional to the length of the code: %s', async (_, prompt, codeOf) => {
  const settings = readSettings({}, {});
  await expectProportion(20_000, (n) => {
    const code = codeOf(n);
    const request = { settings, prompt, code, project: undefined, policies: defaultPolicies };
    return async () => {
      for (const showContext of [false, true]) await generateText({ ...request, showContext }, () => {});
    };
  });
});

/** Files of a project, filled with repetitions of a text that starts a match of the analysis. */
const sources: readonly (readonly [file: string, text: string])[] = [
  ['a.sql', "EXECUTE 'a"],
  ['a.sql', 'CREATE USER a '],
  ['a.sql', 'CREATE FUNCTION a() SECURITY DEFINER '],
  ['a.sql', '/*'],
  ['a.sql', 'md5('],
  ['a.sh', 'curl a '],
  ['a.sh', 'chmod -a '],
  ['a.sh', 'wget https://a:b@'],
  ['a.ts', "import {exec as e} from 'child_process'\n"],
  ['a.ts', 'password: '],
  ['a.ts', '`select ${'],
  ['a.py', 'x = "{{{{".format('],
  ['a.py', 'execute('],
  ['a.rs', 'fn f() { format!("{{{"); }\n'],
  ['a.yaml', 'a: eyJ-eyJ-eyJ-\n'],
  ['a.ttl', '<urn:a> <urn:b> "c" .\n'],
];

// Each needs parsers of its own, and a minute on a busy machine.
test.skipIf(!isFullRun).each(sources)('the cost of analysing a project grows with its size: %s of %j', async (name, text) => {
  const project = path.join(folder, 'project');
  await expectProportion(20_000, (n) => {
    rmSync(project, { recursive: true, force: true });
    return () => analyzed(project, name, text.repeat(Math.ceil(n / text.length)));
  });
});

async function analyzed(project: string, name: string, text: string): Promise<void> {
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, name), text);
  await analyzeProject(project, { complexity: true, security: true, includeGenerated: true });
}
