import { expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { report } from './report.ts';

/** Returns the lines that are printed for warnings of two kinds, with the number of each kind. */
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
    .filter((line) => line.startsWith('warning') || line.endsWith('see there'));
}

test('a list of many warnings ends with the number of each kind, the largest first', () => {
  expect(printed(9, 41)).toHaveLength(50);
  const lines = printed(9, 42);
  expect(lines.slice(51)).toEqual(['warning: 42 of [subclass-cycle]', 'warning: 9 of [annotation-property]']);
});

test('shows the first warnings of each kind if another command lists all', () => {
  const lines = printed(9, 42, 'see there');
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toBe(
    '6 of 51 warnings are shown (not shown: 39 of [subclass-cycle], 6 of [annotation-property]); see there',
  );
});

test('states the number once if the remaining warnings are of one kind', () => {
  expect(printed(9, 0, 'see there').at(-1)).toBe('3 of 9 warnings are shown (not shown: 6 of [annotation-property]); see there');
});

test('shows a single remaining warning, because a line about it would be as long', () => {
  expect(printed(4, 0, 'see there')).toHaveLength(4);
  expect(printed(5, 0, 'see there')).toHaveLength(4);
});

test('reports each edited file, because no other command lists them', () => {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const edited = Array.from({ length: 9 }, (_, i) => diagnostic('output-edited', { path: `a${i}.ts` }));
  report({ stdout: output, stderr: output, env: {} }, edited, { more: 'see there' });
  expect(text.match(/a\d\.ts was edited by hand/g)).toHaveLength(9);
  expect(text).not.toContain('see there');
});

test('merges similar warnings, and states where each is listed', () => {
  const of = (names: readonly string[]) => diagnostic('property-without-domain', { names });
  const similar = [':a', ':b', ':c', ':d', ':e'].map((name) => ({ ...of([name]), group: { key: 'k', name, merged: of } }));
  const reported = (diagnostics: readonly Diagnostic[], more?: string) => {
    let text = '';
    const output = { write: (part: string) => (text += part) };
    report({ stdout: output, stderr: output, env: {} }, diagnostics, { more });
    return text.split('\n').filter((line) => /^(warning|error)|see there$/.test(line));
  };
  expect(reported(similar, 'see there')).toEqual([
    'warning: 5 properties (:a, :b, :c and 2 more) have no domain; they are not generated [property-without-domain]',
    'similar warnings are merged; see there',
  ]);
  expect(reported(similar)).toHaveLength(5);
  expect(reported(similar.slice(2), 'see there')).toHaveLength(3);
  expect(
    reported(
      similar.map((d) => ({ ...d, severity: 'error' as const })),
      'see there',
    ),
  ).toHaveLength(5);
});

test('shows the warning that stands for most, and counts those of merged warnings that are not shown', () => {
  const of = (names: readonly string[]) => diagnostic('property-without-domain', { names });
  const group = (key: string, count: number) =>
    Array.from({ length: count }, (_, i) => `:${key}${i}`).map((name) => ({ ...of([name]), group: { key, name, merged: of } }));
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((key) => group(key, key === 'f' ? 9 : 2));
  report({ stdout: output, stderr: output, env: {} }, all, { more: 'see there' });
  expect(text).toMatch(/9 properties \(:f0/);
  expect(text).toContain('11 of 19 warnings are shown (not shown: 8 of [property-without-domain]); see there');
});
