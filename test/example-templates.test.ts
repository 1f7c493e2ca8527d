/** The templates of `examples/templates`, which users copy: their output is used as users would use it. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instance, sampleFrom } from '../src/instances/index.ts';
import { buildModel, type DomainClass, type DomainModel } from '../src/model/index.ts';
import { loadOntology } from '../src/ontology/index.ts';
import type { OptionValues } from '../src/targets/index.ts';
import { sqlSchema } from '../src/targets/sql-schema/index.ts';
import { readLiquid } from '../src/templates/liquid.ts';
import { contents, copyRows, declared, existing, relate } from './example-templates/drizzle-rows.ts';
import { invalidInstances } from './support/invalid-instances.ts';
import { clientMakers, describeWith, python, run } from './support/judges.ts';
import { isExhaustive, modelOf } from './support/ontologies.ts';
import { type Server, startServer } from './support/postgres.ts';
import { root } from './support/program.ts';
import { transactions } from './support/sample-rows.ts';

const files: Readonly<Record<string, string>> = { shop: 'examples/shop.ttl', clinic: 'test/project/clinic.ttl' };
/** Hierarchies with one and with several superclasses, lists of references, cycles, unions, and many kinds of values. */
const ontologies = ['shop', 'clinic', 'constraints', 'prov', ...(isExhaustive ? ['blog', 'org', 'dcat', 'gtfs'] : [])];

async function modelFor(name: string): Promise<DomainModel> {
  const file = files[name];
  return file === undefined ? modelOf(name) : (await buildModel(await loadOntology(path.join(root, file)))).model;
}

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files that an example template generates for a model to a folder, and returns their paths. */
async function write(template: string, model: DomainModel, name: string, options: OptionValues = {}) {
  const to = path.join(folder, template, name);
  const { target } = await readLiquid(path.join(root, 'examples/templates', template));
  return target.generate(model, options).map((file) => {
    mkdirSync(path.dirname(path.join(to, file.path)), { recursive: true });
    writeFileSync(path.join(to, file.path), file.content);
    return path.join(to, file.path);
  });
}

/** Creates the tables of a model in a new PostgreSQL schema, with sample rows in them or without. */
async function createTables(client: pg.Client, schema: string, model: DomainModel, isFilled: boolean): Promise<void> {
  await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  await client.query(sqlSchema.generate(model)[0]?.content ?? '');
  for (const transaction of isFilled ? transactions(model) : []) await client.query(transaction);
}

let server: Server | undefined;
const connect = async () => {
  server ??= await startServer();
  return server.connect();
};
afterAll(() => server?.stop());

describeWith(['frameworks', 'postgresql', 'ruff', 'mypy'], 'sqlalchemy-models', () => {
  test.each(ontologies)('%s: the models equal the tables, and read and write rows', async (name) => {
    const model = await modelFor(name);
    await write('sqlalchemy-models', model, name);
    const at = path.join(folder, 'sqlalchemy-models', name);
    const client = await connect();
    await createTables(client, `python_${name}`, model, true);
    await createTables(client, `python_${name}_copy`, model, false);
    const script = path.join(root, 'test/example-templates/sqlalchemy_rows.py');
    const counts = run(python, [script, server?.host ?? '', `python_${name}`, `python_${name}_copy`], { cwd: at });
    expect(counts).toMatch(/^[1-9]\d* [1-9]\d* [1-9]\d*\n$/);
    run(python, ['-m', 'ruff', 'check', '--quiet', '--select', 'E,F,I', '--ignore', 'E501', 'models.py'], { cwd: at });
  });
});

describeWith(['postgresql'], 'drizzle-tables', () => {
  beforeAll(async () => {
    for (const name of ontologies) await write('drizzle-tables', await modelFor(name), name);
    const at = path.join(folder, 'drizzle-tables');
    symlinkSync(path.join(root, 'node_modules'), path.join(at, 'node_modules'));
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noUnusedLocals: true },
      ...{ module: 'nodenext', target: 'es2022', skipLibCheck: true, types: [], outDir: 'js', rootDir: '.' },
    };
    writeFileSync(path.join(at, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/schema.ts'] }));
    run(path.join(root, 'node_modules/.bin/tsc'), ['-p', at], { cwd: at });
  });

  test.each(ontologies)('%s: the tables equal those of PostgreSQL, read and write rows, and follow references', async (name) => {
    const schema = await import(path.join(folder, 'drizzle-tables/js', name, 'schema.js'));
    const [client, other] = [await connect(), await connect()];
    const model = await modelFor(name);
    await createTables(client, `drizzle_${name}`, model, true);
    await createTables(other, `drizzle_${name}_copy`, model, false);
    expect(declared(schema)).toEqual(await existing(client));
    expect(await copyRows(schema, client, other)).toBeGreaterThan(0);
    expect(await contents(other)).toEqual(await contents(client));
    const { wrong, right } = await relate(schema, client);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(0);
  });
});

describeWith(['java-validation'], 'java-records', () => {
  const at = path.join(folder, 'java-records');
  const classPath = [path.join(at, 'classes'), path.join(clientMakers.javaValidation, '*')].join(path.delimiter);
  const models = new Map<string, DomainModel>();
  const packageOf = (name: string) => `org.example.${name}`;

  /** Returns the answer of the judge for each JSON value of a class. */
  function judged(name: string, instances: readonly Instance[]): readonly string[] {
    const template = (cls: DomainClass) => `${packageOf(name)}.${cls.name}`;
    const input = instances.map(({ class: cls, value }) => `${template(cls)}\t${JSON.stringify(value)}\n`).join('');
    return run('java', ['-cp', classPath, 'Judge'], { cwd: at, input }).trimEnd().split('\n');
  }

  beforeAll(async () => {
    const sources: string[] = [];
    for (const name of ontologies) {
      const model = await modelFor(name);
      models.set(name, model);
      for (const file of await write('java-records', model, '', { package: packageOf(name) })) sources.push(file);
    }
    mkdirSync(path.join(at, 'classes'));
    const judge = path.join(root, 'test/example-templates/java/Judge.java');
    run('javac', ['-Xlint:all,-processing', '-Werror', '-d', 'classes', '-cp', classPath, judge, ...sources], { cwd: at });
  }, 120_000);

  test.each(ontologies)('%s: JSON is read, valid, and written again', (name) => {
    const { instances } = sampleFrom(models.get(name)?.classes ?? [], { count: 3, seed: 1 });
    const answers = judged(name, instances);
    expect(answers.length).toBe(instances.length);
    for (const [i, { value }] of instances.entries()) {
      expect(answers[i]).toMatch(/^valid /);
      expect(JSON.parse(answers[i]?.slice('valid '.length) ?? '')).toEqual(value);
    }
  });

  test.each(ontologies)('%s: JSON that violates what the template claims to enforce is rejected', async (name) => {
    const invalid = (models.get(name)?.classes ?? []).filter((cls) => !cls.abstract).flatMap((cls) => [...invalidInstances(cls)]);
    const { manifest } = await readLiquid(path.join(root, 'examples/templates/java-records'));
    const claimed = invalid.filter(({ demand }) => manifest.answers[demand.kind]?.achieves === 'enforced');
    const accepted = judged(name, claimed).flatMap((answer, i) => (answer.startsWith('valid') ? [claimed[i]] : []));
    expect(claimed.length).toBeGreaterThan(0);
    expect(accepted).toEqual([]);
  });
});
