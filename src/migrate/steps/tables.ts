/** Tables that are new. */

import { identifier, type TableState } from '../../targets/sql-schema/index.ts';
import { isForeignKey, type Statements } from './way.ts';

const q = identifier;

export function createTable(table: TableState): string {
  const lines = [
    ...table.columns.map(({ name, type, notNull, default: value, generated }) =>
      [
        q(name),
        type,
        generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
        notNull && 'NOT NULL',
        value !== undefined && `DEFAULT ${value}`,
      ]
        .filter((part) => part !== false && part !== undefined)
        .join(' '),
    ),
    ...table.constraints.filter((each) => !isForeignKey(each)).map(({ name, sql }) => `CONSTRAINT ${q(name)} ${sql}`),
  ];
  return `CREATE TABLE ${q(table.name)} (\n${lines.map((line) => `    ${line}`).join(',\n')}\n);`;
}

/** Of a new table, and its indexes. */
export function foreignKeys(table: TableState): Statements {
  return [
    ...table.constraints
      .filter(isForeignKey)
      .map(({ name, sql }) => `ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql};`),
    ...(table.indexes ?? []).map(({ name, sql }) => `CREATE INDEX ${q(name)} ON ${q(table.name)} ${sql};`),
  ];
}
