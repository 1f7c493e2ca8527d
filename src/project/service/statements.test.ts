import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { rustModels } from '../../targets/rust-models/index.ts';
import { serviceModules } from './index.ts';

test('updates do not write the class of an instance, which never changes', async () => {
  const model = await modelOf('constraints');
  const code = serviceModules(model, rustModels.generate(model)).map(({ content }) => content);
  expect(code.join('')).toMatch(/INSERT INTO \w+ \(id, kind, /);
  const updates = code.join('').match(/^ +UPDATE [^;]+;/gm) ?? [];
  expect(updates.length).toBeGreaterThan(2);
  expect(updates.filter((update) => /\bkind = .*WHERE/s.test(update))).toEqual([]);
  for (const update of updates) {
    const numbers = [...update.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
    expect(new Set(numbers).size, update).toBe(Math.max(...numbers));
  }
});
