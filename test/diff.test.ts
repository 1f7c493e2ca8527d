import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codegen } from './support/program.ts';

const PREFIXES = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const FIRST = `${PREFIXES}
<http://example.org/shop> a owl:Ontology .
:Item a owl:Class .
:name a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .
:price a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:int .
`;
const SHAPES = `${PREFIXES}:ItemShape a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :name ; sh:minLength 2 ] .\n`;

let folder: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const diff = (...args: string[]) => codegen(folder, ['diff', ...args]);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'codegen-diff-')));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.email', 'test@example.org');
  git('config', 'user.name', 'Test');
  write('model/shop.ttl', `${FIRST}<http://example.org/shop> owl:imports <http://example.org/core> .\n`);
  write('model/core.ttl', `${PREFIXES}<http://example.org/core> a owl:Ontology .\n:Maker a owl:Class .\n`);
  write(
    'model/catalog-v001.xml',
    '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="http://example.org/core" uri="core.ttl"/></catalog>',
  );
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('tag', 'v1');
  write(
    'model/core.ttl',
    `${PREFIXES}<http://example.org/core> a owl:Ontology .\n:Maker a owl:Class ; rdfs:comment "Who makes it." .\n`,
  );
  write(
    'model/shop.ttl',
    `${FIRST.replace('xsd:int', 'xsd:long').replace(':name a', ':name rdfs:label "title" ; a')}<http://example.org/shop> owl:imports <http://example.org/core> .\n`,
  );
  write('model/shapes.ttl', SHAPES);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Document {
  readonly old: string;
  readonly new: string;
  readonly step: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly element: string;
    readonly oldPlace?: { readonly file: string; readonly line: number };
  }[];
}

const changesOf = (text: string) => (JSON.parse(text) as Document).changes.map(({ kind, element }) => `${kind} ${element}`);

test('bounds of different kinds are not compared', () => {
  const field = (facets: string) =>
    `${PREFIXES}:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A .
[] a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; ${facets} ] .\n`;
  write('bounds/old.ttl', field('sh:datatype xsd:date ; sh:minInclusive "2020-01-01"^^xsd:date'));
  write('bounds/new.ttl', field('sh:datatype xsd:integer ; sh:minInclusive 2'));
  expect(changesOf(diff('bounds/old.ttl', 'bounds/new.ttl', '--json').stdout)).toContain('type-changed A.p');
});

test('lists of allowed values are shown without the syntax of JSON', () => {
  const field = (values: string) =>
    `${FIRST}[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :price ; ${values} ] .`;
  write('lists/old.ttl', field('sh:in ( 1 2 )'));
  write('lists/new.ttl', field('sh:in ( 2 3 )'));
  expect(diff('lists/old.ttl', 'lists/new.ttl').stdout).toContain('price: one of 2, 3 (before: 1, 2)');
});

test('constraints on a member of a union are compared', () => {
  const field = (facets: string) =>
    `${PREFIXES}<http://example.org/shop> a owl:Ontology .
:A a owl:Class . :p a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range [ owl:unionOf (
[ a rdfs:Datatype ; owl:onDatatype xsd:int ; owl:withRestrictions ( ${facets} ) ] xsd:boolean ) ] .\n`;
  write('members/old.ttl', field('[ xsd:minInclusive 0 ]'));
  write('members/new.ttl', field('[ xsd:minInclusive 10 ]'));
  const { step, changes } = JSON.parse(diff('members/old.ttl', 'members/new.ttl', '--json').stdout) as Document;
  expect([step, changes]).toEqual([
    'major',
    [expect.objectContaining({ kind: 'constraint-tightened', says: 'p: for int32 values: >= 10 (before: >= 0)' })],
  ]);
});

