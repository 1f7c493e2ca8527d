import type { PGlite } from '@electric-sql/pglite';
import type { DomainModel } from '../../src/model/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';

/** An empty database with the tables of a model, in a session with settings. */
export async function makeTables(db: PGlite, model: DomainModel, settings: string): Promise<void> {
  await db.exec(`ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${settings}`);
  for (const { content } of sqlSchema.generate(model)) await db.exec(content);
}

/**
 * Takes away the rows that a script inserted. The schema stays: one of hundreds of tables takes long to make, and to truncate.
 * Without triggers, no order is needed.
 */
export async function emptyTables(db: PGlite, sql: string): Promise<void> {
  const emptied = filledBy(sql)
    .map((table) => `DELETE FROM ${table};`)
    .join('\n');
  await db.exec(`SET session_replication_role = replica;\n${emptied}\nSET session_replication_role = origin;`);
}

/** The tables into which a script inserts rows. */
export function filledBy(sql: string): readonly string[] {
  return [...new Set(Array.from(sql.matchAll(/\bINSERT INTO (?!codegen_load)("[^"]+"|\w+)/g), ([, table = '']) => table))];
}
