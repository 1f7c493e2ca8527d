/**
 * Prints the templates of one run in parallel. Threads share no objects: each reads the ontology and builds its own model, which
 * takes less time than transferring it. Like the main thread, each takes one template after the other until none is left. If a
 * thread fails, the main thread does its work, so that errors are the same as with a single thread.
 */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { collectGarbage, isSystemError, phase, runLimitedInOrder, statOf } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { ReadStamps } from '../ontology/index.ts';
import {
  type PendingTexts,
  type PlannedFile,
  type ReadyFile,
  type SharedWrites,
  WorkerOutputReader,
  WorkerOutputWriter,
  type Writers,
} from '../output/index.ts';
import { isTemplateName, type Target } from '../targets/index.ts';
import { plannedFiles, streamPlannedFiles } from '../templates/index.ts';
import { RestartInChild } from './child-process-choice.ts';
import { type BuiltModel, modelFor, type Subject } from './ontology.ts';
import type { ModelOptions } from './options.ts';
import {
  type PrintMessage,
  type PrintOrder,
  type PrintWorkerData,
  plainDecisions,
  SHARED_HEAP_LIMIT,
  takeOrder,
} from './print-task.ts';

/** `scripts/build.js` writes this file next to the bundle. It does not exist if the sources are run directly. */
const thread = () => fileURLToPath(new URL('./print-thread.cjs', import.meta.url));

/** Slow templates, the slowest first, so that none of them starts last. */
const SLOW_TEMPLATES = ['openapi-spec', 'json-schema', 'typescript-models', 'python-pydantic', 'rust-models', 'graphql-schema'];

/** In bytes of the ontology, times the number of templates. From here on, two threads are faster than one. */
const PARALLEL_BYTES = 40_000_000;

/** The maximum number of threads, including the main thread. */
const MOST_THREADS = 4;

/** The maximum memory of a thread, in bytes for each byte of the ontology. */
const MEMORY_PER_BYTE = 120;

/** Files must be unchanged for this time, which is twice the resolution of time stamps on some disks. */
const RESTING_MS = 4000;

type Files = readonly (PlannedFile | ReadyFile)[];

/** Returns how many threads to start in addition to the main thread. */
function threadsFor({ file, sources }: Subject, templates: number): number {
  if (templates < 2 || !existsSync(thread())) return 0;
  const { shapes = [], imports = [] } = sources;
  let bytes = 0;
  for (const each of [file, ...shapes, ...imports.map((one) => one.file)]) {
    const stat = statOf(each);
    // A pipe can be read only once, and requests to servers must not be repeated.
    if (!stat?.isFile()) return 0;
    // A file that was saved just now may be saved again without a new time stamp.
    if (Date.now() - stat.ctimeMs < RESTING_MS) return 0;
    bytes += stat.size;
  }
  if (bytes * templates < PARALLEL_BYTES) return 0;
  const memory = bytes * MEMORY_PER_BYTE;
  const heap = process.getBuiltinModule('node:v8').getHeapStatistics().heap_size_limit;
  if (heap < 2 * memory) return 0;
  // The main thread needs one share, too, and one is left for other processes.
  const shares = Math.floor(process.availableMemory() / memory) - 1;
  return Math.max(0, Math.min(availableParallelism(), MOST_THREADS, templates, shares) - 1);
}

function rankOf({ template }: PrintOrder): number {
  const at = SLOW_TEMPLATES.indexOf(template);
  return at < 0 ? SLOW_TEMPLATES.length : at;
}

/** A thread, with a promise that resolves when it has printed all that it took, or has ended. */
interface PrintWorker {
  readonly worker: Worker;
  readonly printed: Promise<void>;
}

/** The writer and the reader of an open file. */
interface OutputChannel {
  readonly texts: WorkerOutputWriter;
  readonly read: WorkerOutputReader;
}

/** Prints the templates of one run and manages the threads. */
export class ParallelPrinter {
  readonly #texts: PendingTexts;
  readonly #helpers: PrintWorker[] = [];
  /** The files that the main thread read. */
  readonly #parsed = new ReadStamps();
  readonly #taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Indices of the templates that threads may print, in the order of taking. Custom templates run only in the main thread. */
  #queue: readonly number[] = [];
  /** The file for the texts of the main thread, if there are other threads. Large texts then use no memory. */
  #own: OutputChannel | undefined;
  /** The files that other threads printed, by index of the template. */
  readonly #printed = new Map<number, Files>();

  /** @param texts keeps the contents of files until they are written */
  constructor(texts: PendingTexts) {
    this.#texts = texts;
  }