test('keys and rules of a new superclass are changes of its subclass', () => {
  const model = (more: string) =>
    `${PREFIXES}<http://example.org/shop> a owl:Ontology . :Party a owl:Class ; owl:hasKey ( :start :end ) . :Person a owl:Class${more} .
:start a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :Party :Person ) ] ; rdfs:range xsd:date .
:end a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :Party :Person ) ] ; rdfs:range xsd:date .
[] a sh:NodeShape ; sh:targetClass :Party ; sh:property [ sh:path :start ; sh:lessThan :end ] .\n`;
  write('superclass/old.ttl', model(''));
  write('superclass/new.ttl', model(' ; rdfs:subClassOf :Party'));
  const says = (...files: readonly string[]) =>
    (JSON.parse(diff(...files, '--json').stdout) as { changes: { says: string; level: string }[] }).changes
      .map((change) => `${change.says}: ${change.level}`)
      .filter((text) => /key|rule/.test(text));
  const [older, newer] = ['superclass/old.ttl', 'superclass/new.ttl'];
  expect(says(older, newer)).toEqual([
    'Person: key added: start, end: dangerous',
    'Person: rule added: start is less than end: breaking',
  ]);
  expect(says(newer, older)).toEqual([
    'Person: key removed: start, end: safe',
    'Person: rule removed: start is less than end: breaking',
  ]);
});

test('keys and rules of renamed properties are the same', () => {
  const model = (end: string) => `${PREFIXES}<http://example.org/shop> a owl:Ontology .
:Visit a owl:Class ; owl:hasKey ( :start :${end} ) . :Guest a owl:Class . :Group a owl:Class .
:start a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Visit ; rdfs:range xsd:date .
:${end} a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Visit ; rdfs:range xsd:date .
:visitor a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Visit ; rdfs:range [ owl:unionOf ( :Guest :Group ) ] .
[] a sh:NodeShape ; sh:targetClass :Visit ; sh:property [ sh:path :start ; sh:lessThan :${end} ] ;
  sh:or ( [ sh:property [ sh:path :start ; sh:minCount 1 ] ] [ sh:property [ sh:path :${end} ; sh:minCount 1 ] ] ) .\n`;
  write('renamed/old.ttl', model('end'));
  write('renamed/new.ttl', model('until').replaceAll(':Guest', ':Person'));
  const renamed = ['--renamed', ':end=:until', '--renamed', ':Guest=:Person'];
  const { stdout } = diff('renamed/old.ttl', 'renamed/new.ttl', ...renamed, '--json');
  expect(changesOf(stdout).filter((each) => each.includes('Visit'))).toEqual([
    'relation-renamed Visit',
    'field-renamed Visit.until',
    'field-renamed Visit.visitor_person_id',
  ]);
});

describe('against a revision of Git', () => {
  test('no file is written outside the temporary folder of the revision', () => {
    const input = (text: string, ...args: string[]) =>
      execFileSync('git', args, { cwd: folder, input: text, encoding: 'utf8' }).trim();
    const blob = input(`${PREFIXES}:A a owl:Class .\n`, 'hash-object', '-w', '--stdin');
    const name = `codegen-escaped-${process.pid}.ttl`;
    const inner = input(`100644 blob ${blob}\t${name}\n`, 'mktree');
    const tree = input(`040000 tree ${inner}\t..\n100644 blob ${blob}\ta.ttl\n`, 'mktree');
    const commit = input('', 'commit-tree', tree, '-m', 'outside');
    write('a.ttl', `${PREFIXES}:A a owl:Class .\n`);
    diff('--against', commit, 'a.ttl');
    expect(existsSync(path.join(tmpdir(), name))).toBe(false);
    rmSync(path.join(folder, 'a.ttl'));
  });

  test('imports and the catalogue come from the revision, as source locations show', () => {
    const { status, stdout } = diff('--against', 'v1', 'model/shop.ttl', '--format', 'json');
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as Document;
    expect(document).toMatchObject({ old: 'v1:model/shop.ttl', new: 'model/shop.ttl', step: 'major' });
    expect(changesOf(stdout)).toEqual([
      'field-renamed Item.title',
      'constraint-loosened Item.title',
      'documentation-changed Item.title',
      'type-widened Item.price',
      'documentation-changed Maker',
    ]);
    expect(document.changes[0]?.oldPlace).toMatchObject({ file: 'v1:model/shop.ttl' });
    expect(document.changes.at(-1)?.oldPlace).toMatchObject({ file: 'v1:model/core.ttl', line: 7 });
  });

  test('an unwritable folder for temporary files is reported', () => {
    const nowhere = path.join(folder, 'none');
    const done = codegen(folder, ['diff', '--against', 'HEAD', 'model/shop.ttl'], { TMPDIR: nowhere });
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(`error: cannot write a temporary folder in ${nowhere}: `);
  });

  test('shapes that the revision lacks apply only to the new version', () => {
    const { stdout } = diff('--against', 'v1', 'model/shop.ttl', '--shapes', 'model/shapes.ttl', '--format', 'json');
    expect(changesOf(stdout)).toContain('constraint-tightened Item.title');
  });

  test('a file and two revisions are compared', () => {
    write('old.ttl', FIRST);
    const same = diff('old.ttl', 'git:v1:model/shop.ttl', '--format', 'json');
    expect(changesOf(same.stdout)).toEqual(['class-added Maker']);
    expect(diff('git:v1:model/shop.ttl', 'git:HEAD').stdout).toBe('v1:model/shop.ttl → HEAD:model/shop.ttl: nothing changed\n');
  });

  test.each([
    ['no such revision', ['--against', 'nowhere', 'model/shop.ttl'], 'git-no-revision'],
    ['an option in its place', ['git:--help:model/shop.ttl', 'model/shop.ttl'], 'git-no-revision'],
    ['no such file then', ['git:v1:shop.ttl', 'model/shop.ttl'], 'git-no-file'],
    ['nothing to compare with', [], 'usage'],
    ['no level', ['--against', 'v1', 'model/shop.ttl', '--fail-on', 'brekaing'], 'usage'],
    ['several levels in one', ['--against', 'v1', 'model/shop.ttl', '--fail-on', 'breaking:rest,breaking:rows'], 'usage'],
    ['a level with two surfaces', ['--against', 'v1', 'model/shop.ttl', '--fail-on', 'breaking:rest:rows'], 'usage'],
    ['no rename', ['--against', 'v1', 'model/shop.ttl', '--renamed', 'a'], 'usage'],
    [
      'nothing that was renamed',
      ['--against', 'v1', 'model/shop.ttl', '--renamed', 'http://e/a#=http://example.org/shop#'],
      'usage',
    ],
    ['an unknown prefix', ['--against', 'v1', 'model/shop.ttl', '--renamed', 'zonk:A=:Item'], 'usage'],
  ])('reports %s', (_, args, code) => {
    const { status, stderr, stdout } = diff(...args);
    expect(stderr).toContain(`[${code}]`);
    expect(stdout).toBe('');
    expect(status).toBe(code === 'usage' ? 2 : 1);
  });
});

