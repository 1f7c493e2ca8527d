/** Tests the zod schemas: they compile, have the types of the interfaces, and agree with the default (`own`) schemas. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DomainModel, typeNames } from '../../src/model/index.ts';
import { moduleNames, typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { readings } from '../conformance/judge.ts';
import { prepareCases } from '../conformance/prepare.ts';
import { run } from '../support/judges.ts';
import { modelOf } from '../support/ontologies.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = path.join(root, 'node_modules/.bin/');

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  declaration: true,
  rootDir: '.',
  outDir: 'js',
};

/** Not torture: the types of zod have no members such as `constructor`. */
const names = ['blog', 'blog-evolved', 'constraints', 'foaf', 'gtfs', 'prov', 'time', 'part-orders', 'decided-orders'];

let folder: string;
const models = new Map<string, DomainModel>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'codegen-zod-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.join(root, 'node_modules/zod'), path.join(folder, 'node_modules/zod'));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['models', 'assertions'] }));
  write(
    'biome.json',
    JSON.stringify({ formatter: { indentStyle: 'space', lineWidth: 100 }, javascript: { formatter: { quoteStyle: 'single' } } }),
  );
  for (const name of names) {
    const model = await modelOf(name);
    models.set(name, model);
    for (const file of typescriptModels.generate(model, { validators: 'zod' }))
      write(`models/${name}/${file.path}`, file.content);
    write(`assertions/${name}.ts`, typeAssertions(name, model));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
}

/** Returns a module that compiles only if each schema type and its interface are assignable to each other. */
function typeAssertions(name: string, model: DomainModel): string {
  const typesOf = typeNames(model);
  const types = model.classes.flatMap((cls) => {
    const { create, update, page, any } = typesOf.of(cls);
    const written = cls.abstract ? [] : [create, update];
    return [cls.name, cls.relationsName, ...written, page, any].filter((type) => type !== undefined);
  });
  return [
    "import type * as z from 'zod';",
    `import type * as m from '../models/${name}/index.js';`,
    `import type * as v from '../models/${name}/validation/index.js';`,
    'type NotEmpty<T> = keyof T extends never ? never : T;',
    ...types.map((type, i) => {
      const output = `z.output<typeof v.${type}Schema>`;
      return `export const a${i} = (x: ${output}): m.${type} => x;\nexport const b${i} = (x: NotEmpty<m.${type}>): ${output} => x;`;
    }),
  ].join('\n');
}

test('the schemas compile and have the types of the interfaces', () => {
  expect(run(path.join(bin, 'tsc'), [], { cwd: folder })).toBe('');
});

test('the formatter changes nothing', () => {
  // Biome breaks lines with the long names of foaf differently.
  const all = names.filter((name) => name !== 'foaf').map((name) => `models/${name}`);
  run(path.join(bin, 'biome'), ['format', '--config-path', folder, ...all], { cwd: folder });
});

test('each module of a hierarchy can be loaded first', () => {
  const modules = moduleNames(models.get('foaf') as DomainModel);
  for (const module of modules.values()) {
    run(process.execPath, ['--eval', `import('./js/models/foaf/validation/${module}.js')`], { cwd: folder });
  }
  expect(modules.size).toBeGreaterThan(10);
});

/** Returns whether a value has characters on which zod and the default schemas disagree: zod counts non-BMP ones twice. */
const isOther = (value: object) => /[\0\u{10000}-\u{10ffff}]|\p{Cs}/u.test(JSON.stringify(value, (_, one) => one));

test('zod schemas accept the same documents as the default schemas', async () => {
  const cases = await prepareCases();
  for (const { slug, model } of cases) {
    for (const validators of ['own', 'zod']) {
      for (const { path: file, content } of typescriptModels.generate(model, { validators })) {
        write(`${validators}/${slug}/${file.replace(/ts$/, 'js')}`, transformSync(content, { loader: 'ts' }).code);
      }
    }
  }
  write('judge.js', PROGRAM);
  const input = JSON.stringify(readings(cases));
  const verdicts = JSON.parse(run(process.execPath, ['judge.js'], { cwd: folder, input })) as readonly Verdict[];
  expect(verdicts.filter(([own]) => own).length).toBeGreaterThan(1000);
  expect(verdicts.filter(([own]) => !own).length).toBeGreaterThan(1000);
  expect(verdicts.filter(([own, zod, , value]) => own !== zod && !isOther(value))).toEqual([]);
});

type Verdict = readonly [own: boolean, zod: boolean, schema: string, value: object];

const PROGRAM = `
import { readFileSync } from 'node:fs';

const verdicts = [];
for (const { module, class: name, value } of JSON.parse(readFileSync(0, 'utf8'))) {
  const own = await import(\`./own/\${module}/validation/index.js\`);
  const zod = await import(\`./zod/\${module}/validation/index.js\`);
  const drafts = [value, ...Object.keys(value).map((left) => ({ ...value, [left]: undefined }))];
  // zod removes members that a schema does not have before it compares members.
  const withoutId = drafts.map(({ id, ...others }) => others);
  const pages = [{ total: 1, limit: 1, offset: 0, items: [value] }];
  const valuesOf = { [name]: drafts, [name + 'Create']: withoutId, [name + 'Update']: drafts, [name + 'Page']: pages };
  for (const [schema, values] of Object.entries(valuesOf)) {
    for (const one of values) {
      verdicts.push([own[schema + 'Schema'].is(one), zod[schema + 'Schema'].safeParse(one).success, schema, one]);
    }
  }
}
console.log(JSON.stringify(verdicts));
`;
