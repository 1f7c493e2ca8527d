/** Replaces references to classes and enumerations by numbers, because data files are JSON. */

import type { DomainClass, DomainModel, Enumeration } from '../model/index.ts';

/** Numbers by which pages refer to classes and enumerations: their indices in the model. */
export interface Numbers {
  readonly classes: ReadonlyMap<DomainClass, number>;
  readonly enumerations: ReadonlyMap<Enumeration, number>;
}

export function numbersOf(model: DomainModel): Numbers {
  return {
    classes: new Map(model.classes.map((cls, i) => [cls, i])),
    enumerations: new Map(model.enumerations.map((enumeration, i) => [enumeration, i])),
  };
}

export function numberOf<T>(numbers: ReadonlyMap<T, number>, one: T): number {
  const number = numbers.get(one);
  if (number === undefined) throw new Error('a model refers to what it does not have');
  return number;
}

export function omitUndefined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
