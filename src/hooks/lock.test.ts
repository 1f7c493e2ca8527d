import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './lock.ts';

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'file');
}

test('does work one after another, and removes the lock afterwards', async () => {
  const file = temporary();
  const done: number[] = [];
  await Promise.all([1, 2, 3].map((i) => withLock(file, () => done.push(i))));
  expect(done.length).toBe(3);
  await expect(withLock(file, () => expect.fail('work that fails'))).rejects.toThrow('work that fails');
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('takes over the lock of a killed process', async () => {
  const file = temporary();
  mkdirSync(`${file}.lock`);
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(`${file}.lock`, longAgo, longAgo);
  expect(await withLock(file, (isHeld) => isHeld())).toBe(true);
});

test('a process that was paused during its work detects that another one has the lock, and does not remove it', async () => {
  const file = temporary();
  const isHeldAfter = await withLock(file, (isHeld) => {
    expect(isHeld()).toBe(true);
    rmdirSync(`${file}.lock`);
    expect(isHeld()).toBe(false);
    mkdirSync(`${file}.lock`);
    return isHeld();
  });
  expect(isHeldAfter).toBe(false);
  expect(existsSync(`${file}.lock`)).toBe(true);
});
