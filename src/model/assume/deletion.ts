/**
 * Decides what deleting the target of a reference does: it deletes an instance that requires the reference, sets an optional
 * reference to null, and removes the entry of a list. So deleting a `User` deletes the posts whose `author_id` refers to it.
 */

import { deletionClauses, listDeletionClause, type OnDelete } from '../decide/choices.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Reader } from '../read/reader.ts';
import type { Field } from '../types.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { deletionWording, type Wording } from './texts.ts';

const toOneWordings = {
  cascade: deletionWording(deletionClauses.cascade),
  'set-null': deletionWording(deletionClauses['set-null']),
  restrict: deletionWording(deletionClauses.restrict),
} as const satisfies Readonly<Record<OnDelete, Wording>>;

const listWording = deletionWording(listDeletionClause);

export function decideDeletions(reader: Reader, classes: readonly ClassDraft[], log: AssumptionLog): void {
  // Optional references of required choices: without this value, an instance could lack all alternatives.
  const requiredAlternatives = new Set<Field>();
  for (const { choices } of classes) {
    for (const { required, fields } of choices)
      if (required) for (const field of fields) requiredAlternatives.add(originalField(field));
  }
  const decide = (cls: ClassDraft, field: FieldDraft) => {
    const isNeeded = field.cardinality === 'one' || requiredAlternatives.has(originalField(field));
    decideDeletion(reader, cls, field, assumedOutcome(field, isNeeded, reader.policies), log);
  };
  for (const cls of classes) {
    for (const field of cls.fields) if (field.type.kind === 'reference') decide(cls, field);
    // A subclass that requires the reference cannot set it to null as the superclass does.
    for (const field of cls.refinements) {
      if (field.type.kind === 'reference' && !field.absent) decide(cls, field);
    }
  }
}

/** Returns the decision for the class that has the property, if the other class stores the reference. */
function inverseDecision(cls: ClassDraft, { iri, type }: FieldDraft, { decisions }: Reader) {
  return type.kind === 'reference' && type.target !== cls ? decisions.find('deletion', iri, type.target.iri) : undefined;
}

/** Returns the user's decision about a reference. Warns if the reference cannot be set to null. */
function userDecision(reader: Reader, cls: ClassDraft, field: FieldDraft) {
  const chosen = reader.decisions.find('deletion', field.iri, cls.iri) ?? inverseDecision(cls, field, reader);
  if (chosen?.value !== 'set-null' || field.cardinality === 'optional') return chosen;
  const why = field.cardinality === 'many' ? 'a list has no value to lose' : 'there is always a value';
  reader.warn('decision-impossible', { element: chosen.element, says: 'deletion: set-null', why }, chosen.place);
  return undefined;
}

/** Returns the field that the superclass declares; the field itself if it narrows none. */
function originalField(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}

function decideDeletion(reader: Reader, cls: ClassDraft, field: FieldDraft, outcome: OnDelete, log: AssumptionLog): void {
  const decided = userDecision(reader, cls, field);
  const onDelete = decided?.value ?? outcome;
  if (field.refines?.onDelete === onDelete) {
    field.onDelete = onDelete;
    return;
  }
  const wording = wordingOf(field, onDelete);
  const subject = { class: cls, member: field };
  const decision = decided
    ? Decision.byUser(onDelete, wording, subject, decided.place)
    : Decision.byPolicy(reader.policies, onDelete, wording, subject);
  field.onDelete = decision.record(log, { kind: 'deletion', class: cls, field });
}

function wordingOf({ cardinality }: FieldDraft, onDelete: OnDelete): Wording {
  return cardinality === 'many' && onDelete === 'cascade' ? listWording : toOneWordings[onDelete];
}

function assumedOutcome({ cardinality, refines }: FieldDraft, isNeeded: boolean, policies: Policies): OnDelete {
  if (policies['on-delete'] === 'restrict') return 'restrict';
  // As an instance of both classes, it would be deleted by one rule and kept by the other.
  if (isNeeded && refines?.onDelete === 'set-null' && policies.subclasses === 'several') return 'restrict';
  return isNeeded || cardinality === 'many' ? 'cascade' : 'set-null';
}
