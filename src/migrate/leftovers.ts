/**
 * The state between two: everything of the new one, and beside it what the old one has and the new one has not. It is still
 * there, but nothing needs it: no condition, no key, no trigger. A second migration takes it away.
 */

import { type ColumnState, cut, identifier, literal, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { isLossy } from './conversions.ts';
import type { StateMatch } from './match.ts';
import { type Carried, carriedBetween, KEPT } from './moved-values.ts';

const q = identifier;

/** A column or a table that the new state has no place for. */
export interface Leftover {
  /** As it is called in between. */
  readonly table: TableState;
  readonly column?: ColumnState;
  /** What it was called. */
  readonly was: string;
}

/** What has no place, by the names that it had: what is called otherwise in between is not known to anybody. */
export function lostNames(leftovers: readonly Leftover[]): readonly string[] {
  return leftovers.map(({ table, column, was }) => (column ? `${table.name}.${was}` : was));
}

/** The same for people: of a column that is still there, the type of which values are lost. */
export function lostWords(leftovers: readonly Leftover[]): readonly string[] {
  const names = lostNames(leftovers);
  return leftovers.map(({ table, column, was }, i) => {
    const now = column && table.columns.find((each) => each !== column && each.name === was);
    return now ? `${names[i]} as ${column.type} (it is ${now.type} now)` : (names[i] ?? was);
  });
}

export interface Between {
  readonly state: SchemaState;
  /** From the old state to this one. */
  readonly match: StateMatch;
  readonly leftovers: readonly Leftover[];
}

/** @param renamed where IRIs of the old state went */
export function stateBetween(from: SchemaState, to: SchemaState, match: StateMatch, renamed: (iri: string) => string): Between {
  const columns = new Map([...match.columns].filter(([a, b]) => !isLossy(a.type, b.type)));
  const tables = new Map(match.tables);
  const carried = carriedBetween(from, to, { tables, columns }, renamed);
  const leftovers: Leftover[] = [];
  /** New tables by those of the new state. */
  const grown = new Map<TableState, TableState>();
  for (const [a, b] of tables) {
    const taken = new Set(b.columns.map(({ name }) => name));
    const more: { readonly column: ColumnState; readonly was: string }[] = [];
    for (const column of a.columns) {
      if (columns.has(column) || !isData(column) || isWhole(carried, a, column)) continue;
      const left = leftoverColumn(column, taken);
      more.push({ column: left, was: column.name });
      columns.set(column, left);
    }
    if (more.length === 0) continue;
    const wider = { ...b, columns: [...b.columns, ...more.map(({ column }) => column)] };
    grown.set(b, wider);
    tables.set(a, wider);
    leftovers.push(...more.map((each) => ({ table: wider, ...each })));
  }
  const names = new Set(to.tables.map(({ name }) => name));
  const rest = from.tables.filter((table) => !tables.has(table) && !isWhole(carried, table));
  const left = rest.map((table) => {
    const kept = leftoverTable(table, names);
    tables.set(table, kept);
    for (const column of table.columns) {
      const same = kept.columns.find(({ name }) => name === column.name);
      if (same) columns.set(column, same);
    }
    leftovers.push({ table: kept, was: table.name });
    return kept;
  });
  return {
    state: { ...to, tables: [...to.tables.map((table) => grown.get(table) ?? table), ...left] },
    match: { tables, columns },
    leftovers,
  };
}

/** Whether a column holds what somebody wrote. */
function isData({ of, generated }: ColumnState): boolean {
  return of !== undefined && of !== 'id' && of !== 'kind' && generated === undefined;
}

/** Whether all values are kept in another place: every instance has its row in the table of a superclass, and every reference is one of a list. */
function isWhole(carried: readonly Carried[], table: TableState, column?: ColumnState): boolean {
  return carried.some((each) => each.table === table && each.column === column && each.isWhole);
}

function leftoverColumn(column: ColumnState, taken: Set<string>): ColumnState {
  const name = free(column.name, taken);
  return {
    name,
    of: `${KEPT}${column.of ?? ''}`,
    type: column.type,
    ...(column.alternative !== undefined && { alternative: column.alternative }),
  };
}

function leftoverTable(table: TableState, taken: Set<string>): TableState {
  const name = free(table.name, taken);
  return {
    name,
    of: `${KEPT}${table.of}`,
    ...(table.from !== undefined && { from: table.from }),
    ...(table.alternative !== undefined && { alternative: table.alternative }),
    columns: table.columns
      .filter(({ generated }) => generated === undefined)
      .map(({ default: _, comment: _comment, ...column }) => column),
    constraints: table.constraints
      .filter(({ sql }) => sql.startsWith('PRIMARY KEY'))
      .map((key) => ({ ...key, name: cut(`${name}_pkey`) })),
  };
}

function free(name: string, taken: Set<string>): string {
  let found = name;
  for (let n = 1; taken.has(found); n++) found = `${name.slice(0, 50)}_before${n === 1 ? '' : `_${n}`}`;
  taken.add(found);
  return found;
}

/** The schema that holds what migrations took away. */
export const KEPT_SCHEMA = 'codegen_kept';

/**
 * What makes sure that it is there. `CREATE SCHEMA IF NOT EXISTS` asks for the right to create one in any case, and so fails
 * where somebody else has made it for a role that may not.
 */
export const keptSchema = `DO $$
BEGIN
    IF to_regnamespace(${literal(KEPT_SCHEMA)}) IS NULL THEN
        CREATE SCHEMA ${q(KEPT_SCHEMA)};
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE insufficient_privilege USING MESSAGE = format('%I may not create the schema ${KEPT_SCHEMA}', current_user),
        HINT = format('CREATE SCHEMA ${KEPT_SCHEMA} AUTHORIZATION %I;', current_user);
END
$$;`;

/**
 * What is kept there.
 *
 * @param number that of the migration
 * @param of what tells it from all else that this one keeps
 */
export function keptName(number: string, of: string): string {
  return cut(`m${number}_${of}`);
}

/**
 * The statements that take leftovers away, and those that bring them back.
 *
 * @param number that of the migration, which names what is kept
 */
export function contraction(
  leftovers: readonly Leftover[],
  number: string,
): { readonly up: readonly string[]; readonly down: readonly string[] } {
  const up: string[] = [];
  const down: string[] = [];
  for (const { table, column } of leftovers) {
    const bare = keptName(number, `${table.name}${column ? `_${column.name}` : ''}`);
    const kept = `${q(KEPT_SCHEMA)}.${q(bare)}`;
    if (column) {
      up.push(
        `CREATE TABLE ${kept} AS SELECT id, ${q(column.name)} FROM ${q(table.name)} WHERE ${q(column.name)} IS NOT NULL;`,
        `ALTER TABLE ${q(table.name)} DROP COLUMN ${q(column.name)};`,
      );
      down.push(
        `ALTER TABLE ${q(table.name)} ADD COLUMN ${q(column.name)} ${column.type};`,
        `UPDATE ${q(table.name)} SET ${q(column.name)} = _kept.${q(column.name)} FROM ${kept} AS _kept WHERE _kept.id = ${q(table.name)}.id;`,
        `DROP TABLE ${kept};`,
      );
      continue;
    }
    // A primary key has an index, whose name is one of the schema.
    const keys = table.constraints.map(({ name }) => [name, keptName(number, name)] as const);
    up.push(
      ...keys.map(([name, other]) => `ALTER TABLE ${q(table.name)} RENAME CONSTRAINT ${q(name)} TO ${q(other)};`),
      `ALTER TABLE ${q(table.name)} RENAME TO ${q(bare)};`,
      `ALTER TABLE ${q(bare)} SET SCHEMA ${q(KEPT_SCHEMA)};`,
    );
    down.push(
      `DO $$ BEGIN EXECUTE format('ALTER TABLE ${KEPT_SCHEMA}.%I SET SCHEMA %I', ${literal(bare)}, current_schema()); END $$;`,
      `ALTER TABLE ${q(bare)} RENAME TO ${q(table.name)};`,
      ...keys.map(([name, other]) => `ALTER TABLE ${q(table.name)} RENAME CONSTRAINT ${q(other)} TO ${q(name)};`),
    );
  }
  return { up: up.length === 0 ? [] : [keptSchema, ...up], down };
}
