import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Diagnostic, DiagnosticError, formatDiagnostic } from '../diagnostics/index.ts';
import { compareCodePoints, loadOntology } from './index.ts';
import type { Ontology } from './ontology.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-ontology-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: string | Uint8Array, extension = '.ttl'): string {
  const name = path.join(folder, `f${files++}${extension}`);
  writeFileSync(name, content);
  return name;
}

const load = (content: string | Uint8Array, extension?: string): Promise<Ontology> => loadOntology(file(content, extension));

async function failure(loading: Promise<unknown>): Promise<Diagnostic> {
  const error = await loading.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof DiagnosticError) || !error.diagnostics[0]) throw new Error(`no diagnostic: ${error}`);
  return error.diagnostics[0];
}

const PREFIXES =
  '@prefix : <http://example.org/t#> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n';
const t = (name: string) => `http://example.org/t#${name}`;

describe('source locations', () => {
  test('of blank nodes are those of their brackets, and of statements those of their objects', async () => {
    const turtle = `:A rdfs:range [
  owl:unionOf ( :B
    [ rdfs:range :C ]
  ) ;
  rdfs:domain :D ] , :E ;
  rdfs:label "x" .
[ rdfs:range :F ] rdfs:domain :G .
`;
    const ontology = await load(PREFIXES + turtle);
    const at = (line = 0, column = 0) => `${line - PREFIXES.split('\n').length + 1}:${column}`;
    const entries = [...ontology.entries()];
    const reported = entries.flatMap(({ statements }) =>
      statements.map(({ predicate, line, column }) => `${predicate.replace(/^.*#/, '')} ${at(line, column)}`),
    );
    expect(reported.filter((each) => !/^(first|rest)/.test(each)).sort()).toEqual([
      'domain 5:15',
      'domain 7:31',
      'label 6:14',
      'range 1:15',
      'range 3:18',
      'range 5:22',
      'range 7:14',
      'unionOf 2:15',
    ]);
    const subjects = entries.map(({ node }) => ontology.place(node)).map((place) => at(place?.line, place?.column));
    expect(new Set(subjects)).toEqual(new Set(['1:1', '1:15', '3:5', '7:1']));
  });

  test('of a subject are those of its declaration, not of its first statement', async () => {
    const ontology = await load(`${PREFIXES}:A rdfs:label "A" .\n\n  :A a owl:Class ;\n rdfs:comment "c" .\n`);
    expect(ontology.place(t('A'))).toMatchObject({ line: 6, column: 3 });
  });

  test('are right after SPARQL-style directives', async () => {
    const ontology = await load('PREFIX owl: <http://www.w3.org/2002/07/owl#>\nBASE <http://example.org/>\n<A> a owl:Class .\n');
    expect(ontology.place('http://example.org/A')).toMatchObject({ line: 3, column: 1 });
  });

  test('of a statement are those of its object', async () => {
    const ontology = await load(`${PREFIXES}:A a owl:Class ;\n  rdfs:subClassOf :B ,\n    :C .\n`);
    const lines = ontology.statements(t('A')).map((s) => [s.line, s.column]);
    expect(lines).toEqual([
      [4, 6],
      [5, 19],
      [6, 5],
    ]);
  });

  test('of literals are right although n3 reads ahead', async () => {
    const ontology = await load(
      `${PREFIXES}:A rdfs:label <<( :s :p "x" )>> , "x" , "y"@en , 5 ;\n rdfs:seeAlso ( "5" 5 "5"@en "x"^^:d true ) , :A .\n`,
    );
    const columns = [...ontology.entries()].flatMap(({ statements }) =>
      statements.filter((s) => typeof s.object !== 'string').map((s) => [s.object, `${s.line}:${s.column}`]),
    );
    expect(columns).toMatchObject([
      [{ value: 'x' }, '4:35'],
      [{ value: 'y', language: 'en' }, '4:41'],
      [{ value: '5' }, '4:50'],
      [{ value: '5' }, '5:17'],
      [{ value: '5', datatype: 'http://www.w3.org/2001/XMLSchema#integer' }, '5:21'],
      [{ value: '5', language: 'en' }, '5:23'],
      [{ value: 'x', datatype: t('d') }, '5:30'],
      [{ value: 'true' }, '5:38'],
    ]);
  });

  test.each([
    ['line breaks of Windows', '\r\n', ''],
    ['line breaks of old Macs', '\r', ''],
    ['a byte order mark', '\n', '\uFEFF'],
  ])('%s', async (_name, lineBreak, mark) => {
    const turtle = `${PREFIXES}:A a owl:Class ;\n  rdfs:label "é" , "b" .\n`;
    const ontology = await load(mark + turtle.replaceAll('\n', lineBreak));
    expect(ontology.statements(t('A')).map((s) => `${s.line}:${s.column}`)).toEqual(['4:6', '5:14', '5:20']);
  });

  test('a prefix may be redefined in a text that is read in many pieces', async () => {
    const numbered = Array.from({ length: 60_000 }, (_, i) => `p:y${i} , `).join('');
    const part = (name: string) => `@prefix p: <http://example.org/${name}#> .\n:A rdfs:seeAlso p:x , ${numbered} p:z .\n`;
    const ontology = await load(`${PREFIXES}${part('one')}${part('two')}`);
    const texts = ontology.nodes(t('A'), 'http://www.w3.org/2000/01/rdf-schema#seeAlso');
    expect(texts).toHaveLength(120_004);
    expect(texts.filter((one) => one.startsWith('http://example.org/one#'))).toHaveLength(60_002);
    expect(texts.slice(60_001, 60_003)).toEqual(['http://example.org/one#z', 'http://example.org/two#x']);
  });
});

