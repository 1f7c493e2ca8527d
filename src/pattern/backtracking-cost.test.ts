import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kind, kinds } from '../model/index.ts';
import type { Characters, Node } from './ast.ts';
import { type Effort, effortOf } from './backtracking-cost.ts';
import { dialects } from './dialects.ts';
import { linearSearch, type Pattern, stepLimit, translatePattern } from './index.ts';
import { linearParts, linearPattern } from './linear.ts';
import { linearEquivalent } from './linear-equivalent.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { includes } from './ranges.ts';

const xpath = (source: string, flags = ''): Pattern => ({ source, flags, syntax: 'xpath' });
const rewritten = (pattern: Pattern): string => {
  const translation = translatePattern(pattern, 'ecmascript');
  return translation.ok ? translation.source : `not: ${translation.reason}`;
};

describe('the cost of an expression, and its rewritten form', () => {
  test.each<[source: string, effort: Effort, instead: string]>([
    ['^(a+)+$', 'exponential', '^a+$'],
    ['^(a*)*$', 'exponential', '^a*$'],
    ['^(a|a)*$', 'exponential', '^a*$'],
    ['^([a-z]+ ?)+$', 'exponential', '^[a-z](?: ?[a-z])* ?$'],
    ['^(.*[a-z])+$', 'exponential', String.raw`^(?:[^\n\ra-z]*[a-z])+$`],
    ['^(a?){50}a{50}$', 'unknown', '^a{0,50}a{50}$'],
    ['^((a{1,30}){1,30}){1,30}$', 'exponential', '^a{1,27000}$'],
    ['^((ab?)+){2,}$', 'exponential', '^(?:ab?){2,}$'],
    ['^[^@]+@[^@]+\\.[^@]+$', 'polynomial', String.raw`^[^@]+@[^@][^.@]*\.[^@]+$`],
    [String.raw`\s+$`, 'polynomial', String.raw`[\t\n\r ]$`],
    ['[a-z]+@[a-z]+', 'polynomial', '[a-z]@[a-z]'],
    ['(a+)+$', 'exponential', 'a$'],
    [String.raw`^(\w+\s?)+$`, 'exponential', String.raw`^[\p{L}\p{M}\p{N}\p{S}](?:[\t\n\r ]?[\p{L}\p{M}\p{N}\p{S}])*[\t\n\r ]?$`],
  ])('%s is %s', (source, effort, instead) => {
    expect(effortOf(parse(xpath(source)))).toBe(effort);
    expect(rewritten(xpath(source))).toBe(instead);
  });

  test.each([
    '^[A-Z]{2}[0-9]{1,30}$',
    '^[A-Za-z0-9+/]{0,65536}$',
    '^[0-9]{1,3}(,[0-9]{3})*(\\.[0-9]+)?$',
    '^(ab|ac)+$',
    '^.{0,60}a.{0,60}$',
    '^https?://.*\\.pdf$',
    `^(['"])[^'"]*\\1$`,
    'foo|bar',
    '^$',
  ])('%s takes linear time and is not changed', (source) => {
    expect(effortOf(parse(xpath(source)))).toBe('linear');
    expect(rewritten(xpath(source))).toBe(print(parse(xpath(source)), dialects.ecmascript));
  });

  test.each(Object.entries<Kind>(kinds).flatMap(([name, { form }]) => (form ? [[name, form] as const] : [])))(
    'the form of %s is linear, as it says',
    (_, form) => {
      expect(form.isLinear).toBe(true);
      expect(effortOf(parse(form))).toBe('linear');
    },
  );

  test.each(Object.entries<Kind>(kinds).flatMap(([name, { form }]) => (form?.inDialects ? [[name, form] as const] : [])))(
    'the form of %s is written as it would be translated',
    (_, form) => {
      const { inDialects, ...unknown } = form;
      for (const dialect of ['ecmascript', 'rust', 'postgresql', 'python'] as const)
        expect(translatePattern(form, dialect)).toEqual(translatePattern(unknown, dialect));
    },
  );

  test('keeps a repetition at the end of an unanchored search', () => {
    expect(rewritten(xpath('^a.*'))).toBe(String.raw`^a[^\n\r]*`);
    expect(rewritten(xpath('[0-9]+'))).toBe('[0-9]+');
  });

  test('rejects an expression that cannot be rewritten, but only for backtracking engines', () => {
    const pattern = xpath('^.*[ab].{0,11}[cd].{0,30}$');
    expect(rewritten(pattern)).toBe(
      'not: the time that JavaScript needs for it may grow with the square of the length of a string, or faster',
    );
    expect(translatePattern(pattern, 'rust').ok).toBe(true);
    expect(translatePattern(pattern, 'postgresql').ok).toBe(true);
    expect(linearSearch(pattern)?.parts).toBe('^ 0 {0,} 1 0 {0,11} 2 0 {0,30} $ &7');
  });

  test('back-references make PostgreSQL backtrack', () => {
    const pattern = xpath(String.raw`^(a+)+b\1$`);
    for (const dialect of ['ecmascript', 'postgresql', 'python'] as const)
      expect(translatePattern(pattern, dialect).ok).toBe(false);
    expect(linearSearch(pattern)).toBeUndefined();
    expect(translatePattern(xpath(String.raw`^(a+)b\1$`), 'postgresql').ok).toBe(true);
  });

  test('rejects an expression that is too large to analyse', () => {
    expect(rewritten(xpath('^((a{1,30}b?){1,30}c?){1,30}$'))).toMatch('a short string may stop JavaScript for minutes');
    expect(linearSearch(xpath('^((a{1,30}b?){1,30}c?){1,30}$'))).toBeUndefined();
  });
});

