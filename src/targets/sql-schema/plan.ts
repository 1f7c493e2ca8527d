/**
 * The plan of a schema: its tables, columns and constraints as data, each with the element of the model that it represents.
 * schema.ts decides everything and returns a plan; print.ts prints it; r2rml and the generated service read it.
 */

import type { Choice, Comparison, DomainClass, Field, Key, ReferenceField, Total } from '../../model/index.ts';
import type { SqlFunction } from './functions.ts';
import type { Guard } from './guards.ts';
import type { KindGuard, RowGuard } from './hierarchy.ts';
import type { TimestampTrigger } from './timestamp-triggers.ts';
import type { TableRights } from './trigger-functions.ts';

/** Element of the model that a part of the plan represents. */
export type Element = DomainClass | Field | Key | Choice | Total | Comparison;

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly primaryKey: boolean;
  readonly default?: string | undefined;
  /** Expression of a generated column. */
  readonly generated?: string | undefined;
  /** Name of the unique constraint, and of its index. */
  readonly unique?: string | undefined;
  /** The CHECK in the definition of the column. */
  readonly check?: TableConstraint | undefined;
  /** The field that it stores; the key columns of subclasses and join tables have none. */
  readonly field?: Field;
  readonly comment?: string | undefined;
}

/** A constraint of a table other than a foreign key. */
export interface TableConstraint {
  readonly name: string;
  /** The definition after the name. */
  readonly sql: string;
  /** The element of the model that leads to it. */
  readonly of: Element;
  /** The subject of the condition, as in the name; absent for those of a column's definition and of several fields. */
  readonly about?: string;
  /** The class whose instances it applies to, if they are only some of the table's rows. */
  readonly instanceClass?: DomainClass;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  /** Undefined if the referenced row is never deleted alone. */
  readonly onDelete?: 'CASCADE' | 'SET NULL' | 'RESTRICT';
  /** Checked at the end of the transaction. */
  readonly deferred: boolean;
  /** Added after the referenced table is created. */
  readonly later: boolean;
  readonly of: Element;
}

export interface Index {
  readonly name: string;
  readonly column: string;
  readonly descending: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key, if there are several. */
  readonly primaryKey: readonly string[];
  readonly constraints: readonly TableConstraint[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly Index[];
  readonly comment: string | undefined;
  /** The class whose instances are its rows, or the list of references whose pairs are its rows. */
  readonly of: DomainClass | ReferenceField;
}

/** Deletes all rows of an instance if a foreign key deletes one of them, or would clear a required reference. */
export interface DeletionTrigger {
  readonly trigger: string;
  readonly table: string;
  /** The column that refers to the deleted row. */
  readonly column: string;
  /** The table that it refers to. */
  readonly target: string;
  /** The discriminator column. */
  readonly kind: string;
  /** If the foreign key clears the column: the classes whose rows are deleted instead. */
  readonly cleared?: readonly string[];
  /** The tables of the most general superclasses. */
  readonly roots: readonly string[];
}

/** A view of all columns of a class that has superclasses. */
export interface View {
  readonly name: string;
  readonly of: DomainClass;
  /** Tables and views that are joined by `id`, the class's own table first. */
  readonly relations: readonly string[];
  readonly columns: readonly ViewColumn[];
}

export interface ViewColumn {
  readonly relation: string;
  readonly column: string;
  readonly name: string;
  readonly field: Field;
}

export interface Schema {
  /** Groups in order of creation; tables of one group refer to each other in a cycle. */
  readonly groups: readonly (readonly Table[])[];
  /** Functions that conditions of the tables call. */
  readonly functions: readonly SqlFunction[];
  /** Rules that span several tables. */
  readonly guards: readonly Guard[];
  readonly kindGuards: readonly KindGuard[];
  /** The function that all of {@link rowGuards} call, if there are any. */
  readonly rowGuardFunction: string | undefined;
  readonly rowGuards: readonly RowGuard[];
  /** The function that all of {@link deletionTriggers} call, if there are any. */
  readonly deletionFunction: string | undefined;
  readonly deletionTriggers: readonly DeletionTrigger[];
  readonly timestampTriggers: readonly TimestampTrigger[];
  /** Views, each after those that it selects from. */
  readonly views: readonly View[];
  /** Whose privileges trigger functions use; if the owner's, views check the privileges of the reader. */
  readonly rights: TableRights;
}
