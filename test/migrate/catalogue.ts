import type { PGlite } from '@electric-sql/pglite';

/** What PostgreSQL's own catalogue holds of the objects in a schema: the order of columns aside, all that a dump would show. */
const QUERIES: Readonly<Record<string, string>> = {
  columns: `SELECT c.relname || '.' || a.attname AS name,
      format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') || a.attgenerated::TEXT AS is
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) || CASE WHEN convalidated THEN '' ELSE ' NOT VALID' END AS is
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND contype <> 't'`,
  indexes: `SELECT indexname AS name, indexdef AS is FROM pg_indexes WHERE schemaname = 'public'`,
  triggers: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) AS is FROM pg_trigger WHERE NOT tgisinternal`,
  functions: `SELECT proname AS name, pg_get_functiondef(oid) AS is FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  views: `SELECT viewname AS name, definition AS is FROM pg_views WHERE schemaname = 'public'`,
  comments: `SELECT objoid::regclass || '.' || objsubid || coalesce((SELECT attname FROM pg_attribute WHERE attrelid = objoid AND attnum = objsubid AND objsubid > 0), '') AS name,
      description AS is FROM pg_description WHERE classoid = 'pg_class'::regclass
      AND objoid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
};

/** The catalogue as one text a kind of object, in which two databases can be compared. */
export async function catalogueOf(database: PGlite): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await database.query<{ name: string; is: string }>(query);
    found[kind] = rows
      .map(({ name, is }) => `${kind === 'comments' ? name.replace(/\.\d+/, '.') : name}: ${is.replace(/\s+/g, ' ')}`)
      .sort();
  }
  return found;
}

/** Empties a database. */
export async function reset(database: PGlite): Promise<void> {
  await database.exec('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS codegen_kept CASCADE;');
}
