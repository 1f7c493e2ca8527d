import { expect, test } from 'vitest';
import { nextMigrations, type Script } from '../../src/migrate/index.ts';
import { type Policies, policiesOf } from '../../src/model/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { reset, sharedDatabase } from './catalogue.ts';
import { applyScripts, ddl, revertScripts, walkEmpty, walkRows } from './migration-checks.ts';

/** Effects of migrations on rows, in cases where several results are conceivable. */

const database = sharedDatabase();

const text = (property: string, cls: string, type = 'xsd:string') =>
  `:${property} a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :${cls} ; rdfs:range ${type} .`;
const needed = (property: string, cls: string) =>
  `:${property} a owl:DatatypeProperty ; rdfs:domain :${cls} ; rdfs:range xsd:string .`;
const shape = (says: string) => `[] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :note ; ${says} ] .`;
const list = (property: string, cls: string, target: string) =>
  `:${property} a owl:ObjectProperty ; rdfs:domain :${cls} ; rdfs:range :${target} .
  [] a sh:NodeShape ; sh:targetClass :${cls} ; sh:property [ sh:path :${property} ; sh:minCount 0 ] .`;
const single = (property: string, cls: string, target: string) =>
  `:${property} a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :${cls} ; rdfs:range :${target} .`;
const id = (n: number) => `'00000000-0000-0000-0000-00000000000${n}'`;

const classes = ':Top a owl:Class . :Low a owl:Class ; rdfs:subClassOf :Top . :Tag a owl:Class .';
const [onTop, onLow] = [text('one', 'Top'), text('word', 'Tag')];
const rowsOfClasses = `
  INSERT INTO tags (id, word) VALUES (${id(8)}, 'x'), (${id(9)}, 'y');
  INSERT INTO tops (id, kind, one) VALUES (${id(1)}, 'Low', 'a1'), (${id(2)}, 'Top', 'a2'), (${id(3)}, 'Low', 'a3');`;

const three = `:Top a owl:Class . :Mid a owl:Class ; rdfs:subClassOf :Top . :Low a owl:Class ; rdfs:subClassOf :Mid .
  ${text('one', 'Top')} ${text('two', 'Mid')} ${text('three', 'Low')}`;
const rowsOfThree = `
  INSERT INTO tops (id, kind, one) VALUES (${id(1)}, 'Low', 'a1'), (${id(2)}, 'Mid', 'a2'), (${id(3)}, 'Top', 'a3');
  INSERT INTO mids (id, kind, two) VALUES (${id(1)}, 'Low', 'b1'), (${id(2)}, 'Mid', 'b2');
  INSERT INTO lows (id, three) VALUES (${id(1)}, 'c1');`;
const abstractMid = ':Mid <http://datashapes.org/dash#abstract> true .';
const allOfThree =
  'SELECT tops.kind, one, two, three FROM tops LEFT JOIN mids USING (id) LEFT JOIN lows USING (id) ORDER BY tops.id';

interface Case {
  readonly old: string;
  readonly now: string;
  readonly rows: string;
  readonly before: string;
  readonly after: string;
  /** The result of the query `after` on the migrated database. */
  readonly found: readonly Readonly<Record<string, unknown>>[];
}

const iris = `:Thing a owl:Class .
  [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property
    [ sh:path :has ; sh:nodeKind sh:IRI ; sh:maxCount 1 ] , [ sh:path :had ; sh:nodeKind sh:IRI ] .`;
const draft = 'http://example.org/test#draft';

