import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../test/support/ontologies.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { loadTemplate, withOptions } from './index.ts';

const { model } = await modelOfTurtle(`
  :Post a owl:Class ; rdfs:label "Post" ; rdfs:comment "An article: */ \\"\\"\\" -- and\\nmore." .
  :Draft a owl:Class ; rdfs:subClassOf :Post .
  :title a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
  :type a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range xsd:gYear .
  :rating a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:integer .
  :S a sh:NodeShape ; sh:targetClass :Post ;
    sh:property [ sh:path :title ; sh:minCount 1 ; sh:maxLength 9 ] ;
    sh:property [ sh:path :state ; sh:in ("on" "off") ; sh:maxCount 1 ] .
  :state a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .`);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-template-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const manifest = `name: notes
comment: "#"
files:
  - template: all.liquid
    path: notes.txt
`;

function write(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries({ 'template.yaml': manifest, ...files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function made(
  files: Readonly<Record<string, string>>,
  given: Readonly<Record<string, unknown>> = {},
  of: DomainModel = model,
) {
  return (await withOptions(await loadTemplate(write(files)), given)).generate(of);
}

/** What is wrong, as `code line:column message`. */
async function fault(files: Readonly<Record<string, string>>, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
  try {
    await made(files, given);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [found] = error.diagnostics;
    const { file = '', line, column } = found?.place ?? {};
    return `${found?.code} ${path.relative(folder, file)}:${line}:${column} ${found?.message}`;
  }
  return 'nothing is wrong';
}

test('a file is made of the whole model', async () => {
  const [file, ...others] = await made({
    'all.liquid': '{% for class in model.classes %}\n{{ class.name }} {{ class.plural }}\n{% endfor %}\n',
  });
  expect(others).toEqual([]);
  expect(file).toMatchObject({ path: 'notes.txt', content: 'Post posts\nDraft drafts\n', comment: '#' });
});

test('files are made of each class and each enumeration, and of those that have a path', async () => {
  const rules = `name: notes
comment: "#"
files:
  - { template: one.liquid, for: class, path: "{{ class.slug }}/{{ class.name | kebab }}.txt" }
  - { template: two.liquid, for: enumeration, path: "{% if enumeration.values.size == 2 %}{{ enumeration.slug }}.txt{% endif %}" }
`;
  const files = await made({
    'template.yaml': rules,
    'one.liquid': '{{ class.name }}',
    'two.liquid': '{{ enumeration.values | map: "value" | join }}',
  });
  expect(Object.fromEntries(files.map(({ path, content }) => [path, content]))).toEqual({
    'post/post.txt': 'Post\n',
    'draft/draft.txt': 'Draft\n',
    'post_kind.txt': 'Post Draft\n',
    'post_state.txt': 'on off\n',
  });
});

test('lines of tags alone leave nothing behind, others are as they are written', async () => {
  const text =
    'a\n  {% if true %}\n  b {% if true %} c{% endif %} d\n  {% endif %}{% assign x = 1 %}\n{% raw %}\n{% if %}\n{% endraw %}\ne\n';
  const [file] = await made({ 'all.liquid': text });
  expect(file?.content).toBe('a\n  b  c d\n\n{% if %}\n\ne\n');
});

describe('filters', () => {
  test.each([
    ['"HTMLPage of_things" | snake', 'html_page_of_things'],
    ['"HTMLPage of_things" | kebab', 'html-page-of-things'],
    ['"HTMLPage of_things" | constant', 'HTML_PAGE_OF_THINGS'],
    ['"HTMLPage of_things" | pascal', 'HtmlPageOfThings'],
    ['"HTMLPage of_things" | camel', 'htmlPageOfThings'],
    ['"blog_entry" | plural', 'blog_entries'],
    ['"a b c" | wrap: 3', 'a b\nc'],
    ['"one two" | comment: 7', '; one\n; two'],
    ['null | comment', ''],
    ['model.classes[0].doc | comment', '; An article: */ """ -- and\n; more.'],
    ['"a" | indent: 2', '\t\ta'],
    ['"new" | identifier', 'new_'],
    ['"old" | identifier', 'old'],
    ['"a\'b" | literal', "'a\\'b'"],
    ['true | literal', 'true'],
    ['"Post" | class | field: "title" | type', 'Text'],
    ['"Post" | class | field: "rating" | type', 'Maybe<Int>'],
    ['"Post" | class | field: "type" | type', 'Other'],
    ['"Post" | class | field: "kind" | type', 'E.PostKind'],
    ['model.classes[0].allFields | imports | join: ","', 'a,b'],
  ])('%s', async (expression, expected) => {
    const rules = `${manifest.replace('"#"', '";"')}
indent: "\\t"
quotes: single
reserved: [new]
optional: Maybe<{}>
types: { string: { type: Text, import: b }, int32: { type: Int, import: [a, b] }, enumeration: "E.{}", other: Other }`;
    // Only what an expression says that is stated: the shape bounds the rating.
    const { model } = await modelOfTurtle(`
      :Post a owl:Class ; rdfs:comment "An article: */ \\"\\"\\" -- and\\nmore." . :Draft a owl:Class ; rdfs:subClassOf :Post .
      :title a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
      :type a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:gYear .
      :rating a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range xsd:integer .`);
    const [file] = await made({ 'template.yaml': rules, 'all.liquid': `{{ ${expression} }}` }, {}, model);
    expect(file?.content).toBe(`${expected}\n`);
  });

  test('none knows the time, chance or other files', async () => {
    for (const expression of ['"now" | date: "%Y"', '"a,b" | split: "," | sample']) {
      expect(await fault({ 'all.liquid': `{{ ${expression} }}` })).toMatch(
        /^template-failed all.liquid:1:\d+ .*undefined filter/,
      );
    }
  });
});

describe('what is wrong is told with its place', () => {
  const inAll: readonly (readonly [string, string, RegExp])[] = [
    ['a tag that is not closed', 'a\n{% if true %}\n', /^template-failed all.liquid:2:1 the template notes failed: .*not closed/],
    [
      'a member that there is not',
      '{% if true %}\n  x\n{% endif %}\n\n {{ model.nmae }}',
      /^template-failed all.liquid:5:\d+ .*undefined variable: model.nmae/,
    ],
    [
      'a type without a row',
      'a\n  {{ model.classes[0].allFields[0] | type }}',
      /^template-failed all.liquid:2:3 .*no type for id/,
    ],
    ['a class that there is not', '{{ "Pots" | class }}', /^template-failed all.liquid:1:1 .*no class Pots/],
    ['a mark of nothing', '{% mark model %}a{% endmark %}', /^template-failed all.liquid:1:1 .*mark wants a class/],
    [
      'a file that is not of the template',
      '{% render "../../etc/passwd" %}',
      /^template-failed all.liquid:1:1 .*no file ..\/..\/etc\/passwd/,
    ],
    ['files that render each other', '{% render "all" %}', /^template-failed all.liquid:1:1 .*without an end/],
    [
      'what fills the memory',
      '{% assign x = "0123456789" %}{% for i in (1..60) %}{% assign x = x | append: x %}{% endfor %}',
      /^template-failed all.liquid:1:\d+ .*fills the memory/,
    ],
    [
      'what writes without an end',
      '{% assign a = "a" %}{% for i in (1..40) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}',
      /^template-failed all.liquid:1:\d+ .*too long/,
    ],
    ['what nobody gave', '{{ constructor }}', /^template-failed all.liquid:1:\d+ .*undefined variable/],
  ];
  test.each(inAll)('%s', async (_, text, expected) => {
    expect(await fault({ 'all.liquid': text })).toMatch(expected);
  });

  test('in a file that another one renders', async () => {
    const files = { 'all.liquid': '{% render "part" %}', 'part.liquid': '\n\n  {{ nothing }}' };
    expect(await fault(files)).toMatch(/^template-failed part.liquid:3:\d+ .*undefined variable: nothing/);
  });

  const inManifest: readonly (readonly [string, string, RegExp])[] = [
    ['what is no YAML', 'name: [', /^template-invalid template.yaml:\d+:\d+ /],
    ['a misspelt member', `${manifest}langauge: Go\n`, /^template-invalid template.yaml:6:1 there is no langauge/],
    [
      'a built-in name',
      manifest.replace('notes', 'rust-models'),
      /^template-invalid template.yaml:1:7 rust-models is the name of a built-in/,
    ],
    ['a comment that is none', manifest.replace('"#"', '"a\\n"'), /^template-invalid template.yaml:2:10 .*begins no comment/],
    [
      'a file that is not there',
      manifest.replace('all.liquid', 'none.liquid'),
      /^template-invalid template.yaml:4:5 the template has no file none.liquid/,
    ],
    [
      'a path that leads out',
      manifest.replace('notes.txt', '../notes.txt'),
      /^template-invalid template.yaml:4:5 it makes a file "..\/notes.txt"/,
    ],
    [
      'a path that is absolute',
      manifest.replace('notes.txt', '/etc/notes.txt'),
      /^template-invalid template.yaml:4:5 .*absolute/,
    ],
    [
      'a path of another program',
      manifest.replace('notes.txt', '.git/config'),
      /^template-invalid template.yaml:4:5 .*another program/,
    ],
    [
      'a path that is no Liquid',
      manifest.replace('notes.txt', '"{{ x"'),
      /^template-invalid template.yaml:4:5 its path cannot be made/,
    ],
    [
      'two files at one path',
      manifest.replace('path', 'for: class\n    path'),
      /^template-invalid template.yaml:4:5 .*another one at that path/,
    ],
    [
      'an answer that is none',
      `${manifest}answers: { type: maybe }\n`,
      /^template-invalid template.yaml:6:18 answers.type is no answer/,
    ],
    [
      'a demand that there is not',
      `${manifest}answers: { requierd: enforced }\n`,
      /^template-invalid template.yaml:6:12 there is no requierd/,
    ],
    ['an option of no type', `${manifest}options: { x: { type: list } }\n`, /^template-invalid template.yaml:6:23 /],
    [
      'a default of another type',
      `${manifest}options: { x: { type: number, default: a } }\n`,
      /^template-invalid template.yaml:6:40 /,
    ],
    ['a wrapper without a place', `${manifest}list: Vec\n`, /^template-invalid template.yaml:6:7 list has no \{\}/],
  ];
  test.each(inManifest)('%s', async (_, text, expected) => {
    expect(await fault({ 'template.yaml': text, 'all.liquid': 'a' })).toMatch(expected);
  });
});

test('a link out of the folder is not followed', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'codegen-outside-'));
  writeFileSync(path.join(outside, 'secret.liquid'), 'secret');
  write({ 'all.liquid': '{% render "secret" %}' });
  symlinkSync(path.join(outside, 'secret.liquid'), path.join(folder, 'secret.liquid'));
  symlinkSync(outside, path.join(folder, 'below'));
  expect(await fault({})).toMatch(/no file secret/);
  expect(await fault({ 'all.liquid': '{% render "below/secret" %}' })).toMatch(/no file below\/secret/);
  rmSync(outside, { recursive: true });
});

