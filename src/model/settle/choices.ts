/**
 * Creates the constraint on a property whose range has alternatives. If `:author` of `:Post` is a person or a group, the fields
 * `author_person_id` and `author_group_id` form a choice: at most one of them has a value. If it may have several values, a
 * total limits their number in both lists together.
 */

import type { FieldDraft } from '../draft.ts';
import type { Fact } from '../read/facts.ts';
import type { Use } from '../relate/index.ts';
import type { Choice, Constraint, Field, Total } from '../types.ts';
import { pascalName } from '../words/names.ts';
import type { Context } from './context.ts';

/**
 * Creates the choice or the total of a use with alternatives; without one of all alternatives, the stated numbers of values are
 * not enforced.
 *
 * @param fields the fields that the class itself has
 */
export function settleAlternatives(context: Context, use: Use, fields: readonly FieldDraft[]): void {
  const { range } = use;
  const alternatives = [range.value, ...range.classes].filter((a) => a !== undefined);
  const hasAllAlternatives = fields.length === alternatives.length;
  if (hasAllAlternatives && fields.every((f) => f.cardinality === 'optional')) addChoice(context, use, fields);
  else if (hasAllAlternatives && (use.minimum > 0 || use.maximum !== Number.POSITIVE_INFINITY)) addTotal(context, use, fields);
  else withdrawCounts(context, use, fields, hasAllAlternatives);
}

function addChoice(context: Context, use: Use, fields: readonly FieldDraft[]): void {
  const { property, class: cls, memberName: role } = use;
  const choice: Choice = {
    name: context.names.claim([cls], [role, `${role}_choice`], `${property.iri} choice`, property, true),
    typeName: context.types.claimName(cls.name + pascalName(role)),
    fields: fields as readonly Field[],
    required: use.minimum > 0,
    iri: property.iri,
    place: property.place,
  };
  cls.choices.push(choice);
  use.subject.member = choice;
  const constraint = { kind: 'choice', class: cls, choice } as const;
  if (use.minimum > 0) use.count.minimum.addConstraint(constraint);
  use.count.maximum.addConstraint(constraint);
  for (const { axiom, kind } of use.range.traces) if (kind === 'type') axiom.add(constraint);
  recordCountFacts(context, use, constraint);
}

function addTotal(context: Context, use: Use, fields: readonly FieldDraft[]): void {
  const { property, class: cls, memberName: role, minimum, maximum } = use;
  const total: Total = {
    name: context.names.claim([cls], [role, `${role}_total`], `${property.iri} total`, property, true),
    fields: fields as readonly Field[],
    ...(minimum > 0 && { minItems: minimum }),
    ...(maximum !== Number.POSITIVE_INFINITY && { maxItems: maximum }),
    iri: property.iri,
    place: property.place,
  };
  cls.totals.push(total);
  use.subject.member = total;
  recordCountFacts(context, use, { kind: 'total', class: cls, total });
}

/** Records that the statements about the number of values lead to a constraint on all alternatives. */
function recordCountFacts({ facts }: Context, use: Use, constraint: Constraint): void {
  const { property, class: cls } = use;
  for (const { kind, axiom } of property.axioms) if (kind === 'single') axiom.add(constraint);
  for (const fact of facts.of(cls, property.iri)) {
    const { axiom } = fact;
    if (isCountFact(fact) && isBinding(fact, use)) axiom.add(constraint);
    else if (fact.kind === 'min') axiom.needsNoConstraint = true;
    else if (fact.kind !== 'range') axiom.addShortfall('each alternative of the range is a separate field');
  }
}

function isCountFact({ kind }: Fact): boolean {
  return kind === 'min' || kind === 'some' || kind === 'max';
}

/** Returns whether a stated number contributes to the bounds that apply. */
function isBinding(fact: Fact, { minimum, maximum }: Use): boolean {
  if (fact.kind === 'max') return fact.count >= maximum;
  return minimum > 0 && !(fact.kind === 'min' && fact.count === 0);
}

/** Records that stated numbers of values are not enforced, and withdraws the assumptions about all alternatives together. */
function withdrawCounts({ facts }: Context, use: Use, fields: readonly FieldDraft[], hasAllAlternatives: boolean): void {
  const { property, class: cls, count } = use;
  // An assumed maximum of one value remains for each single field.
  const single = fields.filter((field) => field.cardinality !== 'many');
  [use.subject.member] = single;
  count.minimum.withdraw();
  if (single.length === 0) count.maximum.withdraw();
  for (const field of single) count.maximum.addConstraint({ kind: 'single', class: cls, field });
  const why = hasAllAlternatives
    ? 'each alternative of the range is a separate list'
    : 'some alternatives of the range are kept in the other class, so that they are not checked together';
  for (const { kind, axiom } of property.axioms) if (kind === 'single') axiom.addShortfall(why);
  for (const fact of facts.of(cls, property.iri)) {
    if (fact.kind === 'min' && fact.count === 0) fact.axiom.needsNoConstraint = true;
    else if (fact.kind !== 'range') fact.axiom.addShortfall(why);
  }
}
