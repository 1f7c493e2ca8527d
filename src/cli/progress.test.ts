import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { phase } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';
import { during } from './phase-progress.ts';
import { Progress } from './progress.ts';

/** Waits until something stands on the terminal, however slow the machine is. */
type Until = (text: string) => Promise<void>;

/** The same, and keeps the thread all that time. */
type Block = (text: string) => void;

/** What is written to a terminal of 30 columns, which in truth is a file. */
async function shown(
  use: (io: Io, until: Until, blockUntil: Block) => Promise<unknown>,
  change: Partial<Output> & { readonly env?: Io['env'] } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-progress-'));
  const file = path.join(folder, 'terminal');
  const fd = openSync(file, 'a');
  const { env = {}, ...output } = change;
  const stderr: Output = { isTTY: true, columns: 30, fd, write: (text) => writeSync(fd, `${text}`), ...output };
  try {
    const until: Until = async (text) => {
      while (!readFileSync(file, 'utf8').includes(text)) await wait(50);
    };
    const blockUntil: Block = (text) => {
      while (!readFileSync(file, 'utf8').includes(text)) block(50);
    };
    await use({ stdout: stderr, stderr, env }, until, blockUntil);
    // Nothing comes later.
    const now = readFileSync(file, 'utf8');
    await wait(1200);
    expect(readFileSync(file, 'utf8')).toBe(now);
    return now;
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
}

/** What could be read on the line, one after the other; nothing where it was taken away. */
function frames(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the spinner is painted
  const spinner = /^\u001b\[36m[⣾⣽⣻⢿⡿⣟⣯⣷]\u001b\[39m /;
  const all = text.split('\r\u001b[K').map((each) => each.replace(/… \d+ s$/, '').replace(spinner, ''));
  return all.filter((each, i) => each !== all[i - 1]);
}

/** Keeps this thread busy. */
function block(milliseconds: number): void {
  for (const end = Date.now() + milliseconds; Date.now() < end; );
}

describe.concurrent('at its leisure', () => {
  test('a long run shows what it does on one line, and takes it away', async () => {
    const work = async (io: Io, until: Until) => {
      const progress = new Progress(io);
      await progress.step('reading');
      await until('reading… ');
      await progress.step('generating 日本語, which is long');
      await until('generating 日本語,…… ');
      progress.end();
    };
    expect(frames(await shown(work))).toEqual(['', 'reading', 'generating 日本語,…', '']);
  });

  test('what is printed takes the line away', async () => {
    const work = async ({ stdout }: Io, until: Until) => {
      await until('working… ');
      stdout.write('done\n');
      await wait(1500);
      stdout.write('and over\n');
    };
    expect(frames(await shown((io, until) => during(io, 'working', (inner) => work(inner, until))))).toEqual([
      '',
      'working',
      'done\nand over\n',
    ]);
  });

  test('work that fails takes the line away, too', async () => {
    const work = async (until: Until) => {
      await until('working… ');
      throw new Error('no');
    };
    const run = (io: Io, until: Until) => expect(during(io, 'working', () => work(until))).rejects.toThrow('no');
    expect(frames(await shown(run))).toEqual(['', 'working', '']);
  });

  test.each([
    ['what is no terminal', { isTTY: false }],
    ['a terminal that cannot erase', { env: { TERM: 'dumb' } }],
    ['continuous integration', { env: { CI: 'true' } }],
  ])('%s shows nothing', async (_, change) => {
    expect(await shown((io) => during(io, 'working', () => wait(1500)), change)).toBe('');
  });

  test('a quiet run shows nothing', async () => {
    const work = async (io: Io) => {
      const progress = new Progress(io, false);
      await progress.step('reading');
      await wait(1500);
      progress.end();
    };
    expect(await shown(work)).toBe('');
  });
});

// Those that keep the thread, or must not be kept waiting, are alone with it.

test('a run that is over soon shows nothing', async () => {
  const work = async (io: Io) => {
    const progress = new Progress(io);
    await progress.step('reading');
    await wait(100);
    progress.end();
  };
  expect(await shown(work)).toBe('');
});

test('work that waits for nothing says its phases and how far they are', async () => {
  const text = await shown((io, _, blockUntil) =>
    during(io, 'documenting', async () => {
      for (let done = 1; done <= 15; done++) {
        block(100);
        phase('pages', { done, all: 1500 });
      }
      blockUntil('pages: 15 of 1,500');
      phase('writing files');
      blockUntil('writing files');
    }),
  );
  expect(frames(text)).toEqual(expect.arrayContaining(['pages: 15 of 1,500', 'writing files', '']));
  // Nobody listens any more.
  phase('over');
});

test('work that leaves its thread no time is shown all the same, and for how long it goes on', async () => {
  const text = await shown((io, _, blockUntil) =>
    during(io, 'counting', async () => {
      blockUntil('counting… ');
      block(1500);
    }),
  );
  // One after the other.
  expect(new Set(text.match(/counting… \d+ s/g)).size).toBeGreaterThan(1);
  expect(frames(text)).toEqual(['', 'counting', '']);
});
