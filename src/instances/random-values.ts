/** Deterministic random choices and values. */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Field, type FieldType, isInteger, isNumeric, kindOf, type ScalarType } from '../model/index.ts';
import { shiftMoment } from './date-times.ts';
import { type Json, jsonOf, jsonValues, type ValuePreference, valuesOf } from './values.ts';

/** Maximum number of known values of a type to choose from. */
const POOL = 30;

/** Range of dates around the usual example, in days; seconds per day. */
const DAYS = 365;
const DAY = 86_400;

/** Maximum spread of numbers, and maximum distance from zero. */
const MAX_SPREAD = 1000;
const MAX_MAGNITUDE = 1_000_000_000;

/** Deterministic random choices. */
export class RandomSource {
  readonly #random: RandomGenerator;

  /** @param of the subject of the choices, such as a class and a number; it is mixed into the seed */
  constructor(seed: number, of: string) {
    let hash = seed;
    for (let i = 0; i < of.length; i++) hash = Math.imul(hash ^ of.charCodeAt(i), 0x01000193);
    this.#random = xoroshiro128plus(hash);
  }

  /** Returns a random integer; both ends are included. */
  integerBetween(least: number, most: number): number {
    return uniformInt(this.#random, least, most);
  }

  of<T>(all: readonly T[]): T | undefined {
    return all.length === 0 ? undefined : all[this.integerBetween(0, all.length - 1)];
  }
}

/** Draws values of fields. */
export class ValueSource {
  readonly #pools = new Map<FieldType, readonly Json[]>();

  /** Returns a random value of a field that is not a reference. */
  drawn(field: Field, nth: number, chance: RandomSource): Json | undefined {
    const { type, name } = field;
    const near = type.kind === 'scalar' && type.values === undefined ? randomPreference(type, nth, chance) : undefined;
    if (type.kind !== 'scalar' || near === undefined) return chance.of(this.pool(field));
    for (const value of valuesOf(type, name, near)) return jsonOf(type.scalar, value);
    return undefined;
  }

  /** Returns known valid values of a field. */
  pool({ type, name }: Field): readonly Json[] {
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

/** Returns a random preference for a value; undefined if only known values can be chosen. */
function randomPreference(type: ScalarType, nth: number, chance: RandomSource): ValuePreference | undefined {
  const { scalar } = type;
  if (type.patterns !== undefined) return undefined;
  if (isNumeric(scalar)) return { value: numeral(type, chance) };
  if (scalar === 'date' || scalar === 'dateTime') {
    const by = scalar === 'date' ? chance.integerBetween(-DAYS, DAYS) : chance.integerBetween(-DAYS * DAY, DAYS * DAY);
    const [value] = shiftMoment(scalar, kindOf(scalar).examples[0], by);
    return value === undefined ? undefined : { value };
  }
  return kindOf(scalar).hasStringFacets ? { skip: nth } : undefined;
}

/** Returns a random number within the bounds of a type; fractional types get two decimals. */
function numeral({ scalar, minimum, maximum }: ScalarType, chance: RandomSource): string {
  const { range } = kindOf(scalar);
  const bound = (value: string | undefined, otherwise: number) =>
    Math.min(Math.max(Number(value ?? otherwise), -MAX_MAGNITUDE), MAX_MAGNITUDE);
  const most = maximum?.value ?? range?.maximum;
  const least = Math.ceil(bound(minimum?.value, Math.min(0, bound(most, 0))));
  const greatest = Math.floor(Math.min(bound(most, MAX_MAGNITUDE), least + MAX_SPREAD));
  const integer = chance.integerBetween(least, Math.max(least, greatest));
  return isInteger(scalar) || integer >= greatest
    ? `${integer}`
    : `${integer}.${String(chance.integerBetween(0, 99)).padStart(2, '0')}`;
}
