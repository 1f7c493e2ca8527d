/** Objects that depend on tables: views, triggers, trigger functions and comments. */

import { identifier, literal, NEEDS_READER_VIEWS, type ViewState } from '../../targets/sql-schema/index.ts';
import { withoutComment } from './functions.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';
import { privilegeStatements, type RecreatedView } from './view-privileges.ts';

const q = identifier;

/** Returns the statements that drop and create views, triggers and their functions that changed or use an altered table. */
export function derivedObjectStatements(builder: MigrationBuilder): { readonly drop: Statements; readonly create: Statements } {
  const from = builder.from;
  const to = builder.to;
  const oldNames = new Map(builder.pairs.map(([a, b]) => [b.name, a.name]));
  const altered = new Set([...builder.altered].flatMap((name) => [name, oldNames.get(name) ?? name]));
  for (const table of from.tables) if (!builder.match.tables.has(table)) altered.add(table.name);
  const sameRoutine = hasSameDefinition(from.routines, to.routines, ({ name }) => name);
  const sameTrigger = hasSameDefinition(from.triggers, to.triggers, ({ name, table }) => `${table} ${name}`);
  const sameView = hasSameDefinition(from.views, to.views, ({ name }) => name);
  const isFresh = new Map<string, boolean>();
  for (const view of [...from.views, ...to.views]) {
    const isOther = !sameView(view.name) || view.relations.some((name) => altered.has(name) || isFresh.get(name) === true);
    isFresh.set(view.name, isOther || isFresh.get(view.name) === true);
  }
  const isAnew = ({ name, table, function: called }: (typeof from.triggers)[number]) =>
    !sameTrigger(`${table} ${name}`) || altered.has(table) || !sameRoutine(called);
  const was = new Map(from.routines.map((routine) => [routine.name, routine]));
  const stays = new Set(to.routines.map(({ name }) => name));
  const rights = privilegeStatements(recreatedViews(builder, (name) => isFresh.get(name) === true));
  const isNewToReaders = to.views.some(isSecurityInvoker) && !from.views.some(isSecurityInvoker);
  const trigger = ({ name, table }: (typeof from.triggers)[number]) => `DROP TRIGGER ${q(name)} ON ${q(table)};`;
  return {
    drop: [
      ...(isNewToReaders ? [NEEDS_READER_VIEWS] : []),
      ...rights.note,
      ...from.views
        .filter(({ name }) => isFresh.get(name))
        .map(({ name }) => `DROP VIEW ${q(name)};`)
        .toReversed(),
      ...from.triggers.filter(isAnew).map(trigger),
      ...from.routines.filter(({ name }) => !stays.has(name)).map(({ name }) => `DROP FUNCTION ${q(name)}();`),
    ],
    create: [
      ...to.routines
        .filter(({ name }) => !sameRoutine(name))
        .flatMap(({ name, sql, ofOwner }) => {
          const before = was.get(name);
          if (!before) return [sql];
          // A replaced function keeps the privileges that were revoked from PUBLIC.
          const grants = before.ofOwner && !ofOwner ? [`GRANT EXECUTE ON FUNCTION ${q(name)}() TO PUBLIC;`] : [];
          return [sql.replace(/^CREATE FUNCTION/m, 'CREATE OR REPLACE FUNCTION'), ...grants];
        }),
      ...to.triggers.filter(isAnew).map(({ sql }) => sql),
      ...to.views.filter(({ name }) => isFresh.get(name)).map(({ sql }) => sql),
      ...rights.give,
    ],
  };
}

const isSecurityInvoker = ({ sql }: ViewState): boolean => / WITH \(security_invoker = true\) AS$/m.test(sql);

/** Returns the views that are dropped and created again. Their names may change: the table of its class identifies a view. */
function recreatedViews(builder: MigrationBuilder, isFresh: (name: string) => boolean): readonly RecreatedView[] {
  const newNames = new Map(builder.pairs.map(([a, b]) => [a.name, b.name]));
  const byTable = new Map(builder.to.views.map(({ name, relations }) => [relations[0], name]));
  return builder.from.views.flatMap(({ name: was, relations }) => {
    const now = byTable.get(newNames.get(relations[0] ?? ''));
    return now !== undefined && isFresh(was) ? [{ was, now }] : [];
  });
}

/** Returns the statements for the comments of tables and columns that differ from the old state. */
export function commentStatements(builder: MigrationBuilder): Statements {
  const statements: string[] = [];
  const textOf = (comment: string | undefined) => (comment === undefined ? 'NULL' : literal(comment));
  for (const table of builder.to.tables) {
    const before = builder.reverse.tables.get(table);
    if (before?.comment !== table.comment) statements.push(`COMMENT ON TABLE ${q(table.name)} IS ${textOf(table.comment)};`);
    for (const column of table.columns) {
      if (builder.reverse.columns.get(column)?.comment === column.comment) continue;
      statements.push(`COMMENT ON COLUMN ${q(table.name)}.${q(column.name)} IS ${textOf(column.comment)};`);
    }
  }
  return statements;
}
/** Returns whether an object, by its key, has the same definition in both states. */
function hasSameDefinition<T extends { readonly sql: string }>(
  a: readonly T[],
  b: readonly T[],
  key: (each: T) => string,
): (name: string) => boolean {
  const before = new Map(a.map((each) => [key(each), withoutComment(each.sql)]));
  const equal = new Set(b.filter((each) => before.get(key(each)) === withoutComment(each.sql)).map(key));
  return (name) => equal.has(name);
}
