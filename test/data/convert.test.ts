import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import jsonld from 'jsonld';
import { describe, expect, test } from 'vitest';
import { uuidOf } from '../../src/data/uuid.ts';
import { allVocabularies, modelOf, modelOfTurtle, ontologyFile } from '../support/ontologies.ts';
import { codegen, inFolder, readTree, root } from '../support/program.ts';
import { converted, statementsOf } from './support.ts';

const PREFIXES = `@prefix : <http://example.org/test#> .
@prefix ex: <http://data.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const { model } = await modelOfTurtle(`
  : a owl:Ontology .
  :Person a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :says ; owl:minCardinality 0 ] . :Author a owl:Class ; rdfs:subClassOf :Person . :Prize a owl:Class . :Book a owl:Class .
  :name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
  :motto a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range rdf:langString .
  :says a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range rdf:langString .
  :age a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
  :height a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:decimal .
  :knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person .
  :wrote a owl:ObjectProperty ; rdfs:domain :Author ; rdfs:range :Book ; owl:inverseOf :writtenBy .
  :writtenBy a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Book ; rdfs:range :Author .`);

const json = async (turtle: string, name = 'data.ttl') => {
  const outcome = await converted(name, PREFIXES + turtle, model, 'ndjson');
  const records = outcome.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { ...outcome, records, kinds: outcome.losses.map(({ kind }) => kind) };
};

test('the id of an individual is the version 5 UUID of its IRI', () => {
  // The example of Python's documentation, https://docs.python.org/3/library/uuid.html, in the namespace of URLs.
  expect(uuidOf('http://python.org/')).toBe('4c565f0d-3f5a-5890-b41b-20cf47701c5e');
});

test('converts an individual to a record with its IRI, types and references', async () => {
  const { records, losses } = await json(`
    ex:ann a :Author, owl:NamedIndividual ; :name "Ann" ; :knows ex:bob, ex:ann .
    ex:bob a :Person ; :age 42 .
    ex:tale a :Book ; :writtenBy ex:ann .`);
  const [ann, bob] = ['ann', 'bob'].map((name) => uuidOf(`http://data.example/${name}`));
  expect(losses).toEqual([]);
  expect(records).toMatchObject([
    {
      '@id': 'http://data.example/ann',
      '@type': ['Author', 'http://www.w3.org/2002/07/owl#NamedIndividual'],
      ...{ id: ann, name: 'Ann', knows_ids: [bob, ann] },
    },
    { '@id': 'http://data.example/bob', '@type': 'Person', id: bob, age: 42, knows_ids: [] },
    { '@id': 'http://data.example/tale', '@type': 'Book' },
  ]);
  expect(Object.values(records[2])).toContain(ann);
});

test('merges statements about an individual that stand apart in the file', async () => {
  const { records } = await json(`ex:ann :name "Ann" . ex:bob a :Person . ex:ann a :Person . ex:bob :knows ex:ann .`);
  expect(records.map((record) => record['@id'])).toEqual(['http://data.example/ann', 'http://data.example/bob']);
  expect(records[0]).toMatchObject({ name: 'Ann' });
});

test('stores a relation in the owner of the model, in whichever direction the data states it', async () => {
  const { records, losses } = await json(`ex:ann a :Author ; :wrote ex:tale . ex:tale a :Book .`);
  expect(Object.values(records[1])).toContain(records[0].id);
  expect(losses).toMatchObject([
    {
      kind: 'direction',
      statement: '<http://data.example/ann> <http://example.org/test#wrote> <http://data.example/tale> .',
      becomes: '<http://data.example/tale> <http://example.org/test#writtenBy> <http://data.example/ann> .',
    },
  ]);
});

test('converts an individual of two unrelated classes to one record of each class', async () => {
  const { records } = await json('ex:x a :Person, :Prize ; :name "X" .');
  expect(records).toMatchObject([
    { '@type': 'Person', name: 'X' },
    { '@type': 'Prize', id: records[0].id },
  ]);
});

test('keeps the lexical form of a decimal', async () => {
  const { records, losses, text } = await json('ex:x a :Person ; :height 1.10 .');
  expect([records[0].height, losses]).toEqual(['1.10', []]);
  expect((await converted('data.ndjson', text, model, 'turtle')).text).toContain('1.10');
});

