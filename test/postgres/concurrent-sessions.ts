/** Runs two sessions that write at the same time. */

import type pg from 'pg';

export const levels = ['READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'] as const;

export type Level = (typeof levels)[number];

/** How a transaction ended: it was committed, or the SQLSTATE with which it failed. */
export type Ending = 'committed' | string;

/** SQLSTATEs of transactions that failed because of another one, so that a retry may succeed (PostgreSQL manual, 13.5). */
export const RETRY: readonly string[] = ['40001', '40P01'];

const PAUSE = 150;

/**
 * Runs two transactions with the worst overlap: both take their snapshot before either writes; the second writes before the
 * first commits, and commits after it. A transaction that the other one blocks waits until the other one ends.
 */
export async function race(one: pg.Client, other: pg.Client, level: Level, first: string, second: string): Promise<Ending[]> {
  const begin = async (client: pg.Client) => {
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    await client.query('SELECT count(*) FROM pg_class');
  };
  await begin(one);
  await begin(other);
  const write = (client: pg.Client, sql: string): Promise<Ending> =>
    client.query(sql).then(
      () => 'written',
      (error: { code: string }) => error.code,
    );
  const commit = async (client: pg.Client, written: Ending): Promise<Ending> => {
    const ending = written === 'written' ? await write(client, 'COMMIT') : written;
    if (ending === 'written') return 'committed';
    await client.query('ROLLBACK');
    return ending;
  };
  const writtenFirst = await write(one, first);
  const writing = write(other, second);
  await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
  const ending = commit(one, writtenFirst);
  return Promise.all([ending, writing.then((written) => commit(other, written))]);
}