// https://www.w3.org/TR/turtle/, section "Turtle Grammar"
describe('corner cases of the Turtle grammar', () => {
  const labels = async (turtle: string, subject = t('A')) =>
    (await load(PREFIXES + turtle)).literals(subject, 'http://www.w3.org/2000/01/rdf-schema#label').map((l) => l.value);

  test.each([
    ['numeric local names', ':1 a owl:Class .', t('1')],
    ['a local name with dots', ':a.b.c a owl:Class .', t('a.b.c')],
    ['a local name with a colon', ':a:b a owl:Class .', t('a:b')],
    ['an escaped local name', ':a\\-b\\~\\,c a owl:Class .', t('a-b~,c')],
    ['a percent-encoded local name', ':a%20b a owl:Class .', t('a%20b')],
    ['an empty local name', ': a owl:Class .', t('')],
    ['an IRI with a numeric escape', '<http://example.org/t#\\u0041> a owl:Class .', t('A')],
    ['a letter outside ASCII', ':Größe a owl:Class .', t('Größe')],
    ['a letter outside the basic plane', ':\u{10400} a owl:Class .', t('\u{10400}')],
    ['a redefined prefix', '@prefix : <http://example.org/u#> . :A a owl:Class .', 'http://example.org/u#A'],
    ['a relative IRI after @base', '@base <http://example.org/b/c> . <../d> a owl:Class .', 'http://example.org/d'],
    ['a comment after a dot', ':A a owl:Class .# comment', t('A')],
    ['no blanks at all', ':A<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>owl:Class.', t('A')],
  ])('%s', async (_name, turtle, iri) => {
    expect((await load(PREFIXES + turtle)).typed).toEqual([iri]);
  });

  test.each([
    ['escapes', ':A rdfs:label "a\\t\\n\\"\\\\\\u00e9\\U0001F600" .', ['a\t\n"\\é😀']],
    ['long strings', ':A rdfs:label """a "quoted" ""\nb""" .', ['a "quoted" ""\nb']],
    ["long strings in '", ":A rdfs:label '''it's''' .", ["it's"]],
    ['language tags', ':A rdfs:label "a"@en-GB , "b" .', ['a', 'b']],
    ['numbers and booleans', ':A rdfs:label 1 , -2.5 , 1e3 , true .', ['1', '-2.5', '1e3', 'true']],
    ['trailing semicolons', ':A rdfs:label "a" ;; .', ['a']],
  ])('%s', async (_name, turtle, values) => {
    expect(await labels(turtle)).toEqual(values);
  });

  test('nested blank nodes and collections', async () => {
    const ontology = await load(`${PREFIXES}:A rdfs:subClassOf [ owl:intersectionOf ( :B [ owl:unionOf ( :C :D ) ] () ) ] .\n`);
    const [expression] = ontology.nodes(t('A'), 'http://www.w3.org/2000/01/rdf-schema#subClassOf');
    const [head] = ontology.nodes(expression as string, 'http://www.w3.org/2002/07/owl#intersectionOf');
    const members = ontology.list(head as string);
    expect(members[0]).toBe(t('B'));
    const [inner] = ontology.nodes(members[1] as string, 'http://www.w3.org/2002/07/owl#unionOf');
    expect(ontology.list(inner as string)).toEqual([t('C'), t('D')]);
  });

  test('a cyclic list ends', async () => {
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const ontology = await load(`_:l <${rdf}first> <x:a> ; <${rdf}rest> _:l . <x:s> <${rdf}type> _:l .`);
    const [head] = ontology.types('x:s');
    expect(ontology.list(head as string)).toEqual(['x:a']);
  });

  test('CRLF line ends and a byte order mark', async () => {
    const ontology = await load(`\ufeff${PREFIXES}:A a owl:Class .\n`.replaceAll('\n', '\r\n'));
    expect(ontology.place(t('A'))).toMatchObject({ line: 4, column: 1 });
  });

  test('relative IRIs do not depend on the folder of the file', async () => {
    mkdirSync(path.join(folder, 'deep'));
    const name = path.join(folder, 'deep/r.ttl');
    writeFileSync(name, '<> a <http://www.w3.org/2002/07/owl#Ontology> . <#A> a <http://www.w3.org/2002/07/owl#Class> .');
    expect((await loadOntology(name)).typed).toEqual(['file:///r.ttl', 'file:///r.ttl#A']);
  });
});