test('keeps the labels of blank nodes and renames a generated label that collides', async () => {
  const { records } = await json('[] a :Person ; :name "X" . _:n0 a :Person ; :name "Y" . _:z a :Person .');
  expect(records.map((record) => record['@id'])).toEqual(['_:n0', '_:x-n0', '_:z']);
  expect(new Set(records.map(({ id }) => id)).size).toBe(3);
});

test('a record without an IRI becomes a blank node if a shape requires that of its class', async () => {
  const { model } = await modelOfTurtle(`
    : a owl:Ontology .
    :Document a owl:Class ; sh:nodeKind sh:IRI .
    :Creation a owl:Class, sh:NodeShape ; sh:nodeKind sh:BlankNode .
    :Import a owl:Class ; rdfs:subClassOf :Creation .
    :creation a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Document ; rdfs:range :Creation .`);
  const [first, second] = [1, 2].map((digit) => `${digit}`.repeat(8).concat('-1111-4111-8111-111111111111'));
  const records = [
    { '@type': 'Document', id: second, creation_id: first },
    { '@type': 'Import', kind: 'Import', id: first },
  ];
  const { text } = await converted('data.ndjson', records.map((one) => JSON.stringify(one)).join('\n'), model, 'ntriples');
  const lines = text.trim().split('\n');
  const document = 'http://example.org/test/id/22222222-1111-4111-8111-111111111111';
  expect(lines).toContain(`<${document}> <http://example.org/test#creation> _:${first} .`);
  expect(lines).toContain(`_:${first} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/test#Import> .`);
});

describe('reports losses', () => {
  test.each([
    ['language', ':name "Ann"@fr', { name: 'Ann' }],
    ['language', ':motto "Toujours"@fr', { motto: 'Toujours' }],
    ['datatype', ':age "42"^^xsd:int', { age: 42 }],
    ['spelling', ':age 042', { age: 42 }],
    ['value', ':age "old"', {}],
    ['value', ':age ex:old', {}],
    ['several', ':age 1, 2', { age: 1 }],
    ['property', ':weight 1', {}],
    ['unresolved', ':knows ex:nobody', { knows_ids: [uuidOf('http://data.example/nobody')] }],
    ['other-class', ':knows ex:gold', { knows_ids: [uuidOf('http://data.example/gold')] }],
    ['value', ':knows "Bob"', { knows_ids: [] }],
  ])('%s: %s', async (kind, statement, record) => {
    const { kinds, records, diagnostics } = await json(`ex:x a :Person ; ${statement} . ex:gold a :Prize .`);
    expect(kinds).toEqual([kind]);
    expect(records[0]).toMatchObject(record);
    expect(diagnostics).toMatchObject([{ code: `data-${kind}`, place: { line: 6 } }]);
  });

  test.each([
    ['no-class', 'ex:y a ex:Thing ; :name "Y" .', 2],
    ['untyped', 'ex:y :name "Y" .', 1],
    ['schema', ':name a owl:DatatypeProperty .', 1],
  ])('%s: %s', async (kind, statements, count) => {
    const { kinds } = await json(`ex:x a :Person . ${statements}`);
    expect(kinds).toEqual(Array(count).fill(kind));
  });

  test('keeps the value in the preferred language', async () => {
    const { records, kinds } = await json('ex:x a :Person ; :motto "Immer"@de, "Always"@en, "Sempre"@it .');
    expect([records[0].motto, kinds]).toEqual(['Always', ['several', 'several']]);
  });
});

test.each(['turtle', 'ntriples', 'jsonld'] as const)('%s keeps the language tags of RDF', async (form) => {
  const data = `${PREFIXES}ex:x a :Person ; :says "Haus"@de, "House"@en, "Taxi"@de, "Taxi"@en, "none" ; :motto "Toujours"@fr .`;
  const { text, losses } = await converted('data.ttl', data, model, form);
  expect(losses).toEqual([]);
  const format = form === 'jsonld' ? 'application/ld+json' : 'text/turtle';
  expect(await statementsOf(text, format)).toEqual(await statementsOf(data));
});

