/** Changes generated instances so that they satisfy shapes that the model cannot express, such as `sh:equals`. */

import { acceptsValue, type Instance, type Json, RandomSource, ValueSource, validateDocument } from '../instances/index.ts';
import { allKeys, compareValues, type DomainClass, type Field, isReference, type ScalarType, variantOf } from '../model/index.ts';
import { createMatcher, type Pattern, textsMatching } from '../pattern/index.ts';
import type { Comparison, Proposal, Remedy } from './shape-remedies.ts';
import type { Identities } from './uuid.ts';
import { valueOfTerm } from './values.ts';

/** A generated instance. Its IRI follows from its id unless shapes state the form of the IRI. */
export interface SampleRecord extends Instance {
  readonly iri?: string;
}

/** A field with its new JSON value; undefined if the value is removed. */
type Change = readonly [field: Field, member: Json | undefined];

/** Maximum number of values to try for one comparison. */
const MAX_TRIES = 40;

/** The number of rounds that try other values before an optional value is removed. */
const MAX_REDRAWS = 2;

export class SampleRepair {
  readonly records: SampleRecord[];
  readonly #identities: Identities;
  readonly #seed: number;
  readonly #values = new ValueSource();
  /** The positions of records by IRI. */
  readonly #byIri = new Map<string, number>();
  readonly #byId = new Map<Json | undefined, SampleRecord>();
  /** The number of attempts for each record and property. */
  readonly #attempts = new Map<string, number>();
  readonly #fixed = new Map<DomainClass, ReadonlySet<Field>>();

  constructor(instances: readonly Instance[], identities: Identities, seed: number) {
    this.records = [...instances];
    this.#identities = identities;
    this.#seed = seed;
    for (const [i, record] of this.records.entries()) {
      this.#byIri.set(this.#iriOf(record), i);
      this.#byId.set(record.value['id'], record);
    }
  }

  /** Changes instances that violate shapes. Returns whether one has changed. */
  correct(remedies: readonly Remedy[]): boolean {
    let hasChanged = false;
    // One violation may have several results, and a change may correct all of them.
    const done = new Set<string>();
    for (const remedy of remedies) {
      const key = `${remedy.node} ${remedy.property}`;
      const at = this.#byIri.get(remedy.node);
      if (at === undefined || done.has(key)) continue;
      const attempt = this.#attempts.get(key) ?? 0;
      this.#attempts.set(key, attempt + 1);
      const record = this.records[at] as SampleRecord;
      const changed =
        remedy.property === undefined ? this.#withNewIri(record, remedy) : this.#withNewValue(record, remedy, attempt);
      if (changed === undefined) continue;
      this.records[at] = changed;
      this.#byId.set(changed.value['id'], changed);
      done.add(key);
      hasChanged = true;
    }
    return hasChanged;
  }

