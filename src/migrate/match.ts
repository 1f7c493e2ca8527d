/** Matches the tables and columns of two states of a database by the IRIs that they represent. */

import type { ColumnState, SchemaState, TableState } from '../targets/sql-schema/index.ts';

/** The counterparts of tables and columns in another state. Those without one are absent. */
export interface StateMatch {
  readonly tables: ReadonlyMap<TableState, TableState>;
  /** The columns of tables that have a counterpart. */
  readonly columns: ReadonlyMap<ColumnState, ColumnState>;
}

/** Returns the match from the new state to the old one, for lookups by new tables and columns. */
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
 * @param renamed returns the IRI in the second state for one of the first
 */
export function matchStates(from: SchemaState, to: SchemaState, renamed: RenameIri): StateMatch {
  const tables = new Map<TableState, TableState>();
  const columns = new Map<ColumnState, ColumnState>();
  const before = groupByKey(from.tables, (table) => tableKey(table, renamed));
  for (const [key, now] of groupByKey(to.tables, (table) => tableKey(table, identity))) {
    for (const [a, b] of pairAlternatives(before.get(key) ?? [], now, renamed)) {
      tables.set(a, b);
      const groups = groupByKey(a.columns, (column) => columnKey(column, renamed));
      for (const [column, others] of groupByKey(b.columns, (each) => columnKey(each, identity)))
        for (const [x, y] of pairAlternatives(groups.get(column) ?? [], others, renamed)) columns.set(x, y);
    }
  }
  return { tables, columns };
}

function tableKey({ of, from }: TableState, renamed: RenameIri): string {
  return from === undefined ? `class ${renamed(of)}` : `list ${renamed(of)} of ${renamed(from)}`;
}

/** Generated columns have no IRI, so their names identify them. */
function columnKey({ of, name }: ColumnState, renamed: RenameIri): string {
  return of === undefined ? `name ${name}` : `of ${renamed(of)}`;
}

function groupByKey<T>(all: readonly T[], key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(key(each));
    if (group) group.push(each);
    else groups.set(key(each), [each]);
  }
  return groups;
}

/** Pairs alternatives of one property: those with the same target, then the only one that is left on each side. */
function pairAlternatives<T extends { readonly alternative?: string }>(
  from: readonly T[],
  to: readonly T[],
  renamed: RenameIri,
): [T, T][] {
  const unmatched = new Set(from);
  const unmatchedNew: T[] = [];
  const pairs: [T, T][] = [];
  for (const now of to) {
    const counterpart = [...unmatched].find(
      ({ alternative }) => alternative === now.alternative || renamed(alternative ?? '') === now.alternative,
    );
    if (counterpart) {
      unmatched.delete(counterpart);
      pairs.push([counterpart, now]);
    } else unmatchedNew.push(now);
  }
  const [lastOld] = unmatched;
  const [lastNew] = unmatchedNew;
  if (lastOld && lastNew && unmatched.size === 1 && unmatchedNew.length === 1) pairs.push([lastOld, lastNew]);
  return pairs;
}
