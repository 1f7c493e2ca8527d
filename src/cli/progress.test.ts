import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { phase } from '../diagnostics/index.ts';
import { during } from './during.ts';
import type { Io, Output } from './io.ts';
import { Progress } from './progress.ts';

/** What is written to a terminal of 30 columns, which in truth is a file. */
async function shown(use: (io: Io) => Promise<unknown>, change: Partial<Output> & { readonly env?: Io['env'] } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-progress-'));
  const file = path.join(folder, 'terminal');
  const fd = openSync(file, 'a');
  const { env = {}, ...output } = change;
  const stderr: Output = { isTTY: true, columns: 30, fd, write: (text) => writeSync(fd, `${text}`), ...output };
  try {
    await use({ stdout: stderr, stderr, env });
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
  const all = text.split('\r\u001b[K').map((each) => each.replace(/… \d+ s$/, ''));
  return all.filter((each, i) => each !== all[i - 1]);
}

/** Keeps this thread busy. */
function block(milliseconds: number): void {
  for (const end = Date.now() + milliseconds; Date.now() < end; );
}

describe.concurrent('at its leisure', () => {
  test('a run that is over soon shows nothing', async () => {
    const work = async (io: Io) => {
      const progress = new Progress(io);
      await progress.step('reading');
      await wait(100);
      progress.end();
    };
    expect(await shown(work)).toBe('');
  });

  test('a long run shows what it does on one line, and takes it away', async () => {
    const work = async (io: Io) => {
      const progress = new Progress(io);
      await progress.step('reading');
      await wait(2000);
      await progress.step('generating 日本語, which is long');
      await wait(1500);
      progress.end();
    };
    expect(frames(await shown(work))).toEqual(['', 'reading', 'generating 日本語, w…', '']);
  });

  test('what is printed takes the line away', async () => {
    const work = async ({ stdout }: Io) => {
      await wait(2000);
      stdout.write('done\n');
      await wait(1500);
      stdout.write('and over\n');
    };
    expect(frames(await shown((io) => during(io, 'working', work)))).toEqual(['', 'working', 'done\nand over\n']);
  });

  test('work that fails takes the line away, too', async () => {
    const work = async () => {
      await wait(2000);
      throw new Error('no');
    };
    const run = (io: Io) => expect(during(io, 'working', work)).rejects.toThrow('no');
    expect(frames(await shown(run))).toEqual(['', 'working', '']);
  });

  test.each([
    ['what is no terminal', { isTTY: false }],
    ['a terminal that cannot erase', { env: { TERM: 'dumb' } }],
    ['continuous integration', { env: { CI: 'true' } }],
  ])('%s shows nothing', async (_, change) => {
    expect(await shown((io) => during(io, 'working', () => wait(1500)), change)).toBe('');
  });

  test('work that waits for nothing says its phases and how far they are', async () => {
    const text = await shown((io) =>
      during(io, 'documenting', async () => {
        for (let done = 1; done <= 15; done++) {
          block(100);
          phase('pages', { done, all: 1500 });
        }
        phase('writing files');
        block(100);
      }),
    );
    expect(frames(text)).toEqual(expect.arrayContaining(['pages: 15 of 1,500', 'writing files', '']));
    // Nobody listens any more.
    phase('over');
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

test('work that leaves its thread no time is shown all the same, and for how long it goes on', async () => {
  const text = await shown((io) => during(io, 'counting', async () => block(2500)));
  expect(text).toContain('counting… 1 s');
  expect(frames(text)).toEqual(['', 'counting', '']);
});
