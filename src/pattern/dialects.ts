/** The dialects of regular expressions that `print.ts` can print: one object for each engine, with its syntax and its limits. */

import type { Category } from './ast.ts';
import type { Dialect } from './print.ts';

const hex = (character: number, digits: number): string => character.toString(16).toUpperCase().padStart(digits, '0');

const categoryEscape = ({ name, negated }: Category): string => `\\${negated ? 'P' : 'p'}{${name}}`;

const SPECIAL_IN_BRACKETS = '\\]^[-';

/** Line anchors as lookaround. `end` is the anchor of the dialect for the end of the string. */
const lineAnchors = (end: string) => ({
  lineStart: `(?:^|(?<=\\n)(?!${end}))`,
  lineEnd: `(?:(?=\\n)|(?<!\\n)${end})`,
});

/** What most dialects have in common. */
const common = {
  specialInBrackets: SPECIAL_IN_BRACKETS,
  any: '[\\s\\S]',
  none: '[^\\s\\S]',
  category: categoryEscape,
  /** Subtracts a class from another: `[a-z]` without `[m]` is `(?:(?![m])[a-z])`. */
  subtract: (from, subtracted) => `(?:(?!${subtracted})${from})`,
  backtracks: 'always',
  hasReferences: true,
  hasLookaround: false,
  maxRepetitions: 0x7fff_ffff,
  cost: { ranges: () => 1, categories: 1, empty: 1, limit: 1_000_000 },
} as const satisfies Partial<Dialect>;

/** How each regular expression engine writes the parts of a pattern. */
export const dialects = {
  /** `RegExp` of JavaScript with only the flag `u`, as JSON Schema requires. */
  ecmascript: {
    ...common,
    name: 'JavaScript',
    codePoint: (character) => (character > 0xffff ? `\\u{${hex(character, 5)}}` : `\\u${hex(character, 4)}`),
    anchors: { start: '^', end: '$', ...lineAnchors('$') },
    hasLookaround: true,
  },
  /** The crate `regex`, which Pydantic also uses. It rejects patterns above 10 MB; the costs are measured bytes. */
  rust: {
    ...common,
    name: "Rust's regex",
    specialInBrackets: `${SPECIAL_IN_BRACKETS}&~`,
    codePoint: (character) => `\\x{${hex(character, 4)}}`,
    anchors: { start: '^', end: '$', lineStart: undefined, lineEnd: undefined },
    subtract: (from, subtracted) => `[${from}--${subtracted}]`,
    backtracks: 'never',
    hasReferences: false,
    maxRepetitions: 0xffff_ffff,
    cost: {
      ranges: (ranges) => (ranges.every(([, last]) => last < 0x80) ? 100 : 1500 + 100 * ranges.length),
      categories: 60_000,
      empty: 1,
      limit: 8_000_000,
    },
  },
  /**
   * Advanced regular expressions of PostgreSQL, for `~` in a database in UTF-8. PostgreSQL's own classes depend on the locale.
   * Above the cost limit an expression takes seconds to compile, or is rejected as too complex.
   */
  postgresql: {
    ...common,
    name: 'PostgreSQL',
    codePoint: (character) => (character > 0xffff ? `\\U${hex(character, 8)}` : `\\u${hex(character, 4)}`),
    any: '.',
    none: '(?:(?!))',
    anchors: { start: '^', end: '$', ...lineAnchors('$') },
    category: () => undefined,
    backtracks: 'references',
    maxRepetitions: 255,
    cost: { ranges: (ranges) => 1 + ranges.length / 20, categories: 0, empty: 16, limit: 20_000 },
  },
  /** The module `re` of Python. Its `$` also matches before a last line feed, and its `\d` is the category Nd. */
  python: {
    ...common,
    name: "Python's re",
    specialInBrackets: `${SPECIAL_IN_BRACKETS}&~|`,
    codePoint: (character) => (character > 0xffff ? `\\U${hex(character, 8)}` : `\\u${hex(character, 4)}`),
    anchors: { start: '^', end: '\\Z', ...lineAnchors('\\Z') },
    category: ({ name, negated }) => (name === 'Nd' ? (negated ? '\\D' : '\\d') : undefined),
    maxRepetitions: 0xffff_fffe,
  },
  /** `java.util.regex`. Its `$` also matches before a last line feed; `&&` in brackets intersects classes. */
  java: {
    ...common,
    name: 'Java',
    specialInBrackets: `${SPECIAL_IN_BRACKETS}&`,
    codePoint: (character) => `\\x{${hex(character, 4)}}`,
    anchors: { start: '^', end: '\\z', ...lineAnchors('\\z') },
  },
} satisfies Readonly<Record<string, Dialect>>;

export type PatternDialect = keyof typeof dialects;

export const patternDialects = Object.keys(dialects) as readonly PatternDialect[];