test('counts the cells of lists as lost, unless the file has an ontology', async () => {
  const data = `${PREFIXES}ex:x a :Person ; :numbers ( 1 2 ) .`;
  expect((await converted('data.ttl', data, model, 'ndjson')).lost).toBe(5);
  expect((await converted('data.ttl', `${data} ex:C a owl:Class .`, model, 'ndjson')).lost).toBe(1);
});

test('restores the IRI of an individual that the data only refers to', async () => {
  const { text } = await json('ex:x a :Person ; :knows ex:nobody .');
  const back = await converted('data.ndjson', text, model, 'ntriples');
  expect(back.text).toContain('<http://data.example/x> <http://example.org/test#knows> <http://data.example/nobody> .');
});

test('keeps a reference to an unknown individual in the first of several alternatives', async () => {
  const { model } = await modelOfTurtle(`@prefix : <http://x#> . :Activity a owl:Class . :Object a owl:Class . :Link a owl:Class .
    :actor a owl:ObjectProperty ; rdfs:domain :Activity ; rdfs:range [ owl:unionOf ( :Object :Link ) ] .
    :uses a owl:ObjectProperty ; rdfs:domain :Activity ; rdfs:range [ owl:unionOf ( :Object :Link ) ] .`);
  const data = `@prefix : <http://x#> . :a a :Activity ; :actor :sally ; :uses :bob , :ann , :link . :link a :Link .
    :b a :Activity ; :actor :link , :sally .`;
  const { text, losses } = await converted('a.ttl', data, model, 'ndjson');
  const [a, b] = text.split('\n').map((line) => (line === '' ? {} : JSON.parse(line)));
  expect(a).toMatchObject({ actor_object_id: expect.any(String), use_object_ids: [expect.any(String), expect.any(String)] });
  expect(a).toMatchObject({ use_link_ids: [expect.any(String)] });
  expect(b).not.toHaveProperty('actor_object_id');
  expect(losses.map(({ kind, statement, becomes }) => [kind, becomes === statement])).toEqual([
    ...[
      ['unresolved', true],
      ['unresolved', true],
      ['unresolved', true],
    ],
    ['several', false],
  ]);
  const { text: back } = await converted('a.ndjson', text, model, 'ntriples');
  for (const name of ['sally', 'bob', 'ann', 'link']) expect(back).toContain(`<http://x#${name}> .`);
});

describe('an IRI of a property without a range', async () => {
  const { model } =
    await modelOfTurtle(`@prefix : <http://x#> . :Row a rdfs:Class . :describes a rdf:Property ; rdfs:domain :Row .
    :note a owl:DatatypeProperty ; rdfs:domain :Row .`);
  const statement = '<http://x#r> <http://x#describes> <http://x#y> .';
  const data = `<http://x#r> a <http://x#Row> ; <http://x#note> "n" .\n${statement}`;

  test('is a string in records, with a warning', async () => {
    const { text, losses, diagnostics } = await converted('a.ttl', data, model, 'ndjson');
    expect(JSON.parse(text)).toMatchObject({ describes: 'http://x#y' });
    const becomes = '<http://x#r> <http://x#describes> "http://x#y" .';
    expect(losses.map(({ kind, statement, becomes }) => [kind, statement, becomes])).toEqual([['datatype', statement, becomes]]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'Row.describes: 1 IRI is kept as a literal with the datatype of the field',
    ]);
  });

  test.each(['turtle', 'ntriples', 'jsonld'] as const)('stays an IRI in %s', async (form) => {
    const { text, losses } = await converted('a.ttl', data, model, form);
    expect(losses).toEqual([]);
    const name = form === 'jsonld' ? 'b.jsonld' : 'b.ttl';
    expect((await converted(name, text, model, 'ntriples')).text).toContain(statement);
  });
});

