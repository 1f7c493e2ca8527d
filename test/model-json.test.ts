import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { DiagnosticError } from '../src/diagnostics/index.ts';
import {
  buildModel,
  type DomainModel,
  modelJson as jsonOf,
  loadModelSchema,
  type ModelJson,
  modelText,
  policiesOf,
} from '../src/model/index.ts';
import { loadOntology } from '../src/ontology/index.ts';
import { tablesJson } from '../src/targets/sql-schema/index.ts';
import { modelData } from '../src/templates/data.ts';
import { allOntologies, allVocabularies, isFullRun, largeVocabularies, modelOf, ontologyFile } from './support/ontologies.ts';
import { codegenProcess as codegen, root } from './support/program.ts';

const { modelSchema, MODEL_SCHEMA, MODEL_VERSION } = await loadModelSchema();

/** `RECORD=1 npx vitest run test/model-json.test.ts` updates the file. */
test('the published schema is that of the written documents', () => {
  const file = path.join(root, 'docs/model.schema.json');
  const now = `${JSON.stringify(modelSchema(), undefined, 2)}\n`;
  if (process.env['RECORD'] === '1') writeFileSync(file, now);
  expect(readFileSync(file, 'utf8')).toBe(now);
  expect(JSON.parse(now)).toMatchObject({ $id: MODEL_SCHEMA, $schema: 'https://json-schema.org/draft/2020-12/schema' });
  expect(MODEL_SCHEMA).toContain(`${MODEL_VERSION}`);
});

const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(modelSchema());

/** Returns the schema violations of a document, or its references to names that do not exist. */
function faultsOf(document: ModelJson): unknown[] {
  if (!validate(document)) return (validate.errors ?? []).slice(0, 5);
  const classes = new Set(document.classes.map(({ name }) => name));
  const types = new Set([...document.enumerations, ...document.unions].map(({ name }) => name));
  const forms = new Map(
    document.classes.map((cls) => [cls.name, new Set([...cls.fields, ...cls.refinements].map((f) => f.name))]),
  );
  const ways = new Map(
    document.classes.map((cls) => [cls.name, new Set([...cls.relations, ...cls.refinedRelations].map((r) => r.name))]),
  );
  const isIn = (all: ReadonlyMap<string, ReadonlySet<string>>, given: string) => {
    const [owner = '', member = ''] = given.split('.');
    return all.get(owner)?.has(member) === true;
  };
  const faults: unknown[] = [];
  const must = (is: boolean | undefined, what: unknown) => is || faults.push(what);
  for (const cls of document.classes) {
    for (const other of [...cls.parents, ...cls.ancestors, ...cls.children, ...cls.bases, ...cls.relationsBases]) {
      must(classes.has(other), [cls.name, other]);
    }
    for (const each of cls.allFields) must(isIn(forms, each), [cls.name, each]);
    for (const each of cls.allRelations) must(isIn(ways, each), [cls.name, each]);
    for (const { name, type, refines } of [...cls.fields, ...cls.refinements]) {
      must(type.target === null || classes.has(type.target), [cls.name, name, type.target]);
      for (const named of [type.enumeration, type.union]) must(named === null || types.has(named), [cls.name, name, named]);
      must(refines === null || isIn(forms, refines), [cls.name, name, refines]);
    }
    for (const { name, field, inverse, target } of [...cls.relations, ...cls.refinedRelations]) {
      must(isIn(forms, field) && (inverse === null || isIn(ways, inverse)) && classes.has(target), [cls.name, name]);
    }
  }
  const tables = new Map(document.tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]));
  must(tables.size === document.tables.length, 'a table twice');
  for (const cls of classes) must(document.tables.filter((t) => t.class === cls && t.field === null).length === 1, cls);
  for (const table of document.tables) {
    const own = document.classes.find(({ name }) => name === table.class)?.allFields.map((each) => each.split('.')[1]);
    for (const field of [table.field, ...table.columns.map((column) => column.field)]) {
      must(field === null || own?.includes(field), [table.name, field]);
    }
    for (const column of table.primaryKey) must(tables.get(table.name)?.has(column), [table.name, column]);
    for (const { columns, table: other, targets } of table.foreignKeys) {
      for (const column of columns) must(tables.get(table.name)?.has(column), [table.name, column]);
      for (const column of targets) must(tables.get(other)?.has(column), [table.name, other, column]);
    }
  }
  for (const { constraints } of [...document.axioms, ...document.assumptions, ...document.chosen]) {
    for (const each of constraints) must(classes.has(each.class), each);
  }
  return faults.slice(0, 5);
}

const modelJson = (model: DomainModel) => jsonOf(model, tablesJson(model));
const textOf = (model: DomainModel) => [...modelText(modelJson(model))].join('');

