/**
 * What a migration leaves to scripts of their own, so that no table is locked for longer than a moment: values for rows that
 * are there, indexes that are built beside the writers, and looking at all rows for a condition that is new.
 */

import {
  type ColumnState,
  type ConstraintState,
  type IndexState,
  identifier,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
import { KEPT_SCHEMA, keptName, keptSchema } from './leftovers.ts';
import type { StateMatch } from './match.ts';

const q = identifier;

/** A column that has to have a value from now on. */
export interface Required {
  readonly table: TableState;
  readonly column: ColumnState;
  /** What rows without a value get; nothing where they have one by then. */
  readonly fill?: {
    /** An expression; NULL where somebody has to write one. */
    readonly value: string;
    /** Whether rows without a value are as they were before, here or elsewhere: then the way back takes it away again. */
    readonly wasThere: boolean;
  };
}

/** A condition or a key of a table that was there, and that has not been looked at for all rows. */
export interface Unvalidated {
  readonly table: TableState;
  readonly constraint: ConstraintState;
}

export interface LateIndex {
  readonly table: TableState;
  readonly index: IndexState;
  /** What is unique by it. */
  readonly constraint?: ConstraintState;
}

export interface Late {
  readonly required: readonly Required[];
  readonly unvalidated: readonly Unvalidated[];
  readonly indexes: readonly LateIndex[];
}

/** Statements of a script and of the one that takes it back. */
export interface UpAndDown {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** The index of a key that can be built first, and made a key then; undefined for other constraints. */
export function indexOf({ name, sql }: ConstraintState): IndexState | undefined {
  const columns = /^UNIQUE (\([^()]*\))$/.exec(sql)?.[1];
  return columns === undefined ? undefined : { name, sql: columns };
}

/** The condition that stands for NOT NULL until all rows have been looked at: after it, PostgreSQL need not look again. */
export function requiredCheck({ columns }: TableState, { name }: ColumnState): ConstraintState {
  const called = name.length > 46 ? columns.findIndex((each) => each.name === name) : name;
  return { name: `codegen_required_${called}`, sql: `CHECK (${q(name)} IS NOT NULL)` };
}

/**
 * What a database holds before the late scripts.
 *
 * @param state what it holds after them
 * @param match from the first state to it
 */
export function stateBeforeLate(
  state: SchemaState,
  match: StateMatch,
  late: Late,
): { readonly state: SchemaState; readonly match: StateMatch } {
  const indexes = new Set(late.indexes.map(({ index }) => index));
  const keys = new Set(late.indexes.map(({ constraint }) => constraint));
  const required = new Map(late.required.map((each) => [each.column, each]));
  const [tables, columns] = [new Map<TableState, TableState>(), new Map<ColumnState, ColumnState>()];
  for (const table of state.tables) {
    const checks = table.columns.flatMap((column) => {
      const found = required.get(column);
      return found && !found.fill ? [requiredCheck(table, column)] : [];
    });
    for (const column of table.columns) {
      const { notNull: _, ...open } = column;
      columns.set(column, required.has(column) ? open : column);
    }
    tables.set(table, {
      ...table,
      columns: table.columns.map((column) => columns.get(column) ?? column),
      constraints: [...table.constraints.filter((each) => !keys.has(each)), ...checks],
      ...(table.indexes && { indexes: table.indexes.filter((each) => !indexes.has(each)) }),
    });
  }
  return {
    state: { ...state, tables: state.tables.map((table) => tables.get(table) ?? table) },
    match: {
      tables: new Map([...match.tables].map(([a, b]) => [a, tables.get(b) ?? b])),
      columns: new Map([...match.columns].map(([a, b]) => [a, columns.get(b) ?? b])),
    },
  };
}

/**
 * Values for rows that have none. Only those rows are locked; that none comes without one is asked of new rows by the next
 * script: who writes waits for a row with a lock on its table, so that a lock on the table afterwards would be a deadlock.
 *
 * @param number that of the migration, by which is known what it kept
 */
export function fillScript({ required }: Late, number: string): UpAndDown {
  const [up, down]: [string[], string[]] = [[], []];
  let keeps = false;
  for (const { table, column, fill } of required) {
    if (!fill) continue;
    const [name, of] = [q(table.name), q(column.name)];
    const kept = `${q(KEPT_SCHEMA)}.${q(keptName(number, `${table.name}_${column.name}`))}`;
    if (fill.wasThere) {
      keeps = true;
      up.push(`CREATE TABLE ${kept} AS SELECT id FROM ${name} WHERE ${of} IS NULL;`);
      down.push(`UPDATE ${name} SET ${of} = NULL WHERE id IN (SELECT id FROM ${kept});`, `DROP TABLE ${kept};`);
    }
    const update = `UPDATE ${name} SET ${of} = ${fill.value} WHERE ${of} IS NULL;`;
    up.push(fill.value === 'NULL' ? gap(table.name, column.name, update) : update);
  }
  if (up.length === 0) return { up, down };
  const schema = keeps ? [keptSchema] : [];
  return { up: [...schema, ...up, 'SET CONSTRAINTS ALL IMMEDIATE;'], down };
}

/** What asks new rows for values that those which were there have by now. */
export function requireScript({ required }: Late): UpAndDown {
  const checks = required.flatMap(({ table, column, fill }) => (fill ? [{ table, ...requiredCheck(table, column) }] : []));
  return {
    up: checks.map(({ table, name, sql }) => `ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql} NOT VALID;`),
    down: checks.map(({ table, name }) => `ALTER TABLE ${q(table.name)} DROP CONSTRAINT ${q(name)};`),
  };
}

/** A place to fill in, and what stops the migration while it is not. */
function gap(table: string, column: string, update: string): string {
  return [
    `-- Fill in: existing rows of ${table} need a value for ${column}, in place of NULL.`,
    update,
    'DO $$ BEGIN',
    `    IF EXISTS (SELECT FROM ${q(table)} WHERE ${q(column)} IS NULL) THEN`,
    `        RAISE not_null_violation USING MESSAGE = 'rows of ${plain(table)} have no ${plain(column)}: fill them in this migration', TABLE = ${text(table)}, COLUMN = ${text(column)};`,
    '    END IF;',
    'END $$;',
  ].join('\n');
}

const plain = (name: string): string => name.replaceAll("'", "''").replaceAll('%', '%%').replaceAll('$', '');
const text = (name: string): string => `'${plain(name)}'`;

/** The query for the values that a key forbids, which has no NULL in it. */
function duplicates({ name }: TableState, { sql }: IndexState): string {
  const columns = sql.slice(1, -1);
  return `SELECT ${columns}, count(*) FROM ${q(name)} WHERE ${columns.includes(',') ? sql : columns} IS NOT NULL GROUP BY ${columns} HAVING count(*) > 1;`;
}

/** An index that is built while others read and write: a statement that runs in no transaction, and so has a script of its own. */
export function indexScript({ table, index, constraint }: LateIndex): UpAndDown {
  const unique = constraint ? 'UNIQUE ' : '';
  return {
    up: [
      ...(constraint ? [`-- What there is several times: ${duplicates(table, index)}`] : []),
      `CREATE ${unique}INDEX CONCURRENTLY ${q(index.name)} ON ${q(table.name)} ${index.sql};`,
    ],
    down: [`DROP INDEX CONCURRENTLY ${q(index.name)};`],
  };
}

/** Looks at all rows, while others read and write, and makes keys of unique indexes. */
export function checkScript({ required, unvalidated, indexes }: Late): UpAndDown {
  const up: string[] = [];
  const down: string[] = [];
  for (const { table, constraint } of unvalidated) {
    const alter = `ALTER TABLE ${q(table.name)}`;
    const condition = /^CHECK \((.*)\)$/s.exec(constraint.sql)?.[1];
    if (condition !== undefined && !condition.includes('\n'))
      up.push(`-- Rows that break it: SELECT * FROM ${q(table.name)} WHERE NOT (${condition});`);
    up.push(`${alter} VALIDATE CONSTRAINT ${q(constraint.name)};`);
    down.push(
      `${alter} DROP CONSTRAINT ${q(constraint.name)};`,
      `${alter} ADD CONSTRAINT ${q(constraint.name)} ${constraint.sql} NOT VALID;`,
    );
  }
  const checks = required.map(({ table, column }) => ({ table, column, check: requiredCheck(table, column) }));
  for (const { table, check } of checks) up.push(`ALTER TABLE ${q(table.name)} VALIDATE CONSTRAINT ${q(check.name)};`);
  // What locks a table comes last, when nothing is left to be looked at.
  for (const { table, column, check } of checks) {
    const alter = `ALTER TABLE ${q(table.name)}`;
    up.push(`${alter} ALTER COLUMN ${q(column.name)} SET NOT NULL;`, `${alter} DROP CONSTRAINT ${q(check.name)};`);
    down.push(
      `${alter} ADD CONSTRAINT ${q(check.name)} ${check.sql} NOT VALID;`,
      `${alter} ALTER COLUMN ${q(column.name)} DROP NOT NULL;`,
    );
  }
  for (const { table, index, constraint } of indexes) {
    if (!constraint) continue;
    const alter = `ALTER TABLE ${q(table.name)}`;
    up.push(`${alter} ADD CONSTRAINT ${q(constraint.name)} UNIQUE USING INDEX ${q(index.name)};`);
    down.push(
      `${alter} DROP CONSTRAINT ${q(constraint.name)};`,
      `CREATE UNIQUE INDEX ${q(index.name)} ON ${q(table.name)} ${index.sql};`,
    );
  }
  return { up, down };
}
