import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScalarKind } from '../../model/index.ts';
import { valueChecks } from './value-checks.ts';

// biome-ignore lint/suspicious/noExplicitAny: the module is known as text alone
const check: any = await import(
  `data:text/javascript,${encodeURIComponent(transformSync(valueChecks, { loader: 'ts', format: 'esm' }).code)}`
);

/** Values that a kind takes, and values that it refuses. */
const kinds: Readonly<Record<ScalarKind | 'uuid', readonly [accepted: readonly unknown[], refused: readonly unknown[]]>> = {
  uuid: [
    ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '00000000-0000-0000-0000-000000000000', 'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'],
    [
      '',
      'f81d4fae7dec11d0a76500a0c91e6bf6',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n',
      '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}',
      1,
    ],
  ],
  string: [
    ['', 'a', '\u0000😀'],
    [1, null, true, ['a'], {}],
  ],
  iri: [
    ['', 'http://example.org/a?b=c#d', '../a', 'urn:x:y', 'http://[::1]/', 'http://例え.jp/%E2%82%AC', "a'(b)"],
    ['a b', '<a>', 'a"', 'a\\b', 'a^b', 'a`b', '{a}', 'a|b', '%', '%2', '%GG', 'a\n', '\u007f', '\u0085', 1],
  ],
  boolean: [
    [true, false],
    ['true', 0, 1],
  ],
  int8: [
    [-128, 127, 0, -0, 1.0],
    [-129, 128, 0.5, '1', true],
  ],
  int16: [
    [-32768, 32767],
    [-32769, 32768],
  ],
  int32: [
    [-2147483648, 2147483647],
    [-2147483649, 2147483648, Number.NaN, Infinity],
  ],
  int64: [
    [2 ** 60, JSON.parse('9223372036854775807'), JSON.parse('-9223372036854775808')],
    [1e19, -1e19, 0.1, '1'],
  ],
  int64Text: [
    ['0', '-1', '9007199254740993', '-9223372036854775808', '9223372036854775807'],
    ['-9223372036854775809', '9223372036854775808', '-0', '01', '+1', '1.0', '1e3', ' 1', '1\n', '', '٣', 1],
  ],
  uint64Text: [
    ['0', '9007199254740993', '18446744073709551615'],
    ['-1', '18446744073709551616', '00', '', 1],
  ],
  uint8: [
    [0, 255],
    [-1, 256],
  ],
  uint16: [
    [0, 65535],
    [-1, 65536],
  ],
  uint32: [
    [0, 4294967295],
    [-1, 4294967296],
  ],
  uint64: [
    [0, JSON.parse('18446744073709551615')],
    [-1, 2e19],
  ],
  float32: [
    [0.1, -3.4028234e38, 1e-50],
    [3.5e38, JSON.parse('1e999'), Number.NaN, '1.5'],
  ],
  float64: [
    [0.1, 1.7e308],
    [JSON.parse('1e999'), Number.NaN, '1.5'],
  ],
  decimal: [
    ['0', '12.50', '-1', '+1', '.5', '1.', '-.5', '123456789012345678901234567890.1'],
    ['', '.', '-', '1e5', 'NaN', '1,5', ' 1', '1\n', 1.5],
  ],
  dateTime: [
    [
      '2024-05-17T08:30:00Z',
      '2024-05-17T08:30:00.123456789+05:30',
      '2024-02-29t23:59:59z',
      '2016-12-31T23:59:60Z',
      '2017-01-01T01:59:60.5+02:00',
      '0000-01-01T00:00:00-00:00',
    ],
    [
      '2024-05-17T08:30:00',
      '2024-05-17T08:30Z',
      '2024-05-17 08:30:00Z',
      '2024-05-17',
      '2024-02-30T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-05-17T24:00:00Z',
      '2024-05-17T08:60:00Z',
      '2024-05-17T08:30:60Z',
      '2016-12-31T23:59:60+01:00',
      '2024-05-17T08:30:00+24:00',
      '2024-05-17T08:30:00.Z',
      '12024-05-17T08:30:00Z',
      '2024-05-17T08:30:00Z\n',
      1715934600000,
    ],
  ],
  date: [
    ['2024-05-17', '2024-02-29', '2000-02-29', '0001-01-01'],
    [
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-00-01',
      '2024-13-01',
      '2024-01-00',
      '24-01-01',
      '2024-05-17Z',
      '2024-5-17',
      '',
    ],
  ],
  time: [
    ['08:30:00', '23:59:59.999', '00:00:00'],
    ['24:00:00', '08:30', '08:30:00Z', '08:30:60', '8:30:00', '08:30:00.', ''],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'PT0.5S', '-P1D', 'P1M', 'PT1M', 'P1Y3D', 'PT4H6S'],
    ['P', 'PT', 'P1', '1D', 'P1YT', 'P1M1Y', 'P0.5D', '+P1D', 'P1W', 'p1d', ''],
  ],
  base64: [
    ['', 'SGVsbG8=', 'SGVsbA==', 'AAAA', '+/+/', 'A'.repeat(20_000_000)],
    ['A', 'AA', 'AAA', 'A===', '====', '=', 'AA=A', 'AAAA=', 'AA-_', 'AAA\n', 'AA==AAAA', 'SGVs bG8='],
  ],
  hex: [
    ['', '48656C6c6F'],
    ['4', '4g', '0x48', '48 65'],
  ],
  gYear: [
    ['2024', '-0044', '12024', '2024Z', '2024+14:00'],
    ['24', '012024', '+2024', '2024-05', '2024+15:00'],
  ],
  gYearMonth: [
    ['2024-05', '-0044-03Z'],
    ['2024-13', '2024-00', '2024', '2024-05-17'],
  ],
  gMonthDay: [
    ['--05-17', '--02-29Z'],
    ['--13-01', '--01-32', '05-17', '--5-17'],
  ],
  gDay: [
    ['---17', '---01-05:00'],
    ['---32', '---00', '17', '--17'],
  ],
  gMonth: [
    ['--05', '--12Z'],
    ['--13', '--00', '05', '--5'],
  ],
};

