/** Prints a planned schema as the SQL statements of a migration, and the statements that drop it. */

import type { DomainModel } from '../../model/index.ts';
import { type Lines, type Printed, printedGroups, text } from '../text/index.ts';
import { createDeletionFunction, createDeletionTrigger } from './deletion-triggers.ts';
import { dollarQuoted, indented, withSeparators } from './formatting.ts';
import type { SqlFunction } from './functions.ts';
import type { AffectedRows, Guard } from './guards.ts';
import { identifier, literal } from './identifiers.ts';
import type { Schema, Table } from './plan.ts';
import { createKindGuard, createRowGuard, createRowGuardFunction } from './print-rows.ts';
import { addForeignKey, tableStatements } from './print-tables.ts';
import { planSchema } from './schema.ts';
import { createTimestampTrigger } from './timestamp-triggers.ts';
import { createTriggerFunction, skipUnchangedRows, type TableRights, USE_OWN_SCHEMA } from './trigger-functions.ts';
import { createView, REQUIRE_SECURITY_INVOKER } from './views.ts';

/** Returns the statements that create a schema, without BEGIN and COMMIT: migration tools run a file in their own transaction. */
export function printSchema(schema: Schema): Printed {
  return printedGroups(statements(schema));
}

function* statements(schema: Schema): Iterable<Lines> {
  const { rights } = schema;
  const tables = schema.groups.flat();
  if (rights === 'owner' && schema.views.length > 0) yield REQUIRE_SECURITY_INVOKER.split('\n');
  yield* schema.functions.map(createFunction);
  for (const table of tables) yield* tableStatements(table);
  const later = tables.flatMap((table) => table.foreignKeys.filter((key) => key.later).map((key) => addForeignKey(table, key)));
  if (later.length > 0) yield '-- Foreign keys that refer to tables created later.';
  yield* later;
  for (const guard of schema.guards) {
    yield createGuard(guard, rights);
    yield createTriggers(guard);
  }
  for (const guard of schema.kindGuards) yield createKindGuard(guard, rights);
  if (schema.rowGuardFunction !== undefined) yield createRowGuardFunction(schema.rowGuardFunction, rights);
  for (const guard of schema.rowGuards) yield createRowGuard(guard, schema.rowGuardFunction ?? '');
  if (schema.deletionFunction !== undefined) yield createDeletionFunction(schema.deletionFunction, rights);
  for (const trigger of schema.deletionTriggers) yield createDeletionTrigger(trigger, schema.deletionFunction ?? '');
  for (const trigger of schema.timestampTriggers) yield createTimestampTrigger(trigger, rights);
  for (const view of schema.views) yield createView(view, rights === 'owner');
}

/**
 * Returns the statements that drop what `sqlSchema` creates for the same model, in reverse order. Tables that refer to each
 * other are dropped in one statement, because CASCADE would also drop other objects that depend on them.
 */
export function dropSchema(model: DomainModel): string {
  const schema = planSchema(model);
  const groups = schema.groups.map((group) => group.map((table) => identifier(table.name)).reverse());
  const functions = [
    ...schema.functions.map(({ name, signature }) => `${identifier(name)}(${signature})`),
    ...[...schema.guards, ...schema.kindGuards, ...schema.timestampTriggers].map((made) => `${identifier(made.function)}()`),
    ...[schema.rowGuardFunction, schema.deletionFunction].flatMap((name) =>
      name === undefined ? [] : [`${identifier(name)}()`],
    ),
  ];
  return text([
    schema.views.map(({ name }) => `DROP VIEW IF EXISTS ${identifier(name)};`).toReversed(),
    // A reference narrowed by a subclass may point to a table created later, whose drop this constraint would prevent.
    forwardKeys(schema.groups).map(
      ([table, key]) => `ALTER TABLE IF EXISTS ${identifier(table)} DROP CONSTRAINT IF EXISTS ${identifier(key)};`,
    ),
    groups
      .reverse()
      .map((names) =>
        names.length === 1
          ? `DROP TABLE IF EXISTS ${names[0]};`
          : ['DROP TABLE IF EXISTS', indented(`${withSeparators(names).join('\n')};`)],
      ),
    functions.reverse().map((name) => `DROP FUNCTION IF EXISTS ${name};`),
  ]);
}

/** Returns the foreign keys from one group of tables to a later group, as pairs of table and key name. */
function forwardKeys(groups: readonly (readonly Table[])[]): readonly (readonly [table: string, key: string])[] {
  const groupOf = new Map(groups.flatMap((group, i) => group.map(({ name }) => [name, i] as const)));
  return groups.flatMap((group, i) =>
    group.flatMap(({ name, foreignKeys }) =>
      foreignKeys.filter((key) => (groupOf.get(key.table) ?? i) > i).map((key) => [name, key.name] as const),
    ),
  );
}

/** Returns the statement that creates a function for CHECK conditions, below a comment with its purpose. */
export function createFunction({ name, purpose, parameters, returns, body }: SqlFunction): Lines {
  return [
    `-- ${purpose}`,
    `CREATE FUNCTION ${identifier(name)}(${parameters}) RETURNS ${returns}`,
    indented('LANGUAGE sql IMMUTABLE PARALLEL SAFE'),
    dollarQuoted(indented(body)),
  ];
}

/**
 * Returns the statement that creates the function of a guard. The function looks up tables in the schema of the changed table:
 * temporary tables of the same name cannot hide them, and the schema can be renamed (PostgreSQL manual, section 5.9.3). An
 * ambiguous name means a column. PL/pgSQL variables begin with `_`, which no column does.
 */
