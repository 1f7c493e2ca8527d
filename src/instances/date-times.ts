/** Generates dates and times that may be within given bounds, for sample instances. */

import type { ScalarKind, ScalarType } from '../model/index.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Yields dates or times that may be within the bounds of a type: the preferred one, then at, near and between the bounds. */
export function* momentCandidates({ scalar, minimum, maximum }: ScalarType, preferred: string): Generator<string> {
  yield preferred;
  for (const [bound, step] of [
    [minimum, 1],
    [maximum, -1],
  ] as const) {
    if (!bound) continue;
    yield bound.value;
    for (let n = 1; n <= MAX_SHIFT; n++) yield* shiftMoment(scalar, bound.value, n * step);
  }
  if (minimum && maximum) {
    const [first, last] = [timeOf(scalar, minimum.value), timeOf(scalar, maximum.value)];
    for (let n = 1; n < 8; n++) yield* momentAt(scalar, first + ((last - first) * n) / 8);
  }
  for (let n = 1; n <= MAX_SHIFT; n++) yield* shiftMoment(scalar, preferred, n);
}

/** Maximum distance from a bound or from the preferred value, in days or seconds. */
const MAX_SHIFT = 20;

/** Shifts a time by seconds, or a date by days. Returns a list of one, or an empty list if the result cannot be represented. */
export function shiftMoment(scalar: ScalarKind, moment: string, by: number): readonly string[] {
  return momentAt(scalar, timeOf(scalar, moment) + by * (scalar === 'date' ? DAY : SECOND));
}

function timeOf(scalar: ScalarKind, moment: string): number {
  return Date.parse(scalar === 'time' ? `1970-01-01T${moment}Z` : moment);
}

/** Formats a time in milliseconds since the epoch; rejects times of day outside the first day. */
function momentAt(scalar: ScalarKind, time: number): readonly string[] {
  const milliseconds = Math.round(time);
  if (!Number.isFinite(milliseconds) || (scalar === 'time' && (milliseconds < 0 || milliseconds >= DAY))) return [];
  const text = new Date(milliseconds).toISOString().replace(/\.?0{0,3}Z$/, 'Z');
  // Years with more than four digits have a sign; these are rejected.
  if (!/^\d{4}-/.test(text)) return [];
  if (scalar === 'dateTime') return [text];
  return [scalar === 'date' ? text.slice(0, 10) : text.slice(11, -1)];
}
