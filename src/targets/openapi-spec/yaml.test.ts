import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { modelOf } from '../../../test/support/ontologies.ts';
import { lazyMap, markMap, type Tree, type TreeMap } from '../shared/tree/index.ts';
import { yaml, yamlFile } from './yaml.ts';

const hostile = [
  ...['yes', 'No', 'on', 'OFF', 'y', 'n', 'true', 'null', 'Null', '~', '', '1e3', '0x1F', '1_000', '12:30:45', '.inf', '=', '<<'],
  ...['a: b', 'a:', ': a', 'a #b', '#a', '*a', '&a', '!a', '%a', '@a', '`a`', '|', '>', '-', '- a', '?', '? a', '---', '...'],
  ...[
    '[a]',
    '{a}',
    'a, b',
    '"a"',
    "'a'",
    "it's",
    '\\',
    '\\n',
    'http://example.com/#a',
    'mail@example.com',
    '3.1.0',
    '3.10',
    '2024-05-17',
  ],
  ...[
    ' a',
    'a ',
    'a  b',
    '\ta',
    'a\tb',
    '\n',
    'a\n',
    '\na',
    'a\n\nb',
    'a\n  b',
    '  a\nb',
    'a\n b\n',
    'a \nb',
    'a\r\nb',
    '# a\n- b: c\n---\n...',
  ],
  ...[
    '\u0085',
    'a\u0085b',
    'a\u2028b\nc',
    'a\u2029b',
    '\ufeffa',
    'a\u0000b',
    '\u007f',
    'a\u00a0b',
    '😀',
    '\ud83d',
    '\uffff',
    'é\nü',
    '日本語: テスト',
  ],
];

const words = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.lorem()), { maxLength: 40 });
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary' }),
  fc.tuple(words, fc.constantFrom(' ', '  ', '\n', '\n\n', '\u00a0 ')).map(([parts, blank]) => parts.join(blank)),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 1e-7),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(text, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test.each(['1.2', '1.1'] as const)('readers of YAML %s get back any tree', (version) => {
  fc.assert(
    fc.property(tree, (value) => {
      const printed = yaml({ value } as TreeMap);
      expect(parse(printed, { version, maxAliasCount: 0 })).toEqual({ value });
    }),
    { numRuns: 1000, seed: 31 },
  );
});

test('prints YAML as people write it', () => {
  const long =
    'Prose that is too long for its line is folded at blanks, and a reader gets one line back, whatever it holds: even # signs.';
  const printed = yaml({
    name: "It's plain",
    reserved: 'no',
    'https://example.com/': '#/components',
    left_out: undefined,
    big: 2n ** 63n - 1n,
    names: ['id', 'null', 'a, b'],
    nothing: [],
    empty: {},
    list: [{ a: 1, b: ['x', { c: null }] }, 'two\nlines\n\n  and more', []],
    long,
  });
  expect(printed).toBe(`name: It's plain
reserved: "no"
https://example.com/: "#/components"
big: 9223372036854775807
names: [id, "null", "a, b"]
nothing: []
empty: {}
list:
  - a: 1
    b:
      - x
      - c: null
  - |-
    two
    lines

      and more
  - []
long: >-
  Prose that is too long for its line is folded at blanks, and a reader gets one line back, whatever
  it holds: even # signs.
`);
});

test('escapes characters that change the displayed order of a text', () => {
  for (const text of ['a\u202eb', `${'long '.repeat(30)}\u2066x`, 'lines\nof \u200f text']) {
    const written = yaml({ a: text });
    expect(written).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(parse(written)).toEqual({ a: text });
  }
});

test('a mark has the line where its map is printed', async () => {
  const [cls] = (await modelOf('blog')).classes;
  if (!cls) throw new Error('there is no class');
  fc.assert(
    fc.property(tree as fc.Arbitrary<Tree>, (value) => {
      const others = lazyMap([['value', () => value]]);
      const root = {
        others,
        list: [others, value],
        wanted: markMap({ a: 1 }, { element: { kind: 'class', class: cls }, name: 'A' }),
      };
      const line = yaml(root).split('\n').indexOf('wanted:') + 1;
      expect(yamlFile(root).marks.map(({ from }) => from)).toEqual([line]);
    }),
  );
});
