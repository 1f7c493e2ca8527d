/**
 * What holds across tables. A condition of a column sees its own row only; what a subclass says about an inherited
 * column, and how many references a list has, is checked by triggers.
 */

import {
  type Choice,
  type Demand,
  type DomainClass,
  demandsOfField,
  type Field,
  isReference,
  type ReferenceField,
  type Total,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Place, Site } from './answers.ts';
import { type Condition, conditionsOf, type Piece } from './conditions.ts';
import type { Functions } from './functions.ts';
import { discriminatorOf, narrowsTarget, rootsOf } from './hierarchy.ts';
import { claim, claimConstraint, identifier } from './identifiers.ts';
import type { Join, Layout } from './layout.ts';
import { constraintOf, declared, isListOfReferences, isOwn } from './queries.ts';

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
  /** Called once for all rows of a statement, which cannot be put off to the end of the transaction. */
  readonly statement?: true;
}

/** Other rows than that of the event which may break a rule by it. */
export interface Affected {
  readonly table: string;
  /** The event, where the table has triggers for others, too. */
  readonly event?: string;
  /** An array of the `id`s of rows of the class, made of OLD and NEW. */
  readonly ids: string;
}

/** Rows that a rule asks for. */
export interface Kept {
  readonly table: string;
  /** A query for their `id`s. */
  readonly query: string;
}

/** A function with all rules for the rows of a class, and the triggers that call it. */
export interface Guard {
  readonly function: string;
  readonly table: string;
  /** Tables of superclasses. */
  readonly joined: readonly string[];
  readonly rules: readonly Rule[];
  /** The columns of the table whose change may break a rule. */
  readonly watched: readonly string[];
  readonly affected: readonly Affected[];
  /**
   * The tables in which every instance has a row, whatever else it is. Whoever checks writes these rows first: who does so at
   * the same time waits, and sees what was written meanwhile, or fails where its transaction cannot see it (PostgreSQL
   * manual, section 13.2). To lock them would not do: under REPEATABLE READ that fails for nobody.
   */
  readonly anchors: readonly string[];
  /** Rows of other tables that must stay as they are, for the same reason. */
  readonly kept: readonly Kept[];
  readonly triggers: readonly Trigger[];
  /** Checked at the end of the transaction, because rows that refer to each other cannot all come first. */
  readonly deferred: boolean;
}

/**
 * What must be checked of the instances of a class, if there is anything.
 *
 * @param others classes that have no instance in common with it, but rows of a superclass
 * @param claimFunction gives a free name for a function
 */
