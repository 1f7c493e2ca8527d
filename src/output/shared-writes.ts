/**
 * Lets several threads write the texts that workers have printed: creating a file takes longer than writing it, and is what
 * remains when everything is printed. An idle thread takes the next part of the files. Threads cannot exchange messages
 * meanwhile, so all state is in shared memory.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TextLocation } from './plan.ts';
import { WorkerOutputReader } from './worker-output.ts';

/** A set of files to write. Plain data. */
export interface SharedWrites {
  /** The folder in which they are created. */
  readonly folder: string;
  readonly names: readonly string[];
  /** For each file, the members of its {@link TextLocation}. */
  readonly places: Float64Array;
  /** The state of each part of the files: {@link OPEN}, {@link DONE} or {@link FAILED}. */
  readonly states: Int32Array;
  /** For each thread, how many parts of its share are taken (by any thread); the last element counts the threads that started. */
  readonly taken: Int32Array;
}

/** The worker threads that can write files together with this one. */
export interface Writers {
  readonly count: number;
  /** Makes all of them start. */
  readonly share: (writes: SharedWrites) => void;
}

/** Number of files in a part. */
const PART = 200;

/** States of a part. */
const OPEN = 0;
const DONE = 1;
const FAILED = 2;

/** Time limit for one part on a slow disk. */
const PATIENCE_MS = 600_000;

const sharedNumbers = (count: number) => new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));

/** Prepares files for that number of threads. */
export function sharedWrites(
  folder: string,
  files: readonly (readonly [name: string, text: TextLocation])[],
  threads: number,
): SharedWrites {
  const places = new Float64Array(files.length * 3);
  for (const [i, [, { file, at, length }]] of files.entries()) places.set([file, at, length], i * 3);
  return {
    folder,
    names: files.map(([name]) => name),
    places,
    states: sharedNumbers(Math.ceil(files.length / PART)),
    taken: sharedNumbers(threads + 1),
  };
}

/** Writes parts that no thread has taken, until none is left. {@link finishWrites} retries failed parts. */
export function writeRemainingParts(writes: SharedWrites): void {
  const { states } = writes;
  const texts = new Texts();
  for (const part of takeParts(writes)) {
    let state = FAILED;
    try {
      writePart(writes, part, texts);
      state = DONE;
    } catch {
      // The main thread tries it once more, because it can report the error.
    }
    Atomics.store(states, part, state);
    Atomics.notify(states, part);
  }
}

/**
 * Waits until other threads have written their parts, and retries the failed ones.
 *
 * @param onFile called with the index of each of these before it is written
 * @throws the error of the file system
 */
export function finishWrites(writes: SharedWrites, onFile: (index: number) => void): void {
  const { states } = writes;
  for (const part of states.keys()) {
    if (Atomics.wait(states, part, OPEN, PATIENCE_MS) === 'timed-out') throw new Error('a thread that writes does not end');
  }
  const texts = new Texts();
  for (const [part, state] of states.entries()) if (state === FAILED) writePart(writes, part, texts, onFile);
}

/**
 * Yields the parts that a thread takes, each after the previous one is written. A thread begins with a share of its own, because
 * threads that create files in the same folder block each other.
 */
function* takeParts({ states, taken }: SharedWrites): Iterable<number> {
  const threads = taken.length - 1;
  const share = Math.ceil(states.length / threads);
  const first = Atomics.add(taken, threads, 1);
  for (let i = 0; i < threads; i++) {
    const own = (first + i) % threads;
    const end = Math.min((own + 1) * share, states.length);
    for (;;) {
      const part = own * share + Atomics.add(taken, own, 1);
      if (part >= end) break;
      yield part;
    }
  }
}

/** Readers of open files, by file descriptor. */
class Texts {
  readonly #files = new Map<number, WorkerOutputReader>();

  of(file: number): WorkerOutputReader {
    const known = this.#files.get(file) ?? new WorkerOutputReader(file);
    this.#files.set(file, known);
    return known;
  }
}

function writePart({ folder, names, places }: SharedWrites, part: number, texts: Texts, onFile?: (index: number) => void): void {
  for (let i = part * PART; i < Math.min((part + 1) * PART, names.length); i++) {
    onFile?.(i);
    const at = 3 * i;
    const bytes = texts.of(places[at] as number).bytes(places[at + 1] as number, places[at + 2] as number);
    writeFileSync(path.join(folder, names[i] as string), bytes);
  }
}
