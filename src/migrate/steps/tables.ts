/** Creates the tables that only the new state has. */

import { type ColumnState, identifier as quote, type TableState } from '../../targets/sql-schema/index.ts';
import { isForeignKey, type Statements } from './migration-builder.ts';

/**
 * Returns the statement that creates a table, without its foreign keys.
 *
 * @param later columns that become required after rows were moved from other tables
 */
export function createTable(table: TableState, later: readonly ColumnState[]): string {
  const lines = [
    ...table.columns.map((column) => {
      const { name, type, notNull, default: value, generated } = column;
      return [
        quote(name),
        type,
        generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
        notNull && !later.includes(column) && 'NOT NULL',
        value !== undefined && `DEFAULT ${value}`,
      ]
        .filter((part) => part !== false && part !== undefined)
        .join(' ');
    }),
    ...table.constraints.filter((each) => !isForeignKey(each)).map(({ name, sql }) => `CONSTRAINT ${quote(name)} ${sql}`),
  ];
  return `CREATE TABLE ${quote(table.name)} (\n${lines.map((line) => `    ${line}`).join(',\n')}\n);`;
}

/** Returns the statements for the foreign keys of a new table and its indexes. */
export function foreignKeys(table: TableState): Statements {
  return [
    ...table.constraints
      .filter(isForeignKey)
      .map(({ name, sql }) => `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)} ${sql};`),
    ...(table.indexes ?? []).map(({ name, sql }) => `CREATE INDEX ${quote(name)} ON ${quote(table.name)} ${sql};`),
  ];
}
