import { expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { report } from './report.ts';

/** What is printed of warnings of two kinds, so many of each. */
function printed(few: number, many: number, more?: string): string[] {
  const parts: string[] = [];
  const output = { write: (text: string) => parts.push(text) };
  const diagnostics = [
    ...Array.from({ length: few }, (_, i) => diagnostic('annotation-property', { property: `:a${i}` })),
    ...Array.from({ length: many }, (_, i) => diagnostic('subclass-cycle', { classes: `:c${i}` })),
  ];
  expect(report({ stdout: output, stderr: output, env: {} }, diagnostics, { more })).toBe(0);
  return parts
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('warning'));
}

test('a list of many warnings ends with their numbers, the greatest first', () => {
  expect(printed(9, 41)).toHaveLength(50);
  const lines = printed(9, 42);
  expect(lines.slice(51)).toEqual(['warning: 42 of [subclass-cycle]', 'warning: 9 of [annotation-property]']);
});

test('of each kind the first are shown, where another command lists all', () => {
  const lines = printed(9, 42, 'see there');
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toBe('warning: 45 more, 39 of [subclass-cycle], 6 of [annotation-property]; see there');
});

test('those that are left of one kind are numbered once', () => {
  expect(printed(9, 0, 'see there').at(-1)).toBe('warning: 6 more of [annotation-property]; see there');
});

test('one more is shown, for a line that says so would be as long', () => {
  expect(printed(4, 0, 'see there')).toHaveLength(4);
  expect(printed(5, 0, 'see there')).toHaveLength(4);
});

test('each file that was edited is told, for no other command lists them', () => {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const edited = Array.from({ length: 9 }, (_, i) => diagnostic('output-edited', { path: `a${i}.ts` }));
  report({ stdout: output, stderr: output, env: {} }, edited, { more: 'see there' });
  expect(text.match(/a\d\.ts was edited by hand/g)).toHaveLength(9);
  expect(text).not.toContain('see there');
});

test('warnings of which the same is said are one, and a line says where each is listed', () => {
  const of = (names: readonly string[]) => diagnostic('property-without-domain', { names });
  const alike = [':a', ':b', ':c', ':d', ':e'].map((name) => ({ ...of([name]), alike: { key: 'k', name, all: of } }));
  const told = (diagnostics: readonly Diagnostic[], more?: string) => {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    report({ stdout: output, stderr: output, env: {} }, diagnostics, { more });
    return text.split('\n').filter((line) => /^(warning|error)/.test(line));
  };
  expect(told(alike, 'see there')).toEqual([
    'warning: 5 properties (:a, :b, :c and 2 more) have no domain; they are not generated [property-without-domain]',
    'warning: see there',
  ]);
  expect(told(alike)).toHaveLength(5);
  expect(told(alike.slice(2), 'see there')).toHaveLength(3);
  expect(
    told(
      alike.map((d) => ({ ...d, severity: 'error' as const })),
      'see there',
    ),
  ).toHaveLength(5);
});
