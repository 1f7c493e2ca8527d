import { describe, expect, test } from 'vitest';
import { dependsOnEscapes, invalidPattern, type Pattern, type PatternDialect, translatePattern } from './index.ts';

const xpath = (source: string, flags = ''): Pattern => ({ source, flags, syntax: 'xpath' });
const xsd = (source: string): Pattern => ({ source, flags: '', syntax: 'xsd' });

const translated = (pattern: Pattern, dialect: PatternDialect): string => {
  const translation = translatePattern(pattern, dialect);
  return translation.ok ? translation.source : `not: ${translation.reason}`;
};

describe('dialects', () => {
  test.each([
    ['ecmascript', String.raw`^[+\-.\p{L}\p{M}\p{N}\p{S}]+@\p{Nd}{3}$`],
    ['rust', String.raw`^[+\-.\p{L}\p{M}\p{N}\p{S}]+@\p{Nd}{3}$`],
    ['postgresql', String.raw`not: PostgreSQL has no exact equal of \w`],
    ['python', String.raw`not: Python's re has no exact equal of \w`],
  ] as const)('%s writes classes of Unicode', (dialect, expected) => {
    expect(translated(xpath(String.raw`^[\w.+-]+@\d{3}$`), dialect)).toBe(expected);
  });

  test.each([
    ['ecmascript', String.raw`^(?:a|\u{1F600}\u0301é)$`],
    ['rust', String.raw`^(?:a|\x{1F600}\x{0301}é)$`],
    ['postgresql', String.raw`^(?:a|\U0001F600\u0301é)$`],
    ['python', String.raw`^(?:a|\U0001F600\u0301é)\Z`],
  ] as const)('%s anchors a pattern of XML Schema and escapes what is not plain', (dialect, expected) => {
    expect(translated(xsd('a|😀\u0301é'), dialect)).toBe(expected);
  });

  test.each([
    ['ecmascript', String.raw`(?:(?![aeiou])[\p{L}\p{M}\p{N}\p{S}])+`],
    ['rust', String.raw`[[\p{L}\p{M}\p{N}\p{S}]--[aeiou]]+`],
  ] as const)('%s takes classes out of others', (dialect, expected) => {
    expect(translated(xpath(String.raw`[\w-[aeiou]]+`), dialect)).toBe(expected);
  });

  test('removes white space of a pattern with the flag x, except in classes', () => {
    expect(translated(xpath('^a b[ c]\n\\d$', 'x'), 'ecmascript')).toBe(String.raw`^ab[ c]\p{Nd}$`);
  });

  test('computes class subtraction if all ranges are known', () => {
    expect(translated(xpath('[a-z-[aeiou-[e]]]'), 'rust')).toBe('[b-hj-np-tv-z]');
    expect(translated(xpath('[^a-c-[x]]'), 'ecmascript')).toBe('[^a-cx]');
    expect(translated(xpath('.'), 'postgresql')).toBe(String.raw`[^\n\r]`);
    expect(translated(xpath('.', 's'), 'postgresql')).toBe('.');
  });

  test('reads code points in hexadecimal, which most engines of SHACL know', () => {
    expect(translated(xpath(String.raw`^\x41[\x09\u0030-\x39]$`), 'ecmascript')).toBe(String.raw`^A[\t0-9]$`);
  });

  test('keeps look-around for JavaScript, if the reader of a pattern accepts it', () => {
    const pattern: Pattern = {
      ...xpath(String.raw`^(?!a|b)(?=.*\d)[a-z\d]{2}(?<=x)(?<!y)(?:(?=z))?$`),
      escapes: 'ascii',
      allowsLookaround: true,
    };
    const expected = String.raw`^(?!a|b)(?=[^\n\r]*[0-9])[0-9a-z]{2}(?<=x)(?<!y)(?:(?=z))?$`;
    expect(translated(pattern, 'ecmascript')).toBe(expected);
    expect(translated(pattern, 'python')).toBe("not: look-around is not written for Python's re");
    expect(translated({ ...pattern, allowsLookaround: false }, 'ecmascript')).toContain('invalid: look-ahead');
    expect(translated({ ...pattern, source: '^((?!x)a|a)*$' }, 'ecmascript')).toContain('for minutes');
  });

  test('splits quantifiers for PostgreSQL, which counts to 255 only', () => {
    expect(translated(xpath('a{300}b{2,600}c{256,}'), 'postgresql')).toBe('a{255}a{45}b{2}b{0,255}b{0,255}b{0,88}c{255}c+');
  });

  test('lists all case variants for the flag i, including rare ones', () => {
    expect(translated(xpath('ski', 'i'), 'ecmascript')).toBe(String.raw`[Ssſ][Kk\u212A][Iiı]`);
    expect(translated({ ...xpath('skiä', 'i'), escapes: 'ascii' }, 'ecmascript')).toBe('[Ss][Kk][Ii][Ää]');
    expect(translated(xpath(String.raw`[^Q]\p{Lu}`, 'i'), 'rust')).toBe(String.raw`[^Qq]\p{Lu}`);
  });

  test('translates the flag m to lookaround, which Rust does not have', () => {
    expect(translated(xpath('^a$', 'm'), 'ecmascript')).toBe(String.raw`(?:^|(?<=\n)(?!$))a(?:(?=\n)|(?<!\n)$)`);
    expect(translated(xpath('^a$', 'm'), 'rust')).toBe("not: Rust's regex has no equal of ^ and $ with the flag m");
    expect(translated(xpath('a', 'm'), 'rust')).toBe('a');
  });

  test('rejects what differs between languages, and what is too large', () => {
    expect(translated(xpath(String.raw`(a)b\1`), 'rust')).toBe("not: Rust's regex has no back-references");
    for (const source of [String.raw`(a)?\1`, String.raw`(a|b)+\1`, String.raw`(?:(a)|b)\1`]) {
      expect(translated(xpath(source), 'ecmascript')).toBe(
        String.raw`not: the back-reference \1 is to a group that is optional, repeated or one of a choice`,
      );
    }
    expect(translated(xpath(String.raw`(a)\1`, 'i'), 'postgresql')).toMatch('ignores case');
    expect(translated(xpath(String.raw`\p{L}{1000}`), 'rust')).toBe("not: the quantities make it too large for Rust's regex");
    expect(translated(xpath('(?:(?:a?){99}){99}'), 'postgresql')).toBe('not: the quantities make it too large for PostgreSQL');
  });
});

