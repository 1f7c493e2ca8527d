/**
 * Plans the rules that span several tables. A CHECK sees only its own row; triggers check what a subclass requires of an
 * inherited column, and the number of references in a list: that a post has at most five tags is a rule for `posts`, checked
 * when a row of `posts` or `post_tags` changes.
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
import type { ColumnReference, Site } from './answers.ts';
import { type Condition, type ConditionOrBound, mergeBounds } from './conditions.ts';
import type { Functions } from './functions.ts';
import { narrowsTarget, rootsOf } from './hierarchy.ts';
import { claimConstraint, claimIdentifier, identifier } from './identifiers.ts';
import type { JoinTable, Layout } from './layout.ts';
import { choiceConstraintName, isInOwnTable, isListOfReferences, originalField } from './queries.ts';

/** A condition on the rows of a class. It can use columns of the class's own table and of its superclasses' tables. */
export interface Rule {
  readonly name: string;
  /** The table that an error message names, with the column. */
  readonly table: string;
  readonly column: string;
  /** The fields that the condition concerns; none for a rule about classes. */
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
 * @param disjoint disjoint classes that share rows of a superclass with it
 * @param claimFunction returns a free name for a function
 */
export function planGuards(
  cls: DomainClass,
  disjoint: ReadonlySet<DomainClass>,
  layout: Layout,
  functions: Functions,
  ledger: Ledger<Site, readonly ConditionOrBound[]>,
  claimFunction: (name: string) => string,
): Guard[] {
  const hasDiscriminator = discriminatorOf(cls) !== undefined;
  const guard = new GuardDraft(cls, layout, functions, ledger);
  for (const field of cls.fields.filter(isListOfReferences)) guard.addItemCount(field);
  // With a discriminator column, the superclass's table has CHECKs for all other fields.
  for (const field of cls.refinements) if (!hasDiscriminator || isListOfReferences(field)) guard.addNarrowedField(field);
  for (const choice of cls.choices) guard.addChoice(choice);
  for (const total of cls.totals) guard.addTotal(total);
  for (const comparison of cls.comparisons) guard.addComparison(comparison);
  const exclusion = new GuardDraft(cls, layout, functions, ledger);
  // With a discriminator column, all rows of an instance state one class.
  for (const other of hasDiscriminator ? [] : disjoint) exclusion.addExclusion(other);
  const table = layout.tableOf(cls);
  const guards = [
    guard.finish(() => claimFunction(`check_${table}`)),
    exclusion.finish(() => claimFunction(`exclude_from_${table}`), 'of statements'),
  ];
  return guards.filter((planned) => planned !== undefined);
}

/** A guard under construction. */
class GuardDraft {
  readonly #class: DomainClass;
  readonly #layout: Layout;
  readonly #table: string;
  readonly #joined = new Set<string>();
  readonly #rules: Rule[] = [];
  /** Columns whose change may break a rule, by table. */
  readonly #watched = new Map<string, Set<string>>();
  readonly #joins = new Map<string, JoinTable>();
  /** Join tables of which a deleted row may break a rule. */
  readonly #joinsWithDeletion = new Set<string>();
  /** Whether a new row of the class may break a rule; if all rules state the maximum of a list of its own, it has no items yet. */
  #checksNewRows = false;
  /** Queries for the rows that refer to a deleted row, by the table of the deleted row. */
  readonly #referring = new Map<string, Set<string>>();
  readonly #requiredRows: RequiredRows[] = [];
  #deferred = false;

  readonly #functions: Functions;
  readonly #ledger: Ledger<Site, readonly ConditionOrBound[]>;

  constructor(cls: DomainClass, layout: Layout, functions: Functions, ledger: Ledger<Site, readonly ConditionOrBound[]>) {
    this.#class = cls;
    this.#layout = layout;
    this.#table = layout.tableOf(cls);
    this.#functions = functions;
    this.#ledger = ledger;
  }

  /** Adds the rules for the number of references in a list. */
  addItemCount(field: Field): void {
    const inherited = field.refines ? this.#conditions(field.refines, 'whole').map(({ sql }) => sql) : [];
    for (const { about, sql, isMaximum } of this.#conditions(field, 'whole')) {
      if (inherited.includes(sql)) continue;
      // An instance of a superclass may have its items before its row in the table of the subclass.
      if (isMaximum && !field.refines) this.#addListRule(field, about, sql, 'new items');
      else this.#addListRule(field, about, sql);
    }
  }

