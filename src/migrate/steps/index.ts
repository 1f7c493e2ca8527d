/** The statements that take a database from one state to another, in one transaction. */

import { identifier } from '../../targets/sql-schema/index.ts';
import type { Gap } from '../hierarchies.ts';
import type { Late } from '../late.ts';
import { ordered } from '../renames.ts';
import { columnSteps, columnsLater, tightenLater } from './columns.ts';
import { asideSteps, constraintSteps, renamesInOrder } from './constraints.ts';
import { comments, derived } from './derived.ts';
import { functionStatements } from './functions.ts';
import { valueGuards } from './guards.ts';
import { createTable, foreignKeys } from './tables.ts';
import { dropConstraint, isForeignKey, type Passage, type Statements, Way } from './way.ts';

const q = identifier;

export interface Migration {
  readonly statements: Statements;
  readonly gaps: readonly Gap[];
  /** What is left to later scripts; nothing on the way back, which has none. */
  readonly late: Late;
}

/** The migration from one state to another. */
export function migrationBetween(passage: Passage): Migration {
  const way = new Way(passage);
  const { from, to, match, back } = way;
  // What follows decides what is altered, and so comes first.
  const renames = renameStatements(way);
  const created = to.tables.filter((table) => !back.tables.has(table));
  const columns = way.pairs.map(([a, b]) => columnSteps(way, a, b));
  const constraints = way.pairs.map(([a, b]) => constraintSteps(way, a, b));
  const data = dataStatements(way);
  const dropped = from.tables.filter((table) => !match.tables.has(table));
  const { made, unmade } = derived(way);
  const functions = functionStatements(way);
  const statements = [
    ...valueGuards(way),
    ...unmade,
    ...dropped.flatMap((table) => table.constraints.filter(isForeignKey).map(({ name }) => dropConstraint(table.name, name))),
    ...constraints.flatMap((each) => each.dropKeys),
    ...constraints.flatMap((each) => each.drop),
    ...columns.flatMap((each) => each.loosen),
    ...renames,
    ...constraints.flatMap((each) => each.rename),
    ...renamesInOrder([
      ...dropped.flatMap((table) => asideSteps(way, table)),
      ...constraints.flatMap((each) => each.renameIndexes),
    ]),
    ...functions.before,
    ...created.map((table) => createTable(table, columnsLater(way, table))),
    ...columns.flatMap((each) => each.add),
    ...data,
    ...(data.length > 0 ? ['SET CONSTRAINTS ALL IMMEDIATE;'] : []),
    ...created.flatMap((table) => tightenLater(way, table)),
    ...columns.flatMap((each) => each.tighten),
    ...columns.flatMap((each) => each.remove),
    ...dropped.map((table) => `DROP TABLE ${q(way.nameOf(table))};`).reverse(),
    ...constraints.flatMap((each) => each.add),
    ...constraints.flatMap((each) => each.addKeys),
    ...created.flatMap(foreignKeys),
    ...functions.after,
    ...made,
    ...comments(way),
  ];
  return { statements, gaps: way.gaps, late: way.late };
}

/** What goes on the way back gives away its values first, and is gone before others get rows because of it. */
function dataStatements(way: Way): Statements {
  const { kinds, isBack } = way;
  const carry = (isEarly: boolean) =>
    way.carried
      .filter(({ table }) => (isBack && kinds.emptied.has(way.nameOf(table))) === isEarly)
      .map(({ sql }) => sql(way.namesBetween));
  return [
    ...carry(true),
    ...(isBack ? kinds.deletes : []),
    ...kinds.inserts,
    ...carry(false),
    ...way.respelled,
    ...(isBack ? [] : kinds.excluded),
    ...kinds.updates,
  ];
}

function renameStatements(way: Way): Statements {
  const tables = ordered(
    way.from.tables.map((table) => ({ from: table.name, to: way.nameOf(table) })),
    way.from.tables.map(({ name }) => name),
  );
  for (const [a, b] of way.pairs) if (a.name !== b.name) way.altered.add(b.name);
  const statements = tables.map(({ from, to }) => `ALTER TABLE ${q(from)} RENAME TO ${q(to)};`);
  for (const [a, b] of way.pairs) {
    const columns = ordered(
      a.columns
        .filter((column) => !way.goesEarly(a, column))
        .map((column) => ({ from: column.name, to: way.columnName(a, column) })),
      a.columns.map(({ name }) => name),
    );
    if (columns.length > 0) way.altered.add(b.name);
    statements.push(...columns.map(({ from, to }) => `ALTER TABLE ${q(b.name)} RENAME COLUMN ${q(from)} TO ${q(to)};`));
  }
  return statements;
}
