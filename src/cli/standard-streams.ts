/** Standard output and standard error of the real process. */

import { fstatSync, statSync, writeSync } from 'node:fs';
import { diagnostic, formatDiagnostic, reasonOf } from '../diagnostics/index.ts';
import type { Output } from './io.ts';

const NUMBERS = { stdout: 1, stderr: 2 } as const;

type Name = keyof typeof NUMBERS;

/**
 * Returns an output of the program. Creating a stream of Node.js takes a seventh of a short run, and one for a pipe twice that,
 * so streams are created only for terminals and where direct writes do not work.
 */
export function standardOutput(name: Name): Output {
  return isSynchronous(NUMBERS[name]) ? new PlainOutput(name) : standardStream(name);
}

const handledStreams = new Set<Name>();

/** Returns a stream of Node.js; the process ends if the stream fails. */
export function standardStream(name: Name): NodeJS.WriteStream {
  const stream = process[name];
  if (!handledStreams.has(name)) stream.on('error', (error: NodeJS.ErrnoException) => exitOnError(name, error));
  handledStreams.add(name);
  return stream;
}

/**
 * Returns whether writes are synchronous: for files, `/dev/null`, and pipes and sockets unless another process made them
 * non-blocking (https://nodejs.org/docs/latest-v20.x/api/process.html#a-note-on-process-io).
 */
function isSynchronous(fd: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isFIFO() || stat.isSocket() || stat.rdev === statSync('/dev/null').rdev;
  } catch {
    // Node.js handles all other cases.
    return false;
  }
}

/** Writes as a stream of Node.js does: completely, with errors reported after the current work. */
class PlainOutput implements Output {
  readonly #name: Name;
  readonly fd: number;
  #stream: Output | undefined;
  #isBroken = false;

  constructor(name: Name) {
    this.#name = name;
    this.fd = NUMBERS[name];
  }

  write(text: string | Uint8Array): unknown {
    if (this.#stream) return this.#stream.write(text);
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    for (let at = 0; at < bytes.length && !this.#isBroken; ) {
      try {
        at += writeSync(this.fd, bytes, at);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
          // The reader is slow; a stream of Node.js can wait for it.
          this.#stream = standardStream(this.#name);
          return this.#stream.write(bytes.subarray(at));
        }
        this.#isBroken = true;
        process.nextTick(exitOnError, this.#name, error);
      }
    }
    return !this.#isBroken;
  }
}

/** Ends the process, because its output is lost. A reader that closes the pipe early, such as `head`, is not an error. */
function exitOnError(name: Name, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  // An error of standard error itself cannot be reported.
  if (name === 'stdout') {
    const failed = diagnostic('write-failed', { path: 'standard output', reason: reasonOf(error) });
    standardOutput('stderr').write(`${formatDiagnostic(failed)}\n`);
  }
  process.exit(1);
}
