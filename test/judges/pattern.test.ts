import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createMatcher,
  linearSearch,
  type Pattern,
  type PatternDialect,
  translatePattern,
} from '../../src/targets/text/index.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { createDatabase } from '../support/pglite.ts';

// Each pattern is generated together with its meaning, from the definitions of XPath and XML Schema and without the translator:
// a part has its source and the positions where a match may end. Every engine must return the verdicts that follow from them.

/** A part of a pattern: its source, and the positions where a match that begins at `at` may end. */
interface Part {
  readonly source: string;
  readonly ends: (text: readonly string[], at: number, flags: string) => ReadonlySet<number>;
}

/** A set of characters: its source, and a test for membership. */
interface CharacterSet {
  readonly source: string;
  readonly has: (character: string, flags: string) => boolean;
}

const alphabet = [...'abyzAZkKsSiI09_-.:,$^&~|[]\\{}/#@ \t\n\réÉßẞΣσς٣१Ⅷ²€«»\u212aſıİ\u00a0\u2028\u0301\u200d漢😀😄𝟘𐐀𐐨'];
const character = fc.constantFrom(...alphabet);

/** The rule of XPath Functions and Operators 5.6.2 for the flag `i`. */
const variants = (a: string, b: string) => a.toLowerCase() === b.toLowerCase() || a.toUpperCase() === b.toUpperCase();

const escapeCharacter = (c: string): string =>
  ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c] ?? (/[\\|.?*+(){}[\]^$-]/.test(c) ? `\\${c}` : c);

/** The dollar sign is not special in XML Schema, and therefore not in character classes. */
const escapeInClass = (c: string): string => (c === '$' ? c : escapeCharacter(c));

const between = (low: string, high: string) => (c: string, flags: string) => {
  const inside = (one: string) => low <= one && one <= high;
  // With the flag `i`, a character is inside if it is a case variant of any character of the range.
  return inside(c) || (flags.includes('i') && [...characterRange(low, high)].some((other) => variants(c, other)));
};

function* characterRange(low: string, high: string): Generator<string> {
  for (let code = low.codePointAt(0) ?? 0; code <= (high.codePointAt(0) ?? 0); code++) yield String.fromCodePoint(code);
}

