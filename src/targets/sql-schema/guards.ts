/**
 * What holds across tables. A condition of a column sees its own row only; what a subclass says about an inherited
 * column, and how many references a list has, is checked by triggers.
 */

import { type Choice, type DomainClass, type Field, isReference, type ReferenceField } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';
import { conditions } from './conditions.ts';
import type { Functions } from './functions.ts';
import { claim, identifier } from './identifiers.ts';
import { constraintOf, declared, isOwn, meetingOf } from './queries.ts';

/** The table of a list of references. */
export interface Join {
  readonly table: string;
  /** The column of the row that has the list. */
  readonly source: string;
  readonly target: string;
}

/** Where the parts of a model are in its tables. */
export interface Layout {
  tableOf(cls: DomainClass): string;
  /** The column of a field, in the table of its owner. */
  columnOf(field: Field): string;
  joinOf(field: Field): Join;
  /** Names that are taken among the constraints of a table. */
  constraintsOf(table: string): NameScope;
}

/** A condition on the rows of a class, with the columns of its own table and of those of its superclasses. */
export interface Rule {
  readonly name: string;
  /** What the condition is told of. */
  readonly table: string;
  readonly column: string;
  readonly sql: string;
}

export interface Trigger {
  readonly name: string;
  readonly table: string;
  /** `INSERT OR UPDATE OF id` */
  readonly events: string;
}

/** Other rows than that of the event which may break a rule by it. */
export interface Affected {
  readonly table: string;
  /** The event, where the table has triggers for others, too. */
  readonly event?: string;
  /** An array of the `id`s of rows of the class, made of OLD and NEW. */
  readonly ids: string;
}

/** A function with all rules for the rows of a class, and the triggers that call it. */
export interface Guard {
  readonly function: string;
  readonly table: string;
  /** Tables of superclasses. */
  readonly joined: readonly string[];
  readonly rules: readonly Rule[];
  readonly affected: readonly Affected[];
  readonly triggers: readonly Trigger[];
  /** Checked at the end of the transaction, because rows that refer to each other cannot all come first. */
  readonly deferred: boolean;
}

/** Whether a field is stored in a table of its own. */
export function isListOfReferences(field: Field): field is ReferenceField {
  return isReference(field) && field.cardinality === 'many';
}

/**
 * What must be checked of the instances of a class, if there is anything.
 *
 * @param others classes that have no instance in common with it, but rows of a superclass
 * @param claimFunction gives a free name for a function
 */
export function planGuard(
  cls: DomainClass,
  others: Iterable<DomainClass>,
  layout: Layout,
  functions: Functions,
  claimFunction: (name: string) => string,
): Guard | undefined {
  const guard = new GuardDraft(cls, layout);
  for (const field of cls.fields.filter(isListOfReferences)) guard.count(field);
  for (const field of cls.refinements) guard.refine(field, functions);
  for (const choice of cls.choices) guard.choose(choice);
  for (const other of others) guard.exclude(other);
  return guard.finish(claimFunction);
}

class GuardDraft {
  readonly #class: DomainClass;
  readonly #layout: Layout;
  readonly #table: string;
  readonly #joined = new Set<string>();
  readonly #rules: Rule[] = [];
  /** Columns whose change may break a rule, by table. */
  readonly #watched = new Map<string, Set<string>>();
  readonly #joins = new Map<string, Join>();
  /** Queries for the rows that refer to a row, by the table whose row goes. */
  readonly #referring = new Map<string, Set<string>>();
  #deferred = false;

  constructor(cls: DomainClass, layout: Layout) {
    this.#class = cls;
    this.#layout = layout;
    this.#table = layout.tableOf(cls);
  }

  /** How many references a list has. */
  count(field: Field): void {
    const { minItems: least, maxItems: most } = field;
    if (!least && most === undefined) return;
    const bounds = least ? (most === undefined ? `>= ${least}` : `BETWEEN ${least} AND ${most}`) : `<= ${most}`;
    this.#overList(field, 'size', (items) => `(SELECT count(*) ${items}) ${bounds}`);
  }

