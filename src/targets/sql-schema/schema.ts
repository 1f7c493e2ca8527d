/** Plans the tables of a domain model: it decides every name, type and constraint before anything is printed. */

import {
  type Choice,
  type Comparison,
  constraintsByElement,
  type Demand,
  type DomainClass,
  type DomainModel,
  discriminatorOf,
  type Field,
  type Key,
  type OnDelete,
  type ReferenceField,
  type Total,
} from '../../model/index.ts';
import { Ledger } from '../core/index.ts';
import { NameScope } from '../text/index.ts';
import { answers, ownColumn, type Place, type Site } from './answers.ts';
import { columnOf, isPublicationTime, keyColumn } from './columns.ts';
import { commentStatements } from './comments.ts';
import { type Condition, conditionsOf, isOfColumn, type Piece } from './conditions.ts';
import { planDeletionTriggers } from './deletion-triggers.ts';
import { Functions } from './functions.ts';
import { planGuards } from './guards.ts';
import { kindCondition, type Narrowing, narrowings, narrowsTarget, otherKindCondition, planRowGuards } from './hierarchy.ts';
import {
  type ConstraintKind,
  claimConstraint,
  claimIdentifier,
  claimRelation,
  identifier,
  SYSTEM_COLUMNS,
} from './identifiers.ts';
import type { Join, Layout } from './layout.ts';
import { creationOrder, isForeignKey } from './order.ts';
import type { Column, Element, ForeignKey, Index, Schema, Table, TableConstraint } from './plan.ts';
import { constraintOf, disjointClasses, isInOwnTable, isListOfReferences, originalField } from './queries.ts';
import { planTimestampTriggers } from './timestamp-triggers.ts';
import { planViews } from './views.ts';

/** Plans the schema of a model: its tables in order of creation, and everything that belongs to them. */
export function planSchema(model: DomainModel, ledger: SqlLedger = new Ledger(answers)): Schema {
  return new Planner(model, ledger).plan();
}

export type SqlLedger = Ledger<Site, readonly Piece[]>;

const ON_DELETE = { cascade: 'CASCADE', 'set-null': 'SET NULL', restrict: 'RESTRICT' } as const satisfies Record<
  OnDelete,
  string
>;

const NO_CLASSES: ReadonlySet<DomainClass> = new Set();

/** A table that is being planned. */
interface Draft {
  readonly name: string;
  readonly columnNames: NameScope;
  readonly columns: Column[];
  readonly constraints: TableConstraint[];
  readonly foreignKeys: ForeignKey[];
  readonly indexes: Index[];
}

class Planner implements Layout {
  readonly storage: Layout['storage'];
  readonly #model: DomainModel;
  readonly #ledger: SqlLedger;
  readonly #achieved: SqlLedger['achieved'];
  readonly #order: readonly (readonly DomainClass[])[];
  /** Position of the table of a class in the order of creation. */
  readonly #position: ReadonlyMap<DomainClass, number>;
  readonly #tableNames: ReadonlyMap<DomainClass, string>;
  /** Names of tables, indexes and views. */
  readonly #relations = new NameScope();
  readonly #functionNames = new NameScope();
  readonly #functions: Functions;
  /** Columns whose names differ from those of their fields. */
  readonly #columns = new Map<Field, string>();
  /** Names of discriminator columns. */
  readonly #kinds = new Map<DomainClass, string>();
  readonly #joins = new Map<Field, Join>();
  /** Names of constraints and triggers, by table. */
  readonly #constraints = new Map<string, NameScope>();
  readonly #constraintsOf: ReturnType<typeof constraintsByElement>;
  readonly #narrowings: ReadonlyMap<DomainClass, readonly Narrowing[]>;
  /** Fields of required choices: each row must have a value for one field of a choice. */
  readonly #requiredAlternatives: ReadonlySet<Field>;

