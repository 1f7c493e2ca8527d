/** Columns of a table that both states have. */

import { type ColumnState, identifier, type TableState } from '../../targets/sql-schema/index.ts';
import { conversionExpression } from '../conversions.ts';
import { requiredCheck } from '../deferred-scripts.ts';
import { isSuperclass, type MovedValues } from '../moved-values.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';

const q = identifier;

/** Statements by phase: before renames, before values are moved, after values are moved, and at the end. */
interface ColumnSteps {
  readonly loosen: string[];
  readonly add: string[];
  readonly tighten: string[];
  readonly remove: string[];
}

/** Returns the statements for all columns of a table; `a` is its old state, `b` its new one. */
export function columnSteps(builder: MigrationBuilder, a: TableState, b: TableState): ColumnSteps {
  const steps: ColumnSteps = { loosen: [], add: [], tighten: [], remove: [] };
  for (const column of b.columns) {
    const before = builder.reverse.columns.get(column);
    if (before && !builder.isRecreated(a, before)) alterColumn(builder, { a, before, column, b }, steps);
    else addColumn(builder, b, column, steps);
  }
  for (const column of a.columns) {
    if (builder.isRecreated(a, column)) steps.loosen.push(`ALTER TABLE ${q(a.name)} DROP COLUMN ${q(column.name)};`);
    else if (!builder.match.columns.has(column)) {
      // The old column still exists when rows of other classes are inserted, which have no value for it.
      const isGrown = builder.kinds.classesByTable.has(b.name) && needsValue(column);
      if (isGrown) steps.loosen.push(`ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(column.name)} DROP NOT NULL;`);
      steps.remove.push(`ALTER TABLE ${q(b.name)} DROP COLUMN ${q(builder.columnName(a, column))};`);
    } else continue;
    builder.altered.add(b.name);
  }
  return steps;
}

function addColumn(builder: MigrationBuilder, table: TableState, column: ColumnState, { add, tighten }: ColumnSteps): void {
  builder.altered.add(table.name);
  const { name, type, notNull, generated } = column;
  const alter = `ALTER TABLE ${q(table.name)}`;
  const isCarried = builder.valueMoves.some(({ toColumn }) => toColumn === column);
  const hasDefault = column.default !== undefined && !isCarried && column.of !== 'kind';
  const parts = [
    `${alter} ADD COLUMN ${q(name)} ${type}`,
    generated !== undefined && `GENERATED ALWAYS AS (${generated}) STORED`,
    hasDefault && notNull && 'NOT NULL',
    hasDefault && `DEFAULT ${column.default}`,
  ];
  add.push(`${parts.filter((part) => part !== false).join(' ')};`);
  if (column.default !== undefined && !hasDefault) add.push(`${alter} ALTER COLUMN ${q(name)} SET DEFAULT ${column.default};`);
  if (!notNull || hasDefault) return;
  // The down script moves these values back.
  tighten.push(...requireValue(builder, table, column, isCarried));
}

/** Returns the required columns of a new table that rows of subclasses have no value for when they are inserted. */
export function deferredColumns(builder: MigrationBuilder, table: TableState): readonly ColumnState[] {
  if (!builder.kinds.classesByTable.has(table.name)) return [];
  return table.columns.filter(needsValue);
}

/** Returns whether each new row must have a value for a column. */
function needsValue({ notNull, default: given, generated, of }: ColumnState): boolean {
  return notNull === true && given === undefined && generated === undefined && of !== 'id' && of !== 'kind';
}

/** Returns the statements that make columns of a new table required, after values were moved to it. */
export function requireDeferred(builder: MigrationBuilder, table: TableState): Statements {
  return deferredColumns(builder, table).flatMap((column) => {
    const sources = builder.valueMoves.filter(({ toColumn }) => toColumn === column);
    const gives = ({ table: from, isFull }: MovedValues, cls: string) =>
      isFull === true && (builder.renamed(from.of) === cls || isSuperclass(builder.from, from.of, cls, builder.renamed));
    const isForAll = (builder.kinds.classesByTable.get(table.name) ?? []).every((cls) =>
      sources.some((source) => gives(source, cls)),
    );
    return requireValue(builder, table, column, sources.length > 0, isForAll);
  });
}

