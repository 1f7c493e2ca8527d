import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ValidationResult, validate, Workspace } from '../../src/data/index.ts';
import { parseJson } from '../../src/diagnostics/index.ts';
import { repeatedKey, validateDocument } from '../../src/instances/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { kindsCorpora } from '../differential/corpus.ts';
import type { Corpus } from '../differential/documents.ts';
import { ontologyCorpora } from '../differential/ontology-documents.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { codegenProcess as codegen, inFolder, root } from '../support/program.ts';
import { converted, instanceSetsOf, linesOf } from './support.ts';

async function validated(
  name: string,
  text: string,
  model: DomainModel,
  typesOf?: (iri: string) => readonly string[],
): Promise<ValidationResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-validate-'));
  const workspace = new Workspace();
  try {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return await validate(file, model, { workspace, show: (iri) => iri, typesOf });
  } finally {
    workspace.clear();
    rmSync(folder, { recursive: true });
  }
}

const PREFIXES = `@prefix : <http://example.org/test#> . @prefix ex: <http://data.example/> .
`;

const { model } = await modelOfTurtle(`
  :Person a owl:Class . :Author a owl:Class ; rdfs:subClassOf :Person . :Editor a owl:Class ; rdfs:subClassOf :Person .
  :Prize a owl:Class ; owl:disjointWith :Person .
  :name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
  :isbn a owl:DatatypeProperty, owl:FunctionalProperty, owl:InverseFunctionalProperty ; rdfs:domain :Prize ; rdfs:range xsd:string .
  :first a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Prize ; rdfs:range xsd:string .
  :second a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Prize ; rdfs:range xsd:string .
  :Prize owl:hasKey ( :first :second ) .
  :age a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
  :knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person .
  :S a sh:NodeShape ; sh:targetClass :Person ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
    sh:property [ sh:path :name ; sh:minCount 1 ; sh:maxLength 5 ; sh:pattern "^A" ] ,
      [ sh:path :age ; sh:minInclusive 18 ] , [ sh:path :knows ; sh:minCount 0 ] .`);

test('knows the classes of individuals that the ontology declares', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class . :B a owl:Class . :C a owl:Class .
    :b a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .`);
  const typesOf = (iri: string) => (iri.endsWith('#two') ? [] : [`http://example.org/test#${iri.endsWith('#one') ? 'B' : 'C'}`]);
  const data = `${PREFIXES} ex:x a :A ; :b :one . ex:y a :A ; :b :two . ex:z a :A ; :b :three .`;
  const { text } = await converted('data.ttl', data, model, 'ndjson');
  const codesOf = async (name: string, content: string) =>
    (await validated(name, content, model, typesOf)).diagnostics.map(({ code }) => code).sort();
  expect(await codesOf('data.ttl', data)).toEqual(['data-unresolved', 'data-violation']);
  expect(await codesOf('data.ndjson', text)).toEqual(['data-other-class', 'data-unresolved']);
});

test('judges the IRI of a property without a range as the record that it is converted to', async () => {
  const { model } = await modelOfTurtle(':Row a rdfs:Class . :describes a rdf:Property ; rdfs:domain :Row .');
  const data = `${PREFIXES} ex:r a :Row ; :describes ex:x .`;
  expect(await validated('data.ttl', data, model)).toMatchObject({ violations: 0, diagnostics: [] });
  const { text } = await converted('data.ttl', data, model, 'ndjson');
  expect(await validated('data.ndjson', text, model)).toMatchObject({ individuals: 1, violations: 0, diagnostics: [] });
});

