/** Limits the number of lines that a template prints for small ontologies, with all headers. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildModel } from '../src/model/index.ts';
import { loadOntology } from '../src/ontology/index.ts';
import { loadTarget, type TemplateName } from '../src/targets/index.ts';

/** The number of lines of a file's header, with the empty line below it. */
const HEADER = 3;

const budgets: readonly (readonly [template: TemplateName, ontology: string, lines: number])[] = [
  // The goals for Rust are 420 and 900, for the blog in TypeScript 550, for the shop in Python 500.
  ['rust-models', 'blog', 516],
  ['rust-models', 'shop', 1108],
  ['typescript-models', 'blog', 550],
  ['typescript-models', 'shop', 865],
  ['python-pydantic', 'blog', 281],
  ['python-pydantic', 'shop', 479],
  ['sql-schema', 'blog', 47],
];

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}.ttl`, import.meta.url));

test.each(budgets)('%s prints %s in at most %i lines', async (template, ontology, most) => {
  const shapes = ontology === 'shop' ? [example('shop-shapes')] : [];
  const { model } = await buildModel(await loadOntology(example(ontology), { shapes }));
  const files = (await loadTarget(template)).generate(model);
  const lines = files.map(({ content }) => content.split('\n').length - 1 + HEADER);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
});
