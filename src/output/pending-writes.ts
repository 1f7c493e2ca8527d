/** Texts that wait to be written: kept in memory up to a limit, then in an unlinked temporary file. */

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectGarbage } from '../diagnostics/index.ts';
import { bytesIn, bytesOf, CHUNK_LENGTH, SharedBuffer, textOf, writeBytes } from './bytes.ts';

/** Limit of characters kept in memory as strings. */
const IN_MEMORY = 32_000_000;

/** Limit of bytes kept in memory as buffers, which the garbage collector does not scan. */
const BYTES_IN_MEMORY = 160_000_000;

export interface PendingText {
  readonly text: () => string;
  /** Its bytes, as `piecesWithHeader` expects them. Undefined if the text is long or contains a carriage return. */
  readonly pieces?: () => Iterable<Buffer>;
}

export class PendingTexts {
  readonly #inMemory: number;
  readonly #bytesInMemory: number;
  #size = 0;
  #bytes = 0;
  readonly #room = new SharedBuffer();
  /** The temporary file, once it is open; `none` if it cannot be created or written, so that everything stays in memory. */
  #file: number | 'none' | undefined;
  #end = 0;

  /**
   * @param inMemory limit of characters kept in memory
   * @param bytesInMemory limit of bytes kept in memory
   */
  constructor(inMemory = IN_MEMORY, bytesInMemory = BYTES_IN_MEMORY) {
    this.#inMemory = inMemory;
    this.#bytesInMemory = bytesInMemory;
  }

  /** Keeps a text. The result can be read any number of times until `close` is called. */
  keep(text: string): PendingText {
    if (text.length > CHUNK_LENGTH || text.includes('\r') || text.startsWith('\ufeff')) return { text: this.#keepText(text) };
    const bytes = this.#room.bytesOf(text);
    const written = this.#written([bytes]);
    if (!written) this.#room.keep(bytes);
    const pieces = written ?? constantFunction([bytes]);
    return { text: () => textOf(pieces()), pieces };
  }

  /**
   * Keeps a text that exists as bytes.
   *
   * @returns a function that returns its chunks, any number of times until `close`; use each chunk before you ask for the next
   * one
   */
  keepBytes(pieces: Iterable<Buffer>): () => Iterable<Buffer> {
    return this.#written(pieces) ?? constantFunction(pieces);
  }

  close(): void {
    if (typeof this.#file === 'number') closeSync(this.#file);
    this.#file = 'none';
  }

  #keepText(text: string): () => string {
    this.#size += text.length;
    const at = this.#end;
    if (this.#size > this.#inMemory && this.#write(bytesOf(text))) return this.#reader(at, this.#end - at);
    return constantFunction(text);
  }

  /** Writes bytes to the file if the memory limit is exceeded. Returns a function that reads them back. */
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

  /** Appends bytes to the file. Returns false if there is no file or no space. */
  #write(pieces: Iterable<Buffer>): boolean {
    this.#file ??= openUnlinkedFile() ?? 'none';
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
      // A text that was long when it was made has become garbage since.
      if (length > IN_MEMORY) collectGarbage();
      return textOf(bytesIn(this.#opened(), [at, length]));
    };
  }

  #opened(): number {
    if (typeof this.#file !== 'number') throw new Error('a text was asked for that is kept no more');
    return this.#file;
  }
}

/** A separate function, so that the closure does not capture the variables of its caller and keep other texts alive. */
function constantFunction<T>(value: T): () => T {
  return () => value;
}

/** Opens an unlinked temporary file, which disappears with the process. Returns undefined if none can be created. */
function openUnlinkedFile(): number | undefined {
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
