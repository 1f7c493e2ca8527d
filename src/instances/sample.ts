/** Many instances of many classes, which refer to each other: data for a database that is being developed, or for tests. */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import {
  allKeys,
  type DomainClass,
  type Field,
  type FieldType,
  isInteger,
  isNumeric,
  isReference,
  type Key,
  kindOf,
  type ScalarType,
  variantOf,
} from '../model/index.ts';
import { countsOf, type Instance, type Members, valuesFor } from './instance.ts';
import { judge } from './judge.ts';
import { shifted } from './moments.ts';
import { identityOf, type Json, jsonOf, jsonValues, type Near, valuesOf } from './values.ts';

/** What is asked for. */
export interface Wanted {
  /** How many instances of each class. */
  readonly count: number;
  /** What the choice between values follows: the same seed gives the same instances. */
  readonly seed: number;
}

/** Instances that keep to all that is asked of them, by themselves and together. */
export interface Sample {
  readonly instances: readonly Instance[];
  /** The classes of which there are fewer than wanted, with how many there are. */
  readonly fewer: ReadonlyMap<DomainClass, number>;
}

/** How often values are drawn again that break something. */
const TRIES = 20;

/** So many of the values that a type is known to have are chosen from. */
const POOL = 30;

/** So many values more than it needs a list may have. */
const MORE = 3;

/** Days of dates, and seconds of times, around the usual example. */
const DAYS = 365;
const DAY = 86_400;

/** How far apart numbers are at most, and how far from zero. */
const WIDE = 1000;
const FARTHEST = 1_000_000_000;

/** An instance without its references, which are chosen when it is known what there is to refer to. */
interface Draft {
  readonly class: DomainClass;
  readonly nth: number;
  readonly id: string;
  readonly value: { [name: string]: Json };
  /** How many references each field has, the least and the most. */
  readonly references: readonly { readonly field: Field; readonly least: number; readonly count: number }[];
}

/** Makes instances of classes. What a class refers to has to be among them, or it has none where it needs one. */
export function sampleFrom(classes: readonly DomainClass[], wanted: Wanted): Sample {
  const concrete = classes.filter((cls) => !cls.abstract);
  let drafts = new Drafting(wanted).of(concrete);
  for (;;) {
    const { instances, failed } = new Referring(drafts, wanted).all();
    if (failed.size === 0) return { instances, fewer: fewerOf(concrete, instances, wanted) };
    // Others may refer to what there is no longer.
    drafts = drafts.filter((draft) => !failed.has(draft));
  }
}

function fewerOf(classes: readonly DomainClass[], instances: readonly Instance[], { count }: Wanted): Map<DomainClass, number> {
  const counts = new Map<DomainClass, number>(classes.map((cls) => [cls, 0]));
  for (const { class: cls } of instances) counts.set(cls, (counts.get(cls) ?? 0) + 1);
  return new Map([...counts].filter(([, each]) => each < count));
}

/** Chooses by chance that is the same in each run. */
class Chance {
  readonly #random: RandomGenerator;

  /** @param of what is chosen for: others get other choices */
  constructor(seed: number, of: string) {
    let hash = seed;
    for (let i = 0; i < of.length; i++) hash = Math.imul(hash ^ of.charCodeAt(i), 0x01000193);
    this.#random = xoroshiro128plus(hash);
  }

  /** A whole number, both ends included. */
  within(least: number, most: number): number {
    return uniformInt(this.#random, least, most);
  }

  of<T>(all: readonly T[]): T | undefined {
    return all.length === 0 ? undefined : all[this.within(0, all.length - 1)];
  }
}

/** What is taken of what no two instances may share. */
class Taken {
  readonly #values = new Set<string>();

  /** Whether it was free; it no longer is. */
  take(of: string, value: unknown): boolean {
    const key = `${of} ${JSON.stringify(value)}`;
    if (this.#values.has(key)) return false;
    this.#values.add(key);
    return true;
  }

  has(of: string, value: unknown): boolean {
    return this.#values.has(`${of} ${JSON.stringify(value)}`);
  }
}

const sharedName = ({ owner, name }: Field): string => `${owner.name}.${name}`;

/** Makes all of instances but their references. */
class Drafting {
  readonly #wanted: Wanted;
  readonly #taken = new Taken();
  readonly #rest = new Map<FieldType, Iterator<Json>>();
  readonly #pools = new Map<FieldType, readonly Json[]>();

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  of(classes: readonly DomainClass[]): Draft[] {
    const drafts: Draft[] = [];
    for (const cls of classes) {
      for (let nth = 0; nth < this.#wanted.count; nth++) {
        const draft = this.#draft(cls, nth);
        if (draft) drafts.push(draft);
      }
    }
    return drafts;
  }

