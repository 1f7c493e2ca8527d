import type { PGlite } from '@electric-sql/pglite';
import { type Catalogue, catalogueOf as catalogueOfSchema } from '../../src/migrate/index.ts';

/** The catalogue of the schema `public`. */
export async function catalogueOf(database: PGlite): Promise<Catalogue> {
  return catalogueOfSchema(async (sql) => (await database.query<{ name: string; is: string }>(sql)).rows, 'public');
}

/** Empties a database. */
export async function reset(database: PGlite): Promise<void> {
  await database.exec('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS codegen_kept CASCADE;');
}
