/** Tables and columns that store the parts of a model. */

import type { DomainClass, Field, Policies } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';

/** The join table of a list of references. */
export interface Join {
  readonly table: string;
  /** The column with the id of the row that has the list. */
  readonly source: string;
  readonly target: string;
}

export interface Layout {
  readonly storage: Policies['storage'];
  tableOf(cls: DomainClass): string;
  /** Returns the column of a field in the table of its owner. */
  columnOf(field: Field): string;
  joinOf(field: Field): Join;
  /** Returns the discriminator column of a class in a hierarchy. */
  kindOf(cls: DomainClass): string;
  /** Returns the scope of the names of a table's constraints and triggers. */
  constraintsOf(table: string): NameScope;
}