  constructor(model: DomainModel, ledger: SqlLedger) {
    this.storage = model.policies.storage;
    this.#model = model;
    this.#ledger = ledger;
    this.#achieved = (demand) => ledger.achieved(demand);
    this.#order = creationOrder(model.classes);
    this.#position = new Map(this.#order.flat().map((cls, index) => [cls, index]));
    this.#tableNames = new Map(model.classes.map((cls) => [cls, claimRelation(this.#relations, cls.plural)]));
    this.#functions = new Functions(model, this.#functionNames);
    this.#constraintsOf = constraintsByElement(model);
    this.#narrowings = narrowings(model);
    const choices = model.classes.flatMap((cls) => cls.choices).filter((choice) => choice.required);
    this.#requiredAlternatives = new Set(choices.flatMap((choice) => choice.fields.map(originalField)));
  }

  plan(): Schema {
    const { classes } = this.#model;
    // Join tables claim names before the indexes of class tables do.
    const joins = classes.flatMap(({ fields }) => fields.filter(isListOfReferences).map((field) => [this.#joinTable(field)]));
    const groups = this.#order.map((group) => group.map((cls) => this.#classTable(cls)));
    const disjoint = disjointClasses(this.#model);
    const claimFunction = (name: string) => claimIdentifier(this.#functionNames, name);
    const guards = classes.flatMap((cls) =>
      planGuards(cls, disjoint.get(cls) ?? NO_CLASSES, this, this.#functions, this.#ledger, claimFunction),
    );
    const clocks = planTimestampTriggers(classes, this, claimFunction);
    const { kinds, rows } = planRowGuards(classes, this, this.#functionNames);
    const departures = planDeletionTriggers(classes, this);
    return {
      groups: [...groups, ...joins],
      functions: this.#functions.all,
      guards,
      kinds,
      rowsFunction: rows.length === 0 ? undefined : claimFunction(`${this.#model.name}_keep_row`),
      rows,
      departureFunction: departures.length === 0 ? undefined : claimFunction(`${this.#model.name}_take_instance`),
      departures,
      clocks,
      views: planViews(classes, this, (name) => claimRelation(this.#relations, name)),
      rights: this.#model.policies['row-security'] === 'on' ? 'owner' : 'writer',
    };
  }

  tableOf(cls: DomainClass): string {
    return this.#tableNames.get(cls) as string;
  }

  columnOf(field: Field): string {
    return this.#columns.get(field) ?? field.name;
  }

  kindOf(cls: DomainClass): string {
    return this.#kinds.get(cls) as string;
  }

  joinOf(field: Field): Join {
    return this.#joins.get(field) as Join;
  }

  constraintsOf(table: string): NameScope {
    const names = this.#constraints.get(table) ?? new NameScope();
    this.#constraints.set(table, names);
    return names;
  }

  #classTable(cls: DomainClass): Table {
    const draft = draftOf(this.tableOf(cls));
    const { name, constraints } = draft;
    if (cls.parents.length > 0) this.#inheritedKeys(cls, draft);
    for (const field of cls.fields) if (!isListOfReferences(field)) this.#column(cls, field, draft);
    this.#kindKey(cls, draft);
    constraints.push(
      ...cls.keys.filter((key) => isInOwnTable(cls, key)).map((key) => this.#key(cls, name, key)),
      ...cls.choices.filter((choice) => isInOwnTable(cls, choice)).map((choice) => this.#choice(cls, name, choice)),
      ...cls.totals.filter((total) => isInOwnTable(cls, total)).flatMap((total) => this.#total(cls, name, total)),
      ...cls.comparisons
        .filter(({ lesser, greater }) => isInOwnTable(cls, { fields: [lesser, greater] }))
        .map((comparison) => this.#comparison(cls, name, comparison)),
    );
    for (const narrowing of this.#narrowings.get(cls) ?? []) this.#narrow(cls, narrowing, draft);
    return tableOf(draft, cls, this.#documentation(cls));
  }

  /** Adds the `id` and discriminator that a subclass row shares with its row in each parent's table; so `id` has no default. */
  #inheritedKeys(cls: DomainClass, draft: Draft): void {
    const { name: table, columns } = draft;
    columns.push({ ...keyColumn(draft.columnNames.claim('id')), primaryKey: true });
    const field = discriminatorOf(cls);
    if (field) {
      const name = this.#claimKind(cls, field, draft);
      const check = this.#columnCheck(cls, field, table, name);
      columns.push(columnOf(name, field, { unique: undefined, check, comment: this.#documentation(field) }));
    }
    const keys = ['id', ...(field ? [this.kindOf(cls)] : [])];
    for (const parent of cls.parents) {
      draft.foreignKeys.push({
        name: this.#constraintName(table, keys.join('_'), 'fkey'),
        columns: keys,
        table: this.tableOf(parent),
        // All tables of a hierarchy use the same names for these columns.
        targets: keys,
        onDelete: 'CASCADE',
        deferred: false,
        later: false,
        of: cls,
      });
    }
  }

  #claimKind(cls: DomainClass, field: Field, { columnNames }: Draft): string {
    const name = claimIdentifier(columnNames, field.name);
    this.#kinds.set(cls, name);
    return name;
  }

  /** Adds the unique constraint that foreign keys of subclass tables reference. */
  #kindKey(cls: DomainClass, { name: table, constraints }: Draft): void {
    if (cls.children.length === 0 || !this.#kinds.has(cls)) return;
    const columns = ['id', this.kindOf(cls)];
    const name = claimConstraint(this.#relations, `${table}_${columns.join('_')}`, 'key');
    this.constraintsOf(table).claim(name);
    constraints.push({ name, sql: `UNIQUE (${columns.map(identifier).join(', ')})`, of: cls });
  }

  #column(cls: DomainClass, field: Field, draft: Draft): void {
    const { name: table, constraints } = draft;
    const name = field.discriminator
      ? this.#claimKind(cls, field, draft)
      : claimIdentifier(draft.columnNames, field.name, `${field.name}_`);
    if (name !== field.name) this.#columns.set(field, name);
    const unique = this.#columnIndex(field, name, draft);
    if (isForeignKey(field)) draft.foreignKeys.push(this.#reference(field, name));
    const conditions = this.#conditions(cls, field, name);
    const check = this.#columnCheck(cls, field, table, name, conditions);
    for (const condition of conditions) {
      if (isOfColumn(condition) || field.discriminator) continue;
      const { about, sql } = condition;
      constraints.push({
        name: this.#constraintName(table, `${name}_${about}`, 'check'),
        sql: `CHECK (${sql})`,
        of: field,
        about,
      });
    }
    const comment = this.#documentation(field);
    draft.columns.push(columnOf(name, field, { unique, check, comment }));
  }

  /** Adds the index of a column, if it needs one. Returns the name of a unique index, which the column itself declares. */
  #columnIndex(field: Field, column: string, { name: table, indexes }: Draft): string | undefined {
    const descending = isPublicationTime(field);
    // A unique index compares whole lists: two empty ones would violate it.
    const isUnique = field.unique && field.type.kind !== 'id' && field.cardinality !== 'many';
    if (!isUnique && !descending && !isForeignKey(field)) return undefined;
    const name = this.#indexName(table, column);
    if (isUnique) this.constraintsOf(table).claim(name);
    else indexes.push({ name, column, descending });
    return isUnique ? name : undefined;
  }

  /** Returns the CHECK in the definition of a column. For a discriminator it contains all conditions of the column. */
  #columnCheck(
    cls: DomainClass,
    field: Field,
    table: string,
    column: string,
    conditions: readonly Condition[] = this.#conditions(cls, field, column),
  ): TableConstraint | undefined {
    const columnConditions = conditions.filter((condition) => isOfColumn(condition) || field.discriminator);
    if (columnConditions.length === 0) return undefined;
    const sql = `CHECK (${columnConditions.map((condition) => condition.sql).join(' AND ')})`;
    return { name: this.#constraintName(table, column, 'check'), sql, of: field };
  }

  /** Adds the constraints of a subclass on an inherited column, as CHECKs that apply only to rows of the subclass. */
  #narrow(cls: DomainClass, { class: subclass, field }: Narrowing, draft: Draft): void {
    const base = field.refines as Field;
    const table = draft.name;
    const kind = this.kindOf(cls);
    const column = this.columnOf(originalField(field));
    const inherited = new Set(this.#conditions(subclass, base, column).map(({ sql }) => sql));
    const isRequired = base.cardinality === 'optional' && field.cardinality === 'one';
    const conditions: readonly { readonly about: string; readonly sql: string }[] = [
      ...(isRequired ? [{ about: 'required', sql: `${identifier(column)} IS NOT NULL` }] : []),
      ...this.#conditions(subclass, field, column).filter(({ sql }) => !inherited.has(sql)),
    ];
    const isOtherKind = otherKindCondition(subclass, kind);
    for (const { about, sql } of conditions) {
      draft.constraints.push({
        name: this.#constraintName(table, `${column}_${about}_in_${this.tableOf(subclass)}`, 'check'),
        sql: `CHECK (${isOtherKind} OR ${sql})`,
        of: field,
        about,
        instanceClass: subclass,
      });
    }
    if (narrowsTarget(field)) this.#narrowReference(subclass, field as ReferenceField, kindCondition(subclass, kind), draft);
  }

  /** Adds a foreign key for a reference with a narrowed target, on a generated column that is NULL in rows of other classes. */
  #narrowReference(subclass: DomainClass, field: ReferenceField, isOwnRow: string, draft: Draft): void {
    const source = this.columnOf(originalField(field));
    const name = claimIdentifier(draft.columnNames, `${source}_in_${this.tableOf(subclass)}`);
    const generated = `CASE WHEN ${isOwnRow} THEN ${identifier(source)} END`;
    draft.columns.push({ ...keyColumn(name), notNull: false, generated });
    draft.indexes.push({ name: this.#indexName(draft.name, name), column: name, descending: false });
    draft.foreignKeys.push({
      name: this.#constraintName(draft.name, name, 'fkey'),
      columns: [name],
      table: this.tableOf(field.type.target),
      targets: ['id'],
      // The target row is deleted with its superclass row, whose foreign keys define what happens to referring rows.
      deferred: true,
      later: this.#created(field.type.target) > this.#created(originalField(field).owner),
      of: field,
    });
  }

  /** Returns the conditions on the values of a field in a column, except NOT NULL. */
  #conditions(cls: DomainClass, field: Field, column: string): Condition[] {
    const { whole, each } = this.#ledger.demandsToPrint(cls, field);
    return this.#printed([...whole, ...each], ownColumn(column));
  }

  #printed(demands: readonly Demand[], column: Place): Condition[] {
    const site = this.#site(() => column);
    return conditionsOf(demands.flatMap((demand) => this.#ledger.print(demand, site) ?? []));
  }

  /** Returns the context of conditions that can use only the columns of one table. */
  #site(column: (field: Field) => Place): Site {
    const count = (field: Field) => {
      const { sql } = column(field);
      return field.cardinality === 'many' ? `cardinality(${sql})` : `num_nonnulls(${sql})`;
    };
    return { functions: this.#functions, column, count, hasRow: () => 'FALSE', storage: this.storage };
  }

  #tableSite(): Site {
    return this.#site((field) => ownColumn(this.columnOf(field)));
  }

  #key(cls: DomainClass, table: string, key: Key): TableConstraint {
    const columns = key.fields.map((field) => this.columnOf(field));
    const name = this.#indexName(table, columns.map(withoutId).join('_'));
    this.constraintsOf(table).claim(name);
    const [piece] = this.#ledger.print({ kind: 'key', class: cls, key }, this.#tableSite()) ?? [];
    return { name, sql: piece && 'sql' in piece ? piece.sql : '', of: key };
  }

  #choice(cls: DomainClass, table: string, choice: Choice): TableConstraint {
    const pieces = this.#ledger.print({ kind: 'choice', class: cls, choice }, this.#tableSite()) ?? [];
    return this.#check(table, constraintOf(choice), pieces, choice);
  }

  #total(cls: DomainClass, table: string, total: Total): TableConstraint {
    const pieces = this.#ledger.print({ kind: 'total', class: cls, total }, this.#tableSite()) ?? [];
    return this.#check(table, `${total.name}_total`, pieces, total);
  }

  #comparison(cls: DomainClass, table: string, comparison: Comparison): TableConstraint {
    const { lesser, greater } = comparison;
    const pieces = this.#ledger.print({ kind: 'comparison', class: cls, comparison }, this.#tableSite()) ?? [];
    return this.#check(table, `${this.columnOf(lesser)}_${this.columnOf(greater)}`, pieces, comparison);
  }

  #check(table: string, name: string, pieces: readonly Piece[], of: Element): TableConstraint {
    const all = conditionsOf(pieces).map(({ sql }) => sql);
    return { name: this.#constraintName(table, name, 'check'), sql: `CHECK (${all.join(' AND ')})`, of };
  }

  #constraintName(table: string, name: string, kind: ConstraintKind): string {
    return claimConstraint(this.constraintsOf(table), `${table}_${name}`, kind);
  }

  #documentation(element: DomainClass | Field): string | undefined {
    return commentStatements(element, this.#constraintsOf, this.#achieved, this.#model.policies.iris === 'on');
  }

  #reference(field: ReferenceField, column: string): ForeignKey {
    const { owner, type, cardinality } = field;
    // In a cycle of needed references, no row could be inserted first without deferral.
    const isNeeded = cardinality === 'one' || this.#requiredAlternatives.has(field);
    const later = this.#created(type.target) > this.#created(owner);
    return {
      name: this.#constraintName(this.tableOf(owner), column, 'fkey'),
      columns: [column],
      table: this.tableOf(type.target),
      targets: ['id'],
      onDelete: ON_DELETE[field.onDelete ?? 'set-null'],
      deferred: later && isNeeded,
      later,
      of: field,
    };
  }

  /** Plans the join table of a list of references. */
  #joinTable(field: ReferenceField): Table {
    const { owner, type } = field;
    const role = field.name.replace(/_ids$/, '');
    const relation = owner.relations.find((r) => r.field === field && r.holder === 'source');
    const draft = draftOf(claimRelation(this.#relations, `${owner.slug}_${relation?.name ?? role}`));
    const table = draft.name;
    const source = claimIdentifier(draft.columnNames, `${owner.slug}_id`);
    const target = claimIdentifier(draft.columnNames, `${role}_id`, `related_${role}_id`);
    const index = this.#indexName(table, target);
    this.#joins.set(field, { table, source, target });
    if (field.unique) this.constraintsOf(table).claim(index);
    else draft.indexes.push({ name: index, column: target, descending: false });
    draft.columns.push(keyColumn(source), { ...keyColumn(target), unique: field.unique ? index : undefined });
    const ends = [
      { column: source, to: owner, onDelete: 'CASCADE' },
      { column: target, to: type.target, onDelete: field.onDelete === 'restrict' ? 'RESTRICT' : 'CASCADE' },
    ] as const;
    for (const { column, to, onDelete } of ends) {
      draft.foreignKeys.push({
        name: this.#constraintName(table, column, 'fkey'),
        columns: [column],
        table: this.tableOf(to),
        targets: ['id'],
        onDelete,
        deferred: false,
        later: false,
        of: field,
      });
    }
    draft.constraints.push(...this.#pairConstraints(field, table, { sql: identifier(target), id: identifier(source) }));
    return tableOf(draft, field, this.#documentation(field), [source, target]);
  }

  /** Returns the constraints on each pair of a list of references; a trigger checks the number of pairs. */
  #pairConstraints(field: ReferenceField, table: string, pair: Place): TableConstraint[] {
    const { each } = this.#ledger.demandsToPrint(field.owner, field);
    return this.#printed(each, pair).map(({ about, sql }) => {
      return { name: this.#constraintName(table, about, 'check'), sql: `CHECK (${sql})`, of: field, about };
    });
  }

  #created(cls: DomainClass): number {
    return this.#position.get(cls) as number;
  }

  /** Claims `idx_<table>_<column without _id>`, or the name with `_id` if columns such as `author` and `author_id` collide. */
  #indexName(table: string, column: string): string {
    return claimRelation(this.#relations, `idx_${table}_${withoutId(column)}`, `idx_${table}_${column}`);
  }
}

function withoutId(column: string): string {
  return column.endsWith('_id') ? column.slice(0, -'_id'.length) : column;
}

function draftOf(name: string): Draft {
  const columnNames = new NameScope(SYSTEM_COLUMNS);
  return { name, columnNames, columns: [], constraints: [], foreignKeys: [], indexes: [] };
}

function tableOf(draft: Draft, of: Table['of'], comment: string | undefined, primaryKey: readonly string[] = []): Table {
  const { name, columns, constraints, foreignKeys, indexes } = draft;
  return { name, columns, primaryKey, constraints, foreignKeys, indexes, comment, of };
}