/** Generates expressions over few characters, so that random texts often match. */
const expressions: fc.Arbitrary<string> = fc.letrec<{ part: string; atom: string }>((tie) => ({
  atom: fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', String.raw`\w`, String.raw`\s`, '[a-c-[b]]', String.raw`\n`),
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('part'), tie('part')).map(([a, b]) => a + b),
    fc.tuple(tie('part'), tie('part')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}')).map(([a, often]) => `(${a})${often}`),
    fc.tuple(fc.constantFrom('^', '$'), tie('part')).map(([anchor, a]) => anchor + a),
  ),
})).part;

const patterns = fc
  .tuple(fc.constantFrom('', '^'), expressions, fc.constantFrom('', '$'), fc.constantFrom('', 's', 'm'))
  .map(([start, body, end, flags]) => xpath(start + body + end, flags));

const letters = fc.constantFrom('a', 'b', 'c', '\n', ' ', 'é', '-', '😀');
const texts = fc.array(letters, { maxLength: 14 }).map((characters) => characters.join(''));

const RUNS = process.env['CODEGEN_TEST_FULL'] === '1' ? 5000 : 400;

test('all kinds of search match the same texts', () => {
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 20, maxLength: 20 }), (pattern, some) => {
      const tree = parse(pattern);
      const plain = new RegExp(print(tree, dialects.ecmascript), 'u');
      const equal = new RegExp(print(linearEquivalent(tree, pattern).tree, dialects.ecmascript), 'u');
      const parts = linearParts(tree);
      const linear = parts && linearPattern(parts);
      for (const text of some) {
        const isFound = plain.test(text);
        expect([text, equal.test(text)]).toEqual([text, isFound]);
        if (linear) expect([text, linear.test(text)]).toEqual([text, isFound]);
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
});

