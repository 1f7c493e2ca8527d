/**
 * Warns about classes that cannot have instances, and about cycles of required references: their first rows must be inserted in
 * one transaction, because each of them must refer to another existing row.
 */

import type { Place } from '../../diagnostics/index.ts';
import { type ClassDraft, type FieldDraft, isA } from '../draft.ts';
import { classLineage } from '../inherit/forms.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Field, ReferenceField } from '../types.ts';
import { impossibleClasses } from './contradictions.ts';

/**
 * @param isAcyclic whether the references that classes declare are known to form no such cycle
 * @param facts what the ontology states about numbers of values
 */
export function checkSatisfiable(reader: Reader, classes: readonly ClassDraft[], isAcyclic: boolean, facts: Facts): void {
  const empty = emptyClasses(reader, classes, facts);
  for (const cls of classes) {
    const why = empty.get(cls);
    // Contradictory numbers of values already have a warning.
    if (why !== undefined && !reader.miscounted.has(cls.name))
      reader.warn('class-without-instance', { class: cls.name, why }, cls.place);
  }
  if (isAcyclic && !classes.some(narrowsToRequired)) return;
  for (const cycle of requiredReferenceCycles(classes.filter((cls) => !empty.has(cls)))) {
    const path = [...cycle.map(({ cls }) => cls.name), cycle[0]?.cls.name].join(' → ');
    const fields = cycle.map(({ cls, field }) => `${cls.name}.${field.name}`);
    reader.warn('rows-need-each-other', { path, fields }, placeOf(cycle));
  }
}

/** Returns the classes that cannot have instances, each with the first reason found. */
function emptyClasses(reader: Reader, classes: readonly ClassDraft[], facts: Facts): ReadonlyMap<ClassDraft, string> {
  const empty = new Map<ClassDraft, string>();
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const reasons = impossibleClasses(reader.ontology, byIri);
  if (reasons.size === 0) return empty;
  for (const [iri, cls] of byIri) {
    const superclass = cls.ancestors.find((ancestor) => reasons.has(ancestor.iri));
    const why = superclass ? emptySuperclassReason(superclass) : reasons.get(iri);
    if (why !== undefined) empty.set(cls, why);
  }
  // A class that requires an instance of such a class cannot have instances either.
  for (let before = 0; before !== empty.size; ) {
    before = empty.size;
    for (const cls of classes) {
      if (empty.has(cls)) continue;
      const superclass = cls.ancestors.find((ancestor) => empty.has(ancestor));
      const why = superclass ? emptySuperclassReason(superclass) : missingTargetReason(cls, empty, facts);
      if (why !== undefined) empty.set(cls, why);
    }
  }
  return empty;
}

function emptySuperclassReason({ name }: ClassDraft): string {
  return `it is a subclass of ${name}, which cannot have instances`;
}

/**
 * Returns whether the ontology states that instances have a value for a field. Assumptions do not count, and neither does the kind
 * of a qualified cardinality, because in OWL, other values may be of other classes.
 */
function isStatedRequired(facts: Facts, cls: ClassDraft, { iri }: { readonly iri?: string | undefined }): boolean {
  if (iri === undefined || facts.of(cls, iri).some((fact) => fact.kind === 'range' && fact.isCounted)) return false;
  return (facts.bounds(cls, iri).min ?? 0) > 0 || facts.of(cls, iri).some(({ kind }) => kind === 'value');
}

/** Returns why a required reference of a class has no possible target; undefined if all have one. */
function missingTargetReason(cls: ClassDraft, empty: ReadonlyMap<ClassDraft, string>, facts: Facts): string | undefined {
  const isPossible = ({ type }: Field) =>
    type.kind !== 'reference' || holdsForDescendant(type.target as ClassDraft, (c) => !empty.has(c));
  const isFilled = (one: Field) => !one.absent && (one.cardinality === 'one' || (one.minItems ?? 0) > 0);
  const field = cls.allFields.find((one) => isFilled(one) && !isPossible(one) && isStatedRequired(facts, cls, one));
  if (field?.type.kind === 'reference')
    return `${field.name} requires a reference to a ${field.type.target.name}, which cannot have instances`;
  const choice = classLineage(cls)
    .flatMap((c) => c.choices)
    .find((one) => one.required && !one.fields.some(isPossible) && isStatedRequired(facts, cls, one));
  return choice && `${choice.name} requires a reference, and none of its classes can have instances`;
}

