/** Texts that wait to be written: in memory as long as they are few, and in a file that nobody else sees then. */

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tidyMemory } from '../diagnostics/index.ts';
import { AT_ONCE, bytesIn, bytesOf, Room, textOf, writeBytes } from './bytes.ts';

/** So many characters of all texts together stay in memory. */
const IN_MEMORY = 32_000_000;

/** So many bytes of all that are there as such, outside of the memory that the garbage collector goes through. */
const BYTES_IN_MEMORY = 160_000_000;

/** A text that waits. */
export interface KeptText {
  readonly text: () => string;
  /** Its bytes, as `piecesWithHeader` takes them; there are none of a text that is long, or has a carriage return. */
  readonly pieces?: () => Iterable<Buffer>;
}

export class WaitingTexts {
  readonly #inMemory: number;
  readonly #bytesInMemory: number;
  #size = 0;
  #bytes = 0;
  readonly #room = new Room();
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

  /** Keeps a text, which is given back as often as it is asked for, until this is closed. */
  keep(text: string): KeptText {
    if (text.length > AT_ONCE || text.includes('\r') || text.startsWith('\ufeff')) return { text: this.#keepText(text) };
    const bytes = this.#room.bytesOf(text);
    const written = this.#written([bytes]);
    if (!written) this.#room.keep(bytes);
    const pieces = written ?? always([bytes]);
    return { text: () => textOf(pieces()), pieces };
  }

  /**
   * Keeps a text that is there as bytes.
   *
   * @returns what gives its pieces back, each to be used before the next one is asked for, as often as `keep` says
   */
  keepBytes(pieces: Iterable<Buffer>): () => Iterable<Buffer> {
    return this.#written(pieces) ?? always(pieces);
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

  #keepText(text: string): () => string {
    this.#size += text.length;
    const at = this.#end;
    if (this.#size > this.#inMemory && this.#write(bytesOf(text))) return this.#reader(at, this.#end - at);
    return always(text);
  }

  /** Writes bytes to the file, if too many are in memory already. Returns what gives them back. */
  #written(pieces: Iterable<Buffer>): (() => Iterable<Buffer>) | undefined {
    const places: number[] = [];
    let at = this.#end;
    for (const { length } of pieces) {
      places.push(at, length);
      at += length;
      this.#bytes += length;
    }
    if (this.#bytes <= this.#bytesInMemory || !this.#write(pieces)) return undefined;
    return () => bytesIn(this.#opened(), places);
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
      return textOf(bytesIn(this.#opened(), [at, length]));
    };
  }

  #opened(): number {
    if (typeof this.#file !== 'number') throw new Error('a text was asked for that is kept no more');
    return this.#file;
  }
}

/** Made here, so that a text which waits elsewhere is not held by a function that is made beside it. */
function always<T>(value: T): () => T {
  return () => value;
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