const cases: Readonly<Record<string, Case>> = {
  'IRIs become values of an enumeration, and IRIs again on the way back': {
    old: iris,
    now: iris.replaceAll('sh:nodeKind sh:IRI', 'sh:in ( :draft :final ) ; sh:nodeKind sh:IRI'),
    rows: `INSERT INTO things (has, had) VALUES ('${draft}', '{${draft},http://example.org/test#final}'), (NULL, '{}')`,
    before: 'SELECT has, had FROM things ORDER BY has',
    after: 'SELECT has, had FROM things ORDER BY has',
    found: [
      { has: 'draft', had: ['draft', 'final'] },
      { has: null, had: [] },
    ],
  },
  'IRIs become references: those of rows lead to them, and the others are kept beside': {
    old: `:Low a owl:Class . :Tag a owl:Class . ${text('one', 'Low', 'xsd:anyURI')}`,
    now: `:Low a owl:Class . :Tag a owl:Class . ${single('one', 'Low', 'Tag')}`,
    rows: `INSERT INTO tags (id) VALUES (${id(8)});
      INSERT INTO lows (id, one) VALUES (${id(1)}, 'urn:uuid:' || ${id(8)}), (${id(2)}, 'http://example.org/a');`,
    before: 'SELECT one FROM lows ORDER BY id',
    after: 'SELECT one_id FROM lows ORDER BY id',
    found: [{ one_id: id(8).slice(1, -1) }, { one_id: null }],
  },
  'a list of strings becomes one of several kinds': {
    old: `:Low a owl:Class . :many a owl:DatatypeProperty ; rdfs:domain :Low ; rdfs:range xsd:string .
      [] a sh:NodeShape ; sh:targetClass :Low ; sh:property [ sh:path :many ; sh:minCount 0 ] .`,
    now: `:Low a owl:Class . :many a owl:DatatypeProperty ; rdfs:domain :Low ;
        rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:string xsd:integer ) ] .
      [] a sh:NodeShape ; sh:targetClass :Low ; sh:property [ sh:path :many ; sh:minCount 0 ] .`,
    rows: `INSERT INTO lows (id, many) VALUES (${id(1)}, '{b,"a \\"1\\""}'), (${id(2)}, '{}');`,
    before: 'SELECT many FROM lows ORDER BY id',
    after: 'SELECT many FROM lows ORDER BY id',
    found: [{ many: ['b', 'a "1"'] }, { many: [] }],
  },
  'rows get a superclass that was there, whose reference becomes a list at the same time': {
    old: `:Low a owl:Class . :Top a owl:Class . :Tag a owl:Class . ${text('one', 'Low')}
      :tag a owl:ObjectProperty ; rdfs:domain :Top ; rdfs:range :Tag .`,
    now: `:Low a owl:Class ; rdfs:subClassOf :Top . :Top a owl:Class . :Tag a owl:Class . ${text('one', 'Low')} ${list('tag', 'Top', 'Tag')}`,
    rows: `INSERT INTO tags (id) VALUES (${id(8)}); INSERT INTO tops (id, tag_id) VALUES (${id(1)}, ${id(8)}); INSERT INTO lows (id) VALUES (${id(2)});`,
    before: 'SELECT id, tag_id FROM tops',
    after: 'SELECT kind, (SELECT count(*)::INT FROM top_tags WHERE top_id = id) AS n FROM tops ORDER BY id',
    found: [
      { kind: 'Top', n: 1 },
      { kind: 'Low', n: 0 },
    ],
  },
  'a class between goes: a property that a subclass has now keeps its values, and instances are those of the class above': {
    old: three,
    now: `:Top a owl:Class . :Low a owl:Class ; rdfs:subClassOf :Top . ${text('one', 'Top')} ${text('two', 'Low')} ${text('three', 'Low')}`,
    rows: rowsOfThree,
    before: allOfThree,
    after: 'SELECT tops.kind, one, two, three FROM tops LEFT JOIN lows USING (id) ORDER BY tops.id',
    found: [
      { kind: 'Low', one: 'a1', two: 'b1', three: 'c1' },
      { kind: 'Top', one: 'a2', two: null, three: null },
      { kind: 'Top', one: 'a3', two: null, three: null },
    ],
  },
  'the topmost class goes: instances of its subclasses stay, with the values that they have a property for': {
    old: three,
    now: `:Mid a owl:Class . :Low a owl:Class ; rdfs:subClassOf :Mid . ${text('one', 'Mid')} ${text('two', 'Mid')} ${text('three', 'Low')}`,
    rows: rowsOfThree,
    before: allOfThree,
    after: 'SELECT mids.kind, one, two, three FROM mids LEFT JOIN lows USING (id) ORDER BY mids.id',
    found: [
      { kind: 'Low', one: 'a1', two: 'b1', three: 'c1' },
      { kind: 'Mid', one: 'a2', two: 'b2', three: null },
    ],
  },
  'a list of references moves to a superclass with all that are in it': {
    old: `${classes} ${onTop} ${onLow} ${list('likes', 'Low', 'Tag')}`,
    now: `${classes} ${onTop} ${onLow} ${list('likes', 'Top', 'Tag')}`,
    rows: `${rowsOfClasses} INSERT INTO lows (id) VALUES (${id(1)}), (${id(3)});
      INSERT INTO low_likes (low_id, like_id) VALUES (${id(1)}, ${id(8)}), (${id(1)}, ${id(9)}), (${id(3)}, ${id(9)});`,
    before: 'SELECT low_id, like_id FROM low_likes ORDER BY 1, 2',
    after: 'SELECT count(*)::INT AS n FROM top_likes',
    found: [{ n: 3 }],
  },
  'a list of references moves to a subclass: those of other instances come back': {
    old: `${classes} ${onTop} ${onLow} ${list('likes', 'Top', 'Tag')}`,
    now: `${classes} ${onTop} ${onLow} ${list('likes', 'Low', 'Tag')}`,
    rows: `${rowsOfClasses} INSERT INTO lows (id) VALUES (${id(1)}), (${id(3)});
      INSERT INTO top_likes (top_id, like_id) VALUES (${id(1)}, ${id(8)}), (${id(2)}, ${id(9)}), (${id(3)}, ${id(9)});`,
    before: 'SELECT top_id, like_id FROM top_likes ORDER BY 1, 2',
    after: 'SELECT low_id, like_id FROM low_likes ORDER BY 1, 2',
    found: [
      { low_id: id(1).slice(1, -1), like_id: id(8).slice(1, -1) },
      { low_id: id(3).slice(1, -1), like_id: id(9).slice(1, -1) },
    ],
  },
  'a reference moves to a superclass, where it is a list': {
    old: `${classes} ${onTop} ${onLow} ${single('likes', 'Low', 'Tag')}`,
    now: `${classes} ${onTop} ${onLow} ${list('likes', 'Top', 'Tag')}`,
    rows: `${rowsOfClasses} INSERT INTO lows (id, likes_id) VALUES (${id(1)}, ${id(8)}), (${id(3)}, NULL);`,
    before: 'SELECT id, likes_id FROM lows ORDER BY 1',
    after: 'SELECT top_id, like_id FROM top_likes',
    found: [{ top_id: id(1).slice(1, -1), like_id: id(8).slice(1, -1) }],
  },
  'a value moves to a superclass, where it is a list': {
    old: `${classes} ${onTop} ${onLow} ${text('note', 'Low')}`,
    now: `${classes} ${onTop} ${onLow} :note a owl:DatatypeProperty ; rdfs:domain :Top ; rdfs:range xsd:string .
      [] a sh:NodeShape ; sh:targetClass :Top ; sh:property [ sh:path :note ; sh:minCount 0 ] .`,
    rows: `${rowsOfClasses} INSERT INTO lows (id, note) VALUES (${id(1)}, 'n'), (${id(3)}, NULL);`,
    before: 'SELECT id, note FROM lows ORDER BY 1',
    after: 'SELECT one, note FROM tops ORDER BY 1',
    found: [
      { one: 'a1', note: ['n'] },
      { one: 'a2', note: [] },
      { one: 'a3', note: [] },
    ],
  },
  'a number moves to a superclass, where it is of a wider type': {
    old: `${classes} ${onTop} ${onLow} ${text('size', 'Low', 'xsd:int')}`,
    now: `${classes} ${onTop} ${onLow} ${text('size', 'Top', 'xsd:decimal')}`,
    rows: `${rowsOfClasses} INSERT INTO lows (id, size) VALUES (${id(1)}, 5), (${id(3)}, NULL);`,
    before: 'SELECT id, size FROM lows ORDER BY 1',
    after: 'SELECT one, size::TEXT FROM tops ORDER BY 1',
    found: [
      { one: 'a1', size: '5' },
      { one: 'a2', size: null },
      { one: 'a3', size: null },
    ],
  },
  'a class is split off above: values go there, and come back': {
    old: `:Thing a owl:Class . ${text('one', 'Thing')} ${text('two', 'Thing')}`,
    now: `:Thing a owl:Class ; rdfs:subClassOf :Base . :Base a owl:Class . ${text('one', 'Base')} ${text('two', 'Thing')}`,
    rows: `INSERT INTO things (one, two) VALUES ('a', 'b')`,
    before: 'SELECT one, two FROM things',
    after: 'SELECT bases.kind, one, two FROM bases JOIN things USING (id)',
    found: [{ kind: 'Thing', one: 'a', two: 'b' }],
  },
  'a class is split off above with what has to have a value: rows come with theirs': {
    old: `:Thing a owl:Class . ${needed('one', 'Thing')} ${needed('two', 'Thing')}`,
    now: `:Thing a owl:Class ; rdfs:subClassOf :Base . :Base a owl:Class . ${needed('one', 'Base')} ${needed('two', 'Thing')}`,
    rows: `INSERT INTO things (one, two) VALUES ('a', 'b')`,
    before: 'SELECT one, two FROM things',
    after: 'SELECT bases.kind, one, two FROM bases JOIN things USING (id)',
    found: [{ kind: 'Thing', one: 'a', two: 'b' }],
  },
  'classes of another namespace are others, and their tables have the names and the keys': {
    old: `:Thing a owl:Class . ${text('note', 'Thing')} :Thing owl:hasKey ( :note ) .`,
    now: `@prefix : <http://example.org/other#> . :Thing a owl:Class . ${text('note', 'Thing')} :Thing owl:hasKey ( :note ) .`,
    rows: `INSERT INTO things (note) VALUES ('a')`,
    before: `SELECT note, 'things_pkey'::regclass::TEXT, 'idx_things_note'::regclass::TEXT AS key FROM things`,
    after: `SELECT note, 'things_pkey'::regclass::TEXT, 'idx_things_note'::regclass::TEXT AS key FROM things`,
    found: [],
  },
  'a class is split off above, with a default: rows that had no value have none': {
    old: `:Thing a owl:Class . ${text('note', 'Thing')} ${shape('sh:minCount 0')}`,
    now: `:Thing a owl:Class ; rdfs:subClassOf :Base . :Base a owl:Class . ${text('note', 'Base')}
      [] a sh:NodeShape ; sh:targetClass :Base ; sh:property [ sh:path :note ; sh:minCount 0 ; sh:defaultValue "none" ] .`,
    rows: `INSERT INTO things (note) VALUES ('a'), (NULL)`,
    before: 'SELECT note FROM things ORDER BY 1',
    after: 'SELECT note FROM bases ORDER BY 1',
    found: [{ note: 'a' }, { note: null }],
  },
  'a number that becomes a duration is none: the old column stays until it is contracted away, and comes back': {
    old: `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:int')} ${shape('sh:minCount 0')}`,
    now: `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:duration')} ${shape('sh:minCount 0')}`,
    rows: 'INSERT INTO things (note) VALUES (3), (NULL)',
    before: 'SELECT note FROM things ORDER BY 1',
    after: 'SELECT note FROM things ORDER BY 1',
    found: [{ note: null }, { note: null }],
  },
  'numbers keep all digits in another type': {
    old: `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:double')}`,
    now: `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:decimal')}`,
    rows: 'INSERT INTO things (note) VALUES (0.12345678901234567), (1e20)',
    before: 'SELECT note FROM things ORDER BY 1',
    after: 'SELECT note::TEXT FROM things ORDER BY things.note',
    found: [{ note: '0.12345678901234566' }, { note: '100000000000000000000' }],
  },
  'classes that exchange their names take the names of their keys with them': {
    old: `:C1 a owl:Class ; rdfs:label "One" . :C2 a owl:Class ; rdfs:label "Two" . ${text('note', 'C1')} ${text('word', 'C2')}`,
    now: `:C1 a owl:Class ; rdfs:label "Two" . :C2 a owl:Class ; rdfs:label "One" . ${text('note', 'C1')} ${text('word', 'C2')}`,
    rows: `INSERT INTO ones (note) VALUES ('a'); INSERT INTO twos (word) VALUES ('b')`,
    before: 'SELECT note, word FROM ones, twos',
    after: `SELECT note, word, 'ones_pkey'::regclass::TEXT AS key FROM twos, ones`,
    found: [{ note: 'a', word: 'b', key: 'ones_pkey' }],
  },
  'texts that become numbers are numbers, and are spelt as before on the way back': {
    old: `:Thing a owl:Class . ${text('note', 'Thing')}`,
    now: `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:int')}`,
    rows: `INSERT INTO things (note) VALUES ('05'), ('7')`,
    before: 'SELECT note FROM things ORDER BY 1',
    after: 'SELECT note FROM things ORDER BY 1',
    found: [{ note: 5 }, { note: 7 }],
  },
  'what gets a default because it is required has none on the way back': {
    old: `:Thing a owl:Class . ${text('note', 'Thing')} ${shape('sh:minCount 0')}`,
    now: `:Thing a owl:Class . ${text('note', 'Thing')} ${shape('sh:minCount 1 ; sh:defaultValue "none"')}`,
    rows: `INSERT INTO things (note) VALUES ('a'), (NULL)`,
    before: 'SELECT note FROM things ORDER BY 1',
    after: 'SELECT note FROM things ORDER BY 1',
    found: [{ note: 'a' }, { note: 'none' }],
  },
};

