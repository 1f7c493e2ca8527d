/** From tables to text. */

import type { DomainModel } from '../../model/index.ts';
import { indent, type Lines, separatedParts, text } from '../text/index.ts';
import { createClock } from './clocks.ts';
import { createDeparture, createDepartureFunction } from './departures.ts';
import type { SqlFunction } from './functions.ts';
import type { Affected, Guard } from './guards.ts';
import { identifier, literal } from './identifiers.ts';
import { locksNote } from './locks.ts';
import type { Schema, Table } from './plan.ts';
import { createKindGuard, createRowGuard, createRowsFunction } from './print-rows.ts';
import type { PrintedTable } from './print-tables.ts';
import { dollarQuoted, listed } from './quoting.ts';
import { planSchema } from './schema.ts';
import { createTriggerFunction, type Rights, unlessOnlyLocked } from './trigger-functions.ts';
import { createView, NEEDS_READER_VIEWS } from './views.ts';

const INDENT = '    ';

/**
 * The statements that create a schema. There is no BEGIN or COMMIT among them: migration tools run
 * a file in a transaction of their own.
 */
export function printSchema(schema: Schema<PrintedTable>): Lines {
  return separatedParts(() => statements(schema));
}

function* statements(schema: Schema<PrintedTable>): Iterable<Lines> {
  const tables = schema.groups.flat();
  yield locksNote(tables.reduce((sum, { locks }) => sum + locks, schema.views.length));
  if (schema.rights === 'owner' && schema.views.length > 0) yield NEEDS_READER_VIEWS.split('\n');
  yield* schema.functions.map(createFunction);
  for (const { lines } of tables) yield lines;
  const later = tables.flatMap((table) => table.laterKeys);
  if (later.length > 0) yield '-- References to tables that are created after the table that refers to them.';
  yield* later;
  const rights = schema.rights;
  for (const guard of schema.guards) {
    yield createGuard(guard, rights);
    yield createTriggers(guard);
  }
  for (const kind of schema.kinds) yield createKindGuard(kind, rights);
  if (schema.rowsFunction !== undefined) yield createRowsFunction(schema.rowsFunction, rights);
  for (const row of schema.rows) yield createRowGuard(row, schema.rowsFunction ?? '');
  if (schema.departureFunction !== undefined) yield createDepartureFunction(schema.departureFunction, rights);
  for (const departure of schema.departures) yield createDeparture(departure, schema.departureFunction ?? '');
  for (const clock of schema.clocks) yield createClock(clock, rights);
  for (const view of schema.views) yield createView(view, rights === 'owner');
}

/**
 * The statements that drop what `sqlSchema` creates for the same model, the last created first. Tables that refer
 * to each other go in one statement, so that nothing else is dropped with them as CASCADE would do.
 */
export function dropSchema(model: DomainModel): string {
  const schema = planSchema(model);
  const groups = schema.groups.map((group) => group.map((table) => identifier(table.name)).reverse());
  const functions = [
    ...schema.functions.map(({ name, signature }) => `${identifier(name)}(${signature})`),
    ...[...schema.guards, ...schema.kinds, ...schema.clocks].map((made) => `${identifier(made.function)}()`),
    ...[schema.rowsFunction, schema.departureFunction].flatMap((name) => (name === undefined ? [] : [`${identifier(name)}()`])),
  ];
  return text([
    schema.views.map(({ name }) => `DROP VIEW IF EXISTS ${identifier(name)};`).toReversed(),
    // A reference that a subclass narrows may lead to a table that was created later, and goes before it.
    forwardKeys(schema.groups).map(
      ([table, key]) => `ALTER TABLE IF EXISTS ${identifier(table)} DROP CONSTRAINT IF EXISTS ${identifier(key)};`,
    ),
    groups
      .reverse()
      .map((names) =>
        names.length === 1
          ? `DROP TABLE IF EXISTS ${names[0]};`
          : ['DROP TABLE IF EXISTS', indent(`${listed(names).join('\n')};`, INDENT)],
      ),
    functions.reverse().map((name) => `DROP FUNCTION IF EXISTS ${name};`),
  ]);
}

/** The foreign keys that lead from one group of tables to a later one, by table and name. */
function forwardKeys(groups: readonly (readonly Table[])[]): readonly (readonly [table: string, key: string])[] {
  const place = new Map(groups.flatMap((group, i) => group.map(({ name }) => [name, i] as const)));
  return groups.flatMap((group, i) =>
    group.flatMap(({ name, foreignKeys }) =>
      foreignKeys.filter((key) => (place.get(key.table) ?? i) > i).map((key) => [name, key.name] as const),
    ),
  );
}

export function createFunction({ name, purpose, parameters, returns, body }: SqlFunction): Lines {
  return [
    `-- ${purpose}`,
    `CREATE FUNCTION ${identifier(name)}(${parameters}) RETURNS ${returns}`,
    `${INDENT}LANGUAGE sql IMMUTABLE PARALLEL SAFE`,
    dollarQuoted(indent(body, INDENT)),
  ];
}

/**
 * The function looks for the tables where the one is that changed: a table of the same name for the time of a session hides
 * none of them, and a schema may get another name (PostgreSQL manual, section 5.9.3). Names that a table shares with PL/pgSQL
 * are the table's; the function's own begin with `_`, as no table's do.
 */
