/** Finds enumerations that lose values: `CHECK (state IN ('draft', 'sent'))` becomes `CHECK (state IN ('sent'))`. */

import { type ColumnState, identifier as quote, type TableState } from '../targets/sql-schema/index.ts';

/** The values that a column no longer accepts. */
export interface RemovedValues {
  readonly table: string;
  readonly column: string;
  /** As SQL literals. */
  readonly values: readonly string[];
  /** The type of the column. */
  readonly type: string;
}

const LITERAL = String.raw`(?:E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|[\w.+-]+)`;
const LITERALS = new RegExp(LITERAL, 'g');

/** Returns the values, as SQL literals, that the constraints of a column list; undefined if none lists values. */
function listedValues({ constraints }: TableState, { name }: ColumnState): readonly string[] | undefined {
  for (const { sql } of constraints) {
    const start = [`CHECK (${quote(name)} IN (`, `CHECK (${quote(name)} <@ ARRAY[`].find((text) => sql.startsWith(text));
    const list = start && new RegExp(`^${LITERAL}(?:, ${LITERAL})*(?=[)\\]])`).exec(sql.slice(start.length))?.[0];
    if (list) return list.match(LITERALS) ?? [];
  }
  return undefined;
}

/**
 * Returns the values that a column no longer accepts; undefined if there are none.
 *
 * @param replaced old values, as SQL literals, that the migration replaces by new ones
 */
export function removedValues(
  oldTable: TableState,
  oldColumn: ColumnState,
  newTable: TableState,
  newColumn: ColumnState,
  replaced: ReadonlySet<string>,
): RemovedValues | undefined {
  if (newColumn.of === 'kind' || oldColumn.type !== newColumn.type) return undefined;
  const [oldValues, newValues] = [listedValues(oldTable, oldColumn), listedValues(newTable, newColumn)];
  if (!oldValues || !newValues) return undefined;
  const values = oldValues.filter((value) => !newValues.includes(value) && !replaced.has(value));
  if (values.length === 0) return undefined;
  return { table: newTable.name, column: newColumn.name, values, type: newColumn.type };
}

/** Returns a comment with the query for the rows that have removed values. */
export function removedValuesComment({ table, column, values, type }: RemovedValues): string {
  const list = values.join(', ');
  const condition = type.endsWith('[]') ? `${quote(column)} && ARRAY[${list}]::${type}` : `${quote(column)} IN (${list})`;
  return [
    `-- ${table}.${column} no longer accepts ${list}. After this file, PostgreSQL rejects updates of rows with such a value.`,
    '-- Give these rows another value here:',
    `-- SELECT * FROM ${quote(table)} WHERE ${condition};`,
  ].join('\n');
}
