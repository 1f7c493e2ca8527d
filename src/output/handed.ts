/** Whole texts of files that one thread makes and another one writes: in a file that nobody else sees, so that none crosses. */

import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { bytesIn, MOST_BYTES, writeBytes } from './bytes.ts';
import { type Origin, openHeader } from './header.ts';
import { fileBytes, type PlannedFile, type ReadyFile } from './plan.ts';

/** Where the text of a file stands. Plain data. */
export interface HandedFile {
  readonly path: string;
  readonly origin: Origin | undefined;
  readonly at: number;
  /** Of the pieces in which it was written. */
  readonly lengths: readonly number[];
  readonly sha256: string;
}

/** So many bytes are written at once, where texts are short. */
const AT_ONCE = 1 << 20;

/** So many characters and their header are not too much for that, whatever they are. */
const SHORT = AT_ONCE / 4;

/** Writes texts, one behind the other. */
export class HandedTexts {
  readonly #file: number;
  #end = 0;
  /** What is not written yet. */
  readonly #waiting = Buffer.allocUnsafe(AT_ONCE);
  #length = 0;

  /** @param file that is open, and that nobody else writes */
  constructor(file: number) {
    this.#file = file;
  }

  /** @throws if the file has no room for it */
  put(file: PlannedFile): HandedFile {
    const short = this.#putShort(file);
    if (short) return short;
    const all = createHash('sha256');
    const at = this.#end + this.#length;
    const lengths: number[] = [];
    for (const bytes of fileBytes(file)) {
      all.update(bytes);
      this.#write(bytes);
      lengths.push(bytes.length);
    }
    return { path: file.path, origin: file.origin, at, lengths, sha256: all.digest('hex') };
  }

  /** Does the same with a short text that is there as it is meant, and makes bytes of it but once: there may be many. */
  #putShort(file: PlannedFile): HandedFile | undefined {
    const { path, origin } = file;
    if (!origin || file.pieces) return undefined;
    // It may have to be made.
    const { content } = file;
    if (content.length > SHORT || content.includes('\r') || content.startsWith('\ufeff')) return undefined;
    const { text, replaced, hashAt } = openHeader({ path, content }, origin);
    if (this.#length + (text.length + content.length) * MOST_BYTES > AT_ONCE) this.flush();
    const room = this.#waiting;
    const from = this.#length;
    const rest = from + room.write(text, from);
    // The header ends with what it stands in for, which the content begins with.
    const body = rest - Buffer.byteLength(replaced);
    const covered = body < rest ? Buffer.from(room.subarray(body, rest)) : undefined;
    const end = body + room.write(content, body);
    const ofContent = hash('sha256', room.subarray(body, end));
    covered?.copy(room, body);
    room.write(ofContent, from + hashAt, 'latin1');
    this.#length = end;
    return { path, origin, at: this.#end + from, lengths: [end - from], sha256: hash('sha256', room.subarray(from, end)) };
  }

  /**
   * To be called before anybody reads what was put.
   *
   * @throws if the file has no room for it
   */
  flush(): void {
    writeBytes(this.#file, this.#waiting.subarray(0, this.#length), this.#end);
    this.#end += this.#length;
    this.#length = 0;
  }

  #write(bytes: Buffer): void {
    if (this.#length + bytes.length > AT_ONCE) this.flush();
    if (bytes.length > AT_ONCE) {
      writeBytes(this.#file, bytes, this.#end);
      this.#end += bytes.length;
    } else {
      this.#length += bytes.copy(this.#waiting, this.#length);
    }
  }
}

/** Reads texts that were handed over, many short ones at once. */
export class TakenTexts {
  readonly #file: number;
  readonly #window = Buffer.allocUnsafe(AT_ONCE);
  #start = 0;
  #length = 0;

  /** @param file in which they stand, and which stays open until all are read */
  constructor(file: number) {
    this.#file = file;
  }

  /** A file as it is planned in this thread. Its bytes are to be used before those of another one are asked for. */
  take({ path, origin, at, lengths, sha256 }: HandedFile): ReadyFile {
    const [length = 0] = lengths;
    if (lengths.length !== 1 || length > AT_ONCE) {
      return { path, origin, whole: { bytes: () => bytesIn(this.#file, at, lengths), sha256 } };
    }
    const place = { file: this.#file, at, length };
    return { path, origin, whole: { bytes: () => [this.bytes(at, length)], sha256, place } };
  }

  /** The bytes of a short text, to be used before others are asked for. */
  bytes(at: number, length: number): Buffer {
    if (at < this.#start || at + length > this.#start + this.#length) {
      this.#start = at;
      this.#length = readSync(this.#file, this.#window, 0, AT_ONCE, at);
      // Less may come at once than there is.
      if (this.#length < length) return Buffer.concat([...bytesIn(this.#file, at, [length])]);
    }
    const from = at - this.#start;
    return this.#window.subarray(from, from + length);
  }
}