test('a file that a revision lacks is reported with the revision, and no temporary files remain', () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'codegen-test-diff-'));
  const messages = (...args: readonly string[]) =>
    codegen(folder, ['diff', ...args], { TMPDIR: temporary }).stderr.replace(/\([0-9a-f]{10}\)/, '(…)');
  write('new.ttl', FIRST);
  expect(messages('--against', 'v1', 'new.ttl')).toMatch(
    /^error: there is no file new\.ttl in the revision v1 \(…\) \[git-no-file\]$/m,
  );
  expect(messages('--against', 'v1', 'nowhere.ttl')).toContain('nowhere.ttl in the revision v1 (…), and none here [git-no-file]');
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});

test('a folder without a repository is reported', () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'codegen-test-diff-'));
  writeFileSync(path.join(outside, 'new.ttl'), FIRST);
  expect(codegen(outside, ['diff', '--against', 'HEAD', 'new.ttl']).stderr).toContain('[git-no-repository]');
  rmSync(outside, { recursive: true });
});

describe('renames', () => {
  const later = FIRST.replaceAll('shop#', 'store#').replace(':price', ':cost').replace(/:Item/g, ':Article');

  test('are given for a namespace and for single terms', () => {
    write('later.ttl', later);
    const namespace = '--renamed=http://example.org/shop#=http://example.org/store#';
    const terms = [
      '--renamed',
      'http://example.org/shop#price=:cost',
      '--renamed',
      '<http://example.org/shop#Item>=<http://example.org/store#Article>',
    ];
    const { stdout } = diff('old.ttl', 'later.ttl', namespace, ...terms, '--format', 'json');
    expect(changesOf(stdout)).toEqual(['class-renamed Article', 'field-renamed Article.cost']);
  });

  test('are read from the ontologies', () => {
    const said = `@prefix old: <http://example.org/shop#> .
      old:Item <http://purl.org/dc/terms/isReplacedBy> :Article .
      :cost <http://www.w3.org/ns/prov#wasRevisionOf> old:price .
      :name owl:equivalentProperty old:name .`;
    write('said.ttl', later + said);
    const { stdout } = diff('old.ttl', 'said.ttl', '--format', 'json');
    expect(changesOf(stdout)).toEqual(['class-renamed Article', 'field-renamed Article.cost']);
  });

  test('are only suggested if nothing states them', () => {
    write('cost.ttl', FIRST.replace(':price', ':cost'));
    const { stdout } = diff('old.ttl', 'cost.ttl');
    expect(stdout).toContain('cost: added (int32, required)');
    expect(stdout).toContain(
      "Item.price → Item.cost  --renamed '<http://example.org/shop#price>=<http://example.org/shop#cost>'",
    );
  });

  test('are suggested only for a class with a single candidate', () => {
    const like = (...names: string[]) =>
      names.map(
        (name) =>
          `:${name} a owl:Class . :a${name} a owl:DatatypeProperty ; rdfs:domain :${name} ; rdfs:label "a" ; rdfs:range xsd:int .`,
      );
    const suggested = (old: readonly string[], now: readonly string[]) => {
      write('like/old.ttl', [FIRST, ...like(...old)].join('\n'));
      write('like/new.ttl', [FIRST, ...like(...now)].join('\n'));
      const { suggestions } = JSON.parse(diff('like/old.ttl', 'like/new.ttl', '--format', 'json').stdout);
      return (suggestions as { old: string; new: string }[]).map((each) => `${each.old} → ${each.new}`);
    };
    expect(suggested(['Car'], ['Van'])).toEqual(['Car → Van']);
    expect(suggested(['Car'], ['Van', 'Bus'])).toEqual([]);
    expect(suggested(['Car', 'Bus'], ['Van'])).toEqual([]);
  });

  test('are suggested for a namespace if another one has classes of the same names', () => {
    const two = `${FIRST}:Box a owl:Class .\n:size a owl:DatatypeProperty ; rdfs:domain :Box ; rdfs:range xsd:int .\n`;
    write('two.ttl', two);
    write('store.ttl', two.replaceAll('example.org/shop', 'example.org/store'));
    const [, option = ''] = /^ {2}.* {2}(--renamed '.*')$/m.exec(diff('two.ttl', 'store.ttl').stdout) ?? [];
    expect(option).toBe("--renamed '<http://example.org/shop#>=<http://example.org/store#>'");
    expect(diff('two.ttl', 'store.ttl', '--renamed', option.slice(11, -1)).stdout).toContain('1 change: 1 safe');
  });
});

