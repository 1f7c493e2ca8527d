/** Texts as bytes, some at a time: a long text and all of its bytes are not in memory together. */

import { createHash, hash as hashAtOnce } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';

/** So many characters at once. */
export const AT_ONCE = 1 << 20;

/** The bytes of texts one after the other, in UTF-8, in one part at least. Short ones stay together. */
export function* bytesOf(...texts: readonly string[]): Iterable<Buffer> {
  if (texts.reduce((length, text) => length + text.length, 0) <= AT_ONCE) yield Buffer.from(texts.join(''));
  else for (const text of texts) yield* partsOf(text);
}

/** The text that bytes are, in pieces that part no character. */
export function textOf(pieces: Iterable<Buffer>): string {
  let text = '';
  for (const piece of pieces) text += piece.toString('utf8');
  return text;
}

/**
 * Bytes in pieces of which each is read when it is asked for, into memory that may be used for the next one.
 *
 * @param places of each piece where it begins in the file, and how many bytes it has
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

/** So many bytes of room are asked for at once. */
const ROOM = 1 << 20;

/** A character of a string becomes three bytes at most; those of two halves become four. */
export const MOST_BYTES = 3;

/**
 * Room for the bytes of many short texts, in memory that threads might share: V8 takes other bytes for a reason to collect
 * garbage.
 */
export class Room {
  #room: Buffer = Buffer.alloc(0);
  #used = 0;

  /** The bytes of a text, where the next ones will be unless these are kept. */
  bytesOf(text: string): Buffer {
    const most = text.length * MOST_BYTES;
    if (this.#room.length - this.#used < most) {
      this.#room = Buffer.from(new SharedArrayBuffer(Math.max(ROOM, most)));
      this.#used = 0;
    }
    return this.#room.subarray(this.#used, this.#used + this.#room.write(text, this.#used));
  }

  /** Keeps the bytes that were given last. */
  keep({ length }: Buffer): void {
    this.#used += length;
  }
}

/** Writes bytes at a place of a file. */
export function writeBytes(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
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

/** The hash of bytes. */
export function hashOfBytes(pieces: Iterable<Buffer>): string {
  // Most texts are one piece, of which it takes less at once.
  if (Array.isArray(pieces) && pieces.length === 1) return hashAtOnce('sha256', pieces[0], 'hex');
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** The hash of a text in UTF-8. */
export function hashOf(text: string): string {
  return text.length <= AT_ONCE ? hashAtOnce('sha256', text, 'hex') : hashOfBytes(bytesOf(text));
}
