/** What a transaction that runs all statements asks of a server. */

import type { Lines } from '../text/index.ts';
import type { Table } from './plan.ts';

/** What a server holds that nobody has configured: `max_connections` times `max_locks_per_transaction`, 100 and 64. */
const CONNECTIONS = 100;
const DEFAULT_LOCKS = 64;

/** A table with columns of any length has another one for long values, which has an index (PostgreSQL manual, section 73.2). */
const RELATIONS_OF_TABLE = 3;

/**
 * How many relations a table is, with its indexes and what else comes with it; each is locked until the transaction ends that
 * creates it (section 13.3.1).
 */
export function locksOf({ columns, constraints, indexes }: Table): number {
  const unique = columns.filter((column) => column.unique !== undefined).length;
  const keys = constraints.filter(({ sql }) => sql.startsWith('UNIQUE')).length;
  return RELATIONS_OF_TABLE + 1 + indexes.length + unique + keys;
}

/**
 * What a file says at its beginning that a server with the default settings cannot run in one transaction.
 *
 * @param locks how many tables, indexes and views it creates
 */
export function locksNote(locks: number): Lines {
  if (locks <= CONNECTIONS * DEFAULT_LOCKS) return false;
  const setting = 2 ** Math.ceil(Math.log2(locks / CONNECTIONS));
  return [
    `-- In one transaction this takes some ${locks} locks, for which a server needs max_locks_per_transaction = ${setting}.`,
    '-- By default it has 64: then each statement is to be a transaction of its own, as with psql without --single-transaction.',
  ];
}