describe('other syntaxes', () => {
  const A = 'http://example.org/t#A';
  const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class>';
  test.each([
    ['.nt', `<${A}> ${TYPE} .\n`],
    ['.nq', `<${A}> ${TYPE} <http://example.org/g> .\n`],
    ['.trig', `{ <${A}> ${TYPE} . }\n`],
    ['.jsonld', JSON.stringify({ '@id': A, '@type': 'http://www.w3.org/2002/07/owl#Class' })],
    [
      '.rdf',
      `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"><owl:Class rdf:about="${A}"/></rdf:RDF>`,
    ],
    ['.owl', `<${A}> ${TYPE} .\n`],
  ])('%s', async (extension, content) => {
    expect((await load(content, extension)).typed).toEqual([A]);
  });

  test('a syntax error in JSON-LD has a source location', async () => {
    const d = await failure(load('{"@id": "http://example.org/a",\n "@type": 3,}', '.jsonld'));
    expect(d).toMatchObject({ code: 'syntax-error', place: { line: 2 }, source: ' "@type": 3,}' });
  });

  test.each([
    ['{"@context":\n "https://schema.org", "@id": "urn:a"}', 'https://schema.org', { line: 2, column: 2 }, '@vocab'],
    [
      '[{"@context": {"@context-2": "http://x/[\\""}, "@id": "urn:a"},\n{"@context" : [ {"b": "http://x/", "@vocab": "urn:"}, "https://x/\\u0063.jsonld"]}]',
      'https://x/c.jsonld',
      { line: 2, column: 55 },
      'paste the value of its "@context" in place of its address',
    ],
  ])('reports a remote context: %s', async (text, address, place, help) => {
    const d = await failure(load(text, '.jsonld'));
    expect(d).toMatchObject({ code: 'context-elsewhere', place, message: expect.stringContaining(address) });
    expect(d.help).toContain(help);
  });

  test('a syntax error in RDF/XML names the file', async () => {
    const d = await failure(load('<?xml version="1.0"?>\n<a></b>', '.rdf'));
    expect(d).toMatchObject({ code: 'syntax-error', message: expect.stringContaining('RDF/XML') });
  });
});