test.each(['turtle', 'ntriples', 'jsonld'] as const)('omits a relative IRI of a record from %s and reports it', async (form) => {
  const { model: linked } = await modelOfTurtle(
    ':A a owl:Class . :page a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range rdfs:Resource . :to a owl:ObjectProperty ; rdfs:domain :A .',
  );
  const [page] = linked.classes[0]?.fields.filter(({ iri }) => iri?.endsWith('#page')) ?? [];
  const value = (text: string) => (page?.cardinality === 'many' ? [text] : text);
  const line = (iri: string) => JSON.stringify({ '@type': 'A', '@id': 'http://data.example/a', [`${page?.name}`]: value(iri) });
  const relative = await converted('data.ndjson', line('pages/1'), linked, form);
  expect(relative.losses).toMatchObject([{ kind: 'value', why: '"pages/1" is a relative IRI, and RDF has absolute ones' }]);
  expect(relative.text).not.toContain('pages/1');
  const absolute = await converted('data.ndjson', line('http://data.example/pages/1'), linked, form);
  expect(absolute.losses).toEqual([]);
  expect(absolute.text).toContain('pages/1');
});

/** Vocabularies that contain individuals of their own classes. */
const withIndividuals = ['gr', 'time', 'sh', 'qudt', 'as', 'dcat', 'vcard'].filter((name) => allVocabularies.includes(name));

test.each(withIndividuals)('%s: each statement survives the round trip or is listed with its replacement', async (name) => {
  const vocabulary = await modelOf(name);
  const text = readFileSync(ontologyFile(name), 'utf8').replaceAll(/_:(\w+)/g, '_:u$1');
  const { text: back, losses } = await converted('data.nq', text, vocabulary, 'ntriples');
  const [before, after] = [
    new Set(await statementsOf(text, 'application/n-quads')),
    await statementsOf(back, 'application/n-triples'),
  ];
  const messages = await statementsOf(losses.map(({ statement }) => statement).join('\n'), 'application/n-triples');
  const instead = await statementsOf(losses.flatMap(({ becomes = [] }) => becomes).join('\n'), 'application/n-triples');
  const [listed, expected] = [new Set(messages), new Set(instead)];
  for (const statement of before) if (!listed.has(statement)) expected.add(statement);
  expect([...expected].filter((one) => !after.includes(one))).toEqual([]);
  expect(after.filter((one) => !expected.has(one))).toEqual([]);
});

test('a JSON-LD processor reads the original statements from the JSON-LD output', async () => {
  const turtle = `${PREFIXES} ex:ann a :Author ; :name "Ann" ; :motto "Ever"@en ; :age 5 ; :height 1.5 ; :knows ex:bob . ex:bob a :Person .
    ex:tale a :Book ; :writtenBy ex:ann .`;
  const { text } = await converted('data.ttl', turtle, model, 'jsonld');
  const nquads = await jsonld.toRDF(JSON.parse(text), { format: 'application/n-quads' });
  expect(await statementsOf(nquads, 'application/n-quads')).toEqual(await statementsOf(turtle));
});

test.each([
  ['data.ttl', (turtle: string) => turtle],
  ['data.trig', (turtle: string) => turtle],
  [
    'data.jsonld',
    () => '{"@context": {"@vocab": "http://example.org/test#"}, "@id": "http://data.example/x", "@type": "Person", "name": "X"}',
  ],
  [
    'data.rdf',
    () =>
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://example.org/test#"><Person rdf:about="http://data.example/x"><name>X</name></Person></rdf:RDF>',
  ],
  ['data.json', () => '[{"@id": "http://data.example/x", "@type": "Person", "name": "X"}]'],
  [
    'data.json',
    () => '{"@context": {"@vocab": "http://example.org/test#"}, "@id": "http://data.example/x", "@type": "Person", "name": "X"}',
  ],
])('reads %s', async (name, made) => {
  const { text } = await converted(name, made(`${PREFIXES} ex:x a :Person ; :name "X" .`), model, 'ntriples');
  expect(text).toBe(
    `<http://data.example/x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/test#Person> .
<http://data.example/x> <http://example.org/test#name> "X" .
`,
  );
});

test('reports the name of an unknown class in a record', async () => {
  const { diagnostics } = await converted('data.ndjson', '{"@type":["Persn","x"],"@id":"http://x/"}', model, 'ndjson');
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      message: 'this record names the class "Persn", which the ontology does not have',
      help: 'did you mean "Person"?',
      place: expect.objectContaining({ line: 1, column: 12 }),
    }),
  );
});

