import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validate, Workspace } from '../../src/data/index.ts';
import { type Instance, sampleFrom } from '../../src/instances/index.ts';
import { type DomainModel, isReference } from '../../src/model/index.ts';
import { ontologies } from '../random/ontologies.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { createDatabase } from '../support/pglite.ts';
import { codegen, inFolder, root } from '../support/program.ts';
import { converted } from './support.ts';
import { makeTables } from './tables.ts';

const linesOf = (instances: readonly Instance[]) =>
  instances.map(({ class: cls, value }) => JSON.stringify({ '@type': cls.name, ...value })).join('\n');

/** Returns the errors that `validate`, which takes no part in generating instances, finds in all of them together. */
async function validationErrors(model: DomainModel, instances: readonly Instance[]): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-sample-'));
  const workspace = new Workspace();
  try {
    const file = path.join(folder, 'data.ndjson');
    writeFileSync(file, linesOf(instances));
    const found = await validate(file, model, {
      ...{
        workspace,
        show: (iri) => iri,
        from: 'records',
        fallback: undefined,
        isDatatypeProperty: () => false,
        shapes: undefined,
      },
    });
    expect(found.individuals).toBe(instances.length);
    return found.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  } finally {
    workspace.clear();
    rmSync(folder, { recursive: true });
  }
}

let db: PGlite;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.close());

/** Loads instances into an empty database and returns the number that it then contains. */
async function loaded(model: DomainModel, instances: readonly Instance[]): Promise<number> {
  await makeTables(db, model, "SET timezone = 'UTC'");
  await db.exec((await converted('data.ndjson', linesOf(instances), model, 'sql')).text);
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM codegen_iris');
  return rows[0]?.count ?? 0;
}

const published = isFullRun ? ['blog', 'constraints', 'torture', 'org', 'foaf', 'dcat'] : ['blog', 'constraints'];

test.each(published)('%s: generated instances are valid, and a database accepts them', async (name) => {
  const model = await modelOf(name);
  const { instances, incomplete: fewer } = sampleFrom(model.classes, { count: 12, seed: 7 });
  expect(await validationErrors(model, instances)).toEqual([]);
  expect(await loaded(model, instances)).toBe(instances.length);
  const none = [...fewer].filter(([, count]) => count === 0).map(([cls]) => cls.name);
  expect(none).toEqual([]);
});

test('generated instances of random models are valid, and a database accepts them', async () => {
  for (const [i, turtle] of fc.sample(ontologies, { numRuns: isFullRun ? 16 : 8, seed: 3 }).entries()) {
    const { model } = await modelOfTurtle(turtle);
    const { instances } = sampleFrom(model.classes, { count: 6, seed: i });
    expect([i, await validationErrors(model, instances)]).toEqual([i, []]);
    if (instances.length > 0) expect([i, await loaded(model, instances)]).toEqual([i, instances.length]);
  }
});

