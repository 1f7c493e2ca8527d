import { expect, test } from 'vitest';
import { mergeSorted } from './merge.ts';
import { memoryWorkspace } from './workspace.ts';

const merge = (lists: readonly (readonly string[])[]): readonly string[] => {
  const spools = memoryWorkspace({} as never).lists('runs', lists.length);
  for (const [spool, lines] of lists.entries()) for (const line of lines) spools.add(spool, line);
  return [...mergeSorted(spools, lists.length)];
};

test('merges sorted spools, of which some may be empty', () => {
  expect(merge([])).toEqual([]);
  expect(merge([[], ['2\tb', '10\tc'], ['1\ta', '11\td\te'], []])).toEqual(['a', 'b', 'c', 'd\te']);
  expect(merge([['1\tfirst', '1\tsecond'], ['2\tthird']])).toEqual(['first', 'second', 'third']);
});

test('keeps the order of many spools', () => {
  const count = 40;
  const lists = Array.from({ length: count }, (_, spool) =>
    Array.from({ length: spool % 7 }, (_, i) => `${i * count + ((spool * 17) % count)}\t${i * count + ((spool * 17) % count)}`),
  );
  const merged = merge(lists).map(Number);
  expect(merged).toHaveLength(lists.flat().length);
  expect(merged).toEqual(merged.toSorted((a, b) => a - b));
});
