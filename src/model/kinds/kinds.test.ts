import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMatcher, translatePattern } from '../../pattern/index.ts';
import { identity, isOrdered, kindOf, type ScalarKind, scalarKinds } from './kinds.ts';
import { isLexicalForm } from './rules.ts';

/** Lexical forms of XML Schema with their canonical texts, and texts that the kind rejects. */
const readings: Readonly<Record<ScalarKind, readonly [read: Readonly<Record<string, string>>, refused: readonly string[]]>> = {
  string: [{ '': '', ' a\t': ' a\t', '\u202e😀': '\u202e😀' }, ['a\0', '\ud800', 'a\udc00b']],
  iri: [
    { '': '', ' http://例え.jp/%E2?a=[b]#c\n': 'http://例え.jp/%E2?a=[b]#c', '../a': '../a', "a'(b)": "a'(b)" },
    ['a b', '<a>', 'a"', 'a\\b', 'a^b', 'a`b', '{a}', 'a|b', '%', '%2', '%GG', 'a\u0000', 'a\u007f', '\u0085', '\ud800'],
  ],
  base64: [
    { '': '', ' SGVs bG8=\n': 'SGVsbG8=', 'AA==': 'AA==' },
    ['A', 'AA', 'AAA', 'A===', '====', 'AA=A', 'AAAA=', 'AA-_', 'AB==', 'AAB=', 'AA==AAAA'],
  ],
  hex: [{ '': '', ' 0aFf ': '0AFF' }, ['4', '4g', '0x48', '48 65', '٣٣']],
  boolean: [{ true: 'true', '0': 'false', ' 1 ': 'true' }, ['', 'TRUE', 'yes', '01']],
  int8: [{ '+5': '5', '-0': '0', ' 007 ': '7', '-128': '-128' }, ['', '128', '-129', '1.0', '1e2', '٣', '1_0', '0x1']],
  int16: [{ '32767': '32767' }, ['32768', '-32769']],
  int32: [{ '-2147483648': '-2147483648' }, ['2147483648', '9'.repeat(400)]],
  int64: [{ '9007199254740991': '9007199254740991' }, ['9007199254740992', '-9007199254740992']],
  int64Text: [{ '+9223372036854775807': '9223372036854775807' }, ['9223372036854775808', '-9223372036854775809']],
  uint8: [{ '255': '255', '-0': '0' }, ['-1', '256']],
  uint16: [{ '65535': '65535' }, ['65536']],
  uint32: [{ '4294967295': '4294967295' }, ['4294967296']],
  uint64: [{ '9007199254740991': '9007199254740991' }, ['9007199254740992', '-1']],
  uint64Text: [{ '18446744073709551615': '18446744073709551615' }, ['18446744073709551616', '-1']],
  float32: [
    { '.1': '0.1', '3.4028235e38': `34028235${'0'.repeat(31)}`, '-0.0': '0', '1E-50': '0', '16777217': '16777216' },
    ['INF', '-INF', 'NaN', '3.4028236e38', '', '.', '1e', '1_0', 'Infinity', '0x1p3'],
  ],
  float64: [
    { '1.': '1', '-1e-3': '-0.001', '3.14159265358979323846': '3.141592653589793', '1e-400': '0' },
    ['INF', 'NaN', '1e309', '1e99999', '', 'e5'],
  ],
  decimal: [
    { '+5': '5', '1.': '1', '.50': '0.5', '-0.0': '0', ' 007.10 ': '7.1', [`${'9'.repeat(28)}.0`]: '9'.repeat(28) },
    ['', '.', '-', '1e5', 'NaN', 'INF', '1,5', '1_000', '9'.repeat(29), `0.${'0'.repeat(28)}1`, '٣'],
  ],
  dateTime: [
    {
      '2024-05-17T08:30:00': '2024-05-17T08:30:00Z',
      '2024-05-17T08:30:00.500+02:00': '2024-05-17T06:30:00.5Z',
      '2024-02-29T24:00:00.0Z': '2024-03-01T00:00:00Z',
      '1900-01-01T00:00:00.123456789-14:00': '1900-01-01T14:00:00.123456789Z',
      '0001-01-01T00:00:00-00:00': '0001-01-01T00:00:00Z',
    },
    [
      '2024-05-17',
      '2024-05-17 08:30:00Z',
      '2024-05-17t08:30:00z',
      '2024-02-30T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-05-17T08:30:60Z',
      '2024-05-17T24:00:01Z',
      '2024-05-17T08:30:00+14:01',
      '2024-05-17T08:30:00.Z',
      '2024-05-17T08:30Z',
      '0000-01-01T00:00:00Z',
      '-0001-01-01T00:00:00Z',
      '12024-05-17T08:30:00Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '9999-12-31T24:00:00Z',
      '2024-05-17T08:30:00.1234567891Z',
      '2024-05-17T08:30:00Z T',
    ],
  ],
  date: [
    { '2024-02-29': '2024-02-29', ' 2024-05-17+02:00 ': '2024-05-17', '2000-02-29Z': '2000-02-29' },
    ['2024-02-30', '1900-02-29', '2023-02-29', '2024-13-01', '0000-01-01', '24-01-01', '2024-5-17', '2024-05-17+15:00', ''],
  ],
  time: [
    { '08:30:00.500': '08:30:00.5', '24:00:00': '00:00:00', '23:59:59Z': '23:59:59' },
    ['24:00:01', '08:30', '08:30:60', '8:30:00', '08:30:00.', '08:30:00.0000000001', ''],
  ],
  duration: [
    {
      PT36H: 'P1DT12H',
      P14M: 'P1Y2M',
      '-P0D': 'PT0S',
      'PT0.50S': 'PT0.5S',
      'PT1H0.25S': 'PT1H0.25S',
      PT90M60S: 'PT1H31M',
      '-P01Y': '-P1Y',
      P99999999Y99999999M: 'P99999999Y99999999M',
      PT999999999S: 'P11574DT1H46M39S',
    },
    ['', 'P', 'PT', 'P1', '1D', 'P1YT', 'P1M1Y', 'P0.5D', '+P1D', 'P1W', 'p1d', 'two hours', 'P999999999Y', 'PT.5S'],
  ],
  gYear: [
    { '2024': '2024', '2024+00:00': '2024Z', '0001-14:00': '0001-14:00' },
    ['24', '02024', '12024', '0000', '-0044', '2024-05', '2024+15:00', '2024+14:01', '٢٠٢٤'],
  ],
  gYearMonth: [{ '2024-12-00:00': '2024-12Z' }, ['2024-13', '2024', '2024-5', '0000-01']],
  gMonthDay: [{ '--02-29': '--02-29', '--12-31Z': '--12-31Z' }, ['--02-30', '--04-31', '--13-01', '05-17', '--5-17']],
  gDay: [{ '---31+05:30': '---31+05:30' }, ['---32', '---00', '17', '---7']],
  gMonth: [{ '--12': '--12' }, ['--13', '--00', '05', '--05--']],
};

