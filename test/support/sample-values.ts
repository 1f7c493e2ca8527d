/** Arbitrary sample values of scalar types. */

import type { ScalarType } from '../../src/model/index.ts';

type Sample = (type: ScalarType, n: number) => string;

/** Returns sample value number `n` of a type, in a lexical form that every target accepts. */
export function scalarSample(type: ScalarType, n: number): string {
  const { scalar, values } = type;
  return values ? (values[n % values.length] as string) : samples[scalar](type, n);
}

const fitLength = (text: string, { minLength = 0, maxLength }: ScalarType): string => {
  const long = text.padEnd(minLength, 'x');
  return maxLength === undefined ? long : long.slice(-maxLength || long.length);
};

const fraction: Sample = ({ minimum, maximum }, n) => {
  const lower = minimum && Number(minimum.value);
  const upper = maximum && Number(maximum.value);
  if (lower !== undefined && upper !== undefined)
    return String(lower === upper ? lower : lower + ((upper - lower) * ((n % 97) + 1)) / 98.5);
  if (lower !== undefined) return String(lower + n + 0.5);
  return String(upper === undefined ? n + 0.25 : upper - n - 0.5);
};

const integer: Sample = ({ minimum, maximum }, n) => {
  if (minimum === undefined) return String(maximum === undefined ? n % 128 : BigInt(maximum.value) - BigInt(n % 128));
  const span = maximum === undefined ? 100n : BigInt(maximum.value) - BigInt(minimum.value) + 1n;
  return String(BigInt(minimum.value) + (BigInt(n) % span));
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const bytes = (n: number): Buffer => Buffer.from(`bytes ${n}`);
/** Converts a time of day to a time on a fixed day. */
const timeOnFixedDay = (bound: { readonly value: string } | undefined) => bound && `1970-01-01T${bound.value}Z`;

const samples = {
  string: (type, n) => fitLength(`text ${n}`, type),
  iri: (type, n) => fitLength(`http://example.org/${n}`, type),
  boolean: (_, n) => String(n % 2 === 1),
  float32: fraction,
  float64: fraction,
  decimal: fraction,
  dateTime: ({ minimum, maximum }, n) => new Date(instant(minimum?.value, maximum?.value, n * 1000)).toISOString(),
  date: ({ minimum, maximum }, n) => new Date(instant(minimum?.value, maximum?.value, n * 86_400_000)).toISOString().slice(0, 10),
  time: ({ minimum, maximum }, n) =>
    new Date(instant(timeOnFixedDay(minimum), timeOnFixedDay(maximum), (n % 3600) * 1000)).toISOString().slice(11, 23),
  duration: (_, n) => `P1Y2M3DT4H${n % 1000}M5.5S`,
  base64: (_, n) => bytes(n).toString('base64'),
  hex: (_, n) => bytes(n).toString('hex'),
  gYear: (_, n) => String(2000 + (n % 1000)),
  gYearMonth: (_, n) => `${2000 + (n % 1000)}-05`,
  gMonthDay: (_, n) => `--${twoDigits((n % 12) + 1)}-17`,
  gDay: (_, n) => `---${twoDigits((n % 28) + 1)}`,
  gMonth: (_, n) => `--${twoDigits((n % 12) + 1)}`,
  int8: integer,
  int16: integer,
  int32: integer,
  int64: integer,
  int64Text: integer,
  uint8: integer,
  uint16: integer,
  uint32: integer,
  uint64: integer,
  uint64Text: integer,
} as const satisfies Record<ScalarType['scalar'], Sample>;

/** Returns a time within the bounds in milliseconds: halfway between them, or `step` from the only one. */
function instant(minimum: string | undefined, maximum: string | undefined, step: number): number {
  const lower = minimum === undefined ? undefined : Date.parse(minimum);
  const upper = maximum === undefined ? undefined : Date.parse(maximum);
  if (lower !== undefined && upper !== undefined) return lower + Math.floor((upper - lower) / 2);
  if (lower !== undefined) return lower + step;
  return upper === undefined ? Date.parse('2024-05-17T08:30:00Z') + step : upper - step;
}
