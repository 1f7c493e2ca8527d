/** Moves values: one table loses a column or a list, and another table gets one for the same property. */

import { type ColumnState, identifier, isListTable, type SchemaState, type TableState } from '../targets/sql-schema/index.ts';
import { conversionExpression, isConvertible, isLossy, isTotal } from './conversions.ts';
import { reverseMatch, type StateMatch } from './match.ts';

/** The names of old tables and columns while values are moved. */
export interface IntermediateNames {
  readonly table: (table: TableState) => string;
  readonly column: (table: TableState, column: ColumnState) => string;
}

/** Values of a column, or of a list of references, that move to another column or list. */
export interface MovedValues {
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
  readonly sql: (names: IntermediateNames) => string;
}

const q = identifier;

/**
 * Returns the values that move.
 *
 * @param renamed returns the IRI in the second state for one of the first
 */
export function movedValues(
  from: SchemaState,
  to: SchemaState,
  match: StateMatch,
  renamed: (iri: string) => string,
): readonly MovedValues[] {
  const reverse = reverseMatch(match);
  const removed = from.tables.flatMap((table) => removedColumns(table, match));
  // A class between the two may exist in one state only.
  const isAbove: IsSuperclass = (a, b) => isSuperclass(to, a, b) || isSuperclass(from, a, b, renamed);
  const moves: MovedValues[] = [];
  for (const toTable of to.tables) {
    if (isListTable(toTable) && !reverse.tables.has(toTable)) {
      const matching = removed.filter(({ iri }) => iri !== undefined && renamed(iri) === toTable.of);
      const source = matching.find((each) => becomesList(each, toTable, renamed, isAbove));
      if (source) moves.push(moveToList(source, toTable, renamed));
      else moves.push(...matching.flatMap(({ table }) => moveList(table, toTable, to, renamed, isAbove) ?? []));
      continue;
    }
    if (isListTable(toTable)) continue;
    for (const toColumn of toTable.columns) {
      if (reverse.columns.has(toColumn) || toColumn.of === undefined || toColumn.of === 'id' || toColumn.of === 'kind') continue;
      const sources = removed.filter(({ iri }) => iri !== undefined && renamed(iri) === toColumn.of);
      moves.push(...sources.flatMap((source) => moveToColumn(source, toTable, toColumn, renamed, isAbove) ?? []));
    }
  }
  return moves.map((each) => (isOnlySource(each, moves) ? each : { ...each, isWhole: false }));
}

/** Returns whether no other values move to the same column or list; otherwise nobody can tell where a value came from. */
const isOnlySource = ({ toTable, toColumn }: MovedValues, all: readonly MovedValues[]): boolean =>
  all.filter((each) => each.toTable === toTable && each.toColumn === toColumn).length === 1;

/** Returns whether both columns are the same alternative of a property with several ranges, or its only column. */
function isSameAlternative(
  { table, column, iri }: RemovedColumn,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
): boolean {
  const before = column?.alternative;
  if (before === toColumn.alternative || renamed(before ?? '') === toColumn.alternative) return true;
  // A leftover next to the new column is the old column itself.
  const isOnly = toTable.columns.filter(({ of }) => of === toColumn.of).length === 1;
  return isOnly && table.columns.filter(({ of }) => of?.replace(LEFTOVER_PREFIX, '') === iri).length === 1;
}

interface RemovedColumn {
  readonly table: TableState;
  readonly column?: ColumnState;
  readonly iri: string | undefined;
}

/** Start of `of` for leftovers; the IRI that they had follows. */
export const LEFTOVER_PREFIX = 'kept ';

/** Returns whether a table or column is a leftover, which an earlier migration kept. */
export const isLeftover = (each: { readonly of?: string } | undefined): boolean => each?.of?.startsWith(LEFTOVER_PREFIX) === true;

/** Returns the columns that a table loses, or the whole table if it is a list. */
function removedColumns(table: TableState, match: StateMatch): readonly RemovedColumn[] {
  // A leftover that a down script restores already has its values, and gives them to no other column.
  const isGone = <T extends { readonly of?: string }>(each: T, now: T | undefined) =>
    now === undefined || (isLeftover(now) && !isLeftover(each));
  if (isListTable(table))
    return isGone(table, match.tables.get(table)) ? [{ table, iri: table.of.replace(LEFTOVER_PREFIX, '') }] : [];
  const isTableGone = isGone(table, match.tables.get(table));
  return table.columns
    .filter((column) => (isTableGone || isGone(column, match.columns.get(column))) && column.of !== 'id' && column.of !== 'kind')
    .map((column) => ({ table, column, iri: column.of?.replace(LEFTOVER_PREFIX, '') }));
}

/** Whether one class is a superclass of another, in either state. */
type IsSuperclass = (above: string, below: string) => boolean;

/** Returns whether a single reference becomes a list of the same class, of a superclass, or of the referenced class. */
function becomesList(
  { table, column }: RemovedColumn,
  list: TableState,
  renamed: (iri: string) => string,
  isAbove: IsSuperclass,
): boolean {
  if (column?.type !== 'UUID') return false;
  const [holder, target] = [renamed(table.of), renamed(column.alternative ?? '')];
  if (target === list.alternative && isListTable(list) && (holder === list.from || isAbove(list.from, holder))) return true;
  return holder === list.alternative && target === list.from;
}

