import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  constructorFields,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Field,
  type Relation,
} from '../../src/model/index.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { run } from '../support/judges.ts';
import { allOntologies, modelOf } from '../support/ontologies.ts';

const bin = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

/** The strictest that a user's project may be. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  rootDir: '.',
  outDir: 'js',
};

let folder: string;
const models = new Map<string, DomainModel>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'typescript-models-'));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('usage.ts', usage);
  for (const name of allOntologies) {
    const model = await modelOf(name);
    models.set(name, model);
    for (const file of typescriptModels.generate(model)) write(`models/${name}/${file.path}`, file.content);
    write(`assertions/${name}.ts`, typeAssertions(name, model));
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
}

/** What `JSON.parse` gives for a value, worked out from the model alone. */
function jsonType({ type, cardinality }: Field): string {
  const kind = type.kind === 'scalar' ? type.scalar : type.kind;
  const one = kind === 'boolean' ? 'boolean' : /^(u?int|float)\d+$/.test(kind) ? 'number' : 'string';
  return cardinality === 'many' ? `${one}[]` : one;
}

function fieldMember(field: Field): string {
  return field.cardinality === 'optional' ? `${field.name}?: ${jsonType(field)} | null` : `${field.name}: ${jsonType(field)}`;
}

function relationMember({ name, target, many, required }: Relation): string {
  if (many) return `${name}: m.${target.name}[]`;
  return required ? `${name}: m.${target.name}` : `${name}?: m.${target.name} | null`;
}

/** Fields of a class that its factory takes one by one and may be left out, takes in the last argument, or does not take. */
function parts(cls: DomainClass): { required: readonly Field[]; counts: Field[]; rest: Field[]; assigned: Field[] } {
  const required = constructorFields(cls);
  return {
    required,
    counts: cls.allFields.filter((f) => f.generated === 'zero'),
    rest: cls.allFields.filter((f) => f.generated === undefined && !required.includes(f)),
    assigned: cls.allFields.filter((f) => f.generated === 'uuid' || f.generated === 'now'),
  };
}

/** A module that compiles only if each class of the model has exactly the types it should have. */
function typeAssertions(name: string, model: DomainModel): string {
  const lines = [
    `import type * as m from '../models/${name}/index.js';`,
    'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;',
  ];
  const same = (a: string, b: string) => lines.push(`true satisfies Same<${a}, ${b}>;`);
  for (const cls of model.classes) {
    const fields = cls.allFields.map(fieldMember);
    const { required, counts, rest, assigned } = parts(cls);
    same(`m.${cls.name}`, `{ ${fields.join('; ')} }`);
    if (cls.relationsName !== undefined) {
      same(`m.${cls.relationsName}`, `{ ${[...fields, ...declaredRelations(cls).map(relationMember)].join('; ')} }`);
    }
    const keys = (list: readonly Field[]) => list.map((f) => `'${f.name}'`).join(' | ');
    const parameters = [
      ...required.map((f, i) => `r${i}: ${jsonType(f)}`),
      ...counts.map((_, i) => `c${i}?: number`),
      ...(rest.length > 0 ? [`rest?: Partial<Pick<m.${cls.name}, ${keys(rest)}>>`] : []),
    ];
    same(`typeof m.create${cls.name}`, `(${parameters.join(', ')}) => Omit<m.${cls.name}, ${keys(assigned)}>`);
  }
  return `${lines.join('\n')}\n`;
}

/** Code that uses the tutorial's models as a frontend would. */
const usage = `
import { type Comment, type CommentWithAuthor, createComment, createPost, type PostWithRelations, type User } from './models/blog-evolved/index.js';

const user: User = { id: 'u', email: 'ann@example.org', name: 'Ann', joined_at: '2024-05-17T08:30:00Z' };
const comment: Comment = { id: 'c', created_at: '2024-05-17T08:30:00Z', ...createComment('hi', 'p', user.id) };
const withAuthor: CommentWithAuthor = { ...comment, author: user };
export const post: PostWithRelations = {
  id: 'p',
  published_at: '2024-05-17T08:30:00Z',
  ...createPost('Title', 'Content', user.id),
  author: withAuthor.author,
  comments: [comment],
};

export const created: Omit<Comment, 'id' | 'created_at'> = createComment('hi', 'p', 'u');
export const voted: typeof created = createComment('hi', 'p', 'u', 3);

// @ts-expect-error a required argument is missing
createComment('hi', 'p');
// @ts-expect-error a count is a number
createComment('hi', 'p', 'u', '3');
// @ts-expect-error what the factory returns has no id
createComment('hi', 'p', 'u').id;
// @ts-expect-error nor a generated timestamp
createComment('hi', 'p', 'u').created_at;
// @ts-expect-error a required field is missing
export const nameless: User = { id: 'u', email: 'ann@example.org', joined_at: '2024-05-17T08:30:00Z' };
// @ts-expect-error a timestamp is a string
export const dated: User = { ...user, joined_at: new Date() };
// @ts-expect-error the related objects are missing
export const alone: PostWithRelations = { ...post, comments: undefined };
`;

/** Any value of a field. */
function sample({ type, cardinality }: Field): unknown {
  const kind = type.kind === 'scalar' ? type.scalar : type.kind;
  const one = kind === 'boolean' ? true : /^(u?int|float)\d+$/.test(kind) ? 7 : 'text';
  return cardinality === 'many' ? [one] : one;
}

