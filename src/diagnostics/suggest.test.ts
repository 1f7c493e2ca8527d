import { expect, test } from 'vitest';
import { suggest } from './suggest.ts';

const templates = ['all', 'rust-models', 'typescript-models', 'sql-schema', 'graphql-schema', 'openapi-spec', 'python-pydantic'];

test.each([
  ['sql', 'sql-schema'],
  ['rust', 'rust-models'],
  ['al', 'all'],
  ['rust-modles', 'rust-models'],
  ['SQL-Schema', 'sql-schema'],
  ['openapi', 'openapi-spec'],
  ['php', undefined],
])('%s may have been meant for %s', async (word, meant) => {
  expect(await suggest(word, templates)).toBe(meant);
});

test('two letters that changed places are a slip in a word of four', async () => {
  expect(await suggest('nmae', ['slug', 'name'])).toBe('name');
});
