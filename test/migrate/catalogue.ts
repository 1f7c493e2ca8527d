import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll } from 'vitest';
import { type Catalogue, catalogueOf as catalogueOfSchema } from '../../src/migrate/index.ts';
import { createDatabase } from '../support/pglite.ts';

/** A database of PGlite or of a PostgreSQL server. */
export interface Database {
  /** Runs one or several statements. */
  readonly exec: (sql: string) => Promise<unknown>;
  readonly rows: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Returns a database of PGlite for the tests of a file or of a `describe`: it opens before the first of them and closes after the last. */
export function sharedDatabase(): Database {
  let memory: PGlite;
  beforeAll(async () => {
    memory = await createDatabase();
  });
  afterAll(() => memory.close());
  return {
    exec: (sql) => memory.exec(sql),
    rows: async (sql) => (await memory.query<Record<string, unknown>>(sql)).rows,
  };
}

/** Reads the catalogue of the schema `public`. */
export async function catalogueOf(database: Database): Promise<Catalogue> {
  return catalogueOfSchema(async (sql) => (await database.rows(sql)) as { name: string; definition: string }[], 'public');
}

/** Empties a database. */
export async function reset(database: Database): Promise<void> {
  await database.exec('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS codegen_kept CASCADE;');
}
