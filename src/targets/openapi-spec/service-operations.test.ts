/** Tests the operations that only the generated service has. */

import { beforeAll, expect, test } from 'vitest';
import { modelOfTurtle, PREFIXES } from '../../../test/support/ontologies.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { openApiDocument } from './document.ts';

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: TreeMap }>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly TreeMap[];
  readonly requestBody: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

let operation: (path: string, method: string) => Operation | undefined;
let parameters: Readonly<Record<string, TreeMap>>;
let schemas: Readonly<Record<string, TreeMap>>;
let responses: Readonly<Record<string, TreeMap>>;

beforeAll(async () => {
  const { model } = await modelOfTurtle(`${PREFIXES}
    :Agent a owl:Class . :Post a owl:Class . :Note a owl:Class .
    :author a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :Agent .
    :knows a owl:ObjectProperty ; rdfs:domain :Note ; rdfs:range :Agent .
    :Item a owl:Class . :Book a owl:Class ; rdfs:subClassOf :Item .
    :owner a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Item ; rdfs:range :Agent .
    :NoteShape a sh:NodeShape ; sh:targetClass :Note ; sh:closed true ; sh:property [ sh:path :knows ; sh:minCount 0 ] .`);
  const { paths, components } = openApiDocument(model, undefined, 'full') as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: Readonly<Record<'parameters' | 'schemas' | 'responses', Readonly<Record<string, TreeMap>>>>;
  };
  ({ parameters, schemas, responses } = components);
  operation = (path, method) => paths[path]?.[method];
});

const schemaOf = (body: Body | undefined) => body?.content['application/json']?.schema;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('a response includes related instances', () => {
  expect(operation('/posts', 'get')?.parameters).toContainEqual({ $ref: '#/components/parameters/Post.include' });
  expect(parameters['Post.include']?.['schema']).toEqual({
    ...{ type: 'array', items: { type: 'string', enum: ['author'] }, minItems: 1, maxItems: 1, uniqueItems: true },
  });
  expect(schemaOf(operation('/posts/{id}', 'get')?.responses['200'])).toEqual(ref('PostWithIncludes'));
  expect(schemaOf(operation('/posts', 'get')?.responses['200'])).toEqual(ref('PostPage'));
  expect(schemas['PostWithIncludes']).toMatchObject({
    allOf: [ref('Post'), { type: 'object', properties: { author: ref('Agent') } }],
  });
  // Generators of clients intersect the members of the schemas, so only one of them has the items.
  const items = { type: 'array', items: ref('PostWithIncludes') };
  expect(schemas['PostPage']?.['allOf']).toEqual([ref('Page'), { type: 'object', required: ['items'], properties: { items } }]);
});

test('the schema of a closed class, which cannot be extended, is repeated with the related instances', () => {
  expect(schemas['NoteWithIncludes']).toMatchObject({
    required: ['id', 'knows_ids'],
    properties: { id: {}, knows_ids: {}, knows: { type: 'array', items: ref('Agent') } },
    additionalProperties: false,
  });
});

test('an instance of a subclass includes related instances with the members of its class', () => {
  expect(schemaOf(operation('/items/{id}', 'get')?.responses['200'])).toEqual(ref('AnyItemWithIncludes'));
  expect(schemas['AnyItemWithIncludes']).toMatchObject({
    oneOf: [ref('ItemWithIncludes'), ref('BookWithIncludes')],
    discriminator: { propertyName: 'kind', mapping: { Book: '#/components/schemas/BookWithIncludes' } },
  });
  expect(schemas['ItemWithIncludes']?.['allOf']).toMatchObject([ref('ItemItself'), { properties: { owner: ref('Agent') } }]);
  expect(schemas['BookWithIncludes']?.['allOf']).toMatchObject([ref('Book'), { properties: { owner: ref('Agent') } }]);
  const items = { items: ref('AnyItemWithIncludes') };
  expect(schemas['ItemPage']).toMatchObject({ allOf: [ref('Page'), { properties: { items } }] });
});

test('a list of related instances states the reference that relates them', () => {
  const texts = ['/agents/{id}/posts', '/agents/{id}/notes', '/notes/{id}/knows'].map((path) => operation(path, 'get'));
  expect(texts.map((each) => each?.summary)).toEqual([
    'List the posts whose `author_id` is this agent',
    'List the notes whose `knows_ids` contain this agent',
    'List the agents in `knows_ids` of this note',
  ]);
  expect(texts[0]?.description).toBe('Returns a page of the posts whose `author_id` is the agent with this `id`.');
});

test('examples of invalid values name them', () => {
  const problem = (errors: TreeMap[]) => ({ content: { 'application/problem+json': { example: { errors } } } });
  expect(responses).toMatchObject({
    BadRequest: problem([{ parameter: 'sort', detail: '"x" is no member to sort by' }]),
    UnprocessableContent: problem([{ pointer: '#/name', detail: 'must be at most 255 characters long' }]),
  });
});

test('an instance is replaced by the body of a new one', () => {
  const replace = operation('/posts/{id}', 'put');
  expect(schemaOf(replace?.requestBody)).toEqual(ref('PostCreate'));
  expect(replace?.parameters).toEqual([{ $ref: '#/components/parameters/IfMatch' }]);
  expect(Object.keys(replace?.responses ?? {})).toEqual(expect.arrayContaining(['200', '404', '412', '422']));
});

test('several instances are created, and creations may be repeated', () => {
  const bulk = operation('/posts/bulk', 'post');
  expect(schemaOf(bulk?.requestBody)).toEqual({ type: 'array', items: ref('PostCreate'), maxItems: 100 });
  expect(schemaOf(bulk?.responses['201'])).toMatchObject({ type: 'array', items: ref('Post') });
  for (const create of [bulk, operation('/posts', 'post')]) {
    expect(create?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(Object.keys(create?.responses ?? {})).toContain('409');
  }
});
