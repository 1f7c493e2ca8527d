/** From a domain model to tables: every name, type and constraint is settled here, before any text exists. */

import { type DomainClass, type DomainModel, type Field, isReference, type ReferenceField } from '../../model/index.ts';
import { NameScope } from '../text/index.ts';
import { claim, claimRelation, cut, identifier, SYSTEM_COLUMNS } from './identifiers.ts';
import { creationOrder, isForeignKey } from './order.ts';
import { arrayType, columnType, listChecks, valueCheck } from './types.ts';

export interface Reference {
  readonly table: string;
  readonly onDelete: 'CASCADE' | 'SET NULL';
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
  readonly indexes: readonly Index[];
  readonly doc?: string;
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
}

/** The tables of a model, in an order in which they can be created. */
export function planSchema(model: DomainModel): Schema {
  return new Planner(model).plan();
}

class Planner {
  readonly #classes: readonly DomainClass[];
  readonly #order: readonly (readonly DomainClass[])[];
  /** When the table of a class is created. */
  readonly #position: ReadonlyMap<DomainClass, number>;
  readonly #tableNames: ReadonlyMap<DomainClass, string>;
  /** Names of tables and indexes. */
  readonly #relations = new NameScope();
  readonly #laterForeignKeys: LaterForeignKey[] = [];

  constructor(model: DomainModel) {
    this.#classes = model.classes;
    this.#order = creationOrder(model.classes);
    this.#position = new Map(this.#order.flat().map((cls, index) => [cls, index]));
    this.#tableNames = new Map(model.classes.map((cls) => [cls, claimRelation(this.#relations, cls.plural)]));
  }

  plan(): Schema {
    const lists = this.#classes.flatMap((cls) => cls.fields.filter(isReference).filter((field) => !isForeignKey(field)));
    const joins = lists.map((field) => [this.#joinTable(field)]);
    const groups = this.#order.map((group) => group.map((cls) => this.#classTable(cls)));
    return { groups: [...groups, ...joins], laterForeignKeys: this.#laterForeignKeys };
  }

  #classTable(cls: DomainClass): Table {
    const table = this.#tableOf(cls);
    const names = new NameScope(SYSTEM_COLUMNS);
    const columns: Column[] = [];
    const indexes: Index[] = [];
    if (cls.parents.length > 0) columns.push(inheritedId(cls.parents.map((parent) => this.#tableOf(parent))));
    for (const field of cls.fields) {
      const foreignKey = isForeignKey(field);
      if (isReference(field) && !foreignKey) continue;
      const name = claim(names, field.name, `${field.name}_`);
      const sorted = isPublicationTime(field);
      // A list is no value that a unique index could compare: two empty ones would meet.
      const unique = field.unique && field.type.kind !== 'id' && field.cardinality !== 'many';
      const index = unique || sorted || foreignKey ? this.#indexName(table, name) : undefined;
      if (index !== undefined && !unique) indexes.push({ name: index, column: name, descending: sorted });
      columns.push({
        name,
        ...fieldColumn(field, identifier(name)),
        ...(unique && index !== undefined && { unique: index }),
        references: foreignKey ? this.#references(field, name) : [],
        field,
      });
    }
    return { name: table, columns, primaryKey: [], indexes, ...(cls.doc !== undefined && { doc: cls.doc }) };
  }

  /** What a foreign key refers to, unless that table is created later. */
  #references(field: ReferenceField, column: string): Reference[] {
    const { owner, type, cardinality } = field;
    const required = cardinality === 'one';
    const reference: Reference = { table: this.#tableOf(type.target), onDelete: required ? 'CASCADE' : 'SET NULL' };
    if (this.#created(type.target) <= this.#created(owner)) return [reference];
    const table = this.#tableOf(owner);
    // The name that PostgreSQL gives to a foreign key in CREATE TABLE.
    this.#laterForeignKeys.push({ name: cut(`${table}_${column}_fkey`), table, column, reference, deferred: required });
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
    return {
      name: table,
      columns: [
        joinColumn(source, this.#tableOf(owner)),
        { ...joinColumn(target, this.#tableOf(type.target)), ...(field.unique && { unique: index }) },
      ],
      primaryKey: [source, target],
      indexes: field.unique ? [] : [{ name: index, column: target, descending: false }],
      ...(field.doc !== undefined && { doc: field.doc }),
    };
  }

  #tableOf(cls: DomainClass): string {
    return this.#tableNames.get(cls) as string;
  }

  #created(cls: DomainClass): number {
    return this.#position.get(cls) as number;
  }

  /** `idx_<table>_<column without _id>`, or with it where `author` and `author_id` meet. */
  #indexName(table: string, column: string): string {
    return claimRelation(this.#relations, `idx_${table}_${column.replace(/_id$/, '')}`, `idx_${table}_${column}`);
  }
}

/** What a field alone says about its column. */
function fieldColumn(field: Field, column: string): Pick<Column, 'type' | 'notNull' | 'primaryKey' | 'default' | 'checks'> {
  const { type } = field;
  const notNull = field.cardinality !== 'optional';
  switch (type.kind) {
    case 'id':
      return { type: 'UUID', notNull, primaryKey: true, default: 'gen_random_uuid()', checks: [] };
    case 'reference':
      return { type: 'UUID', notNull, primaryKey: false, checks: [] };
    case 'scalar': {
      if (field.cardinality === 'many') {
        return {
          type: arrayType(type),
          notNull,
          primaryKey: false,
          ...(!field.minItems && { default: "'{}'" }),
          checks: listChecks(type, column, field.minItems, field.maxItems),
        };
      }
      const check = valueCheck(type, column);
      const value = defaultValue(field);
      return {
        type: columnType(type, field.name),
        notNull,
        primaryKey: false,
        ...(value !== undefined && { default: value }),
        checks: check === undefined ? [] : [check],
      };
    }
    default:
      return type satisfies never;
  }
}

function defaultValue(field: Field): string | undefined {
  switch (field.generated) {
    case undefined:
      return undefined;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'now':
      return 'now()';
    case 'zero':
      return '0';
    default:
      return field.generated satisfies never;
  }
}

/** The `id` of a subclass's row is that of its row in each parent's table, so nothing generates it. */
function inheritedId(parents: readonly string[]): Column {
  const references = parents.map((table) => ({ table, onDelete: 'CASCADE' as const }));
  return { name: 'id', type: 'UUID', notNull: true, primaryKey: true, checks: [], references };
}

function joinColumn(name: string, table: string): Column {
  return { name, type: 'UUID', notNull: true, primaryKey: false, checks: [], references: [{ table, onDelete: 'CASCADE' }] };
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
