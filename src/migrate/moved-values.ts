/** Moves values: one table loses a column or a list, and another table gets one for the same property. */

import { type ColumnState, identifier, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { conversion, isConvertible, isLossy, isTotal } from './conversions.ts';
import { reversed, type StateMatch } from './match.ts';

/** The names of old tables and columns while values are moved. */
export interface NamesBetween {
  readonly table: (table: TableState) => string;
  readonly column: (table: TableState, column: ColumnState) => string;
}

/** Values of a column, or of a list of references, that move to another column or list. */
export interface Carried {
  /** The source. */
  readonly table: TableState;
  readonly column?: ColumnState;
  /** The destination, in the new state. */
  readonly toTable: TableState;
  readonly toColumn?: ColumnState;
  /** Whether the destination gets and keeps all values. */
  readonly isWhole: boolean;
  /** Whether every row of the destination gets a value. */
  readonly isForAll: boolean;
  /** Whether every row of the source has a value. */
  readonly isFull?: boolean;
  /** Returns the statement that copies the values. */
  readonly sql: (names: NamesBetween) => string;
}

const q = identifier;

/**
 * Returns the values that move.
 *
 * @param renamed returns the IRI in the second state for one of the first
 */
export function carriedBetween(
  from: SchemaState,
  to: SchemaState,
  match: StateMatch,
  renamed: (iri: string) => string,
): readonly Carried[] {
  const back = reversed(match);
  const gone = from.tables.flatMap((table) => goneFrom(table, match));
  // A class between the two may exist in one state only.
  const above: Above = (a, b) => isAbove(to, a, b) || isAbove(from, a, b, renamed);
  const found: Carried[] = [];
  for (const toTable of to.tables) {
    if (toTable.from !== undefined && !back.tables.has(toTable)) {
      const same = gone.filter(({ iri }) => iri !== undefined && renamed(iri) === toTable.of);
      const source = same.find((each) => isOfList(each, toTable, renamed, above));
      if (source) found.push(intoList(source, toTable, renamed));
      else found.push(...same.flatMap(({ table }) => betweenLists(table, toTable, to, renamed, above) ?? []));
      continue;
    }
    if (toTable.from !== undefined) continue;
    for (const toColumn of toTable.columns) {
      if (back.columns.has(toColumn) || toColumn.of === undefined || toColumn.of === 'id' || toColumn.of === 'kind') continue;
      const sources = gone.filter(({ iri }) => iri !== undefined && renamed(iri) === toColumn.of);
      for (const source of sources) {
        if (source.column && !isSameAlternative(source, toTable, toColumn, renamed)) continue;
        const carried = source.column
          ? betweenTables(source.table, source.column, toTable, toColumn, renamed, above)
          : outOfList(source.table, toTable, toColumn, renamed, above);
        if (carried) found.push(carried);
      }
    }
  }
  return found.map((each) => (isAlone(each, found) ? each : { ...each, isWhole: false }));
}

/** Returns whether no other values move to the same column or list; otherwise nobody can tell where a value came from. */
const isAlone = ({ toTable, toColumn }: Carried, all: readonly Carried[]): boolean =>
  all.filter((each) => each.toTable === toTable && each.toColumn === toColumn).length === 1;

/** Returns whether both columns are the same alternative of a property with several ranges, or its only column. */
function isSameAlternative(
  { table, column, iri }: Gone,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
): boolean {
  const before = column?.alternative;
  if (before === toColumn.alternative || renamed(before ?? '') === toColumn.alternative) return true;
  // A leftover next to the new column is the old column itself.
  const isOnly = toTable.columns.filter(({ of }) => of === toColumn.of).length === 1;
  return isOnly && table.columns.filter(({ of }) => of?.replace(KEPT, '') === iri).length === 1;
}

interface Gone {
  readonly table: TableState;
  readonly column?: ColumnState;
  readonly iri: string | undefined;
}

/** Start of `of` for leftovers; the IRI that they had follows. */
export const KEPT = 'kept ';

export const isLeftover = (each: { readonly of?: string } | undefined): boolean => each?.of?.startsWith(KEPT) === true;

/** Returns the columns that a table loses, or the whole table if it is a list. */
function goneFrom(table: TableState, match: StateMatch): readonly Gone[] {
  // A leftover that a down script restores already has its values, and gives them to no other column.
  const isGone = <T extends { readonly of?: string }>(each: T, now: T | undefined) =>
    now === undefined || (isLeftover(now) && !isLeftover(each));
  if (table.from !== undefined) return isGone(table, match.tables.get(table)) ? [{ table, iri: table.of.replace(KEPT, '') }] : [];
  const isTableGone = isGone(table, match.tables.get(table));
  return table.columns
    .filter((column) => (isTableGone || isGone(column, match.columns.get(column))) && column.of !== 'id' && column.of !== 'kind')
    .map((column) => ({ table, column, iri: column.of?.replace(KEPT, '') }));
}

/** Whether one class is a superclass of another, in either state. */
type Above = (above: string, below: string) => boolean;

/** Returns whether a single reference becomes a list of the same class, of a superclass, or of the referenced class. */
function isOfList({ table, column }: Gone, list: TableState, renamed: (iri: string) => string, above: Above): boolean {
  if (column?.type !== 'UUID') return false;
  const [holder, target] = [renamed(table.of), renamed(column.alternative ?? '')];
  if (target === list.alternative && list.from !== undefined && (holder === list.from || above(list.from, holder))) return true;
  return holder === list.alternative && target === list.from;
}

function intoList(source: Gone, list: TableState, renamed: (iri: string) => string): Carried {
  const { table } = source;
  const column = source.column as ColumnState;
  const [holder, target] = list.columns as readonly [ColumnState, ColumnState];
  const isSame = renamed(column.alternative ?? '') === list.alternative;
  return {
    table,
    column,
    toTable: list,
    isWhole: true,
    isForAll: false,
    sql: (names) => {
      const reference = q(names.column(table, column));
      const selected = isSame ? `id, ${reference}` : `${reference}, id`;
      return [
        `INSERT INTO ${q(list.name)} (${q(holder.name)}, ${q(target.name)})`,
        `    SELECT ${selected} FROM ${q(names.table(table))} WHERE ${reference} IS NOT NULL`,
        '    ON CONFLICT DO NOTHING;',
      ].join('\n');
    },
  };
}

/** Moves a list that another class of the hierarchy now declares. */
function betweenLists(
  table: TableState,
  list: TableState,
  to: SchemaState,
  renamed: (iri: string) => string,
  above: Above,
): Carried | undefined {
  if (table.from === undefined || list.from === undefined || renamed(table.alternative ?? '') !== list.alternative)
    return undefined;
  const now = renamed(table.from);
  const isUp = above(list.from, now);
  if (!isUp && !above(now, list.from)) return undefined;
  const holders = to.tables.find(({ of, from }) => from === undefined && of === list.from);
  if (!holders) return undefined;
  const [own, other] = table.columns as readonly [ColumnState, ColumnState];
  const [holder, target] = list.columns as readonly [ColumnState, ColumnState];
  return {
    table,
    toTable: list,
    isWhole: isUp,
    isForAll: false,
    sql: (names) => {
      const among = isUp ? '' : `\n    WHERE EXISTS (SELECT FROM ${q(holders.name)} WHERE id = _from.${q(own.name)})`;
      return [
        `INSERT INTO ${q(list.name)} (${q(holder.name)}, ${q(target.name)})`,
        `    SELECT _from.${q(own.name)}, _from.${q(other.name)} FROM ${q(names.table(table))} AS _from${among}`,
        '    ON CONFLICT DO NOTHING;',
      ].join('\n');
    },
  };
}

/** Keeps one reference of a list: the one with the smallest id, so that the result is the same everywhere. */
function outOfList(
  list: TableState,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
  above: Above,
): Carried | undefined {
  const [source, target] = list.columns as readonly [ColumnState, ColumnState];
  if (toColumn.type !== 'UUID') return undefined;
  const [from, alternative] = [renamed(list.from ?? ''), renamed(list.alternative ?? '')];
  const isSame = (from === toTable.of || above(from, toTable.of)) && alternative === toColumn.alternative;
  const isOther = alternative === toTable.of && from === toColumn.alternative;
  if (!isSame && !isOther) return undefined;
  const [own, other] = isSame ? [source, target] : [target, source];
  return {
    table: list,
    toTable,
    toColumn,
    isWhole: false,
    isForAll: false,
    sql: (names) =>
      [
        `UPDATE ${q(toTable.name)} SET ${q(toColumn.name)} = (`,
        `    SELECT ${q(other.name)} FROM ${q(names.table(list))} AS _list`,
        `    WHERE _list.${q(own.name)} = ${q(toTable.name)}.id ORDER BY 1 LIMIT 1`,
        `) WHERE ${q(toColumn.name)} IS NULL;`,
      ].join('\n'),
  };
}

/** Moves a column to another table of the hierarchy, which has rows for the same instances, or within its own table. */
function betweenTables(
  table: TableState,
  column: ColumnState,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
  above: Above,
): Carried | undefined {
  if (!isConvertible(column.type, toColumn.type)) return undefined;
  const now = renamed(table.of);
  const parts = { table, column, toTable, toColumn };
  const goal = `UPDATE ${q(toTable.name)} SET ${q(toColumn.name)} =`;
  const isForAll = column.notNull === true && isTotal(column.type, toColumn.type);
  if (now === toTable.of) {
    const sql = (names: NamesBetween) => {
      const name = q(names.column(table, column));
      return `${goal} ${conversion(name, column.type, toColumn.type)} WHERE ${name} IS NOT NULL;`;
    };
    return { ...parts, isWhole: false, isForAll, sql };
  }
  const isUp = above(toTable.of, now);
  if (!isUp && !above(now, toTable.of)) return undefined;
  const sql = (names: NamesBetween) => {
    const name = `_from.${q(names.column(table, column))}`;
    const where = `WHERE _from.id = ${q(toTable.name)}.id AND ${name} IS NOT NULL`;
    const value = conversion(name, column.type, toColumn.type);
    return `${goal} ${value}\n    FROM ${q(names.table(table))} AS _from ${where};`;
  };
  return { ...parts, isWhole: isUp && !isLossy(column.type, toColumn.type), isForAll: !isUp && isForAll, isFull: isForAll, sql };
}

/** Returns whether one class is a direct or indirect superclass of another. */
export function isAbove(
  state: SchemaState,
  above: string,
  below: string,
  renamed: (iri: string) => string = (iri) => iri,
): boolean {
  const byClass = new Map(state.tables.filter(({ from }) => from === undefined).map((table) => [renamed(table.of), table]));
  const goal = renamed(above);
  const seen = new Set([below]);
  for (const each of seen) {
    for (const parent of byClass.get(each)?.parents ?? []) {
      if (renamed(parent) === goal) return true;
      seen.add(renamed(parent));
    }
  }
  return false;
}