test('the number one is followed by the singular', () => {
  const shape = (rule: string) =>
    `${FIRST}[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :name ; ${rule} ] .\n`;
  write('one/old.ttl', shape('sh:minCount 1 ; sh:minLength 1'));
  write('one/new.ttl', shape('sh:minCount 2 ; sh:minLength 2'));
  const { stdout } = diff('one/new.ttl', 'one/old.ttl');
  expect(stdout).toContain('at least 1 character');
  expect(stdout).not.toMatch(/1 (characters|values)/);
});

test('changed annotations of an enumeration value are reported', () => {
  const colours = (red: string) =>
    `${FIRST}:Colour a owl:Class ; owl:oneOf ( :red :blue ) . :red a owl:NamedIndividual${red} . :blue a owl:NamedIndividual .
    :has a owl:ObjectProperty ; rdfs:domain :Item ; rdfs:range :Colour .\n`;
  write('plain.ttl', colours(''));
  write('said.ttl', colours(' ; rdfs:comment "Warm." ; owl:deprecated true'));
  expect(diff('plain.ttl', 'said.ttl', '--format', 'json').stdout).toMatch(
    /"kind": "deprecated",\s+"element": "Colour.red"[\s\S]+"kind": "documentation-changed",\s+"element": "Colour.red"/,
  );
});

test('a revision in the syntax of Git is rejected with the command line to use', () => {
  write('plain.ttl', FIRST);
  const refused = diff('v1', '--', 'model/shop.ttl');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('codegen diff --against v1 model/shop.ttl\n')]);
  const { stdout } = diff('--against', 'v1', 'model/shop.ttl');
  expect(diff('--against', 'git:v1', 'model/shop.ttl').stdout).toBe(stdout);
  expect(diff('nothing.ttl', 'plain.ttl').stderr).toContain('[file-not-found]');
});

