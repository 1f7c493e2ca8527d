/**
 * Applies alternatives of which one holds: if an instance needs an `email` or a `phone`, the class gets a total, which requires
 * at least one value in both fields together, or exactly one. Neither field is required by itself.
 */

import type { ClassDraft, FieldDraft } from '../draft.ts';
import { ONLY_EXISTENCE } from '../read/disjunctions.ts';
import type { Disjunction, Facts } from '../read/facts.ts';
import type { Total } from '../types.ts';

const NOT_EXCLUSIVE = 'codegen does not check that only one alternative is satisfied';

/** Runs when all fields are final, inherited ones included. */
export function settleDisjunctions(classes: readonly ClassDraft[], facts: Facts): void {
  for (const cls of classes) for (const disjunction of facts.disjunctions(cls.iri)) applyDisjunction(cls, disjunction);
}

function applyDisjunction(cls: ClassDraft, { alternatives, values, shortfall, isExclusive, axiom }: Disjunction): void {
  const properties = [...new Set(alternatives.flat())];
  const fields = cls.allFields.filter((field) => field.iri !== undefined && properties.includes(field.iri) && !field.absent);
  const hasAllFields = properties.every((iri) => fields.some((field) => field.iri === iri));
  if (!hasAllFields || alternatives.some((needed) => needed.length === 0)) {
    axiom.addShortfall('the alternatives are not checked, because not all of them constrain fields of the class');
    return;
  }
  const partial = shortfallOf({ values, shortfall }, fields);
  const isCounted = isExclusive && countsAlternatives(alternatives, fields) && partial === undefined;
  const unchecked = partial ?? (isExclusive && !isCounted ? NOT_EXCLUSIVE : undefined);
  if (unchecked !== undefined) axiom.addShortfall(unchecked);
  const required = fields.find((field) => field.cardinality === 'one' || (field.minItems ?? 0) > 0);
  const [only, ...others] = fields;
  if (required) {
    axiom.add({ kind: required.cardinality === 'one' ? 'required' : 'min-items', class: cls, field: required });
  } else if (only && others.length === 0) {
    axiom.addShortfall('all alternatives are about one field');
  } else {
    const name = unusedTotalName(cls, fields);
    const total: Total = {
      name,
      fields,
      minItems: 1,
      ...(isCounted && { maxItems: 1 }),
      ...(axiom.place && { place: axiom.place }),
    };
    cls.totals.push(total);
    axiom.add({ kind: 'total', class: cls, total });
  }
}

/** Returns the shortfall of alternatives that state about values what the fields do not ensure. */
function shortfallOf({ values, shortfall }: Pick<Disjunction, 'values' | 'shortfall'>, fields: readonly FieldDraft[]) {
  return shortfall ?? (fields.every((field) => ensuresValues(field, values)) ? undefined : ONLY_EXISTENCE);
}

/** Returns whether a field has at most one value and the datatype, where alternatives state these. */
function ensuresValues({ iri, cardinality, type }: FieldDraft, values: Disjunction['values']): boolean {
  const stated = iri === undefined ? undefined : values.get(iri);
  if (stated === undefined) return true;
  return (
    !(stated.isLimited && cardinality === 'many') &&
    stated.ranges.every(({ node }) => type?.kind === 'scalar' && type.datatype === node)
  );
}

/** Returns whether as many alternatives hold as fields have a value: each needs another one, which has at most one value. */
function countsAlternatives(alternatives: Disjunction['alternatives'], fields: readonly FieldDraft[]): boolean {
  return (
    alternatives.every((needed) => needed.length === 1) &&
    fields.length === alternatives.length &&
    fields.every(({ cardinality }) => cardinality === 'optional')
  );
}

/** Returns a name that no other total has in the class, its superclasses, its subclasses and their superclasses. */
function unusedTotalName(cls: ClassDraft, fields: readonly FieldDraft[]): string {
  const base = `${fields[0]?.name}_or_other`;
  const usedNames = new Set(
    [cls, ...cls.ancestors, ...cls.descendants.flatMap((c) => [c, ...c.ancestors])].flatMap((c) =>
      c.totals.map(({ name }) => name),
    ),
  );
  let name = base;
  for (let n = 2; usedNames.has(name); n++) name = `${base}_${n}`;
  return name;
}
