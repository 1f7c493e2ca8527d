import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'oxigraph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ontologyFile } from '../../test/support/ontologies.ts';
import { DiagnosticError, formatPlace } from '../diagnostics/index.ts';
import { type QueryOptions, runQuery } from './query.ts';

const blog = ontologyFile('blog');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-query-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  return full;
}

function query(sparql: string, options: Partial<QueryOptions> = {}, on = blog): Promise<string> {
  return runQuery(on, sparql, { format: 'table', ...options });
}

async function failure(sparql: string, options: Partial<QueryOptions> = {}, on = blog) {
  const error = await query(sparql, options, on).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof DiagnosticError)) throw new Error(`no diagnostic, but ${error}`);
  const [d] = error.diagnostics;
  if (!d) throw new Error('an error without a diagnostic');
  return d;
}

describe('the table', () => {
  test('lists the classes in the order of the file', async () => {
    expect(await query('SELECT ?class ?label WHERE { ?class a owl:Class ; rdfs:label ?label }')).toBe(
      [
        'class                            label',
        'http://example.org/blog#User     User',
        'http://example.org/blog#Post     Post',
        'http://example.org/blog#Comment  Comment',
        '',
      ].join('\n'),
    );
  });

  test('prints ranges in prefixed form, and names under the empty prefix in full', async () => {
    const sparql = `
      PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
      PREFIX : <http://example.org/blog#>
      SELECT ?property ?range WHERE { ?property rdfs:domain :Post ; rdfs:range ?range }`;
    expect(await query(sparql)).toBe(
      [
        'property                             range',
        'http://example.org/blog#title        xsd:string',
        'http://example.org/blog#content      xsd:string',
        'http://example.org/blog#publishedAt  xsd:dateTime',
        'http://example.org/blog#hasAuthor    http://example.org/blog#User',
        'http://example.org/blog#hasComments  http://example.org/blog#Comment',
        '',
      ].join('\n'),
    );
  });

  test('counts and groups', async () => {
    expect(await query('SELECT ?type (COUNT(?x) AS ?count) WHERE { ?x a ?type } GROUP BY ?type ORDER BY DESC(?count)')).toBe(
      [
        'type                  count',
        'owl:DatatypeProperty  8',
        'owl:ObjectProperty    4',
        'owl:Class             3',
        'owl:Ontology          1',
        '',
      ].join('\n'),
    );
  });

  test('prints only the header of an empty result, and orders the columns of * as in the query', async () => {
    expect(await query('SELECT * WHERE { ?s :nothing ?z ; ?y ?x }')).toBe('s  z  y  x\n');
  });

  test('prints one line per row, replaces control characters, and leaves unbound variables empty', async () => {
    const on = file(
      'hostile.ttl',
      `@prefix : <http://x/> . :a :p "two\\nlines\\tand a tab\\r\\n" ; :q 1 . :b :p "\\u001B[31mred \\u202E turned" . :c :q 2 .`,
    );
    expect(
      await query(
        'SELECT ?p ?q WHERE { ?s ?x ?y OPTIONAL { ?s :p ?p } OPTIONAL { ?s :q ?q } } GROUP BY ?s ?p ?q ORDER BY ?s',
        {},
        on,
      ),
    ).toBe(
      ['p                     q', 'two lines and a tab   1', '\uFFFD[31mred \uFFFD turned', '                      2', ''].join(
        '\n',
      ),
    );
  });

  test('cuts the widest cells, and only if the width is given', async () => {
    const sparql = 'SELECT ?label ?comment WHERE { :Post rdfs:label ?label ; rdfs:comment ?comment }';
    expect(await query(sparql)).toBe('label  comment\nPost   An article on the blog.\n');
    expect(await query(sparql, { maxWidth: 22 })).toBe('label  comment\nPost   An article on …\n');
    expect(await query(`${sparql} LIMIT 0`, { maxWidth: 1 })).toBe('');
    // If the columns do not fit side by side, each variable has its own line.
    expect(await query(sparql, { maxWidth: 14 })).toBe('label    Post\ncomment  An a…\n');
  });

  test('abbreviates the most frequent namespace, and omits the middle of other IRIs, on a narrow terminal', async () => {
    const sparql = 'SELECT ?p ?d WHERE { ?p rdfs:domain ?d } LIMIT 2';
    expect(await query(sparql, { maxWidth: 50 })).toBe(
      ': is http://example.org/blog#\n\np       d\n:email  :User\n:name   :User\n',
    );
    const on = file('long.ttl', '<http://a/very/long/road/to/one> <http://b/p> <http://b/another/road/to/two> .');
    expect(await query('SELECT ?s ?o WHERE { ?s ?p ?o }', { maxWidth: 36 }, on)).toBe(
      's                  o\nhttp:…road/to/one  http:…road/to/two\n',
    );
  });

  test('prints every kind of term as valid XML', async () => {
    const on = file('xml.ttl', '<http://e/a> <http://e/p> "<&\\u0001\\">"@en , 1 , [] .');
    const text = await query('SELECT ?o ?none WHERE { ?s ?p ?o } ORDER BY isBlank(?o) ?o', { format: 'xml' }, on);
    expect(text).toContain('<variable name="o"/>\n    <variable name="none"/>');
    expect(text).toContain('<binding name="o"><literal xml:lang="en">&#60;&#38;\uFFFD&#34;&#62;</literal></binding>');
    expect(text).toContain('<literal datatype="http://www.w3.org/2001/XMLSchema#integer">1</literal>');
    expect(text).toContain('<bnode>b0</bnode>');
    expect(text).not.toContain('name="none">');
    expect(await query('ASK {}', { format: 'xml' })).toContain('<boolean>true</boolean>');
    expect(await failure('CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }', { format: 'xml' })).toMatchObject({ code: 'usage' });
  });

  test('uses a prefix only for a local name that needs no escape', async () => {
    const on = file(
      'names.ttl',
      '@prefix ex: <http://ex/> . @prefix e: <http://ex/deep/> . ex:a a ex:, <http://ex/a/b>, <http://ex/deep/x>, <http://ex/1.>, ex:%20 .',
    );
    expect((await query('SELECT ?o { ?s a ?o }', {}, on)).trim().split('\n')).toEqual([
      'o',
      'http://ex/',
      'http://ex/a/b',
      'e:x',
      'http://ex/1.',
      'ex:%20',
    ]);
  });
});

