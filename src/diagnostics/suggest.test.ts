import { expect, test } from 'vitest';
import { findSimilarName, suggest } from './suggest.ts';

const templates = ['all', 'rust-models', 'typescript-models', 'sql-schema', 'graphql-schema', 'openapi-spec', 'python-pydantic'];

test.each([
  ['sql', 'sql-schema'],
  ['rust', 'rust-models'],
  ['al', 'all'],
  ['rust-modles', 'rust-models'],
  ['SQL-Schema', 'sql-schema'],
  ['openapi', 'openapi-spec'],
  ['php', undefined],
])('suggests for %s: %s', async (word, meant) => {
  expect(await suggest(word, templates)).toBe(meant);
});

test('recognises a plural', async () => {
  expect(await suggest('ontologies', ['outputs', 'ontology'])).toBe('ontology');
});

test('recognises two transposed letters in a word of four', async () => {
  expect(await suggest('nmae', ['slug', 'name'])).toBe('name');
});

test.each([
  ['Persn', ['Person'], 'Person'],
  ['useraccount', ['UserAccount'], 'UserAccount'],
  ['RainSesnor', ['RainSensor'], 'RainSensor'],
  ['Rain_Senor', ['Rain_Sensor'], 'Rain_Sensor'],
  ['b', ['B', 'A'], 'B'],
  ['Rain_Sensor', ['Hail_Sensor'], undefined],
  ['RainSensor', ['HailSensor'], undefined],
  ['uuid', ['puid'], undefined],
  ['ndoe', ['node'], 'node'],
  ['a', ['B'], undefined],
  ['Itm', ['Item'], 'Item'],
  ['Dog', ['Dot'], undefined],
  ['BFO_0000040', ['BFO_0000140', 'BFO_0000041'], undefined],
  ['Adress2', ['Address1', 'Address2'], 'Address2'],
])('corrects %s among %j to %s', async (name, candidates, meant) => {
  expect(await findSimilarName(name, candidates)).toBe(meant);
});
