/**
 * Applies facts to one field: `sh:hasValue "x"` sets its constant. Records in the axiom of each fact the constraint of the
 * field that enforces it, or the reason why none does.
 */

import { type ClassDraft, type FieldDraft, removeGenerated } from '../draft.ts';
import { memberOfUnion, type Rejection, violatedFacet } from '../kinds/facets.ts';
import { parseValue } from '../kinds/values.ts';
import type { Term } from '../read/axioms.ts';
import type { Fact } from '../read/facts.ts';
import type { Range } from '../type/range.ts';
import type { Constraint, Field, FieldType, Union } from '../types.ts';
import type { Notes } from './notes.ts';

/** Records the axioms that the type of a field comes from. */
export function traceType(range: Range, cls: ClassDraft, field: FieldDraft, notes: Notes): void {
  for (const { axiom, kind, pattern } of range.traces) {
    if (kind === 'pattern') {
      if (pattern && field.type.kind !== 'reference') notes.add(axiom, { kind, class: cls, field, pattern });
    } else if (kind === 'type' && field.type.kind === 'enumeration' && field.type.only) {
      notes.add(axiom, { kind: 'values', class: cls, field });
    } else if (kind === 'type' || field.type.kind !== 'reference') {
      notes.add(axiom, { kind, class: cls, field });
    }
  }
}

/** The field that a fact is applied to. */
interface FactSubject {
  readonly class: ClassDraft;
  readonly field: FieldDraft;
  readonly notes: Notes;
  /** At most one value is stated. */
  readonly isSingle: boolean;
}

type FactOfKind<K extends Fact['kind']> = Fact & { readonly kind: K };

const factAppliers: { readonly [K in Fact['kind']]: (fact: FactOfKind<K>, subject: FactSubject) => void } = {
  min: (fact, subject) => {
    if (fact.count === 0) subject.notes.markComplete(fact.axiom);
    else noteMinimum(fact, subject);
  },
  some: noteMinimum,
  max: (fact, subject) => {
    const { absent, cardinality, maxItems } = subject.field;
    if (absent) noteConstraint(fact, subject, 'absent');
    else if (cardinality !== 'many') noteConstraint(fact, subject, 'single');
    else if (maxItems !== undefined) noteConstraint(fact, subject, 'max-items');
  },
  in: noteValues,
  concept: noteValues,
  facet: ({ axiom, facet }, { notes, isSingle: _, ...element }) => {
    if (axiom.shortfall !== undefined) return;
    notes.add(
      axiom,
      facet.kind === 'pattern' ? { kind: 'pattern', ...element, pattern: facet.pattern } : { kind: facet.kind, ...element },
    );
  },
  'node-kind': (fact, subject) => {
    if (fact.axiom.shortfall === undefined) noteConstraint(fact, subject, 'type');
  },
  value: applyValue,
  default: applyDefault,
  range: () => undefined,
  terms: () => undefined,
};

/** Applies facts to a field whose type and number of values are final. */
export function applyFacts(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[], notes: Notes): void {
  const isSingle = facts.some((fact) => fact.kind === 'max' && fact.count <= 1);
  const subject: FactSubject = { class: cls, field, notes, isSingle };
  for (const fact of facts) (factAppliers[fact.kind] as (fact: Fact, subject: FactSubject) => void)(fact, subject);
}

type PlainConstraintKind = Exclude<Extract<Constraint, { readonly field: Field }>['kind'], 'pattern' | 'inverse'>;

function noteConstraint({ axiom }: Fact, { notes, isSingle: _, ...element }: FactSubject, kind: PlainConstraintKind): void {
  notes.add(axiom, { kind, ...element });
}

function noteValues(fact: Fact, subject: FactSubject): void {
  if (fact.axiom.shortfall !== undefined) return;
  noteConstraint(fact, subject, subject.field.type.kind === 'enumeration' && !subject.field.type.only ? 'type' : 'values');
}

function noteMinimum(fact: Fact, subject: FactSubject): void {
  if (subject.field.absent) subject.notes.addShortfall(fact.axiom, NO_VALUE);
  else noteConstraint(fact, subject, subject.field.cardinality === 'many' ? 'min-items' : 'required');
}

