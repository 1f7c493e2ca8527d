/** Decides what a constructor supplies for a field: the current time for `created_at`, 0 for `page_count`, or nothing. */

import type { ElementDecision } from '../decide/elements.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import { isInteger } from '../kinds/kinds.ts';
import { isWithin } from '../kinds/values.ts';
import type { Policies } from '../policies.ts';
import type { Reader } from '../read/reader.ts';
import type { FieldType, GeneratedValue, ScalarType } from '../types.ts';
import { isPluralName } from '../words/names.ts';
import { type AssumptionLog, Decision } from './decision.ts';
import { now, updateTime, zero } from './texts.ts';
import { isRecordTimestamp, managedBy } from './timestamps.ts';

export function decideGenerated(reader: Reader, cls: ClassDraft, field: FieldDraft, log: AssumptionLog): void {
  const chosen = reader.decisions.find('generated', field.iri, cls.iri);
  const serverAssigned = reader.decisions.find('serverAssigned', field.iri, cls.iri);
  if (chosen) applyUserDecision(reader, cls, field, chosen, log);
  else assumeGenerated(cls, field, reader.policies, log);
  if (serverAssigned) applyServerAssigned(reader, field, serverAssigned);
}

function applyUserDecision(
  reader: Reader,
  cls: ClassDraft,
  field: FieldDraft,
  { value: choice, element, place }: ElementDecision<'generated'>,
  log: AssumptionLog,
): void {
  if (choice === 'none') return;
  const value: GeneratedValue = choice === 'zero' ? 'zero' : 'now';
  const why = reasonNotGenerated(field, value);
  if (why !== undefined) {
    reader.warn('decision-impossible', { element, says: `generated: ${choice}`, why }, place);
    return;
  }
  const wording = choice === 'zero' ? zero : choice === 'now' ? now : updateTime;
  const decision = Decision.byUser(value, wording, { class: cls, member: field }, place);
  field.generated = decision.record(log, { kind: 'generated', class: cls, field });
  if (choice === 'on-change') field.managed = 'updated';
}

/** Returns why a value cannot be generated for a field; undefined if it can. */
function reasonNotGenerated(field: FieldDraft, value: GeneratedValue): string | undefined {
  const { type, cardinality } = field;
  if (cardinality !== 'one') return 'a value is supplied where there is always one; decide that it is required, and not many';
  if (field.default !== undefined || field.constant !== undefined) return 'the ontology states its value';
  const isOfKind = type.kind === 'scalar' && (value === 'now' ? type.scalar === 'dateTime' : isInteger(type.scalar));
  if (!isOfKind) return value === 'now' ? 'it is not an xsd:dateTime' : 'it is not an integer';
  return mayGenerate(value, type) ? undefined : 'what is stated of its values does not allow it';
}

/** Decides whether clients may write the field. A field that only the server writes needs a generated value. */
function applyServerAssigned(
  reader: Reader,
  field: FieldDraft,
  { value, element, place }: ElementDecision<'serverAssigned'>,
): void {
  if (field.generated === undefined) {
    const why = 'the server has no value for it; decide that it is generated';
    if (value) reader.warn('decision-impossible', { element, says: 'server-assigned: true', why }, place);
  } else if (value) {
    field.managed ??= 'created';
  } else if (field.managed === 'updated') {
    const why = 'the database sets the time of the last change';
    reader.warn('decision-impossible', { element, says: 'server-assigned: false', why }, place);
  } else {
    delete field.managed;
  }
}

function assumeGenerated(cls: ClassDraft, field: FieldDraft, policies: Policies, log: AssumptionLog): void {
  const { name, type } = field;
  if (field.cardinality !== 'one' || field.default !== undefined || field.constant !== undefined) return;
  const value = generatedValue(field);
  if (value === undefined || !mayGenerate(value, type)) return;
  if (policies[value === 'now' ? 'timestamps' : 'counts'] === 'none') return;
  const managed = value === 'now' ? managedBy(name) : undefined;
  const wording = value === 'zero' ? zero : managed === 'updated' ? updateTime : now;
  const decision = Decision.byPolicy(policies, value, wording, { class: cls, member: field });
  field.generated = decision.record(log, { kind: 'generated', class: cls, field });
  if (managed) field.managed = managed;
}

/** Returns the generated value that the name and the comment of a field suggest. */
function generatedValue({ name, type, doc }: FieldDraft): GeneratedValue | undefined {
  if (type.kind !== 'scalar') return undefined;
  if (type.scalar === 'dateTime') return isRecordTimestamp(name) ? 'now' : undefined;
  return isInteger(type.scalar) && isCount(name, doc) ? 'zero' : undefined;
}

/** Returns whether the generated value is valid for the type at any time. */
export function mayGenerate(value: GeneratedValue, type: FieldType): boolean {
  if (type.kind !== 'scalar') return value === 'uuid';
  if (value === 'zero') return allowsZero(type);
  return type.minimum === undefined && type.maximum === undefined && type.values === undefined;
}

/** Returns whether 0 is among the values of a number type. */
function allowsZero(type: ScalarType): boolean {
  return isWithin(type.scalar, '0', type) && (type.values?.includes('0') ?? true);
}

/** Returns whether an integer counts something, by its name (`upvotes`, `page_count`) or its comment. */
function isCount(name: string, doc: string | undefined): boolean {
  const isOneNoun = !name.includes('_') && isPluralName(name);
  return isOneNoun || /(^|_)count$/.test(name) || /^(number|count) of\b/i.test(doc ?? '');
}