  #draft(cls: DomainClass, nth: number): Draft | undefined {
    const chance = new Chance(this.#wanted.seed, `${cls.name} ${nth}`);
    const least = countsOf(cls, () => false);
    // The first has all, so that each field is seen once.
    const countIn = countsOf(cls, () => nth === 0 || chance.within(0, 3) > 0);
    const id = identityOf(cls, nth);
    const value: { [name: string]: Json } = {};
    const references: Draft['references'][number][] = [];
    for (const field of cls.allFields) {
      const count = countIn(field);
      if (field.type.kind === 'id') value[field.name] = id;
      else if (isReference(field)) references.push({ field, least: least(field), count });
      else {
        const values = this.#values(field, count, nth, id, chance);
        if (values === undefined) return undefined;
        if (field.cardinality === 'many') value[field.name] = values;
        else if (values[0] !== undefined) value[field.name] = values[0];
      }
    }
    return { class: cls, nth, id, value, references };
  }

  #values(field: Field, count: number, nth: number, id: string, chance: Chance): readonly Json[] | undefined {
    const isGiven = field.constant !== undefined || field.discriminator || field.contains !== undefined;
    if (count === 0 || isGiven) return valuesFor(field, count, 0, id);
    const found: Json[] = [];
    for (let n = 0; n < count; n++) {
      const next = this.#value(field, nth * count + n, found, chance);
      if (next === undefined) return undefined;
      found.push(next);
    }
    return found;
  }

  /** @param others what the list has already */
  #value(field: Field, nth: number, others: readonly Json[], chance: Chance): Json | undefined {
    const isFree = (value: Json) => !others.includes(value) && !(field.unique && this.#taken.has(sharedName(field), value));
    const take = (value: Json) => {
      if (field.unique) this.#taken.take(sharedName(field), value);
      return value;
    };
    for (let n = 0; n < TRIES; n++) {
      const value = this.#drawn(field, nth + n * this.#wanted.count, chance);
      if (value !== undefined && isFree(value)) return take(value);
    }
    const value = field.unique ? this.#nextOf(field, isFree) : this.#pool(field).find(isFree);
    if (value !== undefined) return take(value);
    // A list may hold a value twice, where nothing forbids it.
    return field.unique ? undefined : this.#drawn(field, nth, chance);
  }

  #drawn(field: Field, nth: number, chance: Chance): Json | undefined {
    const { type, name } = field;
    const near = type.kind === 'scalar' && type.values === undefined ? nearOf(type, nth, chance) : undefined;
    if (type.kind !== 'scalar' || near === undefined) return chance.of(this.#pool(field));
    for (const value of valuesOf(type, name, near)) return jsonOf(type.scalar, value);
    return undefined;
  }

  /** The next of all values that are known of a field whose values are not shared. */
  #nextOf({ type, name }: Field, isFree: (value: Json) => boolean): Json | undefined {
    let rest = this.#rest.get(type);
    if (rest === undefined) {
      rest = jsonValues(type, name)[Symbol.iterator]();
      this.#rest.set(type, rest);
    }
    for (let next = rest.next(); !next.done; next = rest.next()) if (isFree(next.value)) return next.value;
    return undefined;
  }

  /** Values that a field is known to take. */
  #pool({ type, name }: Field): readonly Json[] {
    let pool = this.#pools.get(type);
    if (pool === undefined) {
      const found: Json[] = [];
      for (const value of jsonValues(type, name)) if (found.push(value) >= POOL) break;
      pool = found;
      this.#pools.set(type, pool);
    }
    return pool;
  }
}

/** What is wanted of a value; undefined where only known ones are chosen from. */
function nearOf(type: ScalarType, nth: number, chance: Chance): Near | undefined {
  const { scalar } = type;
  if (type.patterns !== undefined) return undefined;
  if (isNumeric(scalar)) return { value: numeral(type, chance) };
  if (scalar === 'date' || scalar === 'dateTime') {
    const by = scalar === 'date' ? chance.within(-DAYS, DAYS) : chance.within(-DAYS * DAY, DAYS * DAY);
    const [value] = shifted(scalar, kindOf(scalar).examples[0], by);
    return value === undefined ? undefined : { value };
  }
  return kindOf(scalar).free ? { skip: nth } : undefined;
}

