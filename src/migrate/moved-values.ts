/**
 * Moves values: one table loses a column or a list, and another table gets one for the same property. If `ex:name` moves from
 * `ex:Author` to its superclass `ex:Person`, the values of `authors.name` are copied to `people.name`.
 */

import {
  type ColumnState,
  isListTable,
  identifier as quote,
  type SchemaState,
  type TableState,
} from '../targets/sql-schema/index.ts';
import { conversionExpression, isConvertible, isLossy, keepsEveryValue } from './conversions.ts';
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
  /** Whether the destination gets and keeps all values, so that the source can be dropped. */
  readonly isComplete: boolean;
  /** Whether every row of the destination gets a value. */
  readonly fillsEveryRow: boolean;
  /** Whether every row of the source has a value. */
  readonly isSourceRequired?: boolean;
  readonly sql: (names: IntermediateNames) => string;
}

/**
 * Returns the values that move.
 *
 * @param renameIri returns the IRI in the second state for one of the first
 */
export function movedValues(
  oldState: SchemaState,
  newState: SchemaState,
  match: StateMatch,
  renameIri: (iri: string) => string,
): readonly MovedValues[] {
  const reverse = reverseMatch(match);
  const removed = oldState.tables.flatMap((table) => removedColumns(table, match));
  // A class between the two may exist in one state only.
  const isSuperclassInEither: IsSuperclass = (superclass, subclass) =>
    isSuperclass(newState, superclass, subclass) || isSuperclass(oldState, superclass, subclass, renameIri);
  const moves: MovedValues[] = [];
  for (const toTable of newState.tables) {
    if (isListTable(toTable) && !reverse.tables.has(toTable)) {
      const candidates = removed.filter(({ iri }) => iri !== undefined && renameIri(iri) === toTable.of);
      const source = candidates.find((each) => canBecomeList(each, toTable, renameIri, isSuperclassInEither));
      if (source) moves.push(moveToList(source, toTable, renameIri));
      else
        moves.push(
          ...candidates.flatMap(({ table }) => moveList(table, toTable, newState, renameIri, isSuperclassInEither) ?? []),
        );
      continue;
    }
    if (isListTable(toTable)) continue;
    for (const toColumn of toTable.columns) {
      if (reverse.columns.has(toColumn) || toColumn.of === undefined || toColumn.of === 'id' || toColumn.of === 'kind') continue;
      const sources = removed.filter(({ iri }) => iri !== undefined && renameIri(iri) === toColumn.of);
      moves.push(...sources.flatMap((source) => moveToColumn(source, toTable, toColumn, renameIri, isSuperclassInEither) ?? []));
    }
  }
  return moves.map((move) => (isOnlySource(move, moves) ? move : { ...move, isComplete: false }));
}

/** Returns whether no other values move to the same column or list; otherwise the source of a value is unknown. */
const isOnlySource = ({ toTable, toColumn }: MovedValues, moves: readonly MovedValues[]): boolean =>
  moves.filter((other) => other.toTable === toTable && other.toColumn === toColumn).length === 1;

/** Returns whether both columns are the same alternative of a property with several ranges, or its only column. */
function isSameAlternative(
  { table, column, iri }: RemovedColumn,
  toTable: TableState,
  toColumn: ColumnState,
  renameIri: (iri: string) => string,
): boolean {
  const oldAlternative = column?.alternative;
  if (oldAlternative === toColumn.alternative || renameIri(oldAlternative ?? '') === toColumn.alternative) return true;
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
  const isRemoved = <T extends { readonly of?: string }>(each: T, counterpart: T | undefined) =>
    counterpart === undefined || (isLeftover(counterpart) && !isLeftover(each));
  if (isListTable(table))
    return isRemoved(table, match.tables.get(table)) ? [{ table, iri: table.of.replace(LEFTOVER_PREFIX, '') }] : [];
  const isTableRemoved = isRemoved(table, match.tables.get(table));
  return table.columns
    .filter(
      (column) => (isTableRemoved || isRemoved(column, match.columns.get(column))) && column.of !== 'id' && column.of !== 'kind',
    )
    .map((column) => ({ table, column, iri: column.of?.replace(LEFTOVER_PREFIX, '') }));
}

