/** Draws random values of fields, the same ones in each run with the same seed. */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Field, type FieldType, isInteger, isNumeric, kindOf, type ScalarType } from '../model/index.ts';
import { shiftMoment } from './date-times.ts';
import { type Json, jsonOf, jsonValues, type ValuePreference, valuesOf } from './values.ts';

/** Maximum number of known values of a type to choose from. */
const MAX_POOL = 30;

/** Maximum distance of dates from the usual example. */
const MAX_DAYS = 365;
const SECONDS_PER_DAY = 86_400;

/** Maximum spread of numbers, and maximum distance from zero. */
const MAX_SPREAD = 1000;
const MAX_MAGNITUDE = 1_000_000_000;

/** Deterministic random choices. */
export class RandomSource {
  readonly #random: RandomGenerator;

  /** @param subject what the choices are about, such as a class and a number; it is mixed into the seed */
  constructor(seed: number, subject: string) {
    let hash = seed;
    for (let i = 0; i < subject.length; i++) hash = Math.imul(hash ^ subject.charCodeAt(i), 0x01000193);
    this.#random = xoroshiro128plus(hash);
  }

  /** Returns a random integer; both ends are included. */
  integerBetween(minimum: number, maximum: number): number {
    return uniformInt(this.#random, minimum, maximum);
  }

  /** Returns a random element of a list; undefined if the list is empty. */
  pick<T>(all: readonly T[]): T | undefined {
    return all.length === 0 ? undefined : all[this.integerBetween(0, all.length - 1)];
  }
}

/** Draws values of fields. */
export class ValueSource {
  readonly #pools = new Map<FieldType, readonly Json[]>();

  /** Returns a random value of a field that is not a reference. */
  draw(field: Field, nth: number, random: RandomSource): Json | undefined {
    const { type, name } = field;
    const preference = type.kind === 'scalar' && type.values === undefined ? randomPreference(type, nth, random) : undefined;
    if (type.kind !== 'scalar' || preference === undefined) return random.pick(this.pool(field));
    for (const value of valuesOf(type, name, preference)) return jsonOf(type.scalar, value);
    return undefined;
  }

  /** Returns known valid values of a field. */
  pool({ type, name }: Field): readonly Json[] {
    let pool = this.#pools.get(type);
    if (pool === undefined) {
      const found: Json[] = [];
      for (const value of jsonValues(type, name)) if (found.push(value) >= MAX_POOL) break;
      pool = found;
      this.#pools.set(type, pool);
    }
    return pool;
  }
}

/** Returns a random preference for a value; undefined if only known values can be chosen. */
function randomPreference(type: ScalarType, nth: number, random: RandomSource): ValuePreference | undefined {
  const { scalar } = type;
  if (type.patterns !== undefined) return undefined;
  if (isNumeric(scalar)) return { value: randomNumeral(type, random) };
  if (scalar === 'date' || scalar === 'dateTime') {
    const maximum = scalar === 'date' ? MAX_DAYS : MAX_DAYS * SECONDS_PER_DAY;
    const { minimum } = type;
    const shift = random.integerBetween(minimum ? 0 : -maximum, maximum);
    const [value] = shiftMoment(scalar, minimum?.value ?? kindOf(scalar).examples[0], shift);
    return value === undefined ? undefined : { value };
  }
  return kindOf(scalar).hasStringFacets ? { skip: nth } : undefined;
}

/** Returns a random number within the bounds of a type; fractional types get two decimals. */
function randomNumeral({ scalar, minimum, maximum }: ScalarType, random: RandomSource): string {
  const { range } = kindOf(scalar);
  const clamp = (value: string | undefined, fallback: number) =>
    Math.min(Math.max(Number(value ?? fallback), -MAX_MAGNITUDE), MAX_MAGNITUDE);
  const statedMaximum = maximum?.value ?? range?.maximum;
  const lowest = Math.ceil(clamp(minimum?.value, Math.min(0, clamp(statedMaximum, 0))));
  const greatest = Math.floor(Math.min(clamp(statedMaximum, MAX_MAGNITUDE), lowest + MAX_SPREAD));
  const integer = random.integerBetween(lowest, Math.max(lowest, greatest));
  return isInteger(scalar) || integer >= greatest
    ? `${integer}`
    : `${integer}.${String(random.integerBetween(0, 99)).padStart(2, '0')}`;
}
