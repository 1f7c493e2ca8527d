import { expect, test } from 'vitest';
import type { EnumerationValue } from '../../../model/index.ts';
import { descriptionOf, valueList } from './prose.ts';

const value = (text: string): EnumerationValue => ({ name: 'x', value: text, label: 'Documented', deprecated: false });

test('no text ends the comment of a generated client', () => {
  expect(descriptionOf({ name: 'x', doc: 'a */ b' })).toBe('a *\\/ b');
  expect(valueList([value('a*/b'), value('plain')])).toBe('- `"a*\\/b"`: Documented.\n- `plain`: Documented.');
});

test('a label that repeats the name is no description', () => {
  expect(descriptionOf({ name: 'venue_id', label: 'venue' })).toBeUndefined();
  expect(descriptionOf({ name: 'venue_id', label: 'Hosting venue' })).toBe('Hosting venue');
});