  #iriOf({ iri, value }: SampleRecord): string {
    return iri ?? this.#identities.iriOf(String(value['id']));
  }

  /** Returns a record with another IRI that matches the patterns of its shape. */
  #withNewIri(record: SampleRecord, { proposals }: Remedy): SampleRecord | undefined {
    const patterns = proposals.flatMap((one) => (one.is === 'pattern' ? [one.pattern] : []));
    if (patterns.length === 0) return undefined;
    const at = this.#byIri.get(this.#iriOf(record)) as number;
    for (const iri of this.#irisMatching(patterns, record)) {
      if (this.#byIri.has(iri)) continue;
      this.#byIri.set(iri, at);
      return { ...record, iri };
    }
    return undefined;
  }

  /** Yields absolute IRIs: if the expression allows it, they end with the id, so that they are unique. */
  *#irisMatching(patterns: readonly Pattern[], { value }: SampleRecord): Generator<string> {
    const isMatch = createMatcher(patterns) ?? (() => false);
    // Authors often write the beginning of an IRI without a backslash before each point.
    const verbatim = patterns.map(({ source }) => source.replace(/^\^|\$$/g, ''));
    for (const text of [...verbatim, ...textsMatching(patterns, {})]) {
      if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i.test(text)) continue;
      for (const iri of [`${text}${value['id']}`, text]) if (isMatch(iri)) yield iri;
    }
  }

  /** Returns a record with another value of the property that violates the shape, if the model accepts it. */
  #withNewValue(record: SampleRecord, remedy: Remedy, attempt: number): SampleRecord | undefined {
    const { class: cls, value } = record;
    for (const field of cls.allFields) {
      if (field.iri !== remedy.property || this.#isFixed(cls, field)) continue;
      for (const [changed, member] of this.#candidates(record, field, remedy, attempt)) {
        if (JSON.stringify(value[changed.name]) === JSON.stringify(member)) continue;
        const { [changed.name]: _, ...others } = value;
        // The order of the fields is kept.
        const newValue = member === undefined ? others : inFieldOrder(cls, { ...others, [changed.name]: member });
        const { broken } = validateDocument(variantOf(cls, 'entity'), JSON.stringify(newValue));
        if (broken.length === 0) return { ...record, value: newValue };
      }
    }
    return undefined;
  }

  /** Yields new values of a field, or of another field that it is compared with. */
  *#candidates(record: SampleRecord, field: Field, remedy: Remedy, attempt: number): Generator<Change> {
    const random = new RandomSource(this.#seed, `${record.class.name} ${record.value['id']} ${field.name} ${attempt}`);
    if (remedy.comparison) yield* this.#comparedValues(record, field, remedy.comparison, random);
    const current = listOf(record.value[field.name]);
    const valid = remedy.isMissing ? current : current.filter((one) => !this.#isWrong(field, one, remedy));
    const withValues = (added: readonly Json[]): Change => [field, memberOf(field, [...valid, ...added])];
    const proposed = this.#proposedValues(field, remedy, random).filter((one) => !valid.includes(one));
    const wanted = remedy.isMissing ? attempt + 1 : Math.max(1, current.length - valid.length);
    for (let i = 0; i < proposed.length; i++) {
      const first = (attempt + i) % proposed.length;
      yield withValues(takeFrom(proposed, first, field.cardinality === 'many' ? wanted : 1));
    }
    if (remedy.isMissing) yield* this.#drawnValues(field, random, withValues);
    else if (valid.length < current.length) {
      if (attempt < MAX_REDRAWS) yield* this.#drawnValues(field, random, withValues);
      yield withValues([]);
      yield [field, undefined];
    }
  }

  *#drawnValues(field: Field, random: RandomSource, withValues: (added: readonly Json[]) => Change): Generator<Change> {
    for (let i = 0; i < MAX_TRIES; i++) {
      const next = this.#drawValue(field, i, random);
      if (next !== undefined) yield withValues([next]);
    }
  }

  /** Returns whether a value is the one that violates the shape. A resource that is none of the instances is never wrong. */
  #isWrong(field: Field, member: Json, { value, isOfTypes, proposals }: Remedy): boolean {
    if (!isReference(field)) return value === undefined ? !isOfTypes : String(member) === value;
    const record = this.#byId.get(member);
    if (record === undefined) return false;
    if (isOfTypes) return !proposals.some((one) => one.is === 'class' && one.class === record.class.iri);
    return value === undefined || this.#iriOf(record) === value;
  }

  #proposedValues(field: Field, { proposals, isOfTypes }: Remedy, random: RandomSource): readonly Json[] {
    const { type } = field;
    const found: Json[] = [];
    for (const proposal of proposals) {
      if (type.kind === 'reference') found.push(...this.#proposedIds(field, proposal, isOfTypes, random));
      else if (type.kind !== 'id' && proposal.is === 'term') {
        const value = valueOfTerm(type, proposal.term, '');
        if ('json' in value) found.push(JSON.parse(value.json));
      } else if (proposal.is === 'pattern' && type.kind === 'scalar') {
        found.push(...stringsMatching(type, proposal.pattern));
      }
    }
    return [...new Set(found)];
  }

  /** @param isExact whether instances of subclasses of the proposed class do not fit */
  #proposedIds(field: Field, proposal: Proposal, isExact: boolean, random: RandomSource): readonly Json[] {
    const ids = this.#targets(field).flatMap((record) => {
      const { class: cls, value } = record;
      const fits =
        proposal.is === 'class'
          ? [cls, ...(isExact ? [] : cls.ancestors)].some(({ iri }) => iri === proposal.class)
          : proposal.is === 'term' && this.#iriOf(record) === proposal.term;
      return fits && value['id'] !== undefined ? [value['id']] : [];
    });
    const first = ids.length === 0 ? 0 : random.integerBetween(0, ids.length - 1);
    return takeFrom(ids, first, ids.length);
  }

  #targets({ type }: Field): readonly SampleRecord[] {
    if (type.kind !== 'reference') return [];
    return this.records.filter(({ class: cls }) => cls === type.target || cls.ancestors.includes(type.target));
  }

  #drawValue(field: Field, nth: number, random: RandomSource): Json | undefined {
    return isReference(field) ? random.pick(this.#targets(field))?.value['id'] : this.#values.draw(field, nth, random);
  }

  /** Yields values of two fields that are in the right order. */
  *#comparedValues(
    { class: cls, value }: SampleRecord,
    field: Field,
    { property, relation }: Comparison,
    random: RandomSource,
  ): Generator<Change> {
    const other = cls.allFields.find(({ iri }) => iri === property);
    if (other?.type.kind !== 'scalar' || field.type.kind !== 'scalar' || other.type.scalar !== field.type.scalar) return;
    if (this.#isFixed(cls, other)) return;
    const { scalar } = field.type;
    const isInOrder = (low: Json | undefined, high: Json | undefined): boolean => {
      if (low === undefined || high === undefined || Array.isArray(low) || Array.isArray(high)) return false;
      const order = compareValues(scalar, String(low), String(high));
      return relation === 'equals' ? order === 0 : order < 0 || (order === 0 && relation === 'lessThanOrEquals');
    };
    if (isInOrder(value[other.name], value[other.name])) yield [field, value[other.name]];
    for (let i = 0; i < MAX_TRIES; i++) {
      const [low, high] = [this.#drawValue(field, i, random), this.#drawValue(other, i, random)];
      if (isInOrder(low, value[other.name])) yield [field, low];
      if (isInOrder(value[field.name], high)) yield [other, high];
    }
  }

  /** Returns whether the value of a field must not change: constants, and values that are unique. */
  #isFixed(cls: DomainClass, field: Field): boolean {
    let fixed = this.#fixed.get(cls);
    if (fixed === undefined) {
      const keys = new Set(allKeys(cls).flatMap((key) => key.fields.map(({ name }) => name)));
      fixed = new Set(
        cls.allFields.filter(
          ({ type, name, unique, constant, discriminator }) =>
            type.kind === 'id' || unique || discriminator || constant !== undefined || keys.has(name),
        ),
      );
      this.#fixed.set(cls, fixed);
    }
    return fixed.has(field);
  }
}

