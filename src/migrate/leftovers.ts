/**
 * Keeps columns and tables that only the old state has, such as `posts.subtitle` after `ex:subtitle` is deleted. The intermediate
 * state is the new one with these leftovers, without constraints and triggers that could reject writes of new programs. A second
 * migration moves them to the schema `codegen_kept`.
 */

import {
  type ColumnState,
  type ConstraintState,
  type IndexState,
  isListTable,
  literal,
  identifier as quote,
  type SchemaState,
  shortenName,
  type TableState,
  type TriggerState,
} from '../targets/sql-schema/index.ts';
import { isLossy } from './conversions.ts';
import type { StateMatch } from './match.ts';
import { LEFTOVER_PREFIX, type MovedValues, movedValues } from './moved-values.ts';

/** A column or a table that the new state does not have. */
export interface Leftover {
  /** With its name in the intermediate state. */
  readonly table: TableState;
  readonly column?: ColumnState;
  readonly oldName: string;
}

/** Returns the old names of leftovers, because users do not know their names in the intermediate state. */
export function leftoverNames(leftovers: readonly Leftover[]): readonly string[] {
  return leftovers.map(({ table, column, oldName }) => (column ? `${table.name}.${oldName}` : oldName));
}

/** Describes leftovers for messages: the names of those without a new column, and the changed types of the others. */
export function leftoverDescriptions(leftovers: readonly Leftover[]): {
  readonly removed: readonly string[];
  readonly retyped: readonly string[];
} {
  const [removed, retyped]: [string[], string[]] = [[], []];
  for (const { table, column, oldName } of leftovers) {
    const newColumn = column && table.columns.find((each) => each !== column && each.name === oldName);
    if (newColumn) retyped.push(`${table.name}.${oldName} changes from ${column.type} to ${newColumn.type}`);
    else removed.push(column ? `${table.name}.${oldName}` : oldName);
  }
  return { removed, retyped };
}

export interface IntermediateState {
  readonly state: SchemaState;
  /** From the old state to the intermediate one. */
  readonly match: StateMatch;
  readonly leftovers: readonly Leftover[];
}

/**
 * Returns the new state with the columns and tables that only the old state has, so that no value is lost.
 *
 * @param renameIri returns the IRI in the new state for one of the old
 */
export function intermediateState(
  oldState: SchemaState,
  newState: SchemaState,
  match: StateMatch,
  renameIri: (iri: string) => string,
): IntermediateState {
  const columns = new Map([...match.columns].filter(([oldColumn, newColumn]) => !isLossy(oldColumn, newColumn)));
  const tables = new Map(match.tables);
  const moves = movedValues(oldState, newState, { tables, columns }, renameIri);
  const leftovers: Leftover[] = [];
  const names = new Set(newState.tables.map(({ name }) => name));
  const unmatched = oldState.tables.filter((table) => !tables.has(table) && !isFullyCopied(moves, table));
  const newNames = new Map([
    ...[...tables].map(([a, b]) => [a.name, b.name] as const),
    ...unmatched.map(({ name }) => [name, freeName(name, names)] as const),
  ]);
  const usedIndexes = new Set(newState.tables.flatMap(({ indexes = [] }) => indexes.map(({ name }) => name)));
  /** Returns the foreign keys and indexes of leftover columns that can stay, because the names in them do. */
  const stableParts = (table: TableState, leftoverColumns: readonly ColumnState[], keepsKey: RegExp): DependentParts => {
    const { constraints, indexes } = dependentParts(table, leftoverColumns);
    return {
      constraints: constraints.filter(
        ({ sql, references }) => keepsKey.test(sql) && references !== undefined && newNames.get(references) === references,
      ),
      indexes: indexes.filter(({ name }) => !usedIndexes.has(name)),
    };
  };
  /** Tables with leftover columns, by the table of the new state. */
  const extendedTables = new Map<TableState, TableState>();
  for (const [oldTable, newTable] of tables) {
    const columnNames = new Set(newTable.columns.map(({ name }) => name));
    const added: { readonly column: ColumnState; readonly oldName: string }[] = [];
    for (const column of oldTable.columns) {
      if (columns.has(column) || !isWrittenByUsers(column) || isFullyCopied(moves, oldTable, column)) continue;
      const leftover = leftoverColumn(column, columnNames);
      added.push({ column: leftover, oldName: column.name });
      columns.set(column, leftover);
    }
    if (added.length === 0) continue;
    // A foreign key that deletes rows would delete those of new programs.
    const unrenamed = added.filter(({ column, oldName }) => column.name === oldName).map(({ column }) => column);
    const { constraints, indexes } = stableParts(oldTable, unrenamed, / ON DELETE SET NULL/);
    const extended = {
      ...newTable,
      columns: [...newTable.columns, ...added.map(({ column }) => column)],
      constraints: [...newTable.constraints, ...constraints],
      ...((newTable.indexes || indexes.length > 0) && { indexes: [...(newTable.indexes ?? []), ...indexes] }),
    };
    extendedTables.set(newTable, extended);
    tables.set(oldTable, extended);
    leftovers.push(...added.map((each) => ({ table: extended, ...each })));
  }
  const leftoverTables = unmatched.map((table) => {
    const references = table.columns.filter(
      ({ of, generated }) => generated === undefined && (of !== 'id' || isListTable(table)),
    );
    const parts = stableParts(table, references, / ON DELETE (CASCADE|SET NULL)/);
    const leftover = leftoverTable(table, newNames.get(table.name) ?? table.name, parts);
    tables.set(table, leftover);
    for (const column of table.columns) {
      const leftoverColumn = leftover.columns.find(({ name }) => name === column.name);
      if (leftoverColumn) columns.set(column, leftoverColumn);
    }
    leftovers.push({ table: leftover, oldName: table.name });
    return leftover;
  });
  return {
    state: { ...newState, tables: [...newState.tables.map((table) => extendedTables.get(table) ?? table), ...leftoverTables] },
    match: { tables, columns },
    leftovers,
  };
}

