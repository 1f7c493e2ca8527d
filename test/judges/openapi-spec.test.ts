import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildModel, type DomainModel, isResource } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { openApiDocument } from '../../src/targets/openapi-spec/document.ts';
import { openapiSpec } from '../../src/targets/openapi-spec/index.ts';
import { affordableNames, halfOfVocabularies, judgedOntologies, modelOf, modelOfTurtle } from '../support/ontologies.ts';

/** The ontology with constraints of every kind. */
const constraints = 'constraints';
/** The judge of JSON Schema checks the other half; both print the same schemas. */
const judged = affordableNames(halfOfVocabularies([...new Set([...judgedOntologies, constraints])], 0));

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Schema {
  readonly examples?: unknown[];
  readonly allOf?: readonly { readonly $ref?: string }[];
  readonly properties?: Record<string, Bounds>;
}

interface Document {
  readonly paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, { schema: Bounds }>;
  };
}

function generate(model: DomainModel): string {
  const files = openapiSpec.generate(model);
  expect(files.map(({ path }) => path)).toEqual(['openapi.yaml']);
  return files[0]?.content ?? '';
}

/** Returns a function that compiles a component schema, with every keyword and format that the document may use. */
function validators(document: Document): (schema: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // Without this option, Ajv finds an inherited value for an absent field named `constructor`.
    ownProperties: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajvFormats.default(ajv);
  // ajv-formats lacks this format, so it is only an annotation here.
  ajv.addFormat('iri-reference', true);
  // Keywords that OpenAPI adds to JSON Schema. Alternatives exclude each other even without `discriminator`.
  ajv.addVocabulary([...Object.keys(document).filter((key) => key !== '$id'), 'discriminator', 'x-iri', 'x-value-iris']);
  ajv.addSchema({ ...document, $id: 'openapi' });
  return (schema) => ajv.compile({ $ref: `openapi#/components/schemas/${schema}` });
}

/** Returns the component schemas that reject their own examples, with the errors. */
function wrongExamples(document: Document): string[] {
  const validator = validators(document);
  const failures: string[] = [];
  for (const [schema, { examples = [] }] of Object.entries(document.components.schemas)) {
    const validate = validator(schema);
    for (const example of examples) {
      if (!validate(example)) failures.push(`${schema}: ${JSON.stringify(validate.errors)}`);
    }
  }
  return failures;
}

async function lint(source: string): Promise<string[]> {
  // An ontology does not state the license of a service.
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.yaml', config });
  return (
    problems
      // Redocly's validator mistakes inherited JavaScript members, such as `constructor`, for values of absent fields.
      .filter(({ ruleId, message }) => !(ruleId === 'no-invalid-schema-examples' && message.includes('`constructor` property')))
      .map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`)
  );
}

const ontologies = new Map<string, { model: DomainModel; text: string; document: Document }>();

function ontology(name: string) {
  const found = ontologies.get(name);
  if (found === undefined) throw new Error(`no ontology ${name}`);
  return found;
}

async function load(name: string): Promise<DomainModel> {
  if (name !== constraints) return modelOf(name);
  const file = fileURLToPath(new URL('../ontologies/constraints.ttl', import.meta.url));
  return (await buildModel(await loadOntology(file))).model;
}

async function prepare(name: string): Promise<void> {
  const model = await load(name);
  const text = generate(model);
  ontologies.set(name, { model, text, document: parse(text, { maxAliasCount: 0 }) });
}

describe.each(judged)('%s', (name) => {
  beforeAll(() => prepare(name));

  test('the YAML parses to the printed tree', () => {
    const { model, document } = ontology(name);
    // JSON omits members without a value and cannot represent large integers, which YAML writes in full.
    const tree = JSON.stringify(openApiDocument(model), (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    expect(document).toEqual(JSON.parse(tree));
  });

  test('Redocly reports no problem', async () => {
    const { model, text } = ontology(name);
    // Each declared enumeration becomes a schema, even if no field uses it.
    const declared = model.enumerations.filter(({ iri }) => iri !== undefined).map((each) => each.name);
    const isDeclared = (problem: string) =>
      declared.some((each) => problem.startsWith(`warn no-unused-components #/components/schemas/${each}:`));
    expect((await lint(text)).filter((problem) => !isDeclared(problem))).toEqual([]);
  });

  test('every example is an instance of its schema', () => {
    expect(wrongExamples(ontology(name).document)).toEqual([]);
  });

  test('every class has schemas with examples, and operations', () => {
    const { model, document } = ontology(name);
    const { schemas } = document.components;
    const resources = model.classes.filter(isResource);
    for (const cls of resources) {
      expect(schemas[cls.name]?.examples, cls.name).toHaveLength(1);
      if (cls.relationsName !== undefined) expect(schemas[cls.relationsName], cls.relationsName).toBeDefined();
    }
    const operations = new Set(
      Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
    );
    const expected = resources.flatMap(({ name, abstract }) => [
      `get${name}`,
      `delete${name}`,
      ...(abstract ? [] : [`create${name}`]),
    ]);
    expect(expected.filter((id) => !operations.has(id))).toEqual([]);
    expect([...operations].filter((id) => id?.startsWith('list'))).toHaveLength(resources.length);
  });
});

