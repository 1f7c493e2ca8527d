import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DiagnosticError, formatDiagnostic } from '../diagnostics/index.ts';
import { readSettings, type Settings } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'codegen.yaml');

function read(text: string): Promise<Settings> {
  writeFileSync(file, text);
  return readSettings(file);
}

/** Returns the errors of a rejected file as `line:column message`, with the help if there is any. */
async function problems(text: string): Promise<string[]> {
  const error = await read(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DiagnosticError)) throw new Error(`taken, or no message: ${error}`);
  for (const each of error.diagnostics) {
    expect(each.place?.line).toBeGreaterThan(0);
    expect(each.place?.column).toBeGreaterThan(0);
    expect(formatDiagnostic(each)).not.toContain('undefined');
  }
  return error.diagnostics.map(
    ({ place, message, help }) => `${place?.line}:${place?.column} ${message}${help === undefined ? '' : `; ${help}`}`,
  );
}

const OUTPUTS = 'outputs:\n  - template: rust-models\n    folder: src/models\n';

describe('valid settings', () => {
  test('reads the minimum', async () => {
    const { ontology, sources, policies, outputs } = await read(`ontology: blog.ttl\n${OUTPUTS}`);
    const from = (given: string) => path.relative('', path.join(folder, given));
    expect(ontology).toBe(from('blog.ttl'));
    expect(sources).toEqual({});
    expect(policies).toEqual({});
    expect(outputs).toMatchObject([{ template: 'rust-models', folder: from('src/models'), options: {}, place: { line: 4 } }]);
  });

  test('reads everything that belongs to an ontology', async () => {
    const { ontology, sources } = await read(`
ontology:
  file: /abs/blog.ttl
  shapes: [shapes.ttl]
  imports: { 'http://example.org/core#=1': core.ttl }
  catalog: c.xml
  allow-read: [..]
`);
    const from = (given: string) => path.relative('', path.join(folder, given));
    expect(ontology).toBe('/abs/blog.ttl');
    expect(sources).toEqual({
      shapes: [from('shapes.ttl')],
      imports: [{ iri: 'http://example.org/core#=1', file: from('core.ttl') }],
      catalog: from('c.xml'),
      allowRead: [from('..')],
    });
  });

  test('reads words as strings, as in YAML 1.2, whatever version the file declares', async () => {
    const { policies } = await read('%YAML 1.1\n---\nontology: yes\npolicies:\n  language: no\n  unstated: open\n');
    expect(policies).toEqual({ language: 'no', unstated: 'open' });
  });

  test('reads policy values that look like numbers as strings', async () => {
    const { policies } = await read(`ontology: a.ttl\npolicies:\n  openapi: 3.0\n  integers: 64\n  long: "string"\n${OUTPUTS}`);
    expect(policies).toEqual({ openapi: '3.0', integers: '64', long: 'string' });
  });

  test('accepts a byte order mark, CRLF and aliases', async () => {
    const { outputs } = await read(
      `\ufeffontology: a.ttl\r\noutputs:\r\n  - template: &t rust-models\r\n    folder: a\r\n  - template: *t\r\n    folder: b\r\n`,
    );
    expect(outputs.map(({ template }) => template)).toEqual(['rust-models', 'rust-models']);
  });
});

test('reads rules for warnings', async () => {
  const { rules } = await read(
    'ontology: a.ttl\ndiagnostics:\n  errors: [name-collision]\n  silence:\n    - { code: import-missing, at: "ex:a", reason: known }\n',
  );
  expect(rules).toEqual({
    errors: ['name-collision'],
    silences: [{ code: 'import-missing', at: 'ex:a', reason: 'known', place: { file, line: 5, column: 7 } }],
    folder,
  });
  expect((await read('ontology: a.ttl\ndiagnostics: { errors: all }\n')).rules.errors).toBe('all');
  expect(await problems('ontology: a.ttl\ndiagnostics:\n  silence:\n    - { code: import-mising }\n')).toEqual([
    '4:7 the settings of diagnostics.silence[0] lack reason',
    '4:15 diagnostics.silence[0].code cannot be "import-mising"; did you mean import-missing?',
  ]);
});

test.each([
  ['Latin-1', Buffer.from('ontology: caf\xe9.ttl\n', 'latin1'), 'file-not-utf8', { line: 1, column: 14 }],
  ['UTF-16', Buffer.from('\ufeffontology: a.ttl\n', 'utf16le'), 'file-encoded', { line: 1, column: 1 }],
])('a file in %s is reported as such, and not read', async (_, bytes, code, place) => {
  writeFileSync(file, bytes);
  await expect(readSettings(file)).rejects.toMatchObject({ diagnostics: [{ code, place: { file, ...place } }] });
});

