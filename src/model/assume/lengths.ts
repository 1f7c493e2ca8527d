/** Limits strings by the names of their fields: `email` and `name` have at most 255 characters, `title` 500. */

import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Fact, Facts } from '../read/facts.ts';
import type { ScalarType } from '../types.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { lengthWording } from './texts.ts';

export const usualLengths: ReadonlyMap<string, number> = new Map([
  ['email', 255],
  ['name', 255],
  ['title', 500],
]);

/**
 * Limits the length unless the ontology states a length or longer values: in the class, or in a subclass, whose instances are
 * also instances of the class.
 */
export function decideLength(cls: ClassDraft, field: FieldDraft, facts: Facts, policies: Policies, log: AssumptionLog): void {
  const { type } = field;
  if (type.kind !== 'scalar' || type.scalar !== 'string' || policies.lengths === 'none') return;
  const maximum = usualLengths.get(field.name);
  if (maximum === undefined) return;
  if (type.maxLength !== undefined || type.values || requiredLength(field, type) > maximum) return;
  const factsOfSubclasses = cls.descendants.flatMap((c) => facts.stated(c.iri).get(field.iri as string) ?? []);
  if (factsOfSubclasses.some((fact) => requiresLonger(fact, maximum))) return;
  const decision = Decision.byPolicy(policies, maximum, lengthWording(field.name, maximum), { class: cls, member: field });
  field.type = { ...type, maxLength: decision.record(log, { kind: 'max-length', class: cls, field }) };
}

function requiredLength(
  { default: initial = '', constant = '', contains = [] }: FieldDraft,
  { minLength = 0 }: ScalarType,
): number {
  return Math.max(minLength, ...[initial, constant, ...contains].map((text) => [...text].length));
}

function requiresLonger(fact: Fact, maximum: number): boolean {
  if (fact.kind === 'facet') return 'length' in fact.facet && fact.facet.length > maximum;
  if (fact.kind === 'value' || fact.kind === 'default') {
    return typeof fact.term !== 'string' && [...fact.term.value].length > maximum;
  }
  return fact.kind === 'in';
}
