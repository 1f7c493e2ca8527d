import { closeSync, existsSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { fail, reasonOf } from '../diagnostics/index.ts';
import { inMegabytes } from './limits.ts';
import { notFound } from './missing.ts';

/** What `-` on a command line means. */
export const STANDARD_INPUT = '/dev/stdin';

/** How many bytes are read at once. */
const PIECE = 1 << 18;

/** How long a pipe that has nothing is left alone. */
const AGAIN_MS = 10;

/** What was read from pipes, which give it but once. */
const pipes = new Map<string, Buffer[]>();

/**
 * Gives the bytes of a file, piece by piece; the buffer of a piece is used again for the next one. What might never
 * end is refused: devices, and named pipes, which wait for a writer. Standard input and the pipe that a shell makes of
 * `<(…)` are read.
 *
 * @param what the file is, for messages
 * @param limit how many bytes it may have
 * @throws DiagnosticError if it is missing, no file, too large, or cannot be read.
 */
export function* readPieces(file: string, what: string, limit: number): Generator<Buffer, void, undefined> {
  const kept = pipes.get(file);
  if (kept) return yield* kept;
  const fd = open(file, what, limit);
  // Syntax errors show a line of the text, and a query is about all of it: it is asked for again.
  const pieces: Buffer[] | undefined = fd === 0 || isUnnamedPipe(file) ? [] : undefined;
  if (pieces) pipes.set(file, pieces);
  try {
    const buffer = Buffer.allocUnsafe(PIECE);
    for (let sum = 0; ; ) {
      let length: number;
      try {
        length = readSync(fd, buffer, 0, PIECE, null);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // The end of a pipe on Windows.
        if (code === 'EOF') return;
        if (code === 'EAGAIN') {
          // Somebody set the pipe to tell that there is nothing yet.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
          continue;
        }
        return fail('file-unreadable', { file, reason: reasonOf(error) });
      }
      if (length === 0) return;
      // A pipe, and a file that grows, do not tell how large they are.
      sum += length;
      if (sum > limit) fail('file-too-large', { file, what, limit: inMegabytes(limit) });
      pieces?.push(Buffer.from(buffer.subarray(0, length)));
      yield buffer.subarray(0, length);
    }
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** The text of a file that is held whole; what is no UTF-8 in it is replaced. */
export function readText(file: string, what: string, limit: number): string {
  const pieces: Buffer[] = [];
  for (const piece of readPieces(file, what, limit)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

function open(file: string, what: string, limit: number): number {
  const isInput = file === STANDARD_INPUT;
  try {
    // What stands behind the number may be a socket, which cannot be opened by a name.
    const stat = isInput ? fstatSync(0) : statSync(file);
    if (stat.isDirectory()) fail('file-is-directory', { file });
    const ends = isInput ? stat.isFIFO() || stat.isSocket() : isUnnamedPipe(file);
    if (!stat.isFile() && !ends) fail('file-endless', { file });
    if (stat.size > limit) fail('file-too-large', { file, what, limit: inMegabytes(limit) });
    return isInput ? 0 : openSync(file, 'r');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') notFound(file);
    if (code === undefined) throw error;
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}

/** Whether a file is a pipe without a name of its own: `/dev/fd/63` leads to none that could be opened. */
function isUnnamedPipe(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.isFIFO() ?? false) && !existsSync(realpathSync(file));
}
