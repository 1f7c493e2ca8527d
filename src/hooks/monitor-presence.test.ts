import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimRecord, releaseRecord } from './monitor-presence.ts';

function recordFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'monitors/record.json');
}

test('a process removes its own record', () => {
  const file = recordFile();
  expect(claimRecord(file)).toBeUndefined();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  releaseRecord(file);
  expect(existsSync(file)).toBe(false);
});

test('keeps the record of a process with the same id on another machine', () => {
  const file = recordFile();
  claimRecord(file);
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: `not-${hostname()}` }));
  releaseRecord(file);
  expect(existsSync(file)).toBe(true);
});

test('returns the id of another running process, and keeps its record', () => {
  const file = recordFile();
  claimRecord(file);
  const other = JSON.stringify({ pid: process.ppid, host: hostname() });
  writeFileSync(file, other);
  expect(claimRecord(file)).toBe(process.ppid);
  releaseRecord(file);
  expect(readFileSync(file, 'utf8')).toBe(other);
});
