/**
 * What PostgreSQL's own catalogue holds of the objects in a schema: the order of columns aside, all that a dump would show.
 * The names that the server prints in full lose their schema, so that two schemas can be compared.
 */

/** Sends a statement to a database, and gives the rows of its answer. */
export type Ask = (sql: string) => Promise<readonly { readonly name: string; readonly is: string }[]>;

/** The objects of a schema by kind, each as `name: definition`, sorted. */
export type Catalogue = Readonly<Record<string, readonly string[]>>;

const QUERIES: Readonly<Record<string, string>> = {
  columns: `SELECT c.relname || '.' || a.attname AS name,
      format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
      || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') || a.attgenerated::TEXT AS is
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) || CASE WHEN convalidated THEN '' ELSE ' NOT VALID' END AS is
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n' AND contype <> 't'`,
  indexes: 'SELECT indexname AS name, indexdef AS is FROM pg_indexes WHERE schemaname = current_schema()',
  triggers: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(t.oid) AS is
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  functions: `SELECT proname AS name, pg_get_functiondef(oid) || CASE WHEN has_function_privilege('public', oid, 'EXECUTE') THEN '' ELSE ' not for PUBLIC' END AS is FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind IN ('f', 'p')`,
  views: `SELECT relname AS name, coalesce(array_to_string(reloptions, ' ') || ' ', '') || pg_get_viewdef(oid) AS is FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'`,
  // A column is told by its name, as its number is the order in which columns came.
  comments: `SELECT objoid::regclass || coalesce('.' || (SELECT attname FROM pg_attribute WHERE attrelid = objoid AND attnum = objsubid AND objsubid > 0), '') AS name,
      description AS is FROM pg_description WHERE classoid = 'pg_class'::regclass
      AND objoid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`,
};

/**
 * The catalogue of the schema that the search path leads to.
 *
 * @param schema what it is called
 */
export async function catalogueOf(ask: Ask, schema: string): Promise<Catalogue> {
  const found: Record<string, readonly string[]> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await ask(query);
    found[kind] = rows.map(({ name, is }) => `${name}: ${is.replace(/\s+/g, ' ')}`.replaceAll(`${schema}.`, '')).sort();
  }
  return found;
}

/** What one catalogue has and another has not. */
export interface CatalogueDifference {
  /** `constraints` */
  readonly kind: string;
  /** `posts.posts_pkey: PRIMARY KEY (id)` */
  readonly object: string;
  /** Whether it is the first that has it. */
  readonly isExtra: boolean;
}

export function differencesBetween(found: Catalogue, wanted: Catalogue): readonly CatalogueDifference[] {
  return Object.keys(QUERIES).flatMap((kind) => [
    ...without(found[kind] ?? [], wanted[kind] ?? []).map((object) => ({ kind, object, isExtra: true })),
    ...without(wanted[kind] ?? [], found[kind] ?? []).map((object) => ({ kind, object, isExtra: false })),
  ]);
}

function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return some.filter((each) => !known.has(each));
}