describe('options', () => {
  const rules = `${manifest}options:
  text: { type: text, default: a }
  flag: { type: boolean, default: true }
  many: { type: number, default: 2 }
  style: { type: choice, values: [x, y] }
`;
  const files = {
    'template.yaml': rules,
    'all.liquid': '{{ options.text }} {{ options.flag }} {{ options.many }} {{ options.style }}',
  };

  test('have their defaults, and the values that are given', async () => {
    expect((await made(files))[0]?.content).toBe('a true 2 x\n');
    expect((await made(files, { text: 'b', flag: 'false', many: '3', style: 'y' }))[0]?.content).toBe('b false 3 y\n');
    expect((await made(files, { flag: false, many: 3.5 }))[0]?.content).toBe('a false 3.5 x\n');
  });

  test.each([
    [{ texts: 'a' }, 'has no option texts'],
    [{ flag: 'maybe' }, 'must be true or false'],
    [{ many: 'many' }, 'must be a number'],
    [{ style: 'z' }, 'must be one of x, y'],
    [{ text: 3 }, 'must be a text'],
  ])('refuse %o', async (given, expected) => {
    expect(await fault(files, given)).toMatch(/^template-option .* the template notes has (no|an) option/);
    expect(await fault(files, given)).toContain(expected);
  });
});

