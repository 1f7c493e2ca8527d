/** Generates many instances of many classes that reference each other: sample data for development databases or tests. */

import { allKeys, type DomainClass, type Field, type FieldType, isReference, type Key, variantOf } from '../model/index.ts';
import { comparisonNarrower } from './comparison-bounds.ts';
import { validateDocument } from './document-validation.ts';
import { idOf } from './ids.ts';
import { canonicalValue, countsOf, type Instance, type Members, valuesFor } from './instance.ts';
import { RandomSource, ValueSource } from './random-values.ts';
import { type Json, jsonValues } from './values.ts';

export interface SampleOptions {
  /** Number of instances per class. */
  readonly count: number;
  /** Seed of the random generator: the same seed produces the same instances. */
  readonly seed: number;
}

/** Instances that satisfy all constraints, individually and together. */
export interface Sample {
  readonly instances: readonly Instance[];
  /** The classes with fewer instances than requested, with their number of instances. */
  readonly incomplete: ReadonlyMap<DomainClass, number>;
}

/** Maximum number of attempts to draw a valid value. */
const MAX_TRIES = 20;

/** Maximum number of additional values in a list. */
const MAX_EXTRA_ITEMS = 3;

/** An instance without its references; these are chosen after all instances exist. */
interface Draft {
  readonly class: DomainClass;
  readonly nth: number;
  readonly id: string;
  readonly value: { [name: string]: Json };
  /** The minimum and the intended number of references of each field. */
  readonly references: readonly { readonly field: Field; readonly minimum: number; readonly count: number }[];
}

/** Generates instances of classes. Required references must point to one of these classes, or the instance is dropped. */
export function sampleFrom(classes: readonly DomainClass[], options: SampleOptions): Sample {
  const concrete = classes.filter((cls) => !cls.abstract);
  let drafts = new DraftBuilder(options).build(concrete);
  for (;;) {
    const { instances, failed } = new ReferenceChooser(drafts, options).chooseAll();
    if (failed.size === 0) return { instances, incomplete: incompleteClasses(concrete, instances, options) };
    // Other instances may reference the failed ones, so choose references again.
    drafts = drafts.filter((draft) => !failed.has(draft));
  }
}

function incompleteClasses(
  classes: readonly DomainClass[],
  instances: readonly Instance[],
  { count }: SampleOptions,
): Map<DomainClass, number> {
  const counts = new Map<DomainClass, number>(classes.map((cls) => [cls, 0]));
  for (const { class: cls } of instances) counts.set(cls, (counts.get(cls) ?? 0) + 1);
  return new Map([...counts].filter(([, generated]) => generated < count));
}

/** Values of unique fields and keys that are in use. */
class UsedValues {
  readonly #values = new Set<string>();

  /** @param owner the field or key that has the value */
  add(owner: string, value: unknown): void {
    this.#values.add(`${owner} ${JSON.stringify(value)}`);
  }

  has(owner: string, value: unknown): boolean {
    return this.#values.has(`${owner} ${JSON.stringify(value)}`);
  }
}

const qualifiedName = ({ owner, name }: Field): string => `${owner.name}.${name}`;

/** Generates instances without references. */
class DraftBuilder {
  readonly #options: SampleOptions;
  readonly #used = new UsedValues();
  readonly #unused = new Map<FieldType, Iterator<Json>>();
  readonly #values = new ValueSource();

  constructor(options: SampleOptions) {
    this.#options = options;
  }

  build(classes: readonly DomainClass[]): Draft[] {
    const drafts: Draft[] = [];
    for (const cls of classes) {
      for (let nth = 0; nth < this.#options.count; nth++) {
        const draft = this.#draft(cls, nth);
        if (draft) drafts.push(draft);
      }
    }
    return drafts;
  }

  #draft(cls: DomainClass, nth: number): Draft | undefined {
    const random = new RandomSource(this.#options.seed, `${cls.name} ${nth}`);
    const minimumOf = countsOf(cls, () => false);
    // The first instance has a value for each field.
    const countFor = countsOf(cls, () => nth === 0 || random.integerBetween(0, 3) > 0);
    const narrowField = comparisonNarrower(cls);
    const id = idOf(cls, nth);
    const value: { [name: string]: Json } = {};
    const references: Draft['references'][number][] = [];
    const known = (field: Field) => canonicalValue(field, value[field.name]);
    for (const field of cls.allFields) {
      const count = countFor(field);
      if (field.type.kind === 'id') value[field.name] = id;
      else if (isReference(field)) references.push({ field, minimum: minimumOf(field), count });
      else {
        const ordered = narrowField(field, known);
        const values = this.#valuesOf(ordered, count, nth, id, random);
        if (values === undefined) {
          if (ordered !== field && field.cardinality === 'optional') continue;
          return undefined;
        }
        if (field.cardinality === 'many') value[field.name] = values;
        else if (values[0] !== undefined) value[field.name] = values[0];
      }
    }
    return { class: cls, nth, id, value, references };
  }

