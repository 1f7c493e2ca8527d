/**
 * Difficult values for each kind, as JSON text, because `9007199254740993`, `1e400` and `"\ud800"` do not survive parsing.
 * They are grouped by topic, so that a difference between layers can name them. The referee decides which ones are valid.
 */

import type { ScalarKind } from '../../src/model/index.ts';

/** Texts by topic. */
export type DifficultTexts = Readonly<Record<string, readonly string[]>>;

const BAR = / ¦ |\n *¦ /;

/** Splits a template at its bars into JSON texts, without processing escapes. */
export const texts = ({ raw }: TemplateStringsArray): readonly string[] => (raw[0] as string).split(BAR);

/** Splits a template at its bars into parts of texts, with processed escapes. */
const words = (all: TemplateStringsArray): readonly string[] => (all[0] as string).split(BAR);

const quoted = (...all: readonly string[]): readonly string[] => all.map((text) => JSON.stringify(text));

/** Values for every kind: other JSON types, other strings, and texts that are not JSON. */
export const difficultJson: DifficultTexts = {
  'another type': texts`true ¦ false ¦ 0 ¦ 1 ¦ -1 ¦ 1.5 ¦ {} ¦ {"a":1} ¦ "" ¦ "x" ¦ "1" ¦ "true" ¦ "0" ¦ "null"`,
  'a list': texts`[] ¦ [[]] ¦ [null] ¦ ["x"] ¦ [1] ¦ [[1]]`,
  'text that is hard to keep': texts`"\u0000" ¦ "a\u0000b" ¦ "\ud800" ¦ "\udc00\ud800" ¦ "\u202e" ¦ "\ufeff" ¦ " " ¦ "\n" ¦ "\ud83d\ude00"`,
  'no JSON': [
    ...texts`NaN ¦ Infinity ¦ -Infinity ¦ undefined ¦  ¦ 'x' ¦ +1 ¦ .5 ¦ 1. ¦ 01 ¦ 0x10 ¦ 1_000 ¦ "\x41" ¦ " ¦ [1,] ¦ 1 2 ¦ /**/1 ¦ True`,
    ...texts`None ¦ 1e`,
    '"\t"',
    '\u00a01',
  ],
};

const integers: DifficultTexts = {
  ordinary: texts`0 ¦ 1 ¦ 7 ¦ 42 ¦ 127 ¦ -1 ¦ -128`,
  'another spelling of a whole number': texts`1.0 ¦ -0 ¦ 1e2 ¦ 1E2 ¦ 10e-1 ¦ 0.0 ¦ -0.0 ¦ 100e-2`,
  fraction: texts`1.5 ¦ 0.1 ¦ 1e-1 ¦ -0.5`,
  edge: texts`128 ¦ 255 ¦ 256 ¦ -129 ¦ 32767 ¦ 32768 ¦ -32768 ¦ -32769 ¦ 65535 ¦ 65536 ¦ 2147483647 ¦ 2147483648 ¦ -2147483648
    ¦ -2147483649 ¦ 4294967295 ¦ 4294967296`,
  'beyond 2^53': texts`9007199254740991 ¦ -9007199254740991 ¦ 9007199254740992 ¦ 9007199254740993 ¦ -9007199254740992 ¦ -9007199254740993
    ¦ 9223372036854775807 ¦ 9223372036854775808 ¦ -9223372036854775808 ¦ -9223372036854775809 ¦ 18446744073709551615
    ¦ 18446744073709551616`,
  'rounded when parsed': texts`9007199254740990.6 ¦ 1.00000000000000000001 ¦ -1.00000000000000000001`,
  huge: ['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e30'],
  text: texts`"1" ¦ "+1" ¦ "1.0" ¦ "1e2" ¦ " 1" ¦ "1_000" ¦ "0x10" ¦ "١" ¦ "１"`,
};

