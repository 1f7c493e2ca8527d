/**
 * Stores numbered lists of lines, called spools: in memory while they are small, then in files of a temporary folder. Converting 200 MB
 * of Turtle takes 0.5 GB of memory with these files, and 2.3 GB without them.
 */

import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fail, reasonOf, temporaryFolder } from '../diagnostics/index.ts';
import { diskFiles } from '../ontology/index.ts';
import { type DataWorkspace, type LineLists, runEngine } from './workspace.ts';

/** The maximum number of bytes of all spools in memory. */
const MAX_MEMORY_BYTES = 16_000_000;

/** The number of bytes that a spool writes at once. */
const WRITE_BYTES = 1 << 15;

/** The number of bytes that are read at once. */
const READ_BYTES = 1 << 18;

/** Reads the files of this machine, and has a private temporary folder, which `clear` or the end of the process removes. */
export class Workspace implements DataWorkspace {
  readonly files = diskFiles;
  readonly runEngine = runEngine;
  #folder: string | undefined;
  readonly #clear = () => this.clear();

  lists(name: string, count: number): LineLists {
    return new Spools(this, name, count);
  }

  /** Returns a path in the folder. */
  file(name: string): string {
    if (this.#folder === undefined) {
      this.#folder = temporaryFolder('codegen-data-');
      process.once('exit', this.#clear);
    }
    return path.join(this.#folder, name);
  }

  clear(): void {
    if (this.#folder === undefined) return;
    process.off('exit', this.#clear);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

/** Stored lines as bytes: a string would keep the whole string alive that it was cut from. */
interface SpoolBuffer {
  readonly filled: Buffer[];
  current: Buffer;
  used: number;
  isOnDisk: boolean;
}

/** Several numbered spools of lines. Lines are read in the order in which they were added. */
class Spools implements LineLists {
  readonly #workspace: Workspace;
  readonly #name: string;
  readonly #spools: readonly SpoolBuffer[];
  #size = 0;
  #isOnDisk = false;

  constructor(workspace: Workspace, name: string, count: number) {
    this.#workspace = workspace;
    this.#name = name;
    this.#spools = Array.from({ length: count }, () => ({ filled: [], current: EMPTY, used: 0, isOnDisk: false }));
  }

  /** Adds a line, which must not contain a line break. */
  add(spool: number, line: string): void {
    const buffer = this.#spools[spool] as SpoolBuffer;
    // UTF-8 needs at most three bytes per UTF-16 unit.
    const maxBytes = line.length * 3 + 1;
    if (buffer.current.length - buffer.used < maxBytes) this.#makeRoom(spool, buffer, maxBytes);
    const length = buffer.current.write(line, buffer.used);
    buffer.current[buffer.used + length] = LINE_BREAK;
    buffer.used += length + 1;
  }

  /** Yields the lines of a spool. They can be read several times, but not while lines are added. */
  *lines(spool: number): Generator<string, void, undefined> {
    const { filled, current, used, isOnDisk } = this.#spools[spool] as SpoolBuffer;
    if (isOnDisk) yield* linesOf(this.#path(spool));
    for (const bytes of [...filled, current.subarray(0, used)]) {
      if (bytes.length > 0) yield* bytes.toString('utf8', 0, bytes.length - 1).split('\n');
    }
  }

  /** Deletes the lines of a spool. */
  drop(spool: number): void {
    const buffer = this.#spools[spool] as SpoolBuffer;
    if (buffer.isOnDisk) rmSync(this.#path(spool), { force: true });
    Object.assign(buffer, { filled: [], current: EMPTY, used: 0, isOnDisk: false });
  }

  #path(spool: number): string {
    return this.#workspace.file(`${this.#name}-${spool}`);
  }

  #makeRoom(spool: number, buffer: SpoolBuffer, maxBytes: number): void {
    const { filled, current, used } = buffer;
    if (used > 0) filled.push(current.subarray(0, used));
    this.#size += used;
    buffer.used = 0;
    if (this.#isOnDisk) {
      this.#write(spool);
      // The buffer was written and can be reused.
      if (current.length >= maxBytes) return;
    } else if (this.#size > MAX_MEMORY_BYTES) {
      this.#isOnDisk = true;
      for (let each = 0; each < this.#spools.length; each++) this.#write(each);
    }
    buffer.current = Buffer.allocUnsafeSlow(Math.max(maxBytes, WRITE_BYTES));
  }

  #write(spool: number): void {
    const buffer = this.#spools[spool] as SpoolBuffer;
    if (buffer.filled.length === 0) return;
    const file = this.#path(spool);
    try {
      // Some systems do not allow hundreds of open files.
      for (const bytes of buffer.filled) appendFileSync(file, bytes, { mode: 0o600 });
    } catch (error) {
      fail('write-failed', { path: file, reason: reasonOf(error) });
    }
    buffer.filled.length = 0;
    buffer.isOnDisk = true;
  }
}

const EMPTY = Buffer.alloc(0);
const LINE_BREAK = 10;

function* linesOf(file: string): Generator<string, void, undefined> {
  const fd = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let rest = '';
    for (let length = readSync(fd, buffer, 0, READ_BYTES, null); length > 0; length = readSync(fd, buffer, 0, READ_BYTES, null)) {
      const lines = (rest + decoder.write(buffer.subarray(0, length))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(fd);
  }
}
