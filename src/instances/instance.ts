/** Generates single valid instances of a class as JSON: `{ "id": "…", "title": "Example title" }`. */

import { allChoices, allTotals, type DomainClass, type Field, kindOf } from '../model/index.ts';
import { comparisonNarrower } from './comparison-bounds.ts';
import { idOf } from './ids.ts';
import { type Json, jsonOfValue, jsonValues } from './values.ts';

export type Members = Readonly<Record<string, Json>>;

/** An instance as JSON. */
export interface Instance {
  readonly class: DomainClass;
  readonly value: Members;
}

export interface InstanceOptions {
  /** Number of the instance within its class; it determines the id. */
  readonly nth?: number;
  /** Number of values to skip because other instances use them; default: `nth`. */
  readonly skippedValues?: number;
  /** Whether an optional field gets a value; default: yes. */
  readonly isWanted?: (field: Field) => boolean;
}

/** Generates an instance of a class. Returns undefined if a field has no value that is known to satisfy its constraints. */
export function instanceOf(
  cls: DomainClass,
  { nth = 0, skippedValues = nth, isWanted = () => true }: InstanceOptions = {},
): Instance | undefined {
  const countFor = countsOf(cls, isWanted);
  const narrowField = comparisonNarrower(cls);
  const id = idOf(cls, nth);
  // Without inherited members, because a field may be named `constructor`.
  const value: Record<string, Json> = Object.create(null);
  const known = (field: Field) => canonicalValue(field, value[field.name]);
  for (const field of cls.allFields) {
    const ordered = narrowField(field, known);
    const values = field.type.kind === 'id' ? [id] : valuesFor(ordered, countFor(field), skippedValues, id);
    if (values === undefined) {
      if (ordered !== field && field.cardinality === 'optional') continue;
      return undefined;
    }
    const member = field.cardinality === 'many' ? values : values[0];
    if (member !== undefined) value[field.name] = member;
  }
  return { class: cls, value };
}

/** Returns the canonical form of a value that is not a list, or undefined for an absent or invalid value. */
export function canonicalValue({ type }: Field, value: Json | undefined): string | undefined {
  return value === undefined || type.kind !== 'scalar' ? undefined : kindOf(type.scalar).read(String(value));
}

/** Generates a value of a single field; a list has at least one value if allowed. Returns undefined if none is found. */
export function sampleOf(cls: DomainClass, field: Field): Json | undefined {
  const values = valuesFor(field, countOf(field, true), 0, idOf(cls, 0));
  return field.cardinality === 'many' ? values : values?.[0];
}

/** Computes the number of values per field from the constraints of fields, choices and totals. */
export function countsOf(cls: DomainClass, isWanted: (field: Field) => boolean): (field: Field) => number {
  if (hasIndependentCounts(cls)) return (field) => countOf(field, isWanted(field));
  const counts = new Map(cls.allFields.map((field) => [field.name, countOf(field, isWanted(field))]));
  // Choices and totals have the fields of the class that states them; a subclass may redefine them.
  const fieldsByName = new Map(cls.allFields.map((field) => [field.name, field]));
  const excluded = new Set<string>();
  // Only one field of a choice gets values: a required field, else one that already has values, else any.
  for (const { fields, required } of allChoices(cls).toSorted((a, b) => Number(b.required) - Number(a.required))) {
    const names = fields.map(({ name }) => name).filter((name) => !fieldsByName.get(name)?.absent);
    const requiredName = names.find((name) => fieldsByName.get(name)?.cardinality === 'one');
    const chosen =
      requiredName ?? names.find((name) => counts.get(name) && !excluded.has(name)) ?? names.find((name) => !excluded.has(name));
    for (const { name } of fields) {
      if (name === chosen) counts.set(name, required || requiredName ? 1 : (counts.get(name) ?? 0));
      else {
        counts.set(name, 0);
        excluded.add(name);
      }
    }
  }
  for (const { fields, minItems = 0, maxItems = Number.POSITIVE_INFINITY } of allTotals(cls)) {
    const counted = fields
      .map(({ name }) => fieldsByName.get(name) as Field)
      .filter(({ name, absent }) => !absent && !excluded.has(name));
    adjustCounts(counts, counted, minItems, maxItems);
  }
  return ({ name }) => counts.get(name) ?? 0;
}

/** Returns whether a class has no choices or totals, so that the number of values of a field depends on no other field. */
export function hasIndependentCounts(cls: DomainClass): boolean {
  return hasNoChoicesOrTotals(cls) && cls.ancestors.every(hasNoChoicesOrTotals);
}

