/** Adds, alters and drops the columns of a table that both states have. */

import { type ColumnState, literal, identifier as quote, type TableState } from '../../targets/sql-schema/index.ts';
import { conversionExpression } from '../conversions.ts';
import { requiredCheck } from '../deferred-scripts.ts';
import { isSuperclass, type MovedValues } from '../moved-values.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';

/** Statements by phase. */
interface ColumnSteps {
  /** Before renames. */
  readonly loosen: string[];
  /** Before values are moved. */
  readonly add: string[];
  /** After values are moved. */
  readonly tighten: string[];
  /** At the end. */
  readonly remove: string[];
}

/** Returns the statements for all columns of a table. */
export function columnSteps(builder: MigrationBuilder, oldTable: TableState, newTable: TableState): ColumnSteps {
  const steps: ColumnSteps = { loosen: [], add: [], tighten: [], remove: [] };
  for (const column of newTable.columns) {
    const oldColumn = builder.reverse.columns.get(column);
    if (oldColumn && !builder.isRecreated(oldTable, oldColumn))
      alterColumn(builder, { oldTable, oldColumn, newColumn: column, newTable }, steps);
    else addColumn(builder, newTable, column, steps);
  }
  for (const column of oldTable.columns) {
    const isRecreated = builder.isRecreated(oldTable, column);
    if (!isRecreated && builder.match.columns.has(column)) continue;
    builder.altered.add(newTable.name);
    if (isRecreated) {
      steps.loosen.push(`ALTER TABLE ${quote(oldTable.name)} DROP COLUMN ${quote(column.name)};`);
      continue;
    }
    // The old column still exists when the rows are inserted.
    if (isMissingInInsertedRows(builder, newTable, column))
      steps.loosen.push(`ALTER TABLE ${quote(oldTable.name)} ALTER COLUMN ${quote(column.name)} DROP NOT NULL;`);
    steps.remove.push(`ALTER TABLE ${quote(newTable.name)} DROP COLUMN ${quote(builder.columnName(oldTable, column))};`);
  }
  return steps;
}