describe('generated instances', () => {
  test('are the same in each run and differ with another seed', async () => {
    const { classes } = await modelOf('constraints');
    const made = (seed: number) => linesOf(sampleFrom(classes, { count: 5, seed }).instances);
    expect(made(1)).toBe(made(1));
    expect(made(2)).not.toBe(made(1));
  });

  test('refer to many different instances, and each field has a value in some instance', async () => {
    const { classes } = await modelOf('blog');
    const { instances } = sampleFrom(classes, { count: 40, seed: 1 });
    const authors = new Set(instances.flatMap(({ value }) => value['author_id'] ?? []));
    expect(authors.size).toBeGreaterThan(10);
    for (const cls of classes) {
      const own = instances.filter((each) => each.class === cls);
      for (const { name } of cls.allFields)
        expect([name, own.some(({ value }) => value[name] !== undefined)]).toEqual([name, true]);
    }
  });

  test('exist of each class, also if their classes share what only one instance may refer to', async () => {
    const { model } = await modelOfTurtle(
      `:Frame a owl:Class . :Entry a owl:Class . :Word a owl:Class ; rdfs:subClassOf :Entry . :Affix a owl:Class ; rdfs:subClassOf :Entry .
       :frame a owl:ObjectProperty , owl:InverseFunctionalProperty ; rdfs:domain :Entry ; rdfs:range :Frame .`,
    );
    const { incomplete: fewer } = sampleFrom(model.classes, { count: 5, seed: 1 });
    expect([...fewer].map(([cls, count]) => [cls.name, count > 0])).toEqual([
      ['Entry', true],
      ['Word', true],
      ['Affix', true],
    ]);
  });

  test('share no reference of a list if each instance may be referred to only once', async () => {
    const turtle = `:Box a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :part ; owl:minCardinality 1 ] . :Part a owl:Class .
      :part a owl:ObjectProperty , owl:InverseFunctionalProperty ; rdfs:domain :Box ; rdfs:range :Part .`;
    const { model } = await modelOfTurtle(turtle);
    const parts = sampleFrom(model.classes, { count: 6, seed: 1 }).instances.flatMap(
      ({ value }) => (value['part_ids'] as string[] | undefined) ?? [],
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('have absolute IRIs for a pattern that also matches relative ones', async () => {
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :page a owl:ObjectProperty ; rdfs:domain :A .
       :AShape a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :page ; sh:nodeKind sh:IRI ; sh:pattern "^(.+?):(.+)$" ; sh:minCount 1 ; sh:maxCount 1 ] .`,
    );
    const pages = sampleFrom(model.classes, { count: 30, seed: 1 }).instances.map(({ value }) => value['page']);
    expect(pages).toHaveLength(30);
    for (const page of pages) expect(page).toMatch(/^[A-Za-z][A-Za-z0-9+.-]*:/);
  });

  test('are fewer if keys or references allow no more, or if a required field has no valid value', async () => {
    const { model } = await modelOfTurtle(
      `:A a owl:Class . :B a owl:Class . :C a owl:Class .
       :code a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "x" "y" "z" ) ] .
       :A owl:hasKey ( :code ) .
       :only a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:domain :B ; rdfs:range :A .
       :B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :only ; owl:minCardinality 1 ] .
       :no a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
       :CShape a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :no ; sh:pattern "^a$" ; sh:minLength 5 ; sh:minCount 1 ] .`,
    );
    const { instances, incomplete: fewer } = sampleFrom(model.classes, { count: 10, seed: 1 });
    expect(Object.fromEntries([...fewer].map(([cls, count]) => [cls.name, count]))).toEqual({ A: 3, B: 3, C: 0 });
    expect(await validationErrors(model, instances)).toEqual([]);
    const ids = new Set(instances.map(({ value }) => value['id']));
    for (const { class: cls, value } of instances) {
      for (const field of cls.allFields.filter(isReference)) expect(ids).toContain(value[field.name]);
    }
  });
});

test('the command writes the requested format and warns if it found fewer instances than requested', () => {
  inFolder((folder) => {
    const blog = path.join(root, 'examples/blog.ttl');
    const sample = (...args: string[]) => codegen(folder, ['data', 'sample', '--ontology', blog, ...args]);
    const plain = sample('--count', '2');
    expect(plain.stderr).toBe('6 instances of 3 classes\n');
    expect(
      plain.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)['@type']),
    ).toEqual([...['User', 'User', 'Post', 'Post', 'Comment', 'Comment']]);
    expect(sample('--count', '2').stdout).toBe(plain.stdout);
    expect(sample('--count', '2', '--to', 'turtle').stdout).toContain('a :User');
    expect(sample('--to', 'sql').stdout).toMatch(/^BEGIN;[\s\S]*INSERT INTO users[\s\S]*COMMIT;\n$/);
    expect(sample('--to', 'csv')).toMatchObject({ status: 2, stderr: expect.stringContaining('name the folder with --output') });
    expect(sample('--to', 'csv', '--output', 'load', '--count', '1').status).toBe(0);
    const shop = codegen(folder, ['data', 'sample', '--ontology', path.join(root, 'examples/shop.ttl'), '--count', '2000']);
    expect(shop.stderr).toMatch(/shop\.ttl:8:1: warning: codegen could generate only \d+ of 2000 instances of Product/);
    expect(shop.status).toBe(0);
  });
});