/** Makes a column required. Existing rows get a value first, here or in a separate script. */
function requireValue(
  builder: MigrationBuilder,
  table: TableState,
  column: ColumnState,
  isExisting: boolean,
  isForAll = false,
): Statements {
  const isFilled =
    isForAll || column.of === 'kind' || builder.valueMoves.some((each) => each.toColumn === column && each.isForAll);
  if (builder.isBack) {
    const fill = isFilled ? [] : [fillStatement(table, column)];
    return [...fill, `ALTER TABLE ${q(table.name)} ALTER COLUMN ${q(column.name)} SET NOT NULL;`];
  }
  if (isFilled) {
    builder.late.required.push({ table, column });
    const { name, sql } = requiredCheck(table, column);
    return [`ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql} NOT VALID;`];
  }
  if (column.default === undefined) builder.gaps.push({ table: table.name, column: column.name });
  builder.late.required.push({ table, column, fill: { value: column.default ?? 'NULL', isExisting } });
  return [];
}

/** Returns the statement of a down script that fills in missing values. */
function fillStatement({ name: table }: TableState, column: ColumnState): string {
  const where = `WHERE ${q(column.name)} IS NULL`;
  if (column.default !== undefined) return `UPDATE ${q(table)} SET ${q(column.name)} = ${column.default} ${where};`;
  return `-- Fill in: existing rows of ${table} need a value for ${column.name}, in place of NULL.\nUPDATE ${q(table)} SET ${q(column.name)} = NULL ${where};`;
}

/** Returns the statements that change a type. A list needs a function for its items, because USING cannot contain a query. */
function typeStatements(alter: string, { name, type }: ColumnState, from: string): Statements {
  const direct = conversionExpression(q(name), from, type);
  if (!direct.includes('ARRAY(SELECT ')) return [`${alter} TYPE ${type} USING ${direct};`];
  return [
    `CREATE FUNCTION pg_temp.codegen_each(_list ${from}) RETURNS ${type}\n    LANGUAGE sql IMMUTABLE AS $$ SELECT ${conversionExpression('_list', from, type)} $$;`,
    `${alter} TYPE ${type} USING pg_temp.codegen_each(${q(name)});`,
    `DROP FUNCTION pg_temp.codegen_each(${from});`,
  ];
}

interface AlteredColumn {
  readonly a: TableState;
  readonly before: ColumnState;
  readonly column: ColumnState;
  readonly b: TableState;
}

function alterColumn(builder: MigrationBuilder, { a, before, column, b }: AlteredColumn, steps: ColumnSteps): void {
  const { loosen, tighten } = steps;
  const early = `ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(before.name)}`;
  addTypeSteps(builder, early, { a, before, column, b }, steps);
  // The first item of an empty list is null.
  const mayBeEmpty = before.type.endsWith('[]') && !column.type.endsWith('[]');
  // Rows of classes that get this superclass are inserted before their required values.
  const isGrown = before.notNull === true && builder.kinds.classesByTable.has(b.name) && needsValue(column);
  if (before.notNull && (!column.notNull || mayBeEmpty || isGrown)) loosen.push(`${early} DROP NOT NULL;`);
  if (before.notNull !== column.notNull) builder.altered.add(b.name);
  if (column.notNull && (!before.notNull || mayBeEmpty)) tighten.push(...requireValue(builder, b, column, true));
  else if (isGrown) tighten.push(...requireValue(builder, b, column, false));
}

/**
 * Adds the statements for the new type and default of a column.
 *
 * @param early the beginning of a statement before renames
 */
function addTypeSteps(
  builder: MigrationBuilder,
  early: string,
  { before, column, b }: AlteredColumn,
  { loosen, add, tighten }: ColumnSteps,
): void {
  const alter = `ALTER TABLE ${q(b.name)} ALTER COLUMN ${q(column.name)}`;
  const isRetyped = before.type !== column.type;
  if (before.default !== undefined && (isRetyped || column.default === undefined)) {
    loosen.push(`${early} DROP DEFAULT;`);
    builder.altered.add(b.name);
  }
  // A down script first deletes the rows that the up script inserted: their values may have no meaning in the old type.
  const then = builder.isBack && builder.kinds.formerSuperclassTables.has(b.name) ? tighten : add;
  if (isRetyped) {
    builder.altered.add(b.name);
    then.push(...typeStatements(alter, column, before.type));
  }
  if (column.default !== undefined && (isRetyped || before.default !== column.default)) {
    then.push(`${alter} SET DEFAULT ${column.default};`);
  }
}
