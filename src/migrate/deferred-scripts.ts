/**
 * Writes the parts of a migration that need scripts of their own, so that no table is locked for long: values for existing rows,
 * indexes that are built while others write, and the validation of existing rows. A new `NOT NULL` becomes
 * `ADD CONSTRAINT … CHECK (title IS NOT NULL) NOT VALID` in one script, `VALIDATE CONSTRAINT …` in the next.
 */

import {
  type ColumnState,
  type ConstraintState,
  type IndexState,
  identifier as quote,
  type SchemaState,
  type TableState,
  type TriggerState,
} from '../targets/sql-schema/index.ts';
import { KEPT_SCHEMA, keptName, keptSchema } from './leftovers.ts';
import type { StateMatch } from './match.ts';

export interface RequiredColumn {
  readonly table: TableState;
  readonly column: ColumnState;
  /** For rows without a value; absent if all rows have one by then. */
  readonly fill?: {
    /** An expression; NULL if the user has to write one. */
    readonly value: string;
    /** Whether the missing values were also missing in the old state: then the down script sets them to null again. */
    readonly isExisting: boolean;
  };
}

/** A constraint of an existing table that is not validated for all rows yet. */
export interface UnvalidatedConstraint {
  readonly table: TableState;
  readonly constraint: ConstraintState;
}

export interface DeferredIndex {
  readonly table: TableState;
  readonly index: IndexState;
  /** The constraint that uses the index, if it is unique. */
  readonly constraint?: ConstraintState;
}

/** A foreign key that gets ON DELETE CASCADE. */
export interface DeferredCascade {
  readonly table: TableState;
  readonly constraint: ConstraintState;
  /** Its definition until then, with new names. */
  readonly previous: string;
}

export interface DeferredChanges {
  readonly required: readonly RequiredColumn[];
  readonly unvalidated: readonly UnvalidatedConstraint[];
  readonly indexes: readonly DeferredIndex[];
  readonly cascades: readonly DeferredCascade[];
  /** Triggers that delete rows in place of ON DELETE SET NULL. */
  readonly deletionTriggers: readonly TriggerState[];
}