  /**
   * Builds the model of a command. Other threads start at the same time, if that is worthwhile.
   *
   * @param orders returns all that is to be printed, once the subject is known
   * @throws DiagnosticError as `modelFor` does
   */
  async modelFor(
    file: string | undefined,
    options: ModelOptions,
    orders: (subject: Subject) => readonly PrintOrder[],
  ): Promise<BuiltModel> {
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
   * Prints all targets and returns their files, in the same order. Threads stay until {@link end}, because they also write.
   *
   * @throws DiagnosticError of the first target that fails, in this order
   */
  async print(
    model: DomainModel,
    targets: readonly Target[],
    folders: readonly (string | undefined)[],
  ): Promise<readonly Files[]> {
    const here = (i: number): Files => {
      const target = targets[i] as Target;
      phase(`generating ${target.name}`, { done: i + 1, all: targets.length });
      collectGarbage(this.#helpers.length > 0 ? SHARED_HEAP_LIMIT : undefined);
      return this.#put(target, model, folders[i]) ?? plannedFiles(target, model, folders[i], this.#texts);
    };
    if (this.#helpers.length === 0) return runLimitedInOrder(targets.map((_, i) => () => here(i)));
    try {
      const printed = await this.#shared(targets.length, here);
      return targets.map((_, i) => printed.get(i)?.() ?? here(i));
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Returns the threads that help to write; undefined if none exist. */
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

  /** Prints a template to the file of the main thread; undefined without such a file, or if the disk is full. */
  #put(target: Target, model: DomainModel, folder: string | undefined): Files | undefined {
    if (!this.#own) return undefined;
    const { texts, read } = this.#own;
    try {
      return streamPlannedFiles(target, model, folder, texts).map((each) => read.take(each));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#own = undefined;
      return undefined;
    }
  }

  /** Prints what no thread has taken, and waits for the rest. Each result returns its files or throws its error. */
  async #shared(count: number, here: (i: number) => Files): Promise<ReadonlyMap<number, () => Files>> {
    const results = new Map<number, () => Files>();
    const print = (i: number) => {
      try {
        const files = here(i);
        results.set(i, () => files);
      } catch (error) {
        if (error instanceof RestartInChild) throw error;
        results.set(i, () => {
          throw error;
        });
      }
    };
    for (let i = 0; i < count; i++) if (!this.#queue.includes(i)) print(i);
    for (let at = takeOrder(this.#taken); at < this.#queue.length; at = takeOrder(this.#taken)) print(this.#queue[at] as number);
    if (results.size < count) {
      phase('waiting for the other threads');
      for (const { worker } of this.#helpers) worker.ref();
      await Promise.all(this.#helpers.map(({ printed }) => printed));
      for (const { worker } of this.#helpers) worker.unref();
      for (const [i, files] of this.#printed) results.set(i, () => files);
    }
    return results;
  }

  #begin(subject: Subject, orders: readonly PrintOrder[]): void {
    const shared = orders.flatMap(({ template }, i) => (isTemplateName(template) ? [i] : []));
    const at = (i: number) => orders[i] as PrintOrder;
    this.#queue = shared.sort((a, b) => rankOf(at(a)) - rankOf(at(b)) || a - b);
    const { file, sources, policies, selection, settings } = subject;
    const threads = threadsFor(subject, shared.length);
    // If all processors are busy, V8 gains nothing from parallel garbage collection.
    if (threads > 0 && threads + 1 >= availableParallelism()) {
      process.getBuiltinModule('node:v8').setFlagsFromString('--no-parallel-scavenge');
    }
    const own = threads > 0 ? this.#texts.another() : undefined;
    if (own !== undefined) this.#own = { texts: new WorkerOutputWriter(own), read: new WorkerOutputReader(own) };
    for (let count = threads; count > 0; count--) {
      const text = this.#texts.another();
      if (text === undefined) return;
      this.#start({
        ...{ file, sources, modelInputs: { policies, selection } },
        decisions: settings && plainDecisions(settings.decisions),
        ...{ orders: this.#queue.map(at), takenCount: this.#taken, text },
      });
    }
  }

  #start(commission: PrintWorkerData): void {
    const worker = new Worker(thread(), { workerData: commission, stdout: true, stderr: true });
    // The program can end without waiting for this thread.
    worker.unref();
    const read = new WorkerOutputReader(commission.text);
    let onPrinted = () => {};
    const printed = new Promise<void>((resolve) => {
      onPrinted = resolve;
    });
    worker.on('message', (said: PrintMessage) => {
      if (said === 'printed') return onPrinted();
      const { at, files, stamps } = said;
      // If a file was saved meanwhile, the threads may have read different contents.
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
