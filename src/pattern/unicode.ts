/** Sets of characters that escapes such as `\s`, `\i` and `\p{Nd}` stand for. */

import type { Category } from './ast.ts';
import { complement, type Ranges, union } from './ranges.ts';

/** The general categories that `\p{…}` may name (XML Schema 1.1 part 2, G.4.2.2). */
export const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;

/** White space in XML: `\s`. */
export const XML_SPACE: Ranges = [
  [0x9, 0xa],
  [0xd, 0xd],
  [0x20, 0x20],
];

/** Characters that may begin a name in XML (`NameStartChar`): `\i`. */
export const NAME_START: Ranges = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];

/** Characters that may occur in a name in XML (`NameChar`): `\c`. */
export const nameCharacters = (): Ranges =>
  union(NAME_START, [
    [0x2d, 0x2e],
    [0x30, 0x39],
    [0xb7, 0xb7],
    [0x300, 0x36f],
    [0x203f, 0x2040],
  ]);

/** The zeros of the decimal digits in Unicode 17; the ten digits of each script are consecutive. */
const DIGIT_ZEROS = `
  30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40
  1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0
  116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec
  1d7f6 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0`;

const SPACE_SEPARATORS: Ranges = [
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
const LINE_SEPARATORS: Ranges = [[0x2028, 0x2028]];
const PARAGRAPH_SEPARATORS: Ranges = [[0x2029, 0x2029]];

/** Categories with few ranges, for dialects without them. They are computed on first use, because few patterns need them. */
let categoryRanges: Readonly<Record<string, Ranges>> | undefined;

const computeCategoryRanges = (): Readonly<Record<string, Ranges>> => ({
  Nd: union(
    DIGIT_ZEROS.trim()
      .split(/\s+/)
      .map((digits) => Number.parseInt(digits, 16))
      .map((zero) => [zero, zero + 9] as const),
  ),
  Zs: SPACE_SEPARATORS,
  Zl: LINE_SEPARATORS,
  Zp: PARAGRAPH_SEPARATORS,
  Z: union(SPACE_SEPARATORS, LINE_SEPARATORS, PARAGRAPH_SEPARATORS),
  Cc: [
    [0x0, 0x1f],
    [0x7f, 0x9f],
  ],
});

/** Returns the characters of a category; undefined if it has too many ranges to list. */
export function rangesOfCategory({ name, negated }: Category): Ranges | undefined {
  categoryRanges ??= computeCategoryRanges();
  const ranges = categoryRanges[name];
  return ranges !== undefined && negated ? complement(ranges) : ranges;
}