describe('the kinds of values', () => {
  test.each(Object.entries(kinds))('%s', (kind, [accepted, refused]) => {
    const of = check.one(check[kind]);
    for (const value of accepted) expect(of(value), String(value).slice(0, 100)).toEqual([]);
    for (const value of [...refused, null, [], {}]) {
      expect(of(value), JSON.stringify(value)).toEqual([{ path: '', message: expect.stringMatching(/^must be /) }]);
    }
  });

  test('decimals are compared as numbers, whatever their length', () => {
    const { compare } = check.decimal;
    const parts = fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30));
    const spell = ([n, digits]: [bigint, number]) => {
      const text = `${n < 0n ? -n : n}`.padStart(digits + 1, '0');
      return `${n < 0n ? '-' : ''}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`;
    };
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [x, y] = [a[0] * 10n ** BigInt(b[1]), b[0] * 10n ** BigInt(a[1])];
        expect(Math.sign(compare(spell(a), spell(b)))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
    );
    expect(compare('1.50', '+1.5')).toBe(0);
    expect(compare('-.5', '-0.50')).toBe(0);
    expect(compare('-0', '0.')).toBe(0);
  });

  test('instants and times are compared by what they mean, bytes in hexadecimal without case', () => {
    const ordered = [
      '0000-01-01T00:00:00+14:00',
      '1969-12-31T23:59:59.5Z',
      '2024-05-17T08:30:00Z',
      '2024-05-17T09:30:00.000000001+01:00',
      '2024-05-17T08:30:00.1Z',
      '2024-05-17T08:30:00.25Z',
      '2024-05-17T08:30:01Z',
      '9999-12-31T23:59:59-14:00',
    ];
    ordered.forEach((a, i) => {
      ordered.forEach((b, j) => {
        expect(Math.sign(check.dateTime.compare(a, b)), `${a} ${b}`).toBe(Math.sign(i - j));
      });
    });
    expect(check.dateTime.compare('2024-05-17T08:30:00.50Z', '2024-05-17T10:30:00.5+02:00')).toBe(0);
    expect(check.time.compare('08:30:00', '08:30:00.000')).toBe(0);
    expect(check.time.compare('08:30:00.1', '08:30:00.09')).toBeGreaterThan(0);
    expect(check.hex.compare('ff', 'FF')).toBe(0);
    expect(check.string.compare('ff', 'FF')).not.toBe(0);
  });
});

/** The messages of a check, with their paths. */
function messages(found: readonly { path: string; message: string }[]): string[] {
  return found.map(({ path, message }) => `${path} ${message}`.trim());
}