/** The same values as JSON strings, for kinds that are not JSON numbers. */
const integerTexts: DifficultTexts = {
  ...Object.fromEntries(
    Object.entries(integers).map(([about, numbers]) => [about, about === 'text' ? numbers : quoted(...numbers)]),
  ),
  number: texts`0 ¦ 1 ¦ -1 ¦ 9007199254740993`,
};

const floats: DifficultTexts = {
  ordinary: texts`0 ¦ 1 ¦ -1 ¦ 0.5 ¦ -0.25 ¦ 1e2 ¦ 1E+2 ¦ 0.1 ¦ 12.5 ¦ 100 ¦ -0 ¦ -0.0`,
  precise: texts`0.30000000000000004 ¦ 3.141592653589793 ¦ 123456789.123456789 ¦ 16777217 ¦ 9007199254740993
    ¦ 0.1234567890123456789012345678901234567890`,
  small: texts`1e-30 ¦ 5e-324 ¦ 1e-400 ¦ 1e-50 ¦ 1.17549435e-38 ¦ 1e-45 ¦ 2.2250738585072014e-308`,
  huge: [
    '3.4028234663852886e38',
    '3.5e38',
    '1e39',
    '-1e39',
    '1.7976931348623157e308',
    '1.8e308',
    '1e400',
    '-1e400',
    `1${'0'.repeat(400)}`,
  ],
  text: texts`"1" ¦ "1.5" ¦ "NaN" ¦ "Infinity" ¦ "-Infinity" ¦ "inf" ¦ "nan" ¦ "1e2" ¦ " 1" ¦ "١.٥"`,
};

const times = (text: string): readonly string[] => [`${text}`, ` ${text}`, `${text} `, `${text}\n`];

const parts = (good: readonly string[], bad: readonly string[]): DifficultTexts => ({
  ordinary: quoted(...good),
  offset: quoted(
    ...words`Z ¦ +00:00 ¦ -00:00 ¦ +14:00 ¦ -14:00 ¦ +13:59 ¦ +14:01 ¦ -14:01 ¦ +15:00 ¦ +24:00 ¦ +1:00 ¦ +0100 ¦ z ¦ +05:60 ¦  Z ¦ +05`.map(
      (offset) => `${good[0]}${offset}`,
    ),
  ),
  blank: quoted(...times(good[0] as string).slice(1)),
  form: quoted(...bad),
  number: texts`2024 ¦ 5 ¦ 202405 ¦ 20240517`,
});

const OFFSETS = words`Z ¦ +00:00 ¦ -00:00 ¦ +02:00 ¦ -11:30 ¦ +14:00 ¦ -14:00 ¦ +14:01 ¦ -14:01 ¦ +15:00 ¦ +23:59 ¦ +24:00 ¦  ¦ z
  ¦ +0200 ¦ +02 ¦ +2:00 ¦ +02:60 ¦ +02:00:00 ¦  Z ¦  +02:00 ¦ [Europe/Berlin] ¦ UTC ¦ \u221202:00`;
const TIMES = ['00:00:00', '23:59:59', '08:30:00.5', '08:30:00.123456', '08:30:00.100'];
const FINE_TIMES = ['08:30:00.1234567', '08:30:00.123456789', '08:30:00.9999999', '23:59:59.999999999'];
const NO_TIMES = [
  ...words`24:00:00 ¦ 23:59:60 ¦ 23:60:00 ¦ 08:30 ¦ 08 ¦ 8:30:00 ¦ 08:30:00. ¦ 08:30:00,5 ¦ 083000 ¦ 08:30:61 ¦ -08:30:00`,
  ...words`٠٨:٣٠:٠٠ ¦ 08:30:00 AM ¦ 08:30:00.5e1 ¦ T08:30:00 ¦ 08:30:00.1234567891`,
  `08:30:00.${'1'.repeat(40)}`,
];
const DATES = ['0001-01-01', '1582-10-10', '1900-02-28', '2000-02-29', '2024-02-29', '9999-12-31'];
const NO_DATES = words`0000-01-01 ¦ -0001-01-01 ¦ 2023-02-29 ¦ 1900-02-29 ¦ 2024-02-30 ¦ 2024-13-01 ¦ 2024-00-01 ¦ 2024-01-00
  ¦ 2024-04-31 ¦ 10000-01-01 ¦ +002024-05-17 ¦ 2024-5-17 ¦ 20240517 ¦ 2024-05 ¦ 2024-138 ¦ 2024-W20-5
  ¦ 17.05.2024 ¦ 05/17/2024 ¦ 2024/05/17 ¦ ٢٠٢٤-٠٥-١٧ ¦ 24-05-17 ¦ now ¦ today ¦ infinity ¦ -infinity ¦ epoch
  ¦ tomorrow`;

