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

test(`no function of the program has a cyclomatic complexity above ${MOST}, by its own measure`, () => {
  const { status, stdout } = codegen(root, ['ai', 'analyze', '--complexity', '--project', 'src']);
  expect(status).toBe(0);
  const functions: readonly Measured[] = JSON.parse(stdout).complexity.functions;
  // Otherwise nothing was measured.
  expect(functions.length).toBeGreaterThan(1000);
  const above = functions.filter(({ file, cyclomatic }) => !isOfTests(file) && cyclomatic > MOST);
  expect(above.map(({ file, line, name, cyclomatic }) => `${file}:${line} ${name} ${cyclomatic}`)).toEqual([]);
});
