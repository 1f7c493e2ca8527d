import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildModel,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Field,
  type FieldType,
} from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { className } from '../../src/targets/python-pydantic/names.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { allOntologies, modelOf } from '../support/ontologies.ts';

/** Names that mean something in a class body, to Python, to Pydantic or to type checkers. */
const words = `
@prefix : <http://example.org/words#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Word a owl:Class .
:class a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:string .
:date a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:date .
:json a owl:DatatypeProperty ; rdfs:domain :Word ; rdfs:range xsd:int .
:Field a owl:Class .
:Exception a owl:Class .
:Phrase a owl:Class ; rdfs:subClassOf :Word .
:hasField a owl:ObjectProperty ; rdfs:domain :Word ; rdfs:range :Field .
:length a owl:DatatypeProperty ; rdfs:domain :Phrase ; rdfs:range xsd:int .
:hasHead a owl:ObjectProperty ; rdfs:domain :Phrase ; rdfs:range :Word .
:Rule a owl:Class .
:hasException a owl:ObjectProperty ; rdfs:domain :Rule ; rdfs:range :Exception .
`;

/** What type checkers must accept and refuse; \`--warn-unused-ignores\` fails where nothing is refused. */
const usage = `
import datetime as dt
from uuid import uuid4

from blog_evolved_models import Comment, PostWithRelations, User
from words_models import Word

user = User(email="a@example.org", name="A")
comment = Comment(text="Hi", post_id=uuid4(), author_id=user.id)
upvotes: int = comment.upvotes
created_at: dt.datetime = comment.created_at
word = Word(class_="noun", date=dt.date(2024, 5, 17), json_=1, field_id=user.id)
number: int = word.json_
post = PostWithRelations(title="T", content="C", author_id=user.id, author=user, comments=[comment])
remarks: list[Comment] = post.comments

User(email="a@example.org")  # type: ignore[call-arg]
Comment(text=1, post_id=uuid4(), author_id=user.id)  # type: ignore[arg-type]
`;

/** What only running the tutorial's models can show. */
const tutorial = `
import datetime as dt, json
from uuid import UUID, uuid4
from blog_evolved_models.post import Post, PostWithRelations
from blog_evolved_models import Comment, User
from words_models import Word

user = User(email="a@example.org", name="A")
assert list(json.loads(user.model_dump_json())) == ["id", "email", "name", "joined_at"]
assert user.id.version == 4 and user.id != User(email="a@example.org", name="A").id
assert dt.datetime.now(dt.UTC) - user.joined_at < dt.timedelta(minutes=1)
assert user.joined_at.tzinfo is dt.UTC

post = Post(title="T", content="C", author_id=user.id)
comment = Comment(text="Hi", post_id=post.id, author_id=user.id)
assert comment.upvotes == 0
assert Comment(text="Hi", post_id=str(post.id), author_id=str(user.id)).post_id == post.id
full = PostWithRelations(**post.model_dump(), author=user, comments=[comment])
assert PostWithRelations.model_validate_json(full.model_dump_json()) == full
assert isinstance(full, Post)

word = Word(class_="noun", date="2024-05-17", json_=1, field_id=user.id)
assert word.model_dump(mode="json")["class"] == "noun"
assert Word.model_validate(word.model_dump()) == word
assert "class" in Word.model_json_schema()["properties"]
`;

let folder: string;
const models = new Map<string, DomainModel>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-python-'));
  for (const name of allOntologies) models.set(name, await modelOf(name));
  writeFileSync(path.join(folder, 'words.ttl'), words);
  models.set('words', (await buildModel(await loadOntology(path.join(folder, 'words.ttl')))).model);

  models.set('prose', proseModel());

  for (const [name, model] of models) {
    const directory = path.join(folder, packageName(name));
    mkdirSync(directory);
    for (const file of pythonPydantic.generate(model)) {
      // The header that output/ puts on top is such a comment.
      writeFileSync(path.join(directory, file.path), `# Generated.\n# From ${model.source}.\n\n${file.content}`);
    }
    const models = model.classes.flatMap((c) => [c.name, c.relationsName ?? []].flat()).map(className);
    writeFileSync(path.join(directory, 'cases.json'), JSON.stringify({ models, cases: model.classes.flatMap(cases) }));
  }
  writeFileSync(path.join(folder, 'usage.py'), usage);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Classes whose documentation is hard to print, the same in every run. */