test.each([
  ['data-record-no-json', '{"a": }'],
  ['data-record-no-json', 'nothing'],
  ['data-record-no-class', '{"id": "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"}'],
  ['data-record-no-identity', '{"@type": "Person"}'],
  ['data-record-no-identity', '{"@type": "Person", "id": 5}'],
  ['data-record-relative-identity', '{"@type": "Person", "@id": "people/alice"}'],
])('%s', async (code, line) => {
  const { diagnostics } = await converted('data.ndjson', `{"@type":"Person","@id":"http://x/"}\n${line}\n`, model, 'ndjson');
  expect(diagnostics).toMatchObject([{ code, place: { line: 2 } }]);
});

test('counts invalid records if there are too many to list', async () => {
  const { diagnostics } = await converted('data.ndjson', '{"@type":"Person"}\n'.repeat(23), model, 'ndjson');
  expect(diagnostics).toHaveLength(21);
  expect(diagnostics.at(-1)).toMatchObject({ code: 'data-records-more', message: 'there are 3 more invalid records' });
});

test.each([
  ['a list in a list', '[{"@type":"Person","@id":"http://x/"},\n [', { line: 2, column: 2 }],
  ['lists in lists, and nothing else', '[[[[', { line: 1, column: 2 }],
  ['a list that does not end', '\n [{"@type":"Person","@id":"http://x/"},', { line: 2, column: 2 }],
  ['a list that has not begun', '{"@type":"Person","@id":"http://x/"}\n]', { line: 2, column: 1 }],
  ['the end of a list behind many blanks', `[${' '.repeat(5000)}]\n]`, { line: 2, column: 1 }],
])('%s is reported once, at its bracket', async (_, text, place) => {
  const { diagnostics } = await converted('data.json', text, model, 'ndjson');
  // No further diagnostic reports that no data is left: the first one already gives the reason.
  expect(diagnostics).toMatchObject([{ code: 'data-record-no-json', place }]);
});

test.each([
  ['{"@type":"Person", "name": NaN}', 28, 'expected a value, found "NaN"'],
  ["{'@type':'Person'}", 2, 'expected a key in double quotes, found "\'"'],
  ['{"@type" "Person"}', 10, 'expected a colon, found "\\""'],
  ['{"@type":"Person" "name":"x"}', 19, 'expected "," or "}", found "\\""'],
  [
    '{"@type":"Per\u0000son"}',
    10,
    'this string does not end, or contains a control character or an escape that JSON does not allow',
  ],
  ['{"@type":"Person", "name":"x"', 30, 'it ends too early'],
  [`{"@type":"Person", "name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, undefined, 'lists and objects are nested too deep'],
])('reports where and why a record is not JSON: %s', async (line, column, why) => {
  const { diagnostics } = await converted('data.ndjson', `{"@type":"Person","@id":"http://x/"}\n${line}\n`, model, 'ndjson');
  expect(diagnostics).toMatchObject([
    { message: `this is not a JSON object: ${why}`, place: { line: 2, column: column ?? expect.any(Number) } },
  ]);
});

test('reports and lists unknown members and duplicate keys', async () => {
  const text = `{"@type":"Person","@id":"http://x/","nmae":"X","name":"A","name":"B","__proto__":{"name":"C"}}\n`;
  const { diagnostics, losses, lost } = await converted('data.ndjson', text, model, 'ndjson');
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'data-member codegen leaves out 1 value of Person.nmae, because the class has no such property',
    'data-twice codegen leaves out 1 value of Person.name, because the record has this key twice; the last value is used',
    'data-member codegen leaves out 1 value of Person.__proto__, because the class has no such property',
  ]);
  expect([lost, losses.map(({ element }) => element)]).toEqual([3, ['Person.nmae', 'Person.name', 'Person.__proto__']]);
});

test('reports the first 50 unknown members one by one and the others together', async () => {
  const members = Array.from({ length: 1000 }, (_, n) => `,"k${n}":${n}`).join('');
  const { diagnostics, lost } = await converted('data.ndjson', `{"@type":"Person","@id":"http://x/"${members}}`, model, 'ndjson');
  expect([lost, diagnostics.length]).toEqual([1000, 51]);
  expect(diagnostics.at(-1)?.message).toBe(
    'codegen leaves out 950 values of Person, others, because the class has no such property',
  );
});

test('shows only the beginning of a long value', async () => {
  const text = `{"@type":"Person","@id":"http://x/","age":${'9'.repeat(5000)}}`;
  const { diagnostics } = await converted('data.ndjson', text, model, 'ndjson');
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^codegen leaves out 1 value of Person.age: "9{120}…" \(5,000 characters\)/),
  ]);
});

test('accepts several lists of records in one file, and empty lists', async () => {
  const record = (n: number) => `{"@type":"Person","@id":"http://x/${n}"}`;
  const { text, diagnostics } = await converted('data.json', `[]\n[${record(1)} , ${record(2)}]\n[ ]`, model, 'ndjson');
  expect([text.split('\n').filter(Boolean).length, diagnostics]).toEqual([2, []]);
});

test('converts data that is too large to stay in memory', async () => {
  const names = Array.from(
    { length: 60_000 },
    (_, i) => `ex:p${i} a :Person ; :name "Person ${'x'.repeat(100)} ${i}" ; :age ${i % 90} .`,
  );
  // The statements about one individual are far apart.
  const links = names.map((_, i) => `ex:p${i} :knows ex:p${(i * 7919) % names.length} .`);
  const { text, losses } = await converted('data.ttl', PREFIXES + [...names, ...links].join('\n'), model, 'ndjson');
  const lines = text.split('\n').filter(Boolean);
  expect([lines.length, losses]).toEqual([names.length, []]);
  for (const i of [0, 1, 31_415, 59_999]) {
    const knows = uuidOf(`http://data.example/p${(i * 7919) % names.length}`);
    expect(JSON.parse(lines[i] as string)).toMatchObject({ '@id': `http://data.example/p${i}`, age: i % 90, knows_ids: [knows] });
  }
});