test('instances of a class that becomes abstract belong to the subclass that the migration inserts them into', async () => {
  const scripts = await scriptsBetween(three, `${three} ${abstractMid}`, rowsOfThree);
  const up = scripts[0]?.up.replace('DO $$ BEGIN', (block) => `INSERT INTO lows (id) VALUES (${id(2)}); ${block}`) ?? '';
  await applyScripts(database, [{ ...scripts[0], up } as Script, ...scripts.slice(1)]);
  expect(await database.rows('SELECT tops.kind, mids.kind AS mid FROM tops LEFT JOIN mids USING (id) ORDER BY id')).toEqual([
    { kind: 'Low', mid: 'Low' },
    { kind: 'Low', mid: 'Low' },
    { kind: 'Top', mid: null },
  ]);
});

async function scriptsBetween(old: string, now: string, rows: string, policies?: Policies) {
  const [a, b] = [(await modelOfTurtle(old, policies)).model, (await modelOfTurtle(now, policies)).model];
  await reset(database);
  await database.exec(`BEGIN; ${ddl(a)} COMMIT; BEGIN; ${rows}; COMMIT;`);
  return nextMigrations(schemaState(a), schemaState(b), undefined, 2).scripts;
}

test.each(Object.entries(cases))('%s', async (_, { old, now, rows, before, after, found }) => {
  const scripts = await scriptsBetween(old, now, rows);
  const then = await database.rows(before);
  await applyScripts(database, scripts);
  expect(await database.rows(after)).toEqual(found);
  await revertScripts(database, scripts);
  expect(await database.rows(before)).toEqual(then);
  // Scripts can be applied and reverted again.
  await applyScripts(database, scripts);
  await revertScripts(database, scripts);
});

