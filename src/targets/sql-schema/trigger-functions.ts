/** Functions that triggers call, as text: what all of them begin and end with. */

import { indent, type Lines } from '../text/index.ts';
import { identifier } from './identifiers.ts';
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
