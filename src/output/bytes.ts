/** Converts strings to UTF-8 bytes in chunks, so that a long string and all of its bytes are never in memory together. */

import { createHash, hash as hashAtOnce } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';

/** Characters per chunk. */
export const CHUNK_LENGTH = 1 << 20;

/** Yields the UTF-8 bytes of the concatenated texts, in at least one chunk. Short texts yield one chunk. */
export function* bytesOf(...texts: readonly string[]): Iterable<Buffer> {
  if (texts.reduce((length, text) => length + text.length, 0) <= CHUNK_LENGTH) yield Buffer.from(texts.join(''));
  else for (const text of texts) yield* partsOf(text);
}

/** Decodes chunks of bytes. No character may be split between two chunks. */
export function textOf(pieces: Iterable<Buffer>): string {
  let text = '';
  for (const piece of pieces) text += piece.toString('utf8');
  return text;
}

/**
 * Reads chunks of a file lazily, all into the same buffer: the caller must use a chunk before it asks for the next one.
 *
 * @param places offset in the file and length in bytes of each chunk, in turn
 */
export function* bytesIn(file: number, places: readonly number[]): Iterable<Buffer> {
  const room = Buffer.allocUnsafe(places.reduce((most, length, i) => (i % 2 === 1 ? Math.max(most, length) : most), 0));
  for (let i = 0; i < places.length; i += 2) {
    const [at, length] = [places[i] as number, places[i + 1] as number];
    for (let done = 0; done < length; ) {
      const read = readSync(file, room, done, length - done, at + done);
      if (read === 0) throw new Error('a text that was kept has gone');
      done += read;
    }
    yield room.subarray(0, length);
  }
}

/** Bytes allocated at once. */
const BUFFER_BYTES = 1 << 20;

/** A UTF-16 code unit takes at most three bytes in UTF-8; a surrogate pair takes four. */
export const MOST_BYTES = 3;

/**
 * Buffer for the bytes of many short texts. It is a SharedArrayBuffer because V8 counts ordinary buffers towards garbage
 * collection.
 */
export class SharedBuffer {
  #room: Buffer = Buffer.alloc(0);
  #used = 0;

  /** Encodes a text. Unless `keep` is called, the next call overwrites the bytes. */
  bytesOf(text: string): Buffer {
    const most = text.length * MOST_BYTES;
    if (this.#room.length - this.#used < most) {
      this.#room = Buffer.from(new SharedArrayBuffer(Math.max(BUFFER_BYTES, most)));
      this.#used = 0;
    }
    return this.#room.subarray(this.#used, this.#used + this.#room.write(text, this.#used));
  }

  /** Keeps the bytes that `bytesOf` returned last. */
  keep({ length }: Buffer): void {
    this.#used += length;
  }
}

/** Writes bytes at an offset of a file. */
export function writeBytes(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

function* partsOf(text: string): Iterable<Buffer> {
  let from = 0;
  do {
    const to = endOf(text, from + CHUNK_LENGTH);
    yield Buffer.from(from === 0 && to === text.length ? text : text.slice(from, to));
    from = to;
  } while (from < text.length);
}

/** Returns where a chunk may end, so that it does not split a surrogate pair. */
function endOf(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(wanted - 1)) ? wanted - 1 : wanted;
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export function hashOfBytes(pieces: Iterable<Buffer>): string {
  // Most texts are one chunk, for which the one-shot function is faster.
  if (Array.isArray(pieces) && pieces.length === 1) return hashAtOnce('sha256', pieces[0], 'hex');
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
