import { expect, test } from 'vitest';
import { toOpenApi30 } from './openapi-3-0.ts';

function older(schema: object): unknown {
  return JSON.parse(JSON.stringify(toOpenApi30({ A: schema as never })))['A'];
}

test.each([
  [
    { type: ['string', 'null'], format: 'uuid' },
    { type: 'string', nullable: true, format: 'uuid' },
  ],
  [{ const: 'a' }, { enum: ['a'] }],
  [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  // Both bounds apply, so the second one goes into `allOf`.
  [
    { minimum: 1, exclusiveMinimum: 0 },
    { minimum: 1, allOf: [{ minimum: 0, exclusiveMinimum: true }] },
  ],
  [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/B' }],
  [
    { $ref: '#/components/schemas/B', description: 'of b' },
    { allOf: [{ $ref: '#/components/schemas/B' }], description: 'of b' },
  ],
  [
    { oneOf: [{ $ref: '#/components/schemas/B' }, { type: 'null' }] },
    { oneOf: [{ $ref: '#/components/schemas/B' }, { type: 'object', nullable: true, enum: [null] }] },
  ],
  [{ contains: { const: 1 } }, { not: { type: 'array', items: { not: { enum: [1] } } } }],
  [
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', format: 'byte' },
  ],
  // Members may have the names of keywords, and examples contain any JSON.
  [{ properties: { const: { type: ['integer', 'null'] } } }, { properties: { const: { type: 'integer', nullable: true } } }],
  [{ properties: { type: { const: 1 } } }, { properties: { type: { enum: [1] } } }],
  [{ examples: [{ const: 1, type: 'null' }] }, { example: { const: 1, type: 'null' } }],
])('%j', (schema, expected) => {
  expect(older(schema)).toEqual(expected);
});
