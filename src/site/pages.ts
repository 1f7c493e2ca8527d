/** The pages about all of an ontology: what is not enforced, what is assumed, what changed. */

import { type Comparison, concerns, grouped, placesText, summary, surfaces } from '../diff/index.ts';
import type { DomainModel } from '../model/index.ts';
import { type AxiomReport, groupsOf, leavingInGroups, notesOf, policyChoices } from '../report/index.ts';
import { axiomData, notesIn } from './classes.ts';
import type { AssumedGroupData, ChangesData, EnforcementData } from './data.ts';
import { present } from './numbers.ts';
import type { Show } from './places.ts';

export function enforcementData(report: AxiomReport, model: DomainModel, show: Show): EnforcementData {
  const byName = new Map(model.classes.map(({ name }, i) => [name, i]));
  const { slice } = model;
  return {
    axioms: report.axioms.filter((axiom) => notesOf(axiom).length > 0).map((axiom) => axiomData(axiom, show)),
    differences: report.differences.map(({ what, why, targets }) => ({ what, why, targets: targets.join(', ') })),
    omissions: report.omissions.flatMap(({ target, class: name, what }) => {
      const cls = byName.get(name);
      return cls === undefined ? [] : [{ target, class: cls, what }];
    }),
    leaving: (slice ? leavingInGroups(slice) : []).map(({ heading, entries }) => ({
      heading,
      entries: entries.map(({ element, target, place }) => `${element} to ${target}${place ? ` (${show(place)})` : ''}`),
    })),
  };
}

export function assumedData({ assumptions }: AxiomReport, show: Show): AssumedGroupData[] {
  return groupsOf(assumptions).map(({ kind, decided, because, otherwise, policy, entries }) => ({
    ...{ kind, decided, because, otherwise },
    policy: policyChoices(policy),
    entries: entries.map((entry) =>
      present({ element: entry.element, place: entry.place && show(entry.place), notes: notesIn(entry) }),
    ),
  }));
}

/** @param old what the old side is called */
export function changesData(comparison: Comparison, old: string, model: DomainModel): ChangesData {
  const byName = new Map(model.classes.map(({ name }, i) => [name, i]));
  return present({
    old,
    summary: summary(comparison),
    step: comparison.step,
    groups: [...grouped(comparison.changes)].map(([name, changes]) =>
      present({
        name,
        class: byName.get(name),
        changes: changes.map((change) => ({
          says: change.says,
          level: change.level,
          place: placesText(change),
          effects: concerns(change).map(({ level, surfaces: some, because }) => ({
            level,
            surfaces: some.map((surface) => surfaces[surface]).join(', '),
            because,
          })),
        })),
      }),
    ),
    suggestions: comparison.suggestions.map((each) => `${each.old} may be ${each.new} now`),
  });
}