const escapes: readonly CharacterSet[] = (
  [
    ['\\d', /^\p{Nd}$/u],
    ['\\D', /^\P{Nd}$/u],
    ['\\w', /^[^\p{P}\p{Z}\p{C}]$/u],
    ['\\W', /^[\p{P}\p{Z}\p{C}]$/u],
    ['\\s', /^[ \t\n\r]$/],
    ['\\S', /^[^ \t\n\r]$/u],
    ['\\i', /^(?!\u0301)[^\0-9;-@[-^`{-~\u00a0-\u00bf\u2028€]$/u],
    ['\\c', /^[^\0-,/;-@[-^`{-~\u00a0-\u00bf\u2028€]$/u],
    ['\\p{Lu}', /^\p{Lu}$/u],
    ['\\P{L}', /^\P{L}$/u],
    ['\\p{Nd}', /^\p{Nd}$/u],
    ['\\p{Z}', /^\p{Z}$/u],
    ['\\P{Zs}', /^\P{Zs}$/u],
    ['\\p{Cc}', /^\p{Cc}$/u],
    ['\\p{IsBasicLatin}', /^[\0-\x7f]$/],
    ['\\P{IsLatin-1Supplement}', /^[^\x80-\xff]$/u],
    ['\\p{IsCyrillic}', /^[\u0400-\u04ff]$/u],
  ] as const
).map(([source, matches]) => ({ source, has: (c) => matches.test(c) }));

const members: fc.Arbitrary<CharacterSet> = fc.oneof(
  character.map((c) => ({ source: escapeInClass(c), has: between(c, c) })),
  fc
    .constantFrom(['a', 'z'], ['A', 'K'], ['0', '9'], ['+', '.'], ['à', 'é'], ['😀', '😄'], ['i', 's'], ['Α', 'Σ'])
    .map(([low = '', high = '']) => ({ source: `${escapeInClass(low)}-${high}`, has: between(low, high) })),
  fc.constantFrom(...escapes),
);

const { characterClass } = fc.letrec<{ characterClass: CharacterSet }>((tie) => ({
  characterClass: fc
    .record({
      negated: fc.boolean(),
      parts: fc.array(members, { minLength: 1, maxLength: 3 }),
      hyphen: fc.boolean(),
      except: fc.option(tie('characterClass'), { depthSize: 'small', maxDepth: 2 }),
    })
    .map(({ negated, parts, hyphen, except }) => ({
      source: `[${negated ? '^' : ''}${parts.map(({ source }) => source).join('')}${hyphen ? '-' : ''}${except ? `-${except.source}` : ''}]`,
      has: (c, flags) =>
        (parts.some((part) => part.has(c, flags)) || (hyphen && c === '-')) !== negated && !except?.has(c, flags),
    })),
}));

const dot: CharacterSet = { source: '.', has: (c, flags) => flags.includes('s') || (c !== '\n' && c !== '\r') };

const oneOf = ({ source, has }: CharacterSet): Part => ({
  source,
  ends: (text, at, flags) => new Set(at < text.length && has(text[at] ?? '', flags) ? [at + 1] : []),
});

const anchors: readonly Part[] = [
  {
    source: '^',
    ends: (text, at, flags) =>
      new Set(at === 0 || (flags.includes('m') && text[at - 1] === '\n' && at < text.length) ? [at] : []),
  },
  {
    source: '$',
    ends: (text, at, flags) => {
      const end = at === text.length;
      return new Set((flags.includes('m') ? (end ? text.at(-1) !== '\n' : text[at] === '\n') : end) ? [at] : []);
    },
  },
];

const sequence = (parts: readonly Part[]): Part => ({
  source: parts.map(({ source }) => source).join(''),
  ends: (text, at, flags) => {
    let places: ReadonlySet<number> = new Set([at]);
    for (const part of parts) places = new Set([...places].flatMap((place) => [...part.ends(text, place, flags)]));
    return places;
  },
});

const alternation = (branches: readonly Part[]): Part => ({
  source: branches.map(({ source }) => source).join('|'),
  ends: (text, at, flags) => new Set(branches.flatMap((branch) => [...branch.ends(text, at, flags)])),
});

const grouped = (part: Part, captures: boolean): Part => ({ ...part, source: `(${captures ? '' : '?:'}${part.source})` });

/** Quantifiers with their minimum and maximum; 99 means unbounded. */
const quantities = [
  ['?', 0, 1],
  ['*', 0, 99],
  ['+', 1, 99],
  ['{2}', 2, 2],
  ['{1,}', 1, 99],
  ['{0,2}', 0, 2],
  ['{0}', 0, 0],
] as const;

const repeated = (part: Part, [sign, min, max]: (typeof quantities)[number], reluctant: boolean): Part => ({
  source: part.source + sign + (reluctant ? '?' : ''),
  ends: (text, at, flags) => {
    const ends = new Set<number>(min === 0 ? [at] : []);
    let places: ReadonlySet<number> = new Set([at]);
    // Texts have fewer than 12 characters, so further rounds reach no other position.
    for (let n = 1; n <= Math.min(max, 12); n++) {
      places = new Set([...places].flatMap((place) => [...part.ends(text, place, flags)]));
      if (n >= min) for (const place of places) ends.add(place);
    }
    return ends;
  },
});

/** Generates parts. Only XPath has anchors, reluctant quantifiers and groups that do not capture. */
const expressions = (xpath: boolean): fc.Arbitrary<Part> =>
  fc.letrec<{ expression: Part; branch: Part; piece: Part; atom: Part }>((tie) => ({
    expression: fc.array(tie('branch'), { minLength: 1, maxLength: 2 }).map(alternation),
    branch: fc.array(tie('piece'), { maxLength: 3 }).map(sequence),
    piece: fc.oneof(
      { weight: 3, arbitrary: tie('atom') },
      fc
        .tuple(tie('atom'), fc.constantFrom(...quantities), xpath ? fc.boolean() : fc.constant(false))
        .map((all) => repeated(...all)),
    ),
    atom: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'pattern' },
      character.map((c) => oneOf({ source: c === '$' && !xpath ? c : escapeCharacter(c), has: between(c, c) })),
      fc.constantFrom(dot, ...escapes).map(oneOf),
      characterClass.map(oneOf),
      ...(xpath ? [fc.constantFrom(...anchors)] : []),
      fc.tuple(tie('expression'), xpath ? fc.boolean() : fc.constant(true)).map((all) => grouped(...all)),
    ),
  })).expression;

