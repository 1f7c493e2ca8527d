/** Writes the SQL statements of the service that read and write the instances of a class: `INSERT INTO posts (id, title) …`. */

import type { DomainClass, Field, ReferenceField, Relation } from '../../model/index.ts';
import { identifiers } from '../../targets/rust-models/index.ts';
import { type Column, identifier, type Schema, type Table, type View } from '../../targets/sql-schema/index.ts';
import { type Binding, bindingOf } from './bindings.ts';

export interface Statement {
  readonly name: string;
  readonly sql: readonly string[];
}

/** The rows that an instance has in one table. */
export interface Rows {
  readonly insert: Statement;
  readonly update: readonly Statement[];
  /** The name of the function that binds their parameters. */
  readonly bind: string;
  /** The Rust expressions of the parameters, for an instance called `value`. */
  readonly binds: readonly string[];
}

/** Names of tables, views and join tables, by the elements of the model that they store. */
export class Storage {
  readonly #tables = new Map<DomainClass, Table>();
  readonly #views = new Map<DomainClass, View>();
  readonly #joins = new Map<Field, Table>();
  readonly #tablesOfFields = new Map<Field, Table>();

  /** The tables with constraints that PostgreSQL checks at the end of the transaction. */
  readonly #deferred: ReadonlySet<string>;

  constructor({ groups, views, guards }: Schema) {
    this.#deferred = new Set([
      ...groups.flat().flatMap(({ name, foreignKeys }) => (foreignKeys.some(({ deferred }) => deferred) ? [name] : [])),
      ...guards.flatMap(({ deferred, triggers }) => (deferred ? triggers.map(({ table }) => table) : [])),
    ]);
    for (const table of groups.flat()) {
      if ('owner' in table.of) this.#joins.set(table.of, table);
      else this.#tables.set(table.of, table);
      for (const { field } of table.columns) if (field) this.#tablesOfFields.set(field, table);
    }
    for (const view of views) this.#views.set(view.of, view);
  }

  table(cls: DomainClass): Table {
    return this.#tables.get(cls) as Table;
  }

  /** Returns whether a constraint of the class's own table is checked at the end of the transaction. */
  isDeferred(cls: DomainClass): boolean {
    return this.#deferred.has(this.table(cls).name);
  }

  /** Returns the tables with rows of an instance: those of the superclasses first. */
  tables(cls: DomainClass): readonly Table[] {
    // A class has more ancestors than each of its superclasses.
    return [...cls.ancestors, cls].sort((a, b) => a.ancestors.length - b.ancestors.length).map((one) => this.table(one));
  }

  /** Returns the tables of the most general superclasses, or that of the class. */
  roots(cls: DomainClass): readonly Table[] {
    return [...cls.ancestors, cls].filter(({ parents }) => parents.length === 0).map((one) => this.table(one));
  }

  join(field: Field): Table {
    return this.#joins.get(declared(field)) as Table;
  }

  /** Returns the lists of references to some classes whose constraints PostgreSQL checks at the end of the transaction. */
  boundedLists(targets: readonly DomainClass[]): readonly ReferenceField[] {
    return [...this.#joins].flatMap(([field, { name }]) => {
      return field.type.kind === 'reference' && targets.includes(field.type.target) && this.#deferred.has(name)
        ? [field as ReferenceField]
        : [];
    });
  }

  /** Returns the table or view with all columns of a class, and its column of each field. */
  relation(cls: DomainClass): { readonly name: string; readonly columnOf: (field: Field) => string } {
    const view = this.#views.get(cls);
    const columns = view?.columns ?? this.table(cls).columns;
    const named = new Map<Field | undefined, string>(columns.map(({ field, name }) => [field && declared(field), name]));
    return { name: view?.name ?? this.table(cls).name, columnOf: (field) => named.get(declared(field)) ?? field.name };
  }
}

/** Returns the field that a narrowed field comes from. */
function declared(field: Field): Field {
  return field.refines ? declared(field.refines) : field;
}

export const isListOfReferences = ({ type, cardinality }: Field): boolean => type.kind === 'reference' && cardinality === 'many';

