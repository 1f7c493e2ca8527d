import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identity, isText, type Kind, kindOf, type ScalarKind, scalarKinds } from '../../model/index.ts';
import type * as runtime from './runtime/value-checks.ts';
import type * as tests from './runtime/value-tests.ts';
import { checksModule, sharedModule, testsModule } from './value-checks.ts';

type Module = typeof runtime & Readonly<Record<ScalarKind | 'uuid', runtime.Kind>>;

/** The modules as they are printed: what stands in the files, and the kinds that are appended to it. */
const compiled = (name: string) => transformSync(sharedModule(name, '.js'), { loader: 'ts', format: 'esm' }).code;
const url = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const testsUrl = url(compiled(testsModule));
const is: typeof tests & { readonly string: (value: unknown) => value is string } = await import(testsUrl);
const check: Module = await import(url(compiled(checksModule).replaceAll(`./${testsModule}.js`, testsUrl)));

const kinds: readonly (readonly [ScalarKind | 'uuid', Kind])[] = [
  ['uuid', identity],
  ...scalarKinds.map((scalar) => [scalar, kindOf(scalar)] as const),
];

/** A value of a kind, written as in the model, as JSON gives it. */
const parsed = ({ json }: Kind, text: string): string | number | boolean => (json === 'string' ? text : JSON.parse(text));

/** Texts that no kind or few kinds take. */
const strange = [
  '',
  ' ',
  '0',
  '-0',
  '+1',
  '.5',
  '5.',
  '007',
  '1e3',
  '1_000',
  '٣',
  'NaN',
  'true',
  '\u0000',
  'a\u0000',
  '\ud800',
  'x\udfff',
  '\udc00\ud800',
  '😀',
  '\u202e',
  '\ufffe',
  'a b',
  '<a>',
  'a"',
  'a\\b',
  'a^b',
  'a`b',
  '{a}',
  'a|b',
  '%',
  '%2',
  '%GG',
  '%C3%A4',
  '\u007f',
  '\u0085',
  'http://[::1]/',
  'http://例え.jp/',
  'AB==',
  'AAB=',
  'AA==AAAA',
  'AA-_',
  'AAA',
  '====',
  'f',
  '0x48',
  '48 65',
  '9'.repeat(28),
  '9'.repeat(29),
  `-${'9'.repeat(14)}.${'9'.repeat(14)}`,
  `-${'9'.repeat(14)}.${'9'.repeat(15)}`,
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551615',
  '18446744073709551616',
  '0000-01-01',
  '0000-01-01T08:30:00Z',
  '0001-01-01T00:00:00+00:01',
  '0001-01-01T00:00:00-00:01',
  '9999-12-31T23:59:59.999999999-00:01',
  '9999-12-31T23:59:59.999999999+00:01',
  '2024-05-17T08:30:00',
  '2024-05-17T08:30Z',
  '2024-05-17 08:30:00Z',
  '2024-05-17t08:30:00Z',
  '2024-05-17T08:30:00z',
  '2024-05-17T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2024-05-17T08:30:00+14:00',
  '2024-05-17T08:30:00+14:01',
  '2024-05-17T08:30:00-00:00',
  '2024-05-17T08:30:00.1234567890Z',
  '2024-02-29T08:30:00Z',
  '2023-02-29T08:30:00Z',
  '1900-02-29',
  '2000-02-29',
  '2024-04-31',
  '2024-02-30',
  '12024-01-01',
  '08:30:60',
  '24:00:00',
  '08:30:00Z',
  '08:30:00.',
  '08:30:00.123456789',
  '08:30:00.1234567890',
  'P',
  'PT',
  'P1YT',
  'P1M1Y',
  'P0.5D',
  'P1W',
  '+P1D',
  'P99999999Y',
  'P100000000D',
  '-P0D',
  'PT36H',
  'PT0.50S',
  '--02-29',
  '--02-30',
  '--04-31',
  '--06-31+01:00',
  '2024+00:00',
  '2024-14:00',
  '2024-14:01',
  '-0044',
  '{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}',
  'F81D4FAE7DEC41D0A76500A0C91E6BF6',
];

