import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Arbitrary, array, assert as check, constantFrom, integer, oneof, property, record } from 'fast-check';
import { defaultGraph, parse, quad, Store } from 'oxigraph';
import { describe, test } from 'vitest';
import { inFolder, root } from '../support/program.ts';

/** The number of cases of each kind; `CODEGEN_FUZZ=5000 npx vitest run test/hostile/fuzz.test.ts` tries more. */
const CASES = Number(process.env['CODEGEN_FUZZ'] ?? (process.env['CODEGEN_TEST_FULL'] ? 12 : 2));
const SEED = Number(process.env['CODEGEN_FUZZ_SEED'] ?? 20_131_119);
/** A run that takes longer hangs: a normal run takes a fraction of a second. */
const SECONDS = 60;

/** Reads a published vocabulary and returns it in a format (a media type). */
function vocabulary(name: string, format: string): string {
  const text = readFileSync(path.join(root, `node_modules/@vocabulary/${name}/${name}.nq`), 'utf8');
  const store = new Store(
    parse(text, { format: 'application/n-quads' }).map(({ subject, predicate, object }) => quad(subject, predicate, object)),
  );
  return store.dump({ format, from_graph_name: defaultGraph() });
}
const vocabularies = (format: string) => ['foaf', 'doap', 'cert', 'org'].map((name) => vocabulary(name, format));
const constraints = readFileSync(path.join(root, 'test/ontologies/constraints.ttl'), 'utf8');
const IMPORTING =
  '<> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <urn:x:y>, <../a.ttl>, <a%2Fb> .';

