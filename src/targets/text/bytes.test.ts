import { expect, test } from 'vitest';
import { LineBuffer } from './buffer.ts';
import { TextBytes } from './bytes.ts';

test.each([
  ['nothing', []],
  ['short texts', ['a\n', '', 'é\n', '日本語\n', '🦊\n']],
  ['texts that fill more than one piece', Array.from({ length: 100 }, (_, i) => `${i} ${'x🦊é'.repeat(9000)}\n`)],
  ['a text that is longer than a piece', ['before\n', '日'.repeat(1_500_000), 'behind\n']],
])('%s come back from their bytes, and no piece parts a character', (_, texts) => {
  const bytes = new TextBytes();
  for (const text of texts) bytes.add(text);
  expect(
    bytes
      .pieces()
      .map((piece) => piece.toString('utf8'))
      .join(''),
  ).toBe(texts.join(''));
});

test('lines are the same text whether it is long or short, as one part or in pieces', () => {
  for (const count of [0, 1, 3, 40_000]) {
    const lines = Array.from({ length: count }, (_, i) => `line ${i} of the café ${'.'.repeat(i % 100)}`);
    const text = lines.map((line) => `${line}\n`).join('');
    const [printing, part] = [new LineBuffer(), new LineBuffer()];
    for (const line of lines) for (const buffer of [printing, part]) buffer.push(line);
    const { content, pieces } = printing.printed();
    expect(content).toBe(text);
    expect(pieces === undefined).toBe(count < 40_000);
    if (pieces) expect(Buffer.concat(pieces).toString('utf8')).toBe(text);
    expect(part.asOne()).toEqual({ text: text.slice(0, -1), lines: count });
  }
});