export const difficultScalars: Readonly<Record<ScalarKind, DifficultTexts>> = {
  string: {
    ordinary: texts`"x" ¦ "Example" ¦ "" ¦ "ß" ¦ "日本語" ¦ "a\"b" ¦ "a'b" ¦ "a\\b" ¦ "a\nb" ¦ "\ud83d\ude00" ¦ "e\u0301"
      ¦ "<b>&amp;</b>" ¦ "$\u007bx}" ¦ "{x}" ¦ "-- x" ¦ "$1" ¦ "%s"`,
    long: quoted('x'.repeat(255), 'x'.repeat(256), 'x'.repeat(10_000)),
    controls: texts`"\u0001" ¦ "\u007f" ¦ "\u0085" ¦ "\u2028" ¦ "\ufffe" ¦ "\uffff" ¦ "\ud83d\ude00" ¦ "\u0000x" ¦ "x\udfff"`,
  },
  iri: {
    ordinary: texts`"http://example.org/a" ¦ "urn:x:y" ¦ "a/b" ¦ "#x" ¦ "" ¦ "?q=1" ¦ "mailto:a@example.org" ¦ "http://example.org/ä"
      ¦ "http://例え.jp/" ¦ "%41" ¦ "http://[::1]/" ¦ "a:b:c" ¦ "//x"`,
    form: texts`"a b" ¦ "<x>" ¦ "\"x\"" ¦ "{x}" ¦ "x|y" ¦ "x\\y" ¦ "x^y" ¦ "x\u0060y" ¦ "%" ¦ "%4" ¦ "%zz" ¦ "a\nb" ¦ "\t"
      ¦ "\u00a0" ¦ "\u202e" ¦ "\ue000" ¦ "\u0080" ¦ "\ufffe" ¦ "http://exa mple.org/" ¦ " http://example.org/"
      ¦ "http://example.org/ "`,
  },
  boolean: {
    ordinary: texts`true ¦ false`,
    text: texts`"true" ¦ "false" ¦ "True" ¦ "yes" ¦ "no" ¦ "on" ¦ "off" ¦ "t" ¦ "f" ¦ "y" ¦ "1" ¦ "0" ¦ ""`,
    number: texts`0 ¦ 1 ¦ 1.0 ¦ 0.0 ¦ 2`,
  },
  int8: integers,
  int16: integers,
  int32: integers,
  int64: integers,
  uint8: integers,
  uint16: integers,
  uint32: integers,
  uint64: integers,
  int64Text: integerTexts,
  uint64Text: integerTexts,
  float32: floats,
  float64: floats,
  decimal: {
    ordinary: texts`"0" ¦ "1" ¦ "-1" ¦ "12.5" ¦ "0.1" ¦ "-0.001" ¦ "1000000" ¦ "12345678901234567890.12345678" ¦ "-0" ¦ "0.0" ¦ "1.10"
      ¦ "99999999999999999999"`,
    'another spelling of a decimal': texts`"+1" ¦ ".5" ¦ "5." ¦ "-.5" ¦ "007" ¦ "1.50000000000000000000" ¦ "-5."`,
    long: quoted(
      '9999999999999999999999999999',
      '99999999999999999999999999999',
      '0.0000000000000000000000000001',
      '0.00000000000000000000000000001',
      '1.00000000000000000000000000001xyz',
      '79228162514264337593543950335',
      '79228162514264337593543950336',
      '1'.repeat(100),
      `0.${'1'.repeat(100)}`,
      '12345678901234567890.123456789',
      `${'0'.repeat(40)}1`,
      '9'.repeat(10_000),
    ),
    exponent: texts`"1e3" ¦ "1E3" ¦ "1e-3" ¦ "1e30000000" ¦ "1e-30000000" ¦ "1e400" ¦ "12e1"`,
    form: texts`"" ¦ "." ¦ "-" ¦ "+" ¦ "--1" ¦ "1-" ¦ "1.2.3" ¦ "1,5" ¦ "1_000" ¦ "1 000" ¦ " 1" ¦ "1 " ¦ "1\n" ¦ "0x10" ¦ "٣"
      ¦ "１" ¦ "NaN" ¦ "nan" ¦ "sNaN" ¦ "Infinity" ¦ "-Infinity" ¦ "inf" ¦ "½" ¦ "1/2" ¦ "$1" ¦ "−1" ¦ "(1)"`,
    number: texts`0 ¦ 1 ¦ -1 ¦ 12.5 ¦ 0.1 ¦ 1e3 ¦ 12345678901234567890.123456789 ¦ 9007199254740993 ¦ 1e400`,
  },
  dateTime: {
    ordinary: quoted(
      '2024-05-17T08:30:00Z',
      '2024-05-17T08:30:00+02:00',
      ...DATES.slice(1, 5).map((date) => `${date}T12:00:00Z`),
    ),
    offset: quoted(...OFFSETS.map((offset) => `2024-05-17T08:30:00${offset}`)),
    edge: texts`"0001-01-01T00:00:00Z" ¦ "0001-01-01T00:00:00+00:01" ¦ "0001-01-01T00:00:00-14:00" ¦ "9999-12-31T23:59:59Z"
      ¦ "9999-12-31T23:59:59-00:01" ¦ "9999-12-31T23:59:59+14:00" ¦ "1883-11-18T12:03:58Z"`,
    time: quoted(...TIMES.map((time) => `2024-05-17T${time}Z`)),
    'below a microsecond': quoted(...FINE_TIMES.map((time) => `2024-05-17T${time}Z`)),
    'no time': quoted(...NO_TIMES.map((time) => `2024-05-17T${time}Z`), '2016-12-31T23:59:60Z'),
    'no date': quoted(...NO_DATES.map((date) => `${date}T08:30:00Z`), '2024-05-17', 'now', 'infinity', '-infinity', 'epoch'),
    'another spelling of an instant': texts`"2024-05-17 08:30:00Z" ¦ "2024-05-17t08:30:00Z" ¦ "2024-05-17T08:30:00z" ¦ "2024-05-17_08:30:00Z"
      ¦ "2024-05-17T 08:30:00Z" ¦ "2024-05-17  08:30:00Z" ¦ "20240517T083000Z" ¦ " 2024-05-17T08:30:00Z"
      ¦ "2024-05-17T08:30:00Z " ¦ "2024-05-17T08:30:00Z\n" ¦ "2024-05-17T8:30:00Z"
      ¦ "Fri, 17 May 2024 08:30:00 GMT" ¦ "1715934600" ¦ "1715934600.5" ¦ "0"`,
    number: texts`0 ¦ 1715934600 ¦ 1715934600000 ¦ -1 ¦ 1715934600.5 ¦ 1e400`,
  },
  date: {
    ordinary: quoted('2024-05-17', ...DATES),
    'no date': quoted(...NO_DATES),
    'another spelling': quoted(
      '2024-05-17Z',
      '2024-05-17+02:00',
      '2024-05-17T00:00:00',
      '2024-05-17T00:00:00Z',
      '2024-05-17 00:00:00',
      ...times('2024-05-17').slice(1),
      '0',
      '1715904000',
      '2024-05-17 BC',
    ),
    number: texts`0 ¦ 20240517 ¦ 1715904000 ¦ -86400 ¦ 86400.0`,
  },
  time: {
    ordinary: quoted('08:30:00', ...TIMES),
    'below a microsecond': quoted(...FINE_TIMES),
    'no time': quoted(...NO_TIMES, 'now', 'allballs'),
    offset: quoted(...OFFSETS.slice(0, 4).map((offset) => `08:30:00${offset}`)),
    blank: quoted(...times('08:30:00').slice(1)),
    number: texts`0 ¦ 30600 ¦ 86399.5 ¦ -1`,
  },
  duration: {
    ordinary: texts`"P1Y2M3DT4H5M6S" ¦ "P1D" ¦ "PT0S" ¦ "P0D" ¦ "PT1.5S" ¦ "-P1D" ¦ "P12M" ¦ "PT36H" ¦ "-P1Y2M3DT4H5M6.5S" ¦ "P400D"
      ¦ "-PT0.5S" ¦ "PT90M"`,
    'below a microsecond': texts`"PT0.1234567S" ¦ "PT0.123456789S"`,
    long: quoted(
      'P99999999D',
      'P100000000D',
      'P2147483647D',
      'P2147483648D',
      'P999999999Y',
      'PT99999999H',
      'PT99999999999S',
      `P${'9'.repeat(400)}D`,
      'PT0.1234567891S',
      'P99999999Y',
      'P99999999M',
      'PT99999999M',
      'PT99999999S',
      'P99999999Y99999999M99999999DT99999999H99999999M99999999S',
    ),
    form: texts`"" ¦ "P" ¦ "PT" ¦ "P1" ¦ "1D" ¦ "P1S" ¦ "PT1D" ¦ "P1DT" ¦ "P1H" ¦ "P1M1Y" ¦ "P-1D" ¦ "+P1D" ¦ "p1d" ¦ "P1W"
      ¦ "P1.5D" ¦ "PT1.S" ¦ "PT.5S" ¦ "P1Y2W" ¦ "two hours" ¦ "1 day" ¦ "01:00:00" ¦ "1:30" ¦ "P1D " ¦ " P1D"
      ¦ "P1D\n" ¦ "P١D" ¦ "PT1,5S" ¦ "P0001-02-03T04:05:06" ¦ "--P1D" ¦ "infinity" ¦ "1" ¦ "PT1H-5M"`,
    number: texts`0 ¦ 3600 ¦ 1.5 ¦ -60`,
  },
  base64: {
    ordinary: texts`"" ¦ "SGVsbG8=" ¦ "AA==" ¦ "AAA=" ¦ "AAAA" ¦ "+/+/" ¦ "SGVsbG8gd29ybGQ="`,
    form: texts`"SGVsbG8" ¦ "SGVsbG8==" ¦ "AB==" ¦ "A===" ¦ "A" ¦ "=" ¦ "====" ¦ "-_-_" ¦ "SGVs bG8=" ¦ "SGVsbG8=\n" ¦ " SGVsbG8="
      ¦ "SGVs\nbG8=" ¦ "SGVs*G8=" ¦ "AAB=" ¦ "SGVsbG8=SGVsbG8=" ¦ "\\x00" ¦ "Ａ===" ¦ "日本語"`,
    number: texts`0 ¦ 1234`,
  },
  hex: {
    ordinary: texts`"" ¦ "48656c6c6f" ¦ "DEADBEEF" ¦ "dEaD" ¦ "00" ¦ "ff"`,
    form: texts`"4" ¦ "486" ¦ "zz" ¦ "0x48" ¦ "\\x48" ¦ "48 65" ¦ " 48" ¦ "48 " ¦ "48\n" ¦ "4８" ¦ "４８" ¦ "g0" ¦ "48:65"`,
    number: texts`0 ¦ 48 ¦ 1234`,
  },
  gYear: {
    ...parts(
      ['2024', '0001', '1582', '9999'],
      [
        '-0044',
        '10000',
        '-10000',
        '123456',
        '0000',
        '-0000',
        '00000',
        '02024',
        '999',
        '+2024',
        '20 24',
        '٢٠٢٤',
        '2024-05',
        '--2024',
        '2024.0',
        '2e3',
        '',
        'MMXXIV',
      ],
    ),
    long: quoted('9'.repeat(9), '9'.repeat(30)),
  },
  gYearMonth: parts(
    ['2024-05', '0001-01', '1582-10', '9999-12'],
    [
      '-0044-03',
      '10000-01',
      '0000-01',
      '2024-00',
      '2024-13',
      '2024-5',
      '202405',
      '2024',
      '24-05',
      '2024-05-17',
      '+2024-05',
      '٢٠٢٤-٠٥',
      '',
      '2024/05',
    ],
  ),
  gMonthDay: parts(
    ['--05-17', '--02-29', '--12-31', '--01-01'],
    [
      '--02-30',
      '--13-01',
      '--00-01',
      '--01-00',
      '--04-31',
      '05-17',
      '-05-17',
      '---05-17',
      '--5-17',
      '--0517',
      '2024-05-17',
      '',
      '--٠٥-١٧',
      '--06-31',
    ],
  ),
  gDay: parts(['---17', '---01', '---31'], ['---00', '---32', '--17', '17', '---7', '----17', '', '---١٧', '---017']),
  gMonth: parts(['--05', '--01', '--12'], ['--00', '--13', '05', '-05', '---05', '--5', '--05--', '', '--٠٥', '--005']),
};

