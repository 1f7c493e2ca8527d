/**
 * Templates of one run that are printed side by side. Threads share no objects: each reads the ontology and builds its model
 * for itself, which takes less time than handing it over, and takes one template after the other, as this thread does, until
 * none is left. What a thread fails at, for whatever reason, is done here, so that errors are those of a single thread.
 */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isSystemError, limitedInTurn, phase, statOf, tidyMemory } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { ReadStamps } from '../ontology/index.ts';
import {
  HandedTexts,
  type PlannedFile,
  type ReadyFile,
  type SharedWrites,
  TakenTexts,
  type WaitingTexts,
  type Writers,
} from '../output/index.ts';
import { isTemplateName, type Target } from '../targets/index.ts';
import { handedFiles, plannedFiles } from '../templates/index.ts';
import { StartAgain } from './child-process-choice.ts';
import { type Built, modelFor, type Subject } from './ontology.ts';
import type { ModelOptions } from './options.ts';
import { type Commission, HEAP_BESIDE_OTHERS, type Order, plainDecisions, type Said, take } from './print-task.ts';

/** `scripts/build.js` puts it beside this; there is none where the sources themselves are run. */
const thread = () => fileURLToPath(new URL('./print-thread.cjs', import.meta.url));

/** Templates that take long, the longest first, so that none of them is begun when all else is done. */
const LONG = ['openapi-spec', 'json-schema', 'typescript-models', 'python-pydantic', 'rust-models', 'graphql-schema'];

/** So many bytes of an ontology, counted once for each template, take longer in one thread than in two. */
const WORTHWHILE = 40_000_000;

/** Threads in all, as many processors as there may be. */
const MOST_THREADS = 4;

/** How much memory a thread takes for each byte of an ontology, at most. */
const MEMORY_PER_BYTE = 120;

/** So long ago, by twice the steps in which some disks keep times. */
const RESTING_MS = 4000;

type Files = readonly (PlannedFile | ReadyFile)[];

/** How many threads are worth starting beside this one. */
function threadsFor({ file, sources }: Subject, templates: number): number {
  if (templates < 2 || !existsSync(thread())) return 0;
  const { shapes = [], imports = [] } = sources;
  let bytes = 0;
  for (const each of [file, ...shapes, ...imports.map((one) => one.file)]) {
    const stat = statOf(each);
    // What is read from a pipe can be read but once, and no server is asked twice.
    if (!stat?.isFile()) return 0;
    // What was saved just now may be saved again meanwhile, and nothing would tell.
    if (Date.now() - stat.ctimeMs < RESTING_MS) return 0;
    bytes += stat.size;
  }
  if (bytes * templates < WORTHWHILE) return 0;
  const memory = bytes * MEMORY_PER_BYTE;
  const heap = process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit;
  if (heap < 2 * memory) return 0;
  // This thread has a share, too, and one is left to whoever else is there.
  const shares = Math.floor(process.availableMemory() / memory) - 1;
  return Math.max(0, Math.min(availableParallelism(), MOST_THREADS, templates, shares) - 1);
}

function rankOf({ template }: Order): number {
  const at = LONG.indexOf(template);
  return at < 0 ? LONG.length : at;
}

/** A thread, and what ends when it has printed all that it took, or is no more. */
interface Helper {
  readonly worker: Worker;
  readonly printed: Promise<void>;
}

/** Who writes an open file, and who reads it. */
interface OwnTexts {
  readonly texts: HandedTexts;
  readonly read: TakenTexts;
}

/** The templates of one run. */
export class SideBySide {
  readonly #texts: WaitingTexts;
  readonly #helpers: Helper[] = [];
  /** Which files this thread read. */
  readonly #parsed = new ReadStamps();
  readonly #taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Those that threads may print, in the order in which they are taken: what users wrote runs in this thread alone. */
  #queue: readonly number[] = [];
  /** Where this thread puts its texts as the others do, if there are any: what is large is held by nobody. */
  #own: OwnTexts | undefined;
  /** What threads printed. */
  readonly #printed = new Map<number, Files>();

  /** @param texts where what files hold waits to be written */
  constructor(texts: WaitingTexts) {
    this.#texts = texts;
  }

