import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindOf, scalarKinds } from '../../model/index.ts';
import { commonNames, runtimeText, singularFunction } from './schema-runtime.ts';

interface Schema {
  readonly is: (value: unknown) => boolean;
  readonly validate: (value: unknown) => readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

// biome-ignore lint/suspicious/noExplicitAny: functions of all types, by their names
type Runtime = Readonly<Record<string, any>>;

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const functions = [
  ...['object', 'strictObject', 'omit', 'partial', 'patch', 'page', 'anyOf', 'optional', 'none', 'empty', 'list', 'refine'],
  ...[
    'union',
    'literal',
    'enumeration',
    'among',
    'contains',
    'notItself',
    'inOrder',
    'atLeast',
    'moreThan',
    'atMost',
    'lessThan',
  ],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
  ...['atMostOneOf', 'exactlyOneOf', 'atLeastInAll', 'atMostInAll'],
  ...['asInstant', 'asTime', 'asDuration', 'asDecimal', 'asInteger', 'asFloat32', 'inLowerCase', 'uuid'],
];

let s: Runtime;

beforeAll(async () => {
  const file = path.join(folder, 'runtime.mjs');
  writeFileSync(
    file,
    transformSync(runtimeText([...commonNames.own, ...functions, ...scalarKinds, singularFunction], 'own'), { loader: 'ts' })
      .code,
  );
  s = await import(pathToFileURL(file).href);
});

const messages = (schema: Schema, value: unknown) =>
  schema.validate(value).map(({ path, message }) => `${path} ${message}`.trim());

describe('the printed runtime', () => {
  test('contains only the used functions and their dependencies', () => {
    const text = runtimeText([...commonNames.own, 'string'], 'own');
    expect(text).toMatch(/export const string\b/);
    expect(text).toMatch(/function isUnicode\b/);
    expect(text).not.toMatch(/asDecimal|isList|uint64|BigInt|patch/);
  });

  test('has messages in the singular only if a bound is 1', () => {
    expect(runtimeText([...commonNames.own, 'maxLength'], 'own')).toMatch(
      /`must be at most \$\{String\(length\)\} characters long`/,
    );
    expect(runtimeText([...commonNames.own, 'maxLength', singularFunction], 'own')).toMatch(/\$\{counted\(/);
  });

  test('contains every requested function, and no declaration twice', () => {
    const text = runtimeText([...commonNames.own, ...functions, ...scalarKinds], 'own');
    for (const name of [...functions, ...scalarKinds])
      expect(text).toMatch(new RegExp(`^export (const|function) ${name}\\b`, 'm'));
    const declared = [...text.matchAll(/^(?:export )?(?:const|function|type|interface|class) (\w+)/gm)].map(([, name]) => name);
    expect(new Set(declared).size).toBe(declared.length);
  });
});

describe('schemas', () => {
  test.each(scalarKinds)('accept the examples of %s, also in lists and optional members', (scalar) => {
    for (const example of kindOf(scalar).examples) {
      const value = kindOf(scalar).json === 'string' ? example : JSON.parse(example);
      expect(s[scalar].validate(value)).toEqual([]);
      expect(s['list'](s[scalar]).is([value])).toBe(true);
    }
    expect(s['optional'](s[scalar]).is(null)).toBe(true);
    for (const wrong of [null, {}, [], 'x'.repeat(3), Number.NaN]) {
      if (scalar === 'string' || (scalar === 'iri' && typeof wrong === 'string')) continue;
      expect(messages(s[scalar], wrong).length).toBe(1);
    }
  });

  test('reject days that do not exist, and times outside the years 1 to 9999', () => {
    const { dateTime, date, gMonthDay } = s as Record<string, Schema>;
    const days = ['2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '2024-04-31', '2024-12-31'];
    expect(days.map((day) => date?.is(day))).toEqual([true, false, false, true, false, true]);
    expect(days.map((day) => dateTime?.is(`${day}T00:00:00Z`))).toEqual([true, false, false, true, false, true]);
    expect(['--02-29', '--02-30', '--04-31'].map((day) => gMonthDay?.is(day))).toEqual([true, false, false]);
    const ends = ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '9999-12-31T23:59:59Z'];
    expect(ends.map((end) => dateTime?.is(end))).toEqual([true, false, false, true]);
  });

  test('compare values, not strings', () => {
    const { refine, decimal, dateTime, int64Text, moreThan, atMost, among, asDecimal, asInstant, asInteger } = s;
    const price = refine(decimal, moreThan('0.1', asDecimal), atMost('10', asDecimal));
    expect(['0.10', '0.1000000000000000000000001', '9', '10.0', '10.0000000000000000000000001'].map(price.is)).toEqual([
      ...[false, true, true, true, false],
    ]);
    const late = refine(dateTime, moreThan('2020-01-01T00:00:00Z', asInstant));
    const times = ['2020-01-01T01:00:00+01:00', '2020-01-01T00:00:00.000001Z', '0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z'];
    expect(times.map(late.is)).toEqual([false, true, false, true]);
    const large = refine(int64Text, atMost('9007199254740993', asInteger));
    expect(['9007199254740993', '9007199254740994', '9'].map(large.is)).toEqual([true, false, true]);
    expect(among(decimal, asDecimal, '1.0').is('1.000')).toBe(true);
  });

  test('a schema returns all violations with their paths, also as Standard Schema issues', () => {
    const { object, string, list, uint8, refine, maxLength, atMostOneOf } = s;
    const thing = object(
      { name: refine(string, maxLength(2)), 'a/b': list(uint8), toString: s['optional'](string) },
      atMostOneOf('name', 'a/b'),
    );
    expect(messages(thing, { name: '', 'a/b': [] })).toEqual([]);
    const wrong = { name: 'abc', 'a/b': [1, -1, 'x'] };
    expect(messages(thing, wrong)).toEqual([
      '/name must be at most 2 characters long',
      '/a~1b/1 must be an integer from 0 to 255',
      '/a~1b/2 must be an integer from 0 to 255',
      'must have at most one of name and a/b',
    ]);
    expect(messages(thing, {})).toEqual(['/name is required', '/a~1b is required']);
    expect(messages(thing, [])).toEqual(['must be an object']);
    const { issues } = thing['~standard'].validate({ name: null, 'a/b': [300] });
    expect(issues.slice(1)).toEqual([{ path: ['a/b', 0], code: 'type', params: { type: 'uint8' }, message: expect.any(String) }]);
    expect(() => thing.parse(wrong)).toThrow(/^\/name must be at most 2 characters long; \/a~1b\/1 must be/);
  });

  test('constraints on several members read them as the members are read, also those of a class instance', () => {
    const { object, dateTime, anyOf, inOrder, asInstant, literal } = s;
    const performance = object(
      { kind: literal('Performance'), doors: dateTime, start: dateTime },
      inOrder('doors', '<', 'start', dateTime, asInstant),
    );
    class Performance {
      get kind() {
        return 'Performance';
      }
      get doors() {
        return '2024-05-17T20:00:00Z';
      }
      get start() {
        return '2024-05-17T19:00:00Z';
      }
    }
    expect(messages(performance, new Performance())).toEqual(['/doors must be less than start']);
    const any = anyOf('kind', () => ({ Performance: performance }));
    expect(messages(any, new Performance())).toEqual(['/doors must be less than start']);
    const named = object({ toString: s['optional'](s['string']) }, s['exactlyOneOf']('toString', 'valueOf'));
    expect(messages(named, {})).toEqual(['must have exactly one of toString and valueOf']);
  });

  test('a message is true of the value', () => {
    for (const wrong of [5, 'a\0b', '\ud800']) {
      expect(messages(s['string'], wrong)).toEqual(['must be a string of Unicode characters without U+0000']);
    }
    expect(messages(s['decimal'], '1'.repeat(29))).toEqual(['must be a decimal number of at most 28 digits in a string']);
    expect(messages(s['literal']('a'), 'b')).toEqual(['must be "a"']);
    expect(messages(s['literal']('a', 'b', 'c'), 'd')).toEqual(['must be "a", "b" or "c"']);
  });

  test('changes are partial, closed, and keep the constraints that are passed', () => {
    const range = s['object']({ low: s['uint8'], high: s['uint8'] }, s['inOrder']('low', '<', 'high', s['uint8']));
    const changes = s['patch'](range, ...range.rules);
    expect(changes.validate({})).toEqual([]);
    expect(messages(changes, { low: 2, high: 1 })).toEqual(['/low must be less than high']);
    expect(messages(changes, { other: 1 })).toEqual(['/other must not be present']);
    expect(s['patch'](range).is({ low: 2, high: 1 })).toBe(true);
    expect(messages(s['partial'](range, 'low'), {})).toEqual(['/high is required']);
  });
});
