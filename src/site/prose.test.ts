import { describe, expect, test } from 'vitest';
import { firstSentence, readableText } from './prose.ts';

describe('readable comments', () => {
  test('corrects line breaks that were escaped twice', () => {
    expect(readableText('An object.\\n\\nRelated actions:\\n\\n* [[RejectAction]]: its antonym.')).toBe(
      'An object.\n\nRelated actions:\n\n* RejectAction: its antonym.',
    );
    expect(readableText('In C:\\new it is a path.')).toBe('In C:\\new it is a path.');
  });

  test('replaces links by their text and address, but only web links', () => {
    expect(readableText('A [blog](https://e.org/Blog), [x](javascript:alert(1)).')).toBe(
      'A blog (https://e.org/Blog), [x](javascript:alert(1)).',
    );
    expect(readableText('See [[Person]] and [[a b]].', (name) => `<${name}>`)).toBe('See <Person> and [[a b]].');
  });

  test('the first sentence contains no markup', () => {
    expect(firstSentence('A [blog](https://e.org/Blog) of `Posts`. More.')).toBe('A blog of Posts.');
    expect(firstSentence('x'.repeat(200))).toHaveLength(160);
    expect(firstSentence(undefined)).toBeUndefined();
  });
});