test('diff describes the effect of a migration on stored rows', () => {
  const rowsOf = (name: string, ...args: readonly string[]) => {
    const { changes } = JSON.parse(diff(...args, '--format', 'json').stdout) as {
      changes: { element: string; kind: string; effects: { rows: { rows: string; because: string } } }[];
    };
    return changes.filter(({ kind }) => kind === name).map(({ effects }) => effects.rows);
  };
  const two = (more: string) =>
    `${PREFIXES}:A a owl:Class . :B a owl:Class${more} .
:word a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range xsd:string .\n`;
  write('apart.ttl', two(''));
  write('below.ttl', two(' ; rdfs:subClassOf :A'));
  expect(rowsOf('field-moved', 'apart.ttl', 'below.ttl')).toEqual([
    expect.objectContaining({ rows: 'loses-data', because: expect.stringContaining('A already has values of it') }),
  ]);
  write('long.ttl', FIRST.replace('xsd:int', 'xsd:long'));
  const long = (old: string, now: string) =>
    rowsOf('type-changed', 'long.ttl', 'long.ttl', '--old-policy', `long=${old}`, '--policy', `long=${now}`);
  expect(long('number', 'string')).toEqual([expect.objectContaining({ rows: 'none' })]);
  write('int.ttl', FIRST);
  write('double.ttl', FIRST.replace('xsd:int', 'xsd:double'));
  expect(rowsOf('type-widened', 'int.ttl', 'double.ttl')).toEqual([expect.objectContaining({ rows: 'rewrites' })]);
  expect(rowsOf('type-widened', 'long.ttl', 'double.ttl')).toEqual([expect.objectContaining({ rows: 'loses-data' })]);
  expect(long('string', 'number')).toEqual([expect.objectContaining({ rows: 'may-fail' })]);
  write('date.ttl', FIRST.replace('xsd:int', 'xsd:date'));
  write('year.ttl', FIRST.replace('xsd:int', 'xsd:gYear'));
  expect(rowsOf('type-changed', 'date.ttl', 'year.ttl')).toEqual([
    expect.objectContaining({ rows: 'loses-data', because: 'no value of date is also one of gYear' }),
  ]);
  const reference = `${FIRST}:Maker a owl:Class . :maker a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range :Maker .`;
  write('optional.ttl', reference);
  write(
    'required.ttl',
    `${reference}\n[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :maker ; sh:minCount 1 ] .`,
  );
  expect(rowsOf('deletion-changed', 'optional.ttl', 'required.ttl')).toEqual([
    expect.objectContaining({ level: 'dangerous', because: 'deleting the target now also deletes this row' }),
  ]);
});

test('a reference to another class, and another effect of a deletion, are one change each', () => {
  const shop = (more: string) =>
    `${FIRST}:Maker a owl:Class . :Seller a owl:Class . :maker a owl:ObjectProperty ; rdfs:domain :Item ; rdfs:range ${more}`;
  write('maker.ttl', shop(':Maker .'));
  write('seller.ttl', shop(':Seller .'));
  write(
    'optional.ttl',
    shop(':Maker . [] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :maker ; sh:minCount 0 ; sh:maxCount 1 ] .'),
  );
  const found = (old: string, now: string) => {
    const { changes } = JSON.parse(diff(old, now, '--format', 'json').stdout) as {
      changes: { says: string; effects: { graphql: { level: string } } }[];
    };
    return changes
      .filter(({ says }) => /^maker|^Item: relation/.test(says))
      .map(({ says, effects }) => [says, effects.graphql.level]);
  };
  expect(found('maker.ttl', 'seller.ttl')).toEqual([['maker_id: now refers to Seller (before: Maker)', 'breaking']]);
  expect(found('optional.ttl', 'maker.ttl')).toContainEqual([
    'maker_id: deleting the target now deletes this instance (before: sets the field to null)',
    'dangerous',
  ]);
});

test('a new comparison of two fields is breaking for writers, its removal for readers', () => {
  const period = (order: string) =>
    `${PREFIXES}:A a owl:Class . :from a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date .
:to a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:date .
:S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :from ; sh:maxCount 1 ${order} ] .\n`;
  write('free.ttl', period(''));
  write('ordered.ttl', period('; sh:lessThanOrEquals :to'));
  const surfaces = ['json-in', 'json-out', 'graphql', 'rows'] as const;
  const found = (old: string, now: string) => {
    const { changes } = JSON.parse(diff(old, now, '--format', 'json').stdout) as {
      changes: { kind: string; says: string; effects: Record<(typeof surfaces)[number], { level: string }> }[];
    };
    return changes
      .filter(({ kind }) => kind.startsWith('rule-'))
      .map(({ says, effects }) => [says, ...surfaces.map((surface) => effects[surface].level)]);
  };
  expect(found('free.ttl', 'ordered.ttl')).toEqual([
    ['A: rule added: from is at most to', 'breaking', 'safe', 'breaking', 'dangerous'],
  ]);
  expect(found('ordered.ttl', 'free.ttl')).toEqual([['A: rule removed: from is at most to', 'safe', 'breaking', 'safe', 'safe']]);
});

