/** Standard output and standard error of the real process. */

import { fstatSync, statSync, writeSync } from 'node:fs';
import { diagnostic, formatDiagnostic, reasonOf } from '../diagnostics/index.ts';
import type { Output } from './io.ts';

const NUMBERS = { stdout: 1, stderr: 2 } as const;

type Name = keyof typeof NUMBERS;

/**
 * What the program prints to. Node.js' streams are a seventh of a short start, and those for pipes twice that: they are made
 * for terminals, and where nothing else will do.
 */
export function standardOutput(name: Name): Output {
  return isPlain(NUMBERS[name]) ? new PlainOutput(name) : standardStream(name);
}

const watched = new Set<Name>();

/** A stream of Node.js', and what becomes of the process where it takes nothing any more. */
export function standardStream(name: Name): NodeJS.WriteStream {
  const stream = process[name];
  if (!watched.has(name)) stream.on('error', (error: NodeJS.ErrnoException) => leave(name, error));
  watched.add(name);
  return stream;
}

/**
 * Whether a write is over when it returns: files and what takes everything, and pipes and sockets unless somebody has made
 * them otherwise (https://nodejs.org/docs/latest-v20.x/api/process.html#a-note-on-process-io).
 */
function isPlain(fd: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isFIFO() || stat.isSocket() || stat.rdev === statSync('/dev/null').rdev;
  } catch {
    // Node.js knows what else there may be.
    return false;
  }
}

/** Writes as Node.js' streams do: all of it, and what fails is told when the work at hand is done. */
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
          // The reader is slow, and nobody waits for it here.
          this.#stream = standardStream(this.#name);
          return this.#stream.write(bytes.subarray(at));
        }
        this.#isBroken = true;
        process.nextTick(leave, this.#name, error);
      }
    }
    return !this.#isBroken;
  }
}

/** Ends the process, as nobody hears it any more. A reader that has seen enough, such as `head`, is no failure. */
function leave(name: Name, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  // Standard error may be on the same full disk.
  if (name === 'stdout') {
    const failed = diagnostic('write-failed', { path: 'standard output', reason: reasonOf(error) });
    standardOutput('stderr').write(`${formatDiagnostic(failed)}\n`);
  }
  process.exit(1);
}