describe('blank nodes', () => {
  const restrictions = ontologyFile('prov');

  test('are labelled in order of appearance', async () => {
    const sparql = 'SELECT ?b ?o { ?c rdfs:subClassOf ?b . ?b owl:onProperty ?o FILTER isBlank(?b) } LIMIT 3';
    const labels = (await query(sparql, {}, restrictions))
      .split('\n')
      .slice(1, 4)
      .map((line) => line.split(' ')[0]);
    expect(labels).toEqual(['_:b0', '_:b1', '_:b2']);
  });

  test('have a deterministic order', async () => {
    const sparql = 'SELECT ?b ?p (COUNT(*) AS ?n) { ?s ?p ?b FILTER isBlank(?b) } GROUP BY ?b ?p';
    expect(await query(sparql, {}, restrictions)).toBe(await query(sparql, {}, restrictions));
    const minted = 'CONSTRUCT { ?c :p [ :of ?c ] } { ?c a owl:Class }';
    expect(await query(minted)).toBe(await query(minted));
  });
});

describe('ASK', () => {
  test('prints true or false', async () => {
    expect(await query('ASK { :User a owl:Class }')).toBe('true\n');
    expect(await query('ASK { :User a :Post }', { format: 'csv' })).toBe('false\n');
    expect(JSON.parse(await query('ASK { :User a :Post }', { format: 'json' }))).toEqual({ head: {}, boolean: false });
  });
});

describe('the other formats of rows', () => {
  const on = () =>
    file(
      'rows.ttl',
      '@prefix : <http://x/> . :a :p "a, \\"b\\"\\n\\tc"@en-GB , 1 , "2024-01-01"^^<http://www.w3.org/2001/XMLSchema#date> , [] .',
    );
  const sparql = 'SELECT ?s ?o ?none { ?s :p ?o }';

  test('CSV', async () => {
    expect(await query(sparql, { format: 'csv' }, on())).toBe(
      's,o,none\r\nhttp://x/a,"a, ""b""\n\tc",\r\nhttp://x/a,1,\r\nhttp://x/a,2024-01-01,\r\nhttp://x/a,_:b0,\r\n',
    );
  });

  test('TSV', async () => {
    expect(await query(sparql, { format: 'tsv' }, on())).toBe(
      [
        '?s\t?o\t?none',
        '<http://x/a>\t"a, \\"b\\"\\n\\tc"@en-gb\t',
        '<http://x/a>\t1\t',
        '<http://x/a>\t"2024-01-01"^^<http://www.w3.org/2001/XMLSchema#date>\t',
        '<http://x/a>\t_:b0\t',
        '',
      ].join('\n'),
    );
  });

  test('TSV has a boolean without quotes only if Turtle allows its form', async () => {
    const boolean = '<http://www.w3.org/2001/XMLSchema#boolean>';
    const forms = ['true', 'trueish', 'untrue', 'yes'].map((form) => `"${form}"^^${boolean}`);
    const rows = await query(
      'SELECT ?o { ?s ?p ?o } ORDER BY str(?o)',
      { format: 'tsv' },
      file('forms.ttl', `<urn:s> <urn:p> ${forms} .`),
    );
    expect(rows.trim().split('\n')).toEqual(['?o', 'true', ...forms.slice(1)]);
  });

  test('JSON', async () => {
    const s = { type: 'uri', value: 'http://x/a' };
    expect(JSON.parse(await query(sparql, { format: 'json' }, on()))).toEqual({
      head: { vars: ['s', 'o', 'none'] },
      results: {
        bindings: [
          { s, o: { type: 'literal', value: 'a, "b"\n\tc', 'xml:lang': 'en-gb' } },
          { s, o: { type: 'literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#integer' } },
          { s, o: { type: 'literal', value: '2024-01-01', datatype: 'http://www.w3.org/2001/XMLSchema#date' } },
          { s, o: { type: 'bnode', value: 'b0' } },
        ],
      },
    });
  });

  test('rejects a format that does not fit the query', async () => {
    expect(await failure('SELECT ?s { ?s a ?o }', { format: 'turtle' })).toMatchObject({ code: 'usage', exit: 2 });
    expect(await failure('DESCRIBE :User', { format: 'csv' })).toMatchObject({ code: 'usage', exit: 2 });
  });
});

