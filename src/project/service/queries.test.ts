import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { rustModels } from '../../targets/rust-models/index.ts';
import { serviceModules } from './index.ts';

test('relations are read from the member that stores the reference, or from the rows of the other class', async () => {
  const model = await modelOf('blog');
  const files = serviceModules(model, rustModels.generate(model), { rest: true, graphql: false });
  const code = files.map(({ content }) => content).join('');
  expect(code).toContain('Relation::member::<models::User>("author", false, "author_id")');
  expect(code).toContain('Relation::rows::<models::Post>("posts", true, "SELECT ');
});

test.each(['blog', 'constraints', 'torture'])('queries.rs of %s has only items and imports that are used', async (name) => {
  const model = await modelOf(name);
  const files = serviceModules(model, rustModels.generate(model), { rest: true, graphql: true });
  const queries = files.find(({ path }) => path === 'queries.rs')?.content ?? '';
  const all = files.map(({ content }) => content.replace(/^use [^;]+;|\/\/.*$/gm, '')).join('');
  const countOf = (word: string) => all.split(new RegExp(`\\b${word}\\b`)).length - 1;
  const items = [...queries.matchAll(/^pub (?:async )?(?:fn|trait|type) (\w+)/gm)].map(([, item = '']) => item);
  const imports = [...queries.matchAll(/^use [\w:]+::\{?([^;}]+)\}?;/gm)].flatMap(([, list = '']) => list.split(', '));
  expect(items).toContain('fetch');
  expect(items.filter((item) => countOf(item) < 2)).toEqual([]);
  expect(imports.filter((one) => countOf(one) === 0)).toEqual([]);
  expect(items.includes('interval')).toBe(name === 'torture');
});
