/** Notes on constraints that the models do not enforce, for comments and docstrings: `Not enforced here: values are unique.` */

import type { Constraint, DomainClass, DomainModel, Field } from '../../model/index.ts';
import { unenforcedByElement, unenforcedNote } from '../core/index.ts';
import type { Emission } from '../target.ts';
import { attributeName } from './names.ts';

export interface Gaps {
  /** Returns the notes on a class and on inherited fields that it does not print. */
  readonly ofClass: (cls: DomainClass, printed: readonly Field[]) => readonly string[];
  /** Returns the note on a field that a class prints. */
  readonly ofField: (cls: DomainClass, field: Field) => string | undefined;
}

/** Returns the notes on all classes and fields of a model. */
export function gapsOf(model: DomainModel, achieved: Emission['achieved']): Gaps {
  const byElement = unenforcedByElement(model, achieved);
  const inherited = new Map<DomainClass, Map<Field, Constraint[]>>();
  for (const [element, constraints] of byElement) {
    for (const constraint of constraints) {
      if (element === constraint.class) continue;
      const fields = inherited.get(constraint.class) ?? new Map<Field, Constraint[]>();
      const field = element as Field;
      inherited.set(constraint.class, fields.set(field, [...(fields.get(field) ?? []), constraint]));
    }
  }
  return {
    ofClass: (cls, printed) => {
      const unprinted = [...(inherited.get(cls) ?? [])].filter(([field]) => !printed.includes(field));
      const fieldNotes = unprinted.map(([field, constraints]) => {
        const sentence = unenforcedNote(constraints, achieved);
        return sentence && `${attributeName(field.name)}: ${sentence}`;
      });
      return [unenforcedNote(byElement.get(cls), achieved), ...fieldNotes].filter((note) => note !== undefined);
    },
    ofField: (cls, field) => {
      const constraints: Constraint[] = [];
      for (let base: Field | undefined = field; base !== undefined; base = base.refines) {
        for (const constraint of byElement.get(base) ?? []) {
          if (constraint.class === cls || cls.ancestors.includes(constraint.class)) constraints.push(constraint);
        }
      }
      return unenforcedNote(constraints, achieved);
    },
  };
}
