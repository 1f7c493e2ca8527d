import { type Catalogue, catalogueOf as catalogueOfSchema } from '../../src/migrate/index.ts';

/** A database of PGlite or of a PostgreSQL server. */
export interface Database {
  /** Runs one or several statements. */
  readonly exec: (sql: string) => Promise<unknown>;
  readonly rows: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Reads the catalogue of the schema `public`. */
export async function catalogueOf(database: Database): Promise<Catalogue> {
  return catalogueOfSchema(async (sql) => (await database.rows(sql)) as { name: string; definition: string }[], 'public');
}

/** Empties a database. */
export async function reset(database: Database): Promise<void> {
  await database.exec('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS codegen_kept CASCADE;');
}
