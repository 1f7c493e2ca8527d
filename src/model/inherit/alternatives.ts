/**
 * Merges the choices and totals that a class inherits from several superclasses. A property with a union as its range becomes
 * several fields, one for each alternative. A choice states that at most one of them has a value, or exactly one:
 * `author_person_id` or `author_group_id`. A total limits the number of values of all of them together: `light_ids` and
 * `motion_ids` have at most 3 in all.
 */

import { pushTo } from '../../ontology/index.ts';
import { type ClassDraft, superclassesFirst } from '../draft.ts';
import { coversChoice, coversTotal } from '../queries.ts';
import type { Context } from '../settle/context.ts';
import type { Choice, Constraint, Field, Total } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { classLineage } from './forms.ts';

/**
 * Merges choices of superclasses. If two superclasses have different alternatives of a property, their common subclass gets one
 * choice among all of them, because the values of one property are counted together.
 */
export function mergeChoices(context: Context): void {
  const { classes, types } = context;
  const merges: MergedConstraints<Choice> = new Map();
  for (const cls of superclassesFirst(classes)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Choice[]>();
    for (const choice of classLineage(cls).flatMap((c) => c.choices)) pushTo(byName, choice.name, choice);
    for (const [name, choices] of byName) {
      const isCovered = choices.some((one) => choices.every((other) => coversChoice(one, other)));
      if (isCovered) continue;
      const choice = mergedChoice(cls, choices, types.claimName(cls.name + pascalName(name)));
      cls.choices.push(choice);
      for (const one of choices) pushTo(merges, one, { kind: 'choice', class: cls, choice });
    }
  }
  addMergedConstraints(context, merges, (constraint) => (constraint.kind === 'choice' ? constraint.choice : undefined));
}

/**
 * Merges totals of superclasses in the same way. In a common subclass, the bounds of both apply to all alternatives: totals
 * with one name are about one property, and each bound counts all of its values, whichever fields store them.
 */
export function mergeTotals(context: Context): void {
  const merges: MergedConstraints<Total> = new Map();
  for (const cls of superclassesFirst(context.classes)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Total[]>();
    for (const total of classLineage(cls).flatMap((c) => c.totals)) pushTo(byName, total.name, total);
    for (const totals of byName.values()) {
      const isCovered = totals.some((one) => totals.every((other) => coversTotal(one, other)));
      if (isCovered) continue;
      const total = mergedTotal(cls, totals);
      cls.totals.push(total);
      for (const one of totals) pushTo(merges, one, { kind: 'total', class: cls, total });
    }
  }
  addMergedConstraints(context, merges, (constraint) => (constraint.kind === 'total' ? constraint.total : undefined));
}

/** The constraints in subclasses that a choice or a total was merged into. */
type MergedConstraints<T> = Map<T, Constraint[]>;

function addMergedConstraints<T>(
  { reader, log }: Context,
  merges: MergedConstraints<T>,
  originalOf: (constraint: Constraint) => T | undefined,
): void {
  if (merges.size === 0) return;
  // Axioms of plain properties lead to no choice and no total, and are numerous, so they are skipped.
  for (const axiom of [...reader.axioms.informative, ...log.decisions]) {
    const more = axiom.constraints.flatMap((constraint) => {
      const original = originalOf(constraint);
      return original === undefined ? [] : (merges.get(original) ?? []);
    });
    if (more.length > 0) axiom.constraints = [...axiom.constraints, ...more];
  }
}

/**
 * Warns about classes whose totals of one property have contradictory bounds, from a superclass and the class itself or from
 * two superclasses.
 */
export function checkTotals({ reader, classes }: Context): void {
  // Each other class has the totals of its superclass.
  const candidates = classes.filter(({ totals, parents }) => totals.length > 0 || parents.length > 1);
  for (const cls of superclassesFirst(candidates)) {
    const byProperty = new Map<string, Total[]>();
    for (const total of classLineage(cls).flatMap((c) => c.totals))
      if (total.iri !== undefined) pushTo(byProperty, total.iri, total);
    for (const [iri, totals] of byProperty) {
      const { minimum, maximum } = commonBounds(totals);
      if (minimum <= maximum || cls.ancestors.some(({ name }) => reader.miscounted.has(name))) continue;
      reader.miscounted.add(cls.name);
      const reason = `at least ${minimum}, but also at most ${maximum}; no instance can have both`;
      reader.warn('cardinality-conflict', { property: reader.show(iri), class: cls.name, reason }, cls.place);
    }
  }
}

/** Returns the tightest bounds, which contradict each other if the totals do. */
function commonBounds(totals: readonly Total[]): { readonly minimum: number; readonly maximum: number } {
  return {
    minimum: Math.max(...totals.map(({ minItems = 0 }) => minItems)),
    maximum: Math.min(...totals.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems)),
  };
}

/** Returns a total of all fields. Its minimum may exceed its maximum: {@link checkTotals} reports that. */
function mergedTotal(cls: ClassDraft, totals: readonly Total[]): Total {
  const [{ minItems: _least, maxItems: _most, ...first }] = totals as [Total];
  const names = new Set(totals.flatMap(({ fields }) => fields.map((field) => field.name)));
  const { minimum, maximum } = commonBounds(totals);
  return {
    ...first,
    fields: cls.allFields.filter((field) => names.has(field.name)) as readonly Field[],
    ...(minimum > 0 && { minItems: minimum }),
    ...(maximum !== Number.POSITIVE_INFINITY && { maxItems: maximum }),
  };
}

/** Returns a choice among all alternatives, which is required if one of the choices is. */
function mergedChoice(cls: ClassDraft, choices: readonly Choice[], typeName: string): Choice {
  const [first] = choices as [Choice];
  const names = new Set(choices.flatMap(({ fields }) => fields.map((field) => field.name)));
  return {
    ...first,
    typeName,
    fields: cls.allFields.filter((field) => names.has(field.name)) as readonly Field[],
    required: choices.some(({ required }) => required),
  };
}
