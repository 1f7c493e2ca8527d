import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from './progress.ts';

/** A terminal, and what it was sent. */
function terminal(isTTY = true) {
  const written: string[] = [];
  return { isTTY, columns: 20, written, write: (text: string) => written.push(text) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a run that is over soon shows nothing', async () => {
  const output = terminal();
  const progress = new Progress(output, true);
  await progress.step('reading');
  await progress.step('writing');
  vi.advanceTimersByTime(300);
  progress.end();
  vi.advanceTimersByTime(1000);
  expect(output.written).toEqual([]);
});

test('a long run shows what it does on one line, and takes it away', async () => {
  const output = terminal();
  const progress = new Progress(output, true);
  await progress.step('reading');
  vi.advanceTimersByTime(500);
  await progress.step('generating something long');
  progress.end();
  expect(output.written).toEqual(['\r\u001b[Kreading…', '\r\u001b[Kgenerating somethi…', '\r\u001b[K']);
});

test.each([
  ['what is no terminal', terminal(false), true],
  ['a quiet run', terminal(), false],
])('%s shows nothing', async (_, output, enabled) => {
  const progress = new Progress(output, enabled);
  await progress.step('reading');
  vi.advanceTimersByTime(500);
  await progress.step('writing');
  progress.end();
  expect(output.written).toEqual([]);
});
