/** Tests the library for browsers as it is published, in a context without anything of Node.js. */

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import type { OutputFile } from '../src/library/index.ts';
import { root } from './support/program.ts';

const folder = path.join(root, 'dist/browser');
const example = (name: string) => readFileSync(path.join(root, 'examples', name), 'utf8');
const shop = { 'shop.ttl': example('shop.ttl'), 'shop-shapes.ttl': example('shop-shapes.ttl') };
const shapes = ['shop-shapes.ttl'];

let browser: typeof import('../src/library/browser.ts');
/** The library for Node.js. */
let library: typeof import('../src/library/index.ts');
/** What the bundle imports from elsewhere. */
let imports: readonly string[];

beforeAll(async () => {
  library = createRequire(import.meta.url)(path.join(root, 'dist/index.cjs'));
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(folder, 'index.mjs')],
    ...{ bundle: true, format: 'iife', globalName: 'library', external: ['oxigraph'], write: false, logLevel: 'warning' },
    metafile: true,
  });
  const external = Object.values(metafile.outputs).flatMap((output) => output.imports.filter((each) => each.external));
  imports = [...new Set(external.map((each) => each.path))];
  const context = createContext({ TextEncoder, TextDecoder, URL, performance, setTimeout });
  runInContext(`${outputFiles[0]?.text}; globalThis.library = library;`, context);
  browser = context['library'];
});

test('no module imports another package than oxigraph, and none refers to Node.js', () => {
  expect(imports).toEqual(['oxigraph']);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(10);
  const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  expect(text.match(/["'`]node:\w*/g)).toBeNull();
});

test('generates the same bytes, and reports the same warnings and errors, as the library for Node.js', async () => {
  const policies = { unstated: 'optional' } as const;
  const here = await library.loadModel(shop, { shapes, policies });
  const there = await browser.loadModel(shop, { shapes, policies });
  expect(there.diagnostics).toEqual(here.diagnostics);
  const templates = library.templateNames;
  const plain = (files: readonly OutputFile[]) => files.map(({ path, content }) => ({ path, content }));
  expect(plain(await browser.generate(there, { templates }))).toEqual(plain(await library.generate(here, { templates })));
  expect(browser.modelJson(there)).toEqual(library.modelJson(here));
  const wrong = { 'a.ttl': '@prefix : <http://x.org/> .\n:a :b "c' };
  const failures = [library, browser].map(({ loadModel }) => loadModel(wrong).catch((error) => error));
  const [ours, theirs] = await Promise.all(failures);
  expect(theirs.diagnostics).toEqual(ours.diagnostics);
  expect(theirs.diagnostics[0].place).toMatchObject({ file: 'a.ttl', line: 2 });
});

test('transliterates names of other scripts', async () => {
  const text = `@prefix : <http://x.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :Größe a owl:Class .`;
  const { model } = await browser.loadModel({ 'a.ttl': text });
  expect(model.classes.map(({ name }) => name)).toEqual(['Grosse']);
});

test('compares two models', async () => {
  const before = await browser.loadModel(shop);
  const after = await browser.loadModel(shop, { shapes });
  expect(browser.diff(before, after).changes.length).toBeGreaterThan(0);
  expect(browser.diff(before, before).changes).toEqual([]);
});

test('validates data against the model, and by the SHACL engine', async () => {
  const ontology = `@prefix : <http://x.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Stay a owl:Class , sh:NodeShape ; sh:property [ sh:path :from ; sh:disjoint :to ; sh:minCount 1 ; sh:maxCount 1 ] .
:from a owl:DatatypeProperty ; rdfs:domain :Stay ; rdfs:range xsd:integer .
:to a owl:DatatypeProperty ; rdfs:domain :Stay ; rdfs:range xsd:integer .`;
  const loaded = await browser.loadModel({ 'stay.ttl': ontology });
  const prefix = '@prefix : <http://x.org/> .';
  const check = async (data: string) => {
    const { violations, diagnostics } = await browser.validate(loaded, 'data.ttl', `${prefix}\n${data}`);
    return { violations, lines: diagnostics.map(({ place }) => place?.line) };
  };
  expect(await check(':a a :Stay ; :from 1 ; :to 2 .')).toEqual({ violations: 0, lines: [] });
  expect(await check(':a a :Stay ; :to 2 .')).toEqual({ violations: 1, lines: [2] });
  expect(await check(':a a :Stay ; :from 2 ;\n:to 2 .')).toMatchObject({ violations: 1 });
  await expect(browser.validate(loaded, 'data.ttl', ':a')).rejects.toThrow(browser.CodegenError);
});

test('completes names, and explains them', async () => {
  const loaded = await browser.loadModel(shop);
  const text = `${shop['shop.ttl']}\n:Product rdfs:lab`;
  const [first] = browser.complete(loaded, text, text.length).filter(({ label }) => label === 'rdfs:label');
  expect(first?.changes[0]).toEqual({ from: text.length - 'rdfs:lab'.length, to: text.length, insert: 'rdfs:label' });
  const found = await browser.hover(loaded, shop['shop.ttl'], shop['shop.ttl'].indexOf(':price') + 2);
  expect(found?.text).toContain('sql-schema');
  expect(await browser.hover(loaded, shop['shop.ttl'], 0)).toBeUndefined();
});

test('describes a class diagram', async () => {
  const { model } = await browser.loadModel(shop);
  const { classes, edges } = browser.diagram(model);
  expect(classes.map(({ name }) => name)).toEqual(model.classes.map(({ name }) => name));
  expect(edges).toContainEqual(expect.objectContaining({ kind: 'refers', from: 'Order', to: 'Product' }));
});

test('rejects an unknown template', async () => {
  const loaded = await browser.loadModel(shop);
  await expect(browser.generate(loaded, { templates: ['rust-model'] })).rejects.toThrow(browser.CodegenError);
});
