/** Migrates databases through the versions of an ontology and back, and compares rows and catalogues. */

import { expect } from 'vitest';
import { isConvertible, keepsEveryValue } from '../../src/migrate/conversions.ts';
import { intermediateState, matchStates, type NextMigrations, nextMigrations, type Script } from '../../src/migrate/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { type ColumnState, type SchemaState, schemaState, sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { transactions } from '../support/sample-rows.ts';
import { catalogueOf, type Database, reset } from './catalogue.ts';

const identity = (iri: string) => iri;

export const ddl = (model: DomainModel) =>
  sqlSchema
    .generate(model)
    .map(({ content }) => content)
    .join('\n');

/** Runs a script as migration tools do: in a transaction, unless the script must run outside of one. */
async function run(database: Database, script: Script, side: 'up' | 'down'): Promise<void> {
  const text = script[side];
  try {
    await database.exec(script.isOutsideTransaction ? text : `BEGIN;\n${text}\nCOMMIT;`);
  } catch (error) {
    if (!script.isOutsideTransaction) await database.exec('ROLLBACK');
    const { code, message, detail } = error as Error & { code?: string; detail?: string };
    throw Object.assign(new Error(`${message} ${detail ?? ''}\n${script.name}\n${text}`), { code });
  }
}

export async function applyScripts(database: Database, scripts: readonly Script[]): Promise<void> {
  for (const script of scripts) await run(database, script, 'up');
}

export async function revertScripts(database: Database, scripts: readonly Script[]): Promise<void> {
  for (const script of [...scripts].reverse()) await run(database, script, 'down');
}

/**
 * Applies scripts to rows that may violate new constraints. If a script fails, reverts those that were applied before it.
 *
 * @returns whether all scripts were applied
 */
async function isApplied(database: Database, scripts: readonly Script[]): Promise<boolean> {
  const done: Script[] = [];
  for (const script of scripts) {
    try {
      await run(database, script, 'up');
      done.push(script);
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      // Data exceptions and violations of integrity constraints (PostgreSQL manual, appendix A).
      expect(['22', '23'], message).toContain(code.slice(0, 2));
      // A failed CREATE INDEX CONCURRENTLY leaves an invalid index behind.
      const index = /^CREATE UNIQUE INDEX CONCURRENTLY (\S+) /m.exec(script.up)?.[1];
      if (index !== undefined) await database.exec(`DROP INDEX ${index}`);
      await revertScripts(database, done);
      return false;
    }
  }
  return true;
}

const values: Readonly<Record<string, string>> = {
  TEXT: "'a'",
  BOOLEAN: 'TRUE',
  DATE: "'2020-02-02'",
  TIMESTAMPTZ: "'2020-02-02T00:00:00Z'",
  INTERVAL: "'3 days'",
  BYTEA: "'\\x00'",
  JSONB: '\'"a"\'',
};

/** Fills in the values that scripts leave to the maintainer, where the type of the column has a simple one. */
function fillValues(scripts: readonly Script[], { tables }: SchemaState): readonly Script[] {
  const place = /^UPDATE ("[^"]+"|\S+) SET ("[^"]+"|\S+) = NULL/gm;
  const bare = (name: string) => name.replaceAll('"', '');
  const fill = (text: string) =>
    text.replace(place, (found, table: string, column: string) => {
      const { type = '' } =
        tables.find(({ name }) => name === bare(table))?.columns.find(({ name }) => name === bare(column)) ?? {};
      const value = type.startsWith('VARCHAR') ? "'a'" : (values[type] ?? (/INT|NUM|REAL|DOUBLE/.test(type) ? '1' : 'NULL'));
      return found.replace('= NULL', `= ${type.endsWith(']') ? 'NULL' : value}`);
    });
  return scripts.map((script) => (script.up.includes('-- Fill in') ? { ...script, up: fill(script.up) } : script));
}

/** Migrates an empty database up, down and up; expects the catalogue of a new schema, and the old one after each down. */
export async function walkEmpty(database: Database, old: string, now: string): Promise<void> {
  const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
  await reset(database);
  await database.exec(ddl(b));
  const fresh = await catalogueOf(database);
  await reset(database);
  await database.exec(ddl(a));
  const first = await catalogueOf(database);
  const { scripts } = nextMigrations(schemaState(a), schemaState(b), identity, 2);
  const states = [first];
  for (const script of scripts) {
    await applyScripts(database, [script]);
    states.push(await catalogueOf(database));
  }
  expect(states.at(-1)).toEqual(fresh);
  for (const [i, script] of [...scripts.entries()].reverse()) {
    await revertScripts(database, [script]);
    expect(await catalogueOf(database), `after ${script.name} is taken back`).toEqual(states[i]);
  }
  await applyScripts(database, scripts);
  expect(await catalogueOf(database)).toEqual(fresh);
}

/** Migrates rows to another version and back; expects that none is lost and that all are the same at the end. */
export async function walkRows(database: Database, old: string, now: string): Promise<void> {
  const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
  const [from, to] = [schemaState(a), schemaState(b)];
  await reset(database);
  await database.exec(ddl(a));
  await fill(database, a);
  const before = await rowsOf(database, from);
  const scripts = fillValues(nextMigrations(from, to, identity, 2).scripts, to);
  if (!(await isApplied(database, scripts))) {
    expect(await rowsOf(database, from)).toEqual(before);
    return;
  }
  expectNoLoss(from, to, before, await rowsOf(database, to));
  await revertScripts(database, scripts);
  expect(await rowsOf(database, from)).toEqual(before);
}