describe('reports errors with their source location', () => {
  test.each<[about: string, text: string, said: readonly string[]]>([
    [
      'an unknown member',
      'ontolgy: a.ttl',
      ['1:1 the settings lack ontology', '1:1 the settings have no member ontolgy; did you mean ontology?'],
    ],
    [
      'an unknown member further in',
      'ontology: a.ttl\noutputs:\n  - template: rust-models\n    fodler: x\n',
      [
        '3:5 the settings of outputs[0] lack folder',
        '4:5 the settings of outputs[0] have no member fodler; did you mean folder?',
      ],
    ],
    [
      'an unknown member of one form of two',
      'ontology: { file: a.ttl, shape: [b] }',
      ['1:26 the settings of ontology have no member shape; did you mean shapes?'],
    ],
    [
      'a member that belongs further in',
      'ontology: a.ttl\nimports: {}\n',
      ['2:1 the settings have no member imports; did you mean ontology.imports?'],
    ],
    [
      'a list that nothing ends',
      'ontology:\n  file: a.ttl\n  shapes: [b.ttl, c.ttl\nselect: []\n',
      ['3:11 the settings cannot be read: no ] ends the list that begins here'],
    ],
    [
      'a map that nothing ends, in a list',
      'ontology: a.ttl\noutputs: [{ template: rust-models, folder: g ]\n',
      ['2:11 the settings cannot be read: no } ends the map that begins here'],
    ],
    [
      'a colon in a value',
      'ontology: a: b\n',
      ['1:11 the settings cannot be read: put a value that contains ": " in quotes, and indent the members of a map equally'],
    ],
    [
      'a line without a colon',
      'ontology a.ttl\nselect: []\n',
      ['1:1 the settings cannot be read: this is not a member; write key: value'],
    ],
    [
      'members of an item that are indented otherwise',
      'ontology: a.ttl\noutputs:\n  - template: rust-models\n   folder: g\n',
      ['4:1 the settings cannot be read: items of a list begin with "- ", and members of one map are indented alike'],
    ],
    [
      'a sign that begins no text',
      'ontology: @a.ttl\n',
      ['1:11 the settings cannot be read: put a string that begins with this character in quotes'],
    ],
    ...['ontology:a.ttl', 'ontology = a.ttl'].map((text): [string, string, string[]] => [
      `a member of another language: ${text}`,
      text,
      [`1:1 the settings must be a map, not "${text}"; did you mean ontology: a.ttl?`],
    ]),
    [
      'two versions that Git could not merge',
      '# ours\n<<<<<<< HEAD\nontology: a.ttl\n=======\nontology: b.ttl\n>>>>>>> b\n',
      ['2:1 the settings cannot be read: Git could not merge this file; the conflict begins here'],
    ],
    [
      'an unknown template',
      'ontology: a.ttl\noutputs: [{ template: rust-model, folder: a }]',
      ['2:23 outputs[0].template cannot be "rust-model"; did you mean rust-models?'],
    ],
    [
      'an unknown policy',
      'ontology: a.ttl\npolicies: { unsated: open }',
      ['2:13 the settings of policies have no member unsated; did you mean unstated?'],
    ],
    [
      'an unknown value of a policy',
      'ontology: a.ttl\npolicies: { unstated: opn }',
      ['2:23 policies.unstated cannot be "opn"; did you mean open?'],
    ],
    [
      'a language that is none',
      'ontology: a.ttl\npolicies: { openapi: 3.10, language: e_n }',
      [
        '2:22 policies.openapi cannot be "3.10"; did you mean 3.1?',
        '2:38 policies.language cannot be "e_n", but a tag such as en or pt-BR',
      ],
    ],
    ['a number for a path', 'ontology: 12', ['1:11 ontology must be a string or a map, not 12, unless that stands in quotes']],
    ['a list for a path', 'ontology: [a]', ['1:11 ontology must be a string or a map, not a list']],
    ['nothing', 'ontology:', ['1:10 ontology is empty; it must be a string or a map']],
    ['an empty text', "ontology: ''", ['1:11 ontology is empty']],
    ['no outputs', 'ontology: a.ttl\noutputs: []', ['2:10 outputs is empty; add an entry']],
    [
      'a map for a list',
      'ontology: a.ttl\noutputs: { template: rust-models }',
      ['2:10 outputs must be a list, not a map; begin each entry with "- "'],
    ],
    [
      'an IRI without its file',
      'ontology: { file: a, imports: { x: } }',
      ['1:36 ontology.imports.x is empty; it must be a string'],
    ],
    ['a list at the top', '- a', ['1:1 the settings must be a map, not a list; write its members without "- "']],
    [
      'a folder twice',
      `ontology: a\n${OUTPUTS}  - template: sql-schema\n    folder: src//models/\n`,
      ['6:13 outputs[1].folder is the folder of rust-models, F/src/models; give each output its own folder'],
    ],
    [
      'a folder in another',
      `ontology: a\n${OUTPUTS}  - template: sql-schema\n    folder: SRC\n`,
      [
        '6:13 outputs[1].folder is F/SRC, which contains the folder of rust-models, F/src/models; give each output its own folder',
      ],
    ],
    [
      'a member of every object',
      'ontology: a\n__proto__: { a: 1 }\nconstructor: b',
      [
        '2:1 the settings have no member __proto__; it may be ontology, outputs, service, policies, select, exclude, depth, outside, elements or diagnostics',
        '3:1 the settings have no member constructor; it may be ontology, outputs, service, policies, select, exclude, depth, outside, elements or diagnostics',
      ],
    ],
  ])('%s', async (_, text, texts) => {
    const shown = (await problems(text)).map((each) => each.replaceAll(path.relative('', folder), 'F'));
    expect(shown).toEqual(texts);
  });
});