function proseModel(): DomainModel {
  const word = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...'a"\'\\#{}%'), minLength: 1, maxLength: 8 }) },
    fc.constantFrom(
      '"""',
      "'''",
      '\\N{DASH}',
      '\\u0041',
      'é',
      'Ж',
      '日本語',
      '🙂',
      'a\u0301',
      '\u200b',
      '\u00a0',
      'x'.repeat(95),
    ),
  );
  const blank = fc.constantFrom(...Array<string>(12).fill(' '), '  ', '\n', '\n\n', '\n  ');
  const prose = fc
    .array(fc.tuple(word, blank), { minLength: 1, maxLength: 40 })
    .map((words) => words.flat().join('').trim() || 'x');
  const docs = fc.sample(fc.tuple(prose, prose, prose), { seed: 1, numRuns: 300 });
  const classes = docs.map(([doc, ...fieldDocs], i) => {
    const cls = { name: `Prose${i}`, slug: `prose${i}`, doc, deprecated: false, parents: [], relations: [], allRelations: [] };
    const fields = fieldDocs.map((fieldDoc, n) => ({
      name: 'n'.repeat(1 + ((i * 7 + n * 11) % 80)),
      doc: fieldDoc,
      type: { kind: 'scalar', scalar: 'string' },
      cardinality: i % 2 === 0 ? 'one' : 'many',
      owner: cls,
    }));
    return { ...cls, fields, allFields: fields } as unknown as DomainClass;
  });
  return { name: 'prose', source: 'prose.ttl', doc: docs[0]?.[0] ?? '', deprecated: false, classes };
}

function packageName(ontology: string): string {
  return `${ontology.replaceAll('-', '_')}_models`;
}

const id = '5f6a1c1e-8f0b-4d2a-9c3e-0123456789ab';
const binary32 = ['1e39', '-1e39', 'NaN', 'Infinity', '"1.5"', 'true'];

/** Of each kind of value: one in the form in which it is written again, and texts of JSON values to be refused. */
const values = {
  string: ['text "with" \\ and\nmore', ['5', 'true', '[]', '{}']],
  iri: ['http://example.org/a#b', ['5', 'true']],
  boolean: [true, ['"true"', '1', '0']],
  int8: [-128, ['-129', '128', '"5"', '1.5', 'true']],
  int16: [32767, ['-32769', '32768', '"5"']],
  int32: [-2147483648, ['-2147483649', '2147483648', '"5"']],
  int64: [1, ['-9223372036854775809', '9223372036854775808', '"5"']],
  uint8: [255, ['-1', '256', '"5"']],
  uint16: [65535, ['-1', '65536', '"5"']],
  uint32: [4294967295, ['-1', '4294967296', '"5"']],
  uint64: [0, ['-1', '18446744073709551616', '"5"']],
  float32: [0.5, binary32],
  float64: [1e300, ['NaN', 'Infinity', '-Infinity', '"1.5"', 'true']],
  decimal: ['0.00000012500', ['"1,5"', '"NaN"', '"Infinity"', 'true', '[]']],
  dateTime: ['2024-05-17T08:30:00.500000Z', ['"2024-05-17T08:30:00"', '"2024-13-17T08:30:00Z"', '"now"', '[]']],
  date: ['2024-05-17', ['"2024-02-30"', '"17.05.2024"', '[]']],
  time: ['08:30:00', ['"25:00:00"', '"08:30:00Z"', '"08:30:00+01:00"', '[]']],
  duration: ['-P1Y2M3DT4H5M6.7S', ['"P"', '"PT"', '"P1DT"', '"1D"', '"P1S"', '"PT1D"', '5']],
  base64: ['SGVsbG8=', ['"SGVsbG8"', '"="', '"SG Vs"', '"SGVs-_=="', '5']],
  hex: ['48656C6c', ['"4"', '"0x48"', '5']],
  gYear: ['2024', ['"24"', '"02024"', '"2024-05"', '5']],
  gYearMonth: ['2024-05', ['"2024-13"', '"2024"']],
  gMonthDay: ['--05-17', ['"--13-01"', '"05-17"']],
  gDay: ['---17', ['"---32"', '"17"']],
  gMonth: ['--05', ['"--13"', '"05"']],
} as const;

function sampleOf(type: FieldType): unknown {
  if (type.kind !== 'scalar') return id;
  const [value] = values[type.scalar];
  if (typeof value !== 'number') return value;
  return Math.min(Math.max(value, type.minimum ?? value), type.maximum ?? value);
}

function refusalsOf(type: FieldType): readonly string[] {
  if (type.kind !== 'scalar') return ['"no-uuid"', '5'];
  const beyond = [
    type.minimum !== undefined ? `${type.minimum - 1}` : [],
    type.maximum !== undefined ? `${type.maximum + 1}` : [],
  ];
  return [...values[type.scalar][1], ...beyond.flat()];
}

/** An instance that has all fields of its class. */
function sample(cls: DomainClass): Record<string, unknown> {
  const value = (field: Field) => {
    const one = sampleOf(field.type);
    return field.cardinality === 'many' ? Array(Math.max(field.minItems ?? 1, 1)).fill(one) : one;
  };
  return Object.fromEntries(cls.allFields.map((field) => [field.name, value(field)]));
}