/** PostgreSQL truncates longer names, so the models expect them truncated, too. */
const columnName = (name: string): string => Buffer.from(name).subarray(0, 63).toString().replaceAll('\ufffd', '');

/** Returns the statement that selects the members of a class; a condition and an order may follow it. */
export function selectStatement(cls: DomainClass, storage: Storage): readonly string[] {
  return [...wrapped('SELECT', selectedColumns(cls, storage)), `FROM ${identifier(storage.relation(cls).name)}`];
}

/** Returns the expressions of the members of a class, for `SELECT` and `RETURNING`. */
function selectedColumns(cls: DomainClass, storage: Storage): readonly string[] {
  const { name, columnOf } = storage.relation(cls);
  return cls.allFields.map((field) => {
    const as = identifier(columnName(field.name));
    if (!isListOfReferences(field)) {
      const column = identifier(columnOf(field));
      return column === as ? column : `${column} AS ${as}`;
    }
    const { owner, target, table } = joinOf(field, storage);
    return `ARRAY(SELECT ${target} FROM ${table} WHERE ${owner} = ${identifier(name)}.id ORDER BY ${target}) AS ${as}`;
  });
}

function joinOf(field: Field, storage: Storage) {
  const { name, columns } = storage.join(field);
  const [owner, target] = columns.map((column) => identifier(column.name));
  return { table: identifier(name), owner: owner as string, target: target as string };
}

/** Returns the rows of an instance, those of the superclasses first. */
export function rowsOf(cls: DomainClass, storage: Storage): readonly Rows[] {
  const member = memberOf(cls);
  const rows = storage.tables(cls).map((table): Rows => {
    // The parameters of both statements are the same.
    const columns = written(table);
    const bindings = columns.map((column) => member(column.field));
    const names = columns.map(({ name }) => identifier(name));
    const values = bindings.map(({ sql }, index) => sql(`$${index + 1}`));
    const id = columns.findIndex(({ field }) => field === undefined || field.type.kind === 'id');
    const assignments = names.flatMap((name, i) => {
      return i === id || columns[i]?.field?.discriminator ? [] : [`${name} = ${values[i]}`];
    });
    // The class of a row never changes; as a condition, its parameter is used, too.
    const kinds = names.flatMap((name, i) => (columns[i]?.field?.discriminator ? [` AND ${name} = ${values[i]}`] : []));
    const update = {
      name: `UPDATE_${constantName(table.name)}`,
      sql: [
        ...wrapped(`UPDATE ${identifier(table.name)} SET`, assignments),
        `WHERE ${names[id]} = ${values[id]}${kinds.join('')}`,
      ],
    };
    return {
      insert: {
        name: `INSERT_INTO_${constantName(table.name)}`,
        sql: [...wrapped(`INSERT INTO ${identifier(table.name)} (`, names, ')'), ...wrapped('VALUES (', values, ')')],
      },
      update: assignments.length > 0 ? [update] : [],
      bind: `bind_${constantName(table.name).toLowerCase()}`,
      binds: bindings.map(({ rust }) => rust),
    };
  });
  const lists = listsOf(cls).map((field) => listRows(field, storage, member(field)));
  return hasOneRow(cls, storage) ? rows.map((row) => returning(row, cls, storage)) : [...rows, ...lists];
}

/** Returns whether an instance is one row of one table, which one statement inserts and returns. */
export const hasOneRow = (cls: DomainClass, storage: Storage): boolean =>
  storage.tables(cls).length === 1 && listsOf(cls).length === 0 && storage.relation(cls).name === storage.table(cls).name;

/** Adds to the insertion of a row that it returns the members of the instance. */
function returning(row: Rows, cls: DomainClass, storage: Storage): Rows {
  const { name, sql } = row.insert;
  return { ...row, insert: { name, sql: [...sql, ...wrapped('RETURNING', selectedColumns(cls, storage))] } };
}

