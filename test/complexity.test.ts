import { expect, test } from 'vitest';
import { codegen, root } from './support/program.ts';

const MOST = 15;

/** Returns whether a file is a test, or is used only by tests. */
const isOfTests = (file: string) => /(^|\/)test-[^/]*$|\.test\.ts$/.test(file);

interface Measured {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly cyclomatic: number;
}

interface Analysis {
  readonly skipped: readonly object[];
  readonly problems: readonly { readonly file: string; readonly line: number }[];
  readonly complexity: { readonly functions: readonly Measured[] };
}

test(`no function of the program has a cyclomatic complexity above ${MOST}, by its own measure`, () => {
  // The module that writes the headers of generated files has an example of one, so it would be skipped without the option.
  const args = ['ai', 'analyze', '--complexity', '--include-generated', '--project', 'src'];
  const { status, stdout } = codegen(root, args);
  expect(status).toBe(0);
  const { skipped, problems, complexity } = JSON.parse(stdout) as Analysis;
  const { functions } = complexity;
  // Otherwise some functions, or all, were not measured.
  expect(skipped).toEqual([]);
  expect(problems.filter(({ file }) => !isOfTests(file))).toEqual([]);
  expect(functions.length).toBeGreaterThan(1000);
  const above = functions.filter(({ file, cyclomatic }) => !isOfTests(file) && cyclomatic > MOST);
  expect(above.map(({ file, line, name, cyclomatic }) => `${file}:${line} ${name} ${cyclomatic}`)).toEqual([]);
});
