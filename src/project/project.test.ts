import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../test/support/ontologies.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import { generateClient } from './client.ts';
import { hashOf, lockedSources, parseLock, printLock } from './lock.ts';
import { crateOf, missingLines, packageOf } from './manifests.ts';
import { pythonTests } from './python-tests.ts';
import { rustTests } from './rust-tests.ts';
import { shellWord } from './scaffold/project.ts';

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

describe('the client', () => {
  const turtle = `
    :Thing a owl:Class ; owl:deprecated true .
    :code a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .
    :createdAt a owl:DatatypeProperty ; rdfs:label "created_at" ; rdfs:domain :Thing ; rdfs:range xsd:dateTime .
    :stars a owl:DatatypeProperty ; rdfs:domain :Thing ; rdfs:range xsd:integer .
    :note a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Thing ; rdfs:range xsd:string .
    :Http a owl:Class .`;

  test('uses the types of the classes for requests and responses', async () => {
    const { model } = await modelOfTurtle(turtle);
    const thing = generateClient(model).find(({ path }) => path === 'thing.ts')?.content;
    expect(thing).toContain('  body: types.ThingCreate,\n');
    expect(thing).toContain('http.Result<200, types.ThingPage, ');
    expect(thing).not.toContain('export type');
    expect(thing).toContain(`/**
 * Update thing: \`PATCH /things/{id}\`.
 *
 * @deprecated
 */
export function updateThing(
  api: http.Api,
  id: string,
  body: types.ThingUpdate,
  options?: http.CallOptions,
): Promise<http.Result<200, types.Thing, http.WriteFailure | 404>> {
  return http.call(api, {
    method: 'PATCH',
    path: \`/things/\${encodeURIComponent(id)}\`,
    body,
    success: 200,
    options,
  });
}
`);
  });

  test('has no update for a class without fields to change, and renames a module called http', async () => {
    const { model } = await modelOfTurtle(turtle);
    const files = generateClient(model);
    expect(paths(files)).toEqual(['http.ts', 'thing.ts', 'http_.ts', 'index.ts']);
    expect(files.find(({ path }) => path === 'http_.ts')?.content).not.toContain('updateHttp');
  });

  test('uses the exported types of pages and enumerations, whatever their names', async () => {
    const { model } = await modelOfTurtle(`:Page a owl:Class . :Colour a owl:Class ; owl:oneOf ( :red :blue ) .
      :colour a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Page ; rdfs:range :Colour .
      :next a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Page ; rdfs:range :Page .`);
    const page = generateClient(model, 'full').find(({ path }) => path === 'page.ts')?.content;
    expect(page).toContain('  readonly colour?: types.Colour;\n');
    expect(page).toContain('http.Result<200, types.PageOf<PageIncluded>, ');
  });

  test('exports the types of results and failures', async () => {
    const { model } = await modelOfTurtle(turtle);
    const index = generateClient(model, 'full').find(({ path }) => path === 'index.ts')?.content;
    const names = ['type ReadFailure', 'type Result', 'UnexpectedResponse', 'type WriteFailure'];
    expect(index).toContain(names.map((name) => `  ${name},\n`).join(''));
  });

  test('names shared types as the OpenAPI document does, even if classes have the same names', async () => {
    const { model } = await modelOfTurtle(':Page a owl:Class . :Problem a owl:Class . :Api a owl:Class .');
    const files = new Map(generateClient(model).map(({ path, content }) => [path, content]));
    expect(files.get('http.ts')).toContain('export interface ProblemDetails {');
    expect(files.get('page.ts')).toContain('http.Result<200, types.PagePage, ');
  });
});

test('Rust tests avoid names of crate roots, and use full paths for crates that a module hides', async () => {
  const { model } = await modelOfTurtle(':Main a owl:Class . :Lib a owl:Class . :Serde a owl:Class . :Self a owl:Class .');
  const files = new Map(rustTests(model, 'app').map(({ path, content }) => [path, content]));
  expect([...files.keys()]).toEqual(['main.rs', 'main_.rs', 'lib_.rs', 'serde.rs', 'self_.rs']);
  expect(files.get('main.rs')).toContain(
    'mod lib_;\nmod main_;\nmod self_;\nmod serde;\n\nuse std::fmt::Debug;\n\nuse ::serde::',
  );
  expect(files.get('self_.rs')).toContain('use app::models::Self_;\n');
});