describe.each(scalarKinds)('%s', (scalar) => {
  const kind = kindOf(scalar);
  const [read, refused] = readings[scalar];

  test('reads the lexical space of its datatype, and nothing else', () => {
    for (const [lexical, value] of Object.entries(read)) expect([lexical, kind.read(lexical)]).toEqual([lexical, value]);
    for (const lexical of refused) expect([lexical, kind.read(lexical)]).toEqual([lexical, undefined]);
  });

  test('has examples that are distinct and canonical', () => {
    for (const example of kind.examples) expect([kind.read(example), isLexicalForm(kind, example)]).toEqual([example, true]);
    expect(new Set(kind.examples.slice(0, 2)).size).toBe(2);
    if (kind.json !== 'boolean') expect(new Set(kind.examples.slice(0, 3)).size).toBe(3);
  });

  test('reads values that have the form, are in the range, and are canonical', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.stringMatching(/^ ?[+-]?[0-9]{1,20}(\.[0-9]{0,12})?([eE][+-]?[0-9]{1,3})? ?$/),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$/),
      fc.stringMatching(/^-?P[0-9]{1,9}Y[0-9]{1,9}M[0-9]{1,9}DT[0-9]{1,12}H[0-9]{1,9}M[0-9]{1,9}(\.[0-9]{1,9})?S$/),
      fc.stringMatching(/^-{0,3}[0-9]{2}(-[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?$/),
    );
    fc.assert(
      fc.property(texts, (lexical) => {
        const value = kind.read(lexical);
        if (value === undefined) return;
        expect(kind.read(value)).toBe(value);
        expect(isLexicalForm(kind, value)).toBe(true);
        if (!kind.range || !kind.order) return;
        expect(kind.order(kind.range.minimum, value)).toBeLessThanOrEqual(0);
        expect(kind.order(value, kind.range.maximum)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 400 },
    );
  });

  test.runIf(kind.form)('reads every text that has the form and satisfies the rules', () => {
    const { form } = kind;
    const translated = form && translatePattern(form, 'ecmascript');
    if (!translated?.ok) throw new Error('the form has no equal');
    const isFormed = createMatcher(form ? [form] : []) as (text: string) => boolean;
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(translated.source, 'u')), (text) => {
        expect(isFormed(text)).toBe(true);
        const value = kind.read(text);
        // A text with the form may still be outside the range or violate a rule.
        if (isLexicalForm(kind, text)) expect(value).toBeDefined();
        if (value !== undefined && kind.spellings === 'one') expect(value).toBe(text);
        const isLimited = kind.rules.length > 0 || kind.range !== undefined;
        if (!isLimited) expect(isLexicalForm(kind, text)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test.runIf(kind.form)('its form means the same in every dialect', () => {
    for (const dialect of ['ecmascript', 'rust', 'postgresql', 'python'] as const) {
      expect(kind.form && translatePattern(kind.form, dialect)).toMatchObject({ ok: true });
    }
  });
});

test('accepts exactly the days of the calendar', () => {
  const isDate = (text: string) => {
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  };
  const two = (n: number) => String(n).padStart(2, '0');
  for (const year of ['0001', '1900', '2000', '2023', '2024', '9999']) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`;
        expect([text, isLexicalForm(kindOf('date'), text)]).toEqual([text, isDate(text)]);
      }
    }
  }
});

test('reads the same instants as Date', () => {
  const { read } = kindOf('dateTime');
  const instants = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: -840, max: 840 }), (date, offset) => {
      const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) => String(n).padStart(2, '0'));
      const value = read(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`);
      expect(value && Date.parse(value)).toBe(date.getTime());
    }),
  );
});

