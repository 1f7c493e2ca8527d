/** Writes the statements that change a database from one state to another, in one transaction. */

import { identifier as quote } from '../../targets/sql-schema/index.ts';
import { conversionSettings } from '../conversions.ts';
import type { DeferredChanges } from '../deferred-scripts.ts';
import type { MissingValue } from '../hierarchies.ts';
import { orderRenames } from '../renames.ts';
import { columnSteps, deferredColumns, requireDeferred } from './columns.ts';
import { constraintSteps, orderedRenameStatements, temporaryRenames } from './constraints.ts';
import { commentStatements, derivedObjectStatements } from './dependent-objects.ts';
import { functionStatements } from './functions.ts';
import { valueGuards } from './guards.ts';
import { dropConstraint, isForeignKey, MigrationBuilder, type SchemaChange, type Statements } from './migration-builder.ts';
import { createTable, foreignKeys } from './tables.ts';

export interface Migration {
  readonly statements: Statements;
  readonly gaps: readonly MissingValue[];
  /** The changes of later scripts; empty in a down script, which has none. */
  readonly deferred: DeferredChanges;
}

/** Returns the statements of a migration, in the order in which they must run. */
export function migrationBetween(change: SchemaChange): Migration {
  const builder = new MigrationBuilder(change);
  const { from, to, match, reverse } = builder;
  // These calls collect the altered tables, so they precede `derivedObjectStatements`.
  const renames = renameStatements(builder);
  const created = to.tables.filter((table) => !reverse.tables.has(table));
  const columns = builder.pairs.map(([oldTable, newTable]) => columnSteps(builder, oldTable, newTable));
  const constraints = builder.pairs.map(([oldTable, newTable]) => constraintSteps(builder, oldTable, newTable));
  const dataSteps = dataStatements(builder);
  const dropped = from.tables.filter((table) => !match.tables.has(table));
  const { create, drop } = derivedObjectStatements(builder);
  const functions = functionStatements(builder);
  const statements = [
    ...valueGuards(builder),
    ...drop,
    ...dropped.flatMap((table) => table.constraints.filter(isForeignKey).map(({ name }) => dropConstraint(table.name, name))),
    ...constraints.flatMap((each) => each.dropKeys),
    ...constraints.flatMap((each) => each.drop),
    ...columns.flatMap((each) => each.loosen),
    ...renames,
    ...constraints.flatMap((each) => each.rename),
    ...orderedRenameStatements([
      ...dropped.flatMap((table) => temporaryRenames(builder, table)),
      ...constraints.flatMap((each) => each.renameIndexes),
    ]),
    ...functions.before,
    ...created.map((table) => createTable(table, deferredColumns(builder, table))),
    ...columns.flatMap((each) => each.add),
    ...dataSteps,
    // PostgreSQL does not alter a table with deferred checks that are pending.
    ...(dataSteps.length > 0 ? ['SET CONSTRAINTS ALL IMMEDIATE;'] : []),
    ...created.flatMap((table) => requireDeferred(builder, table)),
    ...columns.flatMap((each) => each.tighten),
    ...columns.flatMap((each) => each.remove),
    ...dropped.map((table) => `DROP TABLE ${quote(builder.nameOf(table))};`).reverse(),
    ...constraints.flatMap((each) => each.add),
    ...constraints.flatMap((each) => each.addKeys),
    ...created.flatMap(foreignKeys),
    ...functions.after,
    ...create,
    ...commentStatements(builder),
  ];
  return { statements: [...conversionSettings(statements), ...statements], gaps: builder.gaps, deferred: builder.deferred };
}

/** A down script copies values out of the tables of former superclasses before it deletes their rows, and then inserts others. */
function dataStatements(builder: MigrationBuilder): Statements {
  const { hierarchies, isDown } = builder;
  const moveValues = (isBeforeDeletes: boolean) =>
    builder.valueMoves
      .filter(({ table }) => (isDown && hierarchies.formerSuperclassTables.has(builder.nameOf(table))) === isBeforeDeletes)
      .map(({ sql }) => sql(builder.intermediateNames));
  return [
    ...moveValues(true),
    ...(isDown ? hierarchies.deletes : []),
    ...(isDown ? [] : hierarchies.keptRows),
    ...hierarchies.inserts,
    ...moveValues(false),
    ...builder.individualValueUpdates,
    ...(isDown ? [] : hierarchies.excluded),
    ...hierarchies.updates,
  ];
}

function renameStatements(builder: MigrationBuilder): Statements {
  const tables = orderRenames(
    builder.from.tables.map((table) => ({ from: table.name, to: builder.nameOf(table) })),
    builder.from.tables.map(({ name }) => name),
  );
  for (const [oldTable, newTable] of builder.pairs) if (oldTable.name !== newTable.name) builder.altered.add(newTable.name);
  const statements = tables.map(({ from, to }) => `ALTER TABLE ${quote(from)} RENAME TO ${quote(to)};`);
  for (const [oldTable, newTable] of builder.pairs) {
    const columns = orderRenames(
      oldTable.columns
        .filter((column) => !builder.isRecreated(oldTable, column))
        .map((column) => ({ from: column.name, to: builder.columnName(oldTable, column) })),
      oldTable.columns.filter((column) => !builder.isRecreated(oldTable, column)).map(({ name }) => name),
    );
    if (columns.length > 0) builder.altered.add(newTable.name);
    statements.push(
      ...columns.map(({ from, to }) => `ALTER TABLE ${quote(newTable.name)} RENAME COLUMN ${quote(from)} TO ${quote(to)};`),
    );
  }
  return statements;
}
