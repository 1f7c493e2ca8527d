import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareModels } from '../../src/diff/index.ts';
import { nextMigrations } from '../../src/migrate/index.ts';
import { schemaState } from '../../src/targets/sql-schema/index.ts';
import { isFullRun, modelOfTurtle } from '../support/ontologies.ts';
import { editedHistories } from './edits.ts';

const seed = Number(process.env['RANDOM_SEED'] ?? 7);
const numRuns = Number(process.env['RANDOM_MODELS'] ?? (isFullRun ? 100 : 20));
const drawn = fc.sample(editedHistories, { numRuns, seed });

test.each(drawn.map((versions, i) => [i, versions] as const))(
  'history %i: the diff reports a data loss exactly if the migration loses data',
  async (_, versions) => {
    const models = [];
    for (const { text } of versions) models.push((await modelOfTurtle(text)).model);
    for (const [i, now] of models.entries()) {
      const old = models[i - 1];
      const renamed = versions[i]?.renamed;
      if (!old || !renamed) continue;
      const { losses } = nextMigrations(schemaState(old), schemaState(now), renamed, 2);
      const { changes } = compareModels(old, now, renamed);
      const reported = changes.filter(({ effects }) => effects.rows.rows === 'loses-data').map(({ element }) => element);
      const lost = losses.map(({ oldName, table, column }) => (column ? `${table.name}.${oldName}` : oldName));
      const message = `reported ${reported}, lost ${lost}, by ${versions[i]?.edits}\n${versions[i - 1]?.text}\n${versions[i]?.text}`;
      expect(reported.length > 0, message).toBe(lost.length > 0);
    }
  },
);

/** Returns the effects on stored rows, and the migration, when `:Low` loses the superclass `:Mid`. */
async function effectsOfRemovedParent(others: string, parents: string) {
  const text = (low: string) =>
    `:Top a owl:Class . :Mid a owl:Class ${others} . :Low a owl:Class ; rdfs:subClassOf ${low} .
    :two a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Mid ; rdfs:range xsd:string .`;
  const [old, now] = [(await modelOfTurtle(text(`:Mid ${parents}`))).model, (await modelOfTurtle(text(':Top'))).model];
  const { scripts, losses } = nextMigrations(schemaState(old), schemaState(now), (iri) => iri, 2);
  const found = compareModels(old, now).changes.filter(({ group }) => group === 'Low');
  const effects = new Map(found.map(({ kind, effects }) => [kind, effects.rows]));
  return { removed: effects.get('parent-removed'), field: effects.get('field-removed'), scripts, losses };
}

test('rows in the table of a former superclass stay, and the diff reports it', async () => {
  const { removed, field, scripts, losses } = await effectsOfRemovedParent('', ', :Top');
  expect(losses).toEqual([]);
  expect(scripts.every(({ up }) => !up.includes('Fill in'))).toBe(true);
  expect(removed).toMatchObject({ rows: 'none', level: 'dangerous', because: expect.stringContaining('stay') });
  expect(field).toMatchObject({ rows: 'none', level: 'dangerous' });
});

test('rows that must not stay stop the migration, and the diff reports it', async () => {
  const { removed, scripts } = await effectsOfRemovedParent('; rdfs:subClassOf :Top', '');
  expect(scripts[0]?.up).toContain('-- Fill in: instances of Low are none of Mid any longer');
  expect(removed).toMatchObject({ rows: 'may-fail', because: expect.stringContaining('decide what happens to its rows') });
});