/** Whether one class is a superclass of another, in either state. */
type IsSuperclass = (above: string, below: string) => boolean;

/** Returns whether a column of references becomes a list of the same class, of a superclass, or of the referenced class. */
function canBecomeList(
  { table, column }: RemovedColumn,
  list: TableState,
  renameIri: (iri: string) => string,
  isSuperclassOf: IsSuperclass,
): boolean {
  if (column?.type !== 'UUID') return false;
  const [holder, target] = [renameIri(table.of), renameIri(column.alternative ?? '')];
  if (target === list.alternative && isListTable(list) && (holder === list.from || isSuperclassOf(list.from, holder)))
    return true;
  return holder === list.alternative && target === list.from;
}

function moveToList(source: RemovedColumn, list: TableState, renameIri: (iri: string) => string): MovedValues {
  const { table } = source;
  const column = source.column as ColumnState;
  const [holder, target] = list.columns as readonly [ColumnState, ColumnState];
  const isSameDirection = renameIri(column.alternative ?? '') === list.alternative;
  return {
    table,
    column,
    toTable: list,
    isComplete: true,
    fillsEveryRow: false,
    sql: (names) => {
      const reference = quote(names.column(table, column));
      const selected = isSameDirection ? `id, ${reference}` : `${reference}, id`;
      return [
        `INSERT INTO ${quote(list.name)} (${quote(holder.name)}, ${quote(target.name)})`,
        `    SELECT ${selected} FROM ${quote(names.table(table))} WHERE ${reference} IS NOT NULL`,
        '    ON CONFLICT DO NOTHING;',
      ].join('\n');
    },
  };
}

/** Moves a list that another class of the hierarchy now declares. */
function moveList(
  table: TableState,
  list: TableState,
  newState: SchemaState,
  renameIri: (iri: string) => string,
  isSuperclassOf: IsSuperclass,
): MovedValues | undefined {
  if (!isListTable(table) || !isListTable(list) || renameIri(table.alternative ?? '') !== list.alternative) return undefined;
  const cls = renameIri(table.from);
  const isToSuperclass = isSuperclassOf(list.from, cls);
  if (!isToSuperclass && !isSuperclassOf(cls, list.from)) return undefined;
  const holderTable = newState.tables.find(({ of, from }) => from === undefined && of === list.from);
  if (!holderTable) return undefined;
  const [ownerColumn, targetColumn] = table.columns as readonly [ColumnState, ColumnState];
  const [holder, target] = list.columns as readonly [ColumnState, ColumnState];
  return {
    table,
    toTable: list,
    isComplete: isToSuperclass,
    fillsEveryRow: false,
    sql: (names) => {
      const condition = isToSuperclass
        ? ''
        : `\n    WHERE EXISTS (SELECT FROM ${quote(holderTable.name)} WHERE id = _from.${quote(ownerColumn.name)})`;
      return [
        `INSERT INTO ${quote(list.name)} (${quote(holder.name)}, ${quote(target.name)})`,
        `    SELECT _from.${quote(ownerColumn.name)}, _from.${quote(targetColumn.name)} FROM ${quote(names.table(table))} AS _from${condition}`,
        '    ON CONFLICT DO NOTHING;',
      ].join('\n');
    },
  };
}

function moveToColumn(
  source: RemovedColumn,
  toTable: TableState,
  toColumn: ColumnState,
  renameIri: (iri: string) => string,
  isSuperclassOf: IsSuperclass,
): MovedValues | undefined {
  const { table, column } = source;
  if (!column) return reduceList(table, toTable, toColumn, renameIri, isSuperclassOf);
  if (!isSameAlternative(source, toTable, toColumn, renameIri)) return undefined;
  return moveColumn(table, column, toTable, toColumn, renameIri, isSuperclassOf);
}

