import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { columns, cut } from './columns.ts';

const rows = [
  ['name', 'meaning'],
  ['日本', 'a name of two letters, each of them as wide as two'],
  ['x', styleText('red', 'short', { validateStream: false })],
];

test('without a width, rows are aligned, by what letters take and not by how many they are', () => {
  expect(columns(rows, undefined)).toEqual([
    'name  meaning',
    '日本  a name of two letters, each of them as wide as two',
    'x     \u001b[31mshort\u001b[39m',
  ]);
});

test('the last column is wrapped at its blanks', () => {
  expect(columns(rows, 32)).toEqual([
    'name  meaning',
    '日本  a name of two letters,',
    '      each of them as wide as',
    '      two',
    'x     \u001b[31mshort\u001b[39m',
  ]);
});

test('where there is no room beside it, rows become paragraphs', () => {
  expect(columns(rows, 20)).toEqual([
    'name  meaning',
    '日本  a name of two',
    '    letters, each of',
    '    them as wide as',
    '    two',
    'x  \u001b[31mshort\u001b[39m',
  ]);
});

test('a word that is too long stays whole, so that it can be copied', () => {
  expect(columns([['a', '/a/path/that/is/longer/than/the/terminal now']], 30)).toEqual([
    'a  /a/path/that/is/longer/than/the/terminal',
    '   now',
  ]);
});

test('no rows, no lines', () => expect(columns([], 80)).toEqual([]));

test('a text is cut to what fits, without what would steer the terminal', () => {
  expect(cut('reading', 7)).toBe('reading');
  expect(cut('reading', 6)).toBe('readi…');
  expect(cut('日本語', 5)).toBe('日本…');
  expect(cut('a\u001b[31mb\nc', 9)).toBe('ab c');
});
