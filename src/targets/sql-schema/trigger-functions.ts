/** Functions that triggers call, as text: what all of them begin and end with. */

import { indent, type Lines } from '../text/index.ts';
import { identifier, literal } from './identifiers.ts';
import { dollarQuoted } from './quoting.ts';

const INDENT = '    ';

/** With whose rights a function looks at tables: those of whoever writes, or those of its owner. */
export type Rights = 'writer' | 'owner';

/**
 * The statements that create a function that triggers call. Tables are those of the schema of the table that changed, neither
 * another schema's nor temporary ones: a function that names some has the search path lead there first, until it ends.
 *
 * One with the rights of its owner has them for its triggers alone: who could make a trigger of it for a table of their own
 * would choose the schema that it works on (PostgreSQL manual, CREATE FUNCTION, "Writing SECURITY DEFINER Functions Safely").
 */
export function createTriggerFunction(name: string, purpose: string, body: Lines, rights: Rights): Lines {
  return [
    `-- ${purpose}`,
    `CREATE FUNCTION ${identifier(name)}() RETURNS trigger`,
    indent([`LANGUAGE plpgsql${rights === 'owner' ? ' SECURITY DEFINER' : ''}`, 'SET search_path = pg_catalog, pg_temp'], INDENT),
    dollarQuoted(body),
    rights === 'owner' && `REVOKE EXECUTE ON FUNCTION ${identifier(name)}() FROM PUBLIC;`,
  ];
}

/**
 * Returns the statement that ends a function for a row that was written as it is, which functions do to lock it.
 *
 * @param columns those that the trigger watches
 * @param table the table of the trigger, if triggers of others call the function, too
 */
export function unlessOnlyLocked(columns: readonly string[], table?: string): Lines {
  const same = columns.map((column) => {
    const name = identifier(column);
    return column === 'id' ? 'OLD.id = NEW.id' : `OLD.${name} IS NOT DISTINCT FROM NEW.${name}`;
  });
  const ending = ['-- The row was only written to lock it.', 'RETURN NULL;'];
  const isSame = same.join(' AND ');
  if (table === undefined) return [`IF TG_OP = 'UPDATE' AND ${isSame} THEN`, indent(ending, INDENT), 'END IF;'];
  const inner = [`IF ${isSame} THEN`, indent(ending, INDENT), 'END IF;'];
  return [`IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = ${literal(table)} THEN`, indent(inner, INDENT), 'END IF;'];
}
