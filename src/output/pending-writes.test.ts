import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { PendingTexts } from './pending-writes.ts';

afterEach(() => vi.unstubAllEnvs());

test('returns each text unchanged any number of times, from memory or from the file', () => {
  const all = [
    'short',
    'é of two bytes',
    '',
    'a\r\nb\r\n',
    '\ufeffa',
    '日本語 \u{1f600}',
    'x'.repeat(100_000),
    'é'.repeat(2_000_000),
  ];
  for (const inMemory of [0, 10, 10_000_000]) {
    const waiting = new PendingTexts(inMemory, inMemory);
    const kept = all.map((text) => waiting.keep(text));
    for (const _ of [1, 2]) {
      expect([...kept].reverse().map(({ text }) => text())).toEqual([...all].reverse());
      for (const [i, { pieces }] of kept.entries()) {
        if (pieces) expect(Buffer.concat([...pieces()]).toString()).toBe(all[i]);
      }
    }
    expect(kept.map(({ pieces }) => pieces !== undefined)).toEqual([true, true, true, false, false, true, true, false]);
    waiting.close();
  }
});

test('returns bytes in the chunks in which they were kept', () => {
  const all = [['é', '日本語'], ['x'.repeat(100_000), 'y'], ['\u{1f600}']].map((pieces) =>
    pieces.map((piece) => Buffer.from(piece)),
  );
  for (const inMemory of [0, 12, 1_000_000]) {
    const waiting = new PendingTexts(0, inMemory);
    const kept = all.map((pieces) => [waiting.keep('between'), waiting.keepBytes(pieces)] as const);
    for (const _ of [1, 2]) {
      for (const [i, [text, bytes]] of kept.entries()) {
        expect(
          Array.from(bytes(), (piece) => piece.toString()),
          `${inMemory}`,
        ).toEqual(all[i]?.map((piece) => piece.toString()));
        expect(text.text()).toBe('between');
      }
    }
    waiting.close();
  }
});

test('the temporary file has no name in the file system', () => {
  // Other programs add and remove files in the shared temporary directory.
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-waiting-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const waiting = new PendingTexts(0, 0);
    const { text } = waiting.keep('a text');
    expect(readdirSync(folder)).toEqual([]);
    if (process.platform === 'linux') expect(openFiles().filter((file) => file.startsWith(folder))).toHaveLength(1);
    expect(text()).toBe('a text');
    waiting.close();
    expect(text).toThrow('kept no more');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The descriptor that listed the folder.
      return [];
    }
  });
}

test('texts stay in memory if no temporary file can be created', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  const waiting = new PendingTexts(0, 0);
  expect(waiting.keep('a text').text()).toBe('a text');
  waiting.close();
});