  #valuesOf(field: Field, count: number, nth: number, id: string, random: RandomSource): readonly Json[] | undefined {
    const isPrescribed = field.constant !== undefined || field.discriminator || field.contains !== undefined;
    if (count === 0 || isPrescribed) return valuesFor(field, count, 0, id);
    const values: Json[] = [];
    for (let n = 0; n < count; n++) {
      const next = this.#value(field, nth * count + n, values, random);
      if (next === undefined) return undefined;
      values.push(next);
    }
    return values;
  }

  /** @param listed the values that the list already contains */
  #value(field: Field, nth: number, listed: readonly Json[], random: RandomSource): Json | undefined {
    const isFree = (value: Json) => !listed.includes(value) && !(field.unique && this.#used.has(qualifiedName(field), value));
    const take = (value: Json) => {
      if (field.unique) this.#used.add(qualifiedName(field), value);
      return value;
    };
    for (let n = 0; n < MAX_TRIES; n++) {
      const value = this.#values.draw(field, nth + n * this.#options.count, random);
      if (value !== undefined && isFree(value)) return take(value);
    }
    const value = field.unique ? this.#nextUnused(field, isFree) : this.#values.pool(field).find(isFree);
    if (value !== undefined) return take(value);
    // A list may contain a value twice unless the field is unique.
    return field.unique ? undefined : this.#values.draw(field, nth, random);
  }

  #nextUnused({ type, name }: Field, isFree: (value: Json) => boolean): Json | undefined {
    let unused = this.#unused.get(type);
    if (unused === undefined) {
      unused = jsonValues(type, name)[Symbol.iterator]();
      this.#unused.set(type, unused);
    }
    for (let next = unused.next(); !next.done; next = unused.next()) if (isFree(next.value)) return next.value;
    return undefined;
  }
}

/** Chooses the references of instances. */
class ReferenceChooser {
  readonly #drafts: readonly Draft[];
  readonly #seed: number;
  readonly #used = new UsedValues();
  /** Ids of the instances of a class and its subclasses. */
  readonly #idsOf = new Map<DomainClass, string[]>();

  constructor(drafts: readonly Draft[], { seed }: SampleOptions) {
    this.#drafts = drafts;
    this.#seed = seed;
    for (const { class: cls, id } of drafts) {
      for (const each of [cls, ...cls.ancestors]) {
        const known = this.#idsOf.get(each);
        if (known) known.push(id);
        else this.#idsOf.set(each, [id]);
      }
    }
  }

  /** Returns the complete instances, and the drafts for which no valid references were found. */
  chooseAll(): { readonly instances: readonly Instance[]; readonly failed: ReadonlySet<Draft> } {
    const instances = new Map<Draft, Instance>();
    const failed = new Set<Draft>();
    // In rounds over all classes, so that each class gets some of the targets that only one instance may refer to.
    for (const draft of this.#drafts.toSorted((a, b) => a.nth - b.nth)) {
      const instance = this.#instance(draft);
      if (instance) instances.set(draft, instance);
      else failed.add(draft);
    }
    return { instances: this.#drafts.flatMap((draft) => instances.get(draft) ?? []), failed };
  }

  /** Draws references until the instance satisfies all constraints, including keys. */
  #instance(draft: Draft): Instance | undefined {
    const { class: cls, nth } = draft;
    const random = new RandomSource(this.#seed, `${cls.name} ${nth} references`);
    for (let n = 0; n < MAX_TRIES; n++) {
      const value = this.#withReferences(draft, random);
      if (value === undefined) return undefined;
      if (!this.#isValid(cls, value)) continue;
      for (const { field } of draft.references) {
        const id = value[field.name];
        if (!field.unique || id === undefined) continue;
        for (const one of Array.isArray(id) ? id : [id]) this.#used.add(qualifiedName(field), one);
      }
      return { class: cls, value };
    }
    return undefined;
  }

  #isValid(cls: DomainClass, value: Members): boolean {
    if (validateDocument(variantOf(cls, 'entity'), JSON.stringify(value)).broken.length > 0) return false;
    const keys = allKeys(cls).map((key) => [keyName(key), key.fields.map(({ name }) => value[name])] as const);
    // A key with a missing part is not compared.
    const complete = keys.filter(([, parts]) => parts.every((part) => part !== undefined));
    if (complete.some(([name, parts]) => this.#used.has(name, parts))) return false;
    for (const [name, parts] of complete) this.#used.add(name, parts);
    return true;
  }

  #withReferences({ references, value, id, class: cls }: Draft, random: RandomSource): Members | undefined {
    const members: { [name: string]: Json } = {};
    const chosen = new Map<string, readonly string[]>();
    for (const { field, minimum, count } of references) {
      const ids = this.#chooseIds(field, minimum, count, id, random);
      if (ids === undefined) return undefined;
      chosen.set(field.name, ids);
    }
    // In the order of the fields.
    for (const { name, cardinality } of cls.allFields) {
      const ids = chosen.get(name);
      const member = ids === undefined ? value[name] : cardinality === 'many' ? ids : ids[0];
      if (member !== undefined) members[name] = member;
    }
    return members;
  }

  #chooseIds(field: Field, minimum: number, count: number, ownId: string, random: RandomSource): readonly string[] | undefined {
    if (!isReference(field) || count === 0) return [];
    const { maxItems = Number.POSITIVE_INFINITY, contains = [], cardinality } = field;
    const isFree = (id: string) =>
      !(field.irreflexive && id === ownId) && !(field.unique && this.#used.has(qualifiedName(field), id));
    const ids = this.#idsOf.get(field.type.target) ?? [];
    const candidates = field.unique || field.irreflexive ? ids.filter(isFree) : ids;
    const extra = cardinality === 'many' && minimum < count ? random.integerBetween(0, MAX_EXTRA_ITEMS - 1) : 0;
    const wanted = Math.min(count + extra, maxItems);
    const referred = new Set(contains);
    while (referred.size < Math.min(wanted, candidates.length)) referred.add(random.pick(candidates) as string);
    return referred.size < minimum ? undefined : [...referred];
  }
}

function keyName({ fields }: Key): string {
  return fields.map(qualifiedName).join(' ');
}