export function createGuard(guard: Guard, rights: Rights): Lines {
  const { function: name, table, affected, triggers } = guard;
  const ofStatements = triggers.some(({ statement }) => statement);
  const body: Lines = [
    '#variable_conflict use_column',
    'DECLARE',
    indent([`_ids UUID[]${affected.length === 0 && !ofStatements ? ' := ARRAY[NEW.id]' : ''};`, '_broken RECORD;'], INDENT),
    'BEGIN',
    indent(
      [
        unlessOnlyLocked(guard.watched, triggers.some((one) => one.table !== table) || ofStatements ? table : undefined),
        "PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', TRUE);",
        ofStatements && insertedRows,
        affected.length > 0 && affectedRows(affected),
        '-- Locks the rows: transactions that change the same rows wait, or fail.',
        guard.anchors.map((anchor) => written(anchor, 'id = ANY (_ids)')),
        guard.kept.map((kept) => written(kept.table, `id IN (${kept.query})`)),
        findBroken(guard, ofStatements),
        'IF FOUND THEN',
        indent(raiseBroken(table), INDENT),
        'END IF;',
        'RETURN NULL;',
      ],
      INDENT,
    ),
    'END',
  ];
  return createTriggerFunction(name, `Checks the rules of ${table} that span several rows.`, body, rights);
}

/**
 * Writes rows as they are, but for those that the transaction has written already. Rows that a subtransaction has written are
 * written again, which calls the function again: see {@link unlessOnlyLocked}.
 */
function written(table: string, which: string): string {
  return `UPDATE ${identifier(table)} SET id = id WHERE ${which} AND xmin <> pg_current_xact_id()::xid;`;
}

function findBroken({ table, joined, rules }: Guard, ofStatements: boolean): Lines {
  const values = rules.map((rule) => `(${[rule.name, rule.table, rule.column].map(literal).join(', ')}, ${rule.sql})`);
  return [
    'SELECT id, _rule.* INTO _broken',
    // The rows of a statement may be many, and nothing is asked of them but who they are.
    ofStatements ? `FROM unnest(_ids) AS ${identifier(table)} (id)` : `FROM ${identifier(table)}`,
    joined.map((other) => `JOIN ${identifier(other)} USING (id)`),
    'CROSS JOIN LATERAL (VALUES',
    indent(listed(values), INDENT),
    ') AS _rule (name, of_table, of_column, holds)',
    `WHERE ${ofStatements ? '' : 'id = ANY (_ids) AND '}NOT _rule.holds`,
    // Asked of all rows at once, which the planner answers by a look at each table, and not one for each row.
    ofStatements && [
      `AND NOT (`,
      indent(
        joinedBy(
          ' AND',
          rules.map(({ sql }) => sql),
        ),
        INDENT,
      ),
      ')',
    ],
    'LIMIT 1;',
  ];
}

function joinedBy(word: string, parts: readonly string[]): string[] {
  return parts.map((part, index) => (index < parts.length - 1 ? `${part}${word}` : part));
}

function raiseBroken(table: string): Lines {
  const format = [
    `'row %s of table "%s" violates "%s" on column "%s" of table "%s"',`,
    `_broken.id, ${literal(table)}, _broken.name, _broken.of_column, _broken.of_table`,
  ];
  const about = ['CONSTRAINT = _broken.name,', 'TABLE = _broken.of_table,', 'COLUMN = _broken.of_column;'];
  return ['RAISE check_violation USING', indent(['MESSAGE = format(', indent(format, INDENT), '),', about], INDENT)];
}

/** The rows of a statement, or the one that a trigger is called for. */
const insertedRows: Lines = [
  "IF TG_LEVEL = 'STATEMENT' THEN",
  `${INDENT}_ids := ARRAY(SELECT id FROM _inserted);`,
  'ELSE',
  `${INDENT}_ids := ARRAY[NEW.id];`,
  'END IF;',
];

/** Which rows an event bears on: that of the event itself, or those that refer to it. */
function affectedRows(affected: readonly Affected[]): Lines {
  return [
    affected.map(({ table, event, ids }, index) => [
      `${index === 0 ? 'IF' : 'ELSIF'} TG_TABLE_NAME = ${literal(table)}${event === undefined ? '' : ` AND TG_OP = '${event}'`} THEN`,
      `${INDENT}_ids := ${ids};`,
    ]),
    'ELSE',
    `${INDENT}_ids := ARRAY[NEW.id];`,
    'END IF;',
  ];
}

export function createTriggers({ function: name, triggers, deferred }: Guard): readonly Lines[] {
  return triggers.map(({ name: trigger, table, events, statement }) => [
    `CREATE ${statement ? '' : 'CONSTRAINT '}TRIGGER ${identifier(trigger)}`,
    indent(
      [
        `AFTER ${events} ON ${identifier(table)}`,
        statement ? 'REFERENCING NEW TABLE AS _inserted' : `DEFERRABLE INITIALLY ${deferred ? 'DEFERRED' : 'IMMEDIATE'}`,
        `FOR EACH ${statement ? 'STATEMENT' : 'ROW'} EXECUTE FUNCTION ${identifier(name)}();`,
      ],
      INDENT,
    ),
  ]);
}
