import { expect, test } from 'vitest';
import { conversionExpression } from './conversions.ts';

test('a text of JSON is not cast to a shorter type, which would cut it', () => {
  expect(conversionExpression('name', { type: 'JSONB' }, { type: 'VARCHAR(255)' })).toBe("(name #>> '{}')");
  expect(conversionExpression('name', { type: 'JSONB' }, { type: 'INTEGER' })).toBe("(name #>> '{}')::INTEGER");
});
