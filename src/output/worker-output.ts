/** Passes generated files from a worker thread to the writer through a temporary file without a name. */

import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { bytesIn, MOST_BYTES, writeBytes } from './bytes.ts';
import { type Fingerprint, headOfBytes, type Origin, openHeader } from './header.ts';
import { fileBytes, type PlannedFile, type ReadyFile } from './plan.ts';

/** The location of the complete text of a file. Plain data. */
export interface WorkerFile {
  readonly path: string;
  readonly origin: Origin | undefined;
  /** Offset and length in bytes of each chunk, in turn. */
  readonly places: readonly number[];
  readonly known: Fingerprint;
}

/** Bytes written at once, if texts are short. */
const AT_ONCE = 1 << 20;

/** A text of that many characters fits with its header, even if each character takes three bytes. */
const SHORT_LENGTH = AT_ONCE / 4;

const EMPTY_BUFFER = Buffer.alloc(0);

/** A long text that is passed on while it is printed. Its header comes later, because it contains the hash. */
class WorkerChunks implements Iterable<Buffer> {
  readonly #hash = createHash('sha256');
  readonly #places: number[] = [];
  readonly #write: (bytes: Buffer) => number;
  readonly #file: number;

  /** @param write writes bytes to the file, and returns their offset */
  constructor(file: number, write: (bytes: Buffer) => number) {
    this.#file = file;
    this.#write = write;
  }

  /** @throws if the disk is full */
  add(piece: Buffer): void {
    this.#hash.update(piece);
    this.#places.push(this.#write(piece), piece.length);
  }

  [Symbol.iterator](): Iterator<Buffer> {
    return bytesIn(this.#file, this.#places)[Symbol.iterator]();
  }

  /** Returns offsets and lengths of the chunks, without the first `bytes` bytes. */
  placesBehind(bytes: number): readonly number[] {
    const [at = 0, length = 0, ...others] = this.#places;
    return [at + bytes, length - bytes, ...others];
  }

  /** The hash of the text so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Appends texts to a temporary file. */
export class WorkerOutputWriter {
  readonly #file: number;
  #end = 0;
  /** Bytes that are not written yet. */
  readonly #waiting = Buffer.allocUnsafe(AT_ONCE);
  #length = 0;

  /** @param file an open file that no other thread writes */
  constructor(file: number) {
    this.#file = file;
  }

  /** @throws if the disk is full */
  put(file: PlannedFile): WorkerFile {
    const short = this.#putShort(file);
    if (short) return short;
    const { path, origin } = file;
    const pieces = file.pieces?.();
    if (origin && pieces instanceof WorkerChunks) return this.#putHeader(path, origin, pieces);
    const all = createHash('sha256');
    const places: number[] = [];
    for (const bytes of fileBytes(file)) {
      all.update(bytes);
      places.push(this.#write(bytes), bytes.length);
    }
    return { path, origin, places, known: { sha256: all.digest('hex') } };
  }

  /** Returns a receiver for a long text that is printed before `put` is called with its file. */
  taker(): WorkerChunks {
    return new WorkerChunks(this.#file, (bytes) => this.#writeAtOnce(bytes));
  }

  /** Writes the header of a text whose chunks are already in the file. */
  #putHeader(path: string, origin: Origin, pieces: WorkerChunks): WorkerFile {
    const [first = EMPTY_BUFFER] = pieces;
    const { sha256 } = pieces;
    const head = headOfBytes(path, first, sha256, origin);
    const bytes = Buffer.from(head.text);
    const at = this.#write(bytes);
    this.flush();
    const places = [at, bytes.length, ...pieces.placesBehind(Buffer.byteLength(head.replaced))];
    return { path, origin, places, known: { sha256, head } };
  }

  /** Does the same with a short text without carriage returns, and encodes it only once, because there may be many. */
  #putShort(file: PlannedFile): WorkerFile | undefined {
    const { path, origin } = file;
    if (!origin || file.pieces) return undefined;
    // The getter may create the content.
    const { content } = file;
    if (content.length > SHORT_LENGTH || content.includes('\r') || content.startsWith('\ufeff')) return undefined;
    const { text, replaced, hashAt } = openHeader({ path, content }, origin);
    if (this.#length + (text.length + content.length) * MOST_BYTES > AT_ONCE) this.flush();
    const room = this.#waiting;
    const from = this.#length;
    const rest = from + room.write(text, from);
    // The content overwrites the end of the header, which repeats its beginning; the header is restored after hashing.
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
   * Must be called before another thread reads the file.
   *
   * @throws if the disk is full
   */
  flush(): void {
    writeBytes(this.#file, this.#waiting.subarray(0, this.#length), this.#end);
    this.#end += this.#length;
    this.#length = 0;
  }

  /** Writes bytes, and returns their offset. */
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

/** Reads texts that another thread wrote, many short ones at once. */
export class WorkerOutputReader {
  readonly #file: number;
  readonly #window = Buffer.allocUnsafe(AT_ONCE);
  #start = 0;
  #length = 0;

  /** @param file descriptor of the file, which must stay open until all texts are read */
  constructor(file: number) {
    this.#file = file;
  }

  /** Converts a description from another thread to a planned file. Use its bytes before you ask for those of another file. */
  take({ path, origin, places, known }: WorkerFile): ReadyFile {
    const [at = 0, length = 0] = places;
    if (places.length !== 2 || length > AT_ONCE) {
      return { path, origin, completeText: { bytes: () => bytesIn(this.#file, places), fingerprint: known } };
    }
    const place = { file: this.#file, at, length };
    return { path, origin, completeText: { bytes: () => [this.bytes(at, length)], fingerprint: known, place } };
  }

  /** Returns the bytes of a short text; use them before you ask for others. */
  bytes(at: number, length: number): Buffer {
    if (at < this.#start || at + length > this.#start + this.#length) {
      this.#start = at;
      this.#length = readSync(this.#file, this.#window, 0, AT_ONCE, at);
      // A read may return less than the file has.
      if (this.#length < length) return Buffer.concat([...bytesIn(this.#file, [at, length])]);
    }
    const from = at - this.#start;
    return this.#window.subarray(from, from + length);
  }
}