test('renames enumeration values in rows, even if two individuals swap their names', async () => {
  const colours = (...names: readonly string[]) => `:Thing a owl:Class . :Colour a owl:Class ; owl:oneOf ( ${names.join(' ')} ) .
    :has a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range :Colour .
    :likes a owl:ObjectProperty ; rdfs:domain :Thing ; rdfs:range :Colour .
    [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :likes ; sh:minCount 0 ] .
    :touchedAt a owl:DatatypeProperty ; rdfs:label "updated_at" ; rdfs:domain :Thing ; rdfs:range xsd:dateTime .
    ${names.map((name) => `${name} a owl:NamedIndividual .`).join(' ')}`;
  const [a, b] = [
    (await modelOfTurtle(colours(':red', ':green', ':blue'))).model,
    (await modelOfTurtle(colours(':rouge', ':blue', ':green'))).model,
  ];
  const went = new Map([
    ['red', 'rouge'],
    ['green', 'blue'],
    ['blue', 'green'],
  ]);
  const renamed = (iri: string) => iri.replace(/#(.*)$/, (_, name: string) => `#${went.get(name) ?? name}`);
  await reset(database);
  await database.exec(`BEGIN; ${ddl(a)} COMMIT; INSERT INTO things (has, likes, updated_at) VALUES
    ('red', '{blue,red,green}', '2020-01-01Z'), (NULL, '{}', '2020-01-01Z'), ('blue', '{blue}', '2020-01-01Z');`);
  const all = 'SELECT has, likes, updated_at FROM things ORDER BY has';
  const then = await database.rows(all);
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), renamed, 2);
  await applyScripts(database, scripts);
  const at = then[0]?.['updated_at'];
  expect(await database.rows(all)).toEqual([
    { has: 'green', likes: ['green'], updated_at: at },
    { has: 'rouge', likes: ['green', 'rouge', 'blue'], updated_at: at },
    { has: null, likes: [], updated_at: at },
  ]);
  await revertScripts(database, scripts);
  expect(await database.rows(all)).toEqual(then);
});

