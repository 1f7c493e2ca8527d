import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { phase } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';
import { showProgress } from './phase-progress.ts';
import { Progress } from './progress.ts';

/** Waits until the terminal contains a text, however slow the machine is. */
type Until = (text: string) => Promise<void>;

/** Does the same, but blocks the thread. */
type Block = (text: string) => void;

/** Returns what is written to a terminal of 30 columns, which a file simulates. */
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
    // Nothing is written later.
    const now = readFileSync(file, 'utf8');
    await wait(1200);
    expect(readFileSync(file, 'utf8')).toBe(now);
    return now;
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
}

/** Returns the successive contents of the line; empty where it was removed. */
function frames(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the spinner is coloured
  const spinner = /^\u001b\[36m[⣾⣽⣻⢿⡿⣟⣯⣷]\u001b\[39m /;
  const all = text.split('\r\u001b[K').map((each) => each.replace(/… \d+ s$/, '').replace(spinner, ''));
  return all.filter((each, i) => each !== all[i - 1]);
}

/** Blocks this thread. */
function block(milliseconds: number): void {
  for (const end = Date.now() + milliseconds; Date.now() < end; );
}

describe.concurrent('with an idle thread', () => {
  test('a long run shows its steps on one line and removes it', async () => {
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

  test('output removes the line', async () => {
    const work = async ({ stdout }: Io, until: Until) => {
      await until('working… ');
      stdout.write('done\n');
      await wait(1500);
      stdout.write('and over\n');
    };
    expect(frames(await shown((io, until) => showProgress(io, 'working', (inner) => work(inner, until))))).toEqual([
      '',
      'working',
      'done\nand over\n',
    ]);
  });

  test('failed work removes the line', async () => {
    const work = async (until: Until) => {
      await until('working… ');
      throw new Error('no');
    };
    const run = (io: Io, until: Until) => expect(showProgress(io, 'working', () => work(until))).rejects.toThrow('no');
    expect(frames(await shown(run))).toEqual(['', 'working', '']);
  });

  test.each([
    ['what is no terminal', { isTTY: false }],
    ['a terminal that cannot erase', { env: { TERM: 'dumb' } }],
    ['continuous integration', { env: { CI: 'true' } }],
  ])('%s shows nothing', async (_, change) => {
    expect(await shown((io) => showProgress(io, 'working', () => wait(1500)), change)).toBe('');
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

// The following tests block the thread or depend on timing, so they do not run concurrently.

test('a short run shows nothing', async () => {
  const work = async (io: Io) => {
    const progress = new Progress(io);
    await progress.step('reading');
    await wait(100);
    progress.end();
  };
  expect(await shown(work)).toBe('');
});

test('synchronous work shows its phases and their progress', async () => {
  const text = await shown((io, _, blockUntil) =>
    showProgress(io, 'documenting', async () => {
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
  // Later phases are ignored.
  phase('over');
});

test('work that blocks its thread is shown with the elapsed time', async () => {
  const text = await shown((io, _, blockUntil) =>
    showProgress(io, 'counting', async () => {
      blockUntil('counting… ');
      block(1500);
    }),
  );
  // The time advances.
  expect(new Set(text.match(/counting… \d+ s/g)).size).toBeGreaterThan(1);
  expect(frames(text)).toEqual(['', 'counting', '']);
});