  /** Adds the rules for a narrowed field. */
  addNarrowedField(field: Field): void {
    const base = field.refines ?? field;
    if (isListOfReferences(field)) this.#addNarrowedList(field, base);
    else this.#addNarrowedColumn(field, base);
  }

  #addNarrowedList(field: ReferenceField, base: Field): void {
    this.addItemCount(field);
    if (field.absent) return;
    const { source, target } = this.#joinTableOf(field);
    if (field.irreflexive && !base.irreflexive) {
      const pair: ColumnReference = { sql: `_item.${identifier(source)}`, id: `_item.${identifier(target)}` };
      const demand: Demand = { kind: 'irreflexive', class: this.#class, field };
      for (const { about, sql } of this.#printed([demand], () => pair)) {
        this.#addListRule(field, about, `NOT EXISTS (SELECT ${this.#items(field)} AND NOT ${sql})`);
      }
    }
    if (narrowsTarget(field)) {
      const { table } = this.#joinTableOf(field);
      const referred = this.#rowOf(field.type.target, `_item.${identifier(target)}`);
      this.#addListRule(field, 'reference', `NOT EXISTS (SELECT ${this.#items(field)} AND NOT ${referred})`);
      const item = `FROM ${identifier(table)} AS _item WHERE _item`;
      this.#addReferenceQueries(field.type.target, {
        from: `SELECT _item.${identifier(source)} ${item}.${identifier(target)} = OLD.id`,
        to: `SELECT _item.${identifier(target)} ${item}.${identifier(source)} = ANY (_ids)`,
      });
    }
  }

  #addNarrowedColumn(field: Field, base: Field): void {
    const { sql: source } = this.#column(field);
    if (base.cardinality === 'optional' && field.cardinality === 'one')
      this.#addFieldRule(field, 'required', `${source} IS NOT NULL`);
    const inherited = new Set(this.#conditions(base, 'all').map(({ sql }) => sql));
    for (const { about, sql } of this.#conditions(field, 'all')) {
      if (!inherited.has(sql)) this.#addFieldRule(field, about, sql);
    }
    if (isReference(field) && narrowsTarget(field)) {
      const exists = this.#rowOf(field.type.target, source);
      this.#addFieldRule(field, 'reference', field.cardinality === 'one' ? exists : `${source} IS NULL OR ${exists}`);
      const owner = identifier(this.#layout.tableOf(originalField(field).owner));
      const column = identifier(this.#layout.columnOf(originalField(field)));
      this.#addReferenceQueries(field.type.target, {
        from: `SELECT _row.id FROM ${owner} AS _row WHERE _row.${column} = OLD.id`,
        to: `SELECT _row.${column} FROM ${owner} AS _row WHERE _row.id = ANY (_ids)`,
      });
      this.#deferred = true;
    }
  }

  /** Adds the rule for a choice with inherited fields; if all fields are the class's own, its table has a CHECK. */
  addChoice(choice: Choice): void {
    if (isInOwnTable(this.#class, choice)) return;
    this.#addRuleOnFields(choiceConstraintName(choice), choice.fields, { kind: 'choice', class: this.#class, choice });
  }

  /** Adds the rule for a total that a CHECK cannot state: one with inherited fields or lists of references. */
  addTotal(total: Total): void {
    if (isInOwnTable(this.#class, total)) return;
    this.#addRuleOnFields(`${total.name}_total`, total.fields, { kind: 'total', class: this.#class, total });
    for (const field of total.fields.filter(isListOfReferences)) {
      const join = this.#joinTableOf(field);
      this.#joins.set(join.table, join);
      this.#deferred = true;
    }
  }

  /** Adds the rule for a comparison with an inherited field. */
  addComparison(comparison: Comparison): void {
    const { lesser, greater } = comparison;
    if (isInOwnTable(this.#class, { fields: [lesser, greater] })) return;
    const columns = [lesser, greater].map((field) => this.#layout.columnOf(originalField(field)));
    this.#addRuleOnFields(columns.join('_'), [lesser, greater], { kind: 'comparison', class: this.#class, comparison });
  }

  /** Adds a rule over several fields; an error names the first of them. */
  #addRuleOnFields(name: string, fields: readonly Field[], demand: Demand): void {
    const first = fields[0] as Field;
    const base = originalField(first);
    const [table, column] = isListOfReferences(first)
      ? [this.#joinTableOf(first).table, this.#joinTableOf(first).target]
      : [this.#layout.tableOf(base.owner), this.#layout.columnOf(base)];
    const conditions = this.#printed([demand]).map(({ sql }) => sql);
    this.#rules.push({ name: this.#ruleName(name), table, column, fields, about: demand.kind, sql: conditions.join(' AND ') });
    this.#checksNewRows = true;
    for (const field of fields.filter(isListOfReferences)) this.#joinsWithDeletion.add(this.#joinTableOf(field).table);
  }

  /** Returns the conditions of a field in the class: all, or only those on the field as a whole. */
  #conditions(field: Field, which: 'all' | 'whole'): Condition[] {
    const { whole, each } = demandsOfField(this.#class, field);
    return this.#printed(which === 'all' ? [...whole, ...each] : whole);
  }

  /** Returns the conditions of demands, and adds the columns that they use to the watched columns. */
  #printed(demands: readonly Demand[], column = (field: Field): ColumnReference => this.#column(field)): Condition[] {
    const site = this.#site(column);
    return mergeBounds(demands.flatMap((demand) => this.#ledger.print(demand, site) ?? []));
  }

  #site(column: (field: Field) => ColumnReference): Site {
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
  addExclusion(other: DomainClass): void {
    const name = this.#ruleName(`not_${this.#layout.tableOf(other)}`);
    const demand: Demand = { kind: 'disjoint', class: this.#class, other };
    for (const { sql } of this.#printed([demand])) {
      this.#rules.push({ name, table: this.#table, column: 'id', fields: [], about: 'not', sql });
      this.#checksNewRows = true;
    }
  }

  /**
   * Returns the guard; undefined if it has no rules.
   *
   * @param insertions whether inserted rows are checked one by one or all of a statement at once
   */
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
    if (this.#checksNewRows)
      add(this.#table, insertions === 'of rows' ? `INSERT OR UPDATE OF ${columns}` : `UPDATE OF ${columns}`);
    for (const [table, columns] of this.#watched) {
      if (table !== this.#table) add(table, `UPDATE OF ${[...columns].map(identifier).join(', ')}`);
    }
    for (const table of this.#joins.keys())
      add(table, this.#joinsWithDeletion.has(table) ? 'INSERT OR UPDATE OR DELETE' : 'INSERT OR UPDATE');
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
          ids: this.#joinsWithDeletion.has(table)
            ? `ARRAY[OLD.${identifier(source)}, NEW.${identifier(source)}]`
            : `ARRAY[NEW.${identifier(source)}]`,
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

  #addFieldRule(field: Field, about: string, sql: string): void {
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
    this.#checksNewRows = true;
  }

  /** @param broken what can break the rule */
  #addListRule(field: Field, about: string, sql: string, broken: 'new items' | 'any change' = 'any change'): void {
    const join = this.#joinTableOf(field);
    this.#rules.push({
      name: this.#ruleName(`${join.target.replace(/_id$/, '')}_${about}`),
      table: join.table,
      column: join.target,
      fields: [field],
      about,
      sql,
    });
    this.#joins.set(join.table, join);
    if (broken === 'any change') {
      this.#joinsWithDeletion.add(join.table);
      this.#checksNewRows = true;
    }
    this.#deferred = true;
  }

  /** Returns what follows SELECT in a query for the items of a list: the rows of the join table that belong to a row. */
  #items(field: Field): string {
    const join = this.#joinTableOf(field);
    return `FROM ${identifier(join.table)} AS _item WHERE _item.${identifier(join.source)} = ${identifier(this.#table)}.id`;
  }

  #joinTableOf(field: Field): JoinTable {
    return this.#layout.joinTableOf(originalField(field));
  }

  /** Returns the column of a field and adds it to the watched columns. */
  #column(field: Field): ColumnReference {
    const base = originalField(field);
    const table = this.#layout.tableOf(base.owner);
    const column = this.#layout.columnOf(base);
    if (table !== this.#table) this.#joined.add(table);
    const watched = this.#watched.get(table);
    if (watched) watched.add(column);
    else this.#watched.set(table, new Set([column]));
    return { sql: `${identifier(table)}.${identifier(column)}`, id: `${identifier(table)}.id` };
  }

  /** Returns the condition that a class has a row with this id. */
  #rowOf(cls: DomainClass, id: string): string {
    return `EXISTS (SELECT FROM ${identifier(this.#layout.tableOf(cls))} AS _other WHERE _other.id = ${id})`;
  }

  /** Adds queries for references to a class: `from` for rows that refer to a deleted row, `to` for referenced rows. */
  #addReferenceQueries(cls: DomainClass, { from, to }: { readonly from: string; readonly to: string }): void {
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
