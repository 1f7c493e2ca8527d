/** The context that all steps share which create the members of classes. */

import type { AssumptionLog } from '../assume/decision.ts';
import { type ClassDraft, docBeyondName, type FieldDraft, type RelationDraft } from '../draft.ts';
import type { MemberNames } from '../name/members.ts';
import type { Policies } from '../policies.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Related } from '../relate/index.ts';
import type { NamedTypes } from '../type/named-types.ts';
import type { Property } from '../type/property.ts';
import { cleanText } from '../words/text.ts';

export interface Context {
  readonly reader: Reader;
  readonly classes: readonly ClassDraft[];
  readonly facts: Facts;
  readonly types: NamedTypes;
  readonly names: MemberNames;
  readonly related: Related;
  readonly policies: Policies;
  readonly log: AssumptionLog;
}

/**
 * Describes a member by the description of a shape, which is about the property in this class (SHACL, 2.3.2.1), and by the
 * label of the shape if the property has none in the ontology.
 */
export function describeByShape(member: FieldDraft | RelationDraft, facts: Facts, property: Property, cls: ClassDraft): void {
  const hints = facts.hints(cls.iri, property.iri);
  const label = property.label ?? hints.label?.replace(/\s+/g, ' ');
  // A label that only the shape has also becomes the documentation, if there is no other.
  const otherText = property.label === undefined ? hints.label : undefined;
  const text = hints.doc ?? property.doc ?? otherText;
  const doc = docBeyondName(text === undefined ? undefined : cleanText(text), member.name);
  if (label !== undefined) member.label = label;
  if (doc !== undefined) member.doc = doc;
}
