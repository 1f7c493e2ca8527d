import type { Field, FieldDemands } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import type { Spelling } from './field-names.ts';

/**
 * A member of the record, create or update variant of a class, with its Rust code. `title: Option<String>` in `PostUpdate` has the
 * type `String` and is wrapped.
 */
export interface RustMember {
  readonly field: Field;
  readonly identifier: string;
  /** Code that depends only on its name. */
  readonly spelling: Spelling;
  /** The type of the member in the record. */
  readonly type: string;
  /** Whether the member may be absent: a create variant then gets a default, and an update keeps the value. */
  readonly isWrapped: boolean;
  /** The demands on it; undefined if no code checks any of them. */
  readonly demands: FieldDemands | undefined;
  /** The mark for its lines. */
  readonly mark: Mark;
}