describe('bad input', () => {
  test('a missing file', async () => {
    expect(await failure(loadOntology(path.join(folder, 'none.ttl')))).toMatchObject({ code: 'file-not-found', exit: 1 });
    expect(await failure(loadOntology(path.join(file(''), 'below.ttl')))).toMatchObject({ code: 'file-not-found' });
  });

  test('a directory', async () => {
    expect(await failure(loadOntology(folder))).toMatchObject({ code: 'file-is-directory' });
  });

  test.each([
    ['nothing', ''],
    ['blanks only', ' \n\n\t'],
  ])('an empty file is an empty graph: %s', async (_name, content) => {
    expect((await load(content)).tripleCount).toBe(0);
  });

  test.each([
    ['Prefix(:=<http://e/>)\nOntology(<http://e>)', '.owl', 'OWL in functional syntax'],
    ['Ontology(<http://e>)', '.ttl', 'OWL in functional syntax'],
    ['Prefix: : <http://e/>\nOntology: <http://e>', '.ttl', 'OWL in Manchester syntax'],
    ['<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>\n', '.owl', 'OWL/XML'],
    ['format-version: 1.2\n', '.ttl', 'an OBO file'],
  ])('recognizes other syntaxes of Protégé: %s', async (text, extension, name) => {
    const { code, message } = await failure(load(text, extension));
    expect([code, message]).toEqual(['file-not-rdf', expect.stringContaining(`it looks like ${name}; save it as Turtle`)]);
  });

  test.each([
    ['.csv', 'a table; convert it to RDF'],
    ['.yaml', 'YAML; convert a LinkML schema with gen-shacl'],
  ])('recognizes files that are not RDF: %s', async (extension, name) => {
    const { code, message } = await failure(load('id,name\n1,x\n', extension));
    expect([code, message]).toEqual(['file-not-rdf', expect.stringContaining(`it looks like ${name}`)]);
  });

  test('recognizes its own settings', async () => {
    const texts = { 'codegen.yaml': 'ontology: a.ttl\n' };
    const { message } = await failure(loadOntology('codegen.yaml', { texts, onlyTexts: true }));
    expect(message).toContain('it looks like the settings of codegen; to use them, run codegen generate');
  });

  test('reports a conflict marker of Git', async () => {
    const { message, place } = await failure(load(`${PREFIXES}<<<<<<< HEAD\n:A a owl:Class .\n=======\n>>>>>>> x\n`));
    expect(message).toBe('Turtle: Git could not merge this file; the conflict begins here');
    expect(place).toMatchObject({ line: 4, column: 1 });
  });

  test('binary data, HTML and RDF/XML under a wrong name', async () => {
    expect(await failure(load('a\0b'))).toMatchObject({ code: 'file-not-rdf', message: expect.stringContaining('binary') });
    expect(await failure(load('<!DOCTYPE html><html></html>'))).toMatchObject({ message: expect.stringContaining('HTML') });
    expect(await failure(load('<?xml version="1.0"?><rdf:RDF/>'))).toMatchObject({ message: expect.stringContaining('RDF/XML') });
  });

  test('invalid UTF-8, with its source location', async () => {
    const bytes = Buffer.concat([Buffer.from(`${PREFIXES}:A rdfs:label "`), Buffer.from([0xff, 0xfe]), Buffer.from('" .\n')]);
    expect(await failure(load(bytes))).toMatchObject({ code: 'file-not-utf8', place: { line: 4, column: 16 } });
    const replaced = Buffer.concat([Buffer.from(':A \uFFFD '), Buffer.from([0xff])]);
    expect(await failure(load(replaced))).toMatchObject({ code: 'file-not-utf8', place: { line: 1, column: 6 } });
    const marked = Buffer.concat([Buffer.from('\uFEFF:A '), Buffer.from([0xff]), Buffer.from(' .\n')]);
    const { message, place } = await failure(load(marked));
    expect(message).toContain('after byte 6');
    expect(place).toMatchObject({ line: 1, column: 4 });
  });

  test('UTF-8 that ends in the middle of a character', async () => {
    expect(await failure(load(Buffer.from([...Buffer.from(':A '), 0xc3])))).toMatchObject({ code: 'file-not-utf8' });
  });

  test('an undefined prefix, shown in its line', async () => {
    const d = await failure(load(`${PREFIXES}:A a foo:Bar .\n`));
    expect(d).toMatchObject({ code: 'undefined-prefix', place: { line: 4, column: 6 }, source: ':A a foo:Bar .' });
    expect(formatDiagnostic(d).split('\n').slice(1)).toEqual([
      ' 4 | :A a foo:Bar .',
      '   |      ^',
      '  help: declare it at the top of the file: @prefix foo: <IRI of the vocabulary> . (declared: ":", "owl:", "rdfs:")',
    ]);
  });

  test('a syntax error in the middle of a large file', async () => {
    const line = ':A a owl:Class ; rdfs:comment "a line to make the file large" .\n';
    const half = line.repeat(80_000);
    const d = await failure(load(`${PREFIXES}${half}:B a owl:Class rdfs:label "x" .\n${half}`));
    expect(d).toMatchObject({ code: 'syntax-error', place: { line: 80_004 }, source: ':B a owl:Class rdfs:label "x" .' });
  });

  test('an unterminated string and an unfinished statement', async () => {
    expect(await failure(load(`${PREFIXES}:A rdfs:label "abc .\n`))).toMatchObject({ code: 'syntax-error', place: { line: 4 } });
    expect(await failure(load(`${PREFIXES}:A a owl:Class`))).toMatchObject({ code: 'syntax-error' });
  });

  test.each([
    [':A. a owl:Class .', 'this "." ends an incomplete statement; write a "." at the end of a name as "\\."'],
    [':A rdfs:label "one .', 'this string is not closed on its line; write a string of several lines in """…"""'],
    [':A rdfs:label """one .', 'this string is not closed'],
    [':A rdfs:label "^\\d a $" .', '\\d has no meaning within a string; a \\ itself is written \\\\'],
    [':A rdfs:label "one \\\\d .', 'this string is not closed on its line; write a string of several lines in """…"""'],
    ['"A" a :B .', 'a string or a number is here, where a subject or a property is expected'],
    [':A rdfs:label "one"two" .', 'two is not understood here; a " within a string is written \\"'],
    ['{ :B a :C } .', 'a "{" begins a graph, as in TriG; Turtle has none'],
  ])('%s', async (statement, says) => {
    expect(await failure(load(`${PREFIXES}${statement}\n`))).toMatchObject({ message: `Turtle: ${says}`, place: { line: 4 } });
  });

  test.each([
    [
      ':A rdfs:label """one\ntwo \\d\nthree""" .',
      '\\d has no meaning within a string; a \\ itself is written \\\\',
      { line: 5, column: 5 },
    ],
    [":A rdfs:label '''one\ntwo\n.", 'this string is not closed', { line: 4, column: 15 }],
  ])('locates errors in multi-line strings: %s', async (statement, says, place) => {
    expect(await failure(load(`${PREFIXES}${statement}\n`))).toMatchObject({ message: `Turtle: ${says}`, place });
  });

  test.each([
    [':A rdfs:label “a” .', 'quotes are straight in Turtle: "…"'],
    ['// a class', 'a comment begins with #'],
    [':A rdfs:label "a"@en_gb .', 'a language tag has hyphens, as in "…"@en-GB'],
    [':A rdfs:label "a"@en^^rdfs:Literal .', 'give a string a language or a datatype, not both'],
    [':A rdfs:comment TRUE .', 'true and false are written in small letters'],
    [':A a :B . rdfs:label "A" .', 'a "." ends the statements of a subject; a ";" continues them'],
    ['/* a class */', 'a comment begins with #'],
    [':A is a owl:Class .', 'the type follows a lowercase a, as in :Order a owl:Class .'],
    [':A A owl:Class .', 'the type follows a lowercase a, as in :Order a owl:Class .'],
    [
      ':A rdfs:label "a" , rdfs:comment "b" .',
      '"," continues with another value of the same property; put ";" before another property',
    ],
    [":A rdfs:label 'a reader's remark' .", "write \\' for a ' within '…', or use \"…\""],
    [':A rdfs:label Reader .', 'write a string in quotes ("…"), and a name with a prefix (:name)'],
    ['@prefix ex <http://e/> .', 'a prefix ends in a colon, as in @prefix owl: <…> .'],
    ['@prefix ex: http://e/ .', 'write an IRI in <…>'],
    ['@prefix <http://e/> .', 'a prefix has a name and a colon, as in @prefix : <…> . or @prefix owl: <…> .'],
    ['prefix ex: <http://e/> .', 'write @prefix, or leave out the "."'],
    [':p rdfs:range :A? .', expect.stringContaining('sh:minCount and sh:maxCount')],
    [':p rdfs:range :A[] .', expect.stringContaining('sh:minCount and sh:maxCount')],
    [':A\u00a0a owl:Class .', 'put an ordinary space in its place'],
    ['# (\n:A owl:oneOf ( "(" :a\n :b .', 'the ( in line 5, column 14 is not closed'],
    [':A rdfs:subClassOf [ a owl:Restriction .', 'the [ in line 4, column 20 is not closed'],
    [':A rdfs:subClassOf :B', undefined],
  ])('suggests a correction of %s', async (statement, help) => {
    expect((await failure(load(`${PREFIXES}${statement}\n`))).help).toEqual(help);
  });

  test('hints take no longer on a long line', async () => {
    const begun = performance.now();
    const d = await failure(load(`${PREFIXES}:A rdfs:label "${' prefix x'.repeat(100_000)}" . .\n`));
    expect(d.code).toBe('syntax-error');
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('reports a Unicode space by its code point', async () => {
    const d = await failure(load(`${PREFIXES}:A\u00a0a owl:Class .\n`));
    expect(d).toMatchObject({ message: 'Turtle: U+00A0 is not a blank here', place: { line: 4, column: 3 } });
  });

  test('suggests the namespace of a well-known prefix that is undefined', async () => {
    const { help } = await failure(load(`${PREFIXES}:A a skos:Concept .\n`));
    expect(help).toBe('declare it at the top of the file: @prefix skos: <http://www.w3.org/2004/02/skos/core#> .');
  });

  test('JSON in a file of Turtle', async () => {
    const { code, message } = await failure(load('{ "@id": "http://e/a" }'));
    expect([code, message]).toEqual(['file-not-rdf', expect.stringMatching(/it looks like JSON; JSON-LD files end in \.jsonld/)]);
  });
});

test('data that do not describe the schema are counted, but not kept', async () => {
  const ontology = await load(`${PREFIXES}:A a owl:Class .\n${':x :y :z .\n'.repeat(1000)}`);
  expect(ontology.tripleCount).toBe(1001);
  expect([...ontology.subjects()]).toEqual([t('A')]);
});

test('a repeated triple is one statement, also of a subject with many statements', async () => {
  const labels = Array.from({ length: 50 }, (_, i) => `:A rdfs:label "${i}" , "${i}"@en .`).join('\n');
  const more = file(`${PREFIXES}:A rdfs:label "7" , "50" . :B rdfs:range :A .`);
  const main = file(`${PREFIXES}:A a owl:Class ; rdfs:label "7" .\n${labels}\n:B rdfs:range :A , :A , ":A" .\n${labels}`);
  const ontology = await loadOntology(main, { shapes: [more] });
  expect(ontology.statementsOf(t('A'), 'http://www.w3.org/2000/01/rdf-schema#label')).toHaveLength(101);
  expect(ontology.statements(t('B')).map(({ object }) => object)).toEqual([
    t('A'),
    { value: ':A', datatype: 'http://www.w3.org/2001/XMLSchema#string', language: '' },
  ]);
});

test.each([
  ['a', 'b', -1],
  ['a', 'ab', -1],
  ['ab', 'a', 1],
  ['a', 'a', 0],
  ['\u{ffff}', '\u{10000}', -1],
])('code points of %s and %s are compared', (a, b, expected) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
});
