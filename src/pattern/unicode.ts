/** Sets of characters that escapes such as `\s`, `\i` and `\p{Nd}` stand for. */

import type { Category } from './ast.ts';
import { complement, parseRanges, type Ranges, union } from './ranges.ts';

/** The general categories that `\p{…}` may name (XML Schema 1.1 part 2, G.4.2.2). */
export const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;

/** White space in XML: `\s`. */
export const XML_SPACE = parseRanges('9-A D 20');

/** Characters that may begin a name in XML (`NameStartChar`): `\i`. */
export const NAME_START = parseRanges(`
  3A 41-5A 5F 61-7A C0-D6 D8-F6 F8-2FF 370-37D 37F-1FFF 200C-200D 2070-218F 2C00-2FEF 3001-D7FF F900-FDCF FDF0-FFFD 10000-EFFFF`);

/** Characters that may occur in a name in XML (`NameChar`): `\c`. */
export const nameCharacters = (): Ranges => union(NAME_START, parseRanges('2D-2E 30-39 B7 300-36F 203F-2040'));

/** The zeros of the decimal digits in Unicode 17; the ten digits of each script are consecutive. */
const DIGIT_ZEROS = `
  30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40
  1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0
  116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec
  1d7f6 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0`;

const SPACE_SEPARATORS = parseRanges('20 A0 1680 2000-200A 202F 205F 3000');

/** Categories with few ranges, for dialects without them. They are computed on first use, because few patterns need them. */
let categoryRanges: Readonly<Record<string, Ranges>> | undefined;

const computeCategoryRanges = (): Readonly<Record<string, Ranges>> => ({
  Nd: union(parseRanges(DIGIT_ZEROS).map(([zero]) => [zero, zero + 9])),
  Zs: SPACE_SEPARATORS,
  Zl: parseRanges('2028'),
  Zp: parseRanges('2029'),
  Z: union(SPACE_SEPARATORS, parseRanges('2028-2029')),
  Cc: parseRanges('0-1F 7F-9F'),
});

/** Returns the characters of a category; undefined if it has too many ranges to list. */
export function rangesOfCategory({ name, negated }: Category): Ranges | undefined {
  categoryRanges ??= computeCategoryRanges();
  const ranges = categoryRanges[name];
  return ranges !== undefined && negated ? complement(ranges) : ranges;
}
