/** Numbers within bounds, and just beyond them. */

import { isInteger, kindOf, type ScalarType } from '../model/index.ts';

/**
 * Numerals that may be within the bounds of a type: the wanted one, then those at a bound, between them or beyond the only
 * one. They are in plain notation; whether they are within is for the caller to see.
 */
export function* numeralsNear({ scalar, minimum, maximum }: ScalarType, wanted: string): Generator<string> {
  const { range } = kindOf(scalar);
  const [least, most] = [minimum?.value ?? range?.least, maximum?.value ?? range?.greatest];
  const numerals = [wanted, minimum?.value ?? '', maximum?.value ?? ''];
  // One digit more than those of the bounds, so that there is something between them.
  const digits = isInteger(scalar) ? 0 : 1 + Math.max(...numerals.map((numeral) => fraction(numeral).length));
  const unit = (numeral: string) => BigInt(numeral.split('.')[0] + fraction(numeral).padEnd(digits, '0').slice(0, digits));
  const write = (scaled: bigint) => numeralOf(scaled, digits);
  const [low, high] = [least === undefined ? undefined : unit(least), most === undefined ? undefined : unit(most)];
  const one = 10n ** BigInt(digits);
  yield wanted;
  if (minimum && low !== undefined) yield write(low);
  if (maximum && high !== undefined) yield write(high);
  if (minimum && maximum && low !== undefined && high !== undefined) yield write((low + high) / 2n);
  if (maximum && high !== undefined) yield* [high - one, high - 1n, high - magnitude(high)].map(write);
  if (minimum && low !== undefined) yield* [low + one, low + 1n, low + magnitude(low)].map(write);
  // Others, so that a list need not hold one value twice.
  for (let n = 1n; n <= 20n; n++) {
    yield write(unit(wanted) + n * one);
    if (low !== undefined) yield write(low + n * one);
    if (high !== undefined) yield write(high - n * one);
  }
  if (minimum && maximum && low !== undefined && high !== undefined)
    for (let n = 1n; n < 8n; n++) yield write(low + ((high - low) * n) / 8n);
}

/** The next numeral on a side of another: the next whole number, or one more digit. */
export function nextTo(scalar: ScalarType['scalar'], numeral: string, side: 'below' | 'above'): string {
  const step = side === 'below' ? -1n : 1n;
  if (isInteger(scalar)) return `${BigInt(numeral) + step}`;
  const digits = fraction(numeral).length + 1;
  return numeralOf(BigInt(numeral.split('.')[0] + fraction(numeral).padEnd(digits, '0')) + step, digits);
}

const magnitude = (numeral: bigint): bigint => (numeral < 0n ? -numeral : numeral);

const fraction = (numeral: string): string => numeral.split('.')[1] ?? '';

function numeralOf(scaled: bigint, digits: number): string {
  if (digits === 0) return `${scaled}`;
  const sign = scaled < 0n ? '-' : '';
  const all = `${magnitude(scaled)}`.padStart(digits + 1, '0');
  return `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`.replace(/\.?0+$/, '').replace(/^-0$/, '0');
}