test('Python tests use the Python names of models', async () => {
  const { model } = await modelOfTurtle(':None a owl:Class .');
  expect(pythonTests(model, 'app')[0]?.content).toContain('def test_none() -> None:\n    round_trip(\n        models.None_,\n');
});

describe('codegen.lock', () => {
  const lock = { name: 'blog', files: { 'Cargo.toml': hashOf('a\nb\n') } };

  test('reads what it has written, and ignores differences of line endings', () => {
    expect(parseLock(printLock(lock), 'codegen.lock')).toEqual(lock);
    expect(hashOf('a\r\nb\r\n')).toBe(lock.files['Cargo.toml']);
  });

  test('keeps the entries of remote files separate', () => {
    const sources = { 'https://example.org/a.ttl': 'sha256:0' };
    expect(lockedSources(printLock({ ...lock, sources }))).toEqual({ sources });
    expect(parseLock(JSON.stringify({ about: '', sources }), 'codegen.lock')).toBeUndefined();
  });

  test.each(['', '{', '[]', 'null', '{"name": 1, "files": {}}', '{"name": "blog"}', '{"name": "blog", "files": []}'])(
    'rejects a broken lock: %s',
    (text) => {
      expect(() => parseLock(text, 'codegen.lock')).toThrow(DiagnosticError);
    },
  );
});

test.each([
  ['[package]\nname = "acme-blog"\n', 'acme_blog'],
  ["[lib]\npath = 'x.rs'\nname = 'blog'\n[package] # x\nname = 'acme'", 'blog'],
  ['[package]\r\n  name="Acme"\r\n', 'Acme'],
  ['[[bin]]\nname = "tool"\n[package]\nversion = "1"\n', undefined],
  ['name = "nothing"\n', undefined],
])('the crate of %j is %s', (manifest, crate) => {
  expect(crateOf(manifest)).toBe(crate);
});

test('the package of a Python project is its name with underscores', () => {
  expect(packageOf('[build-system]\nname = "x"\n[project]\nname = "acme.blog-app"\n')).toBe('acme_blog_app');
});

test('reports a line as missing only if there is no equivalent one', () => {
  const needs = [{ pattern: /\bmod\s+models\b/, line: 'pub mod models;' }];
  expect(missingLines('mod models;\npub use models::*;\n', needs)).toEqual([]);
  expect(missingLines('// models\n', needs)).toEqual(['pub mod models;']);
});

test.each([
  ['blog.ttl', 'blog.ttl'],
  ['model/blog-2.ttl', 'model/blog-2.ttl'],
  ["it's.ttl", "'it'\\''s.ttl'"],
  ['$(x) `y`.ttl', "'$(x) `y`.ttl'"],
  ['-x.ttl', "'-x.ttl'"],
])('quotes %s as %s for the shell', (path, word) => {
  expect(shellWord(path)).toBe(word);
});

test('Python tests contain the exact JSON of an example, also with escapes', async () => {
  const { model } = await modelOfTurtle(`:Sign a owl:Class ; rdfs:subClassOf
    [ a owl:Restriction ; owl:onProperty :text ; owl:hasValue "say \\"\\"\\" and \\\\" ] .
    :text a owl:DatatypeProperty ; rdfs:domain :Sign ; rdfs:range xsd:string .
    :Plain a owl:Class .`);
  const [file] = pythonTests(model, 'app');
  expect(file?.content).toContain(String.raw`"text": "say \"\"\" and \\"`);
  expect(file?.content).toMatch(/models\.Sign,\n {8}r"""\n/);
  expect(file?.content).toMatch(/models\.Plain,\n {8}"""\n/);
});

test('examples of tests escape invisible characters, which clippy denies', async () => {
  const { model } = await modelOfTurtle(`:Sign a owl:Class ; rdfs:subClassOf
    [ a owl:Restriction ; owl:onProperty :text ; owl:hasValue "a\\u200Bb\\u00ADc\\u2060\\u202E" ] .
    :text a owl:DatatypeProperty ; rdfs:domain :Sign ; rdfs:range xsd:string .`);
  for (const tests of [rustTests(model, 'app'), pythonTests(model, 'app')]) {
    const all = tests.map(({ content }) => content).join('');
    expect(all).toContain(String.raw`a\u200bb\u00adc\u2060\u202e`);
    expect(all).not.toMatch(/[\u00ad\u200b\u2060\u202e]/);
  }
});
