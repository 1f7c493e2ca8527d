import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignedLine } from './align.ts';

const before = ['head', '', 'struct A {', '  x', '  y', '}', '', 'struct B {', '  x', '}'];

describe('a line', () => {
  test.each([
    ['is where it was', before, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['moved down', ['new', ...before], [undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['moved up', before.slice(3), [4, 5, 6, 7, 8, 9, 10]],
    ['was changed', before.with(3, '  z'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['was changed among equal ones', before.with(8, '  z'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['was added, and stands below', before.toSpliced(9, 0, '  n'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10]],
    ['was added at the end', [...before, 'more', 'most'], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]],
    ['is all that is left', ['  y'], [5]],
  ])('%s', (_, now, lines) => {
    expect(now.map((_, i) => alignedLine(before, now, i + 1))).toEqual(lines);
  });

  test('of an unrelated text is above all lines, or somewhere among them', () => {
    expect(alignedLine([], ['a'], 1)).toBeUndefined();
    expect(alignedLine(before, ['a'], 1)).toBe(1);
  });
});

test('maps a line that occurs once in both texts to itself, and keeps the order of lines', () => {
  const text = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });
  fc.assert(
    fc.property(text, text, fc.array(fc.nat(30), { maxLength: 20 }), (kept, added, places) => {
      const others = added.filter((line) => !kept.includes(line));
      const now = others.reduce((lines, line, i) => lines.toSpliced((places[i] ?? 0) % (lines.length + 1), 0, line), kept);
      const found = now.map((_, i) => alignedLine(kept, now, i + 1));
      for (const [i, line] of now.entries()) if (kept.includes(line)) expect(found[i]).toBe(kept.indexOf(line) + 1);
      const known = found.filter((each) => each !== undefined);
      expect(known).toEqual([...known].sort((a, b) => a - b));
    }),
  );
});