test('values of an enumeration become IRIs, and values again if the migration is reverted, also if an IRI is renamed', async () => {
  const values = (individual: string) =>
    iris.replaceAll('sh:nodeKind sh:IRI', `sh:in ( :${individual} :final ) ; sh:nodeKind sh:IRI`);
  const [a, b] = [(await modelOfTurtle(values('draft'))).model, (await modelOfTurtle(iris)).model];
  await reset(database);
  await database.exec(`BEGIN; ${ddl(a)} COMMIT; INSERT INTO things (has, had) VALUES ('draft', '{final,draft}');`);
  const all = 'SELECT has, had FROM things';
  const then = await database.rows(all);
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), (iri) => iri.replace(/#draft$/, '#begun'), 2);
  await applyScripts(database, scripts);
  const begun = draft.replace('draft', 'begun');
  expect(await database.rows(all)).toEqual([{ has: begun, had: [draft.replace('draft', 'final'), begun] }]);
  await revertScripts(database, scripts);
  expect(await database.rows(all)).toEqual(then);
});

const stoppedMigrations: readonly (readonly [string, string, string, string, RegExp])[] = [
  [
    'a key with duplicates',
    `:Thing a owl:Class . ${text('note', 'Thing')}`,
    `:Thing a owl:Class ; owl:hasKey ( :note ) . ${text('note', 'Thing')}`,
    `INSERT INTO things (note) VALUES ('a'), ('a')`,
    /could not create unique index/,
  ],
  [
    'a number that is too great',
    `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:long')}`,
    `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:int')}`,
    'INSERT INTO things (note) VALUES (5), (5000000000)',
    /things\.note: '5000000000' is not a valid INTEGER \(row [0-9a-f-]{36}\)/,
  ],
  [
    'a text that is no number',
    `:Thing a owl:Class . ${text('note', 'Thing')}`,
    `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:int')}`,
    `INSERT INTO things (note) VALUES ('1'), (NULL), ('it''s 2')`,
    /things\.note: 'it''s 2' is not a valid INTEGER \(row [0-9a-f-]{36}\)/,
  ],
  [
    'a text that is no day',
    `:Thing a owl:Class . ${text('note', 'Thing')}`,
    `:Thing a owl:Class . ${text('note', 'Thing', 'xsd:date')}`,
    `INSERT INTO things (note) VALUES ('2020-02-02'), ('2020-02-30')`,
    /things\.note: '2020-02-30' is not a valid DATE/,
  ],
  [
    'a text that is too long for a shorter column',
    `:Thing a owl:Class . ${text('name', 'Thing')}`,
    `:Thing a owl:Class . ${text('name', 'Thing')} [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :name ; sh:maxLength 3 ] .`,
    `INSERT INTO things (name) VALUES ('abc'), ('abcd')`,
    /things\.name: 'abcd' has more than 3 characters/,
  ],
  [
    'an item of a list that is no number',
    `:Thing a owl:Class . :note a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:long . ${shape('sh:minCount 0')}`,
    `:Thing a owl:Class . :note a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:int . ${shape('sh:minCount 0')}`,
    `INSERT INTO things (note) VALUES ('{1,2}'), ('{3,5000000000}')`,
    /things\.note: '\{3,5000000000\}' is not a valid INTEGER\[\]/,
  ],
  [
    'a value that nobody filled in',
    `:Thing a owl:Class . ${text('note', 'Thing')} ${shape('sh:minCount 0')}`,
    `:Thing a owl:Class . ${text('note', 'Thing')} ${shape('sh:minCount 1')}`,
    'INSERT INTO things (note) VALUES (NULL)',
    /rows of \w+ have no note: fill them in this migration/,
  ],
  [
    'a value of a new superclass that nobody filled in',
    `:Thing a owl:Class . ${needed('one', 'Thing')}`,
    `:Thing a owl:Class ; rdfs:subClassOf :Base . :Base a owl:Class . ${needed('one', 'Thing')} ${needed('two', 'Base')}`,
    `INSERT INTO things (one) VALUES ('a')`,
    /rows of \w+ have no two: fill them in this migration/,
  ],
  [
    'a value of a superclass that was there already and that nobody filled in',
    `:Thing a owl:Class . :Base a owl:Class . ${needed('one', 'Thing')} ${needed('two', 'Base')}`,
    `:Thing a owl:Class ; rdfs:subClassOf :Base . :Base a owl:Class . ${needed('one', 'Thing')} ${needed('two', 'Base')}`,
    `INSERT INTO things (one) VALUES ('a')`,
    /rows of \w+ have no two: fill them in this migration/,
  ],
  [
    'a reference that is made of a text, which names no row,',
    `:Thing a owl:Class . :Tag a owl:Class . ${needed('one', 'Thing')}`,
    ':Thing a owl:Class . :Tag a owl:Class . :one a owl:ObjectProperty ; rdfs:domain :Thing ; rdfs:range :Tag .',
    `INSERT INTO things (one) VALUES ('http://example.org/a')`,
    /rows of \w+ have no one_id: fill them in this migration/,
  ],
  [
    'an instance of a class that becomes abstract',
    three,
    `${three} ${abstractMid}`,
    rowsOfThree,
    /rows of mids belong to no subclass: reclassify them in this migration/,
  ],
  [
    'a subclass that goes to another place in its hierarchy',
    three,
    three.replace(':Low a owl:Class ; rdfs:subClassOf :Mid', ':Low a owl:Class ; rdfs:subClassOf :Top'),
    rowsOfThree,
    /rows of lows are still rows of mids/,
  ],
];