/** The statements of a script and of its down script. */
export interface UpAndDown {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Returns the index of a key, which can be built before it becomes the key; undefined for other constraints. */
export function indexOf({ name, sql }: ConstraintState): IndexState | undefined {
  const columns = /^UNIQUE (\([^()]*\))$/.exec(sql)?.[1];
  return columns === undefined ? undefined : { name, sql: columns };
}

/** Returns the check that replaces NOT NULL until all rows are validated. With it, SET NOT NULL does not scan the table again. */
export function requiredCheck({ columns }: TableState, { name }: ColumnState): ConstraintState {
  const columnId = name.length > 46 ? columns.findIndex((each) => each.name === name) : name;
  return { name: `codegen_required_${columnId}`, sql: `CHECK (${quote(name)} IS NOT NULL)` };
}

/**
 * Returns the state of a database before the deferred scripts.
 *
 * @param state the state after them
 * @param match from the first state to that one
 */
export function stateWithoutDeferred(
  state: SchemaState,
  match: StateMatch,
  deferred: DeferredChanges,
): { readonly state: SchemaState; readonly match: StateMatch } {
  const indexes = new Set(deferred.indexes.map(({ index }) => index));
  const keys = new Set(deferred.indexes.map(({ constraint }) => constraint));
  const previousKeys = new Map(
    deferred.cascades.map(({ constraint, previous }) => [constraint, { ...constraint, sql: previous }]),
  );
  const required = new Map(deferred.required.map((each) => [each.column, each]));
  const [tables, columns] = [new Map<TableState, TableState>(), new Map<ColumnState, ColumnState>()];
  for (const table of state.tables) {
    const checks = table.columns.flatMap((column) => {
      const found = required.get(column);
      return found && !found.fill ? [requiredCheck(table, column)] : [];
    });
    for (const column of table.columns) {
      const { notNull: _, ...nullable } = column;
      columns.set(column, required.has(column) ? nullable : column);
    }
    tables.set(table, {
      ...table,
      columns: table.columns.map((column) => columns.get(column) ?? column),
      constraints: [
        ...table.constraints.filter((each) => !keys.has(each)).map((each) => previousKeys.get(each) ?? each),
        ...checks,
      ],
      ...(table.indexes && { indexes: table.indexes.filter((each) => !indexes.has(each)) }),
    });
  }
  return {
    state: {
      ...state,
      tables: state.tables.map((table) => tables.get(table) ?? table),
      triggers: state.triggers.filter((trigger) => !deferred.deletionTriggers.includes(trigger)),
    },
    match: {
      tables: new Map([...match.tables].map(([a, b]) => [a, tables.get(b) ?? b])),
      columns: new Map([...match.columns].map(([a, b]) => [a, columns.get(b) ?? b])),
    },
  };
}

/**
 * Returns the statements that fill in missing values. They lock only these rows. The next script requires values of new rows:
 * a lock on the table in this transaction could be a deadlock with a writer that waits for one of the rows.
 *
 * @param number number of the migration, which names what it keeps
 */
export function fillScript({ required }: DeferredChanges, number: string): UpAndDown {
  const [up, down]: [string[], string[]] = [[], []];
  let isStored = false;
  for (const { table, column, fill } of required) {
    if (!fill) continue;
    const [name, of] = [quote(table.name), quote(column.name)];
    const backup = `${quote(KEPT_SCHEMA)}.${quote(keptName(number, `${table.name}_${column.name}`))}`;
    if (fill.isExisting) {
      isStored = true;
      up.push('-- Records the rows without a value, so that the down file can set them to NULL again.');
      up.push(`CREATE TABLE ${backup} AS SELECT id FROM ${name} WHERE ${of} IS NULL;`);
      down.push(`UPDATE ${name} SET ${of} = NULL WHERE id IN (SELECT id FROM ${backup});`, `DROP TABLE ${backup};`);
    }
    const update = `UPDATE ${name} SET ${of} = ${fill.value} WHERE ${of} IS NULL;`;
    up.push(fill.value === 'NULL' ? manualUpdate(table.name, column.name, update) : update);
  }
  if (up.length === 0) return { up, down };
  const schema = isStored ? [keptSchema] : [];
  return { up: [...schema, ...up, 'SET CONSTRAINTS ALL IMMEDIATE;'], down };
}

/** Returns the statements that require values of new rows, after existing rows have them. */
export function requireScript({ required }: DeferredChanges): UpAndDown {
  const checks = required.flatMap(({ table, column, fill }) => (fill ? [{ table, ...requiredCheck(table, column) }] : []));
  return {
    up: checks.map(({ table, name, sql }) => `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)} ${sql} NOT VALID;`),
    down: checks.map(({ table, name }) => `ALTER TABLE ${quote(table.name)} DROP CONSTRAINT ${quote(name)};`),
  };
}

/** Returns a statement that the user completes, and a check that stops the migration until then. */
function manualUpdate(table: string, column: string, update: string): string {
  return [
    `-- Fill in: existing rows of ${table} need a value for ${column}, in place of NULL.`,
    update,
    'DO $$ BEGIN',
    `    IF EXISTS (SELECT FROM ${quote(table)} WHERE ${quote(column)} IS NULL) THEN`,
    `        RAISE not_null_violation USING MESSAGE = 'rows of ${escapeName(table)} have no ${escapeName(column)}: fill them in this migration', TABLE = ${nameLiteral(table)}, COLUMN = ${nameLiteral(column)};`,
    '    END IF;',
    'END $$;',
  ].join('\n');
}

const escapeName = (name: string): string => name.replaceAll("'", "''").replaceAll('%', '%%').replaceAll('$', '');
const nameLiteral = (name: string): string => `'${escapeName(name)}'`;

/** Returns the query for values that violate a key. A key ignores NULL. */
function duplicatesQuery({ name }: TableState, { sql }: IndexState): string {
  const columns = sql.slice(1, -1);
  return `SELECT ${columns}, count(*) FROM ${quote(name)} WHERE ${columns.includes(',') ? sql : columns} IS NOT NULL GROUP BY ${columns} HAVING count(*) > 1;`;
}

/** Returns the statements that build an index while others read and write. They run in no transaction, so they are a script. */
export function indexScript({ table, index, constraint }: DeferredIndex): UpAndDown {
  const unique = constraint ? 'UNIQUE ' : '';
  return {
    up: [
      ...(constraint ? [`-- What there is several times: ${duplicatesQuery(table, index)}`] : []),
      `CREATE ${unique}INDEX CONCURRENTLY ${quote(index.name)} ON ${quote(table.name)} ${index.sql};`,
    ],
    down: [`DROP INDEX CONCURRENTLY ${quote(index.name)};`],
  };
}

/** Returns the statements for foreign keys and triggers by which deletions delete more rows. The next script validates the keys. */
export function cascadeScript({ cascades, deletionTriggers }: DeferredChanges): UpAndDown {
  const replaceKey = ({ table, constraint: { name } }: DeferredCascade, sql: string) => [
    `ALTER TABLE ${quote(table.name)} DROP CONSTRAINT ${quote(name)};`,
    `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)} ${sql} NOT VALID;`,
  ];
  return {
    up: [
      ...cascades.flatMap((each) => [cascadeComment(each), ...replaceKey(each, each.constraint.sql)]),
      ...deletionTriggers.flatMap(({ sql }) => [
        '-- Deleting a row now also deletes the instances that require it. Before, PostgreSQL rejected the deletion.',
        sql,
      ]),
    ],
    down: [
      ...deletionTriggers.map(({ name, table }) => `DROP TRIGGER ${quote(name)} ON ${quote(table)};`),
      ...cascades.flatMap((each) => [
        ...replaceKey(each, each.previous),
        `ALTER TABLE ${quote(each.table.name)} VALIDATE CONSTRAINT ${quote(each.constraint.name)};`,
      ]),
    ],
  };
}

function cascadeComment({ table, constraint, previous }: DeferredCascade): string {
  const columns = /^FOREIGN KEY \((.*?)\)/.exec(previous)?.[1] ?? '';
  const effect = previous.includes(' ON DELETE SET NULL')
    ? `PostgreSQL set ${columns} to NULL`
    : 'PostgreSQL rejected the deletion';
  return `-- Deleting a row of ${constraint.references} now also deletes the rows of ${table.name} that refer to it. Before, ${effect}.`;
}

/** Returns the statements that validate all rows while others read and write, and that make keys of unique indexes. */
export function checkScript({ required, unvalidated, indexes }: DeferredChanges): UpAndDown {
  const up: string[] = [];
  const down: string[] = [];
  for (const { table, constraint } of unvalidated) {
    const alter = `ALTER TABLE ${quote(table.name)}`;
    const condition = /^CHECK \((.*)\)$/s.exec(constraint.sql)?.[1];
    if (condition !== undefined && !condition.includes('\n'))
      up.push(`-- Rows that break it: SELECT * FROM ${quote(table.name)} WHERE NOT (${condition});`);
    up.push(`${alter} VALIDATE CONSTRAINT ${quote(constraint.name)};`);
    down.push(
      `${alter} DROP CONSTRAINT ${quote(constraint.name)};`,
      `${alter} ADD CONSTRAINT ${quote(constraint.name)} ${constraint.sql} NOT VALID;`,
    );
  }
  const checks = required.map(({ table, column }) => ({ table, column, check: requiredCheck(table, column) }));
  for (const { table, check } of checks) up.push(`ALTER TABLE ${quote(table.name)} VALIDATE CONSTRAINT ${quote(check.name)};`);
  // Statements that lock a table come last, when nothing is left to validate.
  for (const { table, column, check } of checks) {
    const alter = `ALTER TABLE ${quote(table.name)}`;
    up.push(`${alter} ALTER COLUMN ${quote(column.name)} SET NOT NULL;`, `${alter} DROP CONSTRAINT ${quote(check.name)};`);
    down.push(
      `${alter} ADD CONSTRAINT ${quote(check.name)} ${check.sql} NOT VALID;`,
      `${alter} ALTER COLUMN ${quote(column.name)} DROP NOT NULL;`,
    );
  }
  for (const { table, index, constraint } of indexes) {
    if (!constraint) continue;
    const alter = `ALTER TABLE ${quote(table.name)}`;
    up.push(`${alter} ADD CONSTRAINT ${quote(constraint.name)} UNIQUE USING INDEX ${quote(index.name)};`);
    down.push(
      `${alter} DROP CONSTRAINT ${quote(constraint.name)};`,
      `CREATE UNIQUE INDEX ${quote(index.name)} ON ${quote(table.name)} ${index.sql};`,
    );
  }
  return { up, down };
}
