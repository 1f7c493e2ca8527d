import type { ClassDraft } from '../draft.ts';
import { Individuals } from '../read/individuals.ts';
import type { Reader } from '../read/reader.ts';

/** So many values an enumeration may have that people write down. */
const MOST = 100;

/** So many of them are shown. */
const SHOWN = 5;

/**
 * Warns of classes that are meant as enumerations, and are none: nothing is said of their instances but what they are called,
 * references lead to them, and the ontology itself has individuals of them. Without `owl:oneOf` there may be others (OWL 2
 * Structural Specification, 8.1.4), so that they are generated as classes are, unless it is decided otherwise.
 */
export function warnOfIndividuals(reader: Reader, classes: readonly ClassDraft[]): void {
  const { policies, decisions } = reader;
  // Who set the policy knows.
  if (policies.chosen.has('individuals')) return;
  const bare = new Map(classes.filter(isBare).map((cls) => [cls.iri, cls]));
  if (bare.size === 0) return;
  const targets = new Set(referredTo(classes));
  const individuals = new Individuals(reader, (cls) => bare.has(cls) && targets.has(cls));
  for (const iri of individuals.classes) {
    const cls = bare.get(iri);
    const own = individuals.ownOf(iri);
    if (cls === undefined || own.length === 0 || own.length > MOST || decisions.find('listed', iri)) continue;
    const shown = own.slice(0, SHOWN).map((node) => reader.show(node));
    reader.warn('enumeration-open', { class: reader.show(iri), individuals: shown, count: own.length }, cls.place);
  }
}

/** Whether a class has nothing of its own, and neither superclasses nor subclasses that could. */
function isBare({ allFields, parents, children }: ClassDraft): boolean {
  return parents.length === 0 && children.length === 0 && allFields.every(({ iri }) => iri === undefined);
}

function referredTo(classes: readonly ClassDraft[]): readonly string[] {
  return classes.flatMap(({ fields }) => fields.flatMap(({ type }) => (type.kind === 'reference' ? [type.target.iri] : [])));
}