interface Kind {
  readonly seeds: readonly string[];
  readonly file: string;
  /** Tokens that have a meaning in this syntax. */
  readonly words: readonly string[];
  /** Further files by name. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

const generate = (file: string) => ['template', 'generate-rdf', '--ontology', file, '--template', 'all', '--output-dir', 'out'];

const kinds: Readonly<Record<string, Kind>> = {
  Turtle: {
    seeds: vocabularies('text/turtle'),
    file: 'a.ttl',
    words: [
      '[',
      ']',
      '(',
      ')',
      '.',
      ';',
      ',',
      '"""',
      "'",
      '@en',
      '^^xsd:decimal',
      '_:b',
      '<',
      '>',
      'a owl:Class .',
      'owl:unionOf',
      '@prefix',
      '1e999',
      '-0',
      '{',
    ],
    args: generate('a.ttl'),
  },
  'RDF/XML': {
    seeds: vocabularies('application/rdf+xml'),
    file: 'a.rdf',
    words: [
      '<!ENTITY a "&a;">',
      '&a;',
      '<!DOCTYPE r [',
      ']>',
      '<rdf:Description>',
      '</',
      '/>',
      '<!--',
      '<![CDATA[',
      '"',
      'rdf:parseType="Collection"',
      'xml:base="x:"',
      '&#0;',
    ],
    args: generate('a.rdf'),
  },
  'JSON-LD': {
    seeds: vocabularies('application/ld+json'),
    file: 'a.jsonld',
    words: [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '"@context":',
      '"@graph":[',
      '"@list":',
      'null',
      '1e999',
      '\\u0000',
      '"@type":"@id"',
      '"@import":"x"',
    ],
    args: generate('a.jsonld'),
  },
  SHACL: {
    seeds: [constraints],
    file: 'a.ttl',
    words: [
      'sh:minCount 99999999 ;',
      'sh:maxCount 0 ;',
      'sh:pattern "(a+)+$" ;',
      'sh:in () ;',
      'sh:and (',
      'sh:or ( [',
      '] )',
      'sh:not [',
      'sh:path [ sh:inversePath',
      'sh:minLength -1 ;',
      'sh:closed true ;',
      'sh:defaultValue',
    ],
    args: ['project', 'gen', 'out', '--graph', 'a.ttl'],
  },
  catalogues: {
    seeds: [
      `<?xml version="1.0"?>\n<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
<group xml:base="lib/"><uri name="urn:x:y" uri="a.ttl"/></group>
<uri name="urn:y" uri="file:///etc/passwd"/></catalog>`,
    ],
    file: 'c.xml',
    words: [
      '<group>',
      '</group>',
      '<uri/>',
      'name="',
      'uri="../',
      'xml:base="http://',
      '%2f',
      '&lt;',
      '<!ENTITY',
      'file://host/',
    ],
    beside: { 'a.ttl': IMPORTING },
    args: ['graph', 'load', 'a.ttl', '--catalog', 'c.xml'],
  },
  registries: {
    seeds: [
      `{"version":1,"hooks":[{"hook_id":"a1","event":"pre-commit","script":"./a.sh","created_at":"2025-01-01T00:00:00Z","status":"active"}]}`,
    ],
    file: '.codegen/hooks.json',
    words: [
      '{',
      '}',
      '[',
      ']',
      '"hooks":',
      'null',
      '"event":7',
      '"__proto__":{',
      '1e999',
      '"script":"/etc/passwd"',
      '\\u001b[31m',
      ',',
    ],
    args: ['hook', 'list', '--verbose'],
  },
  SPARQL: {
    seeds: [
      'PREFIX : <http://example.org/blog#> SELECT ?class (COUNT(?p) AS ?n) WHERE { ?class a owl:Class . OPTIONAL { ?p rdfs:domain ?class } } GROUP BY ?class ORDER BY DESC(?n) LIMIT 5',
      'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o . FILTER (ISIRI(?o) && REGEX(STR(?o), "^h(t+)p")) }',
      'ASK { { ?a rdfs:subClassOf* ?b } UNION { ?a (rdfs:domain|^rdfs:range)+ ?b } MINUS { ?a a owl:Ontology } }',
    ],
    file: 'q.rq',
    words: [
      '{',
      '}',
      '(',
      ')',
      '?s ?p ?o .',
      'UNION',
      'OPTIONAL {',
      'FILTER (',
      '*',
      '+',
      '/',
      '"',
      'SERVICE <x:y>',
      'BIND(CONCAT(?a,?a) AS ?b)',
      'VALUES ?x {',
      'SELECT *',
      '<<',
      'LIMIT -1',
      'FROM <x>',
      '_:b',
    ],
    beside: { 'a.ttl': vocabulary('foaf', 'text/turtle') },
    args: ['graph', 'query', 'a.ttl', '--query-file', 'q.rq', '--timeout', '5'],
  },
};

/** The ontology of the tutorial, with individuals as RDF and as records. */
const BLOG = readFileSync(path.join(root, 'examples/blog.ttl'), 'utf8');
const numbered = (each: (n: number) => string) => Array.from({ length: 20 }, (_, n) => each(n)).join('\n');
const INDIVIDUALS = `@prefix : <http://example.org/blog#> .\n${numbered((n) => `<urn:i${n}> a :Post ; :title "t${n}"@en ; :upvotes ${n} ; :hasAuthor <urn:i${n + 1}> ; :createdAt "2024-01-0${(n % 9) + 1}T00:00:00Z" .`)}`;
const RECORDS = numbered(
  (n) => `{"@type":"Post","@id":"urn:i${n}","title":"t${n}","upvotes":${n},"author_id":null,"x":["a",1.5]}`,
);
const JSON_WORDS = ['{', '}', '[', ']', '"', '"@id":', '"id":', 'null', '1e999', '\\u0000', '"__proto__":{', '\\', ','];

const ofData = (file: string, seed: string, words: readonly string[], args: string): Kind => ({
  seeds: [seed],
  file,
  words,
  beside: { 'blog.ttl': BLOG },
  args: `data ${args} --ontology blog.ttl`.split(' '),
});
const toFiles = '--output out.txt --losses lost.ndjson';

const moreKinds: Readonly<Record<string, Kind>> = {
  'data of Turtle': ofData('d.ttl', INDIVIDUALS, (kinds['Turtle'] as Kind).words, `convert d.ttl --to sql ${toFiles}`),
  'data of records': ofData('d.ndjson', RECORDS, JSON_WORDS, `convert d.ndjson --to turtle --class Post ${toFiles}`),
  'data as tables': ofData('d.ndjson', RECORDS, JSON_WORDS, 'convert d.ndjson --to csv --class Post --output tables'),
  'data that are judged': ofData('d.ndjson', RECORDS, JSON_WORDS, 'validate d.ndjson --class Post'),
  documentation: { ...(kinds['SHACL'] as Kind), args: ['docs', 'a.ttl', '--output', 'site'] },
  settings: {
    seeds: ['ontology: blog.ttl\noutputs:\n  - { template: r2rml, folder: out }\nelements:\n  ":Post": { name: Entry }\n'],
    file: 'codegen.yaml',
    words: ['&a', '*a', '!!js', '{', '}', '- ', ': ', '\t', 'folder: ../..', 'http://127.0.0.1:1/x', '<<: *a', 'policies:'],
    beside: { 'blog.ttl': BLOG },
    args: ['generate', '--no-hooks'],
  },
};

interface Change {
  readonly at: number;
  readonly length: number;
  readonly times: number;
  readonly what: string;
}

const changes = (words: readonly string[]): Arbitrary<readonly Change[]> =>
  array(
    record({
      at: integer({ min: 0, max: 999_999 }),
      length: oneof(integer({ min: 0, max: 8 }), integer({ min: 0, max: 400 })),
      times: oneof(
        { arbitrary: integer({ min: 0, max: 2 }), weight: 4 },
        { arbitrary: constantFrom(50, 1000, 20_000), weight: 1 },
      ),
      what: oneof(
        { arbitrary: constantFrom(...words), weight: 4 },
        {
          arbitrary: constantFrom(
            '\0',
            '\u001b',
            '\u202e',
            '\ud800',
            '\ufeff',
            ' ',
            '\n',
            '\\',
            '\u00e9',
            '\u{10ffff}',
            '0',
            '%',
          ),
          weight: 1,
        },
      ),
    }),
    { minLength: 1, maxLength: 5 },
  );

/** Applies each change at its position: repeats the text there or inserts another one, and may remove the original. */
function changed(text: string, list: readonly Change[]): string {
  let result = text;
  for (const { at, length, times, what } of list) {
    const from = Math.floor((at / 1_000_000) * result.length);
    const old = result.slice(from, from + length);
    const more = length % 3 === 0 ? old.repeat(Math.min(times, 1000)) : what.repeat(times);
    result = result.slice(0, from) + more + result.slice(from + (length % 2 === 0 ? length : 0));
  }
  return result;
}

describe(`codegen neither hangs nor crashes on randomly changed files (${CASES} cases of each kind, seed ${SEED})`, () => {
  test.each(Object.entries({ ...kinds, ...moreKinds }))(
    '%s',
    { timeout: CASES * SECONDS * 1000 },
    (_, { seeds, file, words, beside = {}, args }) => {
      const all = property(constantFrom(...seeds), changes(words), (seed, list) => {
        inFolder((folder) => {
          mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
          for (const [name, text] of Object.entries(beside)) writeFileSync(path.join(folder, name), text);
          writeFileSync(path.join(folder, file), changed(seed, list));
          const { status, stderr } = spawnSync(
            process.execPath,
            ['--max-old-space-size=2000', path.join(root, 'bin/codegen.js'), ...args],
            {
              cwd: folder,
              encoding: 'utf8',
              env: { ...process.env, NO_COLOR: '1' },
              stdio: ['ignore', 'ignore', 'pipe'],
              timeout: SECONDS * 1000,
              killSignal: 'SIGKILL',
              maxBuffer: 1 << 28,
            },
          );
          if (status === null) throw new Error(`it had to be stopped:\n${stderr.slice(0, 1000)}`);
          if (![0, 1, 2].includes(status)) throw new Error(`exit status ${status}:\n${stderr.slice(0, 1000)}`);
          if (/^\s+at .+:\d+:\d+|panicked|itself failed/m.test(stderr)) throw new Error(stderr.slice(0, 2000));
        });
      });
      check(all, { numRuns: CASES, seed: SEED, endOnFailure: true });
    },
  );
});
