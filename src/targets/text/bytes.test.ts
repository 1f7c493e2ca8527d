import { expect, test } from 'vitest';
import type { Enumeration } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { LineBuffer } from './buffer.ts';
import { TextBytes } from './bytes.ts';
import { flatten, indent, type Lines, marked, printed, printWithoutMarks, separatedParts } from './lines.ts';

test.each([
  ['nothing', []],
  ['short texts', ['a\n', '', 'é\n', '日本語\n', '🦊\n']],
  ['texts that fill more than one piece', Array.from({ length: 100 }, (_, i) => `${i} ${'x🦊é'.repeat(9000)}\n`)],
  ['a text that is longer than a piece', ['before\n', '日'.repeat(1_500_000), 'behind\n']],
])('%s are the same after a conversion to bytes, and no chunk splits a character', (_, texts) => {
  const bytes = new TextBytes();
  for (const text of texts) bytes.add(text);
  expect(Array.from(bytes.pieces(), (piece) => piece.toString('utf8')).join('')).toBe(texts.join(''));
});

test('long and short texts have the same lines, as one string and in pieces', () => {
  for (const count of [0, 1, 3, 40_000]) {
    const lines = Array.from({ length: count }, (_, i) => `line ${i} of the café ${'.'.repeat(i % 100)}`);
    const text = lines.map((line) => `${line}\n`).join('');
    const [printing, part] = [new LineBuffer(), new LineBuffer()];
    for (const line of lines) for (const buffer of [printing, part]) buffer.push(line);
    const { content, pieces } = printing.printed();
    expect(content).toBe(text);
    expect(pieces === undefined).toBe(count < 40_000);
    if (pieces) expect(Buffer.concat([...pieces]).toString('utf8')).toBe(text);
    expect(part.asOne()).toEqual({ text: text.slice(0, -1), lines: count });
  }
});

test('a text of many lines is the same in pieces, and its marks have the right lines', () => {
  const mark = (name: string): Mark => ({ element: { kind: 'enumeration', enumeration: { name } as Enumeration }, name });
  const group = (i: number): Lines =>
    i % 7 === 0 ? [] : marked(mark(`${i}`), [`group ${i}`, indent(['', `é ${'.'.repeat(80)}`])]);
  const all = separatedParts(function* () {
    for (let i = 0; i < 15_000; i++) yield group(i);
  });
  const long = printed(all);
  const short = flatten(all);
  expect(long.content).toBe(`${short.join('\n')}\n`);
  expect(Buffer.concat([...(long.pieces ?? [])]).toString('utf8')).toBe(long.content);
  for (const { name, from, to } of long.marks) {
    expect(short[from - 1]).toBe(`group ${name}`);
    expect(to).toBe(from + 2);
  }
  expect(printWithoutMarks(() => printed(all)).content).toBe(long.content);
});

test('a long text with carriage returns has no pieces, because lines are compared without them', () => {
  const { content, pieces } = printed(Array.from({ length: 100_000 }, (_, i) => `line ${i} of many\r`));
  expect(content.length).toBeGreaterThan(2 ** 20);
  expect(pieces).toBeUndefined();
});
