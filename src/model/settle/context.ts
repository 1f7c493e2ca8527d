import type { AssumptionLog } from '../assume/decision.ts';
import type { ClassDraft } from '../draft.ts';
import type { MemberNames } from '../name/members.ts';
import type { Policies } from '../policies.ts';
import { type Facts, NO_HINTS } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Related } from '../relate/index.ts';
import type { NamedTypes } from '../type/named-types.ts';
import type { Property } from '../type/property.ts';
import { cleanText } from '../words/text.ts';

/** What all that settle members of classes share. */
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

/** What the ontology, or a shape, says of a property for people. */
export function describedIn(facts: Facts, property: Property, cls: ClassDraft) {
  const { deprecated, iri, place } = property;
  const hints = facts.hints(cls.iri, iri);
  if (hints === NO_HINTS) return property.described;
  const label = property.label ?? hints.label?.replace(/\s+/g, ' ');
  // A name that only a shape gives is told where there is nothing else to tell.
  const said = hints.doc ?? (property.label === undefined ? hints.label : undefined);
  const doc = property.doc ?? (said === undefined ? undefined : cleanText(said));
  return { ...(label !== undefined && { label }), ...(doc !== undefined && { doc }), deprecated, iri, place };
}
