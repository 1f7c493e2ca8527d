import { pushTo } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
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
  // Sorts superclasses first: a subclass has more ancestors than any of its superclasses.
  for (const cls of [...classes].sort((a, b) => a.ancestors.length - b.ancestors.length)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Choice[]>();
    for (const choice of classLineage(cls).flatMap((c) => c.choices)) pushTo(byName, choice.name, choice);
    for (const [name, choices] of byName) {
      if (choices.some((one) => choices.every((other) => coversChoice(one, other)))) continue;
      const choice = merged(cls, choices, types.claimName(cls.name + pascalName(name)));
      cls.choices.push(choice);
      for (const one of choices) pushTo(merges, one, { kind: 'choice', class: cls, choice });
    }
  }
  addMergedConstraints(context, merges, (constraint) => (constraint.kind === 'choice' ? constraint.choice : undefined));
}

/** Merges totals of superclasses in the same way: in a common subclass, the bounds of both apply to all alternatives. */
export function mergeTotals(context: Context): void {
  const merges: MergedConstraints<Total> = new Map();
  for (const cls of [...context.classes].sort((a, b) => a.ancestors.length - b.ancestors.length)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Total[]>();
    for (const total of classLineage(cls).flatMap((c) => c.totals)) pushTo(byName, total.name, total);
    for (const totals of byName.values()) {
      if (totals.some((one) => totals.every((other) => coversTotal(one, other)))) continue;
      const total = mergedTotal(cls, totals);
      cls.totals.push(total);
      for (const one of totals) pushTo(merges, one, { kind: 'total', class: cls, total });
    }
  }
  addMergedConstraints(context, merges, (constraint) => (constraint.kind === 'total' ? constraint.total : undefined));
}

/** The constraints in subclasses that a choice or a total was merged into. */
type MergedConstraints<T> = Map<T, Constraint[]>;

/** Adds the merged constraints to the axioms and decisions that led to the original ones. */
function addMergedConstraints<T>(
  { reader, log }: Context,
  merges: MergedConstraints<T>,
  of: (constraint: Constraint) => T | undefined,
): void {
  if (merges.size === 0) return;
  for (const axiom of [...reader.axioms.informative, ...log.decisions]) {
    const more = axiom.constraints.flatMap((constraint) => {
      const one = of(constraint);
      return one === undefined ? [] : (merges.get(one) ?? []);
    });
    if (more.length > 0) axiom.constraints = [...axiom.constraints, ...more];
  }
}

function mergedTotal(cls: ClassDraft, totals: readonly Total[]): Total {
  const [{ minItems: _least, maxItems: _most, ...first }] = totals as [Total];
  const names = new Set(totals.flatMap(({ fields }) => fields.map((field) => field.name)));
  const minimum = Math.max(...totals.map(({ minItems = 0 }) => minItems));
  const maximum = Math.min(...totals.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  return {
    ...first,
    fields: cls.allFields.filter((field) => names.has(field.name)) as readonly Field[],
    ...(minimum > 0 && { minItems: minimum }),
    ...(maximum !== Number.POSITIVE_INFINITY && { maxItems: maximum }),
  };
}

/** Returns a choice among all alternatives, which is required if one of the choices is. */
function merged(cls: ClassDraft, choices: readonly Choice[], typeName: string): Choice {
  const [first] = choices as [Choice];
  const names = new Set(choices.flatMap(({ fields }) => fields.map((field) => field.name)));
  return {
    ...first,
    typeName,
    fields: cls.allFields.filter((field) => names.has(field.name)) as readonly Field[],
    required: choices.some(({ required }) => required),
  };
}
