import { expect, test } from 'vitest';
import { datatypeMapping, knownDatatypes } from './datatypes.ts';

test('what is asked of texts can be shown in one line, for messages and comments do', () => {
  const patterns = knownDatatypes.flatMap((iri) => datatypeMapping(iri)?.pattern ?? []);
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => /[\t\n\r]/.test(pattern))).toEqual([]);
});
