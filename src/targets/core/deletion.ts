/** Describes what the deletion of an instance does to the instances that refer to it, for the documents of APIs. */

import { type DomainClass, type DomainModel, type Field, withDescendants } from '../../model/index.ts';
import { enumerate } from '../text/index.ts';

/** The maximum number of classes that a list names. */
const MAX_NAMED = 5;

/** A reference field, with the class that has it. */
interface Referrer {
  readonly class: DomainClass;
  readonly field: Field;
}

/** The effect of deleting an instance on the instances that refer to it. */
export interface DeletionNote {
  /** `the invoices that refer to it are also deleted, and so are the lines that refer to those` */
  readonly text: string;
  /** Whether the deletion may be rejected because of references to the instance. */
  readonly mayBeRejected: boolean;
}

/**
 * Returns a function that describes the effect of deleting an instance of a class on the instances that refer to it, directly
 * or through others. It returns undefined if there is no effect. References to subclasses count, because the instance may
 * belong to one.
 */
export function deletionNotes(model: DomainModel): (cls: DomainClass) => DeletionNote | undefined {
  const referrersOf = referrersByClass(model);
  const known = new Map<DomainClass, { readonly note: DeletionNote | undefined }>();
  return (cls) => {
    const { note } = known.get(cls) ?? { note: deletionNote(cls, referrersOf) };
    known.set(cls, { note });
    return note;
  };
}

function deletionNote(cls: DomainClass, referrersOf: (cls: DomainClass) => readonly Referrer[]): DeletionNote | undefined {
  const referrers = referrersOf(cls);
  const classesWith = (isAffected: (referrer: Referrer) => boolean) =>
    new Set(referrers.filter(isAffected).map((referrer) => referrer.class));
  const deletedToo = classesWith(isDeletedToo);
  const rejecting = classesWith(({ field }) => rejectsDeletion(field));
  const shortened = classesWith(({ field }) => shortensList(field));
  const cleared = classesWith(({ field }) => losesReference(field));
  const clauses: string[] = [];
  if (deletedToo.size > 0) {
    clauses.push(`the ${listPlurals(deletedToo)} that refer to it are also deleted`);
    const further = indirectlyDeleted(cls, deletedToo, referrersOf);
    if (further.length > 0) clauses.push(`so are the ${listPlurals(further, 'others')} that refer to those`);
  }
  if (cleared.size > 0) clauses.push(clearedClause(cleared, deletedToo));
  if (rejecting.size > 0) clauses.push(`the deletion is rejected while ${listPlurals(rejecting)} refer to it`);
  if (shortened.size > 0)
    clauses.push(`the deletion is rejected if ${listPlurals(shortened)} would have too few references left`);
  if (clauses.length === 0) return undefined;
  return { text: clauses.join(', and '), mayBeRejected: rejecting.size > 0 || shortened.size > 0 };
}

/** Checks whether a model has a reference that may lead to a rejected deletion. */
export function hasRejectingReferences(model: DomainModel): boolean {
  const mayReject = (field: Field) => rejectsDeletion(field) || shortensList(field);
  return model.classes.some((cls) => cls.fields.some(mayReject) || cls.refinements.some(mayReject));
}

/** Whether the instance that has the reference is deleted, too. From a list, only the reference is removed. */
function isDeletedToo({ field: { onDelete, cardinality } }: Referrer): boolean {
  return onDelete === 'cascade' && cardinality !== 'many';
}

/** Whether the deletion of the target is rejected as long as the reference exists. */
function rejectsDeletion({ onDelete }: Field): boolean {
  return onDelete === 'restrict';
}

/** Whether the deletion removes the reference from a list that may then be shorter than its minimum. */
function shortensList({ onDelete, minItems = 0 }: Field): boolean {
  return onDelete === 'cascade' && minItems > 0;
}

/** Describes the instances that lose their reference; names no class if there are many. */
function clearedClause(cleared: ReadonlySet<DomainClass>, deletedToo: ReadonlySet<DomainClass>): string {
  if (cleared.size > MAX_NAMED) return `${deletedToo.size > 0 ? 'other ' : ''}references to it are removed`;
  return `the ${otherOrNothing(cleared, deletedToo)}${listPlurals(cleared)} that refer to it lose this reference`;
}

/** Returns `other ` if some instances of the classes are deleted: `the other patients that refer to it lose this reference`. */
function otherOrNothing(classes: ReadonlySet<DomainClass>, deletedToo: Iterable<DomainClass>): string {
  const isIncluded = (cls: DomainClass) => classes.has(cls) || cls.ancestors.some((ancestor) => classes.has(ancestor));
  return [...deletedToo].some(isIncluded) ? 'other ' : '';
}

/** Whether the deletion clears the reference, or removes it from a list. */
function losesReference({ onDelete, cardinality }: Field): boolean {
  return onDelete === 'set-null' || (onDelete === 'cascade' && cardinality === 'many');
}

/** Returns a function that lists the references to instances of a class, including those to its superclasses and subclasses. */
function referrersByClass(model: DomainModel): (cls: DomainClass) => readonly Referrer[] {
  const byTarget = new Map<DomainClass, Referrer[]>(model.classes.map((cls) => [cls, []]));
  for (const cls of model.classes) {
    for (const field of [...cls.fields, ...cls.refinements]) {
      if (field.type.kind !== 'reference' || field.absent) continue;
      byTarget.get(field.type.target)?.push({ class: cls, field });
    }
  }
  const order = new Map(model.classes.map((cls, index) => [cls, index]));
  const known = new Map<DomainClass, readonly Referrer[]>();
  return (cls) => {
    const referrers =
      known.get(cls) ??
      [...new Set([...withDescendants(cls), ...cls.ancestors])]
        .flatMap((target) => byTarget.get(target) ?? [])
        .sort((a, b) => (order.get(a.class) ?? 0) - (order.get(b.class) ?? 0));
    known.set(cls, referrers);
    return referrers;
  };
}

/**
 * Returns the classes of indirectly deleted instances; at most one more than a list names, because it only says `others` then.
 */
function indirectlyDeleted(
  cls: DomainClass,
  deletedToo: ReadonlySet<DomainClass>,
  referrersOf: (cls: DomainClass) => readonly Referrer[],
): readonly DomainClass[] {
  const visited = new Set([cls, ...deletedToo]);
  const further: DomainClass[] = [];
  const addReferrersTo = (target: DomainClass) => {
    for (const referrer of referrersOf(target)) {
      if (further.length > MAX_NAMED) return;
      if (!isDeletedToo(referrer) || visited.has(referrer.class)) continue;
      visited.add(referrer.class);
      further.push(referrer.class);
    }
  };
  for (const target of deletedToo) addReferrersTo(target);
  // The loop also visits the classes that it adds to the list.
  for (const target of further) addReferrersTo(target);
  return further;
}

/**
 * Joins the plural names of classes: `posts and comments`.
 *
 * @param remainder stands for the classes beyond the maximum; by default, their number: `3 others`
 */
function listPlurals(classes: Iterable<DomainClass>, remainder?: 'others'): string {
  const names = new Set<string>();
  for (const { plural } of classes) names.add(plural.replaceAll('_', ' '));
  const all = [...names];
  const unnamed = all.length - MAX_NAMED;
  return enumerate(unnamed > 0 ? [...all.slice(0, MAX_NAMED), remainder ?? `${unnamed} others`] : all);
}
