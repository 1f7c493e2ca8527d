import { describe, expect, test } from 'vitest';
import { createMatcher, type Lengths, type Pattern, textsMatching } from './index.ts';

const xpath = (source: string, flags = ''): Pattern => ({ source, flags, syntax: 'xpath' });
const xsd = (source: string): Pattern => ({ source, flags: '', syntax: 'xsd' });

function some(patterns: readonly Pattern[], lengths: Lengths, count: number): string[] {
  const texts: string[] = [];
  for (const text of textsMatching(patterns, lengths)) {
    texts.push(text);
    if (texts.length === count) break;
  }
  return texts;
}

test.each<[Pattern, string]>([
  [xsd('[A-Z]{3}-\\d{4}'), 'AAA-0000'],
  [xpath('^[a-z]+(-[a-z]+)*$'), 'a'],
  [xpath('^(long|short|no)?x$'), 'x'],
  [xpath('^(?:long|no)$'), 'no'],
  [xpath('^(\\w+) \\1$'), 'a a'],
  [xpath('^urn:order:\\d+$', 'i'), 'urn:order:0'],
  [xpath('a.c', 'q'), 'a.c'],
  [xpath('^[^a-zA-Z0-9]$'), '-'],
  [xpath('^\\p{Lo}$'), 'ª'],
  [xpath('^[\\p{L}-[a-zA-Z]]$'), 'ª'],
  [xpath('^[\u4e00-\u9fa5]{2}$'), '一一'],
  [xpath(''), ''],
])('the first text for %o is the shortest', (pattern, text) => {
  expect(some([pattern], {}, 1)).toEqual([text]);
});

describe('many texts', () => {
  test.each<[string, readonly Pattern[], Lengths]>([
    ['are as long as they may be', [xpath('^[a-z]+-[0-9]+$')], { minLength: 20, maxLength: 20 }],
    ['are filled up, where the expression leaves room', [xpath('@')], { minLength: 100 }],
    ['count characters, not their halves', [xpath('^[😀-😂]+$')], { minLength: 3, maxLength: 5 }],
    ['match all expressions', [xpath('^[a-c]{2,6}$'), xpath('b'), xpath('a$')], {}],
    ['keep to alternatives and repetitions', [xsd('(http|https)://[a-z]{1,10}(\\.[a-z]{2,3}){1,2}')], { maxLength: 30 }],
  ])('%s', (_, patterns, { minLength = 0, maxLength = Infinity }) => {
    const texts = some(patterns, { minLength, maxLength }, 5);
    expect(new Set(texts).size).toBe(5);
    for (const text of texts) {
      expect(createMatcher(patterns)?.(text), text).toBe(true);
      expect([...text].length).toBeGreaterThanOrEqual(minLength);
      expect([...text].length).toBeLessThanOrEqual(maxLength);
    }
  });

  test('are the same each time', () => {
    expect(some([xpath('^\\w{5}$')], {}, 20)).toEqual(some([xpath('^\\w{5}$')], {}, 20));
  });
});

test.each<[string, readonly Pattern[], Lengths]>([
  ['contradict each other', [xpath('^a$'), xpath('^b$')], {}],
  ['are too short for the length', [xpath('^a{1,3}$')], { minLength: 4 }],
  ['are faulty', [xpath('(')], {}],
  ['ask for an end in the middle', [xpath('a$b')], {}],
  ['ask for more than anybody reads', [xpath('^(a{1000}){1000}$')], {}],
  ['repeat nothing without end', [xpath('^(){4000000000}a{4000000000}$')], {}],
])('there are no texts for expressions that %s', (_, patterns, lengths) => {
  expect(some(patterns, lengths, 1)).toEqual([]);
});

test('returns no matcher for an invalid expression', () => {
  expect(createMatcher([xpath('(')])).toBeUndefined();
});