test('lists losses even if an error prevents all other output', () =>
  inFolder((folder) => {
    const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
    cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
    put('codegen.yaml', 'ontology: blog.ttl\ndiagnostics: { errors: all }\n');
    put('people.ttl', '@prefix : <http://example.org/blog#> . <http://x/a> a :User ; :name "A" ; :shoeSize 44 .');
    for (const [to, output] of [
      ['ndjson', 'out.ndjson'],
      ['csv', 'tables'],
    ] as const) {
      const args = ['data', 'convert', 'people.ttl', '--to', to, '--output', output, '--losses', 'losses.ndjson', '--force'];
      const { status, stderr } = codegen(folder, args);
      expect([status, stderr]).toEqual([1, expect.stringContaining('; nothing but the losses was written\n')]);
      const lines = readFileSync(path.join(folder, 'losses.ndjson'), 'utf8').trim().split('\n');
      expect(lines).toEqual([expect.stringContaining('shoeSize')]);
      const left = Object.keys(readTree(folder)).filter((name) => !name.startsWith('losses'));
      expect(left).toEqual(['blog.ttl', 'codegen.yaml', 'people.ttl']);
    }
  }));

test('one file cannot be named for two outputs', () =>
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'people.ttl'), '@prefix : <http://example.org/blog#> . <http://x/a> a :User ; :name "A" .');
    const args = ['data', 'convert', 'people.ttl', '--ontology', path.join(root, 'examples/blog.ttl'), '--to', 'ndjson'];
    const { status, stderr } = codegen(folder, [...args, '--output', 'same.txt', '--losses', './same.txt', '--force']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('./same.txt is named for two outputs')]);
    expect(Object.keys(readTree(folder))).toEqual(['people.ttl']);
  }));

