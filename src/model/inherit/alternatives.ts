import type { ClassDraft } from '../draft.ts';
import { covers, coversTotal } from '../queries.ts';
import type { Context } from '../settle/context.ts';
import type { Choice, Constraint, Field, Total } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { lineOf } from './forms.ts';

/**
 * Where two superclasses have a property with alternatives, and not the same ones, a class below both has one choice among
 * all of them: values of one property are counted together, whoever says what they are.
 */
export function meetChoices(context: Context): void {
  const { classes, types } = context;
  const met: Met<Choice> = new Map();
  // A subclass has more superclasses than any of them.
  for (const cls of [...classes].sort((a, b) => a.ancestors.length - b.ancestors.length)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Choice[]>();
    for (const choice of lineOf(cls).flatMap((c) => c.choices))
      byName.set(choice.name, [...(byName.get(choice.name) ?? []), choice]);
    for (const [name, choices] of byName) {
      if (choices.some((one) => choices.every((other) => covers(one, other)))) continue;
      const choice = merged(cls, choices, types.claimName(cls.name + pascalName(name)));
      cls.choices.push(choice);
      for (const one of choices) met.set(one, [...(met.get(one) ?? []), { kind: 'choice', class: cls, choice }]);
    }
  }
  note(context, met, (constraint) => (constraint.kind === 'choice' ? constraint.choice : undefined));
}

/** The same of how many values a property with alternatives has: in a class below two, the bounds of both hold of all of them. */
export function meetTotals(context: Context): void {
  const met: Met<Total> = new Map();
  for (const cls of [...context.classes].sort((a, b) => a.ancestors.length - b.ancestors.length)) {
    if (cls.parents.length < 2) continue;
    const byName = new Map<string, Total[]>();
    for (const total of lineOf(cls).flatMap((c) => c.totals)) byName.set(total.name, [...(byName.get(total.name) ?? []), total]);
    for (const totals of byName.values()) {
      if (totals.some((one) => totals.every((other) => coversTotal(one, other)))) continue;
      const total = mergedTotal(cls, totals);
      cls.totals.push(total);
      for (const one of totals) met.set(one, [...(met.get(one) ?? []), { kind: 'total', class: cls, total }]);
    }
  }
  note(context, met, (constraint) => (constraint.kind === 'total' ? constraint.total : undefined));
}

/** What choices, or totals, have become in classes below. */
type Met<T> = Map<T, readonly Constraint[]>;

/** Notes what has come of them with all that came to them. */
function note<T>({ reader, log }: Context, met: Met<T>, of: (constraint: Constraint) => T | undefined): void {
  if (met.size === 0) return;
  for (const said of [...reader.axioms.telling, ...log.decisions]) {
    const more = said.constraints.flatMap((constraint) => {
      const one = of(constraint);
      return one === undefined ? [] : (met.get(one) ?? []);
    });
    if (more.length > 0) said.constraints = [...said.constraints, ...more];
  }
}

function mergedTotal(cls: ClassDraft, totals: readonly Total[]): Total {
  const [{ minItems: _least, maxItems: _most, ...first }] = totals as [Total];
  const names = new Set(totals.flatMap(({ fields }) => fields.map((field) => field.name)));
  const least = Math.max(...totals.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...totals.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  return {
    ...first,
    fields: cls.allFields.filter((field) => names.has(field.name)) as readonly Field[],
    ...(least > 0 && { minItems: least }),
    ...(most !== Number.POSITIVE_INFINITY && { maxItems: most }),
  };
}

/** One value at most of all alternatives; exactly one if any of the superclasses says so. */
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