function hasNoChoicesOrTotals({ choices, totals }: DomainClass): boolean {
  return choices.length + totals.length === 0;
}

/** Maximum number of generated values of a field: an ontology may require a hundred million. */
export const MAX_VALUES = 10_000;

/** Changes the numbers of values, from the first field on, until their total is within the bounds. */
function adjustCounts(counts: Map<string, number>, fields: readonly Field[], minimum: number, maximum: number): void {
  const count = ({ name }: Field) => counts.get(name) ?? 0;
  const total = () => fields.reduce((sum, field) => sum + count(field), 0);
  // Above the limit, no instance is generated: `valuesFor` returns undefined.
  const [first] = fields;
  if (first && Math.max(minimum, total()) > MAX_VALUES) {
    counts.set(first.name, Number.POSITIVE_INFINITY);
    return;
  }
  for (const field of fields) {
    const added = Math.min(minimum - total(), maxCountOf(field) - count(field));
    if (added > 0) counts.set(field.name, count(field) + added);
  }
  for (const field of fields) {
    const removed = Math.min(total() - maximum, count(field) - countOf(field, false));
    if (removed > 0) counts.set(field.name, count(field) - removed);
  }
}

/** Returns the minimum number of values of a field, or at least 1 if a value is wanted. */
function countOf(field: Field, wanted: boolean): number {
  const { cardinality, absent, minItems = 0, contains = [] } = field;
  if (absent) return 0;
  if (cardinality === 'one') return 1;
  if (cardinality === 'optional') return wanted ? 1 : 0;
  return Math.min(Math.max(minItems, contains.length, wanted ? 1 : 0), maxCountOf(field));
}

const maxCountOf = ({ cardinality, maxItems = Number.POSITIVE_INFINITY }: Field): number =>
  cardinality === 'many' ? maxItems : 1;

/**
 * Returns `count` values for a field, distinct as far as possible; undefined if none exist. A reference does not lead
 * to the instance itself, because readers of an example would find a person that is its own mother.
 */
export function valuesFor(field: Field, count: number, skipped: number, id: string): readonly Json[] | undefined {
  if (count > MAX_VALUES) return undefined;
  const { type, contains = [] } = field;
  if (count === 0) return [];
  const constant = field.constant ?? (field.discriminator && field.default);
  if (constant !== undefined) return Array(count).fill(jsonOfValue(type, constant));
  if (mustEndChain(field)) return [id];
  if (count === 1 && skipped === 0 && contains.length === 0 && type.kind !== 'reference') return firstValue(field);
  const isOwn = (value: Json) => type.kind === 'reference' && value === id;
  const required: readonly Json[] = contains.map((value) => jsonOfValue(type, value));
  const generated = distinctValues(field, count, skipped, (value) => isOwn(value) || required.includes(value));
  const values = [...required, ...generated];
  const last = values.at(-1);
  if (last === undefined) return undefined;
  return Array.from({ length: count }, (_, i) => values[i] ?? last);
}

/** Cached, because classes share the fields that they inherit. The list is empty if a field has no value. */
const firstValues = new WeakMap<Field, readonly Json[]>();

/** Returns the first value of a field that is no reference, in a list; undefined if none exists. */
function firstValue(field: Field): readonly Json[] | undefined {
  const values = firstValues.get(field) ?? distinctValues(field, 1, 0, () => false);
  firstValues.set(field, values);
  return values.length > 0 ? values : undefined;
}

/**
 * Returns whether each instance must refer to another one of its class than all others do. A chain of such references ends where
 * an instance refers to itself.
 */
function mustEndChain({ type, unique, cardinality, irreflexive, owner }: Field): boolean {
  if (type.kind !== 'reference' || !unique || cardinality !== 'one' || irreflexive) return false;
  return owner === type.target || owner.ancestors.includes(type.target);
}

/** Returns up to `count` different values, without the first ones, which other instances use; at least one if any exists. */
function distinctValues({ type, name }: Field, count: number, skipped: number, isExcluded: (value: Json) => boolean): Json[] {
  // References may point to the same instances, so none are skipped.
  const start = type.kind === 'reference' ? 0 : skipped;
  const values: Json[] = [];
  for (const value of jsonValues(type, name)) {
    if (!isExcluded(value)) values.push(value);
    if (values.length >= start + count) break;
  }
  return values.length > start ? values.slice(start) : values.slice(-1);
}
