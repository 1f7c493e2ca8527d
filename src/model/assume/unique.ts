import type { ClassDraft, FieldDraft } from '../draft.ts';
import { keysOf } from '../read/keys.ts';
import type { Reader } from '../read/reader.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { unique } from './texts.ts';

/** Makes a field `email` unique, unless the ontology states it for the property or by a key of the property alone. */
export function decideUniqueness(reader: Reader, cls: ClassDraft, field: FieldDraft, log: AssumptionLog): void {
  const { policies } = reader;
  const { name, type } = field;
  if (name !== 'email' || policies.email === 'plain' || field.unique || field.cardinality === 'many') return;
  if (type.kind !== 'scalar' || type.scalar !== 'string') return;
  if (keysOf(reader, cls).some(([property, ...others]) => property === field.iri && others.length === 0)) return;
  const decision = Decision.byPolicy(policies, true, unique, { class: cls, member: field });
  field.unique = decision.record(log, { kind: 'unique', class: cls, field });
}
