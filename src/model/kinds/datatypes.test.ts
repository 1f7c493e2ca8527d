import { expect, test } from 'vitest';
import { datatypeMapping, knownDatatypes } from './datatypes.ts';

test('patterns of datatypes fit on one line of a message or comment', () => {
  const patterns = knownDatatypes.flatMap((iri) => datatypeMapping(iri)?.pattern ?? []);
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => /[\t\n\r]/.test(pattern))).toEqual([]);
});