test('a file that checks all rows contains queries for the rows that violate its constraints', async () => {
  const to = `:Thing a owl:Class ; owl:hasKey ( :note :name ) . ${text('note', 'Thing')} ${text('name', 'Thing')} ${shape('sh:maxLength 3')}`;
  const rows = `INSERT INTO things (note, name) VALUES ('abcd', 'a'), ('abcd', 'a'), ('abcd', NULL), ('abcd', NULL)`;
  const scripts = await scriptsBetween(`:Thing a owl:Class . ${text('note', 'Thing')} ${text('name', 'Thing')}`, to, rows);
  const queries = scripts.flatMap(({ up }) => [...up.matchAll(/^-- .*: (SELECT .*;)$/gm)].map(([, query = '']) => query));
  expect(await Promise.all(queries.map(async (query) => (await database.rows(query)).length))).toEqual([1, 4]);
});

test('a new comparison checks stored rows, and its removal accepts them again', async () => {
  const thing = `:Thing a owl:Class . ${text('from', 'Thing', 'xsd:date')} ${text('to', 'Thing', 'xsd:date')}`;
  const ordered = `${thing} [] a sh:NodeShape ; sh:targetClass :Thing ; sh:property [ sh:path :from ; sh:lessThanOrEquals :to ] .`;
  const insert = (from: string, to: string) => `INSERT INTO things ("from", "to") VALUES ('${from}', ${to})`;
  const scripts = await scriptsBetween(
    thing,
    ordered,
    `${insert('2024-05-17', 'NULL')}; ${insert('2024-05-17', "'2024-05-17'")}`,
  );
  const wrong = insert('2024-05-18', "'2024-05-17'");
  await applyScripts(database, scripts);
  await expect(database.exec(wrong)).rejects.toThrow('things_from_to_check');
  await revertScripts(database, scripts);
  await database.exec(wrong);
  await expect(applyScripts(database, await scriptsBetween(thing, ordered, wrong))).rejects.toThrow('things_from_to_check');
});

