/** Lines of text that are put aside, in memory as long as they are few and in files of a folder of their own then. */

import { appendFileSync, closeSync, lstatSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fail, isLeftBehind, isSystemError, ownPrefix, reasonOf, temporaryFolder } from '../diagnostics/index.ts';

/** So many bytes of all spools together stay in memory. */
const IN_MEMORY = 16_000_000;

/** A spool writes so many bytes at once. */
const AT_ONCE = 1 << 15;

/** How many bytes are read at once. */
const PIECE = 1 << 18;

const FOLDER = 'codegen-data-';

/** Removes what this user's killed processes left: it may be as large as their data. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(FOLDER) || !isLeftBehind(name)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      if (lstatSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // Another process was faster.
      if (!isSystemError(error)) throw error;
    }
  }
}

/** A folder for files that nobody else reads, which goes when the work ends, however it does. */
export class Workspace {
  #folder: string | undefined;
  readonly #clear = () => this.clear();

  /** A path in it. */
  file(name: string): string {
    if (this.#folder === undefined) {
      this.#folder = temporaryFolder(ownPrefix(FOLDER));
      removeLeft();
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

/** Lines that wait, as bytes: a text would keep all of that alive which it was cut from. */
interface Waiting {
  readonly full: Buffer[];
  open: Buffer;
  used: number;
  isOnDisk: boolean;
}

/** Several spools of lines by their numbers. Lines come back in the order in which they were added. */
export class Spools {
  readonly #workspace: Workspace;
  readonly #name: string;
  readonly #spools: readonly Waiting[];
  #size = 0;
  #isOnDisk = false;

  constructor(workspace: Workspace, name: string, count: number) {
    this.#workspace = workspace;
    this.#name = name;
    this.#spools = Array.from({ length: count }, () => ({ full: [], open: EMPTY, used: 0, isOnDisk: false }));
  }

  /** Adds a line, which holds no line break. */
  add(spool: number, line: string): void {
    const waiting = this.#spools[spool] as Waiting;
    // No character takes more bytes than three for each of its units.
    const most = line.length * 3 + 1;
    if (waiting.open.length - waiting.used < most) this.#next(spool, waiting, most);
    const length = waiting.open.write(line, waiting.used);
    waiting.open[waiting.used + length] = LINE_BREAK;
    waiting.used += length + 1;
  }

  /** The lines of a spool. They can be read more than once, and not added to while they are. */
  *lines(spool: number): Generator<string, void, undefined> {
    const { full, open, used, isOnDisk } = this.#spools[spool] as Waiting;
    if (isOnDisk) yield* linesOf(this.#path(spool));
    for (const bytes of [...full, open.subarray(0, used)]) {
      if (bytes.length > 0) yield* bytes.toString('utf8', 0, bytes.length - 1).split('\n');
    }
  }

  /** Forgets the lines of a spool. */
  drop(spool: number): void {
    const waiting = this.#spools[spool] as Waiting;
    if (waiting.isOnDisk) rmSync(this.#path(spool), { force: true });
    Object.assign(waiting, { full: [], open: EMPTY, used: 0, isOnDisk: false });
  }

  #path(spool: number): string {
    return this.#workspace.file(`${this.#name}-${spool}`);
  }

  /** Makes room for so many bytes. */
  #next(spool: number, waiting: Waiting, most: number): void {
    const { full, open, used } = waiting;
    if (used > 0) full.push(open.subarray(0, used));
    this.#size += used;
    waiting.used = 0;
    if (this.#isOnDisk) {
      this.#write(spool);
      // What is written is free again.
      if (open.length >= most) return;
    } else if (this.#size > IN_MEMORY) {
      this.#isOnDisk = true;
      for (let each = 0; each < this.#spools.length; each++) this.#write(each);
    }
    waiting.open = Buffer.allocUnsafeSlow(Math.max(most, AT_ONCE));
  }

  #write(spool: number): void {
    const waiting = this.#spools[spool] as Waiting;
    if (waiting.full.length === 0) return;
    const file = this.#path(spool);
    try {
      // Hundreds of files that stay open are more than some systems allow.
      for (const bytes of waiting.full) appendFileSync(file, bytes, { mode: 0o600 });
    } catch (error) {
      fail('write-failed', { path: file, reason: reasonOf(error) });
    }
    waiting.full.length = 0;
    waiting.isOnDisk = true;
  }
}

const EMPTY = Buffer.alloc(0);
const LINE_BREAK = 10;

function* linesOf(file: string): Generator<string, void, undefined> {
  const fd = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(PIECE);
    let rest = '';
    for (let length = readSync(fd, buffer, 0, PIECE, null); length > 0; length = readSync(fd, buffer, 0, PIECE, null)) {
      const lines = (rest + decoder.write(buffer.subarray(0, length))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(fd);
  }
}
