/** Columns of a table that is there on both sides. */

import { type ColumnState, identifier, type TableState } from '../../targets/sql-schema/index.ts';
import { conversion } from '../conversions.ts';
import { type Carried, isAbove } from '../moved-values.ts';
import { requiredCheck } from '../separate-scripts.ts';
import type { MigrationBuilder, Statements } from './migration-builder.ts';

const q = identifier;

/** Statements by when they come: before anything is renamed, before values are carried over, and after it. */
interface ColumnSteps {
  readonly loosen: string[];
  readonly add: string[];
  readonly tighten: string[];
  readonly remove: string[];
}

/** The statements for all columns of a table, which was `a` and is `b`. */
export function columnSteps(builder: MigrationBuilder, a: TableState, b: TableState): ColumnSteps {
  const steps: ColumnSteps = { loosen: [], add: [], tighten: [], remove: [] };
  for (const column of b.columns) {
    const before = builder.back.columns.get(column);
    if (before && !builder.goesEarly(a, before)) alterColumn(builder, { a, before, column, b }, steps);
    else addColumn(builder, b, column, steps);
  }
  for (const column of a.columns) {
    if (builder.goesEarly(a, column)) steps.loosen.push(`ALTER TABLE ${q(a.name)} DROP COLUMN ${q(column.name)};`);
    else if (!builder.match.columns.has(column)) {
      // What goes to another place is still there when rows of other classes come, which have no value for it.
      const isGrown = builder.kinds.grown.has(b.name) && needsValue(column);
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
  const isCarried = builder.carried.some(({ toColumn }) => toColumn === column);
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
  // What is carried here goes back to where it was.
  tighten.push(...requireValue(builder, table, column, isCarried));
}

/** The columns of a new table that have to have a value, and that rows do not come with which are those of subclasses. */
export function columnsLater(builder: MigrationBuilder, table: TableState): readonly ColumnState[] {
  if (!builder.kinds.grown.has(table.name)) return [];
  return table.columns.filter(needsValue);
}

/** Whether a row has to bring a value for a column. */
function needsValue({ notNull, default: given, generated, of }: ColumnState): boolean {
  return notNull === true && given === undefined && generated === undefined && of !== 'id' && of !== 'kind';
}

/** Of a new table, after values were carried to it. */
export function tightenLater(builder: MigrationBuilder, table: TableState): Statements {
  return columnsLater(builder, table).flatMap((column) => {
    const sources = builder.carried.filter(({ toColumn }) => toColumn === column);
    const gives = ({ table: from, isFull }: Carried, cls: string) =>
      isFull === true && (builder.renamed(from.of) === cls || isAbove(builder.from, from.of, cls, builder.renamed));
    const isForAll = (builder.kinds.grown.get(table.name) ?? []).every((cls) => sources.some((source) => gives(source, cls)));
    return requireValue(builder, table, column, sources.length > 0, isForAll);
  });
}

/** A column that has to have a value: rows that are there get one first. */
function requireValue(
  builder: MigrationBuilder,
  table: TableState,
  column: ColumnState,
  wasThere: boolean,
  isForAll = false,
): Statements {
  const isFilled = isForAll || column.of === 'kind' || builder.carried.some((each) => each.toColumn === column && each.isForAll);
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
  builder.late.required.push({ table, column, fill: { value: column.default ?? 'NULL', wasThere } });
  return [];
}

/** On the way back: rows that have no value need one. */
function fillStatement({ name: table }: TableState, column: ColumnState): string {
  const where = `WHERE ${q(column.name)} IS NULL`;
  if (column.default !== undefined) return `UPDATE ${q(table)} SET ${q(column.name)} = ${column.default} ${where};`;
  return `-- Fill in: existing rows of ${table} need a value for ${column.name}, in place of NULL.\nUPDATE ${q(table)} SET ${q(column.name)} = NULL ${where};`;
}

/** Each item of a list is looked at by a query, which no change of a type may hold, but a function may. */
function retyped(alter: string, { name, type }: ColumnState, from: string): Statements {
  const direct = conversion(q(name), from, type);
  if (!direct.includes('ARRAY(SELECT ')) return [`${alter} TYPE ${type} USING ${direct};`];
  return [
    `CREATE FUNCTION pg_temp.codegen_each(_list ${from}) RETURNS ${type}\n    LANGUAGE sql IMMUTABLE AS $$ SELECT ${conversion('_list', from, type)} $$;`,
    `${alter} TYPE ${type} USING pg_temp.codegen_each(${q(name)});`,
    `DROP FUNCTION pg_temp.codegen_each(${from});`,
  ];
}

interface Altered {
  readonly a: TableState;
  readonly before: ColumnState;
  readonly column: ColumnState;
  readonly b: TableState;
}

function alterColumn(builder: MigrationBuilder, { a, before, column, b }: Altered, steps: ColumnSteps): void {
  const { loosen, tighten } = steps;
  const early = `ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(before.name)}`;
  const alter = `ALTER TABLE ${q(b.name)} ALTER COLUMN ${q(column.name)}`;
  const isRetyped = before.type !== column.type;
  if (before.default !== undefined && (isRetyped || column.default === undefined)) {
    loosen.push(`${early} DROP DEFAULT;`);
    builder.altered.add(b.name);
  }
  // The first value of an empty list is none.
  const mayBeEmpty = before.type.endsWith('[]') && !column.type.endsWith('[]');
  // Rows of classes that get this superclass come before the values that they have to have.
  const isGrown = before.notNull === true && builder.kinds.grown.has(b.name) && needsValue(column);
  if (before.notNull && (!column.notNull || mayBeEmpty || isGrown)) loosen.push(`${early} DROP NOT NULL;`);
  retype(builder, alter, { a, before, column, b }, steps);
  if (before.notNull !== column.notNull) builder.altered.add(b.name);
  if (column.notNull && (!before.notNull || mayBeEmpty)) tighten.push(...requireValue(builder, b, column, true));
  else if (isGrown) tighten.push(...requireValue(builder, b, column, false));
}

/** The new type of a column, and its default. */
function retype(builder: MigrationBuilder, alter: string, { before, column, b }: Altered, { add, tighten }: ColumnSteps): void {
  const isRetyped = before.type !== column.type;
  // Rows that came because of the other file are taken away first: what they were filled with need not have a meaning in a type of before.
  const then = builder.isBack && builder.kinds.emptied.has(b.name) ? tighten : add;
  if (isRetyped) {
    builder.altered.add(b.name);
    then.push(...retyped(alter, column, before.type));
  }
  if (column.default !== undefined && (isRetyped || before.default !== column.default)) {
    then.push(`${alter} SET DEFAULT ${column.default};`);
  }
}
