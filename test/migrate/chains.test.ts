import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contraction, matchStates, migrationBetween, reversed, stateBetween } from '../../src/migrate/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { type SchemaState, schemaState, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { transactions } from '../../src/targets/sql-schema/test-rows.ts';
import { histories, versions } from '../random/ontologies.ts';
import { isFullRun, modelOfTurtle, ontologyFile } from '../support/ontologies.ts';
import { catalogueOf, reset } from './catalogue.ts';

/** More pairs are drawn by RANDOM_MODELS, and others by RANDOM_SEED. */
const count = Number(process.env['RANDOM_MODELS'] ?? 40);
const seed = Number(process.env['RANDOM_SEED'] ?? 1);
const own: readonly (readonly [string, string])[] = [
  [turtleOf('blog'), turtleOf('blog-evolved')],
  [turtleOf('blog-evolved'), turtleOf('blog')],
];
const pairs = [...own, ...fc.sample(versions, { numRuns: count, seed })];

/** An ontology of this project, without the prefixes that every text here has. */
function turtleOf(name: string): string {
  return readFileSync(ontologyFile(name), 'utf8');
}

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());

const ddl = (model: DomainModel) =>
  sqlSchema
    .generate(model)
    .map(({ content }) => content)
    .join('\n');
const itself = (iri: string) => iri;

async function run(statements: readonly string[]): Promise<void> {
  const text = `BEGIN;\n${statements.join('\n')}\nCOMMIT;`;
  try {
    await database.exec(text);
  } catch (error) {
    await database.exec('ROLLBACK');
    throw new Error(`${(error as Error).message} ${(error as { detail?: string }).detail}\n${text}`);
  }
}

describe.each(pairs.map((pair, i) => [i, ...pair] as const))('versions %i', (_, old, now) => {
  test('up, down, up: the catalogue is that of the schema made afresh', async () => {
    const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
    const [from, to] = [schemaState(a), schemaState(b)];
    await reset(database);
    await database.exec(ddl(b));
    const fresh = await catalogueOf(database);
    await reset(database);
    await database.exec(ddl(a));
    const first = await catalogueOf(database);
    const between = stateBetween(from, to, matchStates(from, to, itself), itself);
    const up = migrationBetween(from, between.state, between.match, itself);
    const down = migrationBetween(between.state, from, reversed(between.match), itself, true);
    const contract = contraction(between.leftovers, '002');
    await run([...up.statements, ...contract.up]);
    expect(await catalogueOf(database)).toEqual(fresh);
    await run([...contract.down]);
    await run([...down.statements]);
    expect(await catalogueOf(database)).toEqual(first);
    await run([...up.statements]);
    await run([...contract.up]);
    expect(await catalogueOf(database)).toEqual(fresh);
  });

  test('rows keep their values on the way there, and are as they were after the way back', async () => {
    const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
    const [from, to] = [schemaState(a), schemaState(b)];
    await reset(database);
    await database.exec(ddl(a));
    await fill(a);
    const before = await rowsOf(from);
    const between = stateBetween(from, to, matchStates(from, to, itself), itself);
    const up = migrationBetween(from, between.state, between.match, itself);
    const contract = contraction(between.leftovers, '002');
    const error = await attempt([...up.statements, ...contract.up]);
    if (error) {
      // What the new version asks of rows they need not keep to; then nothing has happened.
      expect(['22', '23'], error.message).toContain(error.code.slice(0, 2));
      expect(await rowsOf(from)).toEqual(before);
      return;
    }
    const after = await rowsOf(to);
    for (const [table, other] of matchStates(from, to, itself).tables) {
      for (const [id, row] of Object.entries(before[table.name] ?? {})) {
        const kept = after[other.name]?.[id];
        expect(kept, `${table.name} ${id}`).toBeDefined();
        for (const column of table.columns) {
          const same = between.match.columns.get(column);
          const isHeld = same && same.type === column.type && column.of !== 'kind' && other.columns.includes(same);
          if (isHeld && row[column.name] !== null) expect(kept?.[same.name], column.name).toEqual(row[column.name]);
        }
      }
    }
    const down = migrationBetween(between.state, from, reversed(between.match), itself, true);
    await run([...contract.down, ...down.statements]);
    expect(await rowsOf(from)).toEqual(before);
  });
});

/** Whole histories take longer: a hundred of them in the long run. */
const long = fc.sample(histories, { numRuns: Number(process.env['RANDOM_MODELS'] ?? (isFullRun ? 100 : 5)), seed });

test.each(long.map((texts, i) => [i, texts] as const))(
  'history %i: all migrations one after another, and all of them back',
  async (_, texts) => {
    const models = [];
    for (const text of texts) models.push((await modelOfTurtle(text)).model);
    const [first] = models;
    if (!first) return;
    await reset(database);
    await database.exec(ddl(first));
    await fill(first);
    const undo: (() => Promise<void>)[] = [];
    let now = schemaState(first);
    for (const [i, model] of models.slice(1).entries()) {
      const [from, to] = [now, schemaState(model)];
      const between = stateBetween(from, to, matchStates(from, to, itself), itself);
      const up = migrationBetween(from, between.state, between.match, itself);
      const contract = contraction(between.leftovers, String(i + 2));
      const before = { rows: await rowsOf(from), catalogue: await catalogueOf(database) };
      const error = await attempt([...up.statements, ...contract.up]);
      if (error) {
        expect(['22', '23'], error.message).toContain(error.code.slice(0, 2));
        // What rows do not keep to, a database without rows does.
        for (const { name } of from.tables) await database.exec(`TRUNCATE "${name}" CASCADE`);
        await run([...up.statements, ...contract.up]);
        undo.length = 0;
      } else {
        const down = migrationBetween(between.state, from, reversed(between.match), itself, true);
        undo.push(async () => {
          await run([...contract.down, ...down.statements]);
          expect({ rows: await rowsOf(from), catalogue: await catalogueOf(database) }).toEqual(before);
        });
      }
      now = to;
    }
    const migrated = await catalogueOf(database);
    for (const back of undo.reverse()) await back();
    await reset(database);
    await database.exec(ddl(models.at(-1) as DomainModel));
    expect(migrated).toEqual(await catalogueOf(database));
  },
);

type Rows = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** Gives a database rows. They are made one by one, and some models have none that alone would keep to all that is asked. */
async function fill(model: DomainModel): Promise<void> {
  let all: readonly string[] = [];
  try {
    all = transactions(model);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  for (const transaction of all) await database.exec(transaction).catch(() => database.exec('ROLLBACK'));
}

/** All rows of all tables, by what tells them apart. */
async function rowsOf(state: SchemaState): Promise<Rows> {
  const found: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const { name, columns, from } of state.tables) {
    const { rows } = await database.query<Record<string, unknown>>(`SELECT * FROM "${name}"`);
    const keys = from === undefined ? ['id'] : columns.slice(0, 2).map((column) => column.name);
    found[name] = Object.fromEntries(rows.map((row) => [keys.map((key) => row[key]).join(' '), row]));
  }
  return found;
}

/** Runs statements in one transaction, and gives the error if there is one. */
async function attempt(statements: readonly string[]): Promise<{ readonly code: string; readonly message: string } | undefined> {
  const text = `BEGIN;\n${statements.join('\n')}\nCOMMIT;`;
  try {
    await database.exec(text);
    return undefined;
  } catch (error) {
    await database.exec('ROLLBACK');
    const { code = '', message } = error as Error & { code?: string };
    return { code, message: `${message}\n${text}` };
  }
}
