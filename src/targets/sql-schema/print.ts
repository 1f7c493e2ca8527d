/** From tables to text. */

import type { DomainModel } from '../../model/index.ts';
import { indent, type Lines, separated, text } from '../text/index.ts';
import { identifier, literal } from './identifiers.ts';
import { type Column, type LaterForeignKey, planSchema, type Reference, type Schema, type Table } from './schema.ts';

const INDENT = '    ';

/**
 * The statements that create a schema. There is no BEGIN or COMMIT among them: migration tools run
 * a file in a transaction of their own.
 */
export function printSchema(schema: Schema): Lines {
  return separated([
    ...schema.groups.flat().flatMap((table) => [createTable(table), createIndexes(table), comments(table)]),
    schema.laterForeignKeys.length > 0 && '-- References within cycles, to tables that did not exist yet.',
    ...schema.laterForeignKeys.map(addForeignKey),
  ]);
}

/**
 * The statements that drop what `sqlSchema` creates for the same model, the last created first. Tables that refer
 * to each other go in one statement, so that nothing else is dropped with them as CASCADE would do.
 */
export function dropSchema(model: DomainModel): string {
  const groups = planSchema(model).groups.map((group) => group.map((table) => identifier(table.name)).reverse());
  return text(
    groups
      .reverse()
      .map((names) =>
        names.length === 1
          ? `DROP TABLE IF EXISTS ${names[0]};`
          : ['DROP TABLE IF EXISTS', indent(`${listed(names).join('\n')};`, INDENT)],
      ),
  );
}

function createTable(table: Table): Lines {
  const keys = table.primaryKey.length > 0 ? [`PRIMARY KEY (${table.primaryKey.map(identifier).join(', ')})`] : [];
  const severalParents = table.columns
    .filter(({ references }) => references.length > 1)
    .flatMap(({ name, references }) => references.map((to) => `FOREIGN KEY (${identifier(name)}) ${referencesClause(to)}`));
  const parts = [...table.columns.map(columnDefinition), ...keys, ...severalParents];
  return [`CREATE TABLE ${identifier(table.name)} (`, indent(listed(parts), INDENT), ');'];
}

function columnDefinition(column: Column): string {
  const [reference, another] = column.references;
  return [
    identifier(column.name),
    column.type,
    column.primaryKey ? 'PRIMARY KEY' : column.notNull && 'NOT NULL',
    column.default !== undefined && `DEFAULT ${column.default}`,
    column.unique !== undefined && `CONSTRAINT ${identifier(column.unique)} UNIQUE`,
    column.checks.length > 0 && `CHECK (${column.checks.join(' AND ')})`,
    reference !== undefined && another === undefined && referencesClause(reference),
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function referencesClause({ table, onDelete }: Reference): string {
  return `REFERENCES ${identifier(table)} (id) ON DELETE ${onDelete}`;
}

function createIndexes(table: Table): Lines {
  return table.indexes.map(
    ({ name, column, descending }) =>
      `CREATE INDEX ${identifier(name)} ON ${identifier(table.name)} (${identifier(column)}${descending ? ' DESC' : ''});`,
  );
}

function comments(table: Table): Lines {
  const name = identifier(table.name);
  return [
    table.doc !== undefined && `COMMENT ON TABLE ${name} IS ${literal(table.doc)};`,
    ...table.columns.map(
      ({ name: column, field }) =>
        field?.doc !== undefined && `COMMENT ON COLUMN ${name}.${identifier(column)} IS ${literal(field.doc)};`,
    ),
  ];
}

function addForeignKey(key: LaterForeignKey): Lines {
  return [
    `ALTER TABLE ${identifier(key.table)}`,
    `${INDENT}ADD CONSTRAINT ${identifier(key.name)} FOREIGN KEY (${identifier(key.column)})`,
    `${INDENT}${referencesClause(key.reference)}${key.deferred ? ' DEFERRABLE INITIALLY DEFERRED' : ''};`,
  ];
}

/** The parts of a list, with commas between them. */
function listed(parts: readonly string[]): string[] {
  return parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part));
}
