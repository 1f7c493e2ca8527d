import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CodegenError,
  defineTarget,
  diff,
  enforced,
  generate,
  loadModel,
  marked,
  modelJson,
  nothing,
  writeFiles,
} from './index.ts';

const prefixes =
  '@prefix : <http://x.org/a#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix sh: <http://www.w3.org/ns/shacl#> .';
const main = `${prefixes} <http://x.org/a> a owl:Ontology ; owl:imports <http://x.org/core/> . :A a owl:Class .`;
const core = `${prefixes} <http://x.org/core> a owl:Ontology . <http://x.org/core#B> a owl:Class .`;

async function codesOf(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CodegenError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
  return [];
}

test('rejects an invalid template, and one that prints no files', async () => {
  // Calls without type checks, as in plain JavaScript.
  // biome-ignore lint/suspicious/noExplicitAny: the argument may have any type
  const any = (given: unknown) => given as any;
  for (const definition of [undefined, {}, { name: 'x' }])
    expect(() => defineTarget(any(definition))).toThrow('a function print');
  expect(() => defineTarget(any({ print: () => [] }))).toThrow('undefined is not a valid name for a template');
  for (const printed of [undefined, [5], [{}]]) {
    const template = defineTarget({ name: 'x', print: () => any(printed) });
    await expect(generate({ 'a.ttl': main.replace('owl:imports', ':of') }, { templates: [template] })).rejects.toThrow(
      'print of the template x must give a list of files',
    );
  }
});

