import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { WaitingTexts } from './waiting.ts';

test('texts come back as they were, whether they wait in memory or not, and as often as they are asked for', () => {
  const waiting = new WaitingTexts(10);
  const all = ['short', 'é of two bytes', '', '日本語 \u{1f600}', 'x'.repeat(100_000)];
  const kept = all.map((text) => waiting.keep(text));
  for (const _ of [1, 2]) expect([...kept].reverse().map((text) => text())).toEqual([...all].reverse());
  waiting.close();
});

test('the file in which they wait has no name that anybody could find', () => {
  const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith('codegen-'));
  const before = own();
  const waiting = new WaitingTexts(0);
  const text = waiting.keep('a text');
  expect(own().filter((name) => !before.includes(name))).toEqual([]);
  expect(text()).toBe('a text');
  waiting.close();
  expect(text).toThrow('kept no more');
});

test('where there is no room for a file they stay in memory', () => {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = '/nowhere/at/all';
  try {
    const waiting = new WaitingTexts(0);
    expect(waiting.keep('a text')()).toBe('a text');
    waiting.close();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
});
