/** Templates of one run that are printed side by side. */

import { phase, tidyMemory } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { type PlannedFile, type ReadyFile, taken, type WaitingTexts } from '../output/index.ts';
import { isTemplateName, type Target } from '../targets/index.ts';
import { plannedFiles } from '../templates/index.ts';
import type { Order, Printed } from './commission.ts';
import { StartAgain } from './leave.ts';
import { type Built, modelFor, type Subject } from './ontology.ts';
import type { ModelOptions } from './options.ts';
import { Threads } from './threads.ts';

/** Templates that take long, the longest first, so that none of them is begun when all else is done. */
const LONG = ['openapi-spec', 'json-schema', 'typescript-models', 'python-pydantic', 'rust-models', 'graphql-schema'];

type Files = readonly (PlannedFile | ReadyFile)[];

function rankOf({ template }: Order): number {
  const at = LONG.indexOf(template);
  return at < 0 ? LONG.length : at;
}

/** The templates of one run. */
export class SideBySide {
  readonly #texts: WaitingTexts;
  readonly #threads = new Threads<Printed>('print-thread');
  /** Those that threads may print, in the order in which they are taken: what users wrote runs in this thread alone. */
  #queue: readonly number[] = [];

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
        parsed: this.#threads.parsed,
        onSubject: (subject) => this.#begin(subject, orders(subject)),
      });
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /**
   * The files of all that is printed, in the order of the targets.
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
      tidyMemory();
      return plannedFiles(target, model, folders[i], this.#texts);
    };
    if (!this.#threads.areAny) return targets.map((_, i) => here(i));
    try {
      const printed = await this.#shared(targets.length, here);
      return targets.map((_, i) => printed.get(i)?.() ?? here(i));
    } finally {
      await this.end();
    }
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    await this.#threads.end();
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
    const queue = this.#queue;
    for (let i = 0; i < count; i++) if (!queue.includes(i)) print(i);
    const done = await this.#threads.share(queue.length, (at) => print(queue[at] as number));
    for (const [at, { files, text }] of done) results.set(queue[at] as number, () => files.map((file) => taken(text, file)));
    return results;
  }

  #begin(subject: Subject, orders: readonly Order[]): void {
    const shared = orders.flatMap(({ template }, i) => (isTemplateName(template) ? [i] : []));
    const at = (i: number) => orders[i] as Order;
    this.#queue = shared.sort((a, b) => rankOf(at(a)) - rankOf(at(b)) || a - b);
    this.#threads.begin(subject, { parts: shared.length, templates: shared.length }, () => {
      const text = this.#texts.another();
      return text === undefined ? undefined : { orders: this.#queue.map(at), text };
    });
  }
}
