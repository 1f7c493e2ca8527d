import { expect, test } from 'vitest';
import { ByLength, linked, linkedFirst } from './by-length.ts';
import { current } from './jsdoc.ts';

test('names of a length that differ in their article share no mould', () => {
  const code = new ByLength<[string, string]>((_, type, other) => [`${linkedFirst(type)} is ${linked(other)}.`]);
  // Each pair twice and more: the first time nothing is kept.
  const pairs = ['Order Paper', 'Paper Order', 'Event Email', 'Paper Paper', 'Users Order'].map((pair) => pair.split(' '));
  for (const [type = '', other = ''] of [...pairs, ...pairs, ...pairs]) {
    const article = (name: string) => (/^[OE]/.test(name) ? 'an' : 'a');
    const first = article(type) === 'an' ? 'An' : 'A';
    expect(code.of(current, type, other)).toBe(`${first} {@link ${type}} is ${article(other)} {@link ${other}}.`);
  }
});