export function createGuard(guard: Guard, rights: TableRights): Lines {
  const { function: name, table, affected, triggers } = guard;
  const checksStatements = triggers.some(({ statement }) => statement);
  const checksOwnTable = triggers.some((one) => one.table === table);
  const body: Lines = [
    '#variable_conflict use_column',
    'DECLARE',
    indented([`_ids UUID[]${affected.length === 0 && !checksStatements ? ' := ARRAY[NEW.id]' : ''};`, '_broken RECORD;']),
    'BEGIN',
    indented([
      checksOwnTable &&
        skipUnchangedRows(guard.watched, triggers.some((one) => one.table !== table) || checksStatements ? table : undefined),
      USE_OWN_SCHEMA,
      checksStatements && insertedRows,
      affected.length > 0 && affectedRows(affected, checksOwnTable),
      '-- Locks the rows: transactions that change the same rows wait, or fail.',
      guard.anchors.map((anchor) => rewriteRows(anchor, 'id = ANY (_ids)')),
      guard.requiredRows.map((kept) => rewriteRows(kept.table, `id IN (${kept.query})`)),
      findViolation(guard, checksStatements),
      'IF FOUND THEN',
      indented(raiseViolation(table)),
      'END IF;',
      'RETURN NULL;',
    ]),
    'END',
  ];
  return createTriggerFunction(name, `Checks the constraints of ${table} that involve several rows.`, body, rights);
}

/**
 * Returns an UPDATE that writes rows unchanged, except those that the transaction has already written. Rows written by a
 * subtransaction are written again, which calls the function again: see {@link skipUnchangedRows}.
 */
function rewriteRows(table: string, which: string): string {
  return `UPDATE ${identifier(table)} SET id = id WHERE ${which} AND xmin <> pg_current_xact_id()::xid;`;
}

/** Returns the query for one row that violates a rule: each row is joined with all rules and their results. */
function findViolation({ table, joined, rules }: Guard, checksStatements: boolean): Lines {
  const conditions = rules.map(({ sql }) => sql);
  const values = rules.map((rule) => `(${[rule.name, rule.table, rule.column].map(literal).join(', ')}, ${rule.sql})`);
  return [
    'SELECT id, _rule.* INTO _broken',
    // A statement may have many rows, and the rules need only their ids.
    checksStatements ? `FROM unnest(_ids) AS ${identifier(table)} (id)` : `FROM ${identifier(table)}`,
    joined.map((other) => `JOIN ${identifier(other)} USING (id)`),
    'CROSS JOIN LATERAL (VALUES',
    indented(withSeparators(values)),
    ') AS _rule (name, of_table, of_column, holds)',
    `WHERE ${checksStatements ? '' : 'id = ANY (_ids) AND '}NOT _rule.holds`,
    // One condition for all rules: the planner can join each table once instead of looking it up for each row.
    checksStatements && [`AND NOT (`, indented(withSeparators(conditions, ' AND')), ')'],
    'LIMIT 1;',
  ];
}

function raiseViolation(table: string): string {
  return `RAISE check_violation USING
    MESSAGE = format(
        'row %s of table "%s" violates "%s" on column "%s" of table "%s"',
        _broken.id, ${literal(table)}, _broken.name, _broken.of_column, _broken.of_table
    ),
    CONSTRAINT = _broken.name,
    TABLE = _broken.of_table,
    COLUMN = _broken.of_column;`;
}

/** Sets `_ids` to the ids of all inserted rows of a statement, or to the id of the trigger's row. */
const insertedRows = `IF TG_LEVEL = 'STATEMENT' THEN
    _ids := ARRAY(SELECT id FROM _inserted);
ELSE
    _ids := ARRAY[NEW.id];
END IF;`;

/**
 * Returns the lines that set `_ids` to the rows affected by an event.
 *
 * @param hasOwnTable whether triggers of the table itself call the function: for them, it is the changed row
 */
function affectedRows(affected: readonly AffectedRows[], hasOwnTable: boolean): Lines {
  const branches: (AffectedRows & { tables: string[] })[] = [];
  for (const each of affected) {
    const last = branches.at(-1);
    if (last && last.ids === each.ids && last.event === each.event) last.tables.push(literal(each.table));
    else branches.push({ ...each, tables: [literal(each.table)] });
  }
  const [first] = branches;
  if (!hasOwnTable && first && branches.length === 1) return `_ids := ${first.ids};`;
  return [
    branches.map(({ tables, event, ids }, index) => {
      const isTable = tables.length === 1 ? `= ${tables[0]}` : `IN (${tables.join(', ')})`;
      const isEvent = event === undefined ? '' : ` AND TG_OP = '${event}'`;
      return [`${index === 0 ? 'IF' : 'ELSIF'} TG_TABLE_NAME ${isTable}${isEvent} THEN`, indented(`_ids := ${ids};`)];
    }),
    hasOwnTable && ['ELSE', indented('_ids := ARRAY[NEW.id];')],
    'END IF;',
  ];
}

/** Returns the statements that create the triggers of a guard, one for each table that it watches. */
export function createTriggers({ function: name, triggers, deferred }: Guard): readonly Lines[] {
  return triggers.map(({ name: trigger, table, events, statement }) => [
    `CREATE ${statement ? '' : 'CONSTRAINT '}TRIGGER ${identifier(trigger)}`,
    indented([
      `AFTER ${events} ON ${identifier(table)}`,
      statement ? 'REFERENCING NEW TABLE AS _inserted' : `DEFERRABLE INITIALLY ${deferred ? 'DEFERRED' : 'IMMEDIATE'}`,
      `FOR EACH ${statement ? 'STATEMENT' : 'ROW'} EXECUTE FUNCTION ${identifier(name)}();`,
    ]),
  ]);
}
