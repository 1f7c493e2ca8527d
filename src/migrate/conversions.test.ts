import { expect, test } from 'vitest';
import { conversionExpression, conversionSettings, mayFail } from './conversions.ts';

test('a text of JSON is not cast to a shorter type, which would cut it', () => {
  expect(conversionExpression('name', { type: 'JSONB' }, { type: 'VARCHAR(255)' })).toBe("(name #>> '{}')");
  expect(conversionExpression('name', { type: 'JSONB' }, { type: 'INTEGER' })).toBe("(name #>> '{}')::INTEGER");
});

test('a decimal becomes a string of JSON, and a single-precision number keeps its shortest text', () => {
  expect(conversionExpression('price', { type: 'NUMERIC' }, { type: 'JSONB' })).toBe('to_jsonb(price::TEXT)');
  expect(conversionExpression('size', { type: 'REAL' }, { type: 'DOUBLE PRECISION' })).toBe('size::TEXT::DOUBLE PRECISION');
});

test('conversions do not depend on the time zone of the session', () => {
  expect(conversionSettings(['ALTER TABLE a ALTER COLUMN at TYPE TIMESTAMPTZ USING at::TIMESTAMPTZ;'])).toEqual([
    "SET LOCAL timezone = 'UTC';",
  ]);
  expect(conversionSettings(['ALTER TABLE a ADD COLUMN at TIMESTAMPTZ;'])).toEqual([]);
});

test.each([
  ['TEXT', 'VARCHAR(50)', true],
  ['VARCHAR(51)', 'VARCHAR(50)', true],
  ['VARCHAR(50)', 'VARCHAR(50)', false],
  ['VARCHAR(49)', 'VARCHAR(50)', false],
  ['VARCHAR(50)', 'TEXT', false],
])('texts of type %s may be too long for %s: %s', (from, to, expected) => {
  expect(mayFail(from, to)).toBe(expected);
});
