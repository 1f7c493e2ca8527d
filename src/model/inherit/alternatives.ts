import type { ClassDraft } from '../draft.ts';
import { covers } from '../queries.ts';
import type { Context } from '../settle/context.ts';
import type { Choice, Constraint, Field } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { lineOf } from './forms.ts';

/**
 * Where two superclasses have a property with alternatives, and not the same ones, a class below both has one choice among
 * all of them: values of one property are counted together, whoever says what they are.
 */
export function meetChoices({ reader, classes, types, log }: Context): void {
  const met = new Map<Choice, { readonly cls: ClassDraft; readonly choice: Choice }[]>();
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
      for (const one of choices) met.set(one, [...(met.get(one) ?? []), { cls, choice }]);
    }
  }
  if (met.size === 0) return;
  for (const said of [...reader.axioms.all, ...log.decisions]) {
    const more = said.constraints.flatMap((constraint): Constraint[] =>
      constraint.kind === 'choice'
        ? (met.get(constraint.choice) ?? []).map(({ cls, choice }) => ({ kind: 'choice', class: cls, choice }))
        : [],
    );
    if (more.length > 0) said.constraints = [...said.constraints, ...more];
  }
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