test('constraints on inputs, which the GraphQL schema does not show, are changes for its clients', () => {
  const shaped = (file: string, shape: string) =>
    write(file, `${FIRST}[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :name ; ${shape} ] .\n`);
  shaped('any-length.ttl', 'sh:maxCount 1');
  shaped('limited.ttl', 'sh:maxCount 1 ; sh:maxLength 20');
  const { stdout } = diff('any-length.ttl', 'limited.ttl', '--policy', 'lengths=none');
  expect(stdout).toContain('GraphQL clients: in mutations: some values are rejected');
});

test('policies are part of the comparison', () => {
  const { stdout } = diff('old.ttl', 'old.ttl', '--old-policy', 'unstated=optional', '--format', 'json');
  expect(changesOf(stdout)).toEqual(['policy-changed unstated', 'made-required Item.name', 'made-required Item.price']);
});

test('--fail-on sets the exit status, for all surfaces or one', () => {
  const args = ['old.ttl', 'git:v1:model/shop.ttl'];
  expect(diff(...args, '--fail-on', 'breaking').status).toBe(0);
  write('long.ttl', FIRST.replace('xsd:int', 'xsd:long'));
  expect(diff('old.ttl', 'long.ttl', '--fail-on', 'breaking:json-in').status).toBe(0);
  const { status, stderr } = diff('old.ttl', 'long.ttl', '--fail-on', 'breaking:json-out');
  expect(status).toBe(1);
  expect(stderr).toContain('a change is breaking for json-out [diff-failed]');
});

test('Markdown escapes all text of an ontology', () => {
  write(
    'hostile.ttl',
    `${FIRST}:Evil a owl:Class ; rdfs:label "<img src=x onerror=alert(1)> | [x](http://evil) @everyone" .\n:na a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "<script>" "a|b" ) ] .\n`,
  );
  const { stdout } = diff('old.ttl', 'hostile.ttl', '--format', 'markdown');
  expect(stdout).not.toMatch(/<(?!\/?(details|summary)\b)/);
  expect(stdout).not.toContain('@everyone');
});

