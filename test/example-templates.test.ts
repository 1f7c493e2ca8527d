/** The templates of `examples/templates`, which users copy: their output is used as users would use it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildModel, type DomainModel } from '../src/model/index.ts';
import { loadOntology } from '../src/ontology/index.ts';
import { sqlSchema, transactions } from '../src/targets/sql-schema/index.ts';
import { readLiquid } from '../src/templates/liquid.ts';
import { describeWith, python, run } from './support/judges.ts';
import { modelOf } from './support/ontologies.ts';
import { type Server, startServer } from './support/postgres.ts';
import { root } from './support/program.ts';

const files: Readonly<Record<string, string>> = { shop: 'examples/shop.ttl', clinic: 'test/project/clinic.ttl' };
/** Hierarchies with one and with several superclasses, lists of references, cycles, unions, and many kinds of values. */
const ontologies = ['blog', 'shop', 'clinic', 'constraints', 'org', 'prov', 'dcat', 'gtfs'];

async function modelFor(name: string): Promise<DomainModel> {
  const file = files[name];
  return file === undefined ? modelOf(name) : (await buildModel(await loadOntology(path.join(root, file)))).model;
}

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files that an example template generates for a model to a new folder. */
async function write(template: string, model: DomainModel, name: string): Promise<string> {
  const to = path.join(folder, template, name);
  const { target } = await readLiquid(path.join(root, 'examples/templates', template));
  for (const file of target.generate(model)) {
    mkdirSync(path.dirname(path.join(to, file.path)), { recursive: true });
    writeFileSync(path.join(to, file.path), file.content);
  }
  return to;
}

describeWith(['frameworks', 'postgresql', 'ruff', 'mypy'], 'sqlalchemy-models', () => {
  let server: Server;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startServer();
    client = await server.connect();
  });
  afterAll(() => server?.stop());

  test.each(ontologies)('%s: the models equal the tables, and read and write rows', async (name) => {
    const model = await modelFor(name);
    const at = await write('sqlalchemy-models', model, name);
    const script = path.join(root, 'test/example-templates/sqlalchemy_rows.py');
    const [schema] = sqlSchema.generate(model);
    for (const [suffix, rows] of [['source', transactions(model)], ['target', []]] as const) {
      await client.query(`CREATE SCHEMA ${name}_${suffix}; SET search_path TO ${name}_${suffix}`);
      await client.query(schema?.content ?? '');
      for (const transaction of rows) await client.query(transaction);
    }
    const counts = run(python, [script, server.host, `${name}_source`, `${name}_target`], { cwd: at });
    expect(counts).toMatch(/^[1-9]\d* [1-9]\d* [1-9]\d*\n$/);
    run(python, ['-m', 'ruff', 'check', '--quiet', '--select', 'E,F,I', '--ignore', 'E501', 'models.py'], { cwd: at });
  });
});