/** Keeps one reference of a list: the one with the smallest id, so that the result is the same everywhere. */
function reduceList(
  list: TableState,
  toTable: TableState,
  toColumn: ColumnState,
  renameIri: (iri: string) => string,
  isSuperclassOf: IsSuperclass,
): MovedValues | undefined {
  const [source, target] = list.columns as readonly [ColumnState, ColumnState];
  if (toColumn.type !== 'UUID') return undefined;
  const [listHolder, alternative] = [renameIri(list.from ?? ''), renameIri(list.alternative ?? '')];
  const isSameDirection =
    (listHolder === toTable.of || isSuperclassOf(listHolder, toTable.of)) && alternative === toColumn.alternative;
  const isInverse = alternative === toTable.of && listHolder === toColumn.alternative;
  if (!isSameDirection && !isInverse) return undefined;
  const [ownerColumn, targetColumn] = isSameDirection ? [source, target] : [target, source];
  return {
    table: list,
    toTable,
    toColumn,
    isComplete: false,
    fillsEveryRow: false,
    sql: (names) =>
      [
        `UPDATE ${quote(toTable.name)} SET ${quote(toColumn.name)} = (`,
        `    SELECT ${quote(targetColumn.name)} FROM ${quote(names.table(list))} AS _list`,
        `    WHERE _list.${quote(ownerColumn.name)} = ${quote(toTable.name)}.id ORDER BY 1 LIMIT 1`,
        `) WHERE ${quote(toColumn.name)} IS NULL;`,
      ].join('\n'),
  };
}

/** Moves a column to another table of the hierarchy, which has rows for the same instances, or within its own table. */
function moveColumn(
  table: TableState,
  column: ColumnState,
  toTable: TableState,
  toColumn: ColumnState,
  renameIri: (iri: string) => string,
  isSuperclassOf: IsSuperclass,
): MovedValues | undefined {
  if (!isConvertible(column, toColumn)) return undefined;
  const cls = renameIri(table.of);
  const ends = { table, column, toTable, toColumn };
  const assignment = `UPDATE ${quote(toTable.name)} SET ${quote(toColumn.name)} =`;
  const isAlwaysSet = column.notNull === true && keepsEveryValue(column.type, toColumn.type);
  if (cls === toTable.of) {
    const sql = (names: IntermediateNames) => {
      const name = quote(names.column(table, column));
      return `${assignment} ${conversionExpression(name, column, toColumn)} WHERE ${name} IS NOT NULL;`;
    };
    return { ...ends, isComplete: false, fillsEveryRow: isAlwaysSet, sql };
  }
  const isToSuperclass = isSuperclassOf(toTable.of, cls);
  if (!isToSuperclass && !isSuperclassOf(cls, toTable.of)) return undefined;
  const sql = (names: IntermediateNames) => {
    const name = `_from.${quote(names.column(table, column))}`;
    const condition = `WHERE _from.id = ${quote(toTable.name)}.id AND ${name} IS NOT NULL`;
    const value = conversionExpression(name, column, toColumn);
    return `${assignment} ${value}\n    FROM ${quote(names.table(table))} AS _from ${condition};`;
  };
  return {
    ...ends,
    isComplete: isToSuperclass && !isLossy(column, toColumn),
    fillsEveryRow: !isToSuperclass && isAlwaysSet,
    isSourceRequired: isAlwaysSet,
    sql,
  };
}

/** Returns whether one class is a direct or indirect superclass of another. */
export function isSuperclass(
  state: SchemaState,
  superclass: string,
  subclass: string,
  renameIri: (iri: string) => string = (iri) => iri,
): boolean {
  const byClass = new Map(state.tables.filter(({ from }) => from === undefined).map((table) => [renameIri(table.of), table]));
  const goal = renameIri(superclass);
  const reached = new Set([subclass]);
  for (const each of reached) {
    for (const parent of byClass.get(each)?.parents ?? []) {
      if (renameIri(parent) === goal) return true;
      reached.add(renameIri(parent));
    }
  }
  return false;
}
