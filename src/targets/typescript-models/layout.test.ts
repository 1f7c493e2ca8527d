import { describe, expect, test } from 'vitest';
import { type Condition, conditionLines, propertyLines, signature } from './layout.ts';

const call = (...args: readonly string[]): Condition => ({ call: 'is.oneOf', args });

const long = ['it.first', 'it.second', 'it.third'].map((name) => name.padEnd(34, 'x'));
const broken = ['  is.oneOf(', ...long.map((name) => `    ${name},`)];

const lines = (condition: Condition) => conditionLines('return ', condition, ';', 2);

describe('conditions that do not fit into a line', () => {
  test('of two calls the second stands behind the end of the first, if that is broken', () => {
    for (const [by, condition] of [
      ['&&', { all: [call(...long), call('it.a')] }],
      ['||', { any: [call(...long), call('it.a')] }],
    ] as const) {
      expect(lines(condition)).toEqual(['return (', ...broken, `  ) ${by} is.oneOf(it.a)`, ');']);
    }
  });

  test('but only where it fits there, to the last column', () => {
    const room = 100 - '    ) && is.oneOf()'.length;
    const fits = 'a'.repeat(room);
    expect(lines({ all: [call(...long), call(fits)] })).toEqual(['return (', ...broken, `  ) && is.oneOf(${fits})`, ');']);
    expect(lines({ all: [call(...long), call(`${fits}a`)] })).toEqual([
      ...['return (', ...broken, '  ) &&', `  is.oneOf(${fits}a)`, ');'],
    ]);
  });

  test('and not where the first is in one line, where more are joined, or in parentheses', () => {
    const wide = 'a'.repeat(80);
    expect(lines({ all: [call('it.a'), call(wide)] })).toEqual(['return (', '  is.oneOf(it.a) &&', `  is.oneOf(${wide})`, ');']);
    expect(lines({ all: [call(...long), call('it.a'), call('it.b')] })).toEqual([
      ...['return (', ...broken, '  ) &&', '  is.oneOf(it.a) &&', '  is.oneOf(it.b)', ');'],
    ]);
    expect(lines({ all: [call(...long), { any: [call('it.a'), call('it.b')] }] })).toEqual([
      ...['return (', ...broken, '  ) &&', '  (is.oneOf(it.a) || is.oneOf(it.b))', ');'],
    ]);
  });

  test('parentheses and the operator behind them count where a part of them is the last of a line', () => {
    const room = 100 - '      is.oneOf()) &&'.length;
    const either = (name: string): Condition => ({ all: [{ any: [call('it.a'), call(name)] }, call('it.b')] });
    expect(lines(either('a'.repeat(room)))).toEqual([
      ...['return (', '  (is.oneOf(it.a) ||', `    is.oneOf(${'a'.repeat(room)})) &&`, '  is.oneOf(it.b)', ');'],
    ]);
    expect(lines(either('a'.repeat(room + 1)))).toEqual([
      ...['return (', '  (is.oneOf(it.a) ||', '    is.oneOf(', `      ${'a'.repeat(room + 1)},`, '    )) &&'],
      ...['  is.oneOf(it.b)', ');'],
    ]);
    expect(lines({ all: [{ any: [call(...long), call('it.a')] }, call('it.b')] })).toEqual([
      ...['return (', '  (is.oneOf(', ...broken.slice(1), '  ) ||', '    is.oneOf(it.a)) &&', '  is.oneOf(it.b)', ');'],
    ]);
  });
});

test('a call of one short name goes below its key, and others are broken', () => {
  const key = 'k'.repeat(70);
  const value = (...args: readonly string[]) => propertyLines(key, { call: 'check.relatedList', args }, 4);
  const [short, long] = ['a'.repeat(25), 'a'.repeat(26)];
  expect(value('a')).toEqual([`${key}: check.relatedList(a),`]);
  expect(value(short)).toEqual([`${key}:`, `  check.relatedList(${short}),`]);
  expect(value(long)).toEqual([`${key}: check.relatedList(`, `  ${long},`, '),']);
  expect(value('check.string')).toEqual([`${key}: check.relatedList(`, '  check.string,', '),']);
});

test('a type that is returned is broken where a function takes nothing', () => {
  const returns = { generic: 'Readonly', args: [{ generic: 'Record', args: ['string', 'number'] }] };
  const name = 'f'.repeat(80);
  expect(signature(`function ${name}`, [], returns)).toEqual([
    `function ${name}(): Readonly<`,
    '  Record<string, number>',
    '> {',
  ]);
});
