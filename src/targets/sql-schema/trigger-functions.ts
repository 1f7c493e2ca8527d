/** Prints the common parts of functions that triggers call. */

import type { Lines } from '../text/index.ts';
import { dollarQuoted, indented } from './formatting.ts';
import { identifier, literal } from './identifiers.ts';

/** Whose privileges a function uses on tables: those of the writing user, or those of its owner. */
export type TableRights = 'writer' | 'owner';

/**
 * Returns the statements that create a trigger function. It uses tables in the schema of the changed table, never temporary
 * tables or those of other schemas: a function that names tables sets the search path to that schema until it returns.
 *
 * Only the owner may create triggers with a function that has the owner's rights: other users could choose the schema that it
 * works on by a trigger on their own table (PostgreSQL manual, CREATE FUNCTION, "Writing SECURITY DEFINER Functions Safely").
 */
export function createTriggerFunction(name: string, purpose: string, body: Lines, rights: TableRights): Lines {
  return [
    `-- ${purpose}`,
    `CREATE FUNCTION ${identifier(name)}() RETURNS trigger`,
    indented([`LANGUAGE plpgsql${rights === 'owner' ? ' SECURITY DEFINER' : ''}`, 'SET search_path = pg_catalog, pg_temp']),
    dollarQuoted(body),
    rights === 'owner' && `REVOKE EXECUTE ON FUNCTION ${identifier(name)}() FROM PUBLIC;`,
  ];
}

/** The statement after which a function finds tables in the schema of the changed table. */
export const USE_OWN_SCHEMA = "PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', TRUE);";

/**
 * Returns the statement that ends a function if a row was written unchanged, which functions do to lock it.
 *
 * @param columns the columns that the trigger watches
 * @param table the table of the trigger, if triggers of other tables call the function too
 */
export function skipUnchangedRows(columns: readonly string[], table?: string): Lines {
  const comparisons = columns.map((column) => {
    const name = identifier(column);
    return column === 'id' ? 'OLD.id = NEW.id' : `OLD.${name} IS NOT DISTINCT FROM NEW.${name}`;
  });
  const ending = ['-- The row was only written to lock it.', 'RETURN NULL;'];
  const isSame = comparisons.join(' AND ');
  if (table === undefined) return [`IF TG_OP = 'UPDATE' AND ${isSame} THEN`, indented(ending), 'END IF;'];
  const inner = [`IF ${isSame} THEN`, indented(ending), 'END IF;'];
  return [`IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = ${literal(table)} THEN`, indented(inner), 'END IF;'];
}
