import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { rustModels } from '../../targets/rust-models/index.ts';
import { serviceModules } from './index.ts';

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
