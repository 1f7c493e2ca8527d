import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kind, kinds } from '../model/index.ts';
import type { Characters, Node } from './ast.ts';
import { dialects } from './dialects.ts';
import { isExponential } from './exponential.ts';
import { linearSearch, type Pattern, translatePattern } from './index.ts';
import { linearParts, linearPattern } from './linear.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { includes } from './ranges.ts';

const xpath = (source: string, flags = ''): Pattern => ({ source, flags, syntax: 'xpath' });

describe('exponential time', () => {
  test.each([
    '^([a-z]+ ?)+$',
    '^([a-z]+ ?){1,9}$',
    '^(.*[a-z])+$',
    '^((a{1,30}b?){1,30}c?){1,30}$',
    '^(ab?a|b)*$|^(x(y|yx|xy)*)+$',
    String.raw`^(\w+\s?)+$`,
    String.raw`^(\p{L}+\p{Lu}?)+$`,
  ])('%s takes exponential time, so TypeScript searches in linear time', (source) => {
    expect(isExponential(parse(xpath(source)))).toBe(true);
    expect(translatePattern(xpath(source), 'ecmascript')).toEqual({
      ok: false,
      reason: 'a short string may stop JavaScript for minutes',
    });
    expect(translatePattern(xpath(source), 'postgresql').ok).toBe(!source.includes('{1,30}') && !source.includes('\\'));
  });

  test.each([
    '^[A-Z]{2}[0-9]{1,30}$',
    '^[A-Za-z0-9+/]{0,65536}$',
    '^[0-9]{1,3}(,[0-9]{3})*(\\.[0-9]+)?$',
    '^([0-9]{4}[ -]?){3}[0-9]{4}$',
    '^([0-9]{2}:?)*$',
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    String.raw`^(\p{L}+\p{Nd})+$`,
    '^(ab|ac)+$',
    '^.{0,60}a.{0,60}$',
    '^.*[ab].{0,11}[cd].{0,30}$',
    '^[^@]+@[^@]+\\.[^@]+$',
    '[a-z]+@[a-z]+',
    '^https?://.*\\.pdf$',
    `^(['"])[^'"]*\\1$`,
    '^$',
  ])('%s does not, and is not changed', (source) => {
    expect(isExponential(parse(xpath(source)))).toBe(false);
    expect(translatePattern(xpath(source), 'ecmascript')).toEqual({
      ok: true,
      source: print(parse(xpath(source)), dialects.ecmascript),
    });
    expect(linearSearch(xpath(source))).toBeUndefined();
  });

  test.each(Object.entries<Kind>(kinds).flatMap(([name, { form }]) => (form ? [[name, form] as const] : [])))(
    'the form of %s does not',
    (_, form) => expect(isExponential(parse(form))).toBe(false),
  );

  test.each([
    ['^(a+)+$', '^a+$'],
    ['^(a?){50}a{50}$', '^a{0,50}a{50}$'],
    ['^(a|a)*$', '^a*$'],
    ['^((a{1,30}){1,30}){1,30}$', '^a{1,27000}$'],
    ['^((ab?)+){2,}$', '^(?:ab?){2,}$'],
  ])('nested repetitions are joined: %s', (source, joined) => {
    expect(translatePattern(xpath(source), 'ecmascript')).toEqual({ ok: true, source: joined });
  });

  test('back-references make PostgreSQL backtrack', () => {
    const pattern = xpath(String.raw`^(a+)+b\1$`);
    for (const dialect of ['ecmascript', 'postgresql', 'python'] as const)
      expect(translatePattern(pattern, dialect).ok).toBe(false);
    expect(linearSearch(pattern)).toBeUndefined();
    expect(translatePattern(xpath(String.raw`^(a+)b\1$`), 'postgresql').ok).toBe(true);
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

test('both kinds of search match the same texts', () => {
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 20, maxLength: 20 }), (pattern, some) => {
      const tree = parse(pattern);
      const plain = new RegExp(print(tree, dialects.ecmascript), 'u');
      const parts = linearParts(tree);
      const linear = parts && linearPattern(parts);
      for (const text of some) if (linear) expect([text, linear.test(text)]).toEqual([text, plain.test(text)]);
    }),
    { numRuns: RUNS, seed: 1 },
  );
});

test('the steps for other expressions do not grow exponentially with a repetitive text', () => {
  const word = fc
    .array(fc.constantFrom('a', 'b', 'c', ' '), { minLength: 1, maxLength: 3 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(patterns, fc.array(fc.tuple(texts, word, texts), { minLength: 10, maxLength: 10 }), (pattern, some) => {
      const tree = parse(pattern);
      if (isExponential(tree)) return;
      for (const [before, again, after] of some) {
        const [few, many] = [10, 20].map((times) => steps(tree, [...(before + again.repeat(times) + after)])) as [number, number];
        // Ten more repetitions would take a thousand times as many steps.
        expect({ again, before, after, grows: many <= 40 * few + 500 }).toEqual({ again, before, after, grows: true });
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
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
      case 'look':
        return match(node.body, at, () => true) !== node.negated && next(at);
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