  /** What the class adds to an inherited field. */
  refine(field: Field, functions: Functions): void {
    const base = field.refines ?? field;
    if (isListOfReferences(field)) this.#refineList(field, base);
    else this.#refineColumn(field, base, functions);
  }

  #refineList(field: ReferenceField, base: Field): void {
    if (field.absent) {
      this.#overList(field, 'absent', (items) => `NOT EXISTS (SELECT ${items})`);
      return;
    }
    if (field.minItems !== base.minItems || field.maxItems !== base.maxItems) this.count(field);
    const { source, target } = this.#joinOf(field);
    if (field.irreflexive && !base.irreflexive) {
      const isItself = `_item.${identifier(target)} = _item.${identifier(source)}`;
      this.#overList(field, 'irreflexive', (items) => `NOT EXISTS (SELECT ${items} AND ${isItself})`);
    }
    if (isReference(base) && field.type.target !== base.type.target) {
      const { table } = this.#joinOf(field);
      const referred = this.#referredRow(field.type.target, `_item.${identifier(target)}`);
      this.#overList(field, 'reference', (items) => `NOT EXISTS (SELECT ${items} AND NOT ${referred})`);
      this.#whenGone(
        field.type.target,
        `SELECT _item.${identifier(source)} FROM ${identifier(table)} AS _item WHERE _item.${identifier(target)} = OLD.id`,
      );
    }
  }

  #refineColumn(field: Field, base: Field, functions: Functions): void {
    const place = this.#column(field);
    if (field.absent) {
      const isEmpty = field.cardinality === 'many' ? `cardinality(${place.sql}) = 0` : `${place.sql} IS NULL`;
      this.#add(field, 'absent', isEmpty);
      return;
    }
    if (base.cardinality === 'optional' && field.cardinality === 'one') this.#add(field, 'required', `${place.sql} IS NOT NULL`);
    const inherited = new Set(conditions(base, place, functions).map(({ sql }) => sql));
    for (const { about, sql } of conditions(field, place, functions)) {
      if (!inherited.has(sql)) this.#add(field, about, sql);
    }
    if (isReference(field) && isReference(base) && field.type.target !== base.type.target) {
      const isThere = this.#referredRow(field.type.target, place.sql);
      this.#add(field, 'reference', field.cardinality === 'one' ? isThere : `${place.sql} IS NULL OR ${isThere}`);
      const owner = identifier(this.#layout.tableOf(declared(field).owner));
      const column = identifier(this.#layout.columnOf(declared(field)));
      this.#whenGone(field.type.target, `SELECT _row.id FROM ${owner} AS _row WHERE _row.${column} = OLD.id`);
      this.#deferred = true;
    }
  }

  /** Alternatives of which some are inherited; if all are the class's own, a condition of its table says so. */
  choose(choice: Choice): void {
    if (isOwn(this.#class, choice)) return;
    const columns = choice.fields.map((field) => this.#column(field).sql);
    const first = declared(choice.fields[0] as Field);
    this.#rules.push({
      name: this.#ruleName(constraintOf(choice)),
      table: this.#layout.tableOf(first.owner),
      column: this.#layout.columnOf(first),
      sql: `num_nonnulls(${columns.join(', ')}) ${choice.required ? '=' : '<='} 1`,
    });
  }

  /** A class whose instances are none of this one. */
  exclude(other: DomainClass): void {
    const meeting = meetingOf(this.#class, other);
    // Whoever checks the other class at the same time waits for the row that they share.
    if (meeting.kind === 'superclass') this.#joined.add(this.#layout.tableOf(meeting.class));
    const table = this.#layout.tableOf(other);
    this.#rules.push({
      name: this.#ruleName(`not_${table}`),
      table: this.#table,
      column: 'id',
      sql: `NOT ${this.#rowOf(other, `${identifier(this.#table)}.id`)}`,
    });
  }

  finish(claimFunction: (name: string) => string): Guard | undefined {
    if (this.#rules.length === 0) return undefined;
    const name = claimFunction(`check_${this.#table}`);
    const triggers: Trigger[] = [];
    const add = (table: string, events: string) =>
      triggers.push({ name: claim(this.#layout.constraintsOf(table), name), table, events });
    const own = ['id', ...(this.#watched.get(this.#table) ?? [])];
    add(this.#table, `INSERT OR UPDATE OF ${own.map(identifier).join(', ')}`);
    for (const [table, columns] of this.#watched) {
      if (table !== this.#table) add(table, `UPDATE OF ${[...columns].map(identifier).join(', ')}`);
    }
    for (const table of this.#joins.keys()) add(table, 'INSERT OR UPDATE OR DELETE');
    for (const table of this.#referring.keys()) add(table, 'DELETE');
    return {
      function: name,
      table: this.#table,
      joined: [...this.#joined],
      rules: this.#rules,
      affected: [
        ...[...this.#joins.values()].map(({ table, source }) => ({
          table,
          ids: `ARRAY[OLD.${identifier(source)}, NEW.${identifier(source)}]`,
        })),
        ...[...this.#referring].map(([table, queries]) => ({
          table,
          event: 'DELETE',
          ids: `ARRAY(${[...queries].join(' UNION ALL ')})`,
        })),
      ],
      triggers,
      deferred: this.#deferred,
    };
  }

  #add(field: Field, about: string, sql: string): void {
    const base = declared(field);
    const column = this.#layout.columnOf(base);
    this.#rules.push({
      name: this.#ruleName(`${column}_${about}`),
      table: this.#layout.tableOf(base.owner),
      column,
      sql,
    });
  }

  /** @param condition made of what follows SELECT in a query for the pairs of a row */
  #overList(field: Field, about: string, condition: (items: string) => string): void {
    const join = this.#joinOf(field);
    const items = `FROM ${identifier(join.table)} AS _item WHERE _item.${identifier(join.source)} = ${identifier(this.#table)}.id`;
    this.#rules.push({
      name: this.#ruleName(`${join.target.replace(/_id$/, '')}_${about}`),
      table: join.table,
      column: join.target,
      sql: condition(items),
    });
    this.#joins.set(join.table, join);
    this.#deferred = true;
  }

  #joinOf(field: Field): Join {
    return this.#layout.joinOf(declared(field));
  }

  /** The column of a field, which is watched from now on. */
  #column(field: Field): { readonly sql: string; readonly id: string } {
    const base = declared(field);
    const table = this.#layout.tableOf(base.owner);
    const column = this.#layout.columnOf(base);
    if (table !== this.#table) this.#joined.add(table);
    const watched = this.#watched.get(table);
    if (watched) watched.add(column);
    else this.#watched.set(table, new Set([column]));
    return { sql: `${identifier(table)}.${identifier(column)}`, id: `${identifier(table)}.id` };
  }

  #rowOf(cls: DomainClass, id: string, lock = ''): string {
    return `EXISTS (SELECT FROM ${identifier(this.#layout.tableOf(cls))} AS _other WHERE _other.id = ${id}${lock})`;
  }

  /** The row that a reference leads to stays as long as the transaction lasts: a foreign key locks it likewise. */
  #referredRow(cls: DomainClass, id: string): string {
    return this.#rowOf(cls, id, ' FOR KEY SHARE');
  }

  #whenGone(cls: DomainClass, query: string): void {
    const table = this.#layout.tableOf(cls);
    const queries = this.#referring.get(table);
    if (queries) queries.add(query);
    else this.#referring.set(table, new Set([query]));
  }

  #ruleName(name: string): string {
    return claim(this.#layout.constraintsOf(this.#table), `${this.#table}_${name}`);
  }
}
