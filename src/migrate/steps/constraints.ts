/** Adds, renames and drops the constraints and indexes of a table that both states have. */

import { type ConstraintState, type IndexState, identifier as quote, type TableState } from '../../targets/sql-schema/index.ts';
import { indexOf } from '../deferred-scripts.ts';
import { orderRenames, type Rename, temporaryName } from '../renames.ts';
import { renameTokens } from '../tokens.ts';
import { dropConstraint, isForeignKey, type MigrationBuilder, mentionsColumn, type Statements } from './migration-builder.ts';

/** Returns the definition of an old constraint with all names of the new state. */
function newDefinition(builder: MigrationBuilder, table: TableState, { sql, references }: ConstraintState): string {
  const names = builder.names(table);
  if (references === undefined) return renameTokens(sql, names, builder.functionNames());
  const [columns = '', ...ending] = sql.split(' REFERENCES ');
  const target = builder.from.tables.find(({ name }) => name === references);
  const newTarget = target && builder.match.tables.get(target);
  const action = ending.join(' REFERENCES ').slice(quote(references).length);
  const renamed = target ? renameTokens(action, builder.names(target), new Map()) : action;
  return `${renameTokens(columns, names, new Map())} REFERENCES ${quote(newTarget?.name ?? references)}${renamed}`;
}

/**
 * Returns the statements for the constraints and indexes of a table in both states. Unchanged ones are renamed if their names
 * differ; those that use a replaced function are created again.
 */
