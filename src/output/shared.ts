/**
 * Files that several threads write, each of the texts that were handed over: creating a file takes longer than writing it,
 * and is what is left when all is printed. Whoever has nothing to do takes the next part of the files. Nobody can be asked
 * meanwhile, so all that is to be known stands in memory that threads share.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TextPlace } from './plan.ts';
import { TakenTexts } from './worker-output.ts';

/** Files that are written. Plain data. */
export interface SharedWrites {
  /** The folder in which they are. */
  readonly folder: string;
  readonly names: readonly string[];
  /** The texts: of each, the members of its {@link TextPlace}. */
  readonly places: Float64Array;
  /** What is known of each part of the files. */
  readonly states: Int32Array;
  /** For each thread how many parts are taken of its share, by whatever thread; and at last how many threads have begun. */
  readonly taken: Int32Array;
}

/** Whoever writes files beside this thread. */
export interface Writers {
  readonly count: number;
  /** Has all of them begin. */
  readonly share: (writes: SharedWrites) => void;
}

/** So many files are taken at once. */
const PART = 200;

/** What is known of a part: nothing, until all of it is written or somebody failed. */
const OPEN = 0;
const DONE = 1;
const FAILED = 2;

/** So long one part may take on a disk that is slow. */
const PATIENCE_MS = 600_000;

const sharedNumbers = (count: number) => new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));

/** Files to be written by so many threads. */
export function sharedWrites(
  folder: string,
  files: readonly (readonly [name: string, text: TextPlace])[],
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

/** Writes files of which nobody has taken the part, until there are none. What fails is left to {@link finishWrites}. */
export function takeWrites(writes: SharedWrites): void {
  const { states } = writes;
  const texts = new Texts();
  for (const part of partsTaken(writes)) {
    let state = FAILED;
    try {
      writePart(writes, part, texts);
      state = DONE;
    } catch {
      // It is tried once more, by the thread that can say what is wrong.
    }
    Atomics.store(states, part, state);
    Atomics.notify(states, part);
  }
}

/**
 * Waits until all files are written that others have taken, and writes those at which somebody failed.
 *
 * @param onFile is told of each of these before it is written
 * @throws what the file system says
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
 * The parts that a thread takes, each when the one before is done. It begins with a share of its own, because threads that
 * create files in one folder wait for each other.
 */
function* partsTaken({ states, taken }: SharedWrites): Iterable<number> {
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

/** The texts of open files. */
class Texts {
  readonly #files = new Map<number, TakenTexts>();

  of(file: number): TakenTexts {
    const known = this.#files.get(file) ?? new TakenTexts(file);
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
