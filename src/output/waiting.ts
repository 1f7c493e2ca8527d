/** Texts that wait to be written: in memory as long as they are few, and in a file that nobody else sees then. */

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tidyMemory } from '../diagnostics/index.ts';
import { bytesIn, bytesOf, textOf, writeBytes } from './bytes.ts';

/** So many characters of all texts together stay in memory. */
const IN_MEMORY = 32_000_000;

/** So many bytes of all that are there as such, outside of the memory that the garbage collector goes through. */
const BYTES_IN_MEMORY = 160_000_000;

export class WaitingTexts {
  readonly #inMemory: number;
  readonly #bytesInMemory: number;
  #size = 0;
  #bytes = 0;
  /** The file, once there is one; `none` where none can be made or written, so that all stays in memory. */
  #file: number | 'none' | undefined;
  #end = 0;
  readonly #others: number[] = [];

  /**
   * @param inMemory how many characters stay in memory
   * @param bytesInMemory how many bytes
   */
  constructor(inMemory = IN_MEMORY, bytesInMemory = BYTES_IN_MEMORY) {
    this.#inMemory = inMemory;
    this.#bytesInMemory = bytesInMemory;
  }

  /**
   * Keeps a text.
   *
   * @param pieces of which it is made
   * @returns what gives it back, as often as it is asked for, until this is closed
   */
  keep(...pieces: readonly string[]): () => string {
    for (const { length } of pieces) this.#size += length;
    const at = this.#end;
    if (this.#size > this.#inMemory && this.#write(bytesOf(...pieces))) return this.#reader(at, this.#end - at);
    const text = pieces.join('');
    return () => text;
  }

  /**
   * Keeps a text that is there as bytes.
   *
   * @returns what gives its pieces back, each to be used before the next one is asked for, as often as `keep` says
   */
  keepBytes(pieces: readonly Buffer[]): () => Iterable<Buffer> {
    for (const { length } of pieces) this.#bytes += length;
    if (this.#bytes <= this.#bytesInMemory) return () => pieces;
    const at = this.#end;
    if (!this.#write(pieces)) return () => pieces;
    const lengths = pieces.map(({ length }) => length);
    return () => bytesIn(this.#opened(), at, lengths);
  }

  /** Another file of the kind, for texts that somebody else keeps; closed with this one, and nothing where none can be made. */
  another(): number | undefined {
    const file = unseenFile();
    if (file !== undefined) this.#others.push(file);
    return file;
  }

  close(): void {
    for (const file of this.#others.splice(0)) closeSync(file);
    if (typeof this.#file === 'number') closeSync(this.#file);
    this.#file = 'none';
  }

  /** Writes a text to the end of the file, if there is one and it has room. */
  #write(pieces: Iterable<Buffer>): boolean {
    this.#file ??= unseenFile() ?? 'none';
    if (this.#file === 'none') return false;
    let end = this.#end;
    try {
      for (const bytes of pieces) {
        writeBytes(this.#file, bytes, end);
        end += bytes.length;
      }
    } catch {
      return false;
    }
    this.#end = end;
    return true;
  }

  #reader(at: number, length: number): () => string {
    return () => {
      // What was long when it was made has become garbage since.
      if (length > IN_MEMORY) tidyMemory();
      return textOf(bytesIn(this.#opened(), at, [length]));
    };
  }

  #opened(): number {
    if (typeof this.#file !== 'number') throw new Error('a text was asked for that is kept no more');
    return this.#file;
  }
}

/** A file that has no name any more, and goes with the process; nothing where none can be made. */
function unseenFile(): number | undefined {
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-'));
    try {
      return openSync(path.join(folder, 'texts'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return undefined;
  }
}
