import type { Field, FieldDemands } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import type { Spelling } from './field-names.ts';

/** A member of a variant of a class, with its Rust code. */
export interface RustMember {
  readonly field: Field;
  readonly identifier: string;
  /** Code that depends only on its name. */
  readonly spelling: Spelling;
  /** The type of the member in the record. */
  readonly type: string;
  /** Whether its type is an `Option` of that, because it may be absent: then a value is supplied or stays. */
  readonly isWrapped: boolean;
  /** The demands on it; undefined if no code checks any of them. */
  readonly demands: FieldDemands | undefined;
  /** The mark for its lines; undefined if marks are not recorded. */
  readonly mark: Mark | undefined;
}