export const ID = '00000000-0000-4000-8000-000000000001';

const uuids: DifficultTexts = {
  ordinary: quoted(ID, ID.replaceAll('8', 'A').toUpperCase().replaceAll('A', '8')),
  'another spelling of a UUID': quoted(
    ID.replaceAll('-', ''),
    `{${ID}}`,
    `urn:uuid:${ID}`,
    ` ${ID}`,
    `${ID} `,
    `${ID}\n`,
    '0000-00000000-4000-8000-000000000001',
    '00000000-00004000-8000-000000000001',
    '00000000-0000-4000-80000000-00000001',
    `"${ID}"`,
  ),
  form: texts`"" ¦ "x" ¦ "00000000-0000-4000-8000-00000000000" ¦ "00000000-0000-4000-8000-0000000000011"
    ¦ "00000000-0000-4000-8000-00000000000g" ¦ "٠0000000-0000-4000-8000-000000000001" ¦ "1"`,
  number: texts`1 ¦ 0 ¦ 340282366920938463463374607431768211455`,
};

/** Values for fields that are not scalars. */
export const difficultNonScalars = {
  uuid: uuids,
  reference: uuids,
  enumeration: {
    ordinary: texts`"On" ¦ "Off"`,
    form: texts`"on" ¦ "ON" ¦ "OFF" ¦ "Other" ¦ "" ¦ " On" ¦ "On " ¦ "http://example.org/cells#On" ¦ ":On" ¦ "null" ¦ "0"`,
    'an object': texts`{"On":null} ¦ {"On":{}} ¦ {"On":[]} ¦ {"type":"On"} ¦ {"Off":1}`,
    number: texts`0 ¦ 1`,
  },
  // A union of a date, a 32-bit integer and a boolean.
  union: {
    ordinary: texts`"2024-05-17" ¦ 1 ¦ true ¦ false ¦ -5 ¦ "0001-01-01"`,
    form: texts`1.5 ¦ "x" ¦ "2024-02-30" ¦ "1" ¦ "true" ¦ 2147483648 ¦ 1e400 ¦ "2024-05-17T00:00:00Z" ¦ "" ¦ {}
      ¦ {"Date":"2024-05-17"}`,
    'another spelling of a whole number': texts`1.0 ¦ -0 ¦ 1e2`,
  },
} satisfies Readonly<Record<string, DifficultTexts>>;
