import { expect, test } from 'vitest';
import { modelOf, modelOfTurtle } from '../../../test/support/ontologies.ts';
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

test('a deletion locks the instances whose lists have bounds, also for subclasses', async () => {
  const bound = (count: string) => `[ a owl:Restriction ; owl:onProperty :member ; ${count} ]`;
  const moduleOf = async (counts: readonly string[], name: string) => {
    const { model } = await modelOfTurtle(`
      :Team a owl:Class ; rdfs:subClassOf ${counts.map(bound).join(', ')} .
      :Person a owl:Class . :Nurse a owl:Class ; rdfs:subClassOf :Person .
      :member a owl:ObjectProperty ; rdfs:domain :Team ; rdfs:range :Person .`);
    const found = serviceModules(model, rustModels.generate(model)).find(({ path }) => path.endsWith(`${name}.rs`));
    return found?.content;
  };
  const lock = 'SELECT id FROM teams WHERE id IN (SELECT team_id FROM team_members WHERE member_id = $1) ORDER BY id FOR UPDATE';
  const bounds = ['owl:minCardinality 1', 'owl:maxCardinality 3'];
  for (const name of ['person', 'nurse']) expect(await moduleOf(bounds, name)).toContain(lock);
  expect(await moduleOf(bounds, 'team')).not.toContain('LISTS');
  expect(await moduleOf(['owl:minCardinality 0'], 'person')).not.toContain('LISTS');
});
