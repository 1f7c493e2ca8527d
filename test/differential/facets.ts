/** The facets that each kind of value may have, with values around their limits. */

import type { ScalarKind } from '../../src/model/index.ts';
import { difficultScalars, texts } from './difficult-values.ts';
import { datatypes, literalOf } from './turtle.ts';

/** A constraint of a property shape, and values that test it, as JSON text. */
export interface Facet {
  /** The name in the table of documents and in class names, for example `minInclusive`. */
  readonly name: string;
  readonly kind: ScalarKind;
  /** Parameters of a property shape. */
  readonly shape: string;
  readonly samples: readonly string[];
  /** The parameters for a list; empty if none exist. */
  readonly ofLists: string;
}

const INTEGERS = texts`41 ¦ 42 ¦ 43 ¦ 0 ¦ 127`;

/** Values for tests of bounds: the first is the bound, the others are less than, equal to or greater than it. */
const boundValues: Readonly<Partial<Record<ScalarKind, readonly string[]>>> = {
  int8: ['42', '-128', '-1', ...INTEGERS],
  int16: ['42', '-32768', '32767', ...INTEGERS],
  int32: ['42', '-2147483648', '2147483647', ...INTEGERS],
  int64: ['42', '-9007199254740991', '9007199254740991', ...INTEGERS],
  uint8: ['42', '255', ...INTEGERS],
  uint16: ['42', '65535', ...INTEGERS],
  uint32: ['42', '4294967295', ...INTEGERS],
  uint64: ['42', '9007199254740991', ...INTEGERS],
  float32: texts`42.5 ¦ 42.50001 ¦ 42.49999 ¦ 42.500000000001 ¦ 4.25e1 ¦ 425e-1 ¦ -42.5 ¦ 0 ¦ 3e38 ¦ -3e38`,
  float64: texts`42.1 ¦ 42.10000000000001 ¦ 42.09999999999999 ¦ 42.10000000000000001 ¦ 4.21e1 ¦ -42.1 ¦ 0 ¦ 1e308 ¦ -1e308`,
  decimal: texts`"42.5" ¦ "42.50" ¦ "42.4999999999999999999999999" ¦ "42.5000000000000000000000001" ¦ "42" ¦ "43" ¦ "-42.5" ¦ "5" ¦ "100"`,
  dateTime: texts`"2024-05-17T08:30:00Z" ¦ "2024-05-17T10:30:00+02:00" ¦ "2024-05-16T20:30:00-12:00" ¦ "2024-05-17T08:30:00.000Z"
    ¦ "2024-05-17T08:30:00.000001Z" ¦ "2024-05-17T08:29:59.999999Z" ¦ "2024-05-17T10:30:00Z" ¦ "2024-05-17T10:29:59+02:00"
    ¦ "2024-05-17T07:30:01-01:00" ¦ "0001-01-01T00:00:00Z" ¦ "9999-12-31T23:59:59Z"`,
  date: texts`"2024-05-17" ¦ "2024-05-16" ¦ "2024-05-18" ¦ "0001-01-01" ¦ "9999-12-31" ¦ "2024-12-01" ¦ "2023-12-31"`,
  time: texts`"08:30:00" ¦ "08:30:00.000" ¦ "08:30:00.000001" ¦ "08:29:59.999999" ¦ "00:00:00" ¦ "23:59:59" ¦ "08:30:01"`,
};

/** Values for tests of allowed values, constants and defaults. The first value occurs in several spellings. */
const equalValues: Readonly<Record<ScalarKind, readonly string[]>> = {
  ...(Object.fromEntries(Object.entries(difficultScalars).map(([kind, { ordinary }]) => [kind, ordinary])) as Record<
    ScalarKind,
    readonly string[]
  >),
  ...boundValues,
  uint64Text: texts`"0" ¦ "1" ¦ "7" ¦ "00" ¦ "+1" ¦ "18446744073709551615" ¦ "42"`,
  string: texts`"open" ¦ "Open" ¦ "open " ¦ "" ¦ "offen" ¦ "o\u0301pen" ¦ "\u00f3pen" ¦ "a\"b" ¦ "a'b" ¦ "op\u0065n"`,
  iri: texts`"http://example.org/a" ¦ "http://example.org/A" ¦ "http://example.org/%61" ¦ "" ¦ "http://example.org/b" ¦ "HTTP://example.org/a"`,
  duration: texts`"P1M" ¦ "P30D" ¦ "P31D" ¦ "P1Y" ¦ "P12M" ¦ "P0Y1M" ¦ "-P1M" ¦ "P1D" ¦ "PT24H" ¦ "P1MT0S"`,
  base64: texts`"SGVsbG8=" ¦ "SGVsbG9v" ¦ "" ¦ "sGVsbG8="`,
  hex: texts`"48656C6c6f" ¦ "48656c6C6F" ¦ "48656C6C6F" ¦ "48" ¦ ""`,
};

