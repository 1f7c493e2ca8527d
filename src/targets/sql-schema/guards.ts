/**
 * Rules that span several tables. A CHECK sees only its own row; triggers check what a subclass requires of an inherited
 * column, and the number of references in a list.
 */

import {
  type Choice,
  type Comparison,
  type Demand,
  type DomainClass,
  demandsOfField,
  discriminatorOf,
  type Field,
  isReference,
  type ReferenceField,
  type Total,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import type { Place, Site } from './answers.ts';
import { type Condition, conditionsOf, type Piece } from './conditions.ts';
import type { Functions } from './functions.ts';
import { narrowsTarget, rootsOf } from './hierarchy.ts';
import { claimConstraint, claimIdentifier, identifier } from './identifiers.ts';
import type { Join, Layout } from './layout.ts';
import { constraintOf, isInOwnTable, isListOfReferences, originalField } from './queries.ts';

/** A condition on the rows of a class, which can use columns of its own table and of its superclasses' tables. */
export interface Rule {
  readonly name: string;
  /** The table that an error message names, with the column. */
  readonly table: string;
  readonly column: string;
  /** The fields that it is about; none for a rule about classes. */
  readonly fields: readonly Field[];
  /** The subject, as in the name. */
  readonly about: string;
  readonly sql: string;
}

export interface Trigger {
  readonly name: string;
  readonly table: string;
  /** `INSERT OR UPDATE OF id` */
  readonly events: string;
  /** Called once for all rows of a statement; such a trigger cannot be deferred to the end of the transaction. */
  readonly statement?: true;
}

/** Rows other than the changed one that may violate a rule after an event. */
export interface AffectedRows {
  readonly table: string;
  /** The event, if the table also has triggers for other events. */
  readonly event?: string;
  /** An expression for the `id`s of these rows, computed from OLD and NEW. */
  readonly ids: string;
}

/** Rows that a rule depends on. */
export interface RequiredRows {
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
  readonly affected: readonly AffectedRows[];
  /**
   * The tables in which every instance of the class has a row. A check first writes these rows: a concurrent check waits and
   * then sees what was written meanwhile, or fails if its transaction cannot see it (PostgreSQL manual, section 13.2). Row
   * locks are not enough: under REPEATABLE READ they never make the other transaction fail.
   */
  readonly anchors: readonly string[];
  /** Rows of other tables that must not change, for the same reason. */
  readonly requiredRows: readonly RequiredRows[];
  readonly triggers: readonly Trigger[];
  /** Checked at the end of the transaction, because rows that refer to each other cannot all be inserted first. */
  readonly deferred: boolean;
}

/**
 * Returns the guards of a class; empty if there is nothing to check.
 *
 * @param others disjoint classes that share rows of a superclass with it
 * @param claimFunction returns a free name for a function
 */
export function planGuards(
  cls: DomainClass,
  others: ReadonlySet<DomainClass>,
  layout: Layout,
  functions: Functions,
  ledger: Ledger<Site, readonly Piece[]>,
  claimFunction: (name: string) => string,
): Guard[] {
  const { refinements, choices, totals, comparisons } = cls;
  const hasLists = cls.fields.some(isListOfReferences);
  // Most classes need no guard.
  if (!hasLists && refinements.length + choices.length + totals.length + comparisons.length + others.size === 0) return [];
  const lists = cls.fields.filter(isListOfReferences);
  const hasDiscriminator = discriminatorOf(cls) !== undefined;
  const excluded = hasDiscriminator ? [] : [...others];
  const guard = new GuardDraft(cls, layout, functions, ledger);
  for (const field of lists) guard.count(field);
  // With a discriminator column, the superclass's table has CHECKs for all other fields.
  for (const field of refinements) if (!hasDiscriminator || isListOfReferences(field)) guard.refine(field);
  for (const choice of choices) guard.choose(choice);
  for (const total of totals) guard.total(total);
  for (const comparison of comparisons) guard.compare(comparison);
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
  /** Queries for the rows that refer to a deleted row, by the table of the deleted row. */
  readonly #referring = new Map<string, Set<string>>();
  readonly #requiredRows: RequiredRows[] = [];
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

  /** Adds the rules for the number of references in a list. */
  count(field: Field): void {
    const base = field.refines;
    const isNew = ({ sql }: Condition) => !base || !this.#conditions(base, 'whole').some((known) => known.sql === sql);
    for (const { about, sql } of this.#conditions(field, 'whole').filter(isNew)) this.#overList(field, about, sql);
  }

  /** Adds the rules for a narrowed field. */
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
      const owner = identifier(this.#layout.tableOf(originalField(field).owner));
      const column = identifier(this.#layout.columnOf(originalField(field)));
      this.#refer(field.type.target, {
        from: `SELECT _row.id FROM ${owner} AS _row WHERE _row.${column} = OLD.id`,
        to: `SELECT _row.${column} FROM ${owner} AS _row WHERE _row.id = ANY (_ids)`,
      });
      this.#deferred = true;
    }
  }

  /** Adds the rule for a choice with inherited fields; if all fields are the class's own, its table has a CHECK. */
  choose(choice: Choice): void {
    if (isInOwnTable(this.#class, choice)) return;
    this.#overFields(constraintOf(choice), choice.fields, { kind: 'choice', class: this.#class, choice });
  }

  /** Adds the rule for a total that a CHECK cannot state: one with inherited fields or lists of references. */
  total(total: Total): void {
    if (isInOwnTable(this.#class, total)) return;
    this.#overFields(`${total.name}_total`, total.fields, { kind: 'total', class: this.#class, total });
    for (const field of total.fields.filter(isListOfReferences)) {
      const join = this.#joinOf(field);
      this.#joins.set(join.table, join);
      this.#deferred = true;
    }
  }

  /** Adds the rule for a comparison with an inherited field. */
  compare(comparison: Comparison): void {
    const fields = [comparison.lesser, comparison.greater];
    if (isInOwnTable(this.#class, { fields })) return;
    const name = fields.map((field) => this.#layout.columnOf(originalField(field))).join('_');
    this.#overFields(name, fields, { kind: 'comparison', class: this.#class, comparison });
  }

  /** Adds a rule over several fields; an error names the first of them. */
  #overFields(name: string, fields: readonly Field[], demand: Demand): void {
    const all = conditionsOf(
      this.#ledger.print(
        demand,
        this.#site((field) => this.#column(field)),
      ) ?? [],
    );
    const first = fields[0] as Field;
    const base = originalField(first);
    const [table, column] = isListOfReferences(first)
      ? [this.#joinOf(first).table, this.#joinOf(first).target]
      : [this.#layout.tableOf(base.owner), this.#layout.columnOf(base)];
    const sql = all.map(({ sql }) => sql).join(' AND ');
    this.#rules.push({ name: this.#ruleName(name), table, column, fields, about: demand.kind, sql });
  }

  /** Returns the conditions of a field in the class: all, or only those on the field as a whole. */
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

  /** Adds the rule that no instance belongs to the other class as well. */
  exclude(other: DomainClass): void {
    const name = this.#ruleName(`not_${this.#layout.tableOf(other)}`);
    const demand: Demand = { kind: 'disjoint', class: this.#class, other };
    for (const { sql } of conditionsOf(
      this.#ledger.print(
        demand,
        this.#site((field) => this.#column(field)),
      ) ?? [],
    )) {
      this.#rules.push({ name, table: this.#table, column: 'id', fields: [], about: 'not', sql });
    }
  }

  /** @param insertions whether inserted rows are checked one by one or all of a statement at once */
  finish(claimFunction: () => string, insertions: 'of rows' | 'of statements' = 'of rows'): Guard | undefined {
    if (this.#rules.length === 0) return undefined;
    const name = claimFunction();
    const triggers: Trigger[] = [];
    const add = (table: string, events: string, statement = false) =>
      triggers.push({
        name: claimIdentifier(this.#layout.constraintsOf(table), name),
        table,
        events,
        ...(statement && { statement }),
      });
    const watched = ['id', ...(this.#watched.get(this.#table) ?? [])];
    const columns = watched.map(identifier).join(', ');
    if (insertions === 'of statements') add(this.#table, 'INSERT', true);
    add(this.#table, insertions === 'of rows' ? `INSERT OR UPDATE OF ${columns}` : `UPDATE OF ${columns}`);
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
      requiredRows: this.#requiredRows,
      triggers,
      deferred: this.#deferred,
    };
  }

  #add(field: Field, about: string, sql: string): void {
    const base = originalField(field);
    const column = this.#layout.columnOf(base);
    this.#rules.push({
      name: this.#ruleName(`${column}_${about}`),
      table: this.#layout.tableOf(base.owner),
      column,
      fields: [field],
      about,
      sql,
    });
  }

  #overList(field: Field, about: string, sql: string): void {
    const join = this.#joinOf(field);
    this.#rules.push({
      name: this.#ruleName(`${join.target.replace(/_id$/, '')}_${about}`),
      table: join.table,
      column: join.target,
      fields: [field],
      about,
      sql,
    });
    this.#joins.set(join.table, join);
    this.#deferred = true;
  }

  /** Returns what follows SELECT in a query for the pairs of a row. */
  #items(field: Field): string {
    const join = this.#joinOf(field);
    return `FROM ${identifier(join.table)} AS _item WHERE _item.${identifier(join.source)} = ${identifier(this.#table)}.id`;
  }

  #joinOf(field: Field): Join {
    return this.#layout.joinOf(originalField(field));
  }

  /** Returns the column of a field and adds it to the watched columns. */
  #column(field: Field): { readonly sql: string; readonly id: string } {
    const base = originalField(field);
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

  /** Adds queries for references to a class: `from` for rows that refer to a deleted row, `to` for referenced rows. */
  #refer(cls: DomainClass, { from, to }: { readonly from: string; readonly to: string }): void {
    const table = this.#layout.tableOf(cls);
    const queries = this.#referring.get(table);
    if (queries) queries.add(from);
    else this.#referring.set(table, new Set([from]));
    this.#requiredRows.push({ table, query: to });
  }

  #ruleName(name: string): string {
    return claimConstraint(this.#layout.constraintsOf(this.#table), `${this.#table}_${name}`, 'check');
  }
}
