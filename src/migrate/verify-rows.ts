/** Tests migrations on rows of an earlier version: which rows and values remain after the up and the down scripts. */

import { type ColumnState, identifier, literal, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { matchStates } from './match.ts';
import { movedValues } from './moved-values.ts';

const q = identifier;

/** A connection to a server. */
export interface Session {
  /** Runs statements. Returns the rows of the last one, and the command of each: `CREATE`. */
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly commands: readonly string[] }>;
}

/** An earlier version of the ontology. */
export interface PreviousVersion {
  /** The statements that create its schema. */
  readonly creation: string;
  /** Transactions that insert rows. */
  readonly transactions: readonly string[];
  readonly from: SchemaState;
  readonly to: SchemaState;
  /** Returns the IRI in the new version for one of this version. */
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

/** Inserts the rows. Skips a transaction that violates a rule: in some ontologies, rows cannot be created one by one. */
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
    const { rows } = await session.run(`SELECT to_jsonb(_row)::TEXT AS row FROM ${q(name)} AS _row ORDER BY 1`);
    byTable[name] = rows.map((row) => String(row['row']));
  }
  return byTable;
}

/** Returns the tables whose rows differ. */
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
  const whereabouts: RowLocations = { session, match, carried: movedValues(from, to, match, renamed) };
  const tables: RemainingCount[] = [];
  const columns: RemainingCount[] = [];
  for (const table of from.tables) {
    const rows = (before[table.name] ?? []).map((row) => JSON.parse(row) as Row);
    if (rows.length === 0) continue;
    const after = await countRemainingRows(whereabouts, table, rows);
    tables.push({ element: table.name, before: rows.length, after: Math.min(after, rows.length) });
    for (const column of table.from === undefined ? table.columns.filter(isWritten) : []) {
      const values = rows.filter((row) => row[column.name] !== null);
      const left = values.length === 0 ? 0 : await countRemainingValues(whereabouts, table, column, values);
      if (left < values.length) columns.push({ element: `${table.name}.${column.name}`, before: values.length, after: left });
    }
  }
  return { tables, columns };
}

/** Where earlier rows and values are now. */
interface RowLocations {
  readonly session: Session;
  readonly match: ReturnType<typeof matchStates>;
  readonly carried: ReturnType<typeof movedValues>;
}

async function countRemainingRows(
  { session, match, carried }: RowLocations,
  table: TableState,
  rows: readonly Row[],
): Promise<number> {
  const now = match.tables.get(table);
  if (now) return countOf(session, now, undefined, rows);
  const move = carried.find((each) => each.table === table && each.column === undefined);
  if (move === undefined) return 0;
  return move.toColumn === undefined
    ? countOf(session, move.toTable, undefined, rows)
    : referencesIn(session, move.toTable, move.toColumn);
}

async function countRemainingValues(
  { session, match, carried }: RowLocations,
  table: TableState,
  column: ColumnState,
  rows: readonly Row[],
): Promise<number> {
  const now = match.tables.get(table);
  const other = match.columns.get(column);
  if (now && other) return countOf(session, now, other, rows);
  const move = carried.find((each) => each.table === table && each.column === column);
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
    ...(column ? [`${q(column.name)} IS NOT NULL`] : []),
    // Rows of a list have no id. No other session writes here, so all pairs of a list existed before.
    ...(table.from === undefined ? [`id IN (${rows.map(({ id }) => literal(String(id))).join(', ')})`] : []),
  ];
  const condition = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const answer = await session.run(`SELECT count(*) AS n FROM ${q(table.name)}${condition}`);
  return Math.min(rows.length, Number(answer.rows[0]?.['n']));
}

type Row = Readonly<Record<string, unknown>>;

/** Returns whether users write the values of a column. */
const isWritten = ({ of, generated }: ColumnState): boolean =>
  of !== undefined && of !== 'id' && of !== 'kind' && generated === undefined;

/** Counts the references that remain of a list that became a single reference. */
async function referencesIn(session: Session, table: TableState, column: ColumnState): Promise<number> {
  const { rows } = await session.run(`SELECT count(${q(column.name)}) AS n FROM ${q(table.name)}`);
  return Number(rows[0]?.['n']);
}