describe('a model from in-memory texts', () => {
  test.each([
    ['by the name of a text', { 'a.ttl': main, 'core.ttl': core }],
    ['by what a text declares', { 'a.ttl': main, 'b.ttl': core }],
    ['in another folder', { 'a.ttl': main, 'deep/down/b.ttl': core }],
  ])('includes imports, found %s', async (_, texts) => {
    const { model, diagnostics } = await loadModel(texts);
    expect(model.classes.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(diagnostics).toEqual([]);
  });

  test('includes imports from the paths in the options', async () => {
    const { model } = await loadModel(
      { 'x.txt': core, 'a.ttl': main },
      { main: 'a.ttl', imports: { 'http://x.org/core': 'x.txt' } },
    );
    expect(model.classes.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  test('reads no file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-library-'));
    writeFileSync(path.join(folder, 'core.ttl'), core);
    const { diagnostics } = await loadModel({ [path.join(folder, 'a.ttl')]: main });
    expect(diagnostics.map(({ code }) => code)).toEqual(['import-missing']);
    expect(await codesOf(loadModel({ 'a.ttl': main }, { main: path.join(folder, 'core.ttl') }))).toEqual(['file-not-found']);
    expect(
      await codesOf(loadModel({ 'a.ttl': main }, { imports: { 'http://x.org/core': path.join(folder, 'core.ttl') } })),
    ).toEqual(['file-not-found']);
    rmSync(folder, { recursive: true });
  });

  test('may have shapes and policies', async () => {
    const shapes = `${prefixes} :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:minLength 1 ] .`;
    const { model } = await loadModel(
      { 'a.ttl': `${prefixes} :A a owl:Class .`, 's.ttl': shapes },
      { shapes: ['s.ttl'], policies: { unstated: 'optional' } },
    );
    expect(model.classes[0]?.fields.map(({ name }) => name)).toContain('p');
    expect(model.policies.unstated).toBe('optional');
  });

  test('reports errors as data, with the line of the text', async () => {
    const error: unknown = await loadModel({ 'a.ttl': '\n:A a' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CodegenError);
    expect((error as CodegenError).diagnostics).toMatchObject([
      { code: 'undefined-prefix', place: { file: 'a.ttl', line: 2, column: 1 }, source: ':A a' },
    ]);
    expect(await codesOf(loadModel({ 'a.ttl': `${prefixes} :a :b :c .` }))).toEqual(['no-classes']);
    expect(await codesOf(loadModel({}))).toEqual(['usage']);
    // @ts-expect-error: not a value of this policy
    expect(await codesOf(loadModel({ 'a.ttl': main }, { policies: { unstated: 'maybe' } }))).toEqual(['unknown-policy-value']);
    expect(await codesOf(loadModel('/there/is/none.ttl'))).toEqual(['file-not-found']);
  });
});

test('an abort signal ends the work', async () => {
  const texts = { 'a.ttl': `${prefixes} :A a owl:Class .` };
  await expect(loadModel(texts, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  const controller = new AbortController();
  const loading = loadModel(texts, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
  const generating = generate(texts, {
    templates: ['rust-models', 'typescript-models'],
    signal: AbortSignal.abort(new Error('enough')),
  });
  await expect(generating).rejects.toThrow('enough');
});

test('never prints or ends the process', async () => {
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(process, 'exit')];
  await codesOf(loadModel({ 'a.ttl': 'nothing of RDF' }));
  await generate({ 'a.ttl': main, 'core.ttl': core }, { templates: ['sql-schema'] });
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('compares two models, and converts one to JSON', async () => {
  const before = await loadModel({ 'a.ttl': `${prefixes} :A a owl:Class . :B a owl:Class .` });
  const after = await loadModel({ 'a.ttl': `${prefixes} :A a owl:Class . <http://y.org/C> a owl:Class .` });
  expect(diff(before, before).changes).toEqual([]);
  expect(diff(before, after.model)).toMatchObject({
    step: 'major',
    changes: [{ kind: 'class-added' }, { kind: 'class-removed' }],
  });
  const kinds = (renamed: Readonly<Record<string, string>>) => diff(before, after, { renamed }).changes.map(({ kind }) => kind);
  expect(kinds({ 'http://x.org/a#B': 'http://y.org/C' })).toEqual(['class-renamed']);
  expect(modelJson(before)).toMatchObject({ name: 'a', classes: [{ name: 'A' }, { name: 'B' }] });
});

const target = defineTarget({
  name: 'lines',
  comment: ';',
  options: {
    prefix: { type: 'text', default: '', about: '' },
    style: { type: 'choice', values: ['a', 'b'], default: 'a', about: '' },
  },
  answers: { required: enforced(() => 'must be there'), pattern: nothing('no expressions') },
  print: (model, { options, ledger }) => [
    {
      path: 'lines.txt',
      lines: model.classes.map((cls) =>
        marked({ element: { kind: 'class', class: cls }, name: cls.name }, [
          `${options.prefix}${cls.name}:${options.style}`,
          ...cls.allFields.flatMap((field) => ledger.print({ kind: 'required', class: cls, field }, undefined) ?? []),
        ]),
      ),
    },
  ],
});

describe('templates', () => {
  test('get one folder each if there are several, or the given folder', async () => {
    const { model } = await loadModel({ 'a.ttl': `${prefixes} :A a owl:Class .` });
    const paths = async (...templates: Parameters<typeof generate>[1]['templates']) =>
      (await generate(model, { templates })).map(({ path }) => path);
    expect(await paths('graphql-schema')).toEqual(['schema.graphql']);
    expect(await paths('graphql-schema', target)).toEqual(['graphql-schema/schema.graphql', 'lines/lines.txt']);
    expect(await paths({ template: target, folder: 'x/y' })).toEqual(['x/y/lines.txt']);
    expect(
      await codesOf(
        generate(model, {
          templates: [
            { template: target, folder: 'x' },
            { template: target, folder: 'x' },
          ],
        }),
      ),
    ).toEqual(['usage']);
    expect(await codesOf(generate(model, { templates: ['graphql'] }))).toEqual(['unknown-template']);
  });

  test('of the user have options, marks and answers', async () => {
    const { model } = await loadModel({ 'a.ttl': `${prefixes} :A a owl:Class .` });
    const [file] = await generate(model, { templates: [{ template: target, options: { prefix: '> ', style: 'b' } }] });
    expect(file?.body).toBe('> A:b\nmust be there\n');
    expect(file?.content).toMatch(/^; @generated by codegen \(lines\) from a\.ttl; do not edit \S+\.\n/);
    expect([...(file?.marks ?? [])]).toMatchObject([{ name: 'A', from: 1, to: 2 }]);
    expect(await codesOf(generate(model, { templates: [{ template: target, options: { style: 'c' } }] }))).toEqual([
      'template-option',
    ]);
    const [cls] = model.classes;
    const [field] = cls?.fields ?? [];
    if (!cls || !field) throw new Error('there is no field');
    const { achieved, unprinted } = target.emit(model);
    expect(achieved({ kind: 'required', class: cls, field })).toEqual({ status: 'enforced' });
    expect(achieved({ kind: 'member', class: cls, field })).toEqual({ status: 'dropped', why: 'not answered' });
    expect(unprinted()).toEqual([]);
  });

  test('need a valid name, and answer only known constraints', () => {
    expect(() => defineTarget({ name: 'Lines', print: () => [] })).toThrow(TypeError);
    expect(() => defineTarget({ name: 'lines', answers: { requierd: nothing('') } as object, print: () => [] })).toThrow(
      'there is no constraint requierd',
    );
  });
});

describe('writing', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'codegen-library-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const filesOf = async (...classes: readonly string[]) =>
    generate(
      { 'a.ttl': `${prefixes} ${classes.map((name) => `:${name} a owl:Class .`).join(' ')}` },
      { templates: ['rust-models'] },
    );

  test('brings a folder up to date', async () => {
    const files = await filesOf('A', 'B');
    expect((await writeFiles(folder, files, { dryRun: true })).created).toEqual(files.map(({ path }) => path));
    expect(readdirSync(folder)).toEqual([]);
    expect(await writeFiles(folder, files)).toMatchObject({ isCurrent: false, removed: [] });
    for (const { path: at, content } of files) expect(readFileSync(path.join(folder, at), 'utf8')).toBe(content);
    expect(await writeFiles(folder, files)).toMatchObject({ created: [], isCurrent: true });
    expect(await writeFiles(folder, await filesOf('A'))).toMatchObject({ removed: ['b.rs'] });
  });

  test('writes nothing in case of a conflict', async () => {
    writeFileSync(path.join(folder, 'a.rs'), 'mine');
    expect(await codesOf(writeFiles(folder, await filesOf('A')))).toEqual(['output-conflict']);
    expect(readdirSync(folder)).toEqual(['a.rs']);
  });
});

test('a timeout signal ends the work while a text is read', async () => {
  const classes = Array.from({ length: 5000 }, (_, n) => `<urn:c#C${n}> a <http://www.w3.org/2002/07/owl#Class> .`);
  await expect(loadModel({ 'a.ttl': classes.join('\n') }, { signal: AbortSignal.timeout(1) })).rejects.toThrow(/timeout/);
});