test('the command converts a file and does not overwrite foreign files or the input', () =>
  inFolder((folder) => {
    const file = path.join(folder, 'people.ttl');
    writeFileSync(file, `@prefix : <http://example.org/blog#> . <http://x/a> a :User ; :name "A" .`);
    const args = ['data', 'convert', file, '--ontology', path.join(root, 'examples/blog.ttl'), '--to', 'ndjson'];
    const first = codegen(folder, args);
    expect(first.status).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ '@id': 'http://x/a', name: 'A' });
    expect(first.stderr).toContain('1 individual (1 User) of 2 statements');
    const output = path.join(folder, 'out.ndjson');
    expect(codegen(folder, [...args, '--output', output]).status).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(first.stdout);
    expect(codegen(folder, [...args, '--output', output]).stderr).toContain('[output-foreign]');
    expect(codegen(folder, [...args, '--output', output, '--force']).status).toBe(0);
    expect(codegen(folder, [...args, '--output', file, '--force']).stderr).toContain('[output-is-input]');
  }));

test('warns of an individual of two classes whose rows have the same key in SQL', async () => {
  const { model } = await modelOfTurtle(
    ':A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A . :D a owl:Class .',
  );
  const codes = async (types: string, form: 'sql' | 'ndjson') =>
    (await converted('data.ttl', `${PREFIXES}ex:x a ${types} .`, model, form)).diagnostics.map(({ code }) => code);
  expect(await codes(':B , :C', 'sql')).toEqual(['data-two-classes']);
  expect(await codes(':B , :C', 'ndjson')).toEqual([]);
  expect(await codes(':B , :D', 'sql')).toEqual([]);
});

test('a required reference to an unknown individual stays in SQL, an optional one does not', async () => {
  const { model } = await modelOfTurtle(`
    :A a owl:Class . :B a owl:Class .
    :needs a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .
    :may a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .
    :AShape a sh:NodeShape ; sh:targetClass :A ;
      sh:property [ sh:path :needs ; sh:minCount 1 ; sh:maxCount 1 ] , [ sh:path :may ; sh:minCount 0 ; sh:maxCount 1 ] .`);
  const data = `${PREFIXES}ex:x a :A ; :needs ex:unknown ; :may ex:missing .`;
  const { text, diagnostics, lost } = await converted('data.ttl', data, model, 'sql');
  expect(text).toContain(uuidOf('http://data.example/unknown'));
  expect(text).not.toContain(uuidOf('http://data.example/missing'));
  expect([lost, diagnostics.map(({ message }) => message.replace(/;.*/, ''))]).toEqual([
    1,
    expect.arrayContaining(['A.needs_id: 1 reference is kept', 'A.may_id: 1 reference is left out']),
  ]);
});

test('a value that an enumeration does not have is reported with the values that it has', async () => {
  const { model } = await modelOfTurtle(`
    :A a owl:Class . :state a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :State .
    :State a owl:Class ; owl:oneOf ( :On :Off ) . :On a :State . :Off a :State .`);
  const { diagnostics } = await converted('data.ttl', `${PREFIXES}ex:x a :A ; :state ex:Old .`, model, 'ndjson');
  expect(diagnostics[0]?.help).toBe('the values of State are On, Off; correct the value, or add it to the enumeration');
});

test('a member with the name of the property is reported with its name in JSON', async () => {
  const { model } = await modelOfTurtle(
    ':A a owl:Class . :startsOn a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date .',
  );
  const record = '{"@type": "A", "id": "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "startsOn": "2026-01-01"}';
  const { diagnostics } = await converted('data.ndjson', record, model, 'ndjson');
  expect(diagnostics[0]?.help).toBe('write starts_on, its name in JSON');
});

test('values of unions keep their JSON types in SQL', async () => {
  const { model } = await modelOfTurtle(`: a owl:Ontology . :A a owl:Class .
    :one a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( xsd:integer xsd:string ) ] .
    :many a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf ( xsd:boolean xsd:string ) ] .
    [] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :many ; sh:minCount 0 ; sh:maxCount 5 ] .`);
  const record = (one: unknown) =>
    JSON.stringify({ '@type': 'A', id: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', one, many: [true, 'true', 'no'] });
  const sql = async (one: unknown) => (await converted('data.ndjson', record(one), model, 'sql')).text;
  expect(await sql('5')).toContain(`'"5"', ARRAY['true', '"true"', '"no"']::JSONB[]`);
  expect(await sql(5)).toContain("'5', ARRAY[");
});
