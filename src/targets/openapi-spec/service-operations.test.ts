/** Tests the operations that only the generated service has. */

import { beforeAll, expect, test } from 'vitest';
import { modelOfTurtle, PREFIXES } from '../../../test/support/ontologies.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { openApiDocument } from './document.ts';

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: TreeMap }>>;
}

interface Operation {
  readonly parameters: readonly TreeMap[];
  readonly requestBody: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

let operation: (path: string, method: string) => Operation | undefined;
let parameters: Readonly<Record<string, TreeMap>>;

beforeAll(async () => {
  const { model } = await modelOfTurtle(`${PREFIXES}
    :Agent a owl:Class . :Post a owl:Class . :Note a owl:Class .
    :author a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :Agent .
    :knows a owl:ObjectProperty ; rdfs:domain :Note ; rdfs:range :Agent .
    :NoteShape a sh:NodeShape ; sh:targetClass :Note ; sh:closed true ; sh:property [ sh:path :knows ; sh:minCount 0 ] .`);
  const { paths, components } = openApiDocument(model, undefined, 'full') as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly parameters: Readonly<Record<string, TreeMap>> };
  };
  parameters = components.parameters;
  operation = (path, method) => paths[path]?.[method];
});

const schemaOf = (body: Body | undefined) => body?.content['application/json']?.schema;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('a response includes related instances', () => {
  expect(operation('/posts', 'get')?.parameters).toContainEqual({ $ref: '#/components/parameters/Post.include' });
  expect(parameters['Post.include']?.['schema']).toEqual({
    ...{ type: 'array', items: { type: 'string', enum: ['author'] }, minItems: 1, maxItems: 1, uniqueItems: true },
  });
  const related = { type: 'object', properties: { author: ref('Agent') } };
  const post = { title: 'PostWithIncludes', allOf: [ref('Post'), related] };
  expect(schemaOf(operation('/posts/{id}', 'get')?.responses['200'])).toEqual(post);
  expect(schemaOf(operation('/posts', 'get')?.responses['200'])).toEqual({
    title: 'PostPageWithIncludes',
    allOf: [ref('PostPage'), { type: 'object', properties: { items: { type: 'array', items: post } } }],
  });
});

test('the schema of a closed class, which rejects more members, is an alternative', () => {
  const related = { type: 'object', properties: { knows: { type: 'array', items: ref('Agent') } } };
  expect(schemaOf(operation('/notes/{id}', 'get')?.responses['200'])).toEqual({
    title: 'NoteWithIncludes',
    anyOf: [ref('Note'), related],
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