const texts = fc
  .array(fc.oneof(character, fc.constantFrom('a', 'b', '\n', '-', 'k')), { maxLength: 4 })
  .map((characters) => characters.join(''));

const always = ['', '\n', 'a', 'a\n', '\na', 'a\nb', 'a\r', '😀', 'e\u0301', 'aa', 'ab-', '٣0', 'K\u212a', 'sſ', 'iı'];

interface Case {
  readonly pattern: Pattern;
  readonly texts: readonly string[];
  readonly verdicts: readonly boolean[];
}

const cases: fc.Arbitrary<Case> = fc
  .constantFrom('xpath' as const, 'xsd' as const)
  .chain((syntax) =>
    fc.record({
      syntax: fc.constant(syntax),
      part: expressions(syntax === 'xpath'),
      flags: syntax === 'xpath' ? fc.constantFrom('', '', 's', 'm', 'i', 'si') : fc.constant(''),
      texts: fc.array(texts, { minLength: 8, maxLength: 8 }),
    }),
  )
  .map(({ syntax, part, flags, texts }) => {
    const all = [...always, ...texts];
    return {
      pattern: { source: part.source, flags, syntax },
      texts: all,
      verdicts: all.map((text) => {
        const characters = [...text];
        if (syntax === 'xsd') return part.ends(characters, 0, '').has(characters.length);
        return [...characters, ''].some((_, at) => part.ends(characters, at, flags).size > 0);
      }),
    };
  });

const sample = fc.sample(cases, { numRuns: 600, seed: 20 });

/** Back-references and realistic patterns, with verdicts written by hand. */
const stated: readonly Case[] = (
  [
    ['^(a|b)c\\1$', '', { aca: true, bcb: true, acb: false, ac: false }],
    ['^(.)(.)\\2\\1$', '', { abba: true, '😀é\u00e9😀': true, abab: false }],
    ['^(?:(.)\\1)+$', '', { aabb: true, abab: false, aab: false }],
    ['^(a*)\\10$', '', { aa0: true, '0': true, a0: false }],
    ['^((a)(b))\\3\\1$', '', { abbab: true, abab: false }],
    ['^(a|ab)(c|bcd)\\1?$', '', { abcd: true, abcda: true, abcab: true, abcdab: false }],
    ['^\\d{3}-\\d{4}$', '', { '555-1234': true, '٣٣٣-١٢٣٤': true, '555-1234\n': false, 'x555-1234': false }],
    ['^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$', '', { GB82WEST12345698765432: true, gb82WEST: false, GB82: false }],
    ['^https?://[^\\s/$.?#].[^\\s]*$', '', { 'https://example.org/a': true, 'ftp://example.org': false, 'https://ab c': false }],
    ['^[^@]+@[^@]+\\.[^@]+$', '', { 'a@b.c': true, 'a@b': false, 'a@b@c.d': false }],
    ['^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$', '', { '2024-12': true, '2024-13': false }],
    ['colou?r', 'i', { 'The COLOR': true, Colour: true, colr: false }],
    ['a {300}b', '', { [`a${' '.repeat(300)}b`]: true, [`a${' '.repeat(299)}b`]: false, [`a${' '.repeat(301)}b`]: false }],
    ['^a{3,600}$', '', { aa: false, aaa: true, ['a'.repeat(600)]: true, ['a'.repeat(601)]: false }],
    ['^(?:ab){256,}$', '', { ['ab'.repeat(255)]: false, ['ab'.repeat(256)]: true, ['ab'.repeat(999)]: true }],
    ['^ \\ d [ ] $', 'x', { '1 ': true, '1': false, ' 1 ': false }],
    ['a.b|[c', 'q', { 'xa.b|[c': true, acb: false }],
    ['a.B', 'qi', { 'xA.b': true, acb: false }],
    ['^ a + $ # no comment', 'x', { 'a#nocomment': false, a: false }],
    // The most expensive patterns within the cost limits of the dialects.
    ['^\\p{L}{133}$', '', { ['ö'.repeat(133)]: true, ['ö'.repeat(132)]: false }],
    ['^[à-ü]{4900}$', '', { ['ö'.repeat(4900)]: true, ['ö'.repeat(4899)]: false }],
    ['^(?:[a-z]{90}){100}$', '', { ['a'.repeat(9000)]: true, ['a'.repeat(8999)]: false }],
    ['^(?:a?){255}$', '', { ['a'.repeat(255)]: true }],
    ['[a-[a]]', '', { a: false, '': false }],
    ['^[\\s\\S]$', '', { '\n': true, '😀': true, '': false, ab: false }],
  ] as const
).map(([source, flags, expected]) => ({
  pattern: { source, flags, syntax: 'xpath' },
  texts: Object.keys(expected),
  verdicts: Object.values(expected),
}));

