import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { Policies } from '../policies.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { asciiEscapes } from './texts.ts';

/** Records that `\d` and `\w` in the patterns of a field match only ASCII, if a pattern contains them. */
export function decideEscapes(cls: ClassDraft, field: FieldDraft, policies: Policies, log: AssumptionLog): void {
  if (field.type.kind !== 'scalar') return;
  const patterns = (field.type.patterns ?? []).filter(({ escapes }) => escapes === 'ascii');
  if (patterns.length === 0) return;
  const decision = Decision.byPolicy(policies, undefined, asciiEscapes, { class: cls, member: field });
  for (const pattern of patterns) decision.record(log, { kind: 'pattern', class: cls, field, pattern });
}