function listRows(field: Field, storage: Storage, { rust }: Binding): Rows {
  const { table, owner, target } = joinOf(field, storage);
  const name = constantName(storage.join(field).name);
  const insert = {
    name: `ADD_TO_${name}`,
    sql: [
      `INSERT INTO ${table} (${owner}, ${target})`,
      'SELECT $1, unnest($2::uuid[])',
      `ON CONFLICT (${owner}, ${target}) DO NOTHING`,
    ],
  };
  const remove = {
    name: `REMOVE_FROM_${name}`,
    sql: [`DELETE FROM ${table} WHERE ${owner} = $1 AND ${target} <> ALL($2)`],
  };
  return { insert, update: [remove, insert], bind: `bind_${name.toLowerCase()}`, binds: ['value.id', rust] };
}

const listsOf = ({ allFields }: DomainClass): readonly ReferenceField[] =>
  allFields.filter((field): field is ReferenceField => isListOfReferences(field));

/** Returns the columns that a statement writes. */
const written = ({ columns }: Table): readonly Column[] => columns.filter(({ generated }) => generated === undefined);

/** Returns a function from a column's field to the binding of its member; a column without a field has the id. */
function memberOf(cls: DomainClass): (field: Field | undefined) => Binding {
  const identifierOf = identifiers(cls.allFields.map(({ name }) => name));
  const byName = new Map(cls.allFields.map((field) => [field.name, field]));
  return (field) => {
    if (field === undefined) return { sql: (parameter) => parameter, rust: 'value.id' };
    const own = byName.get(field.name) ?? field;
    return bindingOf(own, `value.${identifierOf(own.name)}`);
  };
}

/** Returns the SQL before and after the id of an instance, in a condition on the rows of its related instances. */
export function listCondition({ field, holder, target }: Relation, storage: Storage): readonly [before: string, after: string] {
  if (!isListOfReferences(field)) return [`${identifier(storage.relation(target).columnOf(field))} = `, ''];
  const { owner, target: other, table } = joinOf(field, storage);
  const [shown, given] = holder === 'source' ? [other, owner] : [owner, other];
  return [`id IN (SELECT ${shown} FROM ${table} WHERE ${given} = `, ')'];
}

/** Returns the statement that finds the related instances of several instances, whose ids are `$1`, if these hold no ids of them. */
export function rowsStatement({ field, target }: Relation, storage: Storage): string {
  const { name, columnOf } = storage.relation(target);
  const join = isListOfReferences(field) ? joinOf(field, storage) : undefined;
  const [from, owner, id] = join ? [join.table, join.target, join.owner] : [identifier(name), identifier(columnOf(field)), 'id'];
  return `SELECT ${owner}, ${id} FROM ${from} WHERE ${owner} = ANY($1) ORDER BY ${id}`;
}

/** Returns statements that lock the instances whose lists have bounds and refer to an instance of a class, whose id is `$1`. */
export function lockStatements(cls: DomainClass, storage: Storage): readonly string[] {
  return storage.boundedLists([cls, ...cls.ancestors]).flatMap((field) => {
    const { owner, target, table } = joinOf(field, storage);
    return storage.roots(field.owner).map(({ name }) => {
      const ids = `SELECT ${owner} FROM ${table} WHERE ${target} = $1`;
      return `SELECT id FROM ${identifier(name)} WHERE id IN (${ids}) ORDER BY id FOR UPDATE`;
    });
  });
}

const constantName = (table: string): string => table.toUpperCase().replace(/[^A-Z0-9_]/g, '_');

/** Maximum length of a line of SQL, with its indentation. */
const LINE_WIDTH = 92;

/** Prints a list after a clause, on as many lines as it needs. */
function wrapped(clause: string, items: readonly string[], end = ''): readonly string[] {
  const lines: string[] = [];
  const isOpen = clause.endsWith('(');
  let line = clause;
  for (const [index, item] of items.entries()) {
    const piece = `${item}${index < items.length - 1 ? ',' : end}`;
    const isFirst = index === 0 && isOpen;
    if (line.length + 1 + piece.length > LINE_WIDTH && line.trim() !== '') {
      lines.push(line);
      line = `    ${piece}`;
    } else {
      line = `${line}${isFirst ? '' : ' '}${piece}`;
    }
  }
  return [...lines, line];
}
