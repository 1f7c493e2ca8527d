import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { columns } from './columns.ts';

const rows = [
  ['name', 'meaning'],
  ['日本', 'a name of two letters, each of them as wide as two'],
  ['x', styleText('red', 'short', { validateStream: false })],
];

test('aligns columns by display width, not by number of characters', () => {
  expect(columns(rows, undefined)).toEqual([
    'name  meaning',
    '日本  a name of two letters, each of them as wide as two',
    'x     \u001b[31mshort\u001b[39m',
  ]);
});

test('wraps the last column at spaces', () => {
  expect(columns(rows, 32)).toEqual([
    'name  meaning',
    '日本  a name of two letters,',
    '      each of them as wide as',
    '      two',
    'x     \u001b[31mshort\u001b[39m',
  ]);
});

test('formats rows as paragraphs if the last column would be too narrow', () => {
  expect(columns(rows, 20)).toEqual([
    'name  meaning',
    '日本  a name of two',
    '    letters, each of',
    '    them as wide as',
    '    two',
    'x  \u001b[31mshort\u001b[39m',
  ]);
});

test('does not break a long word, so that it can be copied', () => {
  expect(columns([['a', '/a/path/that/is/longer/than/the/terminal now']], 30)).toEqual([
    'a  /a/path/that/is/longer/than/the/terminal',
    '   now',
  ]);
});

test('returns no lines for no rows', () => expect(columns([], 80)).toEqual([]));
