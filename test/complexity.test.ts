import { expect, test } from 'vitest';
import { codegen, root } from './support/program.ts';

const MOST = 20;

/** Functions that are more complex still, and by how much at most: what is to become simpler, and never less so. */
const known: ReadonlyMap<string, number> = new Map([
  // A match of Rust, which names every rule: what a map does elsewhere.
  ['targets/rust-models/runtime/validation.rs Rule::told', 24],
  ['ai/analyze/complexity/javascript.ts nameOf', 35],
  ['ai/analyze/security/python.ts Variables.piecesOf', 29],
  ['ai/analyze/security/rust.ts piecesOf', 25],
  ['ai/generate/facts.ts projectFacts', 22],
  ['ai/generate/offline/turtle.ts turtleSkeleton', 22],
  ['graph/sparql-errors.ts explain', 30],
  ['targets/python-pydantic/assignment.ts assignment', 25],
]);

/** Tests, and what only they use. */
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
  // Without them nothing was measured.
  expect(functions.length).toBeGreaterThan(1000);
  const above = functions.filter(
    ({ file, name, cyclomatic }) => !isOfTests(file) && cyclomatic > (known.get(`${file} ${name}`) ?? MOST),
  );
  expect(above.map(({ file, line, name, cyclomatic }) => `${file}:${line} ${name} ${cyclomatic}`)).toEqual([]);
});
