/** Changes generated instances until they satisfy shapes that are no rules of the model. */

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

/** A new member of an instance; undefined if it is removed. */
type Change = readonly [field: Field, member: Json | undefined];

/** Maximum number of values to try for one comparison. */
const TRIES = 40;

/** The number of other values that are tried before an optional value is removed. */
const REDRAWS = 2;

export class SampleRepair {
  readonly #records: SampleRecord[];
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
    this.#records = [...instances];
    this.#identities = identities;
    this.#seed = seed;
    for (const [i, record] of this.#records.entries()) {
      this.#byIri.set(this.#iriOf(record), i);
      this.#byId.set(record.value['id'], record);
    }
  }

  get records(): readonly SampleRecord[] {
    return this.#records;
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
      const record = this.#records[at] as SampleRecord;
      const changed = remedy.property === undefined ? this.#renamed(record, remedy) : this.#changed(record, remedy, attempt);
      if (changed === undefined) continue;
      this.#records[at] = changed;
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
  #renamed(record: SampleRecord, { proposals }: Remedy): SampleRecord | undefined {
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

  #changed(record: SampleRecord, remedy: Remedy, attempt: number): SampleRecord | undefined {
    const { class: cls, value } = record;
    for (const field of cls.allFields) {
      if (field.iri !== remedy.property || this.#isFixed(cls, field)) continue;
      for (const [changed, member] of this.#candidates(record, field, remedy, attempt)) {
        if (JSON.stringify(value[changed.name]) === JSON.stringify(member)) continue;
        const { [changed.name]: _, ...others } = value;
        // The order of the fields is kept.
        const all = member === undefined ? others : inOrder(cls, { ...others, [changed.name]: member });
        const found = validateDocument(variantOf(cls, 'entity'), JSON.stringify(all));
        if (found.broken.length === 0) return { ...record, value: all };
      }
    }
    return undefined;
  }

  /** Yields new values of a field, or of another field that it is compared with. */
  *#candidates(record: SampleRecord, field: Field, remedy: Remedy, attempt: number): Generator<Change> {
    const chance = new RandomSource(this.#seed, `${record.class.name} ${record.value['id']} ${field.name} ${attempt}`);
    if (remedy.comparison) yield* this.#compared(record, field, remedy.comparison, chance);
    const held = listOf(record.value[field.name]);
    const right = remedy.isMissing ? held : held.filter((one) => this.#isRight(field, one, remedy));
    const having = (more: readonly Json[]): Change => [field, memberOf(field, [...right, ...more])];
    const proposed = this.#proposed(field, remedy, chance).filter((one) => !right.includes(one));
    const wanted = remedy.isMissing ? attempt + 1 : Math.max(1, held.length - right.length);
    for (let i = 0; i < proposed.length; i++) {
      const first = (attempt + i) % proposed.length;
      yield having(distinctFrom(proposed, first, field.cardinality === 'many' ? wanted : 1));
    }
    if (remedy.isMissing) yield* this.#drawnValues(field, chance, having);
    // A resource that is none of the instances may be described elsewhere.
    else if (right.length < held.length) {
      if (attempt < REDRAWS) yield* this.#drawnValues(field, chance, having);
      yield having([]);
      yield [field, undefined];
    }
  }

  *#drawnValues(field: Field, chance: RandomSource, having: (more: readonly Json[]) => Change): Generator<Change> {
    for (let i = 0; i < TRIES; i++) {
      const next = this.#drawn(field, i, chance);
      if (next !== undefined) yield having([next]);
    }
  }

  /** Returns whether a value is not the wrong one. A resource that is none of the instances may be described elsewhere. */
  #isRight(field: Field, member: Json, { value, isOfTypes, proposals }: Remedy): boolean {
    if (!isReference(field)) return value === undefined ? isOfTypes : String(member) !== value;
    const record = this.#byId.get(member);
    if (record === undefined) return true;
    if (isOfTypes) return proposals.some((one) => one.is === 'class' && one.class === record.class.iri);
    return value !== undefined && this.#iriOf(record) !== value;
  }

  /** Returns the values of a field that the proposals name. */
  #proposed(field: Field, { proposals, isOfTypes }: Remedy, chance: RandomSource): readonly Json[] {
    const { type } = field;
    const found: Json[] = [];
    for (const proposal of proposals) {
      if (type.kind === 'reference') found.push(...this.#instances(field, proposal, isOfTypes, chance));
      else if (type.kind !== 'id' && proposal.is === 'term') {
        const value = valueOfTerm(type, proposal.term, '');
        if ('json' in value) found.push(JSON.parse(value.json));
      } else if (proposal.is === 'pattern' && type.kind === 'scalar') {
        found.push(...textsOf(type, proposal.pattern));
      }
    }
    return [...new Set(found)];
  }

  #instances(field: Field, proposal: Proposal, isExact: boolean, chance: RandomSource): readonly Json[] {
    const ids = this.#targets(field).flatMap(({ class: cls, value, ...record }) => {
      const fits =
        proposal.is === 'class'
          ? [cls, ...(isExact ? [] : cls.ancestors)].some(({ iri }) => iri === proposal.class)
          : proposal.is === 'term' && this.#iriOf({ class: cls, value, ...record }) === proposal.term;
      return fits && value['id'] !== undefined ? [value['id']] : [];
    });
    const first = ids.length === 0 ? 0 : chance.integerBetween(0, ids.length - 1);
    return [...ids.slice(first), ...ids.slice(0, first)];
  }

  #targets({ type }: Field): readonly SampleRecord[] {
    if (type.kind !== 'reference') return [];
    return this.#records.filter(({ class: cls }) => cls === type.target || cls.ancestors.includes(type.target));
  }

  #drawn(field: Field, nth: number, chance: RandomSource): Json | undefined {
    return isReference(field) ? chance.pick(this.#targets(field))?.value['id'] : this.#values.draw(field, nth, chance);
  }

  /** Yields values of two fields that are in the right order. */
  *#compared(
    { class: cls, value }: SampleRecord,
    field: Field,
    { property, relation }: Comparison,
    chance: RandomSource,
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
    for (let i = 0; i < TRIES; i++) {
      const [low, high] = [this.#drawn(field, i, chance), this.#drawn(other, i, chance)];
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
function textsOf(type: ScalarType, pattern: Pattern): readonly string[] {
  const found: string[] = [];
  for (const text of textsMatching([...(type.patterns ?? []), pattern], type)) {
    // An expression may match only one string as a whole, and more if letters follow.
    for (const more of ['', '2', '3']) {
      if (acceptsValue({ ...type, patterns: [...(type.patterns ?? []), pattern] }, `${text}${more}`))
        found.push(`${text}${more}`);
    }
    if (found.length > TRIES) break;
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

/** Returns up to `count` values, the first of which is at a position. */
function distinctFrom(values: readonly Json[], first: number, count: number): readonly Json[] {
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}

function inOrder(cls: DomainClass, value: Record<string, Json>): Record<string, Json> {
  const names = cls.allFields.map(({ name }) => name).filter((name) => name in value);
  return Object.fromEntries(names.map((name) => [name, value[name] as Json]));
}