/** The instances by which a class and its relationship model are judged. */
function cases(cls: DomainClass): unknown[] {
  const own = cls.fields;
  const single = own.filter((f) => f.cardinality === 'one');
  const optional = own.filter((f) => f.cardinality === 'optional').map((f) => f.name);
  const many = own.filter((f) => f.cardinality === 'many');
  const ofOne = {
    model: className(cls.name),
    sample: sample(cls),
    docs: own.filter((f) => f.doc !== undefined).map((f) => [f.name, f.doc]),
    omissible: [...optional, ...single.filter((f) => f.generated !== undefined).map((f) => f.name)],
    nullable: optional,
    required: [...single.filter((f) => f.generated === undefined), ...many.filter((f) => (f.minItems ?? 0) > 0)].map(
      (f) => f.name,
    ),
    refused: own.flatMap((field) => {
      const refused = refusalsOf(field.type);
      if (field.cardinality === 'one') return [...refused, 'null'].map((text) => [field.name, text]);
      if (field.cardinality === 'optional') return refused.map((text) => [field.name, text]);
      const one = JSON.stringify(sampleOf(field.type));
      const tooFew = field.minItems ? [`[${Array(field.minItems - 1).fill(one)}]`] : [];
      const tooMany = field.maxItems === undefined ? [] : [`[${Array(field.maxItems + 1).fill(one)}]`];
      return ['null', one, '[null]', ...refused.map((text) => `[${text}]`), ...tooFew, ...tooMany].map((text) => [
        field.name,
        text,
      ]);
    }),
  };
  if (cls.relationsName === undefined) return [ofOne];

  const relations = declaredRelations(cls);
  const related = relations.map((r) => [r.name, r.many ? [sample(r.target)] : sample(r.target)]);
  const full = { ...sample(cls), ...Object.fromEntries(related) };
  // In schema.org, an instance with all its related objects can be half a megabyte.
  if (JSON.stringify(full).length > 20_000) return [ofOne];
  const withRelations = {
    model: className(cls.relationsName),
    sample: full,
    docs: relations.filter((r) => r.doc !== undefined).map((r) => [r.name, r.doc]),
    omissible: relations.filter((r) => r.many || !r.required).map((r) => r.name),
    nullable: relations.filter((r) => !r.many && !r.required).map((r) => r.name),
    required: relations.filter((r) => !r.many && r.required).map((r) => r.name),
    refused: relations.flatMap((r) => [`"${id}"`, r.many ? 'null' : '[]'].map((text) => [r.name, text])),
  };
  return [ofOne, withRelations];
}

describeWith(['pydantic'], 'Pydantic', () => {
  test('packages load without a warning, write what they read, and refuse what breaks a constraint', () => {
    const script = fileURLToPath(new URL('python_pydantic.py', import.meta.url));
    const judged = run(python, ['-W', 'error', '-B', script, folder], { cwd: folder });
    expect(Number(judged)).toBeGreaterThan(10_000);
  });

  test('the tutorial', () => {
    run(python, ['-W', 'error', '-B', '-c', tutorial], { cwd: folder });
  });
});

describeWith(['pydantic', 'mypy'], 'mypy --strict', () => {
  const mypy = (cache: string, ...args: string[]) =>
    run(python, ['-m', 'mypy', '--strict', '--no-error-summary', '--cache-dir', cache, ...args], { cwd: folder });
  const packages = (names: Iterable<string>) => [...names].flatMap((name) => ['-p', packageName(name)]);

  test('on its own', () => {
    mypy('.mypy', ...packages(models.keys()));
    mypy('.mypy', 'usage.py');
  });

  test("with Pydantic's plugin", () => {
    const options = ['init_forbid_extra', 'init_typed', 'warn_required_dynamic_aliases'].map((option) => `${option} = True`);
    const ini = ['[mypy]', 'plugins = pydantic.mypy', '[pydantic-mypy]', ...options, ''].join('\n');
    writeFileSync(path.join(folder, 'plugin.ini'), ini);
    const plugin = ['--config-file', 'plugin.ini'];
    mypy('.mypy-plugin', ...plugin, ...packages([...models.keys()].filter((name) => name !== 'schema')));
    mypy('.mypy-plugin', ...plugin, 'usage.py');
  });
});

describeWith(['ruff'], 'ruff', () => {
  const ruff = (...args: string[]) =>
    run(python, ['-m', 'ruff', ...args, '--isolated', '--no-cache', '--exclude', 'usage.py', '.'], { cwd: folder });

  test('the formatter has nothing to change', () => {
    ruff('format', '--diff', '--quiet');
  });

  test('the linter has nothing to say', () => {
    ruff('check');
    // A word that is longer than a line stays whole.
    ruff('check', '--select', 'E,F,I,UP,B,RUF022', '--ignore', 'E501');
  });
});