  /**
   * The model that a command works on. Threads begin with it at the same time, where that is worthwhile.
   *
   * @param orders all that is printed, once it is known what the command works on
   * @throws DiagnosticError as `modelFor` does
   */
  async modelFor(
    file: string | undefined,
    options: ModelOptions,
    orders: (subject: Subject) => readonly Order[],
  ): Promise<Built> {
    try {
      return await modelFor(file, options, {
        parsed: this.#parsed,
        onSubject: (subject) => this.#begin(subject, orders(subject)),
        templates: (subject) => orders(subject).length,
      });
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /**
   * The files of all that is printed, in the order of the targets. Threads stay until {@link end}, to write them.
   *
   * @throws DiagnosticError as the first of them does in this order
   */
  async print(
    model: DomainModel,
    targets: readonly Target[],
    folders: readonly (string | undefined)[],
  ): Promise<readonly Files[]> {
    const here = (i: number): Files => {
      const target = targets[i] as Target;
      phase(`generating ${target.name}`, { done: i + 1, all: targets.length });
      tidyMemory(this.#helpers.length > 0 ? HEAP_BESIDE_OTHERS : undefined);
      return this.#put(target, model, folders[i]) ?? plannedFiles(target, model, folders[i], this.#texts);
    };
    if (this.#helpers.length === 0) return limitedInTurn(targets.map((_, i) => () => here(i)));
    try {
      const printed = await this.#shared(targets.length, here);
      return targets.map((_, i) => printed.get(i)?.() ?? here(i));
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Those who write beside this thread what was printed; nothing where there is nobody. */
  get writers(): Writers | undefined {
    const workers = this.#helpers.map(({ worker }) => worker);
    if (workers.length === 0) return undefined;
    const share = (writes: SharedWrites) => {
      for (const worker of workers) worker.postMessage(writes);
    };
    return { count: workers.length, share };
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    await Promise.all(this.#helpers.splice(0).map(({ worker }) => worker.terminate()));
  }

  /** The files of a template, their texts beside those of other threads; nothing where there are none, or no room. */
  #put(target: Target, model: DomainModel, folder: string | undefined): Files | undefined {
    if (!this.#own) return undefined;
    const { texts, read } = this.#own;
    try {
      return handedFiles(target, model, folder, texts).map((each) => read.take(each));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#own = undefined;
      return undefined;
    }
  }

  /** Prints what no thread has taken, and waits for the rest. Gives what came of each, an error included. */
  async #shared(count: number, here: (i: number) => Files): Promise<ReadonlyMap<number, () => Files>> {
    const results = new Map<number, () => Files>();
    const print = (i: number) => {
      try {
        const files = here(i);
        results.set(i, () => files);
      } catch (error) {
        if (error instanceof StartAgain) throw error;
        results.set(i, () => {
          throw error;
        });
      }
    };
    for (let i = 0; i < count; i++) if (!this.#queue.includes(i)) print(i);
    for (let at = take(this.#taken); at < this.#queue.length; at = take(this.#taken)) print(this.#queue[at] as number);
    if (results.size < count) {
      phase('waiting for the other threads');
      for (const { worker } of this.#helpers) worker.ref();
      await Promise.all(this.#helpers.map(({ printed }) => printed));
      for (const { worker } of this.#helpers) worker.unref();
      for (const [i, files] of this.#printed) results.set(i, () => files);
    }
    return results;
  }

  #begin(subject: Subject, orders: readonly Order[]): void {
    const shared = orders.flatMap(({ template }, i) => (isTemplateName(template) ? [i] : []));
    const at = (i: number) => orders[i] as Order;
    this.#queue = shared.sort((a, b) => rankOf(at(a)) - rankOf(at(b)) || a - b);
    const { file, sources, policies, selection, settings } = subject;
    const threads = threadsFor(subject, shared.length);
    // With no processor to spare V8 would only share the work of its garbage collector among those that are busy.
    if (threads > 0 && threads + 1 >= availableParallelism()) {
      process.getBuiltinModule('node:v8').setFlagsFromString('--no-parallel-scavenge');
    }
    const own = threads > 0 ? this.#texts.another() : undefined;
    if (own !== undefined) this.#own = { texts: new HandedTexts(own), read: new TakenTexts(own) };
    for (let count = threads; count > 0; count--) {
      const text = this.#texts.another();
      if (text === undefined) return;
      this.#start({
        ...{ file, sources, making: { policies, selection } },
        decisions: settings && plainDecisions(settings.decisions),
        ...{ orders: this.#queue.map(at), taken: this.#taken, text },
      });
    }
  }

  #start(commission: Commission): void {
    const worker = new Worker(thread(), { workerData: commission, stdout: true, stderr: true });
    // Whoever ends the program does not wait for it.
    worker.unref();
    const read = new TakenTexts(commission.text);
    let onPrinted = () => {};
    const printed = new Promise<void>((resolve) => {
      onPrinted = resolve;
    });
    worker.on('message', (said: Said) => {
      if (said === 'printed') return onPrinted();
      const { at, files, stamps } = said;
      // Files that were saved meanwhile may be read as others here and there.
      if (stamps === undefined || stamps !== this.#parsed.all) return;
      this.#printed.set(
        this.#queue[at] as number,
        files.map((file) => read.take(file)),
      );
    });
    const helper = { worker, printed };
    worker.on('error', onPrinted);
    worker.on('exit', () => {
      const at = this.#helpers.indexOf(helper);
      if (at >= 0) this.#helpers.splice(at, 1);
      onPrinted();
    });
    this.#helpers.push(helper);
  }
}