/** Returns whether users write the values of a column: `of` is the IRI of its property, not `id` or `kind`. */
export function isWrittenByUsers({ of, generated }: ColumnState): boolean {
  return of !== undefined && of !== 'id' && of !== 'kind' && generated === undefined;
}

/** Returns whether all values are copied: the rows to the table of a superclass, or the references to a list. */
function isFullyCopied(moves: readonly MovedValues[], table: TableState, column?: ColumnState): boolean {
  return moves.some((move) => move.table === table && move.column === column && move.isComplete);
}

function leftoverColumn(column: ColumnState, names: Set<string>): ColumnState {
  const name = freeName(column.name, names);
  return {
    name,
    of: `${LEFTOVER_PREFIX}${column.of ?? ''}`,
    type: column.type,
    ...(column.alternative !== undefined && { alternative: column.alternative }),
  };
}

interface DependentParts {
  readonly constraints: readonly ConstraintState[];
  readonly indexes: readonly IndexState[];
}

/** Returns the foreign keys and indexes that consist of one of the given columns. */
function dependentParts({ constraints, indexes = [] }: TableState, columns: readonly ColumnState[]): DependentParts {
  const names = columns.map(({ name }) => quote(name));
  return {
    constraints: constraints.filter(({ sql }) => names.some((name) => sql.startsWith(`FOREIGN KEY (${name}) `))),
    indexes: indexes.filter(({ sql }) => names.some((name) => sql === `(${name})` || sql === `(${name} DESC)`)),
  };
}

function leftoverTable(table: TableState, name: string, { constraints, indexes }: DependentParts): TableState {
  return {
    name,
    of: `${LEFTOVER_PREFIX}${table.of}`,
    ...(table.from !== undefined && { from: table.from }),
    ...(table.alternative !== undefined && { alternative: table.alternative }),
    columns: table.columns.filter(({ generated }) => generated === undefined).map(({ comment: _, ...column }) => column),
    constraints: [
      ...table.constraints
        .filter(({ sql }) => sql.startsWith('PRIMARY KEY'))
        .map((key) => ({ ...key, name: shortenName(`${name}_pkey`) })),
      ...constraints,
    ],
    ...(indexes.length > 0 && { indexes }),
  };
}

function freeName(name: string, names: Set<string>): string {
  let candidate = name;
  for (let suffix = 1; names.has(candidate); suffix++)
    candidate = `${name.slice(0, 50)}_before${suffix === 1 ? '' : `_${suffix}`}`;
  names.add(candidate);
  return candidate;
}

/** The schema for tables and values that migrations remove. */
export const KEPT_SCHEMA = 'codegen_kept';

/**
 * Creates this schema if it does not exist. `CREATE SCHEMA IF NOT EXISTS` requires the right to create schemas in any case, so
 * it fails for a role without this right, even if the schema exists.
 */