/** Calls of every factory, each with the object that it must return. */
function factoryCalls(model: DomainModel): { factory: string; args: unknown[]; result: Record<string, unknown> }[] {
  return model.classes.flatMap((cls) => {
    const { required, counts, rest } = parts(cls);
    const object = (fields: readonly Field[]) => Object.fromEntries(fields.map((f) => [f.name, sample(f)]));
    const zeros = Object.fromEntries(counts.map((f) => [f.name, 0]));
    const empty = Object.fromEntries(rest.filter((f) => f.cardinality === 'many').map((f) => [f.name, []]));
    const least = required.map(sample);
    return [
      { factory: `create${cls.name}`, args: least, result: { ...object(required), ...zeros, ...empty } },
      {
        factory: `create${cls.name}`,
        args: [...least, ...counts.map(sample), ...(rest.length > 0 ? [object(rest)] : [])],
        result: { ...object(required), ...object(counts), ...object(rest) },
      },
    ];
  });
}

const callAll = `
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

let count = 0;
for (const [name, calls] of Object.entries(JSON.parse(readFileSync('calls.json', 'utf8')))) {
  const models = await import(\`./js/models/\${name}/index.js\`);
  for (const { factory, args, result } of calls) {
    assert.deepEqual(models[factory](...args), result, \`\${name}: \${factory}\`);
    count++;
  }
}
console.log(count);
`;

describe('typescript-models', () => {
  test('every ontology compiles under the strictest options, and has the types it should have', () => {
    run(path.join(bin, 'tsc'), ['-p', '.'], { cwd: folder });
  });

  test('every factory of every ontology returns what it should', () => {
    const calls = Object.fromEntries([...models].map(([name, model]) => [name, factoryCalls(model)]));
    write('calls.json', JSON.stringify(calls));
    write('call-all.mjs', callAll);
    const expected = [...models.values()].reduce((sum, model) => sum + 2 * model.classes.length, 0);
    expect(run(process.execPath, ['call-all.mjs'], { cwd: folder }).trim()).toBe(String(expected));
  });

  test("the tutorial's factory gives a comment without id and time", () => {
    const print = "import { created, voted } from './js/usage.js'; console.log(JSON.stringify([created, voted]))";
    const printed = run(process.execPath, ['--input-type=module', '-e', print], { cwd: folder });
    const comment = { text: 'hi', upvotes: 0, post_id: 'p', author_id: 'u' };
    expect(JSON.parse(printed)).toEqual([comment, { ...comment, upvotes: 3 }]);
  });

  test('the modules resolve in a bundler too', () => {
    const options = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler', noEmit: true };
    write('tsconfig.bundler.json', JSON.stringify({ compilerOptions: options, include: ['usage.ts', 'models/torture'] }));
    run(path.join(bin, 'tsc'), ['-p', 'tsconfig.bundler.json'], { cwd: folder });
  });

  test('the formatter and the linter have nothing to say', () => {
    const rules = {
      // A class keeps its name, be it that of a global.
      suspicious: { noShadowRestrictedNames: 'off' },
    };
    write(
      'models/biome.json',
      JSON.stringify({
        root: true,
        formatter: { indentStyle: 'space', lineWidth: 100 },
        javascript: { formatter: { quoteStyle: 'single' } },
        linter: { rules: { preset: 'recommended', ...rules } },
        // The index keeps the order of the ontology.
        overrides: [{ includes: ['**/index.ts'], assist: { enabled: false } }],
      }),
    );
    // Names that hardly fit into a line are broken in ways of the formatter's own.
    const tidy = [...models].flatMap(([name, model]) =>
      typescriptModels.generate(model).flatMap((file) => (/\w{80}/.test(file.content) ? [] : [`${name}/${file.path}`])),
    );
    expect(tidy.length).toBeGreaterThan(500);
    for (let i = 0; i < tidy.length; i += 500) {
      run(path.join(bin, 'biome'), ['check', ...tidy.slice(i, i + 500)], { cwd: path.join(folder, 'models') });
    }
  });

  test('no file name is taken twice, or kept by the index or Windows', () => {
    for (const [name, model] of models) {
      const paths = typescriptModels.generate(model).map((file) => file.path.toLowerCase());
      expect(new Set(paths).size, name).toBe(model.classes.length + 1);
      expect(paths.filter((file) => /^(con|aux|nul|prn|com\d|lpt\d)\./.test(file))).toEqual([]);
    }
  });

  test('the only tags in comments are those of deprecated elements', () => {
    for (const [name, model] of models) {
      const text = typescriptModels
        .generate(model)
        .map((file) => file.content)
        .join('');
      const deprecated = model.classes.flatMap((cls) => [
        cls.deprecated,
        cls.deprecated,
        cls.deprecated && cls.relationsName !== undefined,
        ...cls.fields.map((field) => field.deprecated),
        ...cls.relations.map((relation) => relation.declared && relation.deprecated),
      ]);
      const tags = text.match(/(?<=\s)@\w+/g) ?? [];
      expect(new Set([...tags, '@deprecated']), name).toEqual(new Set(['@deprecated']));
      expect(tags.length, name).toBe(deprecated.filter(Boolean).length);
    }
  });
});
