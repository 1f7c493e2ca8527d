import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateNames } from '../src/targets/index.ts';
import { ontologyFile } from './support/ontologies.ts';
import { codegen } from './support/program.ts';

interface Explained {
  readonly name: string;
  readonly iri?: string;
  readonly place?: { readonly file: string; readonly line: number };
  readonly fields?: readonly string[];
  readonly axioms: readonly { readonly statement: string }[];
  readonly targets: readonly { readonly target: string; readonly path: string; readonly line: number; readonly name: string }[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-explain-'));

beforeAll(() => {
  cpSync(ontologyFile('constraints'), path.join(folder, 'shop.ttl'));
  const { status, stderr } = codegen(
    folder,
    'template generate-rdf --ontology shop.ttl --template all --output-dir out'.split(' '),
  );
  expect(stderr).not.toMatch(/warning|error/);
  expect(status).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true }));

function explain(...args: readonly string[]): Explained {
  const { status, stdout, stderr } = codegen(folder, ['explain', ...args, '--json']);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

function fails(...args: readonly string[]): string {
  const { status, stdout, stderr } = codegen(folder, ['explain', ...args]);
  expect(stdout).toBe('');
  expect(status).toBeGreaterThan(0);
  return stderr;
}

// The tests of src/report/ check every element; here a few are enough.
describe.each(['Product', 'OrderStatus', 'DigitalProduct.discount'])('%s', (name) => {
  test('is found by its name, and by each line that declares it', () => {
    const byName = explain(name, '--ontology', 'shop.ttl');
    expect(byName.name).toBe(name);
    const isEnumeration = name === 'OrderStatus';
    expect(byName.targets.map((t) => t.target)).toEqual(
      templateNames.filter((t) => !isEnumeration || !['sql-schema', 'shacl-shapes', 'jsonld-context', 'r2rml'].includes(t)),
    );
    for (const { target, path: file, line } of byName.targets) {
      const byLine = explain(`out/${target}/${file}:${line}`);
      expect(byLine.iri, `${target}/${file}:${line}`).toBe(byName.iri);
      // If a superclass declares an inherited field, the line belongs to the superclass.
      expect(byLine.name.split('.').at(-1), `${target}/${file}:${line}`).toBe(name.split('.').at(-1));
    }
  });
});

test('the printed lines are those of the files', () => {
  for (const { target, path: file, line, name } of explain('Product', '--ontology', 'shop.ttl').targets) {
    const text = readFileSync(path.join(folder, 'out', target, file), 'utf8').split('\n')[line - 1];
    expect(text, `${target}/${file}:${line}`).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test('the printed lines are those of the files with the options of the settings', () => {
  const project = path.join(folder, 'configured');
  mkdirSync(project);
  cpSync(ontologyFile('blog'), path.join(project, 'blog.ttl'));
  const output = '{ template: rust-models, folder: src/models, options: { derives: [a::B, c::D, e::F] } }';
  writeFileSync(path.join(project, 'codegen.yaml'), `ontology: blog.ttl\noutputs:\n  - ${output}\n`);
  expect(codegen(project, ['generate', '--quiet']).status).toBe(0);
  const lines = readFileSync(path.join(project, 'src/models/post.rs'), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.startsWith('    pub title: String')) + 1;
  const explained = (what: string): Explained => JSON.parse(codegen(project, ['explain', what, '--json']).stdout);
  const rust = ({ targets }: Explained) => targets.find(({ target }) => target === 'rust-models')?.line;
  expect(rust(explained('Post.title'))).toBe(line);
  expect(explained(`src/models/post.rs:${line}`)).toMatchObject({ name: 'Post.title' });
});

test('the ontology is found next to a file or in a parent folder, or is given by an option', () => {
  cpSync(path.join(folder, 'out/rust-models/product.rs'), path.join(folder, 'other/product.rs'));
  const product = explain('Product', '--ontology', 'shop.ttl').targets.find((t) => t.target === 'rust-models');
  const at = `product.rs:${product?.line}`;
  expect(explain(`other/${at}`).place?.file).toBe('shop.ttl');
  expect(explain(`${folder}/other/${at}:5`).name).toBe('Product');
  cpSync(path.join(folder, 'shop.ttl'), path.join(folder, 'elsewhere/shop.ttl'));
  expect(explain(`other/${at}`, '--ontology', 'elsewhere/shop.ttl').place?.file).toBe('elsewhere/shop.ttl');
  const lonely = mkdtempSync(path.join(tmpdir(), 'codegen-lonely-'));
  cpSync(path.join(folder, 'other'), lonely, { recursive: true });
  expect(fails(`${lonely}/${at}`)).toContain('cannot find shop.ttl');
  rmSync(lonely, { recursive: true });
});

test('a line of an edited file is found by its text, with a warning', () => {
  const file = 'out/graphql-schema/schema.graphql';
  const text = readFileSync(path.join(folder, file), 'utf8');
  const { line = 0 } =
    explain('Product.catalogue', '--ontology', 'shop.ttl').targets.find((t) => t.target === 'graphql-schema') ?? {};
  const lines = text.split('\n');
  writeFileSync(
    path.join(folder, 'out/graphql-schema/schema.graphql'),
    ['# Mine.', '#', ...lines.slice(0, 8), '', ...lines.slice(8)].join('\n'),
  );
  const { status, stdout, stderr } = codegen(folder, ['explain', `${file}:${line + 3}`, '--json']);
  writeFileSync(path.join(folder, file), text);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).name).toBe('Product.catalogue');
  expect(stderr).toContain(`line ${line + 3} was found by its text, so the answer may be about another line [line-moved]`);
  expect(codegen(folder, ['explain', `${file}:${line}`]).stderr).toBe('');
});

test('the text shows the name, its source location, its axioms, and its name in each target', () => {
  const { stdout } = codegen(folder, ['explain', 'Product.catalogue', '--ontology', 'shop.ttl']);
  const lines = stdout.split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'Product.catalogue',
    '  IRI     http://example.org/shop#catalogue',
    expect.stringMatching(/^ {2}source {2}shop\.ttl:\d+:1$/),
  ]);
  expect(stdout).toMatch(/^shop\.ttl:\d+:\d+ {2}:Product :catalogue sh:maxLength 12$/m);
  expect(stdout).toMatch(/^sql-schema +products\.catalogue +TEXT NOT NULL +001_create_shop_schema\.sql:\d+$/m);
});

test('an unknown element or line is reported', () => {
  writeFileSync(path.join(folder, 'mine.rs'), 'pub struct Product;\n');
  expect(fails('Prodct', '--ontology', 'shop.ttl')).toContain('did you mean Product?');
  expect(fails('Product.skus', '--ontology', 'shop.ttl')).toContain('did you mean Product.sku?');
  expect(fails('Product')).toContain('to explain Product, codegen needs the ontology');
  expect(fails('none.rs:3')).toContain('codegen needs the ontology, or the file and line of generated code');
  expect(fails('mine.rs:1')).toContain('was not generated by a template');
  expect(fails('out/rust-models/product.rs:99999')).toContain('has no line 99999');
  expect(fails('out/rust-models/product.rs:0')).toContain('has no line 0');
  expect(fails('out/rust-models/product.rs', '--ontology', 'shop.ttl')).toContain(
    'help: name one of its lines: codegen explain out/rust-models/product.rs:1',
  );
  expect(fails('out/rust-models/mod.rs:1')).toContain('declares no class, field or enumeration');
});

test('the kinds of a hierarchy are located at their complete list, even if a partial list comes first', () => {
  const owl = 'http://www.w3.org/2002/07/owl#';
  const below = '<http://www.w3.org/2000/01/rdf-schema#subClassOf>';
  const ontology = [
    `@prefix : <http://example.org/birds#> . @prefix owl: <${owl}> .`,
    `:Species a owl:Class ; ${below} :Being . :Bird a owl:Class ; ${below} :Species . :Being a owl:Class .`,
  ];
  writeFileSync(path.join(folder, 'birds.ttl'), ontology.join('\n'));
  codegen(folder, 'template generate-rdf --ontology birds.ttl --template openapi-spec --output-dir birds'.split(' '));
  const { targets } = explain('BeingKind', '--ontology', 'birds.ttl');
  const { name, line } = targets.find(({ target }) => target === 'openapi-spec') ?? { name: '', line: 0 };
  expect(name).toBe('AnyBeing.kind');
  const lines = readFileSync(path.join(folder, 'birds/openapi.yaml'), 'utf8').split('\n');
  expect(lines[line - 1]).toBe('    AnyBeing:');
});