/** Texts that differ from good ones in a few characters. */
const almost = fc
  .tuple(
    fc.constantFrom(...kinds.flatMap(([, { examples }]) => [...examples])),
    fc.nat(),
    fc.nat(2),
    fc.constantFrom(
      '',
      '0',
      '1',
      '9',
      '-',
      '+',
      ':',
      '.',
      'T',
      'Z',
      'P',
      'D',
      '=',
      '%',
      'A',
      'f',
      ' ',
      '\n',
      '\u0000',
      '\ud800',
      '٣',
    ),
  )
  .map(([text, at, without, inserted]) => {
    const i = at % (text.length + 1);
    return text.slice(0, i) + inserted + text.slice(i + without);
  });

describe('the kinds of values', () => {
  test.each(kinds)('%s', (name, kind) => {
    const of = (value: unknown): runtime.Violation[] => {
      const found = new check.Findings();
      check.one(check[name])(value, '/a', found);
      expect(check[name].accepts(value)).toBe(found.told.length === 0);
      return found.told;
    };
    const wrong = [{ path: '/a', code: 'type', params: { type: name }, message: expect.stringMatching(/^must be /) }];
    for (const example of kind.examples) expect(of(parsed(kind, example)), example).toEqual([]);
    const isOfType = (value: unknown) => kind.json === 'string' && typeof value === 'string';
    for (const text of strange) {
      expect(of(text), JSON.stringify(text)).toEqual(isOfType(text) && isText(kind, text) ? [] : wrong);
    }
    fc.assert(
      fc.property(almost, (text) => {
        expect(of(text), JSON.stringify(text)).toEqual(isOfType(text) && isText(kind, text) ? [] : wrong);
      }),
      { numRuns: 500 },
    );
    for (const value of [null, [], {}, [kind.examples[0]], new Date(), new String('a'), 1n, Number.NaN, Infinity, -Infinity]) {
      expect(of(value)).toEqual(wrong);
    }
  });

  test.each(kinds.filter(([, { json }]) => json === 'integer' || json === 'number'))(
    '%s has the ends of its range',
    (name, kind) => {
      const { least, greatest } = kind.range as { least: string; greatest: string };
      const { accepts } = check[name];
      expect([Number(least), Number(greatest), 1, 1.0, JSON.parse('1e1')].every(accepts)).toBe(least !== '0' || accepts(0));
      for (const text of [least, greatest]) {
        const beyond = Number(text) * (1 + Number.EPSILON) + (kind.json === 'integer' ? Math.sign(Number(text)) : 0);
        if (text !== '0') expect(accepts(beyond), String(beyond)).toBe(false);
      }
      if (least === '0') expect(accepts(-1)).toBe(false);
      expect(accepts(0.5)).toBe(kind.json === 'number');
      for (const value of ['1', true]) expect(accepts(value)).toBe(false);
    },
  );

  test.each(kinds)('%s: equal values have equal keys, and the order is that of the model', (name, kind) => {
    const texts = [...kind.examples, ...strange.filter((text) => isText(kind, text))];
    const read = (text: string) => kind.read(text) as string;
    const { keyOf } = check[name];
    for (const a of texts) {
      for (const b of texts) {
        const [x, y] = [keyOf(parsed(kind, a)), keyOf(parsed(kind, b))];
        expect(x === y, `${a} ${b}`).toBe(read(a) === read(b));
        if (kind.order) expect(x < y, `${a} < ${b}`).toBe(kind.order(read(a), read(b)) < 0);
      }
    }
  });

  test('instants are compared by what they mean, decimals to their last digit', () => {
    const instants = [
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59.5Z',
      '2024-05-17T08:30:00Z',
      '2024-05-17T09:30:00.000000001+01:00',
      '2024-05-17T08:30:00.1Z',
      '2024-05-17T08:30:00.25Z',
      '2024-05-17T08:30:01Z',
      '9999-12-31T09:59:59-14:00',
    ];
    const decimals = ['-1', '-0.9999999999999999999999999', '-0.0', '0.000000000000000000000000001', '0.5', '0.51', '10'];
    for (const [kind, ordered] of [
      [check.dateTime, instants],
      [check.decimal, decimals],
    ] as const) {
      const keys = ordered.map(kind.keyOf);
      keys.forEach((a, i) => {
        keys.forEach((b, j) => {
          expect([a < b, a === b], `${ordered[i]} ${ordered[j]}`).toEqual([i < j, i === j]);
        });
      });
    }
    expect(check.dateTime.keyOf('2024-05-17T08:30:00.50Z')).toBe(check.dateTime.keyOf('2024-05-17T10:30:00.5+02:00'));
    expect(check.decimal.keyOf('1.50')).toBe(check.decimal.keyOf('1.5'));
  });

  test('the seconds between instants are those of the calendar, in every year and at every offset', () => {
    const last = 253402300799;
    const digits = (value: number): string => String(value).padStart(2, '0');
    const written = (second: number, offset: number): string => {
      const local = new Date((second + offset * 60) * 1000).toISOString().slice(0, 19);
      const size = Math.abs(offset);
      return `${local}${offset < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
    };
    const instants = fc.tuple(fc.integer({ min: -62135510400, max: last - 86400 }), fc.integer({ min: -840, max: 840 }));
    const epoch = is.seconds('1970-01-01T00:00:00Z');
    fc.assert(
      fc.property(instants, ([second, offset]) => {
        expect(is.seconds(written(second, offset)) - epoch).toBe(second);
        expect(is.seconds(`${written(second, 0).slice(0, 19)}.000000001Z`) - epoch).toBe(second);
      }),
    );
    expect(is.seconds('9999-12-31T23:59:59Z') - epoch).toBe(last);
    expect(is.seconds('2024-02-29T00:00:00Z') - is.seconds('2024-02-28T00:00:00Z')).toBe(86400);
    expect(is.seconds('1900-03-01T00:00:00Z') - is.seconds('1900-02-28T00:00:00Z')).toBe(86400);
  });

  test('a bound is compared with what is spelt like it, and otherwise, and nearly like it', () => {
    const rule = (kind: runtime.Kind, one: runtime.ValueRule) => (value: string) => check.valueTest(kind, one).accepts(value);
    for (const same of ['0.10', '0.1', '0.100']) {
      expect(rule(check.decimal, check.atLeast('0.10'))(same)).toBe(true);
      expect(rule(check.decimal, check.moreThan('0.10'))(same)).toBe(false);
      expect(rule(check.decimal, check.lessThan('0.10'))(same)).toBe(false);
    }
    expect(rule(check.decimal, check.moreThan('0.10'))('0.1000000000000000000000000001')).toBe(true);
    const instant = '2019-12-31T23:00:00Z';
    for (const same of [instant, '2020-01-01T00:00:00+01:00', '2019-12-31T23:00:00.0Z']) {
      expect(rule(check.dateTime, check.atMost(instant))(same)).toBe(true);
      expect(rule(check.dateTime, check.moreThan(instant))(same)).toBe(false);
    }
    expect(rule(check.dateTime, check.moreThan(instant))('2019-12-31T23:00:00.000000001Z')).toBe(true);
    expect(rule(check.dateTime, check.moreThan(instant))('2020-01-01T00:00:00+01:01')).toBe(false);
  });

  test('texts may be of any length', () => {
    const long = 12_000_000;
    expect(check.base64.accepts('A'.repeat(long))).toBe(true);
    expect(check.base64.accepts(`${'A'.repeat(long)}AA==`)).toBe(true);
    expect(check.hex.accepts('Af'.repeat(long / 2))).toBe(true);
    expect(check.iri.accepts('%C3a'.repeat(long / 4))).toBe(true);
    expect(check.string.accepts('😀'.repeat(long / 2))).toBe(true);
    for (const [name] of kinds) if (name !== 'string') expect(check[name].accepts('  '.repeat(long / 2))).toBe(false);
    // Wherever the parts end.
    for (let length = 3996; length < 4008; length++) {
      const text = 'A'.repeat(length);
      expect(check.base64.accepts(text)).toBe(length % 4 === 0);
      expect(check.base64.accepts(`${text}AA==${text}`)).toBe(false);
      expect(check.hex.accepts(text.slice(2000))).toBe(length % 2 === 0);
      expect(check.hex.accepts(`${text}g`)).toBe(false);
    }
  });
});

/** The messages of violations, with their paths. */
function messages(found: readonly runtime.Violation[]): string[] {
  return found.map(({ path, message }) => `${path} ${message}`.trim());
}

/** All that a check finds in a value. */
function faultsOf(one: runtime.Check, value: unknown): string[] {
  const found = new check.Findings();
  one(value, '', found);
  return messages(found.told);
}

const { violations } = check;

/** Objects of which only rules are asked. */
const ruled = (...rules: readonly runtime.ObjectRule[]): runtime.ObjectCheck =>
  check.object(
    () => ({}),
    () => rules,
  );

describe('fields', () => {
  test('a value is there, may be missing, or is one of a list', () => {
    expect(faultsOf(check.one(check.string), undefined)).toEqual(['is required']);
    expect(faultsOf(check.one(check.string), null)).toEqual(['must be a text']);
    for (const nothing of [undefined, null]) expect(faultsOf(check.optional(check.string), nothing)).toEqual([]);
    expect(faultsOf(check.optional(check.string), 1)).toEqual(['must be a text']);
    expect(faultsOf(check.none, 'x')).toEqual(['must not have a value']);
    for (const nothing of [undefined, null]) expect(faultsOf(check.none, nothing)).toEqual([]);
    const list = check.many(check.int8, check.minItems(2), check.maxItems(3), check.atLeast(0), check.contains(1));
    expect(faultsOf(list, [0, 1])).toEqual([]);
    expect(faultsOf(list, undefined)).toEqual(['is required']);
    expect(faultsOf(list, null)).toEqual(['must be a list']);
    expect(faultsOf(list, { length: 2, 0: 1, 1: 1 })).toEqual(['must be a list']);
    expect(faultsOf(list, [-1])).toEqual(['must have at least 2 values', 'must contain 1', '/0 must be at least 0']);
    expect(faultsOf(list, [1, 2, 'x'])).toEqual(['/2 must be an integer of 8 bits']);
    expect(faultsOf(list, [1, undefined, null])).toEqual(['/1 must be an integer of 8 bits', '/2 must be an integer of 8 bits']);
    for (const value of [['x'], undefined, null]) expect(faultsOf(check.empty, value)).toEqual(['must be an empty list']);
    expect(faultsOf(check.empty, [])).toEqual([]);
  });

  test('rules are for values of the kind, and all that are broken are told', () => {
    const text = check.one(check.string, check.minLength(3), check.matches(/^a/u), check.among('b', 'c'));
    expect(faultsOf(text, '😀😀')).toEqual(['must be at least 3 characters long', 'must match /^a/u', 'must be "b" or "c"']);
    expect(faultsOf(text, 5)).toEqual(['must be a text']);
    expect(faultsOf(check.one(check.int8, check.moreThan(1), check.lessThan(0)), 1)).toEqual([
      'must be more than 1',
      'must be less than 0',
    ]);
    expect(faultsOf(check.one(check.decimal, check.moreThan('1'), check.atMost('1.50')), '1.5')).toEqual([]);
    expect(faultsOf(check.one(check.decimal, check.among('1.50', '2')), '1.5')).toEqual([]);
    expect(faultsOf(check.one(check.string, check.among('1.50')), '1.5')).toEqual(['must be "1.50"']);
    expect(faultsOf(check.one(check.duration, check.always('PT36H')), 'P1DT12H')).toEqual([]);
    expect(faultsOf(check.one(check.duration, check.always('PT36H')), '-P1DT12H')).toEqual(['must be "PT36H"']);
  });

  test.each(['', 'a', '😀', 'ab', 'a😀', '😀😀', 'abc', '😀😀😀', 'abcd', 'abcde'])(
    'the length of %j is its characters',
    (text) => {
      const length = [...text].length;
      for (let bound = 1; bound <= 6; bound++) {
        expect(faultsOf(check.one(check.string, check.minLength(bound)), text).length).toBe(length >= bound ? 0 : 1);
        expect(faultsOf(check.one(check.string, check.maxLength(bound)), text).length).toBe(length <= bound ? 0 : 1);
      }
      expect(faultsOf(check.one(check.string, check.maxLength(0)), text).length).toBe(length === 0 ? 0 : 1);
    },
  );

  test('what is too long is not looked at any further', () => {
    // This expression takes forever on such a text.
    const text = check.one(check.string, check.maxLength(5), check.matches(/^(a|a)*$/u));
    expect(faultsOf(text, `${'a'.repeat(60)}b`)).toEqual(['must be at most 5 characters long']);
    const list = check.many(check.int8, check.maxItems(2), check.contains(1));
    expect(faultsOf(list, ['x', 'y', 'z'])).toEqual(['must have at most 2 values']);
  });

  test('an expression that the engine cannot apply to a text is not matched by it', () => {
    const text = check.one(check.string, check.matches(/^(?:a|b)*$/u));
    expect(faultsOf(text, 'ab'.repeat(1000))).toEqual([]);
    expect(faultsOf(text, 'ab'.repeat(10_000_000))).toEqual(['must match /^(?:a|b)*$/u']);
  });

  test('of a million wrong values the first hundred are told, and the others counted', () => {
    const objects = check.object(() => ({ a: check.many(check.int8), b: check.many(check.union(check.date, check.int8)) }));
    const many = (value: unknown) => Array(1_000_000).fill(value);
    expect(violations({ a: many(1), b: many(1) }, objects)).toEqual([]);
    const found = violations({ a: many('x'), b: many('x') }, objects);
    expect(found).toHaveLength(101);
    expect(found.slice(99)).toEqual([
      { path: '/a/99', code: 'type', params: { type: 'int8' }, message: 'must be an integer of 8 bits' },
      { path: '', code: 'more', params: { count: 1_999_900 }, message: 'and 1999900 more' },
    ]);
  });

  test('enumerations and unions', () => {
    const status = check.one(check.enumeration({ A: 'a', B: '' }));
    expect([faultsOf(status, 'a'), faultsOf(status, '')]).toEqual([[], []]);
    for (const value of ['A', 'toString', null, 0]) expect(faultsOf(status, value)).toEqual(['must be "a" or ""']);
    const many = check.one(check.enumeration(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`V${i}`, `v${i}`]))));
    expect(faultsOf(many, 'x')[0]).toMatch(/^must be one of 20 values: "v0", .*, "v9", …$/);

    const union = check.one(check.union(check.date, check.restricted(check.int8, check.atLeast(5), check.atMost(3))));
    expect(faultsOf(union, '2024-05-17')).toEqual([]);
    expect(faultsOf(union, 4)).toEqual(['must be a date, such as 2024-05-17, or must be at least 5 and must be at most 3']);
    const either = check.many(check.union(check.decimal, check.string), check.contains('1.0'));
    expect(faultsOf(either, ['1.00', 'x'])).toEqual([]);
    expect(faultsOf(either, ['x'])).toEqual(['must contain "1.0"']);
  });

  test('violations say what is asked for machines, too', () => {
    const text = check.many(
      check.string,
      check.minItems(2),
      check.minLength(3),
      check.maxLength(4),
      check.matches(/^a/u),
      check.among('abcde', 'b'),
    );
    const of = (one: runtime.Check, value: unknown) => {
      const found = new check.Findings();
      one(value, '/a', found);
      return found.told.map(({ path, code, params }) => [path, code, params]);
    };
    expect(of(text, ['bc'])).toEqual([
      ['/a', 'min-items', { length: 2 }],
      ['/a/0', 'min-length', { length: 3 }],
      ['/a/0', 'pattern', { pattern: '^a' }],
      ['/a/0', 'values', { values: ['abcde', 'b'] }],
    ]);
    expect(of(text, ['abcde', 1])).toEqual([
      ['/a/0', 'max-length', { length: 4 }],
      ['/a/1', 'type', { type: 'string' }],
    ]);
    expect(of(check.one(check.int8, check.atLeast(5), check.moreThan(6), check.atMost(1), check.lessThan(2)), 3)).toEqual([
      ['/a', 'minimum', { bound: 5, inclusive: true }],
      ['/a', 'minimum', { bound: 6, inclusive: false }],
      ['/a', 'maximum', { bound: 1, inclusive: true }],
      ['/a', 'maximum', { bound: 2, inclusive: false }],
    ]);
    expect(of(check.one(check.int8, check.always(1)), undefined)).toEqual([['/a', 'required', {}]]);
    expect(of(check.one(check.int8, check.always(1)), 2)).toEqual([['/a', 'constant', { value: 1 }]]);
    expect(of(check.many(check.int8, check.contains(1), check.maxItems(0)), [2])).toEqual([['/a', 'max-items', { length: 0 }]]);
    expect(of(check.many(check.int8), {})).toEqual([['/a', 'type', { type: 'list' }]]);
    expect(of(check.none, 1)).toEqual([['/a', 'absent', {}]]);
    expect(of(check.one(check.union(check.date, check.int8)), 'x')).toEqual([['/a', 'type', { type: 'date | int8' }]]);
    expect(of(check.one(check.enumeration({ A: 'a' })), 'x')).toEqual([['/a', 'values', { values: ['a'] }]]);
  });
});

describe('objects', () => {
  const id = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
  const shape = (): runtime.Shape<{ id: string; constructor: string; tags: string[] }> => ({
    id: check.one(check.uuid),
    constructor: check.optional(check.string),
    tags: check.many(check.string),
  });

  test('paths lead to what is wrong', () => {
    const objects = check.object(shape);
    expect(violations({ id, tags: [], more: 1 }, objects)).toEqual([]);
    expect(messages(violations({ tags: ['a', 1], constructor: 2 }, objects))).toEqual([
      '/id is required',
      '/constructor must be a text',
      '/tags/1 must be a text',
    ]);
    for (const value of [undefined, null, 'a', 1, [], [{ id }]]) {
      expect(violations(value, objects)).toEqual([
        { path: '', code: 'type', params: { type: 'object' }, message: 'must be an object' },
      ]);
    }
  });

  test('what an object inherits is no field of it', () => {
    const objects = check.object(shape);
    expect(messages(violations(Object.create({ id, tags: [] }), objects))).toEqual(['/id is required', '/tags is required']);
    expect(messages(violations(JSON.parse(`{"__proto__": {"id": "${id}", "tags": []}}`), objects))).toHaveLength(2);
    expect(violations(Object.assign(Object.create(null), { id, tags: [] }), objects)).toEqual([]);
    const named = check.object(() => ({ ['__proto__']: check.one(check.string) }));
    expect(messages(violations({}, named))).toEqual(['/__proto__ is required']);
    expect(violations(JSON.parse('{"__proto__": "x"}'), named)).toEqual([]);
  });

  test('the shape and the rules are made once, for the first object', () => {
    let made = 0;
    const objects = check.object(
      () => {
        made++;
        return { a: check.one(check.string) };
      },
      () => {
        made++;
        return check.closed();
      },
    );
    expect(made).toBe(0);
    for (const a of ['x', 'y', 'z']) expect(violations({ a }, objects)).toEqual([]);
    expect(made).toBe(2);
  });

  test('a closed shape has no other fields', () => {
    const objects = check.object(shape, check.closed);
    expect(violations({ id, tags: [] }, objects)).toEqual([]);
    const other = JSON.parse(`{"id": "${id}", "tags": [], "__proto__": 1, "a/b~c": 2, "": 3}`);
    expect(messages(violations(other, objects))).toEqual([
      '/__proto__ must not be there',
      '/a~1b~0c must not be there',
      '/ must not be there',
    ]);
    expect(violations({ id, tags: [], x: undefined }, objects)).toEqual([
      { path: '/x', code: 'closed', params: {}, message: 'must not be there' },
    ]);
  });

  test('alternatives', () => {
    const of = (value: object, ...rules: runtime.ObjectRule[]) => messages(violations(value, ruled(...rules)));
    const [most, exactly] = [check.atMostOneOf('a', 'b', 'c'), check.exactlyOneOf('a', 'b')];
    expect(of({ a: null }, most)).toEqual([]);
    expect(of({ a: 1, b: null }, most, exactly)).toEqual([]);
    expect(of({ a: 1, b: 1 }, most, exactly)).toEqual([
      'must have at most one of a, b and c',
      'must have exactly one of a and b',
    ]);
    expect(of({ c: 1 }, exactly)).toEqual(['must have exactly one of a and b']);
    expect(violations({}, ruled(exactly))).toMatchObject([{ code: 'choice', params: { fields: ['a', 'b'], required: true } }]);
  });

  test('values of several fields are counted together', () => {
    const of = (value: object, ...rules: runtime.ObjectRule[]) => messages(violations(value, ruled(...rules)));
    const some = check.atLeastInAll(1, 'a', 'b', 'c');
    for (const value of [{ a: ['x'] }, { b: 1 }, { a: [], b: null, c: ['x', 'y'] }]) expect(of(value, some)).toEqual([]);
    for (const value of [{}, { a: [], b: null, c: undefined }, { d: 1 }]) {
      expect(of(value, some)).toEqual(['must have at least 1 of a, b and c in all']);
    }
    const few = check.atMostInAll(2, 'a', 'b');
    for (const value of [{ a: ['x', 'y'] }, { a: ['x'], b: 1 }, {}]) expect(of(value, few)).toEqual([]);
    for (const value of [{ a: ['x', 'y'], b: 1 }, { a: ['x', 'y', 'z'] }]) {
      expect(of(value, few)).toEqual(['must have at most 2 of a and b in all']);
    }
    expect(violations({}, ruled(some))).toMatchObject([{ code: 'total', params: { fields: ['a', 'b', 'c'], least: 1 } }]);
    expect(violations({ a: [1, 2, 3] }, ruled(few))).toMatchObject([{ code: 'total', params: { fields: ['a', 'b'], most: 2 } }]);
  });

  test('an object may be kept from referring to itself', () => {
    const objects = check.object(
      () => ({ id: check.one(check.uuid) }),
      () => [check.notItself('at')],
    );
    const of = (value: object) => messages(violations(value, objects));
    expect(of({ id, at: id.toUpperCase() })).toEqual(['/at must not be the id of the object itself']);
    expect(of({ id, at: ['x', id] })).toEqual(['/at/1 must not be the id of the object itself']);
    for (const at of [null, undefined, 'x', 1, []]) expect(of({ id, at })).toEqual([]);
    // What an object is told by is no member of what creates it.
    expect(violations({ id, at: id }, ruled(check.notItself('at')))).toEqual([]);
  });
});

describe('what decides', () => {
  const [id, other] = [1, 2].map((n) => `f81d4fae-7dec-41d0-a765-00a0c91e6bf${n}`) as [string, string];

  test('an object is its own members', () => {
    const plain = { a: 1 };
    expect(is.fieldsOf(plain)).toBe(plain);
    expect(is.fieldsOf(Object.create(null))).toEqual({});
    expect(Object.keys(is.fieldsOf(Object.assign(Object.create({ b: 2 }), plain)) ?? {})).toEqual(['a']);
    expect((is.fieldsOf(Object.create({ b: 2 })) as { b?: unknown }).b).toBeUndefined();
    for (const value of [undefined, null, 'a', 1, [], [plain]]) expect(is.fieldsOf(value)).toBeUndefined();
    expect([is.own({}, 'constructor'), is.own({ constructor: 1 }, 'constructor')]).toEqual([undefined, 1]);
    const names = new Set(['a']);
    expect([plain, { b: 1 }, { ...plain, b: undefined }, {}].map((value) => is.onlyOf(value, names))).toEqual([
      ...[true, false, false, true],
    ]);
    expect(is.onlyOf(JSON.parse('{"__proto__": 1}'), names)).toBe(false);
  });

  test('lists and what is counted', () => {
    expect(is.listOf(['a', 'b'], is.string, 2, 2)).toBe(true);
    for (const value of [['a'], ['a', 'b', 'c'], ['a', 1], Array(2), 'ab', null])
      expect(is.listOf(value, is.string, 2, 2)).toBe(false);
    expect([undefined, null, 'x', [], ['x', 'y']].map(is.count)).toEqual([0, 0, 1, 0, 2]);
    expect([is.counted(1, 2), is.counted(1, 2, 'a', null), is.counted(1, 2, ['a', 'b'], 'c')]).toEqual([false, true, false]);
    expect([is.otherThan(id, id.toUpperCase()), is.otherThan(id, [other, id]), is.otherThan(id, other)]).toEqual([
      ...[false, false, true],
    ]);
    expect(is.otherThan(undefined, id)).toBe(true);
  });

  test('keys agree with the objects beside them, in both directions', () => {
    expect([{ id: id.toUpperCase() }, null, undefined].map((value) => is.keyOf(id, value))).toEqual([true, true, true]);
    expect([id, null, undefined].map((key) => is.keyOf(key, { id: other }))).toEqual([false, false, false]);
    expect(is.keyOf([id, other], [{ id: other }, { id }])).toBe(true);
    for (const objects of [[{ id }], [], [{ id }, { id: 'x' }], [{ id }, { id: other }, { id: 'x' }]]) {
      expect(is.keyOf([id, other], objects)).toBe(false);
    }
    expect([{ at: id.toUpperCase() }, [{ at: id }, { at: [other, id] }], []].map((value) => is.keyIn(id, value, 'at'))).toEqual([
      ...[true, true, true],
    ]);
    expect([{ at: other }, {}, [{ at: id }, { at: other }], [{ at: [] }]].map((value) => is.keyIn(id, value, 'at'))).toEqual([
      ...[false, false, false, false],
    ]);
  });
});

describe('related objects', () => {
  const [id, other, third] = [1, 2, 3].map((n) => `f81d4fae-7dec-41d0-a765-00a0c91e6bf${n}`) as [string, string, string];
  const user = (): runtime.Shape<{ id: string; name: string }> => ({
    id: check.one(check.uuid),
    name: check.one(check.string),
  });
  const of = (value: object, shape: Record<string, runtime.Check>, ...rules: runtime.ObjectRule[]) =>
    messages(
      violations(
        value,
        check.object(
          () => shape,
          () => rules,
        ),
      ),
    );

  test('what is wrong in them is told at its place', () => {
    const shape = {
      author: check.related(check.object(user)),
      editor: check.relatedOrNone(check.object(user)),
      readers: check.relatedList(check.object(user, check.closed)),
    };
    const ann = { id, name: 'Ann' };
    for (const editor of [undefined, null, ann]) expect(of({ author: ann, editor, readers: [ann] }, shape)).toEqual([]);
    expect(of({}, shape)).toEqual(['/author is required', '/readers is required']);
    expect(of({ author: null, editor: 1, readers: {} }, shape)).toEqual([
      '/author must be an object',
      '/editor must be an object',
      '/readers must be a list',
    ]);
    expect(of({ author: { id }, editor: { ...ann, id: 'x' }, readers: [ann, null, { ...ann, age: 1 }] }, shape)).toEqual([
      '/author/name is required',
      '/editor/id must be a UUID',
      '/readers/1 must be an object',
      '/readers/2/age must not be there',
    ]);
  });

  test('a key agrees with the object beside it', () => {
    const rule = check.refersTo('author_id', 'author');
    expect(of({ author_id: id, author: { id: id.toUpperCase() } }, {}, rule)).toEqual([]);
    for (const author of [undefined, null, 1, {}]) expect(of({ author_id: id, author }, {}, rule)).toEqual([]);
    for (const author_id of [other, null, undefined, 1]) {
      expect(of({ author_id, author: { id } }, {}, rule)).toEqual(['/author/id must be what is in author_id']);
    }
    expect(violations({ author_id: id, author: { id: other } }, ruled(rule))).toMatchObject([
      { path: '/author/id', code: 'inverse', params: { field: 'author_id', relation: 'author' } },
    ]);
  });

  test('keys agree with the objects of a list', () => {
    const rule = check.refersTo('tag_ids', 'tags');
    const tags = (...ids: string[]) => ids.map((id) => ({ id }));
    expect(of({ tag_ids: [id, other], tags: tags(other, id) }, {}, rule)).toEqual([]);
    expect(of({ tag_ids: [], tags: [] }, {}, rule)).toEqual([]);
    expect(of({ tag_ids: [id] }, {}, rule)).toEqual([]);
    expect(of({ tag_ids: [id, other], tags: tags(id, third) }, {}, rule)).toEqual([
      '/tags/1/id must be one of tag_ids',
      '/tags must have an object for each of tag_ids',
    ]);
    expect(of({ tag_ids: [id], tags: [] }, {}, rule)).toEqual(['/tags must have an object for each of tag_ids']);
  });

  test('objects agree with the object that they stand in', () => {
    const rule = check.referredToBy('post_id', 'comments');
    expect(of({ id, comments: [{ post_id: id.toUpperCase() }, { post_id: id }] }, {}, rule)).toEqual([]);
    expect(of({ id, comments: [{ post_id: id }, { post_id: other }, {}] }, {}, rule)).toEqual([
      '/comments/1/post_id must be the id of the object that it stands in',
      '/comments/2/post_id must be the id of the object that it stands in',
    ]);
    expect(of({ id, comment: { post_id: other } }, {}, check.referredToBy('post_id', 'comment'))).toHaveLength(1);
    const many = check.referredToBy('post_ids', 'tags');
    expect(of({ id, tags: [{ post_ids: [other, id] }] }, {}, many)).toEqual([]);
    expect(of({ id, tags: [{ post_ids: [other] }, { post_ids: 1 }] }, {}, many)).toHaveLength(2);
    for (const comments of [undefined, null, [], [1]]) expect(of({ id, comments }, {}, rule)).toEqual([]);
  });
});