const all = [...stated, ...sample];

const source = ({ pattern }: Case, dialect: PatternDialect): string | null => {
  const translation = translatePattern(pattern, dialect);
  return translation.ok ? translation.source : null;
};

type Verdicts = readonly boolean[] | string | null;

/** Returns up to 10 differences between an engine and the expected verdicts, shortest first. Skips untranslated patterns. */
function differences(dialect: PatternDialect, judged: readonly Verdicts[]): readonly string[] {
  return all
    .flatMap((one, i) => {
      const found = judged[i];
      if (found === null || found === undefined) return [];
      const { pattern, texts, verdicts } = one;
      const reported = `${pattern.syntax} ${JSON.stringify(pattern.source)} ${pattern.flags} as ${JSON.stringify(source(one, dialect))}`;
      if (typeof found === 'string') return [`${reported}: ${found}`];
      return texts.flatMap((text, n) =>
        found[n] === verdicts[n] ? [] : [`${reported} on ${JSON.stringify(text)}: ${found[n]}`],
      );
    })
    .sort((a, b) => a.length - b.length)
    .slice(0, 10);
}

/** Counts the translated patterns, so that no engine passes because it had nothing to match. */
const translated = (dialect: PatternDialect): number => all.filter((one) => source(one, dialect) !== null).length;

test('every generated pattern has a translation or a linear-time search', () => {
  const invalid = all
    .map(({ pattern }) => ({ pattern, translation: translatePattern(pattern, 'ecmascript') }))
    .filter(({ pattern, translation }) => !translation.ok && linearSearch(pattern) === undefined);
  expect(invalid.map(({ pattern }) => pattern.source)).toEqual([]);
});

test('JavaScript matches the expected texts', () => {
  const judged = all.map((one): Verdicts => {
    const translation = source(one, 'ecmascript');
    const search = translation === null ? createMatcher([one.pattern]) : undefined;
    if (search) return one.texts.map(search);
    if (translation === null) return null;
    const compiled = new RegExp(translation, 'u');
    return one.texts.map((text) => compiled.test(text));
  });
  expect(differences('ecmascript', judged)).toEqual([]);
  expect(translated('ecmascript')).toBeGreaterThan(all.length * 0.98);
});

describe('PostgreSQL', () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.close());

  test('matches the expected texts', async () => {
    const judged: Verdicts[] = [];
    for (const one of all) {
      const translation = source(one, 'postgresql');
      if (translation === null) {
        judged.push(null);
        continue;
      }
      try {
        const { rows } = await database.query<{ found: boolean }>(
          'SELECT t ~ $1 AS found FROM unnest($2::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n',
          [translation, one.texts],
        );
        judged.push(rows.map(({ found }) => found));
      } catch (error) {
        judged.push(String(error));
      }
    }
    expect(differences('postgresql', judged)).toEqual([]);
    expect(translated('postgresql')).toBeGreaterThan(all.length / 3);
  });
});

describeWith(['pydantic'], 'Python', () => {
  const judged = new Map<PatternDialect, readonly Verdicts[]>();
  beforeAll(() => {
    const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'patterns.py');
    const asked = all.map((one) => ({ rust: source(one, 'rust'), python: source(one, 'python'), texts: one.texts }));
    const answers = JSON.parse(
      run(python, ['-W', 'error', script], { cwd: path.dirname(script), input: JSON.stringify(asked) }),
    ) as readonly Record<'rust' | 'python', Verdicts>[];
    for (const name of ['rust', 'python'] as const)
      judged.set(
        name,
        answers.map((answer) => answer[name]),
      );
  });

  test("Rust's regex engine in Pydantic matches the expected texts", () => {
    expect(differences('rust', judged.get('rust') ?? [])).toEqual([]);
    expect(translated('rust')).toBeGreaterThan(all.length / 2);
  });

  test('the re module matches the expected texts', () => {
    expect(differences('python', judged.get('python') ?? [])).toEqual([]);
    expect(translated('python')).toBeGreaterThan(all.length / 3);
  });
});
