import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import type { Element, Spelling } from '../target.ts';
import { identifier } from './identifiers.ts';
import { declared } from './queries.ts';
import { type Column, planSchema, type Table } from './schema.ts';

/** The file that creates the tables of a model. */
export function schemaPath(model: DomainModel): string {
  return `001_create_${model.name}_schema.sql`;
}

/** Where the schema declares an element: a table, or a column. An enumeration is no more than the condition of a column. */
export function spelling(element: Element, model: DomainModel): Spelling | undefined {
  if (element.kind === 'enumeration') return undefined;
  const tables = tablesOf(model);
  const path = schemaPath(model);
  if (element.kind === 'class') {
    const table = tables.get(element.class);
    return table && { path, name: identifier(table.name), declaration: createTable(table) };
  }
  const field = declared(element.field);
  const join = tables.get(field);
  const table = join ?? tables.get(field.owner);
  const column = join ? join.columns.at(-1) : table?.columns.find((c) => c.field === field);
  if (!table || !column) return undefined;
  return {
    path,
    name: `${identifier(table.name)}.${identifier(column.name)}`,
    type: typeOf(column),
    declaration: `${identifier(column.name)} ${column.type}`,
    scope: createTable(table),
  };
}

function createTable({ name }: Table): string {
  return `CREATE TABLE ${identifier(name)} (`;
}

function typeOf({ type, notNull }: Column): string {
  return notNull ? `${type} NOT NULL` : type;
}

const planned = new WeakMap<DomainModel, ReadonlyMap<DomainClass | Field, Table>>();

/** The tables of a model by what they hold; planned once, because a model is asked about again and again. */
function tablesOf(model: DomainModel): ReadonlyMap<DomainClass | Field, Table> {
  let tables = planned.get(model);
  if (!tables) {
    const all = planSchema(model).groups.flat();
    tables = new Map(all.map((table): [DomainClass | Field, Table] => [table.of, table]));
    planned.set(model, tables);
  }
  return tables;
}