/** Expects that each row of each remaining table still exists, with the values of its remaining columns. */
function expectNoLoss(from: SchemaState, to: SchemaState, before: Rows, after: Rows, renamed = identity): void {
  const whole = matchStates(from, to, renamed);
  const { match } = intermediateState(from, to, whole, renamed);
  for (const [table, other] of whole.tables) {
    for (const [id, row] of Object.entries(before[table.name] ?? {})) {
      const kept = after[other.name]?.[id];
      expect(kept, `${table.name} ${id}`).toBeDefined();
      for (const column of table.columns) {
        const same = match.columns.get(column);
        const isHeld = same && same.type === column.type && column.of !== 'kind' && other.columns.includes(same);
        if (isHeld && row[column.name] !== null)
          expect(kept?.[same.name], column.name).toEqual(storedValue(column, same, row[column.name]));
        // A value of a changed type is not null if every value can be converted; a list may have no first item.
        const retyped = whole.columns.get(column);
        const isFilled = row[column.name] !== null && !column.type.endsWith('[]') && column.generated === undefined;
        if (retyped && isFilled && isConvertible(column, retyped) && keepsEveryValue(column.type, retyped.type))
          expect(kept?.[retyped.name], column.name).not.toBeNull();
      }
    }
  }
}

/** Returns a value as another column stores it: enumerations store names of individuals, other columns their IRIs. */
function storedValue(from: ColumnState, to: ColumnState, value: unknown): unknown {
  const individuals = ({ individuals = [] }: ColumnState) =>
    individuals.map((each) => each.split(' ') as [iri: string, text: string]);
  const toIris = to.alternative === 'iri' ? individuals(from).map(([iri, text]) => [text, iri] as const) : [];
  const other = new Map<unknown, string>([...toIris, ...(from.alternative === 'iri' ? individuals(to) : [])]);
  const now = (one: unknown) => other.get(one) ?? one;
  return Array.isArray(value) ? value.map(now) : now(value);
}

/** A version of an ontology. */
export interface Version {
  readonly text: string;
  /** Maps an IRI of the previous version to its IRI in this version. */
  readonly renamed?: (iri: string) => string;
}

/** Migrates a database with rows through all versions of an ontology and back. */
export async function walkHistory(database: Database, versions: readonly Version[]): Promise<void> {
  const models: ModelVersion[] = [];
  for (const { text, renamed } of versions)
    models.push({ model: (await modelOfTurtle(text)).model, ...(renamed && { renamed }) });
  await walkModels(database, models);
}

/** The model of a version of an ontology. */
export interface ModelVersion {
  readonly model: DomainModel;
  /** Maps an IRI of the previous version to its IRI in this version. */
  readonly renamed?: (iri: string) => string;
}

/** Does the same as `walkHistory` with models that are already built. */
export async function walkModels(database: Database, versions: readonly ModelVersion[]): Promise<void> {
  const models = versions.map(({ model }) => model);
  const [first] = models;
  if (!first) return;
  await reset(database);
  await database.exec(ddl(first));
  await fill(database, first);
  const undo: (() => Promise<void>)[] = [];
  let now = schemaState(first);
  let number = 2;
  for (const [i, model] of models.entries()) {
    if (i === 0) continue;
    const [from, to] = [now, schemaState(model)];
    const renamed = versions[i]?.renamed ?? identity;
    const next: NextMigrations = nextMigrations(from, to, renamed, number);
    const scripts = fillValues(next.scripts, to);
    const before = { rows: await rowsOf(database, from), catalogue: await catalogueOf(database) };
    if (await isApplied(database, scripts)) {
      expectNoLoss(from, to, before.rows, await rowsOf(database, to), renamed);
      undo.push(async () => {
        await revertScripts(database, scripts);
        expect({ rows: await rowsOf(database, from), catalogue: await catalogueOf(database) }).toEqual(before);
      });
    } else {
      expect({ rows: await rowsOf(database, from), catalogue: await catalogueOf(database) }).toEqual(before);
      // The old rows violate the new constraints, so the migration must succeed without them.
      for (const { name } of from.tables) await database.exec(`TRUNCATE "${name}" CASCADE`);
      await applyScripts(database, scripts);
      await fill(database, model);
      undo.length = 0;
    }
    number += scripts.length;
    now = to;
  }
  const migrated = await catalogueOf(database);
  for (const back of undo.reverse()) await back();
  await reset(database);
  await database.exec(ddl(models.at(-1) as DomainModel));
  expect(migrated).toEqual(await catalogueOf(database));
}

type Rows = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** Inserts sample rows. Some models have no valid ones, because the rows are built one by one: failures are ignored. */
async function fill(database: Database, model: DomainModel): Promise<void> {
  let all: readonly string[] = [];
  try {
    all = transactions(model);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  for (const transaction of all) await database.exec(transaction).catch(() => database.exec('ROLLBACK'));
}

/** Reads all rows of all tables, by their id, or by their first two columns in join tables. */
async function rowsOf(database: Database, state: SchemaState): Promise<Rows> {
  const found: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const { name, columns, from } of state.tables) {
    const rows = await database.rows(`SELECT * FROM "${name}"`);
    const keys = from === undefined ? ['id'] : columns.slice(0, 2).map((column) => column.name);
    found[name] = Object.fromEntries(rows.map((row) => [keys.map((key) => row[key]).join(' '), row]));
  }
  return found;
}