describe('fields', () => {
  test('a value is there, may be missing, or is one of a list', () => {
    expect(messages(check.one(check.string)(undefined))).toEqual(['is required']);
    expect(messages(check.one(check.string)(null))).toEqual(['must be a text']);
    for (const nothing of [undefined, null]) expect(check.optional(check.string)(nothing)).toEqual([]);
    expect(messages(check.optional(check.string)(1))).toEqual(['must be a text']);
    expect(messages(check.none('x'))).toEqual(['must not have a value']);
    for (const nothing of [undefined, null]) expect(check.none(nothing)).toEqual([]);
    const list = check.many(check.int8, check.minItems(2), check.maxItems(3), check.atLeast(0), check.contains(1));
    expect(list([0, 1])).toEqual([]);
    expect(messages(list(undefined))).toEqual(['is required']);
    expect(messages(list(null))).toEqual(['must be a list']);
    expect(messages(list([-1]))).toEqual(['must have at least 2 values', 'must contain 1', '/0 must be at least 0']);
    expect(messages(list([1, 2, 3, 'x']))).toEqual(['must have at most 3 values', '/3 must be an integer of 8 bits']);
    for (const value of [['x'], undefined, null]) expect(messages(check.empty(value))).toEqual(['must be an empty list']);
    expect(check.empty([])).toEqual([]);
  });

  test('rules are for values of the kind, and all that are broken are told', () => {
    const text = check.one(check.string, check.minLength(3), check.maxLength(1), check.matches(/^a/u), check.among('b', 'c'));
    expect(messages(text('😀😀'))).toEqual([
      'must be at least 3 characters long',
      'must be at most 1 character long',
      'must match /^a/u',
      'must be "b" or "c"',
    ]);
    expect(messages(text(5))).toEqual(['must be a text']);
    expect(check.one(check.string, check.minLength(2), check.maxLength(2))('😀😀')).toEqual([]);
    expect(messages(check.one(check.int8, check.moreThan(1), check.lessThan(0))(1))).toEqual([
      'must be more than 1',
      'must be less than 0',
    ]);
    expect(check.one(check.decimal, check.moreThan('1'), check.atMost('1.50'))('1.5')).toEqual([]);
    expect(check.one(check.decimal, check.among('1.50'))('1.5')).toEqual([]);
    expect(messages(check.one(check.string, check.among('1.50'))('1.5'))).toEqual(['must be "1.50"']);
  });

  test('enumerations and unions', () => {
    const status = check.one(check.enumeration({ A: 'a', B: '' }));
    expect([status('a'), status('')]).toEqual([[], []]);
    for (const value of ['A', 'toString', null, 0]) expect(messages(status(value))).toEqual(['must be "a" or ""']);
    const many = check.one(check.enumeration(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`V${i}`, `v${i}`]))));
    expect(messages(many('x'))[0]).toMatch(/^must be one of 20 values: "v0", .*, "v9", …$/);

    const union = check.one(check.union(check.date, check.restricted(check.int8, check.atLeast(5), check.atMost(3))));
    expect(union('2024-05-17')).toEqual([]);
    expect(messages(union(4))).toEqual(['must be a date, such as 2024-05-17, or must be at least 5 and must be at most 3']);
    const either = check.many(check.union(check.decimal, check.string), check.contains('1.0'));
    expect(either(['1.00', 'x'])).toEqual([]);
    expect(messages(either(['x']))).toEqual(['must contain "1.0"']);
  });
});

describe('objects', () => {
  const shape = () => ({ id: check.one(check.uuid), constructor: check.optional(check.string), tags: check.many(check.string) });
  const id = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';

  test('paths lead to what is wrong', () => {
    expect(check.violations({ id, tags: [], more: 1 }, shape)).toEqual([]);
    expect(messages(check.violations({ tags: ['a', 1], constructor: 2 }, shape))).toEqual([
      '/id is required',
      '/constructor must be a text',
      '/tags/1 must be a text',
    ]);
    for (const value of [undefined, null, 'a', 1, [], [{ id }]]) {
      expect(check.violations(value, shape)).toEqual([{ path: '', message: 'must be an object' }]);
    }
  });

  test('a closed shape has no other fields', () => {
    expect(check.violations({ id, tags: [] }, shape, () => [check.closed])).toEqual([]);
    const other = JSON.parse(`{"id": "${id}", "tags": [], "__proto__": 1, "a/b~c": 2, "": 3}`);
    expect(messages(check.violations(other, shape, () => [check.closed]))).toEqual([
      '/__proto__ must not be there',
      '/a~1b~0c must not be there',
      '/ must not be there',
    ]);
  });

  test('alternatives', () => {
    const of = (value: object, ...rules: unknown[]) =>
      messages(
        check.violations(
          value,
          () => ({}),
          () => rules,
        ),
      );
    const [most, exactly] = [check.atMostOneOf('a', 'b', 'c'), check.exactlyOneOf('a', 'b')];
    expect(of({ a: null }, most)).toEqual([]);
    expect(of({ a: 1, b: null }, most, exactly)).toEqual([]);
    expect(of({ a: 1, b: 1 }, most, exactly)).toEqual([
      'must have at most one of a, b and c',
      'must have exactly one of a and b',
    ]);
    expect(of({ c: 1 }, exactly)).toEqual(['must have exactly one of a and b']);
  });

  test('an object may be kept from referring to itself', () => {
    const of = (value: object) =>
      messages(
        check.violations(
          value,
          () => ({}),
          () => [check.notItself('at')],
        ),
      );
    expect(of({ id, at: id.toUpperCase() })).toEqual(['/at must not be the id of the object itself']);
    expect(of({ id, at: ['x', id] })).toEqual(['/at/1 must not be the id of the object itself']);
    for (const at of [null, undefined, 'x', 1, []]) expect(of({ id, at })).toEqual([]);
    expect(of({})).toEqual([]);
  });
});