describe('invalid expressions', () => {
  test.each([
    ['^(?=.*[0-9])', 'look-ahead is not part of XPath regular expressions (at character 2)'],
    ['(?<!a)b', 'look-behind is not part of XPath regular expressions (at character 1)'],
    ['(?<year>[0-9])', 'a named group is not part of XPath regular expressions (at character 1)'],
    ['(?i)abc', 'a flag inside the expression is not part of XPath regular expressions (at character 1)'],
    [String.raw`\bword`, String.raw`a word boundary \b is not part of XPath regular expressions (at character 1)`],
    [String.raw`a\eb`, String.raw`there is no escape \e (at character 2)`],
    [String.raw`\u{41}`, String.raw`this form of \u… is not part of XPath regular expressions (at character 1)`],
    [String.raw`[\ud800-\udbff]`, String.raw`\ud800 is half of a surrogate pair, and no character (at character 2)`],
    ['a++', 'a possessive quantifier is not part of XPath regular expressions (at character 3)'],
    ['[[:alpha:]]', 'a named class such as [:alpha:] is not part of XPath regular expressions (at character 2)'],
    ['a{,3}', String.raw`a quantity is {n}, {n,} or {n,m}; the character { itself is \{ (at character 3)`],
    ['a{3,2}', 'the quantity {3,2} is the wrong way round (at character 7)'],
    ['*a', 'there is nothing that * could repeat (at character 1)'],
    ['(a', String.raw`there is a ( without its ); the character itself is \( (at character 3)`],
    ['a)', String.raw`there is a ) without its (; the character itself is \) (at character 2)`],
    ['a]', String.raw`the character ] itself is \] (at character 2)`],
    ['[a', String.raw`a character class has no closing ]; the character [ itself is \[ (at character 3)`],
    ['[]', String.raw`a class in brackets cannot be empty; the character ] itself is \] (at character 2)`],
    ['[z-a]', 'the range z-a is the wrong way round (at character 5)'],
    ['[a--]', String.raw`a range cannot end in a bare hyphen; the character itself is \- (at character 4)`],
    [
      String.raw`\p{Latin}`,
      'Latin is neither a category, such as L or Lu, nor a known block, such as IsBasicLatin (at character 1)',
    ],
    [String.raw`(a)\2`, String.raw`\2 refers to a group that is not closed before it (at character 6)`],
    [String.raw`(a\1)`, String.raw`\1 refers to a group that is not closed before it (at character 5)`],
    ['a\\', String.raw`a \ is at the end; write the character itself as \\ (at character 2)`],
    ['('.repeat(101) + ')'.repeat(101), 'it is nested more than 100 deep (at character 102)'],
  ])('%s', (source, why) => {
    expect(invalidPattern(xpath(source))).toBe(why);
    expect(translatePattern(xpath(source), 'rust')).toEqual({ ok: false, reason: `invalid: ${why}` });
  });

  test('accepts the flags s, m, i, x and q of XPath', () => {
    expect(invalidPattern(xpath('a', 'smixq'))).toBeUndefined();
    expect(invalidPattern(xpath('a', 'g'))).toBe('there is no flag g: the flags are s, m, i, x and q');
    expect(invalidPattern({ source: 'a', flags: 'i', syntax: 'xsd' })).toBe('patterns of XML Schema have no flags');
  });

  test('has no anchors, reluctant quantifiers, back-references and non-capturing groups in XML Schema', () => {
    expect(translated(xsd('^a$'), 'ecmascript')).toBe(String.raw`^\^a\$$`);
    expect(invalidPattern(xsd('a+?'))).toMatch('a quantifier cannot follow a quantifier');
    expect(invalidPattern(xsd(String.raw`(a)\1`))).toMatch(String.raw`there is no escape \1`);
    expect(invalidPattern(xsd('(?:a)'))).toMatch('a group (?:…) is not part of XML Schema regular expressions');
  });
});

