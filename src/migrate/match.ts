/** Matches the tables and columns of two states of a database by the IRIs that they represent. */

import type { ColumnState, SchemaState, TableState } from '../targets/sql-schema/index.ts';

/** Maps each old table and column to its counterpart in the new state. Elements without a counterpart have no entry. */
export interface StateMatch {
  readonly tables: ReadonlyMap<TableState, TableState>;
  /** The columns of tables that have a counterpart. */
  readonly columns: ReadonlyMap<ColumnState, ColumnState>;
}

/** Inverts a match: maps new tables and columns to old ones. */
export function reverseMatch({ tables, columns }: StateMatch): StateMatch {
  return {
    tables: new Map([...tables].map(([a, b]) => [b, a])),
    columns: new Map([...columns].map(([a, b]) => [b, a])),
  };
}

type RenameIri = (iri: string) => string;

const identity: RenameIri = (iri) => iri;

/**
 * Pairs the tables and columns of two states that represent the same class or property.
 *
 * @param renameIri returns the IRI that an old class or property has in the new state
 */
export function matchStates(oldState: SchemaState, newState: SchemaState, renameIri: RenameIri): StateMatch {
  const tables = new Map<TableState, TableState>();
  const columns = new Map<ColumnState, ColumnState>();
  const oldTables = groupByKey(oldState.tables, (table) => tableKey(table, renameIri));
  for (const [key, newTables] of groupByKey(newState.tables, (table) => tableKey(table, identity))) {
    for (const [oldTable, newTable] of pairAlternatives(oldTables.get(key) ?? [], newTables, renameIri)) {
      tables.set(oldTable, newTable);
      const oldColumns = groupByKey(oldTable.columns, (column) => columnKey(column, renameIri));
      for (const [key, newColumns] of groupByKey(newTable.columns, (each) => columnKey(each, identity)))
        for (const [oldColumn, newColumn] of pairAlternatives(oldColumns.get(key) ?? [], newColumns, renameIri))
          columns.set(oldColumn, newColumn);
    }
  }
  return { tables, columns };
}

function tableKey({ of, from }: TableState, renameIri: RenameIri): string {
  return from === undefined ? `class ${renameIri(of)}` : `list ${renameIri(of)} of ${renameIri(from)}`;
}

/** Generated columns have no IRI, so their names identify them. */
function columnKey({ of, name }: ColumnState, renameIri: RenameIri): string {
  return of === undefined ? `name ${name}` : `of ${renameIri(of)}`;
}

function groupByKey<T>(elements: readonly T[], key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const element of elements) {
    const group = groups.get(key(element));
    if (group) group.push(element);
    else groups.set(key(element), [element]);
  }
  return groups;
}

/** Pairs alternatives of one property: those with the same target, then the only one that is left on each side. */
function pairAlternatives<T extends { readonly alternative?: string }>(
  oldElements: readonly T[],
  newElements: readonly T[],
  renameIri: RenameIri,
): [T, T][] {
  const unmatchedOld = new Set(oldElements);
  const unmatchedNew: T[] = [];
  const pairs: [T, T][] = [];
  for (const newElement of newElements) {
    const counterpart = [...unmatchedOld].find(
      ({ alternative }) => (alternative && renameIri(alternative)) === newElement.alternative,
    );
    if (counterpart) {
      unmatchedOld.delete(counterpart);
      pairs.push([counterpart, newElement]);
    } else unmatchedNew.push(newElement);
  }
  const [lastOld] = unmatchedOld;
  const [lastNew] = unmatchedNew;
  if (lastOld && lastNew && unmatchedOld.size === 1 && unmatchedNew.length === 1) pairs.push([lastOld, lastNew]);
  return pairs;
}
