import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceOf } from '../src/instances/index.ts';
import { modelOf, ontologyFile } from './support/ontologies.ts';
import { codegenProcess as codegen, inFolder, messagesOf, readTree } from './support/program.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'codegen-slices-'));
  copyFileSync(ontologyFile('blog'), path.join(folder, 'blog.ttl'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const generate = (...more: string[]) =>
  codegen(folder, [
    'template',
    'generate-rdf',
    '--ontology',
    'blog.ttl',
    '--template',
    'rust-models',
    '--output-dir',
    'out',
    ...more,
  ]);

describe('a generated slice', () => {
  test('has only the files of its classes, and reports references that leave it', () => {
    const { status, stderr } = generate('--select', ':Post');
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 of 3 classes; 2 references leave the slice')]);
    expect(stderr).toContain('codegen graph report blog.ttl --select :Post lists them');
    expect(Object.keys(readTree(path.join(folder, 'out'))).sort()).toEqual([
      'mod.rs',
      'page.rs',
      'patch.rs',
      'post.rs',
      'validation.rs',
    ]);
    expect(readFileSync(path.join(folder, 'out/post.rs'), 'utf8')).toMatch(
      /^.*from blog\.ttl with select=%3APost; do not edit post\.rs\.\n/,
    );
  });

  test('is up to date for the same selection, but not for the whole model', () => {
    expect(generate('--select', ':Post', '--check').status).toBe(0);
    expect(generate('--check').status).toBe(1);
  });

  test('is explained as a slice', () => {
    const line =
      readFileSync(path.join(folder, 'out/post.rs'), 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('author_id:')) + 1;
    const { status, stdout, stderr } = codegen(folder, ['explain', `out/post.rs:${line}`, '--json']);
    expect([status, messagesOf({ stderr })]).toEqual([0, '']);
    expect(JSON.parse(stdout).doc).toContain('The IRI of a resource of the class');
  });
});

test('graph load and graph report list the references that leave the slice', () => {
  const load = codegen(folder, ['graph', 'load', 'blog.ttl', '--select', 'Post', '--json']);
  const { slice } = JSON.parse(load.stdout);
  expect(slice).toMatchObject({ select: ['Post'], exclude: [], depth: 0, outside: 'iri', of: 3 });
  expect(slice.leaving.map(({ element }: { element: string }) => element)).toContain('Post.author_id');
  const report = codegen(folder, ['graph', 'report', 'blog.ttl', '--select', 'Post', '--outside', 'omit']);
  expect(report.stdout).toMatch(/Slice\n\n1 of 3 classes; .*\n\nwas excluded\n {2}blog\.ttl:\d+:1 +Post\.author_id +:User\n/);
  const html = codegen(folder, ['graph', 'report', 'blog.ttl', '--select', 'Post', '--format', 'html']);
  expect(html.stdout).toMatch(/"slice":"1 of 3 classes; [^"]+"/);
});

test('a diagram has only the classes of the slice', () => {
  const { stdout } = codegen(folder, [
    'graph',
    'visualize',
    'blog.ttl',
    '--select',
    'Post',
    '--depth',
    '1',
    '--exclude',
    'Comment',
  ]);
  expect([...stdout.matchAll(/^ {2}"?(\w+)"? \[/gm)].map(([, name]) => name)).toEqual(expect.arrayContaining(['User', 'Post']));
  expect(stdout).not.toContain('Comment');
});

test('only warnings about the slice are printed', () =>
  inFolder((at) => {
    const turtle = `@prefix : <http://example.org/w#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class . :B a owl:Class .
:one a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string ; rdfs:domain :Missing .
:two a owl:DatatypeProperty ; rdfs:domain :B ; rdfs:range xsd:string ; rdfs:domain :Missing .
:none a owl:DatatypeProperty ; rdfs:range xsd:string .
`;
    writeFileSync(path.join(at, 'w.ttl'), turtle);
    const linesOf = (...more: string[]) =>
      JSON.parse(codegen(at, ['graph', 'load', 'w.ttl', '--json', ...more]).stdout).diagnostics.map(
        ({ line }: { line: number }) => line,
      );
    expect(linesOf()).toContain(6);
    expect(new Set(linesOf('--select', 'A'))).toEqual(new Set([4]));
  }));

test('the settings may select a slice, and the command line another one', () =>
  inFolder((at) => {
    copyFileSync(ontologyFile('blog'), path.join(at, 'blog.ttl'));
    writeFileSync(
      path.join(at, 'codegen.yaml'),
      'ontology: blog.ttl\nselect: [":Post"]\nexclude: [Comment]\ndepth: 1\noutside: omit\n',
    );
    const sliceOf = (...more: string[]) => JSON.parse(codegen(at, ['graph', 'load', '--json', ...more]).stdout);
    expect(sliceOf()).toMatchObject({
      classes: 2,
      slice: { select: [':Post'], exclude: ['Comment'], depth: 1, outside: 'omit' },
    });
    expect(sliceOf('--select', 'User', '--depth', '0').slice).toMatchObject({ select: ['User'], exclude: ['Comment'], depth: 0 });
    writeFileSync(path.join(at, 'codegen.yaml'), 'ontology: blog.ttl\nselect: [User, Pst]\n');
    const place = 'codegen.yaml:2:16: error: no class of blog.ttl matches select "Pst"; did you mean Post?';
    expect(codegen(at, ['graph', 'load']).stderr).toContain(place);
    expect(codegen(at, ['graph', 'load', '--select', 'Pst']).stderr).toContain(
      'error: no class of blog.ttl matches --select "Pst"',
    );
    expect(sliceOf('--no-config').slice).toBeUndefined();
  }));

test.each([
  [['--select', ':Pst'], 'did you mean :Post?'],
  [['--select', 'Post', '--exclude', 'P*'], 'everything that "Post" selects is excluded by "P*"'],
  [['--select', 'Post', '--depth', 'one'], 'integer from 0'],
])('%j is rejected', (options, message) => {
  const { status, stderr } = codegen(folder, ['graph', 'load', 'blog.ttl', ...options]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

describe('documents of a slice are valid for the whole model, except references that leave it', () => {
  test.each([
    ['part-orders', 'constraints'],
    ['part-activity', 'prov'],
    ['part-observation', 'sosa'],
  ])('%s', async (part, whole) => {
    const { jsonSchema } = await import('../src/targets/json-schema/index.ts');
    const ofWhole = validatorOf(jsonSchema.generate(await modelOf(whole)));
    const model = await modelOf(part);
    const ofPart = validatorOf(jsonSchema.generate(model));
    const leaving = new Set(model.slice?.leaving.filter(({ becomes }) => becomes === 'iri').map(({ element }) => element));
    let tried = 0;
    for (const cls of model.classes) {
      const instance = instanceOf(cls)?.value;
      if (!instance) continue;
      expect([cls.name, ofPart(cls.name)(instance)]).toEqual([cls.name, true]);
      const keys = new Set(
        cls.allFields.filter(({ owner, name }) => leaving.has(`${owner.name}.${name}`)).map(({ name }) => name),
      );
      // The slice has the IRI of a resource where the whole model has its id.
      const id = '1b4e28ba-2fa1-4d2b-883f-b16a05c0d1a5';
      const asKey = (value: unknown) => (Array.isArray(value) ? value.map(() => id) : id);
      const document = Object.fromEntries(
        Object.entries(instance).map(([key, value]) => [key, keys.has(key) ? asKey(value) : value]),
      );
      const isValid = ofWhole(cls.name);
      // The whole model may require fields that the slice omits.
      const faults = isValid(document)
        ? []
        : (isValid.errors ?? []).filter(({ keyword }) => model.slice?.outside === 'iri' || keyword !== 'required');
      expect([cls.name, faults]).toEqual([cls.name, []]);
      const back = Object.fromEntries(
        Object.entries(document).map(([key, value]) => [
          key,
          keys.has(key) ? JSON.parse(JSON.stringify(value).replaceAll(id, `urn:uuid:${id}`)) : value,
        ]),
      );
      expect([cls.name, ofPart(cls.name)(back)]).toEqual([cls.name, true]);
      tried++;
    }
    expect(tried).toBeGreaterThan(1);
  });
});

/** Returns a function that compiles the validator of a class from the schemas of a model. */
function validatorOf(files: readonly { readonly path: string; readonly content: string }[]): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  ajvFormats.default(ajv);
  ajv.addFormat('iri-reference', true);
  const bundle = files.find(({ path }) => path === 'schema.json');
  ajv.addSchema({ ...JSON.parse(bundle?.content ?? '{}'), $id: 'schema.json' });
  return (name) => ajv.compile({ $ref: `schema.json#/$defs/${name}` });
}