const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

/** Texts for tests of lengths, which count code points. */
const LENGTHS = texts`"" ¦ "a" ¦ "ab" ¦ "abc" ¦ "abcd" ¦ "abcde" ¦ "\ud83d\ude00\ud83d\ude00" ¦ "\ud83d\ude00\ud83d\ude00\ud83d\ude00" ¦ "e\u0301e\u0301"
  ¦ "\u00fc\u00fc\u00fc" ¦ "日本語" ¦ "日本語日本語"`;

const lengths: Readonly<Record<string, string>> = {
  minLength: 'sh:minLength 3',
  maxLength: 'sh:maxLength 4',
  length: 'sh:minLength 3 ; sh:maxLength 3',
  noLength: 'sh:maxLength 0',
};

const patterns: Readonly<Record<string, readonly [shape: string, samples: readonly string[]]>> = {
  anchored: [
    String.raw`sh:pattern "^[A-Z]{2}\\d+$"`,
    texts`"AB1" ¦ "AB12" ¦ "ab1" ¦ "AB" ¦ "AB1 " ¦ "xAB1" ¦ "AB1\n" ¦ "AB١" ¦ "" ¦ "\nAB1"`,
  ],
  anywhere: ['sh:pattern "a.c"', texts`"abc" ¦ "xabcx" ¦ "ac" ¦ "a\nc" ¦ "ABC" ¦ "a\ud83d\ude00c" ¦ "a\u2028c" ¦ "a\rc" ¦ ""`],
  anyCase: [
    'sh:pattern "^stra.e$" ; sh:flags "i"',
    texts`"strasE" ¦ "STRASE" ¦ "STRA\u00dfE" ¦ "stra\u212ae" ¦ "strase" ¦ "x" ¦ "\u017ftrase"`,
  ],
  letters: [
    String.raw`sh:pattern "^\\p{Lu}\\p{L}*$"`,
    texts`"Ab" ¦ "\u00c4b" ¦ "ab" ¦ "A1" ¦ "日本" ¦ "\u01c5a" ¦ "\u0416\u0436" ¦ ""`,
  ],
};

/** All combinations of kinds and facets, for single values and for lists. */
export const facets: readonly Facet[] = [
  ...Object.entries(boundValues).flatMap(([kind, samples]) =>
    bounds.map((name) =>
      facet(name, kind as ScalarKind, `sh:${name} ${literalOf(datatypes[kind as ScalarKind], samples[0] as string)}`, samples),
    ),
  ),
  ...(['string', 'iri'] as const).flatMap((kind) =>
    Object.entries(lengths).map(([name, shape]) => facet(name, kind, shape, LENGTHS)),
  ),
  ...Object.entries(patterns).map(([name, [shape, samples]]) => facet(name, 'string', shape, samples)),
  facet('anchored', 'iri', 'sh:pattern "^https://"', texts`"https://a" ¦ "http://a" ¦ "x" ¦ "HTTPS://a" ¦ "https://"`),
  ...(Object.entries(equalValues) as [ScalarKind, readonly string[]][]).flatMap(([kind, samples]) => {
    const one = literalOf(datatypes[kind], samples[0] as string);
    const other = literalOf(datatypes[kind], samples.at(-1) as string);
    return [
      facet('in', kind, `sh:in ( ${one} ${other} )`, samples),
      facet('hasValue', kind, `sh:hasValue ${one}`, samples),
      facet('defaultValue', kind, `sh:defaultValue ${one}`, samples.slice(0, 2), ''),
    ];
  }),
];

function facet(name: string, kind: ScalarKind, shape: string, samples: readonly string[], ofLists = shape): Facet {
  return { name, kind, shape, samples, ofLists };
}
