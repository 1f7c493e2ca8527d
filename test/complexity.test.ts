import { expect, test } from 'vitest';
import { codegen, root } from './support/program.ts';

const MOST = 20;

/** Functions above the limit, each with its own maximum, which may only decrease. */
const known: ReadonlyMap<string, number> = new Map([
  ['ai/analyze/complexity/javascript.ts nameOf', 23],
  ['ai/generate/offline/turtle.ts turtleSkeleton', 22],
]);

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
  const above = functions.filter(
    ({ file, name, cyclomatic }) => !isOfTests(file) && cyclomatic > (known.get(`${file} ${name}`) ?? MOST),
  );
  // An entry that is no longer needed must go.
  for (const [name, limit] of known) {
    expect(
      functions.some((one) => `${one.file} ${one.name}` === name && one.cyclomatic === limit),
      name,
    ).toBe(true);
  }
  expect(above.map(({ file, line, name, cyclomatic }) => `${file}:${line} ${name} ${cyclomatic}`)).toEqual([]);
});
