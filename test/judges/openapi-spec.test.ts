import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DomainModel } from '../../src/model/index.ts';
import { openApiDocument } from '../../src/targets/openapi-spec/document.ts';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { allOntologies, modelOf } from '../support/ontologies.ts';

interface Document {
  readonly paths: Record<string, Record<string, { operationId?: string }>>;
  readonly components: { readonly schemas: Record<string, { examples?: unknown[] }> };
}

function generate(model: DomainModel): string {
  const files = openapiSpec.generate(model);
  expect(files.map(({ path }) => path)).toEqual(['openapi.yaml']);
  return files[0]?.content ?? '';
}

/** Gives a validator for each component schema, which knows every keyword and format that the document may use. */
function validators(document: Document): (schema: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // An absent field called `constructor` is absent.
    ownProperties: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajvFormats.default(ajv);
  // JSON Schema does not assert formats that a validator lacks; these two are annotations.
  ajv.addFormat('iri-reference', true);
  ajv.addFormat('decimal', true);
  ajv.addVocabulary(Object.keys(document).filter((key) => key !== '$id'));
  ajv.addSchema({ ...document, $id: 'openapi' });
  return (schema) => ajv.compile({ $ref: `openapi#/components/schemas/${schema}` });
}

const ontologies = new Map<string, { model: DomainModel; text: string; document: Document }>();

function ontology(name: string) {
  const found = ontologies.get(name);
  if (found === undefined) throw new Error(`no ontology ${name}`);
  return found;
}

beforeAll(async () => {
  for (const name of allOntologies) {
    const model = await modelOf(name);
    const text = generate(model);
    ontologies.set(name, { model, text, document: parse(text, { maxAliasCount: 0 }) });
  }
});

describe.each(allOntologies)('%s', (name) => {
  test('the YAML holds the tree that was printed', () => {
    const { model, document } = ontology(name);
    // What JSON cannot hold: members without a value, and integers that only YAML writes in full.
    const tree = JSON.stringify(openApiDocument(model), (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    expect(document).toEqual(JSON.parse(tree));
  });

  test('Redocly has nothing to say about it', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: ontology(name).text, absoluteRef: '/openapi.yaml', config });
    const found = problems
      // Redocly's validator takes what every JavaScript object inherits for the value of an absent field of that name.
      .filter(({ ruleId, message }) => !(ruleId === 'no-invalid-schema-examples' && message.includes('`constructor` property')))
      .map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`);
    expect(found).toEqual([]);
  });

  test('every example is an instance of its schema', () => {
    const { document } = ontology(name);
    const validator = validators(document);
    const failures: string[] = [];
    for (const [schema, { examples = [] }] of Object.entries(document.components.schemas)) {
      const validate = validator(schema);
      for (const example of examples) {
        if (!validate(example)) failures.push(`${schema}: ${JSON.stringify(validate.errors)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  test('every class has its schemas, with examples, and its operations', () => {
    const { model, document } = ontology(name);
    const { schemas } = document.components;
    for (const cls of model.classes) {
      expect(schemas[cls.name]?.examples, cls.name).toHaveLength(1);
      if (cls.relationsName !== undefined) expect(schemas[cls.relationsName], cls.relationsName).toBeDefined();
    }
    const operations = new Set(
      Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
    );
    const expected = model.classes.flatMap(({ name }) => [`create${name}`, `get${name}`, `delete${name}`]);
    expect(expected.filter((id) => !operations.has(id))).toEqual([]);
    expect([...operations].filter((id) => id?.startsWith('list'))).toHaveLength(model.classes.length);
  });
});

describe('instances of the tutorial', () => {
  const uuid = '0191f3c8-5a7e-4c1e-9d3a-6b1f0e2d4c5b';
  const time = '2024-05-17T08:30:00Z';
  const post = { id: uuid, title: 'Hello', content: '# Hello', published_at: time, author_id: uuid };
  const comment = { id: uuid, text: 'Nice', created_at: time, upvotes: 3, post_id: uuid, author_id: uuid };
  const { title: _title, ...untitled } = post;

  let validator: (schema: string) => ValidateFunction;
  beforeAll(() => {
    validator = validators(ontology('blog-evolved').document);
  });

  test.each<[string, unknown]>([
    ['Post', post],
    ['Post', { ...post, published_at: '2024-05-17T10:30:00.25+02:00' }],
    ['Comment', { ...comment, upvotes: 2147483647 }],
    ['PostCreate', { title: 'Hello', content: '', author_id: uuid }],
    ['CommentCreate', { text: 'Nice', post_id: uuid, author_id: uuid }],
    ['PostUpdate', { content: '' }],
    ['PostPage', { items: [], total: 0, limit: 100, offset: 0 }],
    ['Error', { title: 'Not Found', status: 404 }],
  ])('%s takes %j', (schema, instance) => {
    const validate = validator(schema);
    expect(validate(instance), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['Post', untitled],
    ['Post', { ...post, title: 1 }],
    ['Post', { ...post, title: null }],
    ['Post', { ...post, id: 'not-a-uuid' }],
    ['Post', { ...post, author_id: 7 }],
    ['Post', { ...post, published_at: '2024-05-17 08:30' }],
    ['Post', { ...post, published_at: '2024-02-30T08:30:00Z' }],
    ['Comment', { ...comment, upvotes: 2147483648 }],
    ['Comment', { ...comment, upvotes: -2147483649 }],
    ['Comment', { ...comment, upvotes: 1.5 }],
    ['Comment', { ...comment, upvotes: '3' }],
    ['PostCreate', { title: 'Hello', content: '' }],
    ['PostUpdate', {}],
    ['PostPage', { items: [untitled], total: 1, limit: 20, offset: 0 }],
    ['PostPage', { items: [], total: 0, limit: 101, offset: 0 }],
    ['PostPage', { items: [], total: -1, limit: 20, offset: 0 }],
    ['PostWithRelations', post],
    ['Error', { title: 'OK', status: 200 }],
  ])('%s refuses %j', (schema, instance) => {
    expect(validator(schema)(instance)).toBe(false);
  });
});
