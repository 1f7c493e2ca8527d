/** Prints the checks that each instance has all its rows: one in the table of its class and one in that of each superclass. */

import type { Lines } from '../text/index.ts';
import { indented } from './formatting.ts';
import type { KindGuard, RowGuard } from './hierarchy.ts';
import { identifier, literal } from './identifiers.ts';
import { createTriggerFunction, skipUnchangedRows, type TableRights, USE_OWN_SCHEMA } from './trigger-functions.ts';

/** Returns the check that a row has a row in the table of its class; foreign keys of that row require the rows in between. */
export function createKindGuard(guard: KindGuard, rights: TableRights): Lines {
  return [kindFunction(guard, rights), '', kindTrigger(guard)];
}

/** Returns the statement that creates the function of a kind guard, with one query for each table. */
export function kindFunction({ function: name, table, column, tables }: KindGuard, rights: TableRights): Lines {
  const kind = identifier(column);
  const body: Lines = [
    `DECLARE
    _table TEXT;
BEGIN`,
    indented([
      skipUnchangedRows(['id', column]),
      USE_OWN_SCHEMA,
      lookup(kind, tables),
      `IF FOUND THEN
    RETURN NULL;
END IF;
-- The row itself may be another one by now, or gone.
PERFORM FROM ${identifier(table)} WHERE id = NEW.id AND ${kind} = NEW.${kind};
IF FOUND THEN
    RAISE foreign_key_violation USING
        MESSAGE = format('row %s of table "%s" has no row in table "%s"', NEW.id, TG_TABLE_NAME, _table),
        CONSTRAINT = TG_NAME,
        SCHEMA = TG_TABLE_SCHEMA,
        TABLE = TG_TABLE_NAME,
        COLUMN = ${literal(column)};
END IF;
RETURN NULL;`,
    ]),
    'END',
  ];
  const purpose = `Ensures that each row of ${table} has a row in the table of its class.`;
  return createTriggerFunction(name, purpose, body, rights);
}

/** Returns the lines that look up a row in the table of its class, and set `_table` to the name of that table. */
function lookup(column: string, tables: KindGuard['tables']): Lines {
  const cases = tables.flatMap(({ kind: value, table }): Lines[] => [
    `WHEN ${literal(value)} THEN`,
    indented([`_table := ${literal(table)};`, `PERFORM FROM ${identifier(table)} WHERE id = NEW.id;`]),
  ]);
  return [`CASE NEW.${column}`, indented(cases), 'END CASE;'];
}

/** Returns the statement that creates the trigger of a kind guard. It is deferred, because the row of the subclass comes later. */
export function kindTrigger({ function: name, trigger, table, column, tables }: KindGuard): Lines {
  const kind = identifier(column);
  const values = tables.map((one) => literal(one.kind)).join(', ');
  return [
    `CREATE CONSTRAINT TRIGGER ${identifier(trigger)}`,
    indented([
      `AFTER INSERT OR UPDATE OF id, ${kind} ON ${identifier(table)}`,
      'DEFERRABLE INITIALLY DEFERRED',
      `FOR EACH ROW WHEN (NEW.${kind} IN (${values}))`,
      `EXECUTE FUNCTION ${identifier(name)}();`,
    ]),
  ];
}

/** Returns the function that prevents deletion of subclass rows. Arguments: class, discriminator column, tables of its roots. */
export function createRowGuardFunction(name: string, rights: TableRights): Lines {
  const purpose = 'Prevents deleting the row of a class while its rows in the tables of superclasses remain.';
  const body = `DECLARE
    _root TEXT;
    _is_left BOOLEAN;
    _is_there BOOLEAN;
BEGIN
    FOREACH _root IN ARRAY TG_ARGV[2:] LOOP
        EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1 AND %I = $2', TG_TABLE_SCHEMA, _root, TG_ARGV[1])
            INTO _is_left USING OLD.id, TG_ARGV[0];
        CONTINUE WHEN _is_left IS NULL;
        -- The row may be there again.
        EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO _is_there USING OLD.id;
        IF _is_there IS NULL THEN
            RAISE foreign_key_violation USING
                MESSAGE = format('row %s of table "%s" is needed by its row in table "%s"', OLD.id, TG_TABLE_NAME, _root),
                HINT = format('Delete the row of table "%s".', _root),
                CONSTRAINT = TG_NAME,
                SCHEMA = TG_TABLE_SCHEMA,
                TABLE = TG_TABLE_NAME;
        END IF;
    END LOOP;
    RETURN NULL;
END`;
  return createTriggerFunction(name, purpose, body, rights);
}

/** Returns the statement that creates the trigger of a row guard, which checks the row when it is deleted or changed. */
export function createRowGuard({ trigger, table, column, kind, roots }: RowGuard, rowGuardFunction: string): Lines {
  return [
    `CREATE CONSTRAINT TRIGGER ${identifier(trigger)}`,
    indented([
      `AFTER DELETE OR UPDATE OF id, ${identifier(column)} ON ${identifier(table)}`,
      'DEFERRABLE INITIALLY DEFERRED',
      `FOR EACH ROW WHEN (OLD.${identifier(column)} = ${literal(kind)})`,
      `EXECUTE FUNCTION ${identifier(rowGuardFunction)}(${[kind, column, ...roots].map(literal).join(', ')});`,
    ]),
  ];
}