test('values become text in their JSON form, and values again when the migration is reverted', async () => {
  const types = ['xsd:dateTime', 'xsd:base64Binary', 'xsd:hexBinary', 'xsd:date', 'xsd:duration'];
  const names = ['one', 'two', 'three', 'four', 'five'];
  const thing = (typeAt: (i: number) => string) =>
    `:Thing a owl:Class . ${names.map((name, i) => text(name, 'Thing', typeAt(i))).join(' ')}`;
  const rows = `INSERT INTO things (one, two, three, four, five)
    VALUES ('2024-05-17T10:30:00.5+02:00', '\\x00ff', '\\x00ff', '2024-05-17', '-1 year -2 days -3 hours')`;
  const scripts = await scriptsBetween(
    thing((i) => types[i] ?? ''),
    thing(() => 'xsd:string'),
    rows,
  );
  await database.exec("SET timezone = 'Europe/Vienna'; SET datestyle = 'German'; SET intervalstyle = 'postgres_verbose'");
  const select = `SELECT ${names.join(', ')} FROM things`;
  const before = await database.rows(select);
  await applyScripts(database, scripts);
  expect(await database.rows(select)).toEqual([
    { one: '2024-05-17T08:30:00.5Z', two: 'AP8=', three: '00FF', four: '2024-05-17', five: '-P1Y2DT3H' },
  ]);
  await revertScripts(database, scripts);
  expect(await database.rows(select)).toEqual(before);
  await database.exec('SET timezone = DEFAULT; SET datestyle = DEFAULT; SET intervalstyle = DEFAULT');
});

