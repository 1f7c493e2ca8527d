/** Texts that wait to be written: in memory as long as they are few, and in a file that nobody else sees then. */

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** So many characters of all texts together stay in memory. */
const IN_MEMORY = 32_000_000;

export class WaitingTexts {
  readonly #inMemory: number;
  #size = 0;
  /** The file, once there is one; `none` where none can be made or written, so that all stays in memory. */
  #file: number | 'none' | undefined;
  #end = 0;
  readonly #others: number[] = [];

  /** @param inMemory how many characters stay in memory */
  constructor(inMemory = IN_MEMORY) {
    this.#inMemory = inMemory;
  }

  /** Keeps a text. @returns what gives it back, as often as it is asked for, until this is closed */
  keep(text: string): () => string {
    this.#size += text.length;
    if (this.#size <= this.#inMemory) return () => text;
    const bytes = Buffer.from(text);
    const at = this.#write(bytes);
    return at === undefined ? () => text : this.#reader(at, bytes.length);
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

  /** Where it stands in the file, if there is one and it has room. */
  #write(bytes: Buffer): number | undefined {
    this.#file ??= unseenFile() ?? 'none';
    if (this.#file === 'none') return undefined;
    const at = this.#end;
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
    } catch {
      return undefined;
    }
    this.#end += bytes.length;
    return at;
  }

  #reader(at: number, length: number): () => string {
    return () => {
      if (typeof this.#file !== 'number') throw new Error('a text was asked for that is kept no more');
      const bytes = Buffer.allocUnsafe(length);
      for (let done = 0; done < length; ) {
        const read = readSync(this.#file, bytes, done, length - done, at + done);
        if (read === 0) throw new Error('a text that was kept has gone');
        done += read;
      }
      return bytes.toString('utf8');
    };
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
