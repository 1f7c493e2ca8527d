import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { unique } from './words.ts';

/** Makes an email unique, unless that is stated. */
export function decideUniqueness(cls: ClassDraft, field: FieldDraft, policies: Policies, log: AssumptionLog): void {
  const { name, type } = field;
  if (name !== 'email' || policies.email === 'plain' || field.unique || field.cardinality === 'many') return;
  if (type.kind !== 'scalar' || type.scalar !== 'string') return;
  field.unique = Decision.by(policies, true, unique, { class: cls, member: field }).take(log, {
    kind: 'unique',
    class: cls,
    field,
  });
}
