/** Generates numbers that may be within given bounds, for sample instances. */

import { isInteger, kindOf, type ScalarType } from '../model/index.ts';

/**
 * Yields numerals that may be within the bounds of a type: the preferred one, then numerals at, near and between the bounds.
 * They are in plain notation. The caller must check whether they are within the bounds.
 */
export function* numeralCandidates(type: ScalarType, preferred: string): Generator<string> {
  // Most callers need only this one.
  yield preferred;
  const scale = scaleOf(type, preferred);
  const { minimum, maximum } = type;
  const [low, high] = [minimum && scale.low, maximum && scale.high];
  yield* [...boundaryNumbers(low, high), ...innerNumbers(low, high, scale.unit)].map(scale.write);
  yield* additionalNumbers(scale).map(scale.write);
  if (low !== undefined && high !== undefined) yield* evenlySpacedNumbers(low, high).map(scale.write);
}

/** Fixed-point numbers as bigints: with two digits after the decimal point, `unit` is 100n, and 1.25 is 125n. */
interface Scale {
  readonly unit: bigint;
  readonly preferred: bigint;
  /** The bounds of the type, or else of its kind. */
  readonly low: bigint | undefined;
  readonly high: bigint | undefined;
  readonly write: (scaled: bigint) => string;
}

function scaleOf({ scalar, minimum, maximum }: ScalarType, preferred: string): Scale {
  const { range } = kindOf(scalar);
  const [lowest, highest] = [minimum?.value ?? range?.minimum, maximum?.value ?? range?.maximum];
  const numerals = [preferred, minimum?.value ?? '', maximum?.value ?? ''];
  // Uses one digit more than the bounds, because numbers with fewer digits may not exist between them.
  const digits = isInteger(scalar) ? 0 : 1 + Math.max(...numerals.map((numeral) => fractionDigits(numeral).length));
  const toScaled = (numeral: string) =>
    BigInt(numeral.split('.')[0] + fractionDigits(numeral).padEnd(digits, '0').slice(0, digits));
  return {
    unit: 10n ** BigInt(digits),
    preferred: toScaled(preferred),
    low: lowest === undefined ? undefined : toScaled(lowest),
    high: highest === undefined ? undefined : toScaled(highest),
    write: (scaled) => numeralOf(scaled, digits),
  };
}

/** Returns the given bounds, and their middle. */
function boundaryNumbers(low: bigint | undefined, high: bigint | undefined): bigint[] {
  const bounds = [low, high].filter((bound) => bound !== undefined);
  return low === undefined || high === undefined ? bounds : [...bounds, (low + high) / 2n];
}

/** Returns numbers inside the given bounds, near them and further away. */
function innerNumbers(low: bigint | undefined, high: bigint | undefined, unit: bigint): bigint[] {
  return [
    ...(high === undefined ? [] : [high - unit, high - 1n, high - magnitude(high)]),
    ...(low === undefined ? [] : [low + unit, low + 1n, low + magnitude(low)]),
  ];
}

const MAX_ADDITIONAL = 20;

/** Returns further numbers, so that a list can have distinct values. */
function additionalNumbers({ unit, preferred, low, high }: Scale): bigint[] {
  return Array.from({ length: MAX_ADDITIONAL }, (_, i) => BigInt(i + 1) * unit).flatMap((step) => [
    preferred + step,
    ...(low === undefined ? [] : [low + step]),
    ...(high === undefined ? [] : [high - step]),
  ]);
}

/** Returns seven evenly spaced numbers between two bounds. */
function evenlySpacedNumbers(low: bigint, high: bigint): bigint[] {
  return [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((n) => low + ((high - low) * n) / 8n);
}

const magnitude = (numeral: bigint): bigint => (numeral < 0n ? -numeral : numeral);

/** Returns the digits after the decimal point. */
export const fractionDigits = (numeral: string): string => numeral.split('.')[1] ?? '';

/** Returns the numeral of an integer that is divided by 10 to the power of `digits`. */
export function numeralOf(scaled: bigint, digits: number): string {
  if (digits === 0) return `${scaled}`;
  const sign = scaled < 0n ? '-' : '';
  const all = `${magnitude(scaled)}`.padStart(digits + 1, '0');
  return `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`.replace(/\.?(?<!0)0+$/, '').replace(/^-0$/, '0');
}

/** Returns the neighbour of a numeral: the next integer, or a number with one more decimal (above `1.5`: `1.51`). */
export function adjacentNumeral(scalar: ScalarType['scalar'], numeral: string, side: 'below' | 'above'): string {
  const step = side === 'below' ? -1n : 1n;
  if (isInteger(scalar)) return `${BigInt(numeral) + step}`;
  const digits = fractionDigits(numeral).length + 1;
  return numeralOf(BigInt(numeral.split('.')[0] + fractionDigits(numeral).padEnd(digits, '0')) + step, digits);
}
