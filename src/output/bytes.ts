/** Texts as bytes, some at a time: a long text and all of its bytes are not in memory together. */

import { createHash } from 'node:crypto';

/** So many characters at once. */
const AT_ONCE = 1 << 20;

/** The bytes of texts one after the other, in UTF-8, in one part at least. Short ones stay together. */
export function* bytesOf(...texts: readonly string[]): Iterable<Buffer> {
  if (texts.reduce((length, text) => length + text.length, 0) <= AT_ONCE) yield Buffer.from(texts.join(''));
  else for (const text of texts) yield* partsOf(text);
}

function* partsOf(text: string): Iterable<Buffer> {
  let from = 0;
  do {
    const to = endOf(text, from + AT_ONCE);
    yield Buffer.from(from === 0 && to === text.length ? text : text.slice(from, to));
    from = to;
  } while (from < text.length);
}

/** Where a part of a text may end: both halves of a character beyond the basic plane stay together. */
function endOf(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted;
}

/** The hash of a text in UTF-8. */
export function hashOf(text: string): string {
  const hash = createHash('sha256');
  if (text.length <= AT_ONCE) return hash.update(text).digest('hex');
  for (const bytes of bytesOf(text)) hash.update(bytes);
  return hash.digest('hex');
}