function moveToList(source: RemovedColumn, list: TableState, renamed: (iri: string) => string): MovedValues {
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
function moveList(
  table: TableState,
  list: TableState,
  to: SchemaState,
  renamed: (iri: string) => string,
  isAbove: IsSuperclass,
): MovedValues | undefined {
  if (!isListTable(table) || !isListTable(list) || renamed(table.alternative ?? '') !== list.alternative) return undefined;
  const cls = renamed(table.from);
  const isUp = isAbove(list.from, cls);
  if (!isUp && !isAbove(cls, list.from)) return undefined;
  const holders = to.tables.find(({ of, from }) => from === undefined && of === list.from);
  if (!holders) return undefined;
  const [ownerColumn, other] = table.columns as readonly [ColumnState, ColumnState];
  const [holder, target] = list.columns as readonly [ColumnState, ColumnState];
  return {
    table,
    toTable: list,
    isWhole: isUp,
    isForAll: false,
    sql: (names) => {
      const among = isUp ? '' : `\n    WHERE EXISTS (SELECT FROM ${q(holders.name)} WHERE id = _from.${q(ownerColumn.name)})`;
      return [
        `INSERT INTO ${q(list.name)} (${q(holder.name)}, ${q(target.name)})`,
        `    SELECT _from.${q(ownerColumn.name)}, _from.${q(other.name)} FROM ${q(names.table(table))} AS _from${among}`,
        '    ON CONFLICT DO NOTHING;',
      ].join('\n');
    },
  };
}

function moveToColumn(
  source: RemovedColumn,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
  isAbove: IsSuperclass,
): MovedValues | undefined {
  const { table, column } = source;
  if (!column) return reduceList(table, toTable, toColumn, renamed, isAbove);
  if (!isSameAlternative(source, toTable, toColumn, renamed)) return undefined;
  return moveColumn(table, column, toTable, toColumn, renamed, isAbove);
}

/** Keeps one reference of a list: the one with the smallest id, so that the result is the same everywhere. */
function reduceList(
  list: TableState,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
  isAbove: IsSuperclass,
): MovedValues | undefined {
  const [source, target] = list.columns as readonly [ColumnState, ColumnState];
  if (toColumn.type !== 'UUID') return undefined;
  const [from, alternative] = [renamed(list.from ?? ''), renamed(list.alternative ?? '')];
  const isSame = (from === toTable.of || isAbove(from, toTable.of)) && alternative === toColumn.alternative;
  const isOther = alternative === toTable.of && from === toColumn.alternative;
  if (!isSame && !isOther) return undefined;
  const [ownerColumn, other] = isSame ? [source, target] : [target, source];
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
        `    WHERE _list.${q(ownerColumn.name)} = ${q(toTable.name)}.id ORDER BY 1 LIMIT 1`,
        `) WHERE ${q(toColumn.name)} IS NULL;`,
      ].join('\n'),
  };
}

/** Moves a column to another table of the hierarchy, which has rows for the same instances, or within its own table. */
function moveColumn(
  table: TableState,
  column: ColumnState,
  toTable: TableState,
  toColumn: ColumnState,
  renamed: (iri: string) => string,
  isAbove: IsSuperclass,
): MovedValues | undefined {
  if (!isConvertible(column.type, toColumn.type)) return undefined;
  const cls = renamed(table.of);
  const parts = { table, column, toTable, toColumn };
  const goal = `UPDATE ${q(toTable.name)} SET ${q(toColumn.name)} =`;
  const isForAll = column.notNull === true && isTotal(column.type, toColumn.type);
  if (cls === toTable.of) {
    const sql = (names: IntermediateNames) => {
      const name = q(names.column(table, column));
      return `${goal} ${conversionExpression(name, column.type, toColumn.type)} WHERE ${name} IS NOT NULL;`;
    };
    return { ...parts, isWhole: false, isForAll, sql };
  }
  const isUp = isAbove(toTable.of, cls);
  if (!isUp && !isAbove(cls, toTable.of)) return undefined;
  const sql = (names: IntermediateNames) => {
    const name = `_from.${q(names.column(table, column))}`;
    const condition = `WHERE _from.id = ${q(toTable.name)}.id AND ${name} IS NOT NULL`;
    const value = conversionExpression(name, column.type, toColumn.type);
    return `${goal} ${value}\n    FROM ${q(names.table(table))} AS _from ${condition};`;
  };
  return { ...parts, isWhole: isUp && !isLossy(column.type, toColumn.type), isForAll: !isUp && isForAll, isFull: isForAll, sql };
}

/** Returns whether one class is a direct or indirect superclass of another. */
export function isSuperclass(
  state: SchemaState,
  superclass: string,
  subclass: string,
  renamed: (iri: string) => string = (iri) => iri,
): boolean {
  const byClass = new Map(state.tables.filter(({ from }) => from === undefined).map((table) => [renamed(table.of), table]));
  const goal = renamed(superclass);
  const reached = new Set([subclass]);
  for (const each of reached) {
    for (const parent of byClass.get(each)?.parents ?? []) {
      if (renamed(parent) === goal) return true;
      reached.add(renamed(parent));
    }
  }
  return false;
}
