/** From a domain model to tables: every name, type and constraint is settled here, before any text exists. */

import {
  type Choice,
  constraintsByElement,
  type DomainClass,
  type DomainModel,
  type Field,
  type Key,
  type ReferenceField,
  type Total,
} from '../../model/index.ts';
import { Ledger } from '../core/index.ts';
import { NameScope } from '../text/index.ts';
import { answers, ownColumn, type Place, type Site } from './answers.ts';
import { type Clock, clocksOf } from './clocks.ts';
import { documentation } from './comments.ts';
import { type Condition, conditionsOf, isOfColumn, type Piece } from './conditions.ts';
import { Functions, type SqlFunction } from './functions.ts';
import { type Guard, isListOfReferences, type Join, type Layout, planGuards } from './guards.ts';
import { claim, claimRelation, cut, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import { creationOrder, isForeignKey } from './order.ts';
import { constraintOf, declared, disjointClasses, isOwn } from './queries.ts';
import { columnType } from './types.ts';
import { arrayValue, sqlValue } from './values.ts';

export interface Reference {
  readonly table: string;
  readonly onDelete: 'CASCADE' | 'SET NULL' | 'RESTRICT';
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly primaryKey: boolean;
  readonly default?: string;
  /** Name of the unique constraint, and of its index. */
  readonly unique?: string;
  /** All of these hold. */
  readonly checks: readonly string[];
  /** The tables whose `id` it holds: several only for the `id` of a class with several superclasses. */
  readonly references: readonly Reference[];
  /** What it holds; the key columns of subclasses and join tables hold none. */
  readonly field?: Field;
  readonly comment?: string;
}

/** A constraint of a table with a name of its own. */
export interface TableConstraint {
  readonly name: string;
  /** What follows the name. */
  readonly sql: string;
}

export interface Index {
  readonly name: string;
  readonly column: string;
  readonly descending: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key, where it is more than one column. */
  readonly primaryKey: readonly string[];
  readonly constraints: readonly TableConstraint[];
  readonly indexes: readonly Index[];
  readonly comment?: string;
  /** The class whose instances are its rows, or the list of references whose pairs are. */
  readonly of: DomainClass | ReferenceField;
}

/** A foreign key that is added once its table exists. */
export interface LaterForeignKey {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly reference: Reference;
  /** Checked at the end of the transaction, because required references form a cycle. */
  readonly deferred: boolean;
}

export interface Schema {
  /** Groups in order of creation; tables of one group refer to each other in a cycle. */
  readonly groups: readonly (readonly Table[])[];
  readonly laterForeignKeys: readonly LaterForeignKey[];
  /** What the conditions of the tables call. */
  readonly functions: readonly SqlFunction[];
  /** What holds across tables. */
  readonly guards: readonly Guard[];
  /** Times that are set again whenever a row changes. */
  readonly clocks: readonly Clock[];
}

/** The tables of a model, in an order in which they can be created, and all that belongs to them. */
export function planSchema(model: DomainModel, ledger: SqlLedger = new Ledger(answers)): Schema {
  return new Planner(model, ledger).plan();
}

export type SqlLedger = Ledger<Site, readonly Piece[]>;

class Planner implements Layout {
  readonly #model: DomainModel;
  readonly #ledger: SqlLedger;
  readonly #order: readonly (readonly DomainClass[])[];
  /** When the table of a class is created. */
  readonly #position: ReadonlyMap<DomainClass, number>;
  readonly #tableNames: ReadonlyMap<DomainClass, string>;
  /** Names of tables and indexes. */
  readonly #relations = new NameScope();
  readonly #laterForeignKeys: LaterForeignKey[] = [];
  readonly #functionNames = new NameScope();
  readonly #functions: Functions;
  readonly #columns = new Map<Field, string>();
  readonly #joins = new Map<Field, Join>();
  /** Names of the constraints of a table, its triggers among them. */
  readonly #constraints = new Map<string, NameScope>();
  readonly #constraintsOf: ReturnType<typeof constraintsByElement>;
  /** Without these, a row has none of the alternatives of which it must have one. */
  readonly #requiredAlternatives: ReadonlySet<Field>;

  constructor(model: DomainModel, ledger: SqlLedger) {
    this.#model = model;
    this.#ledger = ledger;
    this.#order = creationOrder(model.classes);
    this.#position = new Map(this.#order.flat().map((cls, index) => [cls, index]));
    this.#tableNames = new Map(model.classes.map((cls) => [cls, claimRelation(this.#relations, cls.plural)]));
    this.#functions = new Functions(model, this.#functionNames);
    this.#constraintsOf = constraintsByElement(model);
    const choices = model.classes.flatMap((cls) => cls.choices).filter((choice) => choice.required);
    this.#requiredAlternatives = new Set(choices.flatMap((choice) => choice.fields.map(declared)));
  }

  plan(): Schema {
    const { classes } = this.#model;
    const joins = classes.flatMap((cls) => cls.fields.filter(isListOfReferences)).map((field) => [this.#joinTable(field)]);
    const groups = this.#order.map((group) => group.map((cls) => this.#classTable(cls)));
    const disjoint = disjointClasses(this.#model);
    const guards = classes.flatMap((cls) =>
      planGuards(cls, disjoint.get(cls) ?? [], this, this.#functions, this.#ledger, (name) => claim(this.#functionNames, name)),
    );
    return {
      groups: [...groups, ...joins],
      laterForeignKeys: this.#laterForeignKeys,
      functions: this.#functions.all,
      guards,
      clocks: clocksOf(classes, this, (name) => claim(this.#functionNames, name)),
    };
  }

  tableOf(cls: DomainClass): string {
    return this.#tableNames.get(cls) as string;
  }

  columnOf(field: Field): string {
    return this.#columns.get(field) as string;
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
    const table = this.tableOf(cls);
    const names = new NameScope(SYSTEM_COLUMNS);
    const columns: Column[] = [];
    const constraints: TableConstraint[] = [];
    const indexes: Index[] = [];
    if (cls.parents.length > 0) columns.push(inheritedId(cls.parents.map((parent) => this.tableOf(parent))));
    for (const field of cls.fields) {
      if (isListOfReferences(field)) continue;
      const foreignKey = isForeignKey(field);
      const name = claim(names, field.name, `${field.name}_`);
      this.#columns.set(field, name);
      const sorted = isPublicationTime(field);
      // A list is no value that a unique index could compare: two empty ones would meet.
      const unique = field.unique && field.type.kind !== 'id' && field.cardinality !== 'many';
      const index = unique || sorted || foreignKey ? this.#indexName(table, name) : undefined;
      if (index !== undefined && !unique) indexes.push({ name: index, column: name, descending: sorted });
      if (index !== undefined && unique) this.constraintsOf(table).claim(index);
      const all = this.#conditions(cls, field, ownColumn(name));
      for (const { about, sql } of all.filter((condition) => !isOfColumn(condition))) {
        constraints.push({ name: this.#constraintName(table, `${name}_${about}`), sql: `CHECK (${sql})` });
      }
      columns.push({
        name,
        ...columnParts(field),
        checks: all.filter(isOfColumn).map(({ sql }) => sql),
        ...(unique && index !== undefined && { unique: index }),
        references: foreignKey ? this.#references(field, name) : [],
        field,
        ...this.#documentation(field),
      });
    }
    constraints.push(
      ...cls.keys.filter((key) => isOwn(cls, key)).map((key) => this.#key(cls, table, key)),
      ...cls.choices.filter((choice) => isOwn(cls, choice)).map((choice) => this.#choice(cls, table, choice)),
      ...cls.totals.filter((total) => isOwn(cls, total)).flatMap((total) => this.#total(cls, table, total)),
    );
    return { name: table, columns, primaryKey: [], constraints, indexes, of: cls, ...this.#documentation(cls) };
  }

  /** What the values of a field in a column keep to, but that there are any. */
  #conditions(cls: DomainClass, field: Field, column: Place): Condition[] {
    const { whole, each } = this.#ledger.demandsToPrint(cls, field);
    const site = this.#site(() => column);
    return conditionsOf([...whole, ...each].flatMap((demand) => this.#ledger.print(demand, site) ?? []));
  }

  /** Where conditions stand that see the columns of one table. */
  #site(column: (field: Field) => Place): Site {
    const count = (field: Field) => {
      const { sql } = column(field);
      return field.cardinality === 'many' ? `cardinality(${sql})` : `num_nonnulls(${sql})`;
    };
    return { functions: this.#functions, column, count, hasRow: () => 'FALSE' };
  }

  #own(): Site {
    return this.#site((field) => ownColumn(this.columnOf(field)));
  }

  #key(cls: DomainClass, table: string, key: Key): TableConstraint {
    const columns = key.fields.map((field) => this.columnOf(field));
    const name = this.#indexName(table, columns.map((column) => column.replace(/_id$/, '')).join('_'));
    this.constraintsOf(table).claim(name);
    const [piece] = this.#ledger.print({ kind: 'key', class: cls, key }, this.#own()) ?? [];
    return { name, sql: piece && 'sql' in piece ? piece.sql : '' };
  }

  #choice(cls: DomainClass, table: string, choice: Choice): TableConstraint {
    const pieces = this.#ledger.print({ kind: 'choice', class: cls, choice }, this.#own()) ?? [];
    return this.#check(table, constraintOf(choice), pieces);
  }

  #total(cls: DomainClass, table: string, total: Total): TableConstraint {
    const pieces = this.#ledger.print({ kind: 'total', class: cls, total }, this.#own()) ?? [];
    return this.#check(table, `${total.name}_total`, pieces);
  }

  #check(table: string, name: string, pieces: readonly Piece[]): TableConstraint {
    const all = conditionsOf(pieces).map(({ sql }) => sql);
    return { name: this.#constraintName(table, name), sql: `CHECK (${all.join(' AND ')})` };
  }

  #constraintName(table: string, name: string): string {
    return claim(this.constraintsOf(table), `${table}_${name}`);
  }

  #documentation(element: DomainClass | Field): { readonly comment?: string } {
    const comment = documentation(element, this.#constraintsOf, (demand) => this.#ledger.achieved(demand));
    return comment === undefined ? {} : { comment };
  }

  /** What a foreign key refers to, unless that table is created later. */
  #references(field: ReferenceField, column: string): Reference[] {
    const { owner, type, cardinality } = field;
    const cascades = cardinality === 'one' || this.#requiredAlternatives.has(field);
    const onDelete = field.onDelete === 'restrict' ? 'RESTRICT' : cascades ? 'CASCADE' : 'SET NULL';
    const reference: Reference = { table: this.tableOf(type.target), onDelete };
    if (this.#created(type.target) <= this.#created(owner)) return [reference];
    const table = this.tableOf(owner);
    // The name that PostgreSQL gives to a foreign key in CREATE TABLE.
    this.#laterForeignKeys.push({ name: cut(`${table}_${column}_fkey`), table, column, reference, deferred: cascades });
    return [];
  }

  /** The pairs of a list of references. */
  #joinTable(field: ReferenceField): Table {
    const { owner, type } = field;
    const role = field.name.replace(/_ids$/, '');
    const relation = owner.relations.find((r) => r.field === field && r.holder === 'source');
    const table = claimRelation(this.#relations, `${owner.slug}_${relation?.name ?? role}`);
    const names = new NameScope(SYSTEM_COLUMNS);
    const source = claim(names, `${owner.slug}_id`);
    const target = claim(names, `${role}_id`, `related_${role}_id`);
    const index = this.#indexName(table, target);
    this.#joins.set(field, { table, source, target });
    if (field.unique) this.constraintsOf(table).claim(index);
    return {
      name: table,
      columns: [
        joinColumn(source, this.tableOf(owner)),
        {
          ...joinColumn(target, this.tableOf(type.target), field.onDelete === 'restrict' ? 'RESTRICT' : 'CASCADE'),
          ...(field.unique && { unique: index }),
        },
      ],
      primaryKey: [source, target],
      constraints: this.#pairConstraints(field, table, { sql: identifier(target), id: identifier(source) }),
      indexes: field.unique ? [] : [{ name: index, column: target, descending: false }],
      of: field,
      ...this.#documentation(field),
    };
  }

  /** What each pair of a list of references keeps to; how many there are is looked after by a trigger. */
  #pairConstraints(field: ReferenceField, table: string, pair: Place): TableConstraint[] {
    const { each } = this.#ledger.demandsToPrint(field.owner, field);
    const conditions = conditionsOf(
      each.flatMap(
        (demand) =>
          this.#ledger.print(
            demand,
            this.#site(() => pair),
          ) ?? [],
      ),
    );
    return conditions.map(({ about, sql }) => ({ name: this.#constraintName(table, about), sql: `CHECK (${sql})` }));
  }

  #created(cls: DomainClass): number {
    return this.#position.get(cls) as number;
  }

  /** `idx_<table>_<column without _id>`, or with it where `author` and `author_id` meet. */
  #indexName(table: string, column: string): string {
    return claimRelation(this.#relations, `idx_${table}_${column.replace(/_id$/, '')}`, `idx_${table}_${column}`);
  }
}

/** What a field alone says about its column, but for the conditions that its values keep to. */
function columnParts(field: Field): Pick<Column, 'type' | 'notNull' | 'primaryKey' | 'default'> {
  const { type } = field;
  const notNull = field.cardinality !== 'optional';
  switch (type.kind) {
    case 'id':
      return { type: 'UUID', notNull, primaryKey: true, default: 'gen_random_uuid()' };
    case 'reference':
      return { type: 'UUID', notNull, primaryKey: false };
    case 'scalar':
    case 'enumeration':
    case 'union': {
      const value = defaultValue(field);
      return { type: columnType(field, type), notNull, primaryKey: false, ...(value !== undefined && { default: value }) };
    }
    default:
      return type satisfies never;
  }
}

function defaultValue(field: Field): string | undefined {
  const { type, generated, contains = [] } = field;
  if (field.cardinality === 'many') {
    if (contains.length < (field.minItems ?? 0)) return undefined;
    return contains.length === 0 || type.kind === 'id' || type.kind === 'reference' ? "'{}'" : arrayValue(type, contains);
  }
  const stated = field.constant ?? field.default;
  if (stated !== undefined && type.kind !== 'id' && type.kind !== 'reference') return sqlValue(type, stated);
  switch (generated) {
    case undefined:
      return undefined;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'now':
      return 'now()';
    case 'zero':
      return '0';
    default:
      return generated satisfies never;
  }
}

/** The `id` of a subclass's row is that of its row in each parent's table, so nothing generates it. */
function inheritedId(parents: readonly string[]): Column {
  const references = parents.map((table) => ({ table, onDelete: 'CASCADE' as const }));
  return { name: 'id', type: 'UUID', notNull: true, primaryKey: true, checks: [], references };
}

function joinColumn(name: string, table: string, onDelete: Reference['onDelete'] = 'CASCADE'): Column {
  return { name, type: 'UUID', notNull: true, primaryKey: false, checks: [], references: [{ table, onDelete }] };
}

/** The specification's one index for sorting. */
function isPublicationTime(field: Field): boolean {
  return (
    field.name === 'published_at' &&
    field.cardinality !== 'many' &&
    field.type.kind === 'scalar' &&
    (field.type.scalar === 'dateTime' || field.type.scalar === 'date')
  );
}
