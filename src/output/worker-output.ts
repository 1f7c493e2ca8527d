/** Whole texts of files that one thread makes and another one writes: in a file that nobody else sees, so that none crosses. */

import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { bytesIn, MOST_BYTES, writeBytes } from './bytes.ts';
import { type Fingerprint, headOfBytes, type Origin, openHeader } from './header.ts';
import { fileBytes, type PlannedFile, type ReadyFile } from './plan.ts';

/** Where the text of a file stands. Plain data. */
export interface HandedFile {
  readonly path: string;
  readonly origin: Origin | undefined;
  /** Of each of its pieces where it begins, and how many bytes it has. */
  readonly places: readonly number[];
  readonly known: Fingerprint;
}

/** So many bytes are written at once, where texts are short. */
const AT_ONCE = 1 << 20;

/** So many characters and their header are not too much for that, whatever they are. */
const SHORT = AT_ONCE / 4;

const NOTHING = Buffer.alloc(0);

/** A long text that is handed over while it is printed: its header, which tells the hash of all of it, comes later. */
class HandedPieces implements Iterable<Buffer> {
  readonly #hash = createHash('sha256');
  readonly #places: number[] = [];
  readonly #write: (bytes: Buffer) => number;
  readonly #file: number;

  /** @param write writes bytes to the file, and tells where */
  constructor(file: number, write: (bytes: Buffer) => number) {
    this.#file = file;
    this.#write = write;
  }

  /** @throws if the file has no room for it */
  add(piece: Buffer): void {
    this.#hash.update(piece);
    this.#places.push(this.#write(piece), piece.length);
  }

  [Symbol.iterator](): Iterator<Buffer> {
    return bytesIn(this.#file, this.#places)[Symbol.iterator]();
  }

  /** Where the pieces stand, without the first bytes. */
  placesBehind(bytes: number): readonly number[] {
    const [at = 0, length = 0, ...others] = this.#places;
    return [at + bytes, length - bytes, ...others];
  }

  /** The hash of what there is so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

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
    const { path, origin } = file;
    const pieces = file.pieces?.();
    if (origin && pieces instanceof HandedPieces) return this.#putHeader(path, origin, pieces);
    const all = createHash('sha256');
    const places: number[] = [];
    for (const bytes of fileBytes(file)) {
      all.update(bytes);
      places.push(this.#write(bytes), bytes.length);
    }
    return { path, origin, places, known: { sha256: all.digest('hex') } };
  }

  /** Takes a long text while it is printed, before the file is put that it is the text of. */
  taker(): HandedPieces {
    return new HandedPieces(this.#file, (bytes) => this.#writeAtOnce(bytes));
  }

  /** Puts a header to pieces that stand there already. */
  #putHeader(path: string, origin: Origin, pieces: HandedPieces): HandedFile {
    const [first = NOTHING] = pieces;
    const { sha256 } = pieces;
    const head = headOfBytes(path, first, sha256, origin);
    const bytes = Buffer.from(head.text);
    const at = this.#write(bytes);
    this.flush();
    const places = [at, bytes.length, ...pieces.placesBehind(Buffer.byteLength(head.replaced))];
    return { path, origin, places, known: { sha256, head } };
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
    const known = { sha256: hash('sha256', room.subarray(from, end)) };
    return { path, origin, places: [this.#end + from, end - from], known };
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

  /** Writes bytes behind what there is, and tells where. */
  #write(bytes: Buffer): number {
    if (bytes.length > AT_ONCE) return this.#writeAtOnce(bytes);
    if (this.#length + bytes.length > AT_ONCE) this.flush();
    const at = this.#end + this.#length;
    this.#length += bytes.copy(this.#waiting, this.#length);
    return at;
  }

  #writeAtOnce(bytes: Buffer): number {
    this.flush();
    const at = this.#end;
    writeBytes(this.#file, bytes, at);
    this.#end += bytes.length;
    return at;
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
  take({ path, origin, places, known }: HandedFile): ReadyFile {
    const [at = 0, length = 0] = places;
    if (places.length !== 2 || length > AT_ONCE) {
      return { path, origin, whole: { bytes: () => bytesIn(this.#file, places), known } };
    }
    const place = { file: this.#file, at, length };
    return { path, origin, whole: { bytes: () => [this.bytes(at, length)], known, place } };
  }

  /** The bytes of a short text, to be used before others are asked for. */
  bytes(at: number, length: number): Buffer {
    if (at < this.#start || at + length > this.#start + this.#length) {
      this.#start = at;
      this.#length = readSync(this.#file, this.#window, 0, AT_ONCE, at);
      // Less may come at once than there is.
      if (this.#length < length) return Buffer.concat([...bytesIn(this.#file, [at, length])]);
    }
    const from = at - this.#start;
    return this.#window.subarray(from, from + length);
  }
}
