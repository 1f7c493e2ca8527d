/**
 * Sets the ON DELETE action of each reference: cascade if the reference is required, set null if it is optional, and removal of
 * the entry of a list. So deleting a `User` deletes the posts whose `author_id` refers to it.
 */

import { deletionClauses, listDeletionClause, type OnDelete } from '../decide/choices.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Reader } from '../read/reader.ts';
import type { Field } from '../types.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { deletionWording, type Wording } from './texts.ts';

const referenceWordings = {
  cascade: deletionWording(deletionClauses.cascade),
  'set-null': deletionWording(deletionClauses['set-null']),
  restrict: deletionWording(deletionClauses.restrict),
} as const satisfies Readonly<Record<OnDelete, Wording>>;

const listWording = deletionWording(listDeletionClause);

export function setDeletionRules(reader: Reader, classes: readonly ClassDraft[], log: AssumptionLog): void {
  // Optional references that are alternatives of a required choice: set null could leave all alternatives empty.
  const requiredAlternatives = new Set<Field>();
  for (const { choices } of classes) {
    for (const { required, fields } of choices)
      if (required) for (const field of fields) requiredAlternatives.add(originalField(field));
  }
  const decide = (cls: ClassDraft, field: FieldDraft) => {
    const isRequired = field.cardinality === 'one' || requiredAlternatives.has(originalField(field));
    setDeletionRule(reader, cls, field, assumedRuleOf(field, isRequired, reader.policies), log);
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
function findUserDecision(reader: Reader, cls: ClassDraft, field: FieldDraft) {
  const userDecision = reader.decisions.find('deletion', field.iri, cls.iri) ?? inverseDecision(cls, field, reader);
  if (userDecision?.value !== 'set-null' || field.cardinality === 'optional') return userDecision;
  const why = field.cardinality === 'many' ? 'a list cannot be null' : 'the reference is required';
  reader.warn('decision-impossible', { element: userDecision.element, says: 'deletion: set-null', why }, userDecision.place);
  return undefined;
}

/** Returns the field that the superclass declares; the field itself if it narrows none. */
function originalField(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}

function setDeletionRule(reader: Reader, cls: ClassDraft, field: FieldDraft, assumedRule: OnDelete, log: AssumptionLog): void {
  const userDecision = findUserDecision(reader, cls, field);
  const onDelete = userDecision?.value ?? assumedRule;
  if (field.refines?.onDelete === onDelete) {
    field.onDelete = onDelete;
    return;
  }
  const wording = wordingOf(field, onDelete);
  const subject = { class: cls, member: field };
  const decision = userDecision
    ? Decision.byUser(onDelete, wording, subject, userDecision.place)
    : Decision.byPolicy(reader.policies, onDelete, wording, subject);
  field.onDelete = decision.record(log, { kind: 'deletion', class: cls, field });
}

function wordingOf({ cardinality }: FieldDraft, onDelete: OnDelete): Wording {
  return cardinality === 'many' && onDelete === 'cascade' ? listWording : referenceWordings[onDelete];
}

function assumedRuleOf({ cardinality, refines }: FieldDraft, isRequired: boolean, policies: Policies): OnDelete {
  if (policies['on-delete'] === 'restrict') return 'restrict';
  // With set null in the superclass and cascade here, an instance of both classes would be both kept and deleted.
  if (isRequired && refines?.onDelete === 'set-null' && policies.subclasses === 'several') return 'restrict';
  return isRequired || cardinality === 'many' ? 'cascade' : 'set-null';
}