test('orders by value, not by text', () => {
  const sorted: Readonly<Partial<Record<ScalarKind, readonly string[]>>> = {
    int32: ['-10', '-9', '9', '10'],
    int64Text: ['-9007199254740993', '-9007199254740992', '9007199254740992', '9007199254740993', '10007199254740992'],
    decimal: ['-1.5', '-1', '0', '0.05', '0.1', '9', '10'],
    float64: ['-0.5', '0', '0.000001', '1e3', '1e20'],
    dateTime: ['2024-05-17T08:30:00Z', '2024-05-17T08:30:00.5Z', '2024-05-17T08:30:01+00:00', '2024-05-17T08:30:01-01:00'],
    time: ['08:30:00', '08:30:00.05', '08:30:00.5', '08:30:01'],
    date: ['0999-12-31', '2024-05-16', '2024-05-17'],
  };
  for (const [scalar, values] of Object.entries(sorted)) {
    const { read, order } = kindOf(scalar as ScalarKind);
    const canonical = values.map((value) => read(value) as string);
    expect([...canonical].reverse().sort(order)).toEqual(canonical);
  }
  expect(scalarKinds.filter((kind) => !isOrdered(kind))).toEqual([
    ...['string', 'iri', 'base64', 'hex', 'boolean', 'duration'],
    ...['gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth'],
  ]);
});

test('reads an identity as a UUID with hyphens', () => {
  for (const example of identity.examples) expect(identity.read(example)).toBe(example);
  expect(identity.read('F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6')).toBe('f81d4fae-7dec-11d0-a765-00a0c91e6bf6');
  for (const text of ['', 'f81d4fae7dec11d0a76500a0c91e6bf6', '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}', 'urn:uuid:x']) {
    expect([text, identity.read(text), isLexicalForm(identity, text)]).toEqual([text, undefined, false]);
  }
});
