import type { PGlite } from '@electric-sql/pglite';
import type { DomainModel } from '../../src/model/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';

/** Recreates the database with the empty tables of a model, in a session with settings (SQL statements). */
export async function makeTables(db: PGlite, model: DomainModel, settings: string): Promise<void> {
  await db.exec(`ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${settings}`);
  for (const { content } of sqlSchema.generate(model)) await db.exec(content);
}

/**
 * Deletes the rows that a script inserted and keeps the schema, because hundreds of tables take long to create or truncate.
 * With triggers switched off, the order of the tables does not matter.
 */
export async function emptyTables(db: PGlite, sql: string): Promise<void> {
  const emptied = filledTables(sql)
    .map((table) => `DELETE FROM ${table};`)
    .join('\n');
  await db.exec(`SET session_replication_role = replica;\n${emptied}\nSET session_replication_role = origin;`);
}

/** Returns the names of the tables into which a script inserts rows. */
export function filledTables(sql: string): readonly string[] {
  return [...new Set(Array.from(sql.matchAll(/\bINSERT INTO (?!codegen_load)("[^"]+"|\w+)/g), ([, table = '']) => table))];
}
