/** Work under limits of time and of memory, in a program that does one thing after the other. */

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { fail, type Place } from './diagnostic.ts';

const WORK = Symbol.for('codegen.work');
const call = new Script(`globalThis[Symbol.for('${WORK.description}')]()`);

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
  return within(SECONDS, work, () => fail('too-slow', { what, seconds: SECONDS }, place));
}

/** How much of the heap may be full of what is in use. V8 ends the process where all of it is, and nothing can catch that. */
const FULL = 0.8;

/** What V8 counts to the heap, and keeps for what is new. */
const YOUNG = 50_000_000;

/** So much of it has to be taken before it is worth a look at how much of that is in use: that takes a second. */
let worthALook = 0;
let collect: (() => void) | undefined;

/**
 * Ends the work before the heap is full. Called now and then where memory is taken by and by.
 *
 * @param what the work, as a clause: `reading the ontology`
 */
export function checkMemory(what: string, place?: Place): void {
  const { used_heap_size: taken, heap_size_limit: limit } = getHeapStatistics();
  const most = FULL * (limit - YOUNG);
  if (taken < Math.max(worthALook, most)) return;
  collect ??= collector();
  collect();
  const used = getHeapStatistics().used_heap_size;
  if (used > most) fail('memory-used-up', { what, limit: `${Math.round(limit / 1e6)} MB` }, place);
  worthALook = used + (limit - used) / 2;
}

/** What takes back the memory that nobody uses any more. Node has it in contexts that are made after this flag is set. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const run = new Script('gc').runInNewContext() as () => void;
  setFlagsFromString('--no-expose-gc');
  return run;
}
