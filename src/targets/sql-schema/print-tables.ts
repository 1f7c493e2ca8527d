/** Prints tables with their indexes, comments and foreign keys. */

import { type Lines, marked } from '../text/index.ts';
import { indented, withSeparators } from './formatting.ts';
import { identifier, literal } from './identifiers.ts';
import type { Column, ForeignKey, Table, TableConstraint } from './plan.ts';
import { isClass } from './queries.ts';

/**
 * Yields the statements that create a table, its indexes and its comments. Marks link each line to the class or field that it
 * comes from.
 */
export function* tableStatements(table: Table): Iterable<Lines> {
  const { of: source, columns } = table;
  const name = identifier(table.name);
  const columnLines = withSeparators(definitions(table)).map((line, i) => markedColumn(table, columns[i], line));
  const createTable = [`CREATE TABLE ${name} (`, indented(columnLines), ');'];
  // A class table is the declaration of its class. In a join table, one column is the declaration of a field.
  yield isClass(source) ? marked({ element: { kind: 'class', class: source }, name }, createTable) : createTable;
  yield createIndexes(table);
  const tableComment = commentOnTable(table);
  yield [
    isClass(source) ? marked({ element: { kind: 'class', class: source } }, tableComment) : tableComment,
    commentsOnColumns(table).map((line, i) => {
      const field = columns[i]?.field;
      return field ? marked({ element: { kind: 'field', class: isClass(source) ? source : field.owner, field } }, line) : line;
    }),
  ];
}

function markedColumn({ of, columns, name: table }: Table, column: Column | undefined, line: string): Lines {
  if (!column) return line;
  // The second column of a join table refers to the targets of the field.
  const field = column.field ?? (isClass(of) || column !== columns[1] ? undefined : of);
  if (!field) return line;
  const name = `${identifier(table)}.${identifier(column.name)}`;
  const type = column.notNull ? `${column.type} NOT NULL` : column.type;
  return marked({ element: { kind: 'field', class: isClass(of) ? of : field.owner, field }, name, type }, line);
}

/** Returns the definitions between the parentheses: first the columns, then table constraints. */
function definitions(table: Table): string[] {
  const { columns, primaryKey, foreignKeys, constraints } = table;
  const inlineKeys = inlineForeignKeys(foreignKeys);
  const lines = columns.map((column) => columnDefinition(table, column, inlineKeys?.get(column.name)));
  if (primaryKey.length > 0) lines.push(`PRIMARY KEY (${primaryKey.map(identifier).join(', ')})`);
  for (const key of foreignKeys) {
    if (key.later || inlineKeys?.get(key.columns[0] as string) === key) continue;
    lines.push(`${constraintPrefix(table, key)}FOREIGN KEY (${key.columns.map(identifier).join(', ')}) ${referencesClause(key)}`);
  }
  for (const { name, sql } of constraints) lines.push(`CONSTRAINT ${identifier(name)} ${sql}`);
  return lines;
}

/** Returns the foreign keys to print in column definitions: those of one column that begins no other foreign key. */
function inlineForeignKeys(keys: readonly ForeignKey[]): ReadonlyMap<string, ForeignKey> | undefined {
  if (keys.length === 0) return undefined;
  const keyByColumn = new Map<string, ForeignKey>();
  const excludedColumns = new Set<string>();
  for (const key of keys) {
    const [column = '', another] = key.columns;
    if (keyByColumn.has(column) || excludedColumns.has(column)) {
      keyByColumn.delete(column);
      excludedColumns.add(column);
    } else if (key.later || another !== undefined) excludedColumns.add(column);
    else keyByColumn.set(column, key);
  }
  return keyByColumn;
}

/** Returns `CONSTRAINT name ` for a foreign key; empty if PostgreSQL generates the same name. */
function constraintPrefix(table: Table, { name, columns }: ForeignKey): string {
  return name === `${table.name}_${columns.join('_')}_fkey` ? '' : `CONSTRAINT ${identifier(name)} `;
}

function columnDefinition(table: Table, column: Column, reference: ForeignKey | undefined): string {
  const { generated, unique, check } = column;
  let sql = `${identifier(column.name)} ${column.type}`;
  if (generated !== undefined) sql += ` GENERATED ALWAYS AS (${generated}) STORED`;
  if (column.primaryKey) sql += ' PRIMARY KEY';
  else if (column.notNull) sql += ' NOT NULL';
  if (column.default !== undefined) sql += ` DEFAULT ${column.default}`;
  if (unique !== undefined) sql += ` CONSTRAINT ${identifier(unique)} UNIQUE`;
  if (check !== undefined) sql += ` ${columnCheck(table, column, check)}`;
  if (reference !== undefined) sql += ` ${constraintPrefix(table, reference)}${referencesClause(reference)}`;
  return sql;
}

/** Returns the CHECK of a column; without its name if PostgreSQL generates the same one. */
function columnCheck(table: Table, column: Column, { name, sql }: TableConstraint): string {
  return name === `${table.name}_${column.name}_check` ? sql : `CONSTRAINT ${identifier(name)} ${sql}`;
}

/** Returns the REFERENCES clause of a foreign key with its actions, for a column or a table. */
export function referencesClause({ table, targets, onDelete, deferred }: ForeignKey): string {
  const action = onDelete === undefined ? '' : ` ON DELETE ${onDelete}`;
  const columns = targets.map(identifier).join(', ');
  return `REFERENCES ${identifier(table)} (${columns})${action}${deferred ? ' DEFERRABLE INITIALLY DEFERRED' : ''}`;
}

function createIndexes({ name: table, indexes }: Table): string[] {
  return indexes.map(({ name, column, descending }) => {
    return `CREATE INDEX ${identifier(name)} ON ${identifier(table)} (${identifier(column)}${descending ? ' DESC' : ''});`;
  });
}

function commentOnTable({ name, comment }: Table): string | undefined {
  return comment === undefined ? undefined : `COMMENT ON TABLE ${identifier(name)} IS ${literal(comment)};`;
}

function commentsOnColumns({ name, columns }: Table): (string | undefined)[] {
  const table = identifier(name);
  return columns.map(({ name: column, comment }) => {
    return comment === undefined ? undefined : `COMMENT ON COLUMN ${table}.${identifier(column)} IS ${literal(comment)};`;
  });
}

/** Returns the ALTER TABLE statement of a foreign key (`later`) whose referenced table is created after its own. */
export function addForeignKey(table: Table, key: ForeignKey): Lines {
  return [
    `ALTER TABLE ${identifier(table.name)}`,
    indented([
      `ADD CONSTRAINT ${identifier(key.name)} FOREIGN KEY (${key.columns.map(identifier).join(', ')})`,
      `${referencesClause(key)};`,
    ]),
  ];
}
