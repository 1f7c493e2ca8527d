/** Where the elements of a model are stored: names of tables and columns, which the planner assigns and other modules look up. */

import type { DomainClass, Field, Policies } from '../../model/index.ts';
import type { NameScope } from '../text/index.ts';

/** The join table of a list of references: for the tags of a post, `post_tags (post_id, tag_id)`. */
export interface JoinTable {
  readonly table: string;
  /** The column with the id of the row that has the list. */
  readonly source: string;
  /** The column with the id of a listed row. */
  readonly target: string;
}

export interface Layout {
  readonly storage: Policies['storage'];
  tableOf(cls: DomainClass): string;
  /** Returns the column of a field in the table of its owner. */
  columnOf(field: Field): string;
  joinTableOf(field: Field): JoinTable;
  /** Returns the discriminator column of a class in a hierarchy. */
  discriminatorColumnOf(cls: DomainClass): string;
  /** Returns the scope of the names of a table's constraints and triggers. */
  constraintsOf(table: string): NameScope;
}
