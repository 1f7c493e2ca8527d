import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { buildSchema, validateSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { graphqlSchema } from '../../src/targets/graphql-schema/index.ts';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { pythonPydantic } from '../../src/targets/python-pydantic/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import type { GeneratedFile } from '../../src/targets/target.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { cargoEnvironment } from '../support/caches.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { transactions } from '../support/sample-rows.ts';
import { ontologies } from './ontologies.ts';

/** RANDOM_MODELS sets the number of ontologies for the judges, RANDOM_SEED selects other ones. */
const asked = process.env['RANDOM_MODELS'];
const count = Number(asked ?? 12);
const seed = Number(process.env['RANDOM_SEED'] ?? 1);

interface Sample {
  readonly name: string;
  readonly turtle: string;
  readonly model: DomainModel;
}

const samples: Sample[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'random-models-'));
  for (const [i, turtle] of fc.sample(ontologies, { numRuns: count, seed }).entries()) {
    samples.push({ name: `m${i}`, turtle, model: (await modelOfTurtle(turtle)).model });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
}

function writeAll(root: string, generate: (model: DomainModel) => readonly GeneratedFile[]): void {
  for (const { name, turtle, model } of samples) {
    for (const { path: file, content } of generate(model)) write(`${root}/${name}/${file}`, content);
    // Helps a maintainer to find the cause of a failure.
    write(`${root}/${name}.ttl`, turtle);
  }
}

/** Expects unique member names per class, all inherited fields, and the field of each relation in its holder. */
function checkModel({ classes }: DomainModel): void {
  for (const cls of classes) {
    const names = [...cls.allFields, ...cls.allRelations].map(({ name }) => name);
    expect(new Set(names).size, `${cls.name}: ${names}`).toBe(names.length);
    for (const parent of cls.ancestors) {
      const inherited = parent.allFields.map(({ name }) => name);
      expect(names, `${cls.name} below ${parent.name}`).toEqual(expect.arrayContaining(inherited));
    }
    for (const relation of cls.allRelations) {
      const holder = relation.holder === 'source' ? cls : relation.target;
      expect(holder.allFields.map(({ name }) => name)).toContain(relation.field.name);
    }
  }
}

describe('random ontologies', () => {
  test('make consistent models and valid GraphQL schemas', async () => {
    const check = async (turtle: string) => {
      const { model } = await modelOfTurtle(turtle);
      checkModel(model);
      const [file] = graphqlSchema.generate(model);
      expect(validateSchema(buildSchema(file?.content ?? '')).map(({ message }) => message)).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(ontologies, check), { seed, numRuns: 10 * count });
  });

  test('make schemas that PostgreSQL loads, and every table accepts a row', async () => {
    const db = await createDatabase();
    for (const { turtle, model } of samples) {
      await db.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      try {
        await db.exec(sqlSchema.generate(model)[0]?.content ?? '');
        for (const transaction of transactions(model)) await db.exec(transaction);
      } catch (error) {
        await db.close();
        throw new Error(`${(error as Error).message}\n${turtle}`);
      }
    }
    await db.close();
  });

  test('make TypeScript that compiles', () => {
    writeAll('ts', (model) => typescriptModels.generate(model));
    write('ts/package.json', JSON.stringify({ type: 'module' }));
    const compilerOptions = { target: 'es2022', lib: ['es2022'], types: [], module: 'nodenext', strict: true, noEmit: true };
    write('ts/tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: true } }));
    run(fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url)), ['-p', '.'], { cwd: path.join(folder, 'ts') });
  });

  test('make OpenAPI documents whose references all resolve', () => {
    for (const { turtle, model } of samples) {
      const text = openapiSpec.generate(model)[0]?.content ?? '';
      const declared = new Set([...text.matchAll(/^ {4}([A-Za-z0-9]+):$/gm)].map((match) => match[1]));
      const used = [...text.matchAll(/#\/components\/schemas\/([A-Za-z0-9]+)/g)].map((match) => match[1]);
      expect(
        used.filter((name) => !declared.has(name)),
        turtle,
      ).toEqual([]);
    }
  });

  describeWith(['pydantic'], 'in Python', () => {
    test('make packages that can be imported and built', () => {
      writeAll('py', (model) => pythonPydantic.generate(model));
      const names = samples.map(({ name }) => name).join(', ');
      const build = [
        `import ${names}`,
        'from pydantic import TypeAdapter',
        `for package in [${names}]:`,
        '    for name in package.__all__:',
        '        TypeAdapter(getattr(package, name)).json_schema()',
      ];
      run(python, ['-W', 'error', '-c', build.join('\n')], { cwd: path.join(folder, 'py') });
    });
  });

  // Compiling takes minutes, so this runs only if RANDOM_MODELS is set.
  describeWith(asked === undefined ? [] : ['cargo'], 'in Rust', () => {
    test.runIf(asked !== undefined)('make modules that compile', () => {
      writeAll('rust/src', (model) => rustModels.generate(model));
      const dependencies = [
        'chrono = { version = "0.4", features = ["serde"] }',
        'rust_decimal = { version = "1", features = ["serde-str"] }',
        'serde = { version = "1", features = ["derive"] }',
        'serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }',
        'uuid = { version = "1", features = ["serde", "v4"] }',
      ];
      write('rust/Cargo.toml', `[package]\nname = "random"\nedition = "2021"\n\n[dependencies]\n${dependencies.join('\n')}\n`);
      write('rust/src/lib.rs', samples.map(({ name }) => `pub mod ${name};\n`).join(''));
      run('cargo', ['check', '--quiet'], { cwd: path.join(folder, 'rust'), env: cargoEnvironment });
    });
  });
});
