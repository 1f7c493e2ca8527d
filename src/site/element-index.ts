/** Finds the axioms and assumptions about a class or field. The index is built once, because there may be thousands of each. */

import type { Assumption, Axiom, Constraint, DomainModel, Field } from '../model/index.ts';

/** Axioms and assumptions by element: a class, or a field, where each narrowed field is an element of its own. */
export interface ElementIndex {
  readonly axioms: ReadonlyMap<object, ReadonlySet<Axiom>>;
  /** By the IRI of the subject. */
  readonly byIri: ReadonlyMap<string, ReadonlySet<Axiom>>;
  readonly assumptions: ReadonlyMap<object, ReadonlySet<Assumption>>;
  /** All assumptions that are not decisions of the user. */
  readonly openAssumptions: ReadonlySet<Assumption>;
  readonly userDecisions: ReadonlyMap<object, ReadonlySet<Assumption>>;
  /** By the name of the element. */
  readonly byName: ReadonlyMap<string, ReadonlySet<Assumption>>;
}

/** Returns the axioms, assumptions and decisions of a model by the element that they are about. */
export function indexByElement(model: DomainModel): ElementIndex {
  const byIri = new Map<string, Set<Axiom>>();
  for (const axiom of model.axioms) if (axiom.iri !== undefined) addTo(byIri, axiom.iri, axiom);
  const byName = new Map<string, Set<Assumption>>();
  for (const each of [...model.assumptions, ...model.chosen]) addTo(byName, each.element, each);
  return {
    axioms: byElement(model.axioms),
    assumptions: byElement(model.assumptions),
    openAssumptions: new Set(model.assumptions),
    userDecisions: byElement(model.chosen),
    byIri,
    byName,
  };
}

function byElement<T extends { readonly constraints: readonly Constraint[] }>(all: readonly T[]): Map<object, Set<T>> {
  const index = new Map<object, Set<T>>();
  for (const statement of all)
    for (const constraint of statement.constraints)
      for (const element of elementsOf(constraint)) addTo(index, element, statement);
  return index;
}

/** Returns the elements that a constraint is about: the field, or the class with the fields involved. */
function elementsOf(constraint: Constraint): readonly object[] {
  if ('field' in constraint && constraint.field !== undefined) return [constraint.field];
  if (constraint.kind === 'disjoint') return [constraint.class, constraint.other];
  return [constraint.class, ...fieldsOf(constraint)];
}

/** Returns the fields that a constraint is about; none if it is about the class only. */
export function fieldsOf(constraint: Constraint): readonly Field[] {
  if ('field' in constraint && constraint.field !== undefined) return [constraint.field];
  if (constraint.kind === 'key') return constraint.key.fields;
  if (constraint.kind === 'choice') return constraint.choice.fields;
  if (constraint.kind === 'comparison') return [constraint.comparison.lesser, constraint.comparison.greater];
  return constraint.kind === 'total' ? constraint.total.fields : [];
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}
