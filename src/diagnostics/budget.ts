/** Work under limits of time and of memory, in a program that does one thing after the other. */

import { Script } from 'node:vm';
import { fail, type Place } from './diagnostic.ts';

const WORK = Symbol.for('codegen.work');
const call = new Script(`globalThis[Symbol.for('${WORK.description}')]()`);

/** Loaded when work is looked at: it costs a start more than most modules of Node. */
const v8 = () => process.getBuiltinModule('node:v8');

/**
 * Does work that does not wait for anything, for so many seconds at most. Node stops scripts of its module `vm` wherever they
 * are, WebAssembly included (https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptruninthiscontextoptions), and what one calls.
 *
 * @param tooSlow ends with what there is to say then
 */
export function within<T>(seconds: number, work: () => T, tooSlow: () => never): T {
  const scope = globalThis as { [WORK]?: (() => unknown) | undefined };
  const outer = scope[WORK];
  scope[WORK] = work;
  try {
    return call.runInThisContext({ timeout: Math.ceil(seconds * 1000), displayErrors: false }) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return tooSlow();
    throw error;
  } finally {
    scope[WORK] = outer;
  }
}

/** Seconds that reading one file may take, building a model, or printing what one template makes of it. */
export const SECONDS = 600;

/**
 * Does work under the limit of time that holds for all of it.
 *
 * @param what the work, as a clause: `building the model`
 * @throws DiagnosticError if it takes longer, and what the work throws
 */
export function limited<T>(what: string, work: () => T, place?: Place): T {
  const outer = job;
  job = { what, place };
  try {
    return isWatched() ? work() : within(SECONDS, work, () => tooSlow({ what, place }, SECONDS));
  } finally {
    job = outer;
  }
}

/** Work under limits. */
interface Job {
  readonly what: string;
  readonly place: Place | undefined;
}

/** What is done under limits at the moment. */
let job: Job | undefined;

function tooSlow({ what, place }: Job, seconds: number): never {
  fail('too-slow', { what, seconds }, place);
}

/** For so many seconds a watch counts as new, and is over the next work, too: of its limit hardly anything is missing. */
const NEW = 2;

/** When the watch over several works began, if there is one. */
let watchedSince: number | undefined;

const isWatched = (): boolean => watchedSince !== undefined && process.uptime() - watchedSince < NEW;

/**
 * Does one work after the other, of each of which some part is `limited`. Node's watch over work is a thread, whose end has to
 * be waited for, longer than small work takes where processors are busy: so there is one for several, as long as it is new.
 *
 * @throws what `limited` does, and what the works throw
 */
export function limitedInTurn<T>(works: readonly (() => T)[], seconds = SECONDS): T[] {
  const results: T[] = [];
  const outer = { job, watchedSince };
  const doNext = () => {
    watchedSince = process.uptime();
    for (const work of works.slice(results.length)) {
      results.push(work());
      if (!isWatched()) return;
    }
  };
  try {
    while (results.length < works.length) {
      // What is stopped does not come to its own end, and is the job still.
      within(seconds, doNext, () => tooSlow(job ?? { what: 'the work', place: undefined }, seconds));
    }
  } finally {
    ({ job, watchedSince } = outer);
  }
  return results;
}

/** How much of the heap may be full of what is in use. V8 ends the process where all of it is, and nothing can catch that. */
const FULL = 0.8;

/** How much of it, where the work can be left to a process of its own that V8 may end. */
const HALF_FULL = 0.5;

/** What V8 counts to the heap, and keeps for what is new. */
const YOUNG = 50_000_000;

/** What becomes of work that takes much memory. */
export interface MemoryWatch {
  /** Leaves the work to a process that V8 may end; only while nothing was done that shows. */
  readonly leave?: () => never;
  /** Is told what is done now, and where, when that changes. */
  readonly told?: (what: string, place: Place | undefined) => void;
}

let watch: MemoryWatch = {};
let current: string | undefined;

/** Says what becomes of work that takes much memory, in the whole process. */
export function watchMemory(next: MemoryWatch): void {
  watch = next;
}

/** Says that from now on something shows of the work, so that nobody else can begin it again. */
export function stayWithWork(): void {
  const { told } = watch;
  watch = told ? { told } : {};
}

/** So much of it has to be taken before it is worth a look at how much of that is in use: that takes a second. */
let worthALook = 0;
let collect: (() => void) | undefined;

/**
 * Ends the work before the heap is full. Called now and then where memory is taken by and by.
 *
 * @param what the work, as a clause: `reading the ontology`
 */
export function checkMemory(what: string, place?: Place): void {
  if (watch.told) {
    const now = `${what} ${place?.file}:${place?.line}`;
    if (now !== current) watch.told(what, place);
    current = now;
  }
  if (isSmallYet()) return;
  const { used_heap_size: taken, heap_size_limit: limit } = v8().getHeapStatistics();
  const old = limit - YOUNG;
  const most = (watch.leave ? HALF_FULL : FULL) * old;
  if (taken < Math.max(worthALook, most)) return;
  collect ??= collector();
  collect();
  const used = v8().getHeapStatistics().used_heap_size;
  if (used > most) {
    if (watch.leave) watch.leave();
    fail('memory-used-up', { what, limit: memoryLimit(limit) }, place);
  }
  worthALook = used + (old - used) / 3;
}

/** Less than anybody's heap holds. */
const LITTLE = 32_000_000;

/** The first looks go without V8's module, which most commands never need; but each of them takes longer. */
let firstLooks = 16;

/** For so many seconds a heap that held little is not looked at again: it takes longer to fill one. */
const SOON = 0.05;

/** When it was seen last that the heap held little. A program that is only just loaded has taken none of it yet. */
let seenSmall = process.uptime();

function isSmallYet(): boolean {
  const now = process.uptime();
  if (now - seenSmall < SOON) return true;
  if (firstLooks-- <= 0 || process.memoryUsage().heapUsed >= LITTLE) return false;
  seenSmall = now;
  return true;
}

/** So much of the heap may be taken without anybody's asking whether it is in use. */
const MUCH = 500_000_000;

/**
 * Takes back memory between two parts of the work of which one needs little of what the other left. V8 would wait until twice
 * or three times as much is taken as was in use when it looked last.
 *
 * @param much of the heap has to be taken for that
 */
export function tidyMemory(much = MUCH): void {
  if (isSmallYet() || v8().getHeapStatistics().used_heap_size < much) return;
  collect ??= collector();
  collect();
}

/** A look costs as much as a microsecond. */
const STEPS_PER_LOOK = 128;
let steps = 0;

/** To be called with each step of limited work that takes memory by and by. */
export function step(): void {
  if (++steps % STEPS_PER_LOOK === 0 && job) checkMemory(job.what, job.place);
}

/** How much memory there is, in words. */
export function memoryLimit(bytes = v8().getHeapStatistics().heap_size_limit): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** What takes back the memory that nobody uses any more. Node has it in contexts that are made after this flag is set. */
function collector(): () => void {
  v8().setFlagsFromString('--expose-gc');
  const run = new Script('gc').runInNewContext() as () => void;
  v8().setFlagsFromString('--no-expose-gc');
  return run;
}
