import { expect, test } from 'vitest';
import { articleOf } from './index.ts';

test.each([
  ['an', ['order', 'Offer', 'application', 'event', 'item', 'upvote', 'umbrella', 'unnamed_thing', 'onetime', 'Agent']],
  ['a', ['post', 'user', 'Unit', 'university', 'uri', 'URL', 'usage', 'utility', 'one', 'european', 'Halle']],
])('%s goes before %s', (article, nouns) => {
  expect(nouns.filter((noun) => articleOf(noun) !== article)).toEqual([]);
});
