import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { OnDelete } from '../types.ts';
import { type AssumptionLog, Decision } from './decision.ts';

/** What deletion of what is referred to does, as a clause of the reference. */
const outcomes = {
  cascade: 'goes when what it refers to is deleted',
  'set-null': 'loses its value when what it refers to is deleted',
  restrict: 'keeps what it refers to from being deleted',
} as const satisfies Readonly<Record<OnDelete, string>>;

/**
 * Decides for every reference what deleting the instance that is referred to does: what cannot be without it goes with
 * it, what can be loses the reference, and a list loses the entry.
 */
export function decideDeletions(classes: readonly ClassDraft[], policies: Policies, log: AssumptionLog): void {
  for (const cls of classes) {
    for (const field of cls.fields) if (field.type.kind === 'reference') decide(cls, field, policies, log);
    // What the superclass sets to null, a subclass that requires it cannot.
    for (const field of cls.refinements) {
      if (field.type.kind === 'reference' && !field.absent) decide(cls, field, policies, log);
    }
  }
}

function decide(cls: ClassDraft, field: FieldDraft, policies: Policies, log: AssumptionLog): void {
  const onDelete = outcomeOf(field, policies);
  if (field.refines?.onDelete === onDelete) {
    field.onDelete = onDelete;
    return;
  }
  const decision = Decision.by(policies, 'on-delete', onDelete, () => ({
    kind: 'deletion',
    element: `${cls.name}.${field.name}`,
    iri: field.iri,
    place: field.place,
    decided: field.cardinality === 'many' && onDelete === 'cascade' ? 'loses the entry that is deleted' : outcomes[onDelete],
    because: 'no vocabulary says what deletion does',
    otherwise: 'nothing but the policy',
  }));
  field.onDelete = decision.take(log, { kind: 'deletion', class: cls, field });
}

function outcomeOf({ cardinality }: FieldDraft, policies: Policies): OnDelete {
  if (policies['on-delete'] === 'restrict') return 'restrict';
  return cardinality === 'optional' ? 'set-null' : 'cascade';
}