test('a column of dates stays if its property becomes a part of a date, because no date is one', async () => {
  const thing = (type: string) =>
    `:Thing a owl:Class . ${text('on', 'Thing', type)} ${text('updatedAt', 'Thing', 'xsd:dateTime')}`;
  const rows = `INSERT INTO things ("on", updated_at) VALUES ('2020-05-01', '2020-01-01Z')`;
  const scripts = await scriptsBetween(thing('xsd:date'), thing('xsd:gYear'), rows);
  const contract = scripts.findIndex(({ name }) => name.startsWith('contract_'));
  await applyScripts(database, scripts.slice(0, contract));
  expect(await database.rows('SELECT "on", on_before::TEXT FROM things')).toEqual([{ on: null, on_before: '2020-05-01' }]);
  await applyScripts(database, scripts.slice(contract));
  await revertScripts(database, scripts);
  const restored = await database.rows('SELECT "on"::TEXT, updated_at FROM things');
  expect(restored).toEqual([{ on: '2020-05-01', updated_at: new Date('2020-01-01Z') }]);
});

test.each(stoppedMigrations)('%s stops the migration', async (_, old, now, rows, message) => {
  const scripts = await scriptsBetween(old, now, rows);
  await expect(applyScripts(database, scripts)).rejects.toThrow(message);
});

test.each([
  ['xsd:decimal', '1.5'],
  ['xsd:double', '1.5'],
  ['xsd:string', "'1.5'"],
])('a fraction in a column of %s stops a migration to NUMERIC(20), which would round it', async (type, fraction) => {
  const thing = (range: string) => `:Thing a owl:Class . ${text('note', 'Thing', range)}`;
  const whole = fraction.replace('1.5', '4000000000000');
  const between = (rows: string) =>
    scriptsBetween(
      thing(type),
      thing('xsd:unsignedLong'),
      `INSERT INTO things (note) VALUES ${rows}`,
      policiesOf({ long: 'string' }),
    );
  await applyScripts(database, await between(`(${whole}), (NULL)`));
  const found = await database.rows('SELECT note::TEXT FROM things ORDER BY note');
  expect(found).toEqual([{ note: '4000000000000' }, { note: null }]);
  const message = /things\.note: '1\.5' is not a valid NUMERIC\(20\)/;
  await expect(applyScripts(database, await between(`(${fraction})`))).rejects.toThrow(message);
});

test('a column that gets the name of a removed one gets an index of its own', async () => {
  const thing = (name: string, other: string) => `:Tag a owl:Class . :Thing a owl:Class . ${name} ${other}`;
  const old = thing(single('name', 'Thing', 'Tag'), text('other', 'Thing', 'xsd:date'));
  const other = `${single('other', 'Thing', 'Tag')} :other rdfs:label "name" .`;
  const now = thing(`${list('name', 'Thing', 'Tag')} :name rdfs:label "names" .`, other);
  await walkEmpty(database, old, now);
});

test('keeps the values of columns with long names and a common prefix in separate tables', async () => {
  const cls = 'ClassOfWhichTheNameTakesMostOfTheRoomThatPostgresqlHasForAName';
  const [one, two] = ['One', 'Two'].map((end) => `propertyThatBeginsAsAnotherOneDoesOfTheSameClass${end}`);
  const all = `:${cls} a owl:Class . ${needed('name', cls)}`;
  const both = `${all} ${text(`${one}`, cls)} ${text(`${two}`, cls)}`;
  const given = (property: string | undefined) =>
    `[ sh:path :${property} ; sh:minCount 1 ; sh:maxCount 1 ; sh:defaultValue "d" ]`;
  const required = `${both} [] a sh:NodeShape ; sh:targetClass :${cls} ; sh:property ${given(one)} , ${given(two)} .`;
  for (const [old, now] of [
    [both, required],
    [required, all],
    [`${all} :${cls}More a owl:Class . ${text(`${one}`, `${cls}More`)}`, both],
  ] as const) {
    await walkEmpty(database, old, now);
    await walkRows(database, old, now);
  }
});
