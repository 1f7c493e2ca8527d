/**
 * Warns about classes that are probably meant as enumerations: they have no fields of their own, references lead to them, and
 * the ontology itself contains individuals of them, such as `:red a :Color`.
 */

import type { ClassDraft } from '../draft.ts';
import { Individuals } from '../read/individuals.ts';
import type { Reader } from '../read/reader.ts';

/** Classes with more individuals are rarely meant as enumerations. */
const MAX_INDIVIDUALS = 100;

/** The number of individuals that the warning lists. */
const MAX_SHOWN = 5;

/**
 * Without `owl:oneOf` there may be other individuals (OWL 2 Structural Specification, 8.1.4), so such classes are generated as
 * classes unless the user decides otherwise.
 */
export function warnOfIndividuals(reader: Reader, classes: readonly ClassDraft[]): void {
  const { policies, decisions } = reader;
  // A user who set the policy has decided already.
  if (policies.chosen.has('individuals')) return;
  const isolated = new Map(classes.filter(isIsolated).map((cls) => [cls.iri, cls]));
  if (isolated.size === 0) return;
  const targets = new Set(referencedIris(classes));
  const individuals = new Individuals(reader, (cls) => isolated.has(cls) && targets.has(cls));
  for (const iri of individuals.classes) {
    const cls = isolated.get(iri);
    const members = individuals.ownOf(iri);
    if (cls === undefined || members.length === 0 || members.length > MAX_INDIVIDUALS || decisions.find('listed', iri)) continue;
    const examples = members.slice(0, MAX_SHOWN).map((node) => reader.show(node));
    reader.warn('enumeration-open', { class: reader.show(iri), individuals: examples, count: members.length }, cls.place);
  }
}

/** Returns whether a class has no fields from properties, no superclasses and no subclasses. */
function isIsolated({ allFields, parents, children }: ClassDraft): boolean {
  return parents.length === 0 && children.length === 0 && allFields.every(({ iri }) => iri === undefined);
}

function referencedIris(classes: readonly ClassDraft[]): readonly string[] {
  return classes.flatMap(({ fields }) => fields.flatMap(({ type }) => (type.kind === 'reference' ? [type.target.iri] : [])));
}