describe('hyphens in classes', () => {
  test.each([
    ['[a-]', '[a-]'],
    ['[-a]', '[a-]'],
    ['[^-a]', '[^a-]'],
    ['[a--[a]]', '-'],
    [String.raw`[\d-.]`, String.raw`[\-.\p{Nd}]`],
    ['[+--/]', 'not: invalid: a range cannot end in a bare hyphen; the character itself is \\- (at character 4)'],
    ['[ -~]', '[ -~]'],
    ['[!--a]', 'not: invalid: a range cannot end in a bare hyphen; the character itself is \\- (at character 4)'],
    ['[a-c-e]', '[a-ce-]'],
  ])('%s', (source, expected) => {
    expect(translated(xpath(source), 'ecmascript')).toBe(expected);
  });
});

describe('escapes for sets of characters', () => {
  const ascii = (source: string): Pattern => ({ ...xpath(source), escapes: 'ascii' });
  test.each([
    [String.raw`\d{4}`, '[0-9]{4}', String.raw`\p{Nd}{4}`],
    [String.raw`^\w+$`, '^[0-9A-Z_a-z]+$', String.raw`^[\p{L}\p{M}\p{N}\p{S}]+$`],
    [String.raw`[\d_-]`, '[0-9_-]', String.raw`[\-_\p{Nd}]`],
    [String.raw`\D`, '[^0-9]', String.raw`\P{Nd}`],
    [String.raw`\s`, String.raw`[\t\n\r ]`, String.raw`[\t\n\r ]`],
  ])('%s is read as ASCII or as Unicode', (source, inAscii, inUnicode) => {
    expect(translated(ascii(source), 'ecmascript')).toBe(inAscii);
    expect(translated(xpath(source), 'ecmascript')).toBe(inUnicode);
  });

  test.each([
    [String.raw`\d`, '', true],
    [String.raw`[^\W]`, '', true],
    [String.raw`\\d`, '', false],
    [String.raw`\s`, '', false],
    [String.raw`\d`, 'q', false],
    ['a', 'i', true],
  ])('%s with flags %j depends on the reading: %s', (source, flags, depends) => {
    expect(dependsOnEscapes({ source, flags })).toBe(depends);
  });
});
