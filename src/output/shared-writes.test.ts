import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyPlan, planOutput, type ReadyFile, type SharedWrites, type Writers, writeRemainingParts } from './index.ts';
import { finishWrites, sharedWrites } from './shared-writes.ts';
import { generated, snapshotOf, temporary } from './testing.ts';
import { WorkerOutputReader, WorkerOutputWriter } from './worker-output.ts';

/** Returns many files, as a worker thread passes them on. */
function handed(): readonly ReadyFile[] {
  const names = Array.from({ length: 2500 }, (_, i) => `${i % 3 === 0 ? 'a' : 'b/c'}/f${i}.rs`);
  const file = openSync(path.join(temporary(), 'texts'), 'wx+');
  onTestFinished(() => closeSync(file));
  const texts = new WorkerOutputWriter(file);
  const read = new WorkerOutputReader(file);
  const files = generated({
    ...Object.fromEntries(names.map((name, i) => [name, `// ${'ü'.repeat(i)}\n`])),
    'long.rs': `// ${'x'.repeat(2_000_000)}\n`,
  }).map((each) => read.take(texts.put(each)));
  texts.flush();
  return files;
}

/** Returns the files below a root, without their modification times. */
const written = (root: string) =>
  Object.fromEntries(Object.entries(snapshotOf(root)).map(([name, what]) => [name, String(what).replace(/ \d+ /, ' ')]));

const alone = (files: readonly ReadyFile[]) => {
  const root = temporary();
  applyPlan(planOutput(root, files));
  return written(root);
};

/** Returns writers that run `share` before this thread writes. */
const writers = (count: number, share: Writers['share']): Writers => ({ count, share });

test.each<readonly [string, Writers['share']]>([
  ['writes all', (writes) => writeRemainingParts(writes)],
  ['writes nothing', () => {}],
  [
    'fails at all',
    (writes) => {
      // The folder does not exist, so each write fails.
      writeRemainingParts({ ...writes, folder: path.join(writes.folder, 'nowhere') });
    },
  ],
])('the files are the same if another process %s', (_, share) => {
  const files = handed();
  const root = temporary();
  applyPlan(planOutput(root, files), undefined, writers(2, share));
  expect(written(root)).toEqual(alone(files));
});

test('takes every part exactly once, with any number of threads', () => {
  const [first] = handed();
  const place = first?.completeText.place as NonNullable<ReadyFile['completeText']['place']>;
  for (const threads of [1, 2, 3, 7]) {
    for (const count of [1, 200, 201, 1999]) {
      const folder = temporary();
      const writes = sharedWrites(
        folder,
        Array.from({ length: count }, (_, i) => [`f${i}`, place] as const),
        threads,
      );
      writeRemainingParts(writes);
      finishWrites(writes, () => expect.unreachable());
      expect(Object.keys(snapshotOf(folder))).toHaveLength(count);
      writeRemainingParts(writes);
      expect([...writes.states].every((state) => state === 1)).toBe(true);
    }
  }
});

test('reports a file that cannot be written, and leaves nothing behind', () => {
  const files = handed();
  const root = temporary();
  const block = ({ folder, names }: SharedWrites) => mkdirSync(path.join(folder, names[1234] as string));
  expect(() => applyPlan(planOutput(root, files), undefined, writers(1, block))).toThrow(/f\d+\.rs/);
  expect(snapshotOf(root)).toEqual({});
});
