import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesOf, hashOfBytes } from './bytes.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['nothing', ''],
  ['a short text', 'Zoë 🦊\n'],
  ['a long text', 'line\n'.repeat(500_000)],
  ['characters of two halves, at every place', `${'🦊'.repeat(600_000)}x${'🦊'.repeat(600_000)}`],
  ['halves without the other', `${'\ud83e'.repeat(2 ** 20)}\udd8a${'\udd8a'.repeat(1_100_000)}`],
])('%s is the same in chunks and in one piece', (_, text) => {
  const parts = [...bytesOf(text)];
  expect(Buffer.concat(parts).equals(Buffer.from(text))).toBe(true);
  expect(hashOfBytes(parts)).toBe(sha256(text));
  expect(parts.length).toBe(Math.max(1, Math.ceil(text.length / 2 ** 20)));
});