describe('graphs', () => {
  test('DESCRIBE prints sorted Turtle with the prefixes that occur', async () => {
    expect(await query('DESCRIBE :User :Post')).toBe(`@prefix : <http://example.org/blog#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

:Post a owl:Class ;
    rdfs:comment "An article on the blog." ;
    rdfs:label "Post" .

:User a owl:Class ;
    rdfs:comment "Somebody with an account." ;
    rdfs:label "User" .
`);
  });

  test('writes blank nodes inline, lists as collections, and cyclic blank nodes with labels', async () => {
    const on = file(
      'nested.ttl',
      `@prefix : <http://x/> . :a :p [ :q 1 , 2 ; :r ( :b "c" [] ) ] , [] . _:x :next _:y . _:y :next _:x . :s1 :t _:z . :s2 :t _:z .`,
    );
    expect(await query('CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }', {}, on)).toBe(`@prefix : <http://x/> .

:a :p
        [
            :q 1, 2 ;
            :r ( :b "c" [] )
        ],
        [] .

:s1 :t _:b0 .

:s2 :t _:b0 .

_:b1 :next _:b2 .

_:b2 :next _:b1 .
`);
  });

  test('a blank node inside a triple term keeps its label', async () => {
    const on = file('terms.ttl', '@prefix : <http://x/> . :a :p <<( _:x :q 1 )>> . _:x :r 2 .');
    expect(await query('CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }', {}, on)).toBe(
      '@prefix : <http://x/> .\n\n:a :p <<( _:b0 :q 1 )>> .\n\n_:b0 :r 2 .\n',
    );
  });

  /** Parses triples, and removes the labels of blank nodes. */
  const triples = (text: string, format: string) =>
    parse(text, { format })
      .map((quad) => `${quad.subject} ${quad.predicate} ${quad.object}`.replace(/_:\w+/g, '_:'))
      .sort();

  test.each(['blog', 'prov', 'org', 'time', 'torture'])('Turtle and JSON-LD of %s contain all triples', async (name) => {
    const everything = 'CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }';
    const rows = JSON.parse(await query('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { format: 'json' }, ontologyFile(name)));
    const ttl = triples(await query(everything, {}, ontologyFile(name)), 'text/turtle');
    expect(ttl).toHaveLength(Number(rows.results.bindings[0].n.value));
    expect(triples(await query(everything, { format: 'json' }, ontologyFile(name)), 'application/ld+json')).toEqual(ttl);
  });
});

describe('prefixes', () => {
  test('of the query override those of the file', async () => {
    expect(await query('PREFIX : <http://www.w3.org/2002/07/owl#>\nSELECT (COUNT(*) AS ?n) { ?s a :Class }')).toBe('n\n3\n');
  });

  test('of the file override the well-known ones', async () => {
    const on = file('own.ttl', '@prefix foaf: <http://mine/> . foaf:a a <http://xmlns.com/foaf/0.1/Person> .');
    expect(await query('SELECT ?s ?o { foaf:a a ?o BIND(foaf:a AS ?s) }', {}, on)).toBe(
      's       o\nfoaf:a  http://xmlns.com/foaf/0.1/Person\n',
    );
  });
});

test('the default graph contains all named graphs, which can also be queried', async () => {
  const on = file('graphs.trig', '@prefix : <http://x/> . :a :p 1 . :g { :a :p 1 , 2 }');
  expect(await query('SELECT ?o { :a :p ?o } ORDER BY ?o', {}, on)).toBe('o\n1\n2\n');
  expect(await query('SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g', {}, on)).toBe(
    'g           n\nhttp://x/g  2\n',
  );
  expect(await query('SELECT ?o FROM :g { ?s ?p ?o } ORDER BY ?o', {}, on)).toBe('o\n1\n2\n');
});

test('reports a syntax error of the ontology with its source location', async () => {
  const on = file('broken.ttl', '@prefix : <http://x/> .\n:a :p ; .\n');
  const d = await failure('SELECT * { ?s ?p ?o }', {}, on);
  expect(d).toMatchObject({ code: 'syntax-error', place: { file: on, line: 2 }, source: ':a :p ; .' });
});

describe('errors in a query', () => {
  test.each([
    ['SELECT ?x WHERE { ?x a }', '1:24', 'unexpected "}" after "a"'],
    ['PREFIX ex: <http://ex/>\nSELECT ?x\nWHERE {\n  ?x a ex:A ;; ex:p\n}', '5:1', 'unexpected "}" after "ex:p"'],
    ['SELECT ?x\r\nWHERE {\r\n  "😀" ?p ] }', '3:11', 'unexpected "]" after "?p"'],
    ['SELECT ?x\nWHERE {\n  # a comment }\n  ?x a foo:Bar }', '4:8', 'the prefix "foo:" is not declared'],
    ['SELECT ?x {\n ?x a "1"^^no:type }', '2:12', 'the prefix "no:" is not declared'],
    ['SELECT ?x\nWHERE { ?x a owl:Class .', '2:25', 'the query ends before "{" of line 2 is closed'],
    ['SELECT ?x WHERE { ?x a owl:Class } ORDER BY', '1:44', 'the query ends too early'],
    ['SELCT ?x WHERE { ?x a ?y }', '1:1', 'unexpected "SELCT" at the start'],
    ['SELECT ?x WHERE { ?x a ?y FILTR(?y) }', '1:27', 'unexpected "FILTR" after "?y"'],
    ['SELECT ?x WHERE { ?x a "open }', '1:24', 'the string that begins here does not end'],
    ['SELECT ?x WHERE { ?x <a b> ?y }', '1:22', 'the IRI that begins here is not valid'],
    ['SELECT ?x, ?y WHERE { ?x a ?y }', '1:10', 'unexpected "," after "?x"'],
    ['SELECT ?x (COUNT(?y) AS ?n)\nWHERE { ?x a ?y }', '1:1', 'SELECT names a variable that is neither grouped nor aggregated'],
    [
      'SELECT ?x {\n { SELECT ?x (COUNT(*) AS ?n) { ?x a ?y } } }',
      '2:4',
      'SELECT names a variable that is neither grouped nor aggregated',
    ],
    ['SELECT ?x { ?x a ?y . BIND(1 AS ?y) }', '1:23', 'BIND gives a value to a variable that is bound already'],
    [
      'SELECT ?x { VALUES (?x ?y) { (1) } }',
      '1:34',
      'the VALUES clause rows should have exactly the same number of values as there are variables',
    ],
  ])('%j', async (sparql, place, reason) => {
    const d = await failure(sparql);
    const line = Number(place.split(':')[0]);
    expect(d).toMatchObject({
      code: 'sparql-syntax',
      message: `SPARQL: ${reason}`,
      source: sparql.split(/\r?\n/)[line - 1],
      exit: 1,
    });
    expect(d.place && formatPlace(d.place)).toBe(`<query>:${place}`);
  });

  test('name the file of the query, and suggest a correction', async () => {
    expect(await failure('SELEKT *', { queryFile: 'classes.rq' })).toMatchObject({
      place: { file: 'classes.rq', line: 1, column: 1 },
      help: 'did you mean SELECT?',
    });
  });

  test.each([
    ['INSERT DATA { :a :b :c }', '1:1'],
    ['PREFIX : <http://x/>\nDELETE WHERE { ?s ?p ?o }', '2:1'],
    ['SELECT * {\n  SERVICE SILENT <http://x/sparql> { ?s ?p ?o } }', '2:3'],
    ['SELECT * FROM <http://x/g> { ?s ?p ?o }', '1:10'],
  ])('%j is not supported', async (sparql, place) => {
    const d = await failure(sparql);
    expect(d.code).toBe('sparql-unsupported');
    expect(d.place && formatPlace(d.place)).toBe(`<query>:${place}`);
  });

  test('ignore keywords inside strings, comments and names', async () => {
    expect(await query('# INSERT SERVICE }\nSELECT ?x { BIND("SERVICE { # FROM" AS ?x) FILTER(:SERVICE != :FROM) }')).toBe(
      'x\nSERVICE { # FROM\n',
    );
  });

  test('report an empty query and an unknown function', async () => {
    expect((await failure(' # nothing\n')).message).toBe('SPARQL: the query is empty');
    expect((await failure('SELECT (<http://f/>(1) AS ?x) {}')).code).toBe('sparql-failed');
  });
});