function addColumn(builder: MigrationBuilder, table: TableState, column: ColumnState, { add, tighten }: ColumnSteps): void {
  builder.altered.add(table.name);
  const { name, type, notNull, generated } = column;
  const alter = `ALTER TABLE ${quote(table.name)}`;
  const hasOldValues = builder.valueMoves.some(({ toColumn }) => toColumn === column);
  const valueOfRows = hasOldValues ? undefined : valueOfExistingRows(builder, table, column);
  const hasDefault = valueOfRows !== undefined;
  const clauses = [
    `${alter} ADD COLUMN ${quote(name)} ${type}`,
    generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
    hasDefault && notNull && 'NOT NULL',
    hasDefault && `DEFAULT ${valueOfRows}`,
  ];
  add.push(`${clauses.filter((clause) => clause !== false).join(' ')};`);
  if (column.default !== valueOfRows) {
    const action = column.default === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${column.default}`;
    add.push(`${alter} ALTER COLUMN ${quote(name)} ${action};`);
  }
  if (!notNull || hasDefault) return;
  tighten.push(...requireValue(builder, table, column, { hasOldValues }));
}

/**
 * Returns the default that existing rows get when a column is added; undefined for a column without a default, and for a
 * discriminator whose value differs between rows.
 */
function valueOfExistingRows({ hierarchies }: MigrationBuilder, table: TableState, column: ColumnState): string | undefined {
  if (column.of !== 'kind') return column.default;
  return hierarchies.withoutSubclassRows.has(table.name) && table.kind !== undefined ? literal(table.kind) : undefined;
}

/**
 * Returns the required columns of a new table whose rows get their values after they are inserted: rows of subclasses, and rows
 * that the user inserts for instances of a class that becomes abstract.
 */
export function deferredColumns(builder: MigrationBuilder, table: TableState): readonly ColumnState[] {
  const getsMovedValues = (column: ColumnState) =>
    column.notNull === true &&
    builder.hierarchies.reclassified.length > 0 &&
    builder.valueMoves.some(({ toColumn, fillsEveryRow }) => toColumn === column && fillsEveryRow);
  return table.columns.filter((column) => isMissingInInsertedRows(builder, table, column) || getsMovedValues(column));
}

/**
 * Returns whether the migration inserts rows without a value for a required column: rows of classes that get the class of the
 * table as a superclass.
 */
function isMissingInInsertedRows({ hierarchies }: MigrationBuilder, table: TableState, column: ColumnState): boolean {
  const { notNull, default: defaultValue, generated, of } = column;
  const needsValue = notNull === true && defaultValue === undefined && generated === undefined && of !== 'id' && of !== 'kind';
  return needsValue && hierarchies.classesByTable.has(table.name);
}

/** Returns the statements that make columns of a new table required, after values were moved to it. */
export function requireDeferred(builder: MigrationBuilder, table: TableState): Statements {
  return deferredColumns(builder, table).flatMap((column) => {
    const sources = builder.valueMoves.filter(({ toColumn }) => toColumn === column);
    const suppliesClass = ({ table: source, isSourceRequired }: MovedValues, cls: string) =>
      isSourceRequired === true &&
      (builder.renameIri(source.of) === cls || isSuperclass(builder.from, source.of, cls, builder.renameIri));
    const coversEveryClass = (builder.hierarchies.classesByTable.get(table.name) ?? []).every((cls) =>
      sources.some((source) => suppliesClass(source, cls)),
    );
    return requireValue(builder, table, column, { hasOldValues: sources.length > 0, isComplete: coversEveryClass });
  });
}

interface ValueSources {
  /** Whether values come from the old state, where they may be missing; the down script moves them back. */
  readonly hasOldValues: boolean;
  /** Whether moved values fill every row. */
  readonly isComplete?: boolean;
}

/** Returns the statements that make a column required. Existing rows get a value first, here or in a separate script. */
function requireValue(
  builder: MigrationBuilder,
  table: TableState,
  column: ColumnState,
  { hasOldValues, isComplete = false }: ValueSources,
): Statements {
  const isFilled =
    isComplete ||
    column.of === 'kind' ||
    builder.valueMoves.some(({ toColumn, fillsEveryRow }) => toColumn === column && fillsEveryRow);
  if (builder.isDown) {
    const fill = isFilled ? [] : [fillStatement(table, column)];
    return [...fill, `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${quote(column.name)} SET NOT NULL;`];
  }
  if (isFilled) {
    builder.deferred.required.push({ table, column });
    const { name, sql } = requiredCheck(table, column);
    return [`ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)} ${sql} NOT VALID;`];
  }
  if (column.default === undefined) builder.gaps.push({ table: table.name, column: column.name });
  builder.deferred.required.push({ table, column, fill: { value: column.default ?? 'NULL', isExisting: hasOldValues } });
  return [];
}

/** Returns the statement of a down script that fills in missing values. */
function fillStatement({ name: table }: TableState, column: ColumnState): string {
  const where = `WHERE ${quote(column.name)} IS NULL`;
  if (column.default !== undefined) return `UPDATE ${quote(table)} SET ${quote(column.name)} = ${column.default} ${where};`;
  return `-- Fill in: existing rows of ${table} need a value for ${column.name}, in place of NULL.\nUPDATE ${quote(table)} SET ${quote(column.name)} = NULL ${where};`;
}

/** Returns the statements that change a type. A list needs a function for its items, because USING cannot contain a query. */
function typeStatements(alter: string, newColumn: ColumnState, oldColumn: ColumnState): Statements {
  const { name, type } = newColumn;
  const expression = conversionExpression(quote(name), oldColumn, newColumn);
  if (!expression.includes('ARRAY(SELECT ')) return [`${alter} TYPE ${type} USING ${expression};`];
  return [
    `CREATE FUNCTION pg_temp.codegen_each(_list ${oldColumn.type}) RETURNS ${type}\n    LANGUAGE sql IMMUTABLE AS $$ SELECT ${conversionExpression('_list', oldColumn, newColumn)} $$;`,
    `${alter} TYPE ${type} USING pg_temp.codegen_each(${quote(name)});`,
    `DROP FUNCTION pg_temp.codegen_each(${oldColumn.type});`,
  ];
}

interface AlteredColumn {
  readonly oldTable: TableState;
  readonly oldColumn: ColumnState;
  readonly newColumn: ColumnState;
  readonly newTable: TableState;
}

function alterColumn(
  builder: MigrationBuilder,
  { oldTable, oldColumn, newColumn, newTable }: AlteredColumn,
  steps: ColumnSteps,
): void {
  const { loosen, tighten } = steps;
  const alterOld = `ALTER TABLE ${quote(oldTable.name)} ALTER COLUMN ${quote(oldColumn.name)}`;
  addTypeSteps(builder, alterOld, { oldTable, oldColumn, newColumn, newTable }, steps);
  // The first item of an empty list is null.
  const mayBeEmpty = oldColumn.type.endsWith('[]') && !newColumn.type.endsWith('[]');
  const isMissing = oldColumn.notNull === true && isMissingInInsertedRows(builder, newTable, newColumn);
  if (oldColumn.notNull && (!newColumn.notNull || mayBeEmpty || isMissing)) loosen.push(`${alterOld} DROP NOT NULL;`);
  if (oldColumn.notNull !== newColumn.notNull) builder.altered.add(newTable.name);
  if (newColumn.notNull && (!oldColumn.notNull || mayBeEmpty))
    tighten.push(...requireValue(builder, newTable, newColumn, { hasOldValues: true }));
  else if (isMissing) tighten.push(...requireValue(builder, newTable, newColumn, { hasOldValues: false }));
}

/**
 * Adds the statements for the new type and default of a column.
 *
 * @param alterOld the beginning of a statement before renames
 */
function addTypeSteps(
  builder: MigrationBuilder,
  alterOld: string,
  { oldColumn, newColumn, newTable }: AlteredColumn,
  { loosen, add, tighten }: ColumnSteps,
): void {
  const alter = `ALTER TABLE ${quote(newTable.name)} ALTER COLUMN ${quote(newColumn.name)}`;
  const isRetyped = oldColumn.type !== newColumn.type;
  if (oldColumn.default !== undefined && (isRetyped || newColumn.default === undefined)) {
    loosen.push(`${alterOld} DROP DEFAULT;`);
    builder.altered.add(newTable.name);
  }
  // A down script first deletes the rows that the up script inserted: their values may have no meaning in the old type.
  const phase = builder.isDown && builder.hierarchies.formerSuperclassTables.has(newTable.name) ? tighten : add;
  if (isRetyped) {
    builder.altered.add(newTable.name);
    phase.push(...typeStatements(alter, newColumn, oldColumn));
  }
  if (newColumn.default !== undefined && (isRetyped || oldColumn.default !== newColumn.default)) {
    phase.push(`${alter} SET DEFAULT ${newColumn.default};`);
  }
}
