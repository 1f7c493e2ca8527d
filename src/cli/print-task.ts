/** Messages to and from a thread that prints templates. They are plain data. */

import type { Place } from '../diagnostics/index.ts';
import type { Decisions, ElementChoice } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { WorkerFile } from '../output/index.ts';
import type { OptionValues } from '../targets/index.ts';
import type { ModelInputs } from './ontology.ts';

/** A template to print. */
export interface PrintOrder {
  /** A built-in name, or the path of a custom template. */
  readonly template: string;
  /** The options that the user sets, by name. */
  readonly options: OptionValues;
  /** The subfolder of the output for its files; undefined for the output folder itself. */
  readonly folder: string | undefined;
}

/** A decision about an element, with all source locations that may be requested. */
export interface PlacedElement {
  readonly element: string;
  readonly choice: ElementChoice;
  readonly despite?: string | undefined;
  readonly places: ReadonlyMap<string | undefined, Place>;
}

export interface PrintWorkerData {
  readonly file: string;
  readonly sources: LoadOptions;
  readonly modelInputs: Pick<ModelInputs, 'policies' | 'selection'>;
  readonly decisions: readonly PlacedElement[] | undefined;
  /** In the order in which they are taken. */
  readonly orders: readonly PrintOrder[];
  /** The number of orders that threads have taken, in memory that all threads share. */
  readonly takenCount: Int32Array;
  /** The file descriptor to which the thread writes its texts. */
  readonly text: number;
}

/** The message of a thread that has printed a template. */
export interface Printed {
  /** The index of the order. */
  readonly at: number;
  readonly files: readonly WorkerFile[];
  /** States which files were read; undefined if one may have changed meanwhile. */
  readonly stamps: string | undefined;
}

/** A message of a thread: a printed template, or that none is left. */
export type PrintMessage = Printed | 'printed';

/** In bytes. A thread whose heap is larger collects garbage between two templates. */
export const SHARED_HEAP_LIMIT = 250_000_000;

/** Takes the next order and returns its index. */
export function takeOrder(taken: Int32Array): number {
  return Atomics.add(taken, 0, 1);
}

/** Converts decisions to plain data. */
export function plainDecisions(decisions: Decisions): readonly PlacedElement[] {
  return decisions.map(({ place, ...element }) => ({
    ...element,
    places: new Map([undefined, ...Object.keys(element.choice)].map((member) => [member, place(member)])),
  }));
}

/** Converts plain data back to decisions. */
export function decisionsOf(plain: readonly PlacedElement[]): Decisions {
  return plain.map(({ places, ...element }) => ({
    ...element,
    place: (member) => (places.get(member) ?? places.get(undefined)) as Place,
  }));
}
