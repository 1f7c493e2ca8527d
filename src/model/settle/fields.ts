/**
 * Adds the fields and relations of all classes from the uses of properties: `:title` in `:Post` becomes the field `Post.title`,
 * and `:author` becomes the field `Post.author_id` with the relation `Post.author`. Then applies the facts and the assumptions
 * about each field, and sorts the members.
 */

import { compareCodePoints } from '../../ontology/index.ts';
import { decideGenerated } from '../assume/generated-values.ts';
import { decideLength } from '../assume/lengths.ts';
import { decideEscapes } from '../assume/patterns.ts';
import { decideUniqueness } from '../assume/unique.ts';
import { type ClassDraft, type FieldDraft, NO_DESCRIPTION, newField } from '../draft.ts';
import { propertyOf, type Uses } from '../relate/uses.ts';
import type { FieldType } from '../types.ts';
import { applyUse } from './apply-use.ts';
import type { Context } from './context.ts';
import { References } from './references.ts';
import { addValues } from './values.ts';

/** Claims names in the order of {@link claimOrder}. Returns the references, of which some may have to become optional. */
export function addFields(context: Context): References {
  const { classes, related } = context;
  for (const cls of classes) if (cls.parents.length === 0) cls.fields = [newIdField(cls)];
  const references = new References(context);
  for (const uses of claimOrder(context)) {
    addValues(context, uses);
    for (const use of uses) for (const edge of use.edges) references.add(edge);
  }
  for (const uses of related.uses) for (const use of uses) for (const edge of use.edges) references.addInverseRelation(edge);
  references.addGeneratedInverses();
  for (const use of related.uses.flat()) {
    applyUse(context, use);
    if (use.valueField) applyAssumptions(context, use.class, use.valueField);
  }
  const compareWithinRank = fieldComparator(context);
  for (const cls of classes) sortMembers(cls, compareWithinRank);
  return references;
}

/** Returns the uses in the order of the properties. A deprecated property comes after the others with the same name. */
function claimOrder({ names: members, related: { uses } }: Context): Uses {
  const nameOf = (own: Uses[number]) => members.candidates(propertyOf(own))[0];
  const others = uses.filter((own) => !propertyOf(own).deprecated);
  if (others.length === uses.length) return uses;
  const names = new Set(others.map(nameOf));
  const isLate = (own: Uses[number]) => propertyOf(own).deprecated && names.has(nameOf(own));
  return [...uses.filter((own) => !isLate(own)), ...uses.filter(isLate)];
}

/** Makes the assumptions about a field with values, after all statements about it were applied. */
function applyAssumptions({ reader, facts, policies, log }: Context, cls: ClassDraft, field: FieldDraft): void {
  decideUniqueness(reader, cls, field, log);
  decideLength(cls, field, facts, policies, log);
  decideEscapes(cls, field, policies, log);
  decideGenerated(reader, cls, field, log);
}

const ID_TYPE: FieldType = { kind: 'id' };

function newIdField(cls: ClassDraft): FieldDraft {
  const field = newField('id', ID_TYPE, 'one', true, cls, NO_DESCRIPTION);
  field.generated = 'uuid';
  return field;
}

type FieldOrder = (a: FieldDraft, b: FieldDraft, cls: ClassDraft) => number;

/** Returns the order of IRIs with `order=iri`, else that of `sh:order`. */
function fieldComparator({ facts, policies }: Context): FieldOrder {
  if (policies.order === 'iri') return (a, b) => compareCodePoints(a.iri ?? '', b.iri ?? '');
  if (!facts.haveHints) return () => 0;
  const statedOrder = (f: FieldDraft, cls: ClassDraft) => (f.iri === undefined ? undefined : facts.hints(cls.iri, f.iri).order);
  return (a, b, cls) => compareOrder(statedOrder(a, cls), statedOrder(b, cls));
}

/** Sorts the fields, with references last, and the relations, with declared ones first. */
function sortMembers(cls: ClassDraft, compareWithinRank: FieldOrder): void {
  const compare = (a: FieldDraft, b: FieldDraft) => rankOf(a) - rankOf(b) || compareWithinRank(a, b, cls);
  const isSorted = cls.fields.every((field, i) => i === 0 || compare(cls.fields[i - 1] as FieldDraft, field) <= 0);
  if (!isSorted) cls.fields.sort(compare);
  const { relations } = cls;
  const isMixed = relations.some((relation, i) => i > 0 && relation.declared && !relations[i - 1]?.declared);
  if (isMixed) relations.sort((a, b) => Number(b.declared) - Number(a.declared));
}

/** Ranks the id first, then values, then references. */
function rankOf({ type }: FieldDraft): number {
  return type.kind === 'id' ? 0 : type.kind === 'reference' ? 2 : 1;
}

/** Compares values of `sh:order`. Fields without one come last. */
function compareOrder(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}