describe('a document satisfies the schema, and all its references exist', () => {
  const named = [
    ...new Set([
      ...allOntologies.filter((name) => isFullRun || !largeVocabularies.has(name)),
      ...(isFullRun ? allVocabularies : []),
    ]),
  ];
  test.each([...named, 'part-orders', 'part-activity'])('%s', async (name) => {
    const model = await modelOf(name).catch((error: unknown) => {
      if (error instanceof DiagnosticError) return undefined;
      throw error;
    });
    if (!model) return;
    const document = modelJson(model);
    expect(faultsOf(document)).toEqual([]);
    expect(JSON.parse(textOf(model))).toEqual(document);
  });

  test('with policies that the user set', async () => {
    const policies = policiesOf({ unstated: 'open', 'on-delete': 'restrict' });
    const { model } = await buildModel(await loadOntology(ontologyFile('constraints')), policies);
    const document = modelJson(model);
    expect(faultsOf(document)).toEqual([]);
    expect(document.policies['unstated']).toEqual({ value: 'open', chosen: true });
    expect(document.chosen.length).toBeGreaterThan(0);
  });
});

test('missing members, unknown members and dangling references are reported', async () => {
  const document = modelJson(await modelOf('blog'));
  const [first] = document.classes;
  expect(faultsOf({ ...document, classes: [{ ...first, parents: ['Nobody'] } as ModelJson['classes'][0]] })).not.toEqual([]);
  expect(faultsOf({ ...document, extra: 1 } as ModelJson)).not.toEqual([]);
  const { name: _, ...nameless } = document;
  expect(faultsOf(nameless as ModelJson)).not.toEqual([]);
});

test('the document has every member of the model', async () => {
  const members = (objects: readonly object[]) => [...new Set(objects.flatMap((each) => Object.keys(each)))];
  for (const name of ['constraints', 'torture', 'part-orders']) {
    const model = await modelOf(name);
    const document = modelJson(model);
    const fields = model.classes.flatMap((cls) => [...cls.fields, ...cls.refinements]);
    const written = document.classes.flatMap((cls) => [...cls.fields, ...cls.refinements]);
    const relations = model.classes.flatMap((cls) => cls.allRelations);
    const ways = document.classes.flatMap((cls) => [...cls.relations, ...cls.refinedRelations]);
    expect(members(document.classes)).toEqual(expect.arrayContaining(members(model.classes).filter((m) => m !== 'descendants')));
    expect(members(written)).toEqual(expect.arrayContaining(members(fields)));
    expect(members(written.map(({ type }) => type))).toEqual(expect.arrayContaining(members(fields.map(({ type }) => type))));
    expect(members(ways)).toEqual(expect.arrayContaining(members(relations)));
    expect(members([document])).toEqual(expect.arrayContaining(members([model])));
    expect(ways.length).toBe(new Set(relations).size);
    expect(written.length).toBe(fields.length);
  }
});

test('templates get the same data', async () => {
  for (const name of ['blog', 'constraints', 'torture']) {
    const model = await modelOf(name);
    const document = modelJson(model);
    const data = JSON.parse(JSON.stringify(modelData(model).model));
    const forms = new Map(
      document.classes.flatMap((cls) => [...cls.fields, ...cls.refinements].map((f) => [`${cls.name}.${f.name}`, f])),
    );
    for (const [i, cls] of document.classes.entries()) {
      const { fields, refinements, allFields, ...given } = data.classes[i];
      const { name: _, ...named } = given;
      for (const key of [
        'slug',
        'plural',
        'iri',
        'label',
        'doc',
        'deprecated',
        'parents',
        'ancestors',
        'closed',
        'relationsName',
      ] as const) {
        expect(named[key]).toEqual(cls[key]);
      }
      const own = ({ refined: __, ...field }: Record<string, unknown>) => field;
      expect(cls.fields).toMatchObject(fields.map(own));
      expect(cls.refinements).toMatchObject(refinements.map(own));
      expect(cls.allFields.map((each) => forms.get(each))).toMatchObject(allFields.map(own));
      expect(cls.relations).toMatchObject(given.relations);
      expect(cls.choices).toMatchObject(given.choices);
      expect(cls.totals).toMatchObject(given.totals);
      expect(cls.keys).toMatchObject(given.keys);
    }
    expect(document.enumerations).toMatchObject(data.enumerations);
    expect(document.unions).toMatchObject(data.unions);
    expect(data.tables).toEqual(document.tables);
    for (const { name, table, joinTables } of data.classes) {
      expect([table, ...joinTables]).toEqual(document.tables.filter((each) => each.class === name));
    }
  }
});

test('graph model prints the document, the same each time', () => {
  const print = () => codegen(root, ['graph', 'model', 'examples/blog.ttl', '--format', 'json']);
  const { status, stdout } = print();
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ $schema: MODEL_SCHEMA, name: 'blog', slice: null, source: 'blog.ttl' });
  expect(print().stdout).toBe(stdout);
  const part = codegen(root, ['graph', 'model', 'examples/blog.ttl', '--select', 'Post']);
  expect(JSON.parse(part.stdout).classes.map(({ name }: { name: string }) => name)).toEqual(['Post']);
});