/** Returns strings of a type in which an expression finds a match. */
function stringsMatching(type: ScalarType, pattern: Pattern): readonly string[] {
  const patterns = [...(type.patterns ?? []), pattern];
  const found: string[] = [];
  for (const text of textsMatching(patterns, type)) {
    // An expression may match only one string as a whole, and more if letters follow.
    for (const suffix of ['', '2', '3']) if (acceptsValue({ ...type, patterns }, text + suffix)) found.push(text + suffix);
    if (found.length > MAX_TRIES) break;
  }
  return found;
}

function listOf(member: Json | undefined): readonly Json[] {
  if (member === undefined || member === null) return [];
  return Array.isArray(member) ? member : [member as Json];
}

function memberOf({ cardinality }: Field, values: readonly Json[]): Json | undefined {
  return cardinality === 'many' ? values : values.at(-1);
}

/** Returns up to `count` values from a position on; after the last value, the first ones follow. */
function takeFrom(values: readonly Json[], first: number, count: number): readonly Json[] {
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}

function inFieldOrder(cls: DomainClass, value: Record<string, Json>): Record<string, Json> {
  const names = cls.allFields.map(({ name }) => name).filter((name) => name in value);
  return Object.fromEntries(names.map((name) => [name, value[name] as Json]));
}
