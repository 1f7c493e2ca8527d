/**
 * Adds comparisons to classes: `sh:path :start ; sh:lessThan :end` states that `start` is before `end` in each instance (SHACL,
 * 4.5.3 and 4.5.4). Both must be single values of the same ordered kind.
 */

import type { Node } from '../../ontology/index.ts';
import { type ClassDraft, type FieldDraft, superclassesFirst } from '../draft.ts';
import { isOrdered } from '../kinds/kinds.ts';
import { coversComparison } from '../queries.ts';
import type { Facts, StatedOrder } from '../read/facts.ts';
import type { Comparison } from '../types.ts';

/** Runs when all fields are final, inherited ones included. */
export function settleComparisons(classes: readonly ClassDraft[], facts: Facts): void {
  // A comparison is added only if no superclass has it, and no stricter one.
  for (const cls of superclassesFirst(classes)) {
    const stated = facts.orders(cls.iri);
    for (const order of stated.filter(({ orEqual }) => !orEqual)) addComparison(cls, order);
    for (const order of stated.filter(({ orEqual }) => orEqual)) addComparison(cls, order);
  }
}

function addComparison(cls: ClassDraft, { lesser: lesserProperty, greater: greaterProperty, orEqual, axiom }: StatedOrder): void {
  const [lesser, greater] = [fieldOf(cls, lesserProperty), fieldOf(cls, greaterProperty)];
  const shortfall = lesser && greater ? shortfallOf(lesser, greater) : 'the class does not have one field for each property';
  if (!lesser || !greater || shortfall !== undefined) {
    axiom.addShortfall(shortfall as string);
    return;
  }
  const comparison: Comparison = { lesser, greater, orEqual, ...(axiom.place && { place: axiom.place }) };
  for (const c of [cls, ...cls.ancestors]) {
    const known = c.comparisons.find((one) => coversComparison(one, comparison));
    if (!known) continue;
    axiom.add({ kind: 'comparison', class: c, comparison: known });
    return;
  }
  cls.comparisons.push(comparison);
  axiom.add({ kind: 'comparison', class: cls, comparison });
}

/** Returns the field of a property; undefined if it has several. */
function fieldOf(cls: ClassDraft, property: Node): FieldDraft | undefined {
  const fields = cls.allFields.filter(({ iri }) => iri === property);
  return fields.length === 1 ? fields[0] : undefined;
}

/** Returns why the values of two fields are not compared; undefined if they are. */
function shortfallOf(lesser: FieldDraft, greater: FieldDraft): string | undefined {
  const [{ type }, other] = [lesser, greater.type];
  if (lesser === greater) return 'it compares a property with itself';
  if (lesser.cardinality === 'many' || greater.cardinality === 'many') return 'one of the fields is a list';
  if (lesser.absent || greater.absent) return 'one of the fields never has a value';
  if (type.kind !== 'scalar' || other.kind !== 'scalar') return 'the values of one of the fields have no order';
  if (type.scalar !== other.scalar) return 'the fields have values of different kinds';
  // Constructors read the clock for each field.
  if (lesser.generated === 'now' && greater.generated === 'now') return 'codegen sets both fields to the current time';
  return isOrdered(type.scalar) ? undefined : 'the values of the fields have no order that all layers share';
}
