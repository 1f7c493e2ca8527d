import { expect, test } from 'vitest';
import { propertyLines, signature } from './layout.ts';

test('moves a call with one short argument below its key, and breaks other calls', () => {
  const key = 'k'.repeat(70);
  const value = (...args: readonly string[]) => propertyLines(key, { call: 'check.relatedList', args }, 4);
  const [short, long] = ['a'.repeat(25), 'a'.repeat(26)];
  expect(value('a')).toEqual([`${key}: check.relatedList(a),`]);
  expect(value(short)).toEqual([`${key}:`, `  check.relatedList(${short}),`]);
  expect(value(long)).toEqual([`${key}: check.relatedList(`, `  ${long},`, '),']);
  expect(value('check.string')).toEqual([`${key}: check.relatedList(`, '  check.string,', '),']);
});

test('breaks the return type of a function without parameters', () => {
  const returns = { generic: 'Readonly', args: [{ generic: 'Record', args: ['string', 'number'] }] };
  const name = 'f'.repeat(80);
  expect(signature(`function ${name}`, [], returns)).toEqual([
    `function ${name}(): Readonly<`,
    '  Record<string, number>',
    '> {',
  ]);
});
