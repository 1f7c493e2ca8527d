import type { ClassDraft, FieldDraft } from '../draft.ts';
import { isInteger } from '../kinds/kinds.ts';
import { isWithin } from '../kinds/values.ts';
import type { Policies } from '../policies.ts';
import type { FieldType, GeneratedValue, ScalarType } from '../types.ts';
import { isPluralName } from '../words/names.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { isOfRecord, managedBy } from './moments.ts';
import { now, nowAgain, zero } from './words.ts';

/** Decides what a constructor supplies for a field whose other properties are settled: the current time, 0, or nothing. */
export function decideGenerated(cls: ClassDraft, field: FieldDraft, policies: Policies, log: AssumptionLog): void {
  const { name, type } = field;
  if (field.cardinality !== 'one' || field.default !== undefined || field.constant !== undefined) return;
  const value = generatedValue(field);
  if (value === undefined || !mayGenerate(value, type)) return;
  if (policies[value === 'now' ? 'timestamps' : 'counts'] === 'none') return;
  const managed = value === 'now' ? managedBy(name) : undefined;
  const words = value === 'zero' ? zero : managed === 'updated' ? nowAgain : now;
  const decision = Decision.by(policies, value, words, { class: cls, member: field });
  field.generated = decision.take(log, { kind: 'generated', class: cls, field });
  if (managed) field.managed = managed;
}

/** What the name and the comment of a field call for. */
function generatedValue({ name, type, doc }: FieldDraft): GeneratedValue | undefined {
  if (type.kind !== 'scalar') return undefined;
  if (type.scalar === 'dateTime') return isOfRecord(name) ? 'now' : undefined;
  return isInteger(type.scalar) && isCount(name, doc) ? 'zero' : undefined;
}

/** Whether the value that would be supplied is one of the type, whenever that may be. */
export function mayGenerate(value: GeneratedValue, type: FieldType): boolean {
  if (type.kind !== 'scalar') return value === 'uuid';
  if (value === 'zero') return allowsZero(type);
  return type.minimum === undefined && type.maximum === undefined && type.values === undefined;
}

/** Whether 0 is among the values of a number type. */
function allowsZero(type: ScalarType): boolean {
  return isWithin(type.scalar, '0', type) && (type.values?.includes('0') ?? true);
}

/** Whether an integer counts something, by its name (`upvotes`, `page_count`) or its comment. */
function isCount(name: string, doc: string | undefined): boolean {
  const isOneNoun = !name.includes('_') && isPluralName(name);
  return isOneNoun || /(^|_)count$/.test(name) || /^(number|count) of\b/i.test(doc ?? '');
}
