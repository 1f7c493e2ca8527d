/** The checks that the rows of an instance are all there, as text. */

import { indent, type Lines } from '../text/index.ts';
import { identifier, literal } from './identifiers.ts';
import type { KindGuard, RowGuard } from './plan.ts';
import { dollarQuoted } from './quoting.ts';

const INDENT = '    ';

/** What all functions of rows begin with: they name no table, so that neither another schema's nor a temporary one is meant. */
export function createFunction(name: string, purpose: string, body: Lines): Lines {
  return [
    `-- ${purpose}`,
    `CREATE FUNCTION ${identifier(name)}() RETURNS trigger`,
    indent(['LANGUAGE plpgsql', 'SET search_path = pg_catalog, pg_temp'], INDENT),
    dollarQuoted(body),
  ];
}

/** A row that says of which class it is has a row in that class's table, and by that one's keys in all between. */
export function createKindGuard(guard: KindGuard): Lines {
  return [kindFunction(guard), '', kindTrigger(guard)];
}

export function kindFunction({ function: name, table, column, tables }: KindGuard): Lines {
  const kind = identifier(column);
  const body: Lines = [
    'DECLARE',
    indent(
      [
        `_table TEXT := CASE NEW.${kind}`,
        indent(
          tables.map((below) => `WHEN ${literal(below.kind)} THEN ${literal(below.table)}`),
          INDENT,
        ),
        'END;',
        '_is_there BOOLEAN;',
      ],
      INDENT,
    ),
    'BEGIN',
    indent(
      [
        "EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1', TG_TABLE_SCHEMA, _table) INTO _is_there USING NEW.id;",
        'IF _is_there THEN',
        indent(['RETURN NULL;'], INDENT),
        'END IF;',
        '-- The row itself may be another one by now, or gone.',
        "EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1 AND %I = $2',",
        `${INDENT}TG_TABLE_SCHEMA, TG_TABLE_NAME, ${literal(column)}) INTO _is_there USING NEW.id, NEW.${kind};`,
        'IF _is_there THEN',
        indent(
          [
            'RAISE foreign_key_violation USING',
            indent(
              [
                `MESSAGE = format('row %s of table "%s" has no row in table "%s"', NEW.id, TG_TABLE_NAME, _table),`,
                'CONSTRAINT = TG_NAME,',
                'SCHEMA = TG_TABLE_SCHEMA,',
                'TABLE = TG_TABLE_NAME,',
                `COLUMN = ${literal(column)};`,
              ],
              INDENT,
            ),
          ],
          INDENT,
        ),
        'END IF;',
        'RETURN NULL;',
      ],
      INDENT,
    ),
    'END',
  ];
  return createFunction(name, `That a row of ${table} has its row in the table of the class that it says it is of.`, body);
}

export function kindTrigger({ function: name, trigger, table, column, tables }: KindGuard): Lines {
  const kind = identifier(column);
  const trailing = `FOR EACH ROW WHEN (NEW.${kind} IN (${tables.map((below) => literal(below.kind)).join(', ')}))`;
  return [
    `CREATE CONSTRAINT TRIGGER ${identifier(trigger)}`,
    indent(
      [
        `AFTER INSERT OR UPDATE OF ${kind} ON ${identifier(table)}`,
        'DEFERRABLE INITIALLY DEFERRED',
        trailing,
        `EXECUTE FUNCTION ${identifier(name)}();`,
      ],
      INDENT,
    ),
  ];
}

/** The function that keeps rows of subclasses. Its arguments: a class, the column that tells it, the tables of its most general superclasses. */
export function createRowsFunction(name: string): Lines {
  const body: Lines = [
    'DECLARE',
    indent(['_root TEXT;', '_is_left BOOLEAN;', '_is_there BOOLEAN;'], INDENT),
    'BEGIN',
    indent(
      [
        'FOREACH _root IN ARRAY TG_ARGV[2:] LOOP',
        indent(
          [
            "EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1 AND %I = $2', TG_TABLE_SCHEMA, _root, TG_ARGV[1])",
            `${INDENT}INTO _is_left USING OLD.id, TG_ARGV[0];`,
            'CONTINUE WHEN _is_left IS NULL;',
            '-- The row may be there again.',
            "EXECUTE format('SELECT TRUE FROM %I.%I WHERE id = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO _is_there USING OLD.id;",
            'IF _is_there IS NULL THEN',
            indent(
              [
                'RAISE foreign_key_violation USING',
                indent(
                  [
                    `MESSAGE = format('row %s of table "%s" is needed by its row in table "%s"', OLD.id, TG_TABLE_NAME, _root),`,
                    'HINT = format(\'Delete the row of table "%s".\', _root),',
                    'CONSTRAINT = TG_NAME,',
                    'SCHEMA = TG_TABLE_SCHEMA,',
                    'TABLE = TG_TABLE_NAME;',
                  ],
                  INDENT,
                ),
              ],
              INDENT,
            ),
            'END IF;',
          ],
          INDENT,
        ),
        'END LOOP;',
        'RETURN NULL;',
      ],
      INDENT,
    ),
    'END',
  ];
  return createFunction(name, 'That no row of a class goes without its rows in the tables of superclasses.', body);
}

export function createRowGuard({ trigger, table, column, kind, roots }: RowGuard, rowsFunction: string): Lines {
  return [
    `CREATE CONSTRAINT TRIGGER ${identifier(trigger)}`,
    indent(
      [
        `AFTER DELETE OR UPDATE OF id, ${identifier(column)} ON ${identifier(table)}`,
        'DEFERRABLE INITIALLY DEFERRED',
        `FOR EACH ROW WHEN (OLD.${identifier(column)} = ${literal(kind)})`,
        `EXECUTE FUNCTION ${identifier(rowsFunction)}(${[kind, column, ...roots].map(literal).join(', ')});`,
      ],
      INDENT,
    ),
  ];
}
