import { expect, test } from 'vitest';
import { LinePrefixer, Tail } from './output-streams.ts';

test('each line gets its prefix once, wherever the pieces end', () => {
  let written = '';
  const prefixed = new LinePrefixer({ write: (chunk) => (written += chunk) }, '> ');
  for (const piece of ['a', 'b\n', '\nc\nd', '', 'e']) prefixed.write(Buffer.from(piece));
  prefixed.end();
  prefixed.end();
  expect(written).toBe('> ab\n> \n> c\n> de\n');
});

test('a tail keeps the last lines, however much is written', () => {
  const tail = new Tail();
  for (let i = 1; i <= 1000; i++) tail.write(Buffer.from(`line ${i}\n`));
  expect(tail.text()).toBe(Array.from({ length: 20 }, (_, i) => `line ${981 + i}`).join('\n'));
  tail.write(Buffer.from('x'.repeat(1_000_000)));
  expect(tail.text()).toBe('x'.repeat(4096));
});
