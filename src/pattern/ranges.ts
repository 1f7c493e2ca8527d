/** A set of characters as inclusive ranges of code points, in ascending order, not adjacent, without surrogates: `[[0x30, 0x39]]`. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** All characters, without surrogates. */
export const ALL: Ranges = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** Reads ranges in hexadecimal, as the tables of Unicode and XML write them: `20 41-5A`. */
export function parseRanges(text: string): Ranges {
  return text
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
      return [first, last];
    });
}

/** Returns the union of sets: sorts ranges and joins adjacent ones. */
export function union(...sets: readonly Ranges[]): Ranges {
  const joined: [number, number][] = [];
  for (const [first, last] of sets.flat().sort(([a], [b]) => a - b)) {
    const previous = joined.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else joined.push([first, last]);
  }
  return joined.length > 0 ? intersection(joined, ALL) : [];
}

/** Returns the characters in both sets. */
export function intersection(a: Ranges, b: Ranges): Ranges {
  const common: [number, number][] = [];
  for (let i = 0, j = 0; ; ) {
    const [x, y] = [a[i], b[j]];
    if (x === undefined || y === undefined) return common;
    const [first, last] = [Math.max(x[0], y[0]), Math.min(x[1], y[1])];
    if (first <= last) common.push([first, last]);
    if (x[1] < y[1]) i++;
    else j++;
  }
}

/** Returns the characters that are not in a set. */
export function complement(set: Ranges): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= 0x10ffff) gaps.push([next, 0x10ffff]);
  return intersection(gaps, ALL);
}

export function includes(set: Ranges, character: number): boolean {
  return set.some(([first, last]) => first <= character && character <= last);
}
