/** Reads files in pieces with a limit of bytes, and rejects devices and pipes that might never end. */

import { closeSync, existsSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { fail, reasonOf } from '../diagnostics/index.ts';
import { inMegabytes } from './limits.ts';
import { STANDARD_INPUT } from './source.ts';

/** Maximum number of bytes per read. */
const PIECE_BYTES = 1 << 18;

/** Milliseconds to wait before an empty pipe is read again. */
const RETRY_MS = 10;

/** The contents of the pipes read so far, by path: a pipe can be read only once. */
const pipeContents = new Map<string, Buffer[]>();

/**
 * Reads the bytes of a file in pieces; all pieces share one buffer. Rejects files that might never end: devices, and
 * named pipes, which wait for a writer. Accepts standard input and the pipes that a shell creates for `<(…)`.
 *
 * @param limit the maximum number of bytes
 * @param subject a description of the file, for messages
 * @throws DiagnosticError if the file is missing, too large, unreadable, or not a regular file.
 */
export function* readPieces(file: string, limit: number, subject: string): Generator<Buffer, void, undefined> {
  const buffered = pipeContents.get(file);
  if (buffered) return yield* buffered;
  const fd = open(file, limit, subject);
  // The content is needed again: syntax errors show a line of it, and queries read all of it.
  const pieces: Buffer[] | undefined = fd === 0 || isUnnamedPipe(file) ? [] : undefined;
  if (pieces) pipeContents.set(file, pieces);
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    for (let bytesRead = 0; ; ) {
      let length: number;
      try {
        length = readSync(fd, buffer, 0, PIECE_BYTES, null);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // Windows reports the end of a pipe as an error.
        if (code === 'EOF') return;
        if (code === 'EAGAIN') {
          // The pipe is in non-blocking mode and has no data yet.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
          continue;
        }
        return fail('file-unreadable', { file, reason: reasonOf(error) });
      }
      if (length === 0) return;
      // `stat` does not know the size of a pipe or of a file that grows.
      bytesRead += length;
      if (bytesRead > limit) fail('file-too-large', { file, what: subject, limit: inMegabytes(limit) });
      pieces?.push(Buffer.from(buffer.subarray(0, length)));
      yield buffer.subarray(0, length);
    }
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** Reads a whole file as text; bytes that are not UTF-8 become replacement characters. */
export function readText(file: string, limit: number, subject: string): string {
  const pieces: Buffer[] = [];
  for (const piece of readPieces(file, limit, subject)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

function open(file: string, limit: number, subject: string): number {
  const isInput = file === STANDARD_INPUT;
  try {
    // Descriptor 0 may be a socket, which cannot be opened by path.
    const stat = isInput ? fstatSync(0) : statSync(file);
    if (stat.isDirectory()) fail('file-is-directory', { file });
    const isPipe = isInput ? stat.isFIFO() || stat.isSocket() : isUnnamedPipe(file);
    if (!stat.isFile() && !isPipe) fail('file-endless', { file });
    if (stat.size > limit) fail('file-too-large', { file, what: subject, limit: inMegabytes(limit) });
    return isInput ? 0 : openSync(file, 'r');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return fail('file-not-found', { file });
    if (code === undefined) throw error;
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}

/** Returns whether a file is an anonymous pipe: the target of `/dev/fd/63` is not a path that exists. */
function isUnnamedPipe(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.isFIFO() ?? false) && !existsSync(realpathSync(file));
}