test('keys are equal if their values are, in any spelling', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class ; owl:hasKey ( :amount ) .
    :amount a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range xsd:decimal .`);
  const data = `${PREFIXES} ex:a a :A ; :amount 1.0 . ex:b a :A ; :amount 1.00 . ex:c a :A ; :amount 1.5 .`;
  expect(await validated('data.ttl', data, model)).toMatchObject({ violations: 1 });
});

test('accepts the values of all members of a union, also if JSON has one type for them', async () => {
  const { model } = await modelOfTurtle(`:T a owl:Class ; a sh:NodeShape ;
    sh:property [ sh:path :text ; sh:maxCount 1 ; sh:or ( [ sh:datatype xsd:decimal ] [ sh:datatype xsd:string ] ) ] ,
      [ sh:path :agent ; sh:maxCount 1 ; sh:or ( [ sh:nodeKind sh:IRI ] [ sh:datatype xsd:string ] ) ] .`);
  const data = `${PREFIXES} @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    ex:a a :T ; :text 1.50 ; :agent ex:b . ex:b a :T ; :text "x" ; :agent "y" . ex:c a :T ; :text "2024-05-01"^^xsd:date .`;
  expect(await validated('data.ttl', data, model)).toMatchObject({ violations: 1 });
  const { text } = await converted('data.ttl', data, model, 'ndjson');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ text: '1.50', agent: 'http://data.example/b' }, { text: 'x', agent: 'y' }, {}]);
});

test('counts the violations that follow from assumptions if there are too many to list', async () => {
  const { model } = await modelOfTurtle(`
    :Box a owl:Class . :size a owl:DatatypeProperty ; rdfs:domain :Box ; rdfs:range xsd:int .
    :code a owl:DatatypeProperty ; rdfs:domain :Box ; rdfs:range xsd:string .
    :Box rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :code ; owl:cardinality 1 ] .`);
  const boxes = Array.from({ length: 600 }, (_, i) => `ex:b${i} a :Box .`).join('\n');
  const { violations, diagnostics } = await validated('data.ttl', PREFIXES + boxes, model);
  expect(violations).toBe(1200);
  expect(diagnostics.at(-1)).toMatchObject({
    code: 'data-violations-more',
    message: 'there are 200 more violations',
    help: expect.stringMatching(/^600 of all violations follow from the assumption unstated=required; /),
  });
});

describe('suggests a policy or a range that accepts a number that is too large', () => {
  test.each([
    [
      'xsd:integer',
      '12345678901',
      'Add --policy integers=64 to allow it; or, instead of --policy integers=64, for this field only: :n rdfs:range xsd:long, ',
    ],
    [
      'xsd:nonNegativeInteger',
      '12345678901',
      ' for this field only: :n rdfs:range xsd:unsignedLong, in addition to the existing range',
    ],
    ['xsd:integer', '9007199254740993', 'Add --policy integers=64 and --policy long=string to allow it; or, instead of '],
    ['xsd:long', '"9007199254740993"^^xsd:long', 'test.ttl:9). Add --policy long=string to allow it'],
    ['xsd:integer', '92233720368547758070', undefined],
    ['xsd:positiveInteger', '0', undefined],
  ])('%s %s', async (range, value, reported) => {
    const { model } = await modelOfTurtle(`
      :Box a owl:Class . :n a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range ${range} .`);
    const xsd = '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .';
    const { diagnostics } = await validated('data.ttl', `${PREFIXES}${xsd} ex:a a :Box ; :n ${value} .`, model);
    expect(diagnostics).toHaveLength(1);
    if (reported === undefined) expect(diagnostics[0]?.help).not.toContain('to allow');
    else
      expect(
        diagnostics[0]?.help?.replaceAll('http://example.org/test#', ':').replaceAll('http://www.w3.org/2001/XMLSchema#', 'xsd:'),
      ).toContain(reported);
  });
});

test('reports a repeated value once for an individual of several subclasses', async () => {
  const { model } = await modelOfTurtle(`
    :Party a owl:Class . :Customer a owl:Class ; rdfs:subClassOf :Party . :Staff a owl:Class ; rdfs:subClassOf :Party .
    :mail a owl:DatatypeProperty, owl:InverseFunctionalProperty ; rdfs:domain :Party ; rdfs:range xsd:string .`);
  const data = 'ex:a a :Party ; :mail "m" . ex:b a :Customer, :Staff ; :mail "m" .';
  const { diagnostics } = await validated('data.ttl', PREFIXES + data, model);
  expect(diagnostics.filter(({ message }) => message.includes('and so has'))).toHaveLength(1);
});

test('reports types that are not classes one by one, up to a limit', async () => {
  const others = Array.from({ length: 60 }, (_, i) => `ex:b${i} a ex:C${i} .`).join('\n');
  const { diagnostics } = await validated('data.ttl', `${PREFIXES}ex:a a ex:Other, ex:Second ; ex:p 1 .\n${others}`, model);
  const reported = diagnostics.flatMap(({ code, message }) => (code === 'data-no-class' ? [message] : []));
  expect(reported).toHaveLength(51);
  expect(reported[0]).toMatch(/^http:\/\/data\.example\/Other: codegen does not check 3 statements, /);
  expect(reported[50]).toMatch(/^another type: codegen does not check 11 statements, /);
});

describe('reports violations of individuals in RDF with the source location and the cause', () => {
  test.each([
    ['ex:x a :Person .', 'name has no value', 'sh:minCount'],
    ['ex:x a :Person ; :name "Abcdef" .', 'at most 5 characters', 'sh:maxLength'],
    ['ex:x a :Person ; :name "Bob" .', 'name', 'sh:pattern'],
    ['ex:x a :Person ; :name "A" ; :age 17 .', 'age', 'sh:minInclusive'],
    ['ex:x a :Person ; :name "A" ; :age "old" .', '"old" is a value of xsd:string', 'rdfs:range'],
    ['ex:x a :Person ; :name "A", "Ab" .', 'at most one value', 'owl:FunctionalProperty'],
    ['ex:x a :Person ; :name "A" ; :knows ex:y . ex:y a :Prize .', 'know', 'rdfs:range'],
    ['ex:x a :Person ; :name "A" ; :other 1 .', 'closed', 'sh:closed'],
    ['ex:x a :Prize, :Person ; :name "A" .', 'exclude each other', 'owl:disjointWith'],
    ['ex:x a :Author, :Editor ; :name "A" .', 'exclude each other', 'subclasses=several'],
    [
      'ex:x a :Prize ; :isbn "1" . ex:y a :Prize ; :isbn "1" .',
      'has the value "1", and so has <http://data.example/x>',
      'owl:InverseFunctionalProperty',
    ],
    [
      'ex:x a :Prize ; :first "1" ; :second "2" . ex:y a :Prize ; :first "1" ; :second "2" .',
      'first, second has the value "1", "2"',
      'owl:hasKey',
    ],
  ])('%s', async (turtle, message, because) => {
    const { violations, diagnostics } = await validated('data.ttl', PREFIXES + turtle, model);
    const found = diagnostics.filter(({ code }) => code === 'data-violation');
    expect([violations, found.length]).toEqual([1, 1]);
    expect(found[0]?.message).toContain(message);
    expect(found[0]?.help).toContain(because);
    expect(found[0]?.place).toMatchObject({ line: 2 });
  });

  test('reports no violation for valid individuals', async () => {
    const turtle =
      'ex:x a :Person ; :name "A" ; :age 18 ; :knows ex:y . ex:y a :Author ; :name "Ann" . ex:z a :Prize ; :isbn "2" .';
    const { individuals, violations, diagnostics } = await validated('data.ttl', PREFIXES + turtle, model);
    expect([individuals, violations]).toEqual([3, 0]);
    // Subclasses of the class with the closed shape may have fields of their own.
    expect(diagnostics.map(({ code, message }) => [code, message.split(': ')[0]])).toEqual([
      ['data-shape-unjudged', 'codegen does not fully check sh:closed'],
    ]);
  });
});

/** Returns at most `most` records of a corpus, evenly spread; documents of other variants are left out. */
const recordsOf = ({ documents }: Corpus, most: number) => {
  const all = documents.filter(({ variant, text }) => variant.role === 'entity' && parseJson(text)?.kind === 'object');
  return all.filter((_, i) => i % Math.ceil(all.length / most) === 0);
};

test('agrees with the referee on whether a record is valid', async () => {
  const most = isFullRun ? 2000 : 150;
  const counts = { sound: 0, broken: 0 };
  for (const corpus of [...(await ontologyCorpora()), ...(await kindsCorpora())]) {
    for (const { variant, text, sample } of recordsOf(corpus, most)) {
      const { broken } = validateDocument(variant, text);
      const tree = parseJson(text);
      // Skips documents without a valid, unique id: no other record could refer to them.
      if (broken.some(({ words }) => words.endsWith(' id')) || !tree || repeatedKey(tree, new Set(['@type', 'id'])) !== undefined)
        continue;
      const line = text
        .trim()
        .replace(/^\{/, `{"@type":${JSON.stringify(variant.class.name)}${/^\{\s*\}$/.test(text) ? '' : ','}`);
      const { violations } = await validated('data.ndjson', line.replaceAll('\n', ' '), corpus.model);
      expect(violations > 0, `${sample}: ${text}`).toBe(broken.length > 0);
      counts[broken.length > 0 ? 'broken' : 'sound']++;
    }
  }
  expect(Math.min(counts.sound, counts.broken)).toBeGreaterThan(50);
});

test.each(['blog', 'constraints', 'torture'])('%s: valid instances have no violations after conversion to RDF', async (name) => {
  const ontology = await modelOf(name);
  for (const set of ontology.classes.slice(0, 12).flatMap((cls) => instanceSetsOf(cls))) {
    const { text } = await converted('data.ndjson', linesOf(set), ontology, 'turtle');
    const { diagnostics } = await validated('data.ttl', text, ontology);
    const broken = diagnostics.filter(({ code }) => code !== 'data-shape-unjudged');
    expect(broken.map(({ message, help }) => `${message} ${help}`)).toEqual([]);
  }
});

test('reports the shape constraints that it does not judge with their lines', async () => {
  const { model: shaped } = await modelOfTurtle(`:A a owl:Class . :S a sh:NodeShape ; sh:targetClass :A ;
    sh:property [ sh:path :n ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:disjoint :m ] ;
    sh:sparql [ sh:select "SELECT $this WHERE { $this :n 4 }" ] ; sh:not [ sh:path :n ; sh:hasValue 3 ] ;
    sh:property [ sh:path ( :r :n ) ; sh:minCount 1 ; sh:maxCount 2 ] .`);
  const { violations, diagnostics } = await validated('data.ttl', `${PREFIXES}ex:x a :A ; :n 4 .`, shaped);
  expect(violations).toBe(0);
  const reported = diagnostics.filter(({ code }) => code === 'data-shape-unjudged');
  const constructs = ['sh:disjoint', 'sh:sparql', 'sh:not', 'sh:minCount', 'sh:maxCount'];
  expect(reported.map(({ message }) => /sh:\w+/.exec(message)?.[0]).sort()).toEqual(constructs.sort());
  for (const { place } of reported) expect(place?.line).toBeGreaterThan(7);
});

test('exits with 1 after violations and prints text, JSON and SARIF', () =>
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'data.ttl'), '@prefix : <http://example.org/blog#> .\n<http://x/a> a :User ; :name "A" .');
    const args = ['data', 'validate', 'data.ttl', '--ontology', path.join(root, 'examples/blog.ttl')];
    const text = codegen(folder, args);
    expect([text.status, text.stdout]).toEqual([1, '']);
    expect(text.stderr).toContain('data.ttl:2:1: error: User <http://x/a>: email has no value [data-violation]');
    const json = JSON.parse(codegen(folder, [...args, '--json']).stdout);
    expect(json).toMatchObject({ individuals: 1, violations: 2 });
    const sarif = JSON.parse(codegen(folder, [...args, '--format', 'sarif']).stdout);
    expect(sarif.runs[0].results).toHaveLength(2);
    expect(sarif.runs[0].results[0].locations[0].physicalLocation.region).toEqual({ startLine: 2, startColumn: 1 });
  }));

test('settings silence warnings about data or turn them into errors', () => {
  inFolder((folder) => {
    const settings = (rules: string) =>
      writeFileSync(path.join(folder, 'codegen.yaml'), `ontology: blog.ttl\ndiagnostics: { ${rules} }\n`);
    cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
    writeFileSync(path.join(folder, 'data.ttl'), '<http://x/a> a <http://x/Other> .\n');
    const run = (...args: readonly string[]) => codegen(folder, ['data', ...args, '--ontology', 'blog.ttl']);
    settings('silence: [{ code: data-no-class, at: "<http://x/Other>", reason: known }]');
    expect(run('validate', 'data.ttl')).toMatchObject({ status: 0, stderr: expect.not.stringContaining('data-no-class') });
    const { results } = JSON.parse(run('validate', 'data.ttl', '--format', 'sarif').stdout).runs[0];
    expect(results).toMatchObject([
      { ruleId: 'data-nothing' },
      { ruleId: 'data-no-class', suppressions: [{ justification: 'known' }] },
    ]);
    settings('errors: [data-no-class]');
    expect(run('validate', 'data.ttl')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/error: .* \[data-no-class\]/),
    });
    expect(run('convert', 'data.ttl', '--to', 'ndjson', '--output', 'out.ndjson')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('; nothing was written'),
    });
    expect(existsSync(path.join(folder, 'out.ndjson'))).toBe(false);
  });
});

describe('data validate of several files', () => {
  const several = (use: (validate: (...args: string[]) => ReturnType<typeof codegen>) => void) =>
    inFolder((folder) => {
      const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
      cpSync(path.join(root, 'examples/blog.ttl'), path.join(folder, 'blog.ttl'));
      put('a.ttl', '@prefix : <http://example.org/blog#> . <http://x/a> a :User ; :name "A" .');
      put('bad.ttl', 'x x');
      put('c.ndjson', '{}');
      put('none.ttl', '');
      const fixed = ['data', 'validate', '--ontology', 'blog.ttl', '--class', 'User'];
      use((...args) => codegen(folder, [...fixed, ...args]));
    });

  test('validates each file by itself and continues after a broken file', () => {
    several((validate) => {
      const { status, stdout, stderr } = validate('a.ttl', 'bad.ttl', 'missing.ttl', 'none.ttl', 'a.ttl', 'c.ndjson');
      expect([status, stdout]).toEqual([1, '']);
      const lines = stderr.split('\n').filter((line) => /^\S/.test(line));
      const alone = (name: string) =>
        validate(name)
          .stderr.split('\n')
          .filter((line) => line.startsWith(`${name}:`));
      expect(lines).toEqual([
        ...alone('a.ttl'),
        'a.ttl: 1 individual, 2 violations',
        expect.stringMatching(/^bad\.ttl:1:1: error: /),
        expect.stringMatching(/^error: cannot find missing\.ttl/),
        ...alone('none.ttl'),
        'none.ttl: 0 individuals, 0 violations',
        ...alone('c.ndjson'),
        'c.ndjson: 0 individuals, 0 violations',
      ]);
      expect([validate('none.ttl', 'none.ttl').status, validate('none.ttl', 'a.ttl').status]).toEqual([0, 1]);
    });
  });

  test('prints one JSON or SARIF document for all files', () => {
    several((validate) => {
      const { status, stdout } = validate('a.ttl', 'bad.ttl', '--json');
      const alone = JSON.parse(validate('a.ttl', '--json').stdout);
      expect([status, JSON.parse(stdout)]).toEqual([
        1,
        {
          data: [
            { file: 'a.ttl', ...alone },
            { file: 'bad.ttl', diagnostics: [expect.anything()] },
          ],
        },
      ]);
      expect(Object.keys(alone)).toEqual(['individuals', 'violations', 'diagnostics']);
      const { runs } = JSON.parse(validate('bad.ttl', 'none.ttl', 'a.ttl', '--format', 'sarif').stdout);
      expect(runs).toHaveLength(1);
      expect(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
        'syntax-error',
        'data-nothing',
        'data-violation',
        'data-violation',
      ]);
    });
  });
});

test('a record without a list is reported with what states the number of values', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class . :tag a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
    :AShape a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :tag ; sh:minCount 1 ; sh:maxCount 9 ] .`);
  const record = '{"@type": "A", "id": "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"}';
  const { diagnostics } = await validated('data.ndjson', record, model);
  expect(diagnostics[0]?.message).toMatch(/: tag is missing; it has at least 1 value$/);
  expect(diagnostics[0]?.help).toContain(':A :tag sh:minCount 1');
});

test.each([
  ['"on": "30.11.2026"', 'on violates "holds values of type date": found "30.11.2026", expected a string such as "2024-05-17"'],
  ['"n": "5"', 'found "5", expected an integer from -2147483648 to 2147483647'],
  ['"price": 1.5', 'found 1.5, expected a string such as "19.99"'],
  ['"state": "Old"', 'found "Old", expected one of New, Used'],
  ['"next": ["x"]', 'found "x", expected a string such as "'],
  ['"next": {}', 'found an object, expected a list'],
])('a value of another type in a record is reported with the accepted form: %s', async (member, message) => {
  const { model } = await modelOfTurtle(`
    :A a owl:Class . :State a owl:Class ; owl:oneOf ( :New :Used ) .
    :on a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date . :n a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:int .
    :price a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:decimal .
    :state a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :State .
    :next a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .
    :AShape a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :next ; sh:minCount 0 ] .`);
  const record = `{"@type": "A", "id": "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", ${member.replace('"next"', '"next_ids"')}}`;
  const { diagnostics } = await validated('data.ndjson', record, model);
  expect(diagnostics.map((each) => each.message).join()).toContain(message);
});
