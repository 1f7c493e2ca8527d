import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitArguments } from './arguments.ts';

test('passes arguments that fit unchanged', () => {
  expect(fitArguments(['a', Buffer.from('ü'), ''], 2)).toEqual({ args: ['a', 'ü', ''], oversized: undefined });
});

test('passes the longest possible end of an argument that is too long, without a partial character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (text, longest) => {
      const { args, oversized } = fitArguments([text], longest);
      const [passed = ''] = args;
      expect(text.endsWith(passed)).toBe(true);
      const length = Buffer.byteLength(passed);
      expect(length).toBeLessThanOrEqual(longest);
      // Characters have four bytes at most.
      if (length < Buffer.byteLength(text)) expect(length).toBeGreaterThan(longest - 4);
      expect(oversized === undefined).toBe(passed === text);
    }),
  );
});

test('removes bytes that an argument cannot contain, and returns the whole argument, too', () => {
  const bytes = Buffer.from('a\0b');
  expect(fitArguments([bytes], 10)).toEqual({ args: ['ab'], oversized: bytes });
  const latin1 = Buffer.from([0x61, 0xff]);
  expect(fitArguments([latin1], 10)).toEqual({ args: ['a\ufffd'], oversized: latin1 });
});
