/** Columns of a table that is there on both sides. */

import { type ColumnState, identifier, type TableState } from '../../targets/sql-schema/index.ts';
import { type Carried, isAbove } from '../carry.ts';
import { conversion } from '../conversions.ts';
import { requiredCheck } from '../late.ts';
import type { Statements, Way } from './way.ts';

const q = identifier;

/** Statements by when they come: before anything is renamed, before values are carried over, and after it. */
interface ColumnSteps {
  readonly loosen: string[];
  readonly add: string[];
  readonly tighten: string[];
  readonly remove: string[];
}

/** The statements for all columns of a table, which was `a` and is `b`. */
export function columnSteps(way: Way, a: TableState, b: TableState): ColumnSteps {
  const steps: ColumnSteps = { loosen: [], add: [], tighten: [], remove: [] };
  for (const column of b.columns) {
    const before = way.back.columns.get(column);
    if (before && !way.goesEarly(a, before)) alterColumn(way, { a, before, column, b }, steps);
    else addColumn(way, b, column, steps);
  }
  for (const column of a.columns) {
    if (way.goesEarly(a, column)) steps.loosen.push(`ALTER TABLE ${q(a.name)} DROP COLUMN ${q(column.name)};`);
    else if (!way.match.columns.has(column)) {
      // What goes to another place is still there when rows of other classes come, which have no value for it.
      const isGrown = way.kinds.grown.has(b.name) && needsValue(column);
      if (isGrown) steps.loosen.push(`ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(column.name)} DROP NOT NULL;`);
      steps.remove.push(`ALTER TABLE ${q(b.name)} DROP COLUMN ${q(way.columnName(a, column))};`);
    } else continue;
    way.altered.add(b.name);
  }
  return steps;
}

function addColumn(way: Way, table: TableState, column: ColumnState, { add, tighten }: ColumnSteps): void {
  way.altered.add(table.name);
  const { name, type, notNull, generated } = column;
  const alter = `ALTER TABLE ${q(table.name)}`;
  const isCarried = way.carried.some(({ toColumn }) => toColumn === column);
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
  tighten.push(...requireValue(way, table, column, isCarried));
}

/** The columns of a new table that have to have a value, and that rows do not come with which are those of subclasses. */
export function columnsLater(way: Way, table: TableState): readonly ColumnState[] {
  if (!way.kinds.grown.has(table.name)) return [];
  return table.columns.filter(needsValue);
}

/** Whether a row has to bring a value for a column. */
function needsValue({ notNull, default: given, generated, of }: ColumnState): boolean {
  return notNull === true && given === undefined && generated === undefined && of !== 'id' && of !== 'kind';
}

/** Of a new table, after values were carried to it. */
export function tightenLater(way: Way, table: TableState): Statements {
  return columnsLater(way, table).flatMap((column) => {
    const sources = way.carried.filter(({ toColumn }) => toColumn === column);
    const gives = ({ table: from, isFull }: Carried, cls: string) =>
      isFull === true && (way.renamed(from.of) === cls || isAbove(way.from, from.of, cls, way.renamed));
    const isForAll = (way.kinds.grown.get(table.name) ?? []).every((cls) => sources.some((source) => gives(source, cls)));
    return requireValue(way, table, column, sources.length > 0, isForAll);
  });
}

/** A column that has to have a value: rows that are there get one first. */
function requireValue(way: Way, table: TableState, column: ColumnState, wasThere: boolean, isForAll = false): Statements {
  const isFilled = isForAll || column.of === 'kind' || way.carried.some((each) => each.toColumn === column && each.isForAll);
  if (way.isBack) {
    const fill = isFilled ? [] : [fillStatement(table, column)];
    return [...fill, `ALTER TABLE ${q(table.name)} ALTER COLUMN ${q(column.name)} SET NOT NULL;`];
  }
  if (isFilled) {
    way.late.required.push({ table, column });
    const { name, sql } = requiredCheck(table, column);
    return [`ALTER TABLE ${q(table.name)} ADD CONSTRAINT ${q(name)} ${sql} NOT VALID;`];
  }
  if (column.default === undefined) way.gaps.push({ table: table.name, column: column.name });
  way.late.required.push({ table, column, fill: { value: column.default ?? 'NULL', wasThere } });
  return [];
}

/** On the way back: rows that have no value need one. */
function fillStatement({ name: table }: TableState, column: ColumnState): string {
  const where = `WHERE ${q(column.name)} IS NULL`;
  if (column.default !== undefined) return `UPDATE ${q(table)} SET ${q(column.name)} = ${column.default} ${where};`;
  return `-- Fill in: rows of ${table} that are there already need a value for ${column.name}, in place of NULL.\nUPDATE ${q(table)} SET ${q(column.name)} = NULL ${where};`;
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

function alterColumn(way: Way, { a, before, column, b }: Altered, steps: ColumnSteps): void {
  const { loosen, tighten } = steps;
  const early = `ALTER TABLE ${q(a.name)} ALTER COLUMN ${q(before.name)}`;
  const alter = `ALTER TABLE ${q(b.name)} ALTER COLUMN ${q(column.name)}`;
  const isRetyped = before.type !== column.type;
  if (before.default !== undefined && (isRetyped || column.default === undefined)) {
    loosen.push(`${early} DROP DEFAULT;`);
    way.altered.add(b.name);
  }
  // The first value of an empty list is none.
  const mayBeEmpty = before.type.endsWith('[]') && !column.type.endsWith('[]');
  // Rows of classes that get this superclass come before the values that they have to have.
  const isGrown = before.notNull === true && way.kinds.grown.has(b.name) && needsValue(column);
  if (before.notNull && (!column.notNull || mayBeEmpty || isGrown)) loosen.push(`${early} DROP NOT NULL;`);
  retype(way, alter, { a, before, column, b }, steps);
  if (before.notNull !== column.notNull) way.altered.add(b.name);
  if (column.notNull && (!before.notNull || mayBeEmpty)) tighten.push(...requireValue(way, b, column, true));
  else if (isGrown) tighten.push(...requireValue(way, b, column, false));
}

/** The new type of a column, and its default. */
function retype(way: Way, alter: string, { before, column, b }: Altered, { add, tighten }: ColumnSteps): void {
  const isRetyped = before.type !== column.type;
  // Rows that came because of the other file are taken away first: what they were filled with need not have a meaning in a type of before.
  const then = way.isBack && way.kinds.emptied.has(b.name) ? tighten : add;
  if (isRetyped) {
    way.altered.add(b.name);
    then.push(...retyped(alter, column, before.type));
  }
  if (column.default !== undefined && (isRetyped || before.default !== column.default)) {
    then.push(`${alter} SET DEFAULT ${column.default};`);
  }
}