test('Redocly reports no problem in the document with all operations of the service', async () => {
  const model = await load('constraints');
  const [file] = openapiSpec.generate(model, { operations: 'full' });
  expect(await lint(file?.content ?? '')).toEqual([]);
  expect(wrongExamples(parse(file?.content ?? '', { maxAliasCount: 0 }))).toEqual([]);
});

test('a page can state every offset that a client may request', async () => {
  await prepare('blog-evolved');
  const { parameters, schemas } = ontology('blog-evolved').document.components;
  const asked = parameters['Offset']?.schema;
  expect({ minimum: asked?.minimum, maximum: asked?.maximum }).toEqual({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
  expect(schemas['Page']?.properties?.['offset']).toMatchObject({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
});

test('response statuses are numbers or default', async () => {
  await prepare('blog-evolved');
  const { paths } = ontology('blog-evolved').document;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const statuses = new Set(operations.flatMap(({ responses = {} }) => Object.keys(responses)));
  expect([...statuses].filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual(['default']);
});

test('a schema with related objects refers to its own class last', async () => {
  await prepare(constraints);
  const { schemas } = ontology(constraints).document.components;
  const refs = schemas['CompanyOrderWithRelations']?.allOf?.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
  expect(refs).toEqual(['OrderWithRelations', 'CompanyOrder']);
});

describe('instances of the tutorial', () => {
  const uuid = '0191f3c8-5a7e-4c1e-9d3a-6b1f0e2d4c5b';
  const time = '2024-05-17T08:30:00Z';
  const post = { id: uuid, title: 'Hello', content: '# Hello', published_at: time, author_id: uuid };
  const comment = { id: uuid, text: 'Nice', created_at: time, upvotes: 3, post_id: uuid, author_id: uuid };
  const { title: _title, ...untitled } = post;

  let validator: (schema: string) => ValidateFunction;
  beforeAll(async () => {
    await prepare('blog-evolved');
    validator = validators(ontology('blog-evolved').document);
  });

  test.each<[string, unknown]>([
    ['Post', post],
    ['Post', { ...post, published_at: '2024-05-17T10:30:00.25+02:00' }],
    ['Comment', { ...comment, upvotes: 2147483647 }],
    ['PostCreate', { title: 'Hello', content: '', author_id: uuid }],
    ['CommentCreate', { text: 'Nice', post_id: uuid, author_id: uuid }],
    ['PostUpdate', { content: '' }],
    ['PostUpdate', {}],
    ['PostPage', { items: [], total: 0, limit: 100, offset: 0 }],
    ['Problem', { title: 'Not Found', status: 404 }],
  ])('%s accepts %j', (schema, instance) => {
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
    ['PostUpdate', { more: 1 }],
    ['PostUpdate', { id: uuid }],
    ['PostPage', { items: [untitled], total: 1, limit: 20, offset: 0 }],
    ['PostPage', { items: [], total: 0, limit: 1.5, offset: 0 }],
    ['PostPage', { items: [], total: -1, limit: 20, offset: 0 }],
    ['PostWithRelations', post],
    ['Problem', { title: 'OK', status: 200 }],
  ])('%s rejects %j', (schema, instance) => {
    expect(validator(schema)(instance)).toBe(false);
  });
});

describe('instances of classes with constraints', () => {
  const uuid = '0191f3c8-5a7e-4c1e-9d3a-6b1f0e2d4c5b';
  const other = '5a1f9e3b-0b1c-4d2e-8f3a-7c6d5e4f3a2b';
  const product = { id: uuid, kind: 'Product', sku: 'ABC-1234', catalogue: 'main', number: 7, tag: ['new'], available: true };
  const digital = {
    ...{ ...product, kind: 'DigitalProduct', number: 1000, tag: ['new', 'ebook'], discount: '10', colour: 'blue', format: 'pdf' },
    channel: ['app', 'web'],
  };
  const order = {
    id: uuid,
    kind: 'Order',
    status: 'Draft',
    placed_at: '2024-05-17T08:30:00Z',
    ordered_by_id: uuid,
    item_ids: [uuid],
  };

  let validator: (schema: string) => ValidateFunction;
  beforeAll(async () => {
    await prepare(constraints);
    validator = validators(ontology(constraints).document);
  });

  test.each<[string, unknown]>([
    ['Product', product],
    ['Product', { ...product, size: null, rating: 5.4999, grade: 3, released: '2024', weight: 'light', colour: '' }],
    ['Product', { ...product, released: '2024-05-17', weight: 12, colour: 'back\\slash' }],
    ['Product', { ...product, made_by_person_id: other }],
    ['Product', { ...product, made_by_person_id: null, made_by_company_id: other }],
    ['Product', { ...product, made_by_person_id: null, made_by_company_id: null }],
    ['Product', { ...product, catalogue: '😀😀😀😀😀😀😀😀😀😀😀😀' }],
    ['ProductWithRelations', { ...product, replaces: null }],
    ['ProductCreate', { sku: 'ABC-1234', number: 7, tag: ['new'] }],
    ['ProductUpdate', { made_by_person_id: null, made_by_company_id: other }],
    ['DigitalProduct', digital],
    ['DigitalProduct', { ...digital, size: null, grade: 2 }],
    ['DigitalProduct', { ...digital, more: 1 }],
    ['AnyProduct', product],
    ['AnyProduct', digital],
    ['AnyOrder', { ...order, kind: 'CompanyOrder', status: 'Shipped' }],
    ['ProductPage', { items: [product, digital], total: 2, limit: 20, offset: 0 }],
    ['DigitalProductCreate', { sku: 'ABC-1234', number: 1000, tag: ['a', 'b'], discount: '1' }],
    ['DigitalProductUpdate', { number: 1000 }],
    ['Order', order],
    ['Order', { ...order, reference: 'URN:ORDER:12' }],
    ['CompanyOrder', { ...order, kind: 'CompanyOrder', status: 'Shipped' }],
    ['Wishlist', { id: uuid, wish_ids: [] }],
  ])('%s accepts %j', (schema, instance) => {
    const validate = validator(schema);
    expect(validate(instance), JSON.stringify(validate.errors)).toBe(true);
  });

  test('the example of an irreflexive reference does not refer to itself', () => {
    const [example] = ontology(constraints).document.components.schemas['Product']?.examples ?? [];
    expect(example).toMatchObject({ id: expect.any(String), replaces_id: expect.any(String) });
    const { id, replaces_id } = example as Record<string, string>;
    expect(replaces_id).not.toBe(id);
  });

  const { channel: _channel, ...silent } = digital;
  test.each<[string, unknown]>([
    ['Product', { ...product, sku: 'ABC-١٢٣٤' }],
    ['Product', { ...product, sku: 'ABC-12345' }],
    ['Product', { ...product, sku: 'xABC-1234' }],
    ['Product', { ...product, catalogue: 'm' }],
    ['Product', { ...product, catalogue: '😀😀😀😀😀😀😀😀😀😀😀😀😀' }],
    ['Product', { ...product, number: 0 }],
    ['Product', { ...product, number: 100000 }],
    ['Product', { ...product, rating: 0 }],
    ['Product', { ...product, rating: 5.5 }],
    ['Product', { ...product, grade: 4 }],
    ['Product', { ...product, size: 'XXL' }],
    ['Product', { ...product, colour: 'Red' }],
    ['Product', { ...product, released: '2024-05' }],
    ['Product', { ...product, weight: 1.5 }],
    ['Product', { ...product, tag: [] }],
    ['Product', { ...product, tag: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['Product', { ...product, tag: ['Not this'] }],
    ['Product', { ...product, tag: ['much-too-long-for-a-tag'] }],
    ['Product', { ...product, more: 1 }],
    ['Product', { ...product, made_by_person_id: other, made_by_company_id: other }],
    ['ProductWithRelations', { ...product, more: 1 }],
    ['ProductCreate', { sku: 'ABC-1234', number: 7, tag: ['new'], more: 1 }],
    ['ProductCreate', { sku: 'ABC-1234', number: 7, tag: ['new'], made_by_person_id: other, made_by_company_id: other }],
    ['ProductUpdate', { more: 1 }],
    ['ProductUpdate', { made_by_person_id: other, made_by_company_id: other }],
    ['DigitalProduct', { ...digital, number: 999 }],
    ['DigitalProduct', { ...digital, discount: null }],
    ['DigitalProduct', { ...digital, colour: 'green' }],
    ['DigitalProduct', { ...digital, grade: 1 }],
    ['DigitalProduct', { ...digital, size: 'S' }],
    ['DigitalProduct', { ...digital, tag: ['new'] }],
    ['DigitalProduct', { ...digital, format: 'epub' }],
    ['DigitalProduct', { ...digital, channel: ['app'] }],
    ['DigitalProduct', { ...digital, sku: 'no' }],
    ['DigitalProduct', { ...digital, made_by_person_id: other, made_by_company_id: other }],
    ['DigitalProduct', silent],
    ['AnyProduct', silent],
    ['AnyProduct', { ...product, kind: 'DigitalProduct' }],
    ['AnyProduct', { ...product, kind: 'Order' }],
    ['AnyOrder', { ...order, kind: 'CompanyOrder', status: 'Draft' }],
    ['ProductPage', { items: [silent], total: 1, limit: 20, offset: 0 }],
    ['DigitalProductUpdate', { kind: 'DigitalProduct' }],
    ['DigitalProductCreate', { sku: 'ABC-1234', number: 1000, tag: ['a', 'b'] }],
    ['DigitalProductUpdate', { number: 999 }],
    ['DigitalProductUpdate', { colour: 'red' }],
    ['Order', { ...order, status: 'Lost' }],
    ['Order', { ...order, item_ids: [] }],
    ['Order', { ...order, reference: 'urn:order:x' }],
    ['CompanyOrder', { ...order, kind: 'CompanyOrder', status: 'Draft' }],
    ['Wishlist', { id: uuid, wish_ids: Array(11).fill(uuid) }],
  ])('%s rejects %j', (schema, instance) => {
    expect(validator(schema)(instance)).toBe(false);
  });
});

describe('constraints that are hard to print or to find an example for', () => {
  const long = `A${'VeryLong'.repeat(30)}Name`;
  const turtle = String.raw`
:Odd a owl:Class . :Base a owl:Class . :Sub a owl:Class ; rdfs:subClassOf :Base . :${long} a owl:Class .
:SubShape a sh:NodeShape ; sh:targetClass :Sub ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
    sh:property [ sh:path :name ; sh:hasValue "fixed" ] , [ sh:path :extra ; sh:datatype xsd:string ; sh:maxCount 1 ] .
:BaseShape a sh:NodeShape ; sh:targetClass :Base ;
    sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] .
:LongShape a sh:NodeShape ; sh:targetClass :${long} ;
    sh:property [ sh:path :code ; sh:in ( "a*/b" "\"q\"" "line\nbreak" "null" "007" "a b" "a-b" "" ) ; sh:minCount 1 ; sh:maxCount 1 ] .
:OddShape a sh:NodeShape ; sh:targetClass :Odd ; sh:property
    [ sh:path :huge ; sh:datatype xsd:unsignedLong ; sh:minCount 1 ; sh:maxCount 1 ; sh:minInclusive 18446744073709551615 ] ,
    [ sh:path :exact ; sh:datatype xsd:decimal ; sh:minCount 1 ; sh:maxCount 1 ;
        sh:minExclusive 0.12345678901234567890123456 ; sh:maxExclusive 0.12345678901234567890123457 ] ,
    [ sh:path :small ; sh:datatype xsd:double ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxExclusive -1.0E30 ] ,
    [ sh:path :tiny ; sh:datatype xsd:double ; sh:minCount 1 ; sh:maxCount 1 ; sh:minExclusive 0 ; sh:maxInclusive 1.0E-9 ] ,
    [ sh:path :later ; sh:datatype xsd:dateTime ; sh:minCount 1 ; sh:maxCount 1 ;
        sh:minExclusive "2030-01-01T00:00:00.5Z"^^xsd:dateTime ] ,
    [ sh:path :earlier ; sh:datatype xsd:date ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxExclusive "1999-01-01"^^xsd:date ] ,
    [ sh:path :early ; sh:datatype xsd:time ; sh:minCount 1 ; sh:maxCount 1 ; sh:maxInclusive "07:00:00"^^xsd:time ] ,
    [ sh:path :words ; sh:datatype xsd:string ; sh:minCount 3 ; sh:pattern "^(\\w+) \\1$" ; sh:minLength 11 ] ,
    [ sh:path :both ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:pattern "@" ; sh:minLength 400 ] ,
    [ sh:path :digest ; sh:datatype xsd:hexBinary ; sh:minCount 1 ; sh:maxCount 1 ; sh:minLength 64 ; sh:maxLength 64 ] ,
    [ sh:path :page ; sh:datatype xsd:anyURI ; sh:minCount 1 ; sh:maxCount 1 ; sh:pattern "^https://[^/]+/.*\\.html$" ] .
`;

  test('give a valid document with valid examples', async () => {
    const { model } = await modelOfTurtle(turtle);
    const text = generate(model);
    const document: Document = parse(text, { maxAliasCount: 0 });
    expect(await lint(text)).toEqual([]);
    expect(wrongExamples(document)).toEqual([]);
    for (const { name } of model.classes) expect(document.components.schemas[name]?.examples, name).toHaveLength(1);

    const [example] = document.components.schemas['Odd']?.examples ?? [];
    const { small, exact, later, earlier, early } = example as Record<string, string>;
    expect(Number(small)).toBeLessThan(-1e30);
    expect(exact).toMatch(/^0\.12345678901234567890123456\d+$/);
    expect(Date.parse(later ?? '')).toBeGreaterThan(Date.parse('2030-01-01T00:00:00.5Z'));
    expect(earlier?.localeCompare('1999-01-01')).toBe(-1);
    expect(early?.localeCompare('07:00:00')).not.toBe(1);

    const validate = validators(document)('Sub');
    const id = '0191f3c8-5a7e-4c1e-9d3a-6b1f0e2d4c5b';
    expect(validate({ id, kind: 'Sub', name: 'fixed', extra: 'x' }), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ id, kind: 'Sub', name: 'fixed', other: 'x' })).toBe(false);
    expect(validators(document)('SubCreate')({})).toBe(true);
    expect(validators(document)('SubCreate')({ name: 'other' })).toBe(false);
    expect(validators(document)('SubUpdate')({ extra: 'x' })).toBe(true);
    expect(validators(document)('SubUpdate')({ name: 'fixed' })).toBe(false);
    expect(validators(document)('SubUpdate')({ other: 'x' })).toBe(false);
  });

  test('allow each of several fields to be empty if they only share a minimum number of values', async () => {
    const { model } = await modelOfTurtle(`:Author a owl:Class . :Team a owl:Class .
:Book a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :writtenBy ; owl:minCardinality 1 ] .
:writtenBy a owl:ObjectProperty ; rdfs:domain :Book ; rdfs:range [ owl:unionOf ( :Author :Team ) ] .`);
    const text = generate(model);
    expect(await lint(text)).toEqual([]);
    const validate = validators(parse(text))('Book');
    const id = '0191f3c8-5a7e-4c1e-9d3a-6b1f0e2d4c5b';
    const [authors, teams] = Object.keys(parse(text).components.schemas.Book.properties).slice(1) as [string, string];
    expect(validate({ id, [authors]: [id], [teams]: [] }), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ id, [authors]: [], [teams]: [id, id] })).toBe(true);
    expect(validate({ id, [authors]: [], [teams]: [] })).toBe(false);
  });

  test('give no example if none can be found', async () => {
    const { model } = await modelOfTurtle(`:A a owl:Class .
:AShape a sh:NodeShape ; sh:targetClass :A ;
    sh:property [ sh:path :p ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:pattern "^a$" ; sh:pattern "^b$" ] .`);
    const document: Document = parse(generate(model));
    expect(wrongExamples(document)).toEqual([]);
    expect(document.components.schemas['A']?.examples).toBeUndefined();
  });
});

describe('nesting depth for a tool that follows references', () => {
  /** Returns the greatest nesting depth; like Redocly, it follows a reference to a schema only the first time. */
  function depthOf(document: Document): number {
    const { schemas } = document.components;
    const seen = new Set<string>();
    const below = (values: readonly unknown[]): number => values.reduce<number>((most, value) => Math.max(most, depth(value)), 0);
    const depth = (value: unknown): number => {
      if (value === null || typeof value !== 'object') return 0;
      const name = (value as { $ref?: string }).$ref?.replace('#/components/schemas/', '');
      if (name === undefined || seen.has(name)) return 1 + below(Object.values(value));
      seen.add(name);
      return 1 + depth(schemas[name]);
    };
    return below([document.paths, document.components]);
  }

  /** Classes in a cycle: each has a value, a reference to the next class, and references to `C0`. */
  const circle = (n: number): string =>
    times(n, (i) => [
      `:C${i} a owl:Class . :a${i} a owl:DatatypeProperty ; rdfs:domain :C${i} ; rdfs:range xsd:string .`,
      `:n${i} a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :C${i} ; rdfs:range :C${(i + 1) % n} .`,
      `:f${i} a owl:ObjectProperty ; rdfs:domain :C${i} ; rdfs:range :C0 .`,
    ]);
  /** A class with `n` subclasses, and a class that refers to it. */
  const wide = (n: number): string =>
    `:B a owl:Class . :r a owl:ObjectProperty ; rdfs:domain :B ; rdfs:range :C0 . :C0 a owl:Class .
${times(n, (i) => [`:C${i + 1} a owl:Class ; rdfs:subClassOf :C0 .`])}`;
  /** A chain of `n` subclasses, the most general class first. */
  const deep = (n: number): string =>
    `:C0 a owl:Class .\n${times(n, (i) => [`:C${i + 1} a owl:Class ; rdfs:subClassOf :C${i} .`])}`;

  const times = (n: number, lines: (i: number) => string[]): string =>
    Array.from({ length: n }, (_, i) => lines(i).join('\n')).join('\n');

  test.each([
    ['classes that refer to each other', circle],
    ['subclasses of one class', wide],
    ['subclasses one below the other', deep],
  ])('does not grow with the number of %s', async (_, turtle) => {
    const depths = await Promise.all(
      [20, 80].map(async (n) => {
        const { model } = await modelOfTurtle(turtle(n));
        return depthOf(parse(generate(model), { maxAliasCount: 0 }));
      }),
    );
    expect(depths[1]).toBe(depths[0]);
    expect(depths[0]).toBeLessThan(30);
  });
});

/** Returns the paths of array schemas without `items`. */
function untypedArrayPaths(node: unknown, at = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, items } = node as { type?: unknown; items?: unknown };
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  const inside = Object.entries(node).flatMap(([key, value]) => untypedArrayPaths(value, `${at}/${key}`));
  return isList && items === undefined ? [at, ...inside] : inside;
}

// Spectral reports missing `items` as an error (rule `array-items` of its OpenAPI ruleset).
test('every array schema has items, even if it constrains only the length', async () => {
  const { model } = await modelOfTurtle(`:Person a owl:Class .
    :phone a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
    :page a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:anyURI .
    [] a sh:NodeShape ; sh:targetClass :Person ; sh:property [ sh:path :phone ; sh:minCount 0 ; sh:maxCount 3 ] ;
      sh:or ( [ sh:property [ sh:path :phone ; sh:minCount 1 ] ] [ sh:property [ sh:path :page ; sh:minCount 1 ] ] ) .`);
  const text = generate(model);
  expect(text).toContain('[array, "null"]');
  expect(untypedArrayPaths(parse(text))).toEqual([]);
});

// openapi-python-client merges an `enum` with a narrower `enum`, but drops a schema that has a `const` instead.
test('a subclass narrows the discriminator to an enum of names', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .
    :colour a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range xsd:string .
    :B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :colour ; owl:hasValue "red" ] .`);
  const { schemas } = parse(generate(model)).components;
  const own = (name: string) => schemas[name].allOf.at(-1).properties;
  expect(schemas.A.properties.kind).toMatchObject({ type: 'string', enum: ['A', 'B'] });
  expect(own('AItself').kind).toEqual({ type: 'string', enum: ['A'], readOnly: true });
  expect(own('B').kind).toMatchObject({ type: 'string', enum: ['B'], readOnly: true });
  // Other constants stay `const`: from an `enum`, datamodel-code-generator generates `str | Colour`.
  expect(own('B').colour).toMatchObject({ type: 'string', const: 'red' });
});
