/** Drops and creates again what depends on altered tables: views, triggers, trigger functions and comments. */

import {
  literal,
  identifier as quote,
  REQUIRE_SECURITY_INVOKER,
  type TriggerState,
  type ViewState,
} from '../../targets/sql-schema/index.ts';
import { withoutComment } from './functions.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';
import { privilegeStatements, type RecreatedView } from './view-privileges.ts';

/** Returns the statements that drop and create views, triggers and their functions that changed or use an altered table. */
export function derivedObjectStatements(builder: MigrationBuilder): { readonly drop: Statements; readonly create: Statements } {
  const from = builder.from;
  const to = builder.to;
  const oldNames = new Map(builder.pairs.map(([oldTable, newTable]) => [newTable.name, oldTable.name]));
  const altered = new Set([...builder.altered].flatMap((name) => [name, oldNames.get(name) ?? name]));
  for (const table of from.tables) if (!builder.match.tables.has(table)) altered.add(table.name);
  const isSameRoutine = hasSameDefinition(from.routines, to.routines, ({ name }) => name);
  const isSameTrigger = hasSameDefinition(from.triggers, to.triggers, ({ name, table }) => `${table} ${name}`);
  const isSameView = hasSameDefinition(from.views, to.views, ({ name }) => name);
  const isRecreated = new Map<string, boolean>();
  for (const view of [...from.views, ...to.views]) {
    const isAffected =
      !isSameView(view.name) || view.relations.some((name) => altered.has(name) || isRecreated.get(name) === true);
    isRecreated.set(view.name, isAffected || isRecreated.get(view.name) === true);
  }
  const isTriggerRecreated = ({ name, table, function: called }: TriggerState) =>
    !isSameTrigger(`${table} ${name}`) || altered.has(table) || !isSameRoutine(called);
  // Until a later script, programs rely on ON DELETE SET NULL.
  const isDeletionTrigger = ({ name, sql }: TriggerState) => name.startsWith('take_') && sql.includes('BEFORE UPDATE OF');
  const isDeferred = (trigger: TriggerState) => {
    const oldTable = oldNames.get(trigger.table);
    const isNew = !from.triggers.some((each) => each.table === oldTable && isDeletionTrigger(each));
    return !builder.isDown && oldTable !== undefined && isNew && isDeletionTrigger(trigger);
  };
  builder.deferred.deletionTriggers.push(...to.triggers.filter(isDeferred));
  const oldRoutines = new Map(from.routines.map((routine) => [routine.name, routine]));
  const newRoutineNames = new Set(to.routines.map(({ name }) => name));
  const privileges = privilegeStatements(recreatedViews(builder, (name) => isRecreated.get(name) === true));
  const needsReaderCheck = to.views.some(isSecurityInvoker) && !from.views.some(isSecurityInvoker);
  const dropTrigger = ({ name, table }: TriggerState) => `DROP TRIGGER ${quote(name)} ON ${quote(table)};`;
  return {
    drop: [
      ...(needsReaderCheck ? [REQUIRE_SECURITY_INVOKER] : []),
      ...privileges.record,
      ...from.views
        .filter(({ name }) => isRecreated.get(name))
        .map(({ name }) => `DROP VIEW ${quote(name)};`)
        .toReversed(),
      ...from.triggers.filter(isTriggerRecreated).map(dropTrigger),
      ...from.routines.filter(({ name }) => !newRoutineNames.has(name)).map(({ name }) => `DROP FUNCTION ${quote(name)}();`),
    ],
    create: [
      ...to.routines
        .filter(({ name }) => !isSameRoutine(name))
        .flatMap(({ name, sql, ofOwner }) => {
          const oldRoutine = oldRoutines.get(name);
          if (!oldRoutine) return [sql];
          // A replaced function keeps the privileges that were revoked from PUBLIC.
          const grants = oldRoutine.ofOwner && !ofOwner ? [`GRANT EXECUTE ON FUNCTION ${quote(name)}() TO PUBLIC;`] : [];
          return [sql.replace(/^CREATE FUNCTION/m, 'CREATE OR REPLACE FUNCTION'), ...grants];
        }),
      ...to.triggers.filter((each) => isTriggerRecreated(each) && !isDeferred(each)).map(({ sql }) => sql),
      ...to.views.filter(({ name }) => isRecreated.get(name)).map(({ sql }) => sql),
      ...privileges.restore,
    ],
  };
}

const isSecurityInvoker = ({ sql }: ViewState): boolean => / WITH \(security_invoker = true\) AS$/m.test(sql);

/** Returns the views that are dropped and created again. Their names may change: the table of its class identifies a view. */
function recreatedViews(builder: MigrationBuilder, isRecreated: (name: string) => boolean): readonly RecreatedView[] {
  const newNames = new Map(builder.pairs.map(([oldTable, newTable]) => [oldTable.name, newTable.name]));
  const byTable = new Map(builder.to.views.map(({ name, relations }) => [relations[0], name]));
  return builder.from.views.flatMap(({ name: was, relations }) => {
    const now = byTable.get(newNames.get(relations[0] ?? ''));
    return now !== undefined && isRecreated(was) ? [{ was, now }] : [];
  });
}

/** Returns the statements for the comments of tables and columns that differ from the old state. */
export function commentStatements(builder: MigrationBuilder): Statements {
  const statements: string[] = [];
  const textOf = (comment: string | undefined) => (comment === undefined ? 'NULL' : literal(comment));
  for (const table of builder.to.tables) {
    const before = builder.reverse.tables.get(table);
    if (before?.comment !== table.comment) statements.push(`COMMENT ON TABLE ${quote(table.name)} IS ${textOf(table.comment)};`);
    for (const column of table.columns) {
      if (builder.reverse.columns.get(column)?.comment === column.comment) continue;
      statements.push(`COMMENT ON COLUMN ${quote(table.name)}.${quote(column.name)} IS ${textOf(column.comment)};`);
    }
  }
  return statements;
}

/** Returns a function that checks whether an object, by its key, has the same definition in both states. */
function hasSameDefinition<T extends { readonly sql: string }>(
  oldObjects: readonly T[],
  newObjects: readonly T[],
  key: (each: T) => string,
): (name: string) => boolean {
  const oldDefinitions = new Map(oldObjects.map((each) => [key(each), withoutComment(each.sql)]));
  const unchanged = new Set(newObjects.filter((each) => oldDefinitions.get(key(each)) === withoutComment(each.sql)).map(key));
  return (name) => unchanged.has(name);
}
