/**
 * Determines how many values a property may have in a class: `sh:minCount 1` and `owl:FunctionalProperty` together state
 * exactly one. Contradictory bounds are reported and resolved here.
 */

import { type ClassDraft, isA } from '../draft.ts';
import { type Bounds, boundsOf, type Disjunction, type Facts, intersectBounds } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { domainSourceOf, type Property } from '../type/property.ts';

/** Returns the stated bounds of the number of values of a property in a class, including `owl:FunctionalProperty`. */
export function statedBounds(reader: Reader, facts: Facts, cls: ClassDraft, property: Property): Bounds {
  let bounds = facts.bounds(cls, property.iri);
  if (property.functional) bounds = intersectBounds(bounds, { max: 1 });
  // With at most one value, a fixed value (`owl:hasValue`, `sh:hasValue`) is the only one, so there is exactly one.
  if (bounds.max === 1 && facts.of(cls, property.iri).some((fact) => fact.kind === 'value'))
    bounds = intersectBounds(bounds, { min: 1 });
  // If a shape is the only source of a property of the class, and states no counts, it allows any number of values (SHACL, 4.2).
  const isSilent = bounds.min === undefined && bounds.max === undefined;
  if (isSilent && domainSourceOf(property, cls) === 'shape') {
    const limits = facts.alternativeValues(cls.iri, property.iri).map(({ max }) => max);
    const max = Math.max(...limits);
    return { min: 0, ...(limits.length > 0 && Number.isFinite(max) && { max }) };
  }
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    reader.miscounted.add(cls.name);
    warnOfConflict(
      reader,
      facts,
      cls,
      property,
      `at least ${bounds.min} and at most ${bounds.max}; codegen uses at least ${bounds.min}`,
    );
    markUnenforced(facts, cls, property, `at least ${bounds.min} values are also stated`);
    return { min: bounds.min };
  }
  if (bounds.max === 0) {
    warnOfConflict(reader, facts, cls, property, 'at most 0; the field is optional');
    markUnenforced(facts, cls, property, 'the class itself has the property, so that its field is optional');
    return { min: 0, max: 1 };
  }
  return bounds;
}

/** What statements about subclasses allow. Assumptions about the superclass must allow it, too. */
export interface SubclassPermissions {
  /** Some instances may have no value. */
  readonly mayBeAbsent: boolean;
  /** Some instances may have several values. */
  readonly mayHaveMany: boolean;
}

/** The permissions without such statements. */
export const NO_PERMISSIONS: SubclassPermissions = { mayBeAbsent: false, mayHaveMany: false };

/** Returns what statements about a class and its subclasses allow. @param classOf returns the class with an IRI */
export function subclassPermissions(
  facts: Facts,
  cls: ClassDraft,
  property: Property,
  classOf: (iri: string) => ClassDraft | undefined,
): SubclassPermissions {
  let permissions = NO_PERMISSIONS;
  for (const iri of facts.classesWithFacts(property.iri)) {
    const statingClass = classOf(iri);
    if (!statingClass || !isA(statingClass, cls)) continue;
    const isOptionalAlternative = facts.disjunctions(iri).some((disjunction) => mayBeAbsent(disjunction, property.iri));
    const { min, max } = statingClass === cls ? {} : boundsOf(facts.stated(iri).get(property.iri) ?? []);
    const maximum = property.functional ? 1 : max;
    permissions = {
      mayBeAbsent: permissions.mayBeAbsent || isOptionalAlternative || (min === undefined ? max !== undefined : min === 0),
      mayHaveMany: permissions.mayHaveMany || (maximum === undefined ? min !== undefined : maximum > 1),
    };
  }
  return permissions;
}

/** Returns whether some alternatives are about the property, and not all need a value of it. */
function mayBeAbsent({ alternatives, values }: Disjunction, property: string): boolean {
  return values.has(property) && alternatives.some((needed) => !needed.includes(property));
}

function warnOfConflict(reader: Reader, facts: Facts, cls: ClassDraft, property: Property, reason: string): void {
  const place = facts.of(cls, property.iri).find(({ kind }) => kind === 'max')?.axiom.place ?? property.place;
  reader.warn('cardinality-conflict', { property: reader.show(property.iri), class: cls.name, reason }, place);
}

/** Records in the axioms that state a maximum why it is not enforced. */
function markUnenforced(facts: Facts, cls: ClassDraft, property: Property, why: string): void {
  for (const fact of facts.of(cls, property.iri)) if (fact.kind === 'max') fact.axiom.addShortfall(why);
  for (const { kind, axiom } of property.axioms) if (kind === 'single') axiom.addShortfall(why);
}
