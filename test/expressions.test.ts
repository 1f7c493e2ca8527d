import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { root } from './support/program.ts';

/** Returns the rules that the linter reports for a line in `src/`. */
async function faults(line: string): Promise<(string | null)[]> {
  const [result] = await new ESLint({ cwd: root }).lintText(`${line}\n`, { filePath: 'src/cli/any.ts' });
  return (result?.messages ?? []).map((message) => message.ruleId);
}

test.each([
  ['blanks at the end', 'export const end = (text: string) => text.replace(/\\s+$/, "");', 'regexp/no-super-linear-move'],
  ['quantifiers that share', 'export const form = /^\\s*\\w*(\\s*a*)*b$/;', 'regexp/no-super-linear-backtracking'],
  ['a constructor', 'export const form = new RegExp("^(?:a+)+$");', 'regexp/no-super-linear-backtracking'],
])('an expression that needs more than linear time is rejected: %s', async (_, line, rule) => {
  expect(await faults(line)).toContain(rule);
});

test('an expression that needs linear time is accepted', async () => {
  expect(await faults('export const end = (text: string): string => text.replace(/(?<!\\s)\\s+$/, "");')).toEqual([]);
});