test('marks say where elements are declared, below their comments, through captures and filters', async () => {
  const text = `
{% for class in model.classes %}
{% mark class, name: class.name %}
# {{ class.name }}
class {{ class.name }}
{% capture inside %}
{% for field in class.fields %}
{% mark field, type: "T" %}
{{ field.name }}
{% endmark %}
{% endfor %}
{% endcapture %}
{{ inside | rstrip | indent }}
{% endmark %}
{% endfor %}`.trimStart();
  const [file] = await made({ 'all.liquid': text });
  const lines = file?.content.split('\n') ?? [];
  const marks = [...(file?.marks ?? [])].map(({ name, type, from, to, line = 1 }) => [
    name,
    type,
    from,
    to,
    lines[from + line - 2],
  ]);
  expect(file?.content).not.toMatch(/[\uFDD0-\uFDD2]/);
  const [post, draft] = model.classes;
  const size = post?.fields.length ?? 0;
  expect(marks[0]).toEqual(['Post', undefined, 1, 2 + size, 'class Post']);
  expect(marks.slice(1, 1 + size)).toEqual(post?.fields.map(({ name }, i) => [`Post.${name}`, 'T', 3 + i, 3 + i, `  ${name}`]));
  expect(marks[1 + size]).toEqual(['Draft', undefined, 3 + size, 4 + size + (draft?.fields.length ?? 0), 'class Draft']);
});

test('what a manifest does not answer is not done', async () => {
  const target = await loadTemplate(
    write({ 'template.yaml': `${manifest}answers: { type: enforced, member: { approximated: somehow } }\n`, 'all.liquid': 'a' }),
  );
  const { achieved } = target.emit(model);
  const [cls] = model.classes;
  const [field] = cls?.allFields ?? [];
  if (!cls || !field) throw new Error('the model has no field');
  expect(achieved({ kind: 'type', class: cls, field, type: field.type })).toEqual({ status: 'enforced' });
  expect(achieved({ kind: 'member', class: cls, field })).toEqual({ status: 'approximated', how: 'somehow' });
  expect(achieved({ kind: 'required', class: cls, field })).toEqual({ status: 'dropped', why: 'not answered' });
});

test('there is no template where none lies', async () => {
  await expect(loadTemplate('./nothing-here')).rejects.toThrow('there is no template at ./nothing-here');
  await expect(loadTemplate('rust-model')).rejects.toThrow('did you mean rust-models?');
  await expect(loadTemplate(folder)).rejects.toThrow(`the folder has no template.yaml`);
});