function holdsForDescendant(cls: ClassDraft, holds: (cls: ClassDraft) => boolean): boolean {
  return holds(cls) || cls.descendants.some(holds);
}

/** A reference that a row must have when it is inserted. */
interface RequiredReference {
  readonly cls: ClassDraft;
  readonly field: ReferenceField;
}

/** Returns the cycles of required references among classes of which no first row can be inserted by itself. */
function requiredReferenceCycles(classes: readonly ClassDraft[]): RequiredReference[][] {
  const needs = new Map(classes.map((cls) => [cls, requiredReferencesOf(cls)]));
  const first = firstRows(needs);
  const cycles: RequiredReference[][] = [];
  if (first.classes.size === classes.length) return cycles;
  const visited = new Set<ClassDraft>();
  for (const start of classes) {
    const path: RequiredReference[] = [];
    let at: ClassDraft | undefined = start;
    while (at && !first.classes.has(at) && !visited.has(at)) {
      visited.add(at);
      const cls: ClassDraft = at;
      const field = needs.get(cls)?.find((one) => !isSatisfied(cls, one, first));
      if (!field) break;
      path.push({ cls, field });
      const target = field.type.target as ClassDraft;
      at = [target, ...target.descendants].find((c) => needs.has(c));
    }
    const begin = path.findIndex(({ cls }) => cls === at);
    if (begin >= 0) cycles.push(path.slice(begin));
  }
  return cycles;
}

/** Returns whether a row of a class can refer to an existing row or to itself. */
function isSatisfied(cls: ClassDraft, { type, irreflexive }: ReferenceField, first: FirstRows): boolean {
  const target = type.target as ClassDraft;
  return first.withSuperclasses.has(target) || (isA(cls, target) && !irreflexive);
}

interface FirstRows {
  /** The classes of which a first row can be inserted. */
  readonly classes: ReadonlySet<ClassDraft>;
  /** Those classes and their superclasses, which the rows also belong to. */
  readonly withSuperclasses: ReadonlySet<ClassDraft>;
}

/** Finds the classes of which a first row can be inserted: all classes that its rows must refer to have one. */
function firstRows(needs: ReadonlyMap<ClassDraft, readonly ReferenceField[]>): FirstRows {
  const classes = new Set<ClassDraft>();
  const withSuperclasses = new Set<ClassDraft>();
  const first: FirstRows = { classes, withSuperclasses };
  for (let before = -1; before !== classes.size; ) {
    before = classes.size;
    for (const [cls, fields] of needs) {
      if (classes.has(cls) || !fields.every((field) => isSatisfied(cls, field, first))) continue;
      classes.add(cls);
      for (const each of [cls, ...cls.ancestors]) withSuperclasses.add(each);
    }
  }
  return first;
}

/** Returns the required to-one references. Lists do not count: their rows are inserted after those of both ends. */
function requiredReferencesOf(cls: ClassDraft): ReferenceField[] {
  return cls.allFields.filter(isRequiredReference) as ReferenceField[];
}

function isRequiredReference(field: FieldDraft): boolean {
  return field.type.kind === 'reference' && field.cardinality === 'one' && !field.absent;
}

function narrowsToRequired({ refinements }: ClassDraft): boolean {
  return refinements.some(isRequiredReference);
}

function placeOf(cycle: readonly RequiredReference[]): Place | undefined {
  return cycle[0]?.field.place ?? cycle[0]?.cls.place;
}