describe('rejected YAML', () => {
  // Each of forty steps doubles the size, so expanding all of it would never end.
  const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join('\n');
  test.each<[about: string, text: string, said: RegExp]>([
    ['nothing at all', '', /1:1 .*it is empty|must be a map/],
    ['a comment', '# nothing\n', /settings/],
    ['a tag', 'ontology: !!js/function x', /1:\d+ .*tag/],
    ['an own tag', 'ontology: !include other.yaml', /1:11 .*tag !include/],
    ['a member twice', 'ontology: a\nontology: b', /2:1 .*is repeated/],
    ['merge keys', 'a: &a { b: 1 }\nc: { <<: *a }', /2:6 .*no merge keys/],
    ['two documents', 'ontology: a\n---\nontology: b', /2:1 .*second document/],
    ['a key that is a list', '? [a]\n: b', /1:3 .*a key must be a string/],
    ['an unknown anchor', 'ontology: *x', /1:11 .*no anchor &x/],
    ['an anchor that holds itself', 'ontology: &x [*x]', /1:15 .*\*x is inside/],
    ['aliases that double', bomb, /comes to more than 20000 members/],
    ['brackets without end', 'ontology: ['.padEnd(50_000, '['), /1:\d+ .*more than 50 deep/],
    ['braces without end', '{a: '.repeat(20_000), /1:\d+ .*more than 50 deep/],
    ['lists in lists', '- '.repeat(50_000), /1:\d+ .*more than 50 deep/],
    [
      'indentation without end',
      Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /\d+:\d+ .*more than 50 deep/,
    ],
    ['keys in keys', '? '.repeat(50_000), /1:\d+ .*more than 50 deep/],
    ['a text that does not end', 'ontology: "a\nb: c\nd: e\n', /^1:11 .*no " ends the string that begins here.*$/],
    ['a text that ends too early', "a:\n  - 'b\nc: ['d']\n", /^2:5 .*no ' ends the string that begins here.*$/],
    ['a text in brackets that does not end', "a: [{ b: 'c }]\n", /^1:10 .*no ' ends the string that begins here.*$/],
    ['a tab', '\tontology: a', /1:1 .*tab/i],
    ['zero bytes', 'ontology: \0a', /1:\d+ .*control character/],
    ['zero bytes by another way', 'ontology: "a\\0b"', /1:11 .*control character/],
  ])('%s', async (_, text, params) => {
    expect((await problems(text)).join('\n')).toMatch(params);
  });

  test('reports a file that is too large, a folder, and a missing file', async () => {
    await expect(read('#'.repeat(1_000_001))).rejects.toMatchObject({ diagnostics: [{ code: 'file-too-large' }] });
    await expect(readSettings(folder)).rejects.toMatchObject({ diagnostics: [{ code: 'file-is-directory' }] });
    await expect(readSettings(path.join(folder, 'none.yaml'))).rejects.toMatchObject({
      diagnostics: [{ code: 'settings-not-found', exit: 2 }],
    });
  });
});
