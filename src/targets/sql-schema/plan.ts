/**
 * The plan of a schema: its tables, columns and constraints as plain data, each with the element of the model that it stands
 * for. Printing adds no decision.
 */

import type { Choice, DomainClass, Field, Key, ReferenceField, Total } from '../../model/index.ts';
import type { Clock } from './clocks.ts';
import type { SqlFunction } from './functions.ts';
import type { Guard } from './guards.ts';
import type { Rights } from './trigger-functions.ts';

/** What a part of the plan stands for. */
export type Element = DomainClass | Field | Key | Choice | Total;

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly primaryKey: boolean;
  readonly default: string | undefined;
  /** What it is made of, where nobody writes it. */
  readonly generated: string | undefined;
  /** Name of the unique constraint, and of its index. */
  readonly unique: string | undefined;
  /** What stands beside the column. */
  readonly check: TableConstraint | undefined;
  /** What it holds; the key columns of subclasses and join tables hold none. */
  readonly field: Field | undefined;
  readonly comment: string | undefined;
}

/** A constraint of a table that is no foreign key. */
export interface TableConstraint {
  readonly name: string;
  /** What follows the name. */
  readonly sql: string;
  readonly of: Element;
  /** The class whose instances it binds, where they are some of the table's rows. */
  readonly within?: DomainClass;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  /** Nothing: what is referred to cannot go alone. */
  readonly onDelete?: 'CASCADE' | 'SET NULL' | 'RESTRICT';
  /** Checked at the end of the transaction. */
  readonly deferred: boolean;
  /** Added once its table exists. */
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
  /** Columns of the primary key, where it is more than one column. */
  readonly primaryKey: readonly string[];
  readonly constraints: readonly TableConstraint[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly Index[];
  readonly comment: string | undefined;
  /** The class whose instances are its rows, or the list of references whose pairs are. */
  readonly of: DomainClass | ReferenceField;
}

/** That a row of the most general superclass has its row in the table of the class that it says it is of. */
export interface KindGuard {
  readonly function: string;
  readonly trigger: string;
  /** The table of the most general superclass. */
  readonly table: string;
  /** Its column that tells the class. */
  readonly column: string;
  /** The classes below it, with their tables. */
  readonly tables: readonly { readonly kind: string; readonly table: string }[];
}

/** That a row of a class does not go while the rows of the same instance in tables of superclasses stay. */
export interface RowGuard {
  readonly trigger: string;
  readonly table: string;
  readonly column: string;
  readonly kind: string;
  /** The tables of its most general superclasses. */
  readonly roots: readonly string[];
}

/** That the rows of an instance go together, where a foreign key takes one of them or would clear what there must be. */
export interface Departure {
  readonly trigger: string;
  readonly table: string;
  /** The column that refers to what is deleted. */
  readonly column: string;
  /** The table that it refers to. */
  readonly target: string;
  /** The column that tells the class. */
  readonly kind: string;
  /** Where the foreign key clears the column: the classes of the rows that go instead. */
  readonly cleared?: readonly string[];
  /** The tables of the most general superclasses. */
  readonly roots: readonly string[];
}

/** All columns of a class that has superclasses, as one row. */
export interface View {
  readonly name: string;
  readonly of: DomainClass;
  /** Tables and views that share the `id`, the class's own table first. */
  readonly relations: readonly string[];
  readonly columns: readonly {
    readonly relation: string;
    readonly column: string;
    readonly name: string;
    readonly field: Field;
  }[];
}

/** @typeParam T what a table is kept as: there may be many of them */
export interface Schema<T = Table> {
  /** Groups in order of creation; tables of one group refer to each other in a cycle. */
  readonly groups: readonly (readonly T[])[];
  /** What the conditions of the tables call. */
  readonly functions: readonly SqlFunction[];
  /** What holds across tables. */
  readonly guards: readonly Guard[];
  readonly kinds: readonly KindGuard[];
  /** The function that all of {@link rows} call, if there are any. */
  readonly rowsFunction: string | undefined;
  readonly rows: readonly RowGuard[];
  /** The function that all of {@link departures} call, if there are any. */
  readonly departureFunction: string | undefined;
  readonly departures: readonly Departure[];
  /** Times that are set again whenever a row changes. */
  readonly clocks: readonly Clock[];
  /** Each after those that it is made of. */
  readonly views: readonly View[];
  /** With whose rights triggers look at tables; where it is those of the owner, views show what the reader may see. */
  readonly rights: Rights;
}