export function constraintSteps(
  builder: MigrationBuilder,
  oldTable: TableState,
  newTable: TableState,
): {
  readonly dropKeys: string[];
  readonly drop: string[];
  readonly rename: string[];
  /** Of indexes: their names are unique in the schema. */
  readonly renameIndexes: readonly ObjectRename[];
  readonly add: string[];
  readonly addKeys: string[];
} {
  const usesReplacedFunction = (sql: string) => [...builder.functions.replaced].some((name) => sql.includes(`${quote(name)}(`));
  const hasStableParts = (sql: string) =>
    !usesReplacedFunction(sql) && !(builder.hierarchies.tables.has(newTable.name) && /^FOREIGN KEY \(id\b/.test(sql));
  const canKeep = (sql: string) =>
    hasStableParts(sql) &&
    !builder.isRetyped(oldTable, sql) &&
    !namesRecreatedColumn(builder, oldTable, sql) &&
    !namesReplacedColumn(builder, oldTable, newTable, sql);
  const added = new Map(newTable.constraints.map((constraint) => [constraint.sql, constraint]));
  const [dropped, renames]: [ConstraintState[], Rename[]] = [[], []];
  const indexed = indexSteps(builder, oldTable, newTable);
  const renameIndexes = [...indexed.renames];
  const validations: string[] = [];
  const alter = `ALTER TABLE ${quote(newTable.name)}`;
  const renameConstraint = ({ from, to }: Rename) => `${alter} RENAME CONSTRAINT ${quote(from)} TO ${quote(to)};`;
  for (const constraint of oldTable.constraints) {
    const sql = newDefinition(builder, oldTable, constraint);
    const counterpart = added.get(sql);
    if (counterpart && canKeep(constraint.sql)) {
      added.delete(sql);
      const rename = { from: constraint.name, to: counterpart.name };
      if (/^(PRIMARY KEY|UNIQUE)/.test(sql)) renameIndexes.push({ ...rename, statement: renameConstraint });
      else renames.push(rename);
      if (builder.unvalidated.has(constraint)) validations.push(validate(newTable, counterpart));
      continue;
    }
    const cascade = !builder.isDown && canKeep(constraint.sql) && cascadeOf(sql, added.values());
    if (cascade) {
      added.delete(cascade.sql);
      renames.push({ from: constraint.name, to: cascade.name });
      builder.deferred.cascades.push({ table: newTable, constraint: cascade, previous: sql });
      builder.deferred.unvalidated.push({ table: newTable, constraint: cascade });
    } else dropped.push(constraint);
  }
  const remainingNames = oldTable.constraints.filter((each) => !dropped.includes(each)).map(({ name }) => name);
  // Neither views nor triggers depend on a CHECK.
  if ([...dropped, ...added.values()].some(({ sql }) => !sql.startsWith('CHECK'))) builder.altered.add(newTable.name);
  const [otherConstraints, foreignKeys] = [
    [...added.values()].filter((each) => !isForeignKey(each)),
    [...added.values()].filter(isForeignKey),
  ];
  return {
    dropKeys: dropped.filter(isForeignKey).map(({ name }) => dropConstraint(oldTable.name, name)),
    drop: [
      ...dropped.filter((each) => !isForeignKey(each)).map(({ name }) => dropConstraint(oldTable.name, name)),
      ...indexed.drop,
    ],
    rename: orderRenames(renames, remainingNames).map(renameConstraint),
    renameIndexes,
    add: [...otherConstraints.flatMap((each) => addConstraint(builder, newTable, each)), ...indexed.add],
    addKeys: [...foreignKeys.flatMap((each) => addConstraint(builder, newTable, each)), ...validations],
  };
}

/** Returns the foreign key that differs from another one only in ON DELETE CASCADE. Until then, programs rely on the old action. */
function cascadeOf(sql: string, added: Iterable<ConstraintState>): ConstraintState | undefined {
  const withoutAction = (key: string) => key.replace(/ ON DELETE (CASCADE|SET NULL|RESTRICT)/, '');
  return [...added].find(
    (each) => isForeignKey(each) && each.sql.includes(' ON DELETE CASCADE') && withoutAction(each.sql) === withoutAction(sql),
  );
}

/** Returns whether a constraint or an index names a column that is dropped and whose name another column gets: it is dropped, too. */
function namesReplacedColumn(builder: MigrationBuilder, oldTable: TableState, newTable: TableState, sql: string): boolean {
  const droppedColumns = oldTable.columns.filter((column) => !builder.match.columns.has(column) && mentionsColumn(sql, column));
  return droppedColumns.some(({ name }) => newTable.columns.some((column) => column.name === name));
}

/** Returns whether a constraint or an index names a generated column that is dropped and added again. */
function namesRecreatedColumn(builder: MigrationBuilder, table: TableState, sql: string): boolean {
  return table.columns.some((column) => mentionsColumn(sql, column) && builder.isRecreated(table, column));
}

/** A rename, and the function that returns its statement. */
export interface ObjectRename extends Rename {
  readonly statement: (rename: Rename) => string;
}

/** Returns the renames of objects whose names are unique in the schema, in an order in which each new name is free. */
export function orderedRenameStatements(renames: readonly ObjectRename[]): Statements {
  const statements = new Map(renames.map(({ from, statement }) => [from, statement]));
  const steps = orderRenames(
    renames,
    renames.map(({ from }) => from),
  );
  return steps.flatMap((step) => {
    const statement = statements.get(step.from);
    if (!statement) return [];
    statements.set(step.to, statement);
    return statement(step);
  });
}

/** Renames the keys and indexes of a table that is dropped at the end: other objects may need their names before. */
export function temporaryRenames(builder: MigrationBuilder, table: TableState): readonly ObjectRename[] {
  const keysOf = ({ constraints }: TableState) => constraints.filter(({ sql }) => /^(PRIMARY KEY|UNIQUE)/.test(sql));
  const used = new Set(builder.to.tables.flatMap((each) => [...keysOf(each), ...(each.indexes ?? [])].map(({ name }) => name)));
  const temporaryRename = ({ name }: { readonly name: string }) => ({ from: name, to: temporaryName(name, used) });
  const renameKey = ({ from, to }: Rename) =>
    `ALTER TABLE ${quote(builder.nameOf(table))} RENAME CONSTRAINT ${quote(from)} TO ${quote(to)};`;
  return [
    ...keysOf(table).map((key) => ({ ...temporaryRename(key), statement: renameKey })),
    ...(table.indexes ?? []).map((index) => ({ ...temporaryRename(index), statement: renameIndex })),
  ];
}

const renameIndex = ({ from, to }: Rename): string => `ALTER INDEX ${quote(from)} RENAME TO ${quote(to)};`;

interface IndexSteps {
  readonly drop: string[];
  readonly renames: readonly ObjectRename[];
  readonly add: string[];
}

function indexSteps(builder: MigrationBuilder, oldTable: TableState, newTable: TableState): IndexSteps {
  const added = new Map((newTable.indexes ?? []).map((index) => [index.sql, index]));
  const drop: string[] = [];
  const renames: ObjectRename[] = [];
  for (const index of oldTable.indexes ?? []) {
    const sql = renameTokens(index.sql, builder.names(oldTable), new Map());
    const counterpart = added.get(sql);
    const isKept =
      !namesRecreatedColumn(builder, oldTable, index.sql) && !namesReplacedColumn(builder, oldTable, newTable, index.sql);
    if (counterpart && isKept) {
      renames.push({ from: index.name, to: counterpart.name, statement: renameIndex });
      added.delete(sql);
    } else drop.push(`DROP INDEX ${quote(index.name)};`);
  }
  return { drop, renames, add: addedIndexes(builder, newTable, [...added.values()]) };
}

function addedIndexes(builder: MigrationBuilder, table: TableState, indexes: readonly IndexState[]): string[] {
  if (builder.isDown) return indexes.map(({ name, sql }) => `CREATE INDEX ${quote(name)} ON ${quote(table.name)} ${sql};`);
  builder.deferred.indexes.push(...indexes.map((index) => ({ table, index })));
  return [];
}

/** Adds a constraint for new rows; existing rows are validated without blocking writers (PostgreSQL manual, ALTER TABLE). */
function addConstraint(builder: MigrationBuilder, table: TableState, constraint: ConstraintState): Statements {
  const add = `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(constraint.name)} ${constraint.sql}`;
  const index = builder.isDown || isReferencedKey(builder, table, constraint) ? undefined : indexOf(constraint);
  if (index) {
    builder.deferred.indexes.push({ table, index, constraint });
    return [];
  }
  if (!/^(CHECK|FOREIGN KEY)/.test(constraint.sql)) return [`${add};`];
  if (builder.isDown) return [`${add} NOT VALID;`, validate(table, constraint)];
  builder.deferred.unvalidated.push({ table, constraint });
  return [`${add} NOT VALID;`];
}

/** Returns whether a foreign key references the columns of a key, which must exist first. */
function isReferencedKey(builder: MigrationBuilder, { name }: TableState, { sql }: ConstraintState): boolean {
  const referenceText = `REFERENCES ${quote(name)} ${sql.replace(/^UNIQUE /, '')}`;
  return builder.to.tables.some(({ constraints }) => constraints.some((each) => each.sql.includes(referenceText)));
}

function validate(table: TableState, { name }: ConstraintState): string {
  return `ALTER TABLE ${quote(table.name)} VALIDATE CONSTRAINT ${quote(name)};`;
}