describe('output for other programs', () => {
  test('annotations of GitHub mark the lines of changes that are not safe', () => {
    const { stdout } = diff('old.ttl', 'long.ttl', '--format', 'github');
    expect(stdout.split('%0A')).toEqual([
      '::error file=long.ttl,line=10,col=1,title=type-widened::Item: price: type changed from int32 to int64',
      'breaking for JSON read by old clients: in records: it may have new values',
      'breaking for REST clients: in responses: it may have new values',
      'breaking for GraphQL clients: its type changed from Int! to Long!',
      'breaking for Rust callers: its type changed',
      'dangerous for stored rows: the type of the column changes from INTEGER to BIGINT\n',
    ]);
  });

  test('annotations of a revision name files in the work tree, also from a subfolder', () => {
    git('add', '.');
    git('commit', '--quiet', '-m', 'second');
    const marks = (cwd: string, ...args: string[]) =>
      codegen(path.join(folder, cwd), ['diff', 'git:v1:shop.ttl', ...args, '--format', 'github']).stdout.match(/file=[^,]*/g);
    expect(new Set(marks('model', 'git:main:shop.ttl'))).toEqual(new Set(['file=shop.ttl']));
    const { stdout } = diff('git:v1:model/shop.ttl', 'git:main:model/shop.ttl', '--format', 'sarif');
    expect(new Set(stdout.match(/"uri": "[^:"]*"/g))).toEqual(new Set(['"uri": "model/shop.ttl"', '"uri": "model/core.ttl"']));
  });

  test('SARIF has all changes and the exit status', () => {
    const { stdout, status } = diff('old.ttl', 'long.ttl', '--format', 'sarif', '--fail-on', 'breaking');
    const [run] = (
      JSON.parse(stdout) as { runs: { results: { ruleId: string; level: string }[]; invocations: { exitCode: number }[] }[] }
    ).runs;
    expect(run?.results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual(['error type-widened']);
    expect(run?.invocations[0]?.exitCode).toBe(1);
    expect(status).toBe(1);
  });
});

test('changed descriptions are counted, and listed by --verbose', () => {
  const classes = (comment: string) =>
    `${FIRST}${Array.from({ length: 8 }, (_, i) => `:C${i} a owl:Class ; rdfs:comment "${comment} ${i}." .`).join('\n')}\n`;
  write('described.ttl', classes('One'));
  write('redescribed.ttl', classes('Other'));
  const { stdout } = diff('described.ttl', 'redescribed.ttl');
  expect(stdout).toMatch(/^described\.ttl → redescribed\.ttl: 8 descriptions changed\n/);
  expect(stdout).toContain('8 descriptions changed: C0, C1, C2, C3, C4 and 3 more\n');
  expect(diff('described.ttl', 'redescribed.ttl', '--verbose').stdout).toContain('C5, C6, C7\n');
  const markdown = diff('described.ttl', 'redescribed.ttl', '--format', 'markdown').stdout;
  expect(markdown).toContain('<details><summary>Changed descriptions (8)</summary>');
});

test('a new list that may be empty is not a breaking change', () => {
  write('listed.ttl', `${FIRST}:tag a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:string .\n`);
  const { stdout } = diff('old.ttl', 'listed.ttl', '--policy', 'unstated=open', '--format', 'json');
  const { changes } = JSON.parse(stdout) as { changes: { level: string; says: string; effects: object }[] };
  expect(changes).toEqual([
    expect.objectContaining({
      says: 'tag: added (string, list)',
      level: 'dangerous',
      effects: expect.objectContaining({
        'json-in': {
          level: 'dangerous',
          because: 'in records: new required member, which old documents do not have; create and update bodies may omit it',
        },
        rest: expect.objectContaining({ level: 'safe' }),
      }),
    }),
  ]);
});

test('a new argument of a TypeScript factory breaks callers if it precedes existing ones', () => {
  const withDefault = (name: string) =>
    `:${name} a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:int .
[] a sh:NodeShape ; sh:targetClass :Item ; sh:property [ sh:path :${name} ; sh:maxCount 1 ; sh:defaultValue 7 ] .\n`;
  write('stock.ttl', FIRST + withDefault('stock'));
  write('rank-last.ttl', FIRST + withDefault('stock') + withDefault('rank'));
  write('rank-first.ttl', FIRST + withDefault('rank') + withDefault('stock'));
  const typescript = (file: string) => {
    const { changes } = JSON.parse(diff('stock.ttl', file, '--format', 'json').stdout) as {
      changes: { says: string; effects: { typescript: object } }[];
    };
    return changes.filter(({ says }) => says.startsWith('rank: added')).map(({ effects }) => effects.typescript);
  };
  expect(typescript('rank-first.ttl')).toEqual([
    { level: 'breaking', because: 'it comes before existing arguments of the factory' },
  ]);
  expect(typescript('rank-last.ttl')).toEqual([expect.objectContaining({ level: 'safe' })]);
});

test('the reasons for JSON that old clients read describe what the new version writes', () => {
  write('required.ttl', `${FIRST}${SHAPES.replace(PREFIXES, '').replace('sh:minLength 2', 'sh:minCount 1 ; sh:maxCount 1')}`);
  write('optional.ttl', `${FIRST}${SHAPES.replace(PREFIXES, '').replace('sh:minLength 2', 'sh:maxCount 1')}`);
  write('removed.ttl', FIRST.replace(/^:name .*\n/m, ''));
  const effects = (old: string, now: string) => {
    const { stdout } = diff(old, now, '--policy', 'unstated=open', '--format', 'json');
    const { changes } = JSON.parse(stdout) as { changes: { says: string; effects: Record<string, { because: string }> }[] };
    const found = changes.find(({ says }) => says.startsWith('name: '))?.effects;
    return [found?.['json-out']?.because, found?.['rest']?.because];
  };
  const missing = 'a required member is missing';
  expect(effects('required.ttl', 'removed.ttl')).toEqual([`in records: ${missing}`, expect.any(String)]);
  expect(effects('required.ttl', 'optional.ttl')[0]).toBe('in records: it was required and may now be absent');
});
