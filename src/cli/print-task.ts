/** What a thread is told that prints some of the templates of a run, and what it says: plain data. */

import type { Place } from '../diagnostics/index.ts';
import type { Decisions, ElementChoice } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { HandedFile } from '../output/index.ts';
import type { OptionValues } from '../targets/index.ts';
import type { Making } from './ontology.ts';

/** A template that is printed. */
export interface Order {
  /** A built-in name, or the path of an own template. */
  readonly template: string;
  /** What users set of it, by name. */
  readonly options: OptionValues;
  /** The folder of the output in which its files are, if not in the output itself. */
  readonly folder: string | undefined;
}

/** What is decided of an element, with all places that are asked for. */
export interface PlacedElement {
  readonly element: string;
  readonly choice: ElementChoice;
  readonly despite?: string | undefined;
  readonly places: ReadonlyMap<string | undefined, Place>;
}

export interface Commission {
  readonly file: string;
  readonly sources: LoadOptions;
  readonly making: Pick<Making, 'policies' | 'selection'>;
  readonly decisions: readonly PlacedElement[] | undefined;
  /** In the order in which they are taken. */
  readonly orders: readonly Order[];
  /** How many of the orders are taken, by whatever thread. */
  readonly taken: Int32Array;
  /** The open file in which its texts are handed over. */
  readonly text: number;
}

/** What a thread says when a template is printed. */
export interface Printed {
  /** Which of the orders. */
  readonly at: number;
  readonly files: readonly HandedFile[];
  /** Which files were read. */
  readonly stamps: string | undefined;
}

/** All that a thread says: each template that it printed, and that there is none left. */
export type Said = Printed | 'printed';

/** So much of its own heap a thread may take before it tidies up between two templates. */
export const HEAP_BESIDE_OTHERS = 250_000_000;

/** The next of the orders that nobody has taken. */
export function take(taken: Int32Array): number {
  return Atomics.add(taken, 0, 1);
}

/** Decisions as plain data. */
export function plainDecisions(decisions: Decisions): readonly PlacedElement[] {
  return decisions.map(({ place, ...element }) => ({
    ...element,
    places: new Map([undefined, ...Object.keys(element.choice)].map((member) => [member, place(member)])),
  }));
}

/** Decisions that were plain data. */
export function decisionsOf(plain: readonly PlacedElement[]): Decisions {
  return plain.map(({ places, ...element }) => ({
    ...element,
    place: (member) => (places.get(member) ?? places.get(undefined)) as Place,
  }));
}
