import { expect, test } from 'vitest';
import { type FileStep, fileLines } from './file-lines.ts';
import type { Level } from './io.ts';

const created = (folder: string, count: number): FileStep[] =>
  Array.from({ length: count }, (_, i) => ({ verb: 'created', root: 'out', path: `${folder}f${i}.ts` }));
const describe = (steps: readonly FileStep[], isTTY: boolean, level?: Level) => [
  ...fileLines({ stdout: { write: () => true, isTTY }, level }, steps),
];

test('a terminal shows the number of files in each folder if there are many', () => {
  const steps = [
    ...created('ts/', 99),
    { verb: 'updated', root: 'out', path: 'ts/a.ts' },
    ...created('rs/', 2),
    { verb: 'kept', root: 'out', path: 'rs/lib.rs', note: ' (changed)' },
    { verb: 'kept', root: 'out', path: 'rs/main.rs', note: ' (changed)' },
  ];
  expect(describe(steps, true)).toEqual([
    'created 99 files in out/ts',
    'updated out/ts/a.ts',
    'created 2 files in out/rs',
    'kept out/rs/lib.rs (changed)',
    'kept out/rs/main.rs (changed)',
  ]);
  expect(describe(steps, true, 'verbose')).toHaveLength(104);
  expect(describe(steps, false)).toHaveLength(104);
  expect(describe(steps, false)[0]).toBe('created out/ts/f0.ts');
});

test('names up to forty files', () => {
  expect(describe(created('', 40), true)).toHaveLength(40);
  expect(describe(created('', 41), true)).toEqual(['created 41 files in out']);
});