export function planGuards(
  cls: DomainClass,
  others: ReadonlySet<DomainClass>,
  layout: Layout,
  functions: Functions,
  ledger: Ledger<Site, readonly Piece[]>,
  claimFunction: (name: string) => string,
): Guard[] {
  const { refinements, choices, totals } = cls;
  const hasLists = cls.fields.some(isListOfReferences);
  // Of most classes there is nothing.
  if (!hasLists && refinements.length + choices.length + totals.length + others.size === 0) return [];
  const lists = cls.fields.filter(isListOfReferences);
  const isTold = discriminatorOf(cls) !== undefined;
  const excluded = isTold ? [] : [...others];
  const guard = new GuardDraft(cls, layout, functions, ledger);
  for (const field of lists) guard.count(field);
  // Where a column tells the class of a row, a condition of that row's table says the rest.
  for (const field of refinements) if (!isTold || isListOfReferences(field)) guard.refine(field);
  for (const choice of choices) guard.choose(choice);
  for (const total of totals) guard.total(total);
  const exclusion = new GuardDraft(cls, layout, functions, ledger);
  for (const other of excluded) exclusion.exclude(other);
  const table = layout.tableOf(cls);
  const guards = [
    guard.finish(() => claimFunction(`check_${table}`)),
    exclusion.finish(() => claimFunction(`exclude_from_${table}`), 'of statements'),
  ];
  return guards.filter((found) => found !== undefined);
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
  readonly #kept: Kept[] = [];
  #deferred = false;

  readonly #functions: Functions;
  readonly #ledger: Ledger<Site, readonly Piece[]>;

  constructor(cls: DomainClass, layout: Layout, functions: Functions, ledger: Ledger<Site, readonly Piece[]>) {
    this.#class = cls;
    this.#layout = layout;
    this.#table = layout.tableOf(cls);
    this.#functions = functions;
    this.#ledger = ledger;
  }

  /** How many references a list has. */
  count(field: Field): void {
    const base = field.refines;
    const isNew = ({ sql }: Condition) => !base || !this.#conditions(base, 'whole').some((known) => known.sql === sql);
    for (const { about, sql } of this.#conditions(field, 'whole').filter(isNew)) this.#overList(field, about, sql);
  }

  /** What the class adds to an inherited field. */
  refine(field: Field): void {
    const base = field.refines ?? field;
    if (isListOfReferences(field)) this.#refineList(field, base);
    else this.#refineColumn(field, base);
  }

  #refineList(field: ReferenceField, base: Field): void {
    this.count(field);
    if (field.absent) return;
    const { source, target } = this.#joinOf(field);
    if (field.irreflexive && !base.irreflexive) {
      const pair: Place = { sql: `_item.${identifier(source)}`, id: `_item.${identifier(target)}` };
      const demand: Demand = { kind: 'irreflexive', class: this.#class, field };
      for (const { about, sql } of conditionsOf(
        this.#ledger.print(
          demand,
          this.#site(() => pair),
        ) ?? [],
      )) {
        this.#overList(field, about, `NOT EXISTS (SELECT ${this.#items(field)} AND NOT ${sql})`);
      }
    }
    if (narrowsTarget(field)) {
      const { table } = this.#joinOf(field);
      const referred = this.#rowOf(field.type.target, `_item.${identifier(target)}`);
      this.#overList(field, 'reference', `NOT EXISTS (SELECT ${this.#items(field)} AND NOT ${referred})`);
      const item = `FROM ${identifier(table)} AS _item WHERE _item`;
      this.#refer(field.type.target, {
        from: `SELECT _item.${identifier(source)} ${item}.${identifier(target)} = OLD.id`,
        to: `SELECT _item.${identifier(target)} ${item}.${identifier(source)} = ANY (_ids)`,
      });
    }
  }

  #refineColumn(field: Field, base: Field): void {
    const place = this.#column(field);
    if (base.cardinality === 'optional' && field.cardinality === 'one') this.#add(field, 'required', `${place.sql} IS NOT NULL`);
    const inherited = new Set(this.#conditions(base, 'all').map(({ sql }) => sql));
    for (const { about, sql } of this.#conditions(field, 'all')) {
      if (!inherited.has(sql)) this.#add(field, about, sql);
    }
    if (isReference(field) && narrowsTarget(field)) {
      const isThere = this.#rowOf(field.type.target, place.sql);
      this.#add(field, 'reference', field.cardinality === 'one' ? isThere : `${place.sql} IS NULL OR ${isThere}`);
      const owner = identifier(this.#layout.tableOf(declared(field).owner));
      const column = identifier(this.#layout.columnOf(declared(field)));
      this.#refer(field.type.target, {
        from: `SELECT _row.id FROM ${owner} AS _row WHERE _row.${column} = OLD.id`,
        to: `SELECT _row.${column} FROM ${owner} AS _row WHERE _row.id = ANY (_ids)`,
      });
      this.#deferred = true;
    }
  }

  /** Alternatives of which some are inherited; if all are the class's own, a condition of its table says so. */
  choose(choice: Choice): void {
    if (isOwn(this.#class, choice)) return;
    this.#overFields(constraintOf(choice), choice.fields, { kind: 'choice', class: this.#class, choice });
  }

  /** Values that are counted together; if all are in columns of the class's own, a condition of its table says so. */
  total(total: Total): void {
    if (isOwn(this.#class, total)) return;
    this.#overFields(`${total.name}_total`, total.fields, { kind: 'total', class: this.#class, total });
    for (const field of total.fields.filter(isListOfReferences)) {
      const join = this.#joinOf(field);
      this.#joins.set(join.table, join);
      this.#deferred = true;
    }
  }

  /** A rule over several fields, which is told of the first of them. */
  #overFields(name: string, fields: readonly Field[], demand: Demand): void {
    const all = conditionsOf(
      this.#ledger.print(
        demand,
        this.#site((field) => this.#column(field)),
      ) ?? [],
    );
    const first = fields[0] as Field;
    const base = declared(first);
    const [table, column] = isListOfReferences(first)
      ? [this.#joinOf(first).table, this.#joinOf(first).target]
      : [this.#layout.tableOf(base.owner), this.#layout.columnOf(base)];
    this.#rules.push({ name: this.#ruleName(name), table, column, sql: all.map(({ sql }) => sql).join(' AND ') });
  }

  /** What a field keeps to in the class, all of it or only as a whole. */
  #conditions(field: Field, which: 'all' | 'whole'): Condition[] {
    const { whole, each } = demandsOfField(this.#class, field);
    const site = this.#site((one) => this.#column(one));
    return conditionsOf([...whole, ...(which === 'all' ? each : [])].flatMap((demand) => this.#ledger.print(demand, site) ?? []));
  }

  #site(column: (field: Field) => Place): Site {
    return {
      functions: this.#functions,
      column,
      count: (field) => {
        if (isListOfReferences(field)) return `(SELECT count(*) ${this.#items(field)})`;
        const { sql } = column(field);
        return field.cardinality === 'many' ? `cardinality(${sql})` : `num_nonnulls(${sql})`;
      },
      storage: this.#layout.storage,
      hasRow: (cls) => this.#rowOf(cls, `${identifier(this.#table)}.id`),
    };
  }

  /** A class whose instances are none of this one. */
  exclude(other: DomainClass): void {
    const name = this.#ruleName(`not_${this.#layout.tableOf(other)}`);
    const demand: Demand = { kind: 'disjoint', class: this.#class, other };
    for (const { sql } of conditionsOf(
      this.#ledger.print(
        demand,
        this.#site((field) => this.#column(field)),
      ) ?? [],
    )) {
      this.#rules.push({ name, table: this.#table, column: 'id', sql });
    }
  }

  /** @param insertions whether rows that are inserted are checked each, or all of a statement at once */
  finish(claimFunction: () => string, insertions: 'of rows' | 'of statements' = 'of rows'): Guard | undefined {
    if (this.#rules.length === 0) return undefined;
    const name = claimFunction();
    const triggers: Trigger[] = [];
    const add = (table: string, events: string, statement = false) =>
      triggers.push({ name: claim(this.#layout.constraintsOf(table), name), table, events, ...(statement && { statement }) });
    const watched = ['id', ...(this.#watched.get(this.#table) ?? [])];
    const own = watched.map(identifier).join(', ');
    if (insertions === 'of statements') add(this.#table, 'INSERT', true);
    add(this.#table, insertions === 'of rows' ? `INSERT OR UPDATE OF ${own}` : `UPDATE OF ${own}`);
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
      watched,
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
      anchors: rootsOf(this.#class).map((root) => this.#layout.tableOf(root)),
      kept: this.#kept,
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

  #overList(field: Field, about: string, sql: string): void {
    const join = this.#joinOf(field);
    this.#rules.push({
      name: this.#ruleName(`${join.target.replace(/_id$/, '')}_${about}`),
      table: join.table,
      column: join.target,
      sql,
    });
    this.#joins.set(join.table, join);
    this.#deferred = true;
  }

  /** What follows SELECT in a query for the pairs of a row. */
  #items(field: Field): string {
    const join = this.#joinOf(field);
    return `FROM ${identifier(join.table)} AS _item WHERE _item.${identifier(join.source)} = ${identifier(this.#table)}.id`;
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

  #rowOf(cls: DomainClass, id: string): string {
    return `EXISTS (SELECT FROM ${identifier(this.#layout.tableOf(cls))} AS _other WHERE _other.id = ${id})`;
  }

  /** Rows of a class that others refer to: the queries for those that do, when one is gone, and for what they refer to. */
  #refer(cls: DomainClass, { from, to }: { readonly from: string; readonly to: string }): void {
    const table = this.#layout.tableOf(cls);
    const queries = this.#referring.get(table);
    if (queries) queries.add(from);
    else this.#referring.set(table, new Set([from]));
    this.#kept.push({ table, query: to });
  }

  #ruleName(name: string): string {
    return claimConstraint(this.#layout.constraintsOf(this.#table), `${this.#table}_${name}`, 'check');
  }
}
