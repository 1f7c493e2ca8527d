/** Plans the tables of a model: decides every name, type and constraint before anything is printed. The result is in plan.ts. */

import {
  constraintsByElement,
  type Demand,
  type DomainClass,
  type DomainModel,
  discriminatorOf,
  type Field,
  type Key,
  type OnDelete,
  type ReferenceField,
} from '../../model/index.ts';
import { Ledger } from '../core/index.ts';
import { NameScope } from '../text/index.ts';
import { answers, type ColumnReference, ownColumn, type Site } from './answers.ts';
import { columnOf, isPublicationTime, keyColumn } from './columns.ts';
import { commentOn } from './comments.ts';
import { type Condition, type ConditionOrBound, isOfColumn, mergeBounds } from './conditions.ts';
import { planDeletionTriggers } from './deletion-triggers.ts';
import { Functions } from './functions.ts';
import { planGuards } from './guards.ts';
import {
  kindCondition,
  type NarrowedField,
  narrowedFieldsByOwner,
  narrowsTarget,
  otherKindCondition,
  planRowGuards,
} from './hierarchy.ts';
import {
  type ConstraintKind,
  claimConstraint,
  claimIdentifier,
  claimRelation,
  identifier,
  SYSTEM_COLUMNS,
} from './identifiers.ts';
import type { JoinTable, Layout } from './layout.ts';
import { creationOrder, isForeignKey } from './order.ts';
import type { Column, Element, ForeignKey, Index, Schema, Table, TableConstraint } from './plan.ts';
import { choiceConstraintName, disjointClasses, isInOwnTable, isListOfReferences, originalField } from './queries.ts';
import { planTimestampTriggers } from './timestamp-triggers.ts';
import { planViews } from './views.ts';

/** Plans the schema of a model: its tables in order of creation, and everything that belongs to them. */
export function planSchema(model: DomainModel, ledger: SqlLedger = new Ledger(answers)): Schema {
  return new Planner(model, ledger).plan();
}

export type SqlLedger = Ledger<Site, readonly ConditionOrBound[]>;

const ON_DELETE = { cascade: 'CASCADE', 'set-null': 'SET NULL', restrict: 'RESTRICT' } as const satisfies Record<
  OnDelete,
  string
>;

const NO_CLASSES: ReadonlySet<DomainClass> = new Set();

/** A table that is being planned. */
interface TableDraft {
  readonly name: string;
  readonly columnNames: NameScope;
  readonly columns: Column[];
  readonly constraints: TableConstraint[];
  readonly foreignKeys: ForeignKey[];
  readonly indexes: Index[];
}

/** Assigns all names and plans the tables; the planners of guards, triggers and views look names up in it. */
class Planner implements Layout {
  readonly storage: Layout['storage'];
  readonly #model: DomainModel;
  readonly #ledger: SqlLedger;
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
  readonly #discriminatorColumns = new Map<DomainClass, string>();
  readonly #joinTables = new Map<Field, JoinTable>();
  /** Names of constraints and triggers, by table. */
  readonly #constraints = new Map<string, NameScope>();
  readonly #constraintsByElement: ReturnType<typeof constraintsByElement>;
  readonly #narrowedFields: ReadonlyMap<DomainClass, readonly NarrowedField[]>;
  /** Fields of required choices: each row must have a value for one field of a choice. */
  readonly #requiredAlternatives: ReadonlySet<Field>;

  constructor(model: DomainModel, ledger: SqlLedger) {
    this.storage = model.policies.storage;
    this.#model = model;
    this.#ledger = ledger;
    this.#order = creationOrder(model.classes);
    this.#position = new Map(this.#order.flat().map((cls, index) => [cls, index]));
    this.#tableNames = new Map(model.classes.map((cls) => [cls, claimRelation(this.#relations, cls.plural)]));
    this.#functions = new Functions(model, this.#functionNames);
    this.#constraintsByElement = constraintsByElement(model);
    this.#narrowedFields = narrowedFieldsByOwner(model);
    const choices = model.classes.flatMap((cls) => cls.choices).filter((choice) => choice.required);
    this.#requiredAlternatives = new Set(choices.flatMap((choice) => choice.fields.map(originalField)));
  }

