import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applyPlan } from './apply.ts';
import { FileStateCache } from './file-cache.ts';
import { type PlannedFile, planOutput } from './plan.ts';
import { generated, temporary } from './testing.ts';

/** Returns files whose content the caller keeps. Each access to a content is added to `asked`. */
function kept(files: Readonly<Record<string, string>>, asked: string[] = []): PlannedFile[] {
  return generated(files).map((file) => ({
    ...file,
    isKept: true,
    get content() {
      asked.push(file.path);
      return file.content;
    },
  }));
}

const kinds = (root: string, files: readonly PlannedFile[], stateCache: FileStateCache) =>
  planOutput(root, files, { stateCache }).steps.map(({ kind, edited }) => (edited ? `${kind}, edited` : kind));

test('an unchanged file is not read again; a change is detected even with the same size and time', () => {
  const root = temporary();
  const stateCache = new FileStateCache(-1000);
  const asked: string[] = [];
  const files = kept({ 'a.rs': 'one\n', 'b.rs': 'two\n' }, asked);
  applyPlan(planOutput(root, files, { stateCache }));
  const at = path.join(root, 'a.rs');
  utimesSync(at, 1000, 1000);
  for (let i = 0; i < 3; i++) {
    asked.length = 0;
    expect(kinds(root, files, stateCache)).toEqual(['unchanged', 'unchanged']);
    // The first plan compares the texts; later plans only compare the kept contents.
    if (i === 0) expect(asked.length).toBeGreaterThan(2);
    else expect(asked).toEqual(['a.rs', 'b.rs']);
  }
  writeFileSync(at, readFileSync(at, 'utf8').replace('one', 'ONE'));
  utimesSync(at, 1000, 1000);
  expect(kinds(root, files, stateCache)).toEqual(['replace, edited', 'unchanged']);
  expect(kinds(root, kept({ 'a.rs': 'one\n', 'b.rs': 'new\n' }), stateCache)).toEqual(['replace, edited', 'replace']);
});

test('a file that changed just now is read again', () => {
  const root = temporary();
  const stateCache = new FileStateCache();
  applyPlan(planOutput(root, kept({ 'a.rs': 'one\n' }), { stateCache }));
  kinds(root, kept({ 'a.rs': 'one\n' }), stateCache);
  expect(stateCache.stampOf(path.join(root, 'a.rs'))).toBeUndefined();
  const asked: string[] = [];
  expect(kinds(root, kept({ 'a.rs': 'one\n' }, asked), stateCache)).toEqual(['unchanged']);
  expect(asked.length).toBeGreaterThan(0);
});

test('a changed header makes the file differ', () => {
  const root = temporary();
  const stateCache = new FileStateCache(-1000);
  const of = (policies: readonly string[]) =>
    generated({ 'a.rs': 'one\n' }, { generator: 'rust-models', ontology: 'blog.ttl', policies } as never).map((file) => ({
      ...file,
      isKept: true,
    }));
  applyPlan(planOutput(root, of([]), { stateCache }));
  expect(kinds(root, of([]), stateCache)).toEqual(['unchanged']);
  expect(kinds(root, of(['unstated=open']), stateCache)).toEqual(['replace']);
});
