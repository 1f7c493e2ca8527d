import type { ClassDraft } from '../draft.ts';
import { type Bounds, boundsOf, type Facts, tighten } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { type Property, reachOf } from '../type/property.ts';

/** What is stated of how many values a property has in a class, the global characteristic included. */
export function statedBounds(reader: Reader, facts: Facts, cls: ClassDraft, property: Property): Bounds {
  let bounds = facts.bounds(cls, property.iri);
  if (property.functional) bounds = tighten(bounds, { max: 1 });
  // A value that must be there is the only one.
  if (bounds.max === 1 && facts.of(cls, property.iri).some((fact) => fact.kind === 'value')) bounds = tighten(bounds, { min: 1 });
  // A shape that alone gives the class the property, and is silent on counts, states as many values as one likes (SHACL, 4.2).
  const isSilent = bounds.min === undefined && bounds.max === undefined;
  if (isSilent && reachOf(property, cls) === 'shape') return { min: 0 };
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    reader.miscounted.add(cls.name);
    conflict(reader, facts, cls, property, `at least ${bounds.min} and at most ${bounds.max}; the greater is used`);
    fallShort(facts, cls, property, `at least ${bounds.min} values are stated, too`);
    return { min: bounds.min };
  }
  if (bounds.max === 0) {
    conflict(reader, facts, cls, property, 'at most 0; the field is optional');
    fallShort(facts, cls, property, 'the class itself has the property, so that its field is optional');
    return { min: 0, max: 1 };
  }
  return bounds;
}

/** What is stated of subclasses, whose instances are its own, that nothing unsaid of a class may exclude. */
export interface Latitude {
  /** Instances of one of them may have no value, and it is said so. */
  readonly mayLack: boolean;
  /** Instances of one of them may have several. */
  readonly mayHaveMany: boolean;
}

/** Of what nothing is stated. */
export const NO_LATITUDE: Latitude = { mayLack: false, mayHaveMany: false };

/**
 * @param classOf the classes by their IRIs
 */
export function latitudeOf(
  facts: Facts,
  cls: ClassDraft,
  property: Property,
  classOf: (iri: string) => ClassDraft | undefined,
): Latitude {
  let latitude = NO_LATITUDE;
  for (const iri of facts.speakersOf(property.iri)) {
    const speaker = classOf(iri);
    if (!speaker || !(speaker === cls || speaker.ancestors.includes(cls))) continue;
    const isEither = facts.disjunctions(iri).some(({ alternatives }) => isAlternative(alternatives, property.iri));
    const { min, max } = speaker === cls ? {} : boundsOf(facts.stated(iri).get(property.iri) ?? []);
    const bound = property.functional ? 1 : max;
    latitude = {
      mayLack: latitude.mayLack || isEither || (min === undefined ? max !== undefined : min === 0),
      mayHaveMany: latitude.mayHaveMany || (bound === undefined ? min !== undefined : bound > 1),
    };
  }
  return latitude;
}

/** Whether some alternatives need a value of the property, and others do not. */
function isAlternative(alternatives: readonly (readonly string[])[], property: string): boolean {
  return alternatives.some((needed) => needed.includes(property)) && alternatives.some((needed) => !needed.includes(property));
}

function conflict(reader: Reader, facts: Facts, cls: ClassDraft, property: Property, reason: string): void {
  const place = facts.of(cls, property.iri).find(({ kind }) => kind === 'max')?.axiom.place ?? property.place;
  reader.warn('cardinality-conflict', { property: reader.show(property.iri), class: cls.name, reason }, place);
}

function fallShort(facts: Facts, cls: ClassDraft, property: Property, why: string): void {
  for (const fact of facts.of(cls, property.iri)) if (fact.kind === 'max') fact.axiom.fallsShort(why);
  for (const { says, axiom } of property.axioms) if (says === 'single') axiom.fallsShort(why);
}
