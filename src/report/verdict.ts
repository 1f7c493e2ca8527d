/** Determines whether a target enforces an axiom completely, in part (`approximated`) or not at all (`dropped`). */

import { type Axiom, type DomainModel, demandOf } from '../model/index.ts';
import type { Emission, Support, Target } from '../targets/index.ts';

export type Status = Support['status'];

/** The status of an axiom in one target, with a note about what is missing or why. */
export interface Verdict {
  readonly status: Status;
  readonly note?: string;
  /** The causes that cannot be removed: identifiers of {@link Difference}. */
  readonly differences?: readonly string[];
  /** True if there are no other causes: then the note applies to all axioms of this kind. */
  readonly general?: true;
}

const UNREPRESENTED: Support = { status: 'dropped', why: 'nothing of it is left in the model' };

/** Emissions of the targets that enforce constraints, by the name of the target. */
export type Emissions = ReadonlyMap<string, Emission>;

/** Runs all targets that enforce constraints, and returns their output by target name. */
export function emissionsOf(model: DomainModel, targets: readonly Target[]): Emissions {
  return new Map(targets.filter(({ enforces }) => enforces).map((target) => [target.name, target.emit(model)]));
}

/** Returns the verdict on an axiom. Enforced means: completely in the model, and each constraint enforced by the target. */
export function verdictOf(axiom: Pick<Axiom, 'constraints' | 'shortfall'>, emission: Emission): Verdict {
  const supports = axiom.constraints.map((constraint): Support => {
    const demand = demandOf(constraint);
    return demand ? emission.achieved(demand) : UNREPRESENTED;
  });
  const notes = new Set<string>();
  const differences = new Set<string>();
  let isGeneral = axiom.shortfall === undefined;
  for (const support of supports) {
    if (support.status === 'enforced') continue;
    notes.add(support.status === 'approximated' ? support.how : support.why);
    if (support.difference) differences.add(support.difference.id);
    else isGeneral = false;
  }
  if (axiom.shortfall !== undefined) notes.add(axiom.shortfall);
  if (notes.size === 0) return { status: 'enforced' };
  return {
    status: supports.every((support) => support.status === 'dropped') ? 'dropped' : 'approximated',
    note: [...notes].join('; '),
    ...(differences.size > 0 && { differences: [...differences] }),
    ...(isGeneral && { general: true }),
  };
}

/** The number of axioms that a target enforces, approximates and drops. */
export type Totals = Readonly<Record<Status, number>>;

/** Returns totals by the name of the target. Cheaper than a report, because it creates no texts. */
export function totalsOf(model: DomainModel, targets: readonly Target[]): Readonly<Record<string, Totals>> {
  return Object.fromEntries([...emissionsOf(model, targets)].map(([name, emission]) => [name, countOf(model, emission)]));
}

function countOf(model: DomainModel, emission: Emission): Totals {
  const totals = { enforced: 0, approximated: 0, dropped: 0 };
  for (const axiom of model.axioms) totals[verdictOf(axiom, emission).status]++;
  return totals;
}