const NO_VALUE = 'the class has no value at all';

function applyValue(fact: FactOfKind<'value'>, subject: FactSubject): void {
  const { axiom, term } = fact;
  const { field, notes } = subject;
  const parsed = fieldValue(term, field.type);
  if ('why' in parsed) {
    // The field still requires a value.
    if (field.cardinality === 'one') noteConstraint(fact, subject, 'required');
    notes.reject(axiom, parsed);
    return;
  }
  const { value } = parsed;
  if (field.absent) {
    notes.addShortfall(axiom, NO_VALUE);
  } else if (field.cardinality === 'many') {
    field.contains = [...new Set([...(field.contains ?? []), value])];
    noteConstraint(fact, subject, 'contains');
  } else if (field.constant !== undefined && field.constant !== value) {
    const why = `the only value is ${JSON.stringify(field.constant)} already`;
    if (subject.isSingle) notes.reject(axiom, { why, isFault: true });
    else notes.addShortfall(axiom, why);
  } else {
    field.constant = value;
    removeGenerated(field);
    delete field.default;
    if (field.cardinality === 'one') noteConstraint(fact, subject, 'required');
    noteConstraint(fact, subject, 'constant');
  }
}

function applyDefault(fact: FactOfKind<'default'>, subject: FactSubject): void {
  const { axiom, term } = fact;
  const { field, notes } = subject;
  const parsed = fieldValue(term, field.type);
  if ('why' in parsed) notes.reject(axiom, parsed);
  else if (field.cardinality === 'many') notes.addShortfall(axiom, 'a list has no default but to be empty');
  else if (field.constant !== undefined || field.absent) notes.addShortfall(axiom, 'the only value is settled already');
  else {
    field.default = parsed.value;
    removeGenerated(field);
    noteConstraint(fact, subject, 'default');
  }
}

/** Converts a value of the ontology to the form that it has in a field of the type; returns the reason if it is not valid. */
function fieldValue(term: Term, type: FieldType): { readonly value: string } | Rejection {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { why: 'instances are known by UUIDs, not by their IRIs' };
    case 'scalar': {
      const parsed = parseValue(term, type);
      const why = 'why' in parsed ? parsed.why : violatedFacet(parsed.value, type);
      if (why === undefined) return parsed;
      // If the ontology states no datatype, the string type is only assumed, so the ontology has no fault.
      return typeof term === 'string' && type.datatype === undefined ? { why } : { why, isFault: true };
    }
    case 'enumeration': {
      const allowed = type.only ?? type.enumeration.values;
      const value = allowed.find((v) =>
        typeof term === 'string' ? v.iri === term : v.iri === undefined && v.value === term.value,
      );
      if (value) return { value: value.value };
      const what = typeof term === 'string' ? 'the resource' : JSON.stringify(term.value);
      return { why: `${what} is none of the values`, isFault: true };
    }
    case 'union':
      return valueOfUnion(term, type.union);
    default:
      return type satisfies never;
  }
}

/** Converts a value for the member that has the datatype of the literal, else for the first member that accepts it. */
function valueOfUnion(term: Term, union: Union): { readonly value: string } | Rejection {
  const datatype = typeof term === 'string' ? undefined : term.datatype;
  const members = [...union.members].sort((a, b) => Number(b.datatype === datatype) - Number(a.datatype === datatype));
  const candidates = members.map((member) => ({ member, value: fieldValue(term, member) }));
  for (const { member, value: parsed } of candidates) {
    if ('why' in parsed) continue;
    if (memberOfUnion(union, parsed.value) === member) return parsed;
    return { why: 'as a string it could be read as a value of another of the datatypes' };
  }
  return candidates[0]?.value as Rejection;
}

/** Returns whether a value, in the form of a field, is valid for the type. */
export function isValueOf(value: string, type: FieldType): boolean {
  if (type.kind === 'enumeration') return (type.only ?? type.enumeration.values).some((v) => v.value === value);
  if (type.kind === 'union') return memberOfUnion(type.union, value) !== undefined;
  return type.kind !== 'scalar' || violatedFacet(value, type) === undefined;
}