  plan(): Schema {
    const { classes } = this.#model;
    // Join tables claim names before the indexes of class tables do.
    const joinTables = classes.flatMap(({ fields }) =>
      fields.filter(isListOfReferences).map((field) => [this.#joinTable(field)]),
    );
    const groups = this.#order.map((group) => group.map((cls) => this.#classTable(cls)));
    const disjoint = disjointClasses(this.#model);
    const claimFunction = (name: string) => claimIdentifier(this.#functionNames, name);
    const guards = classes.flatMap((cls) =>
      planGuards(cls, disjoint.get(cls) ?? NO_CLASSES, this, this.#functions, this.#ledger, claimFunction),
    );
    const timestampTriggers = planTimestampTriggers(classes, this, claimFunction);
    const { kindGuards, rowGuards } = planRowGuards(classes, this, this.#functionNames);
    const deletionTriggers = planDeletionTriggers(classes, this);
    return {
      groups: [...groups, ...joinTables],
      functions: this.#functions.all,
      guards,
      kindGuards,
      rowGuardFunction: rowGuards.length === 0 ? undefined : claimFunction(`${this.#model.name}_keep_row`),
      rowGuards,
      deletionFunction: deletionTriggers.length === 0 ? undefined : claimFunction(`${this.#model.name}_take_instance`),
      deletionTriggers,
      timestampTriggers,
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

  discriminatorColumnOf(cls: DomainClass): string {
    return this.#discriminatorColumns.get(cls) as string;
  }

  joinTableOf(field: Field): JoinTable {
    return this.#joinTables.get(field) as JoinTable;
  }

  constraintsOf(table: string): NameScope {
    const names = this.#constraints.get(table) ?? new NameScope();
    this.#constraints.set(table, names);
    return names;
  }

  #classTable(cls: DomainClass): Table {
    const draft = newDraft(this.tableOf(cls));
    const { name, constraints } = draft;
    if (cls.parents.length > 0) this.#addInheritedKeys(cls, draft);
    for (const field of cls.fields) if (!isListOfReferences(field)) this.#addColumn(cls, field, draft);
    this.#addDiscriminatorKey(cls, draft);
    constraints.push(
      ...cls.keys.filter((key) => isInOwnTable(cls, key)).map((key) => this.#keyConstraint(cls, name, key)),
      ...cls.choices
        .filter((choice) => isInOwnTable(cls, choice))
        .map((choice) => this.#rowCheck(name, choiceConstraintName(choice), { kind: 'choice', class: cls, choice }, choice)),
      ...cls.totals
        .filter((total) => isInOwnTable(cls, total))
        .map((total) => this.#rowCheck(name, `${total.name}_total`, { kind: 'total', class: cls, total }, total)),
      ...cls.comparisons
        .filter(({ lesser, greater }) => isInOwnTable(cls, { fields: [lesser, greater] }))
        .map((comparison) => {
          const columns = `${this.columnOf(comparison.lesser)}_${this.columnOf(comparison.greater)}`;
          return this.#rowCheck(name, columns, { kind: 'comparison', class: cls, comparison }, comparison);
        }),
    );
    for (const narrowed of this.#narrowedFields.get(cls) ?? []) this.#addNarrowedField(cls, narrowed, draft);
    return finishTable(draft, cls, this.#documentation(cls));
  }

  /** Adds the `id` and discriminator that a subclass row shares with its row in each parent's table; so `id` has no default. */
  #addInheritedKeys(cls: DomainClass, draft: TableDraft): void {
    const { name: table, columns } = draft;
    columns.push({ ...keyColumn(draft.columnNames.claim('id')), primaryKey: true });
    const field = discriminatorOf(cls);
    if (field) {
      const name = this.#claimDiscriminatorColumn(cls, field, draft);
      const check = this.#columnCheck(cls, field, table, name);
      columns.push(columnOf(name, field, { check, comment: this.#documentation(field) }));
    }
    const keys = ['id', ...(field ? [this.discriminatorColumnOf(cls)] : [])];
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

  #claimDiscriminatorColumn(cls: DomainClass, field: Field, { columnNames }: TableDraft): string {
    const name = claimIdentifier(columnNames, field.name);
    this.#discriminatorColumns.set(cls, name);
    return name;
  }

  /** Adds the unique constraint that foreign keys of subclass tables reference. */
  #addDiscriminatorKey(cls: DomainClass, { name: table, constraints }: TableDraft): void {
    if (cls.children.length === 0 || !this.#discriminatorColumns.has(cls)) return;
    const columns = ['id', this.discriminatorColumnOf(cls)];
    const name = claimConstraint(this.#relations, `${table}_${columns.join('_')}`, 'key');
    this.constraintsOf(table).claim(name);
    constraints.push({ name, sql: `UNIQUE (${columns.map(identifier).join(', ')})`, of: cls });
  }

  #addColumn(cls: DomainClass, field: Field, draft: TableDraft): void {
    const { name: table, constraints } = draft;
    const name = field.discriminator
      ? this.#claimDiscriminatorColumn(cls, field, draft)
      : claimIdentifier(draft.columnNames, field.name, `${field.name}_`);
    if (name !== field.name) this.#columns.set(field, name);
    const unique = this.#addIndex(field, name, draft);
    if (isForeignKey(field)) draft.foreignKeys.push(this.#foreignKey(field, name));
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
  #addIndex(field: Field, column: string, { name: table, indexes }: TableDraft): string | undefined {
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
  #addNarrowedField(cls: DomainClass, { class: subclass, field }: NarrowedField, draft: TableDraft): void {
    const base = field.refines as Field;
    const table = draft.name;
    const kind = this.discriminatorColumnOf(cls);
    const column = this.columnOf(originalField(field));
    const inherited = new Set(this.#conditions(subclass, base, column).map(({ sql }) => sql));
    const isRequired = base.cardinality === 'optional' && field.cardinality === 'one';
    const conditions: readonly { readonly about: string; readonly sql: string }[] = [
      ...(isRequired ? [{ about: 'required', sql: `${identifier(column)} IS NOT NULL` }] : []),
      ...this.#conditions(subclass, field, column).filter(({ sql }) => !inherited.has(sql)),
    ];
    const isOtherClass = otherKindCondition(subclass, kind);
    for (const { about, sql } of conditions) {
      draft.constraints.push({
        name: this.#constraintName(table, `${column}_${about}_in_${this.tableOf(subclass)}`, 'check'),
        sql: `CHECK (${isOtherClass} OR ${sql})`,
        of: field,
        about,
        instanceClass: subclass,
      });
    }
    if (narrowsTarget(field)) this.#addNarrowedReference(subclass, field as ReferenceField, kindCondition(subclass, kind), draft);
  }

  /** Adds a foreign key for a reference with a narrowed target, on a generated column that is NULL in rows of other classes. */
  #addNarrowedReference(subclass: DomainClass, field: ReferenceField, isOwnRow: string, draft: TableDraft): void {
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
      later: this.#creationIndex(field.type.target) > this.#creationIndex(originalField(field).owner),
      of: field,
    });
  }

  /** Returns the conditions on the values of a field in a column, except NOT NULL. */
  #conditions(cls: DomainClass, field: Field, column: string): Condition[] {
    const { whole, each } = this.#ledger.demandsToPrint(cls, field);
    return this.#printed([...whole, ...each], ownColumn(column));
  }

  #printed(demands: readonly Demand[], column: ColumnReference): Condition[] {
    const site = this.#site(() => column);
    return mergeBounds(demands.flatMap((demand) => this.#ledger.print(demand, site) ?? []));
  }

  /** Returns the context of conditions that can use only the columns of one table. */
  #site(column: (field: Field) => ColumnReference): Site {
    const count = (field: Field) => {
      const { sql } = column(field);
      return field.cardinality === 'many' ? `cardinality(${sql})` : `num_nonnulls(${sql})`;
    };
    return { functions: this.#functions, column, count, hasRow: () => 'FALSE', storage: this.storage };
  }

  /** Returns the context of conditions on several columns of a row. */
  #tableSite(): Site {
    return this.#site((field) => ownColumn(this.columnOf(field)));
  }

  /** Returns the UNIQUE constraint of a key. */
  #keyConstraint(cls: DomainClass, table: string, key: Key): TableConstraint {
    const columns = key.fields.map((field) => this.columnOf(field));
    const name = this.#indexName(table, columns.map(withoutId).join('_'));
    this.constraintsOf(table).claim(name);
    const [constraint] = mergeBounds(this.#ledger.print({ kind: 'key', class: cls, key }, this.#tableSite()) ?? []);
    return { name, sql: constraint?.sql ?? '', of: key };
  }

  /** Returns the CHECK of a constraint on several columns of a row. */
  #rowCheck(table: string, name: string, demand: Demand, of: Element): TableConstraint {
    const conditions = mergeBounds(this.#ledger.print(demand, this.#tableSite()) ?? []).map(({ sql }) => sql);
    return { name: this.#constraintName(table, name, 'check'), sql: `CHECK (${conditions.join(' AND ')})`, of };
  }

  #constraintName(table: string, name: string, kind: ConstraintKind): string {
    return claimConstraint(this.constraintsOf(table), `${table}_${name}`, kind);
  }

  #documentation(element: DomainClass | Field): string | undefined {
    const achieved = (demand: Demand) => this.#ledger.achieved(demand);
    return commentOn(element, this.#constraintsByElement, achieved, this.#model.policies.iris === 'on');
  }

  /** Returns the foreign key of a reference. */
  #foreignKey(field: ReferenceField, column: string): ForeignKey {
    const { owner, type, cardinality } = field;
    // In a cycle of needed references, no row could be inserted first without deferral.
    const isNeeded = cardinality === 'one' || this.#requiredAlternatives.has(field);
    const later = this.#creationIndex(type.target) > this.#creationIndex(owner);
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
    const draft = newDraft(claimRelation(this.#relations, `${owner.slug}_${relation?.name ?? role}`));
    const table = draft.name;
    const source = claimIdentifier(draft.columnNames, `${owner.slug}_id`);
    const target = claimIdentifier(draft.columnNames, `${role}_id`, `related_${role}_id`);
    const index = this.#indexName(table, target);
    this.#joinTables.set(field, { table, source, target });
    if (field.unique) this.constraintsOf(table).claim(index);
    else draft.indexes.push({ name: index, column: target, descending: false });
    draft.columns.push(keyColumn(source), { ...keyColumn(target), unique: field.unique ? index : undefined });
    const references = [
      { column: source, referenced: owner, onDelete: 'CASCADE' },
      { column: target, referenced: type.target, onDelete: field.onDelete === 'restrict' ? 'RESTRICT' : 'CASCADE' },
    ] as const;
    for (const { column, referenced, onDelete } of references) {
      draft.foreignKeys.push({
        name: this.#constraintName(table, column, 'fkey'),
        columns: [column],
        table: this.tableOf(referenced),
        targets: ['id'],
        onDelete,
        deferred: false,
        later: false,
        of: field,
      });
    }
    draft.constraints.push(...this.#pairConstraints(field, table, { sql: identifier(target), id: identifier(source) }));
    return finishTable(draft, field, this.#documentation(field), [source, target]);
  }

  /** Returns the constraints on each pair of a list of references; a trigger checks the number of pairs. */
  #pairConstraints(field: ReferenceField, table: string, pair: ColumnReference): TableConstraint[] {
    const { each } = this.#ledger.demandsToPrint(field.owner, field);
    return this.#printed(each, pair).map(({ about, sql }) => {
      return { name: this.#constraintName(table, about, 'check'), sql: `CHECK (${sql})`, of: field, about };
    });
  }

  #creationIndex(cls: DomainClass): number {
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

function newDraft(name: string): TableDraft {
  const columnNames = new NameScope(SYSTEM_COLUMNS);
  return { name, columnNames, columns: [], constraints: [], foreignKeys: [], indexes: [] };
}

function finishTable(draft: TableDraft, of: Table['of'], comment: string | undefined, primaryKey: readonly string[] = []): Table {
  const { name, columns, constraints, foreignKeys } = draft;
  // The index of a key that begins with the same column serves the same lookups.
  const beginsKey = (column: string) =>
    constraints.some(({ sql }) => [')', ','].some((end) => sql.startsWith(`UNIQUE (${identifier(column)}${end}`)));
  const indexes = draft.indexes.filter(({ column, descending }) => descending || !beginsKey(column));
  return { name, columns, primaryKey, constraints, foreignKeys, indexes, comment, of };
}