export const keptSchema = `DO $$
BEGIN
    IF to_regnamespace(${literal(KEPT_SCHEMA)}) IS NULL THEN
        CREATE SCHEMA ${quote(KEPT_SCHEMA)};
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE insufficient_privilege USING MESSAGE = format('%I may not create the schema ${KEPT_SCHEMA}', current_user),
        HINT = format('CREATE SCHEMA ${KEPT_SCHEMA} AUTHORIZATION %I;', current_user);
END
$$;`;

/**
 * Returns the name of a table in this schema.
 *
 * @param number number of the migration
 * @param description distinguishes the table from others that the migration keeps
 */
export function keptName(number: string, description: string): string {
  return shortenName(`m${number}_${description}`);
}

/**
 * Returns the statements that remove leftovers, and those that restore them.
 *
 * @param triggers the triggers that the tables have meanwhile
 * @param number number of the migration, which names what it keeps
 */
export function contractionStatements(
  leftovers: readonly Leftover[],
  triggers: readonly TriggerState[],
  number: string,
): { readonly up: readonly string[]; readonly down: readonly string[] } {
  const up: string[] = [];
  const down: string[] = [];
  const downKeys: string[] = [];
  for (const { table, column } of leftovers) {
    const { constraints, indexes } = dependentParts(table, column ? [column] : table.columns);
    downKeys.push(
      ...constraints.flatMap(({ name, sql }) => [
        `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)} ${sql} NOT VALID;`,
        `ALTER TABLE ${quote(table.name)} VALIDATE CONSTRAINT ${quote(name)};`,
      ]),
      ...indexes.map(({ name, sql }) => `CREATE INDEX ${quote(name)} ON ${quote(table.name)} ${sql};`),
    );
    const keptTable = keptName(number, `${table.name}${column ? `_${column.name}` : ''}`);
    const backup = `${quote(KEPT_SCHEMA)}.${quote(keptTable)}`;
    if (column) {
      up.push(
        `CREATE TABLE ${backup} AS SELECT id, ${quote(column.name)} FROM ${quote(table.name)} WHERE ${quote(column.name)} IS NOT NULL;`,
        `ALTER TABLE ${quote(table.name)} DROP COLUMN ${quote(column.name)};`,
      );
      // A restored value is no update, so times such as updated_at do not change.
      const timestamps = triggers.filter((each) => each.table === table.name && each.name.startsWith('touch_'));
      const setTriggers = (status: string) =>
        timestamps.map(({ name }) => `ALTER TABLE ${quote(table.name)} ${status} TRIGGER ${quote(name)};`);
      down.push(
        `ALTER TABLE ${quote(table.name)} ADD COLUMN ${quote(column.name)} ${column.type};`,
        ...setTriggers('DISABLE'),
        `UPDATE ${quote(table.name)} SET ${quote(column.name)} = _kept.${quote(column.name)} FROM ${backup} AS _kept WHERE _kept.id = ${quote(table.name)}.id;`,
        ...(timestamps.length > 0 ? ['SET CONSTRAINTS ALL IMMEDIATE;'] : []),
        ...setTriggers('ENABLE'),
        `DROP TABLE ${backup};`,
      );
      continue;
    }
    // A primary key has an index, whose name is unique in the schema.
    const keys = table.constraints
      .filter((each) => !constraints.includes(each))
      .map(({ name }) => [name, keptName(number, name)] as const);
    up.push(
      ...constraints.map(({ name }) => `ALTER TABLE ${quote(table.name)} DROP CONSTRAINT ${quote(name)};`),
      ...indexes.map(({ name }) => `DROP INDEX ${quote(name)};`),
      ...keys.map(([name, keptKey]) => `ALTER TABLE ${quote(table.name)} RENAME CONSTRAINT ${quote(name)} TO ${quote(keptKey)};`),
      `ALTER TABLE ${quote(table.name)} RENAME TO ${quote(keptTable)};`,
      `ALTER TABLE ${quote(keptTable)} SET SCHEMA ${quote(KEPT_SCHEMA)};`,
    );
    down.push(
      `DO $$ BEGIN EXECUTE format('ALTER TABLE ${KEPT_SCHEMA}.%I SET SCHEMA %I', ${literal(keptTable)}, current_schema()); END $$;`,
      `ALTER TABLE ${quote(keptTable)} RENAME TO ${quote(table.name)};`,
      ...keys.map(([name, keptKey]) => `ALTER TABLE ${quote(table.name)} RENAME CONSTRAINT ${quote(keptKey)} TO ${quote(name)};`),
    );
  }
  return { up: up.length === 0 ? [] : [keptSchema, ...up], down: [...down, ...downKeys] };
}