test('the steps for an expression classified as linear grow no faster than a repetitive text', () => {
  const word = fc
    .array(fc.constantFrom('a', 'b', 'c', ' '), { minLength: 1, maxLength: 3 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(patterns, fc.array(fc.tuple(texts, word, texts), { minLength: 10, maxLength: 10 }), (pattern, some) => {
      const { tree, effort } = linearEquivalent(parse(pattern), pattern);
      if (effort !== 'linear') return;
      for (const [before, again, after] of some) {
        const [few, more, many] = [10, 20, 40].map((times) => steps(tree, [...(before + again.repeat(times) + after)])) as [
          number,
          number,
          number,
        ];
        // Twice as many additional repetitions may take twice as many additional steps, with some tolerance.
        expect({ again, before, after, grows: many - more <= 3 * (more - few) + 500 }).toEqual({
          again,
          before,
          after,
          grows: true,
        });
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
});

test('the steps for an expression classified as more than linear grow faster than the text', () => {
  for (const [source, start, again, end] of [
    ['^(a+)+$', '', 'a', 'b'],
    ['^(a|a)*$', '', 'a', 'b'],
    ['^[^@]+@[^@]+\\.[^@]+$', 'a@', '.', '@'],
    ['[a-z]+@', '', 'a', ''],
    ['foo.*bar', '', 'foo', ''],
  ] as const) {
    const tree = parse(xpath(source));
    const [few, more] = [8, 16].map((times) => steps(tree, [...(start + again.repeat(times) + end)])) as [number, number];
    expect(more, source).toBeGreaterThan(2.5 * few);
  }
});

test('a linear-time search accepts long texts', () => {
  for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|[ab])*c$']) {
    const parts = linearParts(parse(xpath(source)));
    const search = parts && linearPattern(parts);
    const started = performance.now();
    expect(search?.test(`${'a'.repeat(1_000_000)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

/** Returns how many characters a backtracking matcher reads, starting from each position (ECMAScript 2024, 22.2.2). */
function steps(tree: Node, text: readonly string[]): number {
  let count = 0;
  const most = 300_000;
  type Next = (at: number) => boolean;
  const holds = {
    start: (at: number) => at === 0,
    end: (at: number) => at === text.length,
    lineStart: (at: number) => at === 0 || (text[at - 1] === '\n' && at < text.length),
    lineEnd: (at: number) => text[at] === '\n' || (at === text.length && text[at - 1] !== '\n'),
  };
  const match = (node: Node, at: number, next: Next): boolean => {
    if (count > most) return true;
    switch (node.kind) {
      case 'characters':
        count++;
        return at < text.length && isIn(node.set, text[at] as string) && next(at + 1);
      case 'anchor':
        return holds[node.anchor](at) && next(at);
      case 'sequence':
        return node.items.reduceRight<Next>((after, item) => (place) => match(item, place, after), next)(at);
      case 'choice':
        return node.branches.some((branch) => match(branch, at, next));
      case 'group':
        return match(node.body, at, next);
      case 'repeat':
        return repeat(node.body, node.min, node.max, at, next);
      case 'reference':
        return false;
      default:
        return node satisfies never;
    }
  };
  const repeat = (body: Node, min: number, max: number, at: number, next: Next): boolean => {
    if (max === 0) return next(at);
    const again: Next = (place) => (min === 0 && place === at ? false : repeat(body, Math.max(0, min - 1), max - 1, place, next));
    return match(body, at, again) || (min === 0 && next(at));
  };
  for (let at = 0; at <= text.length; at++) if (match(tree, at, () => true)) break;
  return count;
}

function isIn({ ranges, categories, negated, except }: Characters, character: string): boolean {
  const has =
    includes(ranges, character.codePointAt(0) ?? 0) ||
    categories.some(({ name, negated: not }) => new RegExp(`\\p{${name}}`, 'u').test(character) !== not);
  return has !== negated && !(except && isIn(except, character));
}

test('many patterns have equal shares of steps, independent of earlier analyses', () => {
  expect(stepLimit(10)).toBeUndefined();
  const steps = stepLimit(20_000);
  expect(steps).toBe(2000);
  const costly = { source: '^(.*[a-z0]x|y){1,20}([a-z]+ ?)+$', flags: '', syntax: 'xpath' } as const;
  const alone = () => translatePattern(costly, 'ecmascript');
  const among = () => translatePattern({ ...costly, ...(steps !== undefined && { steps }) }, 'ecmascript');
  const [first, second] = [alone(), among()];
  expect(first.ok).toBe(true);
  expect(second).toMatchObject({ ok: false, reason: 'a short string may stop JavaScript for minutes' });
  expect([among(), alone()]).toEqual([second, first]);
  // A pattern as users write it stays within the limit.
  expect(translatePattern({ source: '^[A-Z]{3}-[0-9]{4}$', flags: '', syntax: 'xpath', steps: 2000 }, 'ecmascript').ok).toBe(
    true,
  );
});
