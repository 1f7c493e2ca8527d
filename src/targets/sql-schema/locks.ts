/** Number of locks that a server needs to run all statements in one transaction. */

import type { Lines } from '../text/index.ts';
import type { Table } from './plan.ts';

/** Default settings: a server holds `max_connections` times `max_locks_per_transaction` locks, 100 times 64. */
const CONNECTIONS = 100;
const DEFAULT_LOCKS = 64;

/** The table, its TOAST table for long values, and the index of that one (PostgreSQL manual, section 73.2). */
const RELATIONS_OF_TABLE = 3;

/**
 * Returns the number of relations of a table, including its indexes and TOAST relations. Each is locked until the end of the
 * transaction that creates it (section 13.3.1).
 */
export function locksOf({ columns, constraints, indexes }: Table): number {
  const unique = columns.filter((column) => column.unique !== undefined).length;
  const keys = constraints.filter(({ sql }) => sql.startsWith('UNIQUE')).length;
  return RELATIONS_OF_TABLE + 1 + indexes.length + unique + keys;
}

/**
 * Returns a note for the beginning of a file that a server with default settings cannot run in one transaction.
 *
 * @param locks number of tables, indexes and views that the file creates
 */
export function locksNote(locks: number): Lines {
  if (locks <= CONNECTIONS * DEFAULT_LOCKS) return false;
  const setting = 2 ** Math.ceil(Math.log2(locks / CONNECTIONS));
  return [
    `-- In one transaction, this file needs about ${locks} locks: set max_locks_per_transaction = ${setting} on the server.`,
    '-- With the default of 64, run each statement in its own transaction, as psql does without --single-transaction.',
  ];
}
