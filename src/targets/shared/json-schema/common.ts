/** Schemas that belong to no class: pages and problems. */

import type { TreeMap } from '../../shared/tree/index.ts';
import { type Dialect, withoutUnsupportedFormat } from './dialect.ts';
import { pageInfoExample } from './examples.ts';
import { patternsOf } from './kinds.ts';
import { objectSchema } from './objects.ts';

/** The range and the default of the number of entries on a page. */
export const PAGE_LIMIT = { minimum: 1, maximum: 100, default: 20 } as const;

/** The range of the total and the offset of a page, in responses and in parameters. */
export const PAGE_COUNT = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Returns problem details (RFC 9457) without a specific type: their title is that of the status. */
export function problemExample(status: number, title: string, detail: string): TreeMap {
  return { type: 'about:blank', title, status, detail };
}

function countSchema(description: string, dialect: Dialect): TreeMap {
  return withoutUnsupportedFormat({ type: 'integer', format: 'int64', ...PAGE_COUNT, description }, dialect);
}

/** Returns the schema of the position of a page in its list: total, limit and offset. */
export const pageInfoSchema = (dialect: Dialect): TreeMap => ({
  description: 'Position of a page in its list.',
  ...objectSchema([{ name: 'total' }, { name: 'limit' }, { name: 'offset' }], {
    total: countSchema('Number of entries in the whole list.', dialect),
    limit: countSchema('Maximum number of entries on a page.', dialect),
    offset: countSchema('Number of entries before the page.', dialect),
  }),
  examples: [pageInfoExample],
});

/** Returns the schema of all decimals. It is no `allOf` of both patterns: generators of clients would make an object of it. */
export const decimalSchema = (): TreeMap => ({
  description: 'A decimal number of at most 28 digits.',
  type: 'string',
  pattern: patternsOf('decimal')[0],
  not: { type: 'string', pattern: '([0-9]\\.?){29}' },
});

/** The values of the member `code` of problems, and what each means. */
export type Codes = Readonly<Record<string, string>>;

function codesDescription(codes: Codes): string {
  const items = Object.entries(codes).map(([code, meaning]) => `- \`${code}\`, ${meaning}`);
  return ['The kind of problem, after which programs decide what to do:', '', ...items].join('\n');
}

/**
 * Returns the schema of problem details.
 *
 * @param codes the values of the member `code`; without them, the schema also omits the members that only the service sets
 */
export const problemSchema = (dialect: Dialect, codes?: Codes): TreeMap => ({
  description: 'Problem details (RFC 9457).',
  type: 'object',
  required: ['title', 'status', ...(codes ? ['code'] : [])],
  properties: {
    type: { type: 'string', format: 'uri-reference', default: 'about:blank', description: 'Identifies the kind of problem.' },
    title: { type: 'string', description: 'Summary of the kind of problem.' },
    status: withoutUnsupportedFormat(
      { type: 'integer', format: 'int32', minimum: 400, maximum: 599, description: 'HTTP status of the response.' },
      dialect,
    ),
    ...(codes && { code: { type: 'string', enum: Object.keys(codes), description: codesDescription(codes) } }),
    detail: { type: 'string', description: 'Explanation of this occurrence of the problem.' },
    instance: { type: 'string', format: 'uri-reference', description: 'Identifies this occurrence of the problem.' },
    errors: {
      type: 'array',
      description: 'The invalid values of the request.',
      items: {
        type: 'object',
        required: ['detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer to the value in the body, as a URI fragment (RFC 6901).' },
          ...(codes && {
            parameter: { type: 'string', description: 'Name of the query parameter.' },
            constraint: { type: 'string', description: 'Constraint of the database.' },
            axiom: { type: 'string', description: 'Statement of the ontology that the value contradicts.' },
          }),
          detail: { type: 'string', description: 'What is wrong with the value.' },
        },
      },
    },
  },
  examples: [
    {
      ...problemExample(422, 'Unprocessable Content', 'The request body violates its schema.'),
      ...(codes && { code: 'invalid_value' }),
      errors: [{ pointer: '#', detail: 'must be an object' }],
    },
  ],
});
