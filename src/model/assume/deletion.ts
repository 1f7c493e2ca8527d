import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import type { Reader } from '../read/reader.ts';
import type { Field, OnDelete } from '../types.ts';
import { type Alike, type AssumptionLog, Decision } from './decision.ts';
import { deletion, type Wording } from './words.ts';

/** What is said of a single reference. */
const single = {
  cascade: deletion('goes when what it refers to is deleted'),
  'set-null': deletion('loses its value when what it refers to is deleted'),
  restrict: deletion('keeps what it refers to from being deleted'),
} as const satisfies Readonly<Record<OnDelete, Wording>>;

/** What is said of a list. */
const entry = deletion('loses the entry that is deleted');

/**
 * Decides for every reference what deleting the instance that is referred to does: what cannot be without it goes with
 * it, what can be loses the reference, and a list loses the entry.
 */
export function decideDeletions(reader: Reader, classes: readonly ClassDraft[], policies: Policies, log: AssumptionLog): void {
  // Without these, an instance has none of the alternatives of which it must have one.
  const alike = log.alike('on-delete', (field) => [wordsOf(field, field.onDelete as OnDelete)]);
  const needed = new Set<Field>();
  for (const { choices } of classes) {
    for (const { required, fields } of choices) if (required) for (const field of fields) needed.add(declared(field));
  }
  const decide = (cls: ClassDraft, field: FieldDraft) => {
    const isNeeded = field.cardinality === 'one' || needed.has(declared(field));
    decideOne(reader, cls, field, outcomeOf(field, isNeeded, policies), policies, log, alike);
  };
  for (const cls of classes) {
    for (const field of cls.fields) if (field.type.kind === 'reference') decide(cls, field);
    // What the superclass sets to null, a subclass that requires it cannot.
    for (const field of cls.refinements) {
      if (field.type.kind === 'reference' && !field.absent) decide(cls, field);
    }
  }
}

/** What is decided of the property in the class that it leads from, where the other class keeps the reference. */
function ofOtherEnd(cls: ClassDraft, { iri, type }: FieldDraft, { decisions }: Reader) {
  return type.kind === 'reference' && type.target !== cls ? decisions.find('deletion', iri, type.target.iri) : undefined;
}

/** The field as the class declares it that has it first. */
function declared(field: Field): Field {
  let base = field;
  while (base.refines) base = base.refines;
  return base;
}

function decideOne(
  reader: Reader,
  cls: ClassDraft,
  field: FieldDraft,
  outcome: OnDelete,
  policies: Policies,
  log: AssumptionLog,
  alike: Alike,
): void {
  const chosen = reader.decisions.find('deletion', field.iri, cls.iri) ?? ofOtherEnd(cls, field, reader);
  const isPossible = chosen?.value !== 'set-null' || field.cardinality === 'optional';
  if (chosen && !isPossible) {
    const why = field.cardinality === 'many' ? 'a list has no value to lose' : 'there is always a value';
    reader.warn('decision-impossible', { element: chosen.element, says: 'deletion: set-null', why }, chosen.place);
  }
  const decided = isPossible ? chosen : undefined;
  const onDelete = decided?.value ?? outcome;
  if (field.refines?.onDelete === onDelete) {
    field.onDelete = onDelete;
    return;
  }
  if (!decided && field.owner === cls && !field.refines) {
    field.onDelete = onDelete;
    alike.add(field);
    return;
  }
  const words = wordsOf(field, onDelete);
  const subject = { class: cls, member: field };
  const decision = decided
    ? Decision.chosen(onDelete, words, subject, decided.place)
    : Decision.by(policies, onDelete, words, subject);
  field.onDelete = decision.take(log);
  decision.comesToOwn('deletion');
}

function wordsOf({ cardinality }: FieldDraft, onDelete: OnDelete): Wording {
  return cardinality === 'many' && onDelete === 'cascade' ? entry : single[onDelete];
}

function outcomeOf({ cardinality, refines }: FieldDraft, isNeeded: boolean, policies: Policies): OnDelete {
  if (policies['on-delete'] === 'restrict') return 'restrict';
  // It would go as an instance of one class and stay as one of another.
  if (isNeeded && refines?.onDelete === 'set-null' && policies.subclasses === 'several') return 'restrict';
  return isNeeded || cardinality === 'many' ? 'cascade' : 'set-null';
}