/** A number within the bounds of a type, of two digits behind the point where it may have any. */
function numeral({ scalar, minimum, maximum }: ScalarType, chance: Chance): string {
  const { range } = kindOf(scalar);
  const bound = (value: string | undefined, otherwise: number) =>
    Math.min(Math.max(Number(value ?? otherwise), -FARTHEST), FARTHEST);
  const most = maximum?.value ?? range?.greatest;
  const least = Math.ceil(bound(minimum?.value, Math.min(0, bound(most, 0))));
  const greatest = Math.floor(Math.min(bound(most, FARTHEST), least + WIDE));
  const whole = chance.within(least, Math.max(least, greatest));
  return isInteger(scalar) || whole >= greatest ? `${whole}` : `${whole}.${String(chance.within(0, 99)).padStart(2, '0')}`;
}

/** Chooses what instances refer to among those that there are. */
class Referring {
  readonly #drafts: readonly Draft[];
  readonly #seed: number;
  readonly #taken = new Taken();
  /** The instances of a class and of those below it. */
  readonly #idsOf = new Map<DomainClass, string[]>();

  constructor(drafts: readonly Draft[], { seed }: Wanted) {
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

  /** All instances, or those that cannot be. */
  all(): { readonly instances: readonly Instance[]; readonly failed: ReadonlySet<Draft> } {
    const instances: Instance[] = [];
    const failed = new Set<Draft>();
    for (const draft of this.#drafts) {
      const instance = this.#instance(draft);
      if (instance) instances.push(instance);
      else failed.add(draft);
    }
    return { instances, failed };
  }

  /** Draws references until the instance keeps to all, its keys included. */
  #instance(draft: Draft): Instance | undefined {
    const { class: cls, nth } = draft;
    const chance = new Chance(this.#seed, `${cls.name} ${nth} references`);
    for (let n = 0; n < TRIES; n++) {
      const value = this.#withReferences(draft, chance);
      if (value === undefined) return undefined;
      if (!this.#isSound(cls, value)) continue;
      for (const { field } of draft.references) {
        const id = value[field.name];
        if (field.unique && id !== undefined) this.#taken.take(sharedName(field), id);
      }
      return { class: cls, value };
    }
    return undefined;
  }

  #isSound(cls: DomainClass, value: Members): boolean {
    if (judge(variantOf(cls, 'entity'), JSON.stringify(value)).broken.length > 0) return false;
    const keys = allKeys(cls).map((key) => [keyName(key), key.fields.map(({ name }) => value[name])] as const);
    // Where a part has no value, nothing is compared.
    const whole = keys.filter(([, parts]) => parts.every((part) => part !== undefined));
    if (whole.some(([name, parts]) => this.#taken.has(name, parts))) return false;
    for (const [name, parts] of whole) this.#taken.take(name, parts);
    return true;
  }

  #withReferences({ references, value, id, class: cls }: Draft, chance: Chance): Members | undefined {
    const whole: { [name: string]: Json } = {};
    const chosen = new Map<string, readonly string[]>();
    for (const { field, least, count } of references) {
      const ids = this.#chosen(field, least, count, id, chance);
      if (ids === undefined) return undefined;
      chosen.set(field.name, ids);
    }
    // In the order of the fields.
    for (const { name, cardinality } of cls.allFields) {
      const ids = chosen.get(name);
      const own = ids === undefined ? value[name] : cardinality === 'many' ? ids : ids[0];
      if (own !== undefined) whole[name] = own;
    }
    return whole;
  }

  #chosen(field: Field, least: number, count: number, own: string, chance: Chance): readonly string[] | undefined {
    if (!isReference(field) || count === 0) return [];
    const { maxItems = Number.POSITIVE_INFINITY, contains = [], cardinality } = field;
    const isFree = (id: string) =>
      !(field.irreflexive && id === own) && !(field.unique && this.#taken.has(sharedName(field), id));
    const all = this.#idsOf.get(field.type.target) ?? [];
    const there = field.unique || field.irreflexive ? all.filter(isFree) : all;
    const more = cardinality === 'many' && least < count ? chance.within(0, MORE - 1) : 0;
    const wanted = Math.min(count + more, maxItems);
    const found = new Set(contains);
    while (found.size < Math.min(wanted, there.length)) found.add(chance.of(there) as string);
    return found.size < least ? undefined : [...found];
  }
}

/** What no two instances share, by its fields. */
function keyName({ fields }: Key): string {
  return fields.map(sharedName).join(' ');
}
