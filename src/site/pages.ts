/** Collects the data of the pages about the whole ontology: axioms, enforcement, assumptions, changes. */

import { type Comparison, formatLocations, groupByHeading, summarize, surfaces, unsafeEffects } from '../diff/index.ts';
import type { Axiom, DomainModel } from '../model/index.ts';
import { type AxiomReport, groupByText, groupLeaving, policyChoices } from '../report/index.ts';
import { axiomData, notesIn } from './classes.ts';
import type { AssumedGroupData, ChangesData, EnforcementData, ReportedAxiom } from './data.ts';
import { fieldsOf } from './element-index.ts';
import { omitUndefined } from './numbers.ts';
import type { Show } from './source-locations.ts';

/** Returns each axiom with the elements that it is about. */
export function axiomsData(report: AxiomReport, model: DomainModel, show: Show): ReportedAxiom[] {
  const names = namesOf(model);
  return report.axioms.map((entry, i) => {
    // The report has the axioms in the order of the model.
    const axiom = model.axioms[i];
    return { ...axiomData(entry, show), about: axiom ? [...elementsOf(axiom, names)] : [] };
  });
}

/** Returns the names of elements in page addresses, by IRI: `post`, `post/title`. */
function namesOf(model: DomainModel): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (iri: string | undefined, name: string) => {
    if (iri === undefined) return;
    const known = names.get(iri);
    if (known) known.push(name);
    else names.set(iri, [name]);
  };
  for (const cls of model.classes) {
    add(cls.iri, cls.slug);
    for (const { iri, name } of cls.fields) add(iri, `${cls.slug}/${name}`);
  }
  return names;
}

function elementsOf({ constraints, iri }: Axiom, names: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const elements = new Set<string>();
  for (const constraint of constraints) {
    const { slug } = constraint.class;
    const fields = fieldsOf(constraint);
    if (fields.length === 0) elements.add(slug);
    for (const { name } of fields) elements.add(`${slug}/${name}`);
    if (constraint.kind === 'disjoint') elements.add(constraint.other.slug);
  }
  // An axiom without constraints is about its subject.
  if (elements.size === 0 && iri !== undefined) for (const name of names.get(iri) ?? []) elements.add(name);
  return elements;
}

/** Returns the data of the page about enforcement: differences and omissions of targets, and what leads out of the slice. */
export function enforcementData(report: AxiomReport, model: DomainModel, show: Show): EnforcementData {
  const classIndexByName = new Map(model.classes.map(({ name }, i) => [name, i]));
  const { slice } = model;
  return {
    differences: report.differences.map(({ what, why, targets }) => ({ what, why, targets: targets.join(', ') })),
    omissions: report.omissions.flatMap(({ target, class: name, what }) => {
      const classIndex = classIndexByName.get(name);
      return classIndex === undefined ? [] : [{ target, class: classIndex, what }];
    }),
    leaving: (slice ? groupLeaving(slice) : []).map(({ heading, entries }) => ({
      heading,
      entries: entries.map(({ element, target, place }) => `${element} to ${target}${place ? ` (${show(place)})` : ''}`),
    })),
  };
}

/** Returns the data of the page about assumptions, grouped by their text. */
export function assumedData({ assumptions }: AxiomReport, show: Show): AssumedGroupData[] {
  return groupByText(assumptions).map(({ kind, decided, because, otherwise, policy, entries }) => ({
    ...{ kind, decided, because, otherwise },
    policy: policyChoices(policy),
    entries: entries.map((entry) =>
      omitUndefined({ element: entry.element, place: entry.place && show(entry.place), notes: notesIn(entry) }),
    ),
  }));
}

/**
 * Returns the data of the page about changes, grouped by class.
 *
 * @param old the name of the old version
 */
export function changesData(comparison: Comparison, old: string, model: DomainModel): ChangesData {
  const classIndexByName = new Map(model.classes.map(({ name }, i) => [name, i]));
  return omitUndefined({
    old,
    summary: summarize(comparison),
    step: comparison.step,
    groups: [...groupByHeading(comparison.changes)].map(([name, changes]) =>
      omitUndefined({
        name,
        class: classIndexByName.get(name),
        changes: changes.map((change) => ({
          says: change.says,
          level: change.level,
          place: formatLocations(change),
          effects: unsafeEffects(change).map(({ level, surfaces: some, because }) => ({
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
