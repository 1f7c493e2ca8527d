/**
 * Decides for each class hierarchy whether an instance has one most specific class, or may belong to `Film` and `Book` at the
 * same time (policy `subclasses`). Nothing is assumed if all siblings are stated to be disjoint or have common subclasses.
 */

import { areRelated, type ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { Policies } from '../policies.ts';
import type { AxiomLog } from '../read/axioms.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { oneClass, severalClasses } from './texts.ts';

export function decideClasses(classes: readonly ClassDraft[], axioms: AxiomLog, policies: Policies, log: AssumptionLog): void {
  if (classes.every(({ children }) => children.length < 2)) return;
  const disjoint = disjointIn(axioms);
  const areStatedDisjoint = (a: ClassDraft, b: ClassDraft) => disjoint.get(a)?.has(b) || disjoint.get(b)?.has(a);
  const mayShareInstances = (a: ClassDraft, b: ClassDraft) =>
    a !== b && !areRelated(a, b) && !areStatedDisjoint(a, b) && !a.descendants.some((c) => c.ancestors.includes(b));
  for (const root of classes) {
    if (root.parents.length > 0) continue;
    const isUnstated = [root, ...root.descendants].some(({ children }) =>
      children.some((a) => children.some((b) => mayShareInstances(a, b))),
    );
    if (!isUnstated) continue;
    const constraint = { kind: 'one-class', class: root } as const;
    const wording = policies.subclasses === 'one' ? oneClass : severalClasses;
    const decision = Decision.byPolicy(policies, policies.subclasses, wording, { class: root });
    if (decision.record(log) === 'one') decision.addConstraint(constraint);
  }
}

/** Returns for each class the classes that are stated to be disjoint with it, in the direction of the statement. */
function disjointIn({ informative }: AxiomLog): ReadonlyMap<object, ReadonlySet<object>> {
  const disjoint = new Map<object, Set<object>>();
  for (const { constraints } of informative) {
    for (const constraint of constraints) {
      if (constraint.kind !== 'disjoint') continue;
      getOrCreate(disjoint, constraint.class, () => new Set()).add(constraint.other);
    }
  }
  return disjoint;
}
