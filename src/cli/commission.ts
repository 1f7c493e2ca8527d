/** What threads are told that do some of the work of a run, and what they say: plain data. */

import type { Place } from '../diagnostics/index.ts';
import type { Decisions, ElementChoice } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';
import type { HandedFile } from '../output/index.ts';
import type { Spelt } from '../report/index.ts';
import type { Element, TemplateName } from '../targets/index.ts';
import type { Making } from './ontology.ts';

/** A template that is printed. */
export interface Order {
  /** A built-in name, or the path of an own template. */
  readonly template: string;
  /** What users set of it, by name. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
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

/** What every thread has to know. */
export interface Reading {
  readonly file: string;
  readonly sources: LoadOptions;
  readonly making: Pick<Making, 'policies' | 'selection'>;
  readonly decisions: readonly PlacedElement[] | undefined;
  /** How many parts of the work are taken, by whatever thread. */
  readonly taken: Int32Array;
}

/** What a thread is told that prints templates. */
export interface Commission extends Reading {
  /** In the order in which they are taken. */
  readonly orders: readonly Order[];
  /** The open file in which its texts are handed over. */
  readonly text: number;
}

/** What it says when a template is printed. */
export interface Printed extends Done {
  readonly files: readonly HandedFile[];
  /** The open file in which their texts are. */
  readonly text: number;
}

/** What a thread is told that looks where templates declare an element. */
export interface Inquiry extends Reading {
  /** Their names, in the order in which they are taken. */
  readonly templates: readonly TemplateName[];
}

/** The element, by its names, which a thread is told when it is known. */
export interface NamedElement {
  readonly kind: Element['kind'];
  /** Of the class or the enumeration. */
  readonly name: string;
  readonly field?: string;
}

/** What it says of a template. */
export interface Looked extends Done {
  readonly spelt: Spelt | undefined;
}

/** What a thread says when it has done a part. */
export interface Done {
  /** Which of the parts, in the order in which they are taken. */
  readonly at: number;
  /** Which files were read. */
  readonly stamps: string | undefined;
}

/** The next part that nobody has taken. */
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
