/** Tests migrations on rows of an earlier version: which rows and values remain after the up and the down scripts. */

import {
  type ColumnState,
  isListTable,
  literal,
  identifier as quote,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
import { isWrittenByUsers } from './leftovers.ts';
import { matchStates } from './match.ts';
import { movedValues } from './moved-values.ts';

/** A connection to a server. */
export interface Session {
  /** Runs statements. Returns the rows of the last one, and the command of each: `CREATE`. */
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly commands: readonly string[] }>;
}

/** An earlier version of the ontology. */
export interface PreviousVersion {
  /** The statements that create its schema. */
  readonly creation: string;
  /** Transactions that insert example rows, from `BEGIN;` to `COMMIT;`. */
  readonly transactions: readonly string[];
  /** Its own state, and that of the new version. */
  readonly from: SchemaState;
  readonly to: SchemaState;
  /** Returns the IRI that a class or property of this version has in the new one. */
  readonly renamed: (iri: string) => string;
}

/** The rows of a table, or the values of a column, that remain. */
export interface RemainingCount {
  /** `posts`, or `posts.content` */
  readonly element: string;
  /** The number of rows or values before the migrations. */
  readonly before: number;
  /** The number of them afterwards. */
  readonly after: number;
}

export interface RemainingRows {
  readonly tables: readonly RemainingCount[];
  /** Only columns that lost a value. */
  readonly columns: readonly RemainingCount[];
}

/** All rows by table, each as text that does not depend on the order of columns. */
export type Rows = Readonly<Record<string, readonly string[]>>;

/**
 * Inserts the rows within the open transaction of the session. Skips those that the server rejects: in some ontologies, rows
 * cannot be created one by one. Any error counts as a rejection; if the connection is lost, the next statement fails, too.
 */
export async function fillRows(session: Session, { transactions }: PreviousVersion): Promise<void> {
  for (const transaction of transactions) {
    const statements = transaction.replace(/^BEGIN;\s*/, '').replace(/COMMIT;\s*$/, '');
    await session.run('SAVEPOINT codegen_rows');
    try {
      await session.run(`${statements}\nSET CONSTRAINTS ALL IMMEDIATE;`);
    } catch {
      await session.run('ROLLBACK TO SAVEPOINT codegen_rows');
    }
    await session.run('SET CONSTRAINTS ALL DEFERRED; RELEASE SAVEPOINT codegen_rows');
  }
}

/** Returns the rows of each table of the previous version, as sorted JSON texts. */
export async function rowsOf(session: Session, { from }: PreviousVersion): Promise<Rows> {
  const byTable: Record<string, readonly string[]> = {};
  for (const { name } of from.tables) {
    const { rows } = await session.run(`SELECT to_jsonb(_row)::TEXT AS row FROM ${quote(name)} AS _row ORDER BY 1`);
    byTable[name] = rows.map((row) => String(row['row']));
  }
  return byTable;
}

export function tablesThatDiffer(before: Rows, after: Rows): readonly string[] {
  return Object.keys(before).filter((name) => before[name]?.join('\n') !== after[name]?.join('\n'));
}

/** Counts the earlier rows and values that remain after the migrations, wherever they moved. */
export async function countRemaining(
  session: Session,
  { from, to, renamed }: PreviousVersion,
  before: Rows,
): Promise<RemainingRows> {
  const match = matchStates(from, to, renamed);
  const locations: RowLocations = { session, match, moves: movedValues(from, to, match, renamed) };
  const tables: RemainingCount[] = [];
  const columns: RemainingCount[] = [];
  for (const table of from.tables) {
    const rows = (before[table.name] ?? []).map((row) => JSON.parse(row) as Row);
    if (rows.length === 0) continue;
    const after = await countRemainingRows(locations, table, rows);
    tables.push({ element: table.name, before: rows.length, after: Math.min(after, rows.length) });
    for (const column of isListTable(table) ? [] : table.columns.filter(isWrittenByUsers)) {
      const values = rows.filter((row) => row[column.name] !== null);
      const remaining = values.length === 0 ? 0 : await countRemainingValues(locations, table, column, values);
      if (remaining < values.length)
        columns.push({ element: `${table.name}.${column.name}`, before: values.length, after: remaining });
    }
  }
  return { tables, columns };
}

/** The database after the migrations, and where earlier rows and values are in it. */
interface RowLocations {
  readonly session: Session;
  readonly match: ReturnType<typeof matchStates>;
  readonly moves: ReturnType<typeof movedValues>;
}

/**
 * The table exists in the new version, or its rows moved to another list, or each row became a reference in a column; otherwise
 * they are lost. Rows of a class never move: its table has a counterpart or is dropped.
 */
async function countRemainingRows(
  { session, match, moves }: RowLocations,
  table: TableState,
  rows: readonly Row[],
): Promise<number> {
  const newTable = match.tables.get(table);
  if (newTable) return countOf(session, newTable, undefined, rows);
  const move = moves.find((each) => each.table === table && each.column === undefined);
  if (move === undefined) return 0;
  return move.toColumn === undefined
    ? countOf(session, move.toTable, undefined, rows)
    : referencesIn(session, move.toTable, move.toColumn);
}

async function countRemainingValues(
  { session, match, moves }: RowLocations,
  table: TableState,
  column: ColumnState,
  rows: readonly Row[],
): Promise<number> {
  const newTable = match.tables.get(table);
  const newColumn = match.columns.get(column);
  if (newTable && newColumn) return countOf(session, newTable, newColumn, rows);
  const move = moves.find((each) => each.table === table && each.column === column);
  return move ? countOf(session, move.toTable, move.toColumn, rows) : 0;
}

/** Returns how many of these rows a table has, with a value in the column if one is named. */
async function countOf(
  session: Session,
  table: TableState,
  column: ColumnState | undefined,
  rows: readonly Row[],
): Promise<number> {
  const conditions = [
    ...(column ? [`${quote(column.name)} IS NOT NULL`] : []),
    // Rows of a list are pairs of references without an id. No other session writes here, so all of them existed before.
    ...(isListTable(table) ? [] : [`id IN (${rows.map(({ id }) => literal(String(id))).join(', ')})`]),
  ];
  const condition = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const answer = await session.run(`SELECT count(*) AS n FROM ${quote(table.name)}${condition}`);
  return Math.min(rows.length, Number(answer.rows[0]?.['n']));
}

type Row = Readonly<Record<string, unknown>>;

/** Counts the references in a column that replaced a list: each instance keeps one reference of its list. */
async function referencesIn(session: Session, table: TableState, column: ColumnState): Promise<number> {
  const { rows } = await session.run(`SELECT count(${quote(column.name)}) AS n FROM ${quote(table.name)}`);
  return Number(rows[0]?.['n']);
}
