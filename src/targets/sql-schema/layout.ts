/** Where the parts of a model are in its tables. */

import type { DomainClass, Field, Policies } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';

/** The table of a list of references. */
export interface Join {
  readonly table: string;
  /** The column of the row that has the list. */
  readonly source: string;
  readonly target: string;
}

export interface Layout {
  readonly storage: Policies['storage'];
  tableOf(cls: DomainClass): string;
  /** The column of a field, in the table of its owner. */
  columnOf(field: Field): string;
  joinOf(field: Field): Join;
  /** The column that tells the class of a row, in the table of a class of a hierarchy. */
  kindOf(cls: DomainClass): string;
  /** Names that are taken among the constraints of a table. */
  constraintsOf(table: string): NameScope;
}
