/**
 * Two ways to record in axioms the constraints that they lead to: immediately, or only if an attempt succeeds. Narrowing an
 * inherited field (inherit/refine.ts) is such an attempt: if two superclasses contradict each other, it starts again.
 */

import type { Rejection } from '../kinds/facets.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Constraint } from '../types.ts';

/** Records the constraints and shortfalls of axioms. */
export interface Notes {
  add(axiom: AxiomDraft, constraint: Constraint): void;
  addShortfall(axiom: AxiomDraft, why: string): void;
  /** Records that a value of the axiom is not valid for the field. */
  reject(axiom: AxiomDraft, rejection: Rejection): void;
  /** Records that the axiom needs no constraint. */
  markComplete(axiom: AxiomDraft): void;
}

/** Writes to the axioms immediately. */
export const immediateNotes: Notes = {
  add: (axiom, constraint) => axiom.add(constraint),
  addShortfall: (axiom, why) => axiom.addShortfall(why),
  reject: (axiom, rejection) => axiom.reject(rejection),
  markComplete: (axiom) => {
    axiom.needsNoConstraint = true;
  },
};

/** Keeps notes until the attempt that they belong to has succeeded. */
export class PendingNotes implements Notes {
  readonly #notes: ((to: Notes, convert: (constraint: Constraint) => Constraint) => void)[] = [];

  add(axiom: AxiomDraft, constraint: Constraint): void {
    this.#notes.push((to, convert) => to.add(axiom, convert(constraint)));
  }

  addShortfall(axiom: AxiomDraft, why: string): void {
    this.#notes.push((to) => to.addShortfall(axiom, why));
  }

  reject(axiom: AxiomDraft, rejection: Rejection): void {
    this.#notes.push((to) => to.reject(axiom, rejection));
  }

  markComplete(axiom: AxiomDraft): void {
    this.#notes.push((to) => to.markComplete(axiom));
  }

  /** Passes all notes on, with their constraints converted. */
  passTo(to: Notes, convert: (constraint: Constraint) => Constraint = (constraint) => constraint): void {
    for (const note of this.#notes) note(to, convert);
  }
}
